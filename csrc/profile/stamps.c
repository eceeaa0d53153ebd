/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stamps: marks and ranges of aclprof. CANN keeps them in a pool of the running profile and answers
 * -1, which has no name, for all failures; here each has its status.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "impl/acl/acl_prof.h"
#include "profile/marks.h"
#include "profile/profile.h"

/* Longer messages do not fit into a stamp of CANN's. */
#define MESSAGE 128

#define DOMAIN "default"

/* A stamp that was pushed, or whose range has started, is pinned until that ends. Threads may share
 * it: the lock is that of its members. */
struct stamp {
    const void *handle;
    struct stamp *next; /* of those that were pushed on a thread, or have started */
    uint32_t range;     /* the number of its range; 0: none has started */
    uint64_t number;
    int64_t began;
    char message[MESSAGE];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stamp *started;
static uint32_t last_range;
static _Thread_local struct stamp *pushed;

/* Whether a profile with ACL_PROF_MSPROFTX runs; else it reports and returns 100043. */
static aclError need_profile(void)
{
    if (profile_notes(ACL_PROF_MSPROFTX))
        return ACL_SUCCESS;
    return report(ACL_ERROR_PROF_NOT_RUN,
                  "no profile with ACL_PROF_MSPROFTX runs; call aclprofStart with it first");
}

static aclError refuse(const void *handle)
{
    char what[128];
    if (handle == NULL)
        return REPORT_NULL("stamp");
    return report(ACL_ERROR_INVALID_PARAM, "stamp is %p, %s; a live stamp is required", handle,
                  handle_describe(handle, what, sizeof what));
}

/* Pins a stamp while a profile runs; else it reports and returns a status. */
static aclError take(const void *handle, struct stamp **out)
{
    aclError status = need_profile();
    if (status != ACL_SUCCESS)
        return status;
    *out = handle_acquire(handle, HANDLE_PROFILE_STAMP);
    return *out != NULL ? ACL_SUCCESS : refuse(handle);
}

void *aclprofCreateStampImpl(void)
{
    if (need_profile() != ACL_SUCCESS)
        return NULL;
    struct stamp *stamp = calloc(1, sizeof *stamp);
    void *handle = stamp != NULL ? handle_create(HANDLE_PROFILE_STAMP, stamp, free) : NULL;
    if (handle == NULL) {
        free(stamp);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for a stamp");
        return NULL;
    }
    stamp->handle = handle;
    return handle;
}

void aclprofDestroyStampImpl(void *stamp)
{
    if (!handle_close(stamp, HANDLE_PROFILE_STAMP, entry_name()))
        (void)refuse(stamp);
}

aclError aclprofSetStampTraceMessageImpl(void *stamp, const char *msg, uint32_t msgLen)
{
    if (msg == NULL)
        return REPORT_NULL("msg");
    if (msgLen >= MESSAGE)
        return report(ACL_ERROR_INVALID_PARAM, "msgLen is %u; at most %d is allowed", msgLen,
                      MESSAGE - 1);
    struct stamp *object = handle_acquire(stamp, HANDLE_PROFILE_STAMP);
    if (object == NULL)
        return refuse(stamp);
    size_t length = strnlen(msg, msgLen);
    pthread_mutex_lock(&lock);
    memcpy(object->message, msg, length);
    object->message[length] = '\0';
    pthread_mutex_unlock(&lock);
    handle_release(stamp);
    return ACL_SUCCESS;
}

aclError aclprofMarkImpl(void *stamp)
{
    struct stamp *object;
    aclError status = take(stamp, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    struct stamp now = *object;
    pthread_mutex_unlock(&lock);
    marks_note(DOMAIN, now.message, marks_number());
    handle_release(stamp);
    return ACL_SUCCESS;
}

aclError aclprofMarkExImpl(const char *msg, size_t msgLen, aclrtStream stream)
{
    aclError status = need_profile();
    if (status != ACL_SUCCESS)
        return status;
    if (msg == NULL)
        return REPORT_NULL("msg");
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (msgLen == 0 || msgLen >= MESSAGE || strnlen(msg, MESSAGE) != msgLen)
        return report(ACL_ERROR_INVALID_PARAM,
                      "msgLen is %zu; it must be the bytes of msg, 1 to %d", msgLen, MESSAGE - 1);
    uint64_t number = marks_number();
    status = marks_queue(stream, TRACE_MARK, TRACE_WHOLE, msg, number);
    if (status == ACL_SUCCESS)
        marks_note(DOMAIN, msg, number);
    return status;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void begin(struct stamp *stamp)
{
    stamp->number = marks_number();
    stamp->began = monotonic_nanoseconds();
}

/* Notes a range as it was when it ended, and gives back the pin of its stamp. */
static void end(const struct stamp *stamp, const char *by)
{
    if (trace_is_on())
        trace_mark(&(struct trace_mark){.by = by,
                                        .domain = DOMAIN,
                                        .text = stamp->message,
                                        .number = stamp->number,
                                        .is_range = true,
                                        .began = stamp->began,
                                        .ended = monotonic_nanoseconds()});
    handle_release(stamp->handle);
}

static bool is_pushed(const struct stamp *stamp)
{
    const struct stamp *each = pushed;
    while (each != NULL && each != stamp)
        each = each->next;
    return each != NULL;
}

static aclError refuse_in_use(const void *stamp)
{
    handle_release(stamp);
    return report(ACL_ERROR_INVALID_PARAM,
                  "stamp is that of a range that has not ended; end it first (aclprofPop, "
                  "aclprofRangeStop), or make another stamp");
}

aclError aclprofPushImpl(void *stamp)
{
    struct stamp *object;
    aclError status = take(stamp, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    bool is_in_use = object->range != 0 || is_pushed(object);
    if (!is_in_use) {
        object->range = UINT32_MAX;
        object->next = pushed;
        pushed = object;
        begin(object);
    }
    pthread_mutex_unlock(&lock);
    return is_in_use ? refuse_in_use(stamp) : ACL_SUCCESS;
}

aclError aclprofPopImpl(void)
{
    aclError status = need_profile();
    if (status != ACL_SUCCESS)
        return status;
    struct stamp *object = pushed;
    if (object == NULL)
        return report(ACL_ERROR_PROF_NOT_RUN,
                      "no stamp was pushed on this thread; call aclprofPush first");
    pthread_mutex_lock(&lock);
    pushed = object->next;
    object->range = 0;
    struct stamp ended = *object;
    pthread_mutex_unlock(&lock);
    end(&ended, "aclprofPush");
    return ACL_SUCCESS;
}

aclError aclprofRangeStartImpl(void *stamp, uint32_t *rangeId)
{
    struct stamp *object;
    if (rangeId == NULL)
        return REPORT_NULL("rangeId");
    aclError status = take(stamp, &object);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    bool is_in_use = object->range != 0;
    if (!is_in_use) {
        last_range += last_range + 1 == UINT32_MAX ? 2 : 1;
        *rangeId = object->range = last_range;
        object->next = started;
        started = object;
        begin(object);
    }
    pthread_mutex_unlock(&lock);
    return is_in_use ? refuse_in_use(stamp) : ACL_SUCCESS;
}

aclError aclprofRangeStopImpl(uint32_t rangeId)
{
    aclError status = need_profile();
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    struct stamp **place = &started;
    while (*place != NULL && (*place)->range != rangeId)
        place = &(*place)->next;
    bool is_there = *place != NULL;
    struct stamp ended = {.range = rangeId};
    if (is_there) {
        ended = **place;
        (*place)->range = 0;
        *place = ended.next;
    }
    pthread_mutex_unlock(&lock);
    if (!is_there)
        return report(
            ACL_ERROR_INVALID_PARAM,
            "rangeId is %u; a range that aclprofRangeStart began and that has not ended is "
            "required",
            rangeId);
    end(&ended, "aclprofRangeStart");
    return ACL_SUCCESS;
}
