/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/capture_mode.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"

#define MODES 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct capture_mode *captures;
static _Atomic int capture_count; /* read without the lock: most calls come while there is none */

/* The mode that the thread asks for itself (aclmdlRICaptureThreadExchangeMode). */
static _Thread_local aclmdlRICaptureMode own_mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;

static const char *const mode_names[MODES] = {
    [ACL_MODEL_RI_CAPTURE_MODE_GLOBAL] = "ACL_MODEL_RI_CAPTURE_MODE_GLOBAL",
    [ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL] = "ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL",
    [ACL_MODEL_RI_CAPTURE_MODE_RELAXED] = "ACL_MODEL_RI_CAPTURE_MODE_RELAXED",
};

static uint64_t this_thread(void)
{
    return (uint64_t)pthread_self();
}

void capture_mode_enter(struct capture_mode *capture, aclrtContext context,
                        aclmdlRICaptureMode mode)
{
    pthread_mutex_lock(&lock);
    capture->context = context;
    capture->thread = this_thread();
    capture->mode = mode;
    capture->is_in_force = true;
    capture->next = captures;
    capture->link = &captures;
    if (captures != NULL)
        captures->link = &capture->next;
    captures = capture;
    atomic_fetch_add(&capture_count, 1);
    pthread_mutex_unlock(&lock);
}

void capture_mode_leave(struct capture_mode *capture)
{
    pthread_mutex_lock(&lock);
    if (capture->is_in_force) {
        *capture->link = capture->next;
        if (capture->next != NULL)
            capture->next->link = capture->link;
        capture->is_in_force = false;
        atomic_fetch_sub(&capture_count, 1);
    }
    pthread_mutex_unlock(&lock);
}

bool capture_mode_is_in_force(const struct capture_mode *capture)
{
    pthread_mutex_lock(&lock);
    bool in_force = capture->is_in_force;
    pthread_mutex_unlock(&lock);
    return in_force;
}

bool capture_mode_is_own(const struct capture_mode *capture)
{
    return capture->thread == this_thread();
}

/* The strictest mode of the captures of a context, or of those that a thread has begun; MODES where
 * there is none. */
static int strictest(aclrtContext context, uint64_t thread)
{
    int mode = MODES;
    for (const struct capture_mode *at = captures; at != NULL; at = at->next)
        if ((context == NULL || at->context == context) && (thread == 0 || at->thread == thread) &&
            (int)at->mode < mode)
            mode = (int)at->mode;
    return mode;
}

/* The vendor's rule, by the context's mode, that of the thread's own captures, and the mode that
 * the thread asks for. */
static bool is_allowed(int context_mode, int thread_mode)
{
    if (context_mode == MODES || own_mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED)
        return true;
    if (own_mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL)
        return context_mode != ACL_MODEL_RI_CAPTURE_MODE_GLOBAL &&
               thread_mode != ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
    return thread_mode != ACL_MODEL_RI_CAPTURE_MODE_GLOBAL &&
           thread_mode != ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
}

aclError capture_mode_check(aclError status, const char *what)
{
    if (atomic_load(&capture_count) == 0)
        return ACL_SUCCESS;
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    pthread_mutex_lock(&lock);
    int mode = strictest(context->handle, 0);
    bool allowed = is_allowed(mode, strictest(NULL, this_thread()));
    pthread_mutex_unlock(&lock);
    context_release(context);
    if (allowed)
        return ACL_SUCCESS;
    return report(status,
                  "%s is not allowed on this thread while a stream is captured in mode %s; set the "
                  "thread's mode to ACL_MODEL_RI_CAPTURE_MODE_RELAXED "
                  "(aclmdlRICaptureThreadExchangeMode), or call it before or after the capture",
                  what, mode_names[mode]);
}

aclError aclmdlRICaptureThreadExchangeModeImpl(aclmdlRICaptureMode *mode)
{
    if (mode == NULL)
        return REPORT_NULL("mode");
    if ((unsigned)*mode >= MODES)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "*mode is %d; ACL_MODEL_RI_CAPTURE_MODE_GLOBAL (0) to "
                      "ACL_MODEL_RI_CAPTURE_MODE_RELAXED (2) is required",
                      (int)*mode);
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    aclmdlRICaptureMode before = own_mode;
    own_mode = *mode;
    *mode = before;
    return ACL_SUCCESS;
}
