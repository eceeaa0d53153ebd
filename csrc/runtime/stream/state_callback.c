/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/state_callback.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/program_call.h"

/* A function of the program: of the kinds one member is set. */
struct listener {
    aclrtStreamStateCallback stream;
    aclrtDeviceStateCallback device;
    aclrtDeviceTaskAbortCallback abort;
    void *data;
};

struct observer {
    struct observer *next;
    struct listener listener;
    char name[];
};

/* The observers of one kind, by name. */
struct observers {
    struct observer *first;
    _Atomic int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct observers of_streams;
static struct observers of_devices;
static struct observers of_aborts;

/* ---- Calling --------------------------------------------------------------------------------- */

struct change {
    struct listener listener;
    aclrtStream stream;
    int32_t device;
    int state;
    uint32_t timeout; /* of an abort */
    int32_t answer;   /* to an abort: the first one that is not 0 */
};

static void call_program(void *data)
{
    struct change *change = data;
    if (change->listener.abort != NULL) {
        int32_t answer = change->listener.abort(change->device,
                                                (aclrtDeviceTaskAbortStage)change->state,
                                                change->timeout, change->listener.data);
        if (change->answer == 0)
            change->answer = answer;
    } else if (change->listener.stream != NULL) {
        change->listener.stream(change->stream, (aclrtStreamState)change->state,
                                change->listener.data);
    } else {
        change->listener.device(change->device, (aclrtDeviceState)change->state,
                                change->listener.data);
    }
}

static bool pick(const struct observers *all, size_t number, struct listener *out)
{
    pthread_mutex_lock(&lock);
    const struct observer *at = all->first;
    while (at != NULL && number-- > 0)
        at = at->next;
    if (at != NULL)
        *out = at->listener;
    pthread_mutex_unlock(&lock);
    return at != NULL;
}

static void tell(const struct observers *all, struct change *change)
{
    if (atomic_load(&all->count) == 0)
        return;
    for (size_t i = 0; pick(all, i, &change->listener); i++)
        program_call(call_program, change);
}

void state_callback_stream(aclrtStream stream, aclrtStreamState state)
{
    struct change change = {.stream = stream, .state = (int)state};
    tell(&of_streams, &change);
}

void state_callback_device(int32_t device, aclrtDeviceState state)
{
    struct change change = {.device = device, .state = (int)state};
    tell(&of_devices, &change);
}

int32_t state_callback_abort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout)
{
    struct change change = {.device = device, .state = (int)stage, .timeout = timeout};
    tell(&of_aborts, &change);
    return change.answer;
}

/* ---- Registering ----------------------------------------------------------------------------- */

/* The place of a name: of the observer that has it, or where one would be. The lock is held. */
static struct observer **place_of(struct observers *all, const char *name)
{
    struct observer **place = &all->first;
    while (*place != NULL && strcmp((*place)->name, name) < 0)
        place = &(*place)->next;
    return place;
}

static bool has(struct observer *const *place, const char *name)
{
    return *place != NULL && strcmp((*place)->name, name) == 0;
}

static aclError enter(struct observers *all, const char *name, const struct listener *given)
{
    size_t bytes = strlen(name) + 1;
    struct observer *added = malloc(sizeof *added + bytes);
    if (added == NULL)
        return report(ACL_ERROR_BAD_ALLOC, "no host memory for %s", "a callback");
    added->listener = *given;
    memcpy(added->name, name, bytes);
    pthread_mutex_lock(&lock);
    struct observer **place = place_of(all, name);
    bool is_taken = has(place, name);
    if (!is_taken) {
        added->next = *place;
        *place = added;
        atomic_fetch_add(&all->count, 1);
    }
    pthread_mutex_unlock(&lock);
    if (!is_taken)
        return ACL_SUCCESS;
    free(added);
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "regName is \"%s\", which is registered; NULL as callback ends that", name);
}

static aclError leave(struct observers *all, const char *name)
{
    pthread_mutex_lock(&lock);
    struct observer **place = place_of(all, name);
    struct observer *found = has(place, name) ? *place : NULL;
    if (found != NULL) {
        *place = found->next;
        atomic_fetch_sub(&all->count, 1);
    }
    pthread_mutex_unlock(&lock);
    free(found);
    return found != NULL ? ACL_SUCCESS
                         : report(ACL_ERROR_RT_PARAM_INVALID,
                                  "regName is \"%s\", which is not registered", name);
}

static aclError set(struct observers *all, const char *name, const struct listener *given)
{
    if (name == NULL)
        return REPORT_NULL("regName");
    bool enters = given->stream != NULL || given->device != NULL || given->abort != NULL;
    return enters ? enter(all, name, given) : leave(all, name);
}

aclError aclrtRegStreamStateCallbackImpl(const char *regName, aclrtStreamStateCallback callback,
                                         void *args)
{
    const struct listener given = {.stream = callback, .data = args};
    return set(&of_streams, regName, &given);
}

aclError aclrtRegDeviceStateCallbackImpl(const char *regName, aclrtDeviceStateCallback callback,
                                         void *args)
{
    const struct listener given = {.device = callback, .data = args};
    return set(&of_devices, regName, &given);
}

aclError aclrtSetDeviceTaskAbortCallbackImpl(const char *regName,
                                             aclrtDeviceTaskAbortCallback callback, void *args)
{
    const struct listener given = {.abort = callback, .data = args};
    return set(&of_aborts, regName, &given);
}
