/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device/init_callback.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/program_call.h"

/* One function of the program. Of both kinds of functions one member is set. */
struct callback {
    struct callback *next;
    aclRegisterCallbackType type;
    aclInitCallbackFunc init;
    aclFinalizeCallbackFunc finalize;
    void *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct callback *callbacks; /* sorted by type, then as they were registered */
static char *config_now;           /* the configuration in force; NULL: aclInit is not */

static bool is_init(const struct callback *callback)
{
    return callback->init != NULL;
}

/* Whether both are of one kind and type. */
static bool is_rival(const struct callback *a, const struct callback *b)
{
    return a->type == b->type && is_init(a) == is_init(b);
}

static bool is_same(const struct callback *a, const struct callback *b)
{
    return is_rival(a, b) && a->init == b->init && a->finalize == b->finalize;
}

/* ---- Calling --------------------------------------------------------------------------------- */

struct call {
    struct callback callback;
    const char *config;
    aclError status;
};

static void call_program(void *data)
{
    struct call *call = data;
    const struct callback *callback = &call->callback;
    call->status = is_init(callback)
                       ? callback->init(call->config, strlen(call->config), callback->data)
                       : callback->finalize(callback->data);
}

/* The callback with so many of its kind before it; false: there is none. Nobody holds a lock while
 * a function of the program runs, which may register others. */
static bool pick(bool init, size_t number, struct callback *out)
{
    pthread_mutex_lock(&lock);
    const struct callback *at = callbacks;
    while (at != NULL && (is_init(at) != init || number-- > 0))
        at = at->next;
    if (at != NULL)
        *out = *at;
    pthread_mutex_unlock(&lock);
    return at != NULL;
}

static aclError call_all(bool init, const char *config)
{
    struct call call = {.config = config};
    for (size_t i = 0; pick(init, i, &call.callback); i++) {
        program_call(call_program, &call);
        if (call.status != ACL_SUCCESS)
            return report(call.status,
                          "a function that the program registered for type %d "
                          "returned %d",
                          (int)call.callback.type, (int)call.status);
    }
    return ACL_SUCCESS;
}

static void keep_config(const char *config)
{
    char *copy = config != NULL ? strdup(config) : NULL;
    pthread_mutex_lock(&lock);
    free(config_now);
    config_now = copy;
    pthread_mutex_unlock(&lock);
}

aclError init_callback_initialized(const char *config)
{
    const char *text = config != NULL ? config : "";
    keep_config(text);
    return call_all(true, text);
}

aclError init_callback_finalized(void)
{
    keep_config(NULL);
    return call_all(false, "");
}

/* ---- Registering ----------------------------------------------------------------------------- */

static aclError check(const struct callback *given)
{
    if (given->init == NULL && given->finalize == NULL)
        return REPORT_NULL("cbFunc");
    if (((int)given->type >= ACL_REG_TYPE_ACL_MODEL && given->type <= ACL_REG_TYPE_ACL_RETR) ||
        given->type == ACL_REG_TYPE_OTHER)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM,
                  "type is %d; ACL_REG_TYPE_ACL_MODEL (0) to ACL_REG_TYPE_ACL_RETR (7) or "
                  "ACL_REG_TYPE_OTHER (65535) is required",
                  (int)given->type);
}

/* Of each type but OTHER there is one function. The lock is held. */
static bool add(struct callback *added)
{
    struct callback **place = &callbacks;
    while (*place != NULL && (*place)->type <= added->type) {
        if (added->type != ACL_REG_TYPE_OTHER && is_rival(*place, added))
            return false;
        place = &(*place)->next;
    }
    added->next = *place;
    *place = added;
    return true;
}

/* Where aclInit is in force a function for it is called at once, whatever it returns. */
static aclError enter(const struct callback *given)
{
    struct callback *added = malloc(sizeof *added);
    if (added == NULL)
        return report(ACL_ERROR_BAD_ALLOC, "no host memory for %s", "a callback");
    *added = *given;
    pthread_mutex_lock(&lock);
    bool is_added = add(added);
    char *config = is_added && is_init(given) && config_now != NULL ? strdup(config_now) : NULL;
    pthread_mutex_unlock(&lock);
    if (!is_added) {
        free(added);
        return report(ACL_ERROR_INTERNAL_ERROR,
                      "type is %d, of which a function is registered; only ACL_REG_TYPE_OTHER has "
                      "more than one",
                      (int)given->type);
    }
    if (config != NULL) {
        struct call call = {.callback = *given, .config = config};
        program_call(call_program, &call);
        free(config);
    }
    return ACL_SUCCESS;
}

static aclError leave(const struct callback *given)
{
    pthread_mutex_lock(&lock);
    struct callback **place = &callbacks;
    while (*place != NULL && !is_same(*place, given))
        place = &(*place)->next;
    struct callback *found = *place;
    if (found != NULL)
        *place = found->next;
    pthread_mutex_unlock(&lock);
    free(found);
    if (found == NULL)
        return report(ACL_ERROR_INTERNAL_ERROR, "type is %d, of which cbFunc is not registered",
                      (int)given->type);
    return ACL_SUCCESS;
}

aclError aclInitCallbackRegisterImpl(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc,
                                     void *userData)
{
    const struct callback given = {.type = type, .init = cbFunc, .data = userData};
    aclError status = check(&given);
    return status == ACL_SUCCESS ? enter(&given) : status;
}

aclError aclInitCallbackUnRegisterImpl(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc)
{
    const struct callback given = {.type = type, .init = cbFunc};
    aclError status = check(&given);
    return status == ACL_SUCCESS ? leave(&given) : status;
}

aclError aclFinalizeCallbackRegisterImpl(aclRegisterCallbackType type,
                                         aclFinalizeCallbackFunc cbFunc, void *userData)
{
    const struct callback given = {.type = type, .finalize = cbFunc, .data = userData};
    aclError status = check(&given);
    return status == ACL_SUCCESS ? enter(&given) : status;
}

aclError aclFinalizeCallbackUnRegisterImpl(aclRegisterCallbackType type,
                                           aclFinalizeCallbackFunc cbFunc)
{
    const struct callback given = {.type = type, .finalize = cbFunc};
    aclError status = check(&given);
    return status == ACL_SUCCESS ? leave(&given) : status;
}
