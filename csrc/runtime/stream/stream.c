/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/stream.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/finding.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/product.h"
#include "base/report.h"
#include "base/thread.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/callback.h"
#include "runtime/stream/context.h"
#include "runtime/stream/state_callback.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/stream/streams.h"
#include "runtime/watch/left_handles.h"

/* The end of the range that aclrtDeviceGetStreamPriorityRange returns; a larger number is less
 * urgent. */
#define LEAST_PRIORITY 7
#define GREATEST_PRIORITY 0

static void free_stream(void *object)
{
    struct stream *stream = object;
    stream_drop_failures(stream->failures);
    free(stream->spare);
    /* A sanitizer of the program sees locks but not the count of references. This lock shows it
     * that no other thread uses the stream any more. */
    pthread_mutex_lock(&stream->lock);
    pthread_mutex_unlock(&stream->lock);
    pthread_mutex_destroy(&stream->lock);
    pthread_cond_destroy(&stream->work.condition);
    pthread_cond_destroy(&stream->done);
    free(stream);
}

/* Tells failures that no synchronize has returned: they are lost when the stream ends. */
static void tell_unfetched(struct stream *stream, const char *ended)
{
    if (!finding_wanted())
        return;
    /* A thread that found the stream before it ended may still use it. */
    pthread_mutex_lock(&stream->lock);
    for (const struct stream_failure *failure = stream->failures; failure != NULL;
         failure = failure->next) {
        finding_give_notes(&failure->notes);
        finding(FINDING_UNFETCHED,
                "stream %d %s with a failure that no synchronize has returned: %d, %s",
                stream->child.id, ended, failure->what.status, failure->what.text);
    }
    pthread_mutex_unlock(&stream->lock);
}

/* Counts the tasks that are not done, and notes the first of those that have not begun. */
static uint64_t find_undone(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    uint64_t count = stream->submitted - stream->completed;
    if (stream->head != NULL)
        finding_note(stream->head->name, "queued the first of them", stream->head->queued_in);
    pthread_mutex_unlock(&stream->lock);
    return count;
}

static void tell_dropped(struct stream *stream)
{
    uint64_t left = find_undone(stream);
    if (left > 0)
        finding(FINDING_DROPPED,
                "stream %d ended before %llu of its tasks were done; what had not begun was "
                "dropped",
                stream->child.id, (unsigned long long)left);
}

/* Drops tasks that have not begun, and callbacks that nobody took. Returns the sequence of the
 * newest task. */
static uint64_t drop_work(struct stream *stream)
{
    struct task *dropped;
    uint64_t newest = stream_queue_drop(stream, &dropped);
    callback_drop_untaken(stream);
    stream_queue_destroy(dropped);
    return newest;
}

/* ---- How many there are ---------------------------------------------------------------------- */

#define MOST_STREAMS 2048 /* of a device */

static _Atomic uint32_t open_streams[MAX_DEVICES];

static bool take_place(int32_t device)
{
    if (atomic_fetch_add(&open_streams[device], 1) < MOST_STREAMS)
        return true;
    atomic_fetch_sub(&open_streams[device], 1);
    return false;
}

static void give_place_back(int32_t device)
{
    atomic_fetch_sub(&open_streams[device], 1);
}

aclError aclrtGetStreamAvailableNumImpl(uint32_t *streamCount)
{
    if (streamCount == NULL)
        return REPORT_NULL("streamCount");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    uint32_t count = atomic_load(&open_streams[context->device]);
    context_release(context);
    *streamCount = count < MOST_STREAMS ? MOST_STREAMS - count : 0;
    return ACL_SUCCESS;
}

/* Closes the handle first, so that nobody queues anything behind the end. */
static bool end_stream(struct stream *stream, bool drop, const char *by)
{
    if (!handle_close(stream->child.handle, HANDLE_STREAM, by))
        return false;
    if (drop) {
        tell_dropped(stream);
        (void)drop_work(stream);
        /* A task that a thread still queues does not wait for a subscriber. */
        callback_forget_stream(stream);
    }
    stream_queue_close(stream);
    callback_forget_stream(stream);
    order_end_stream(&stream->order, stream_newest(stream), drop);
    tell_unfetched(stream, "ended");
    streams_tell_ended(stream);
    streams_remove(stream);
    give_place_back(stream->child.device);
    log_line(LOG_STREAM, "stream %d: ended", stream->child.id);
    return true;
}

static uint32_t in_range(uint32_t priority)
{
    return priority > LEAST_PRIORITY ? LEAST_PRIORITY : priority;
}

aclError stream_create(struct context *context, uint32_t priority, uint32_t flags, aclrtStream *out)
{
    if (!take_place(context->device))
        return report(ACL_ERROR_RT_NO_STREAM_RESOURCE,
                      "device %d has %d streams, and no more; streams that are done with are to be "
                      "destroyed",
                      context->device, MOST_STREAMS);
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL) {
        stream->child.context = context->handle;
        stream->child.device = context->device;
        stream->priority = in_range(priority);
        stream->flags = flags;
        stream->is_default = context->default_stream == NULL;
        stream_queue_open(stream);
        stream->spare = calloc(1, sizeof *stream->spare);
    }
    if (stream != NULL && stream->spare != NULL)
        stream->child.handle = handle_create(HANDLE_STREAM, stream, free_stream);
    if (stream == NULL || stream->child.handle == NULL) {
        if (stream != NULL)
            free_stream(stream);
        give_place_back(context->device);
        return report(ACL_ERROR_RT_NO_STREAM_RESOURCE, "no host memory for a stream");
    }
    /* The stream is pinned here: another thread that ends the context or resets the device ends it
     * too. */
    void *handle = stream->child.handle;
    handle_retain(handle);
    streams_add(stream);
    aclError status = ACL_SUCCESS;
    /* The context may have begun to end before the stream was added; then nobody else ends it. */
    if (handle_kind_of(context->handle) != HANDLE_CONTEXT) {
        end_stream(stream, true, entry_name());
        status = report(ACL_ERROR_RT_CONTEXT_NULL, "the current context is ending");
    } else {
        *out = handle;
        log_line(LOG_STREAM, "stream %d: made on device %d", stream->child.id,
                 stream->child.device);
    }
    handle_release(handle);
    return status;
}

void stream_tell_leftovers(void)
{
    struct stream *stream;
    int32_t below = INT32_MAX;
    while ((stream = streams_pick(NULL, -1, below)) != NULL) {
        below = stream->child.id;
        finding_forget_notes();
        uint64_t left = find_undone(stream);
        if (left > 0)
            finding(FINDING_DROPPED,
                    "stream %d is left with %llu task(s) that nobody waited for, and that are not "
                    "done",
                    stream->child.id, (unsigned long long)left);
        tell_unfetched(stream, "is left");
        stream_release(stream);
    }
}

void stream_destroy_all(const struct context *context, struct left_handles *left)
{
    struct stream *stream;
    /* This thread will process no report of these streams any more. */
    callback_forget_thread(context->handle);
    while ((stream = streams_pick(context->handle, -1, INT32_MAX)) != NULL) {
        left_handles_tell(left, stream->child.handle);
        state_callback_stream(stream->child.handle, ACL_RT_STREAM_STATE_DESTROY_PRE);
        end_stream(stream, false, entry_name());
        stream_release(stream);
    }
    streams_await_removal(context->handle);
}

aclError stream_check_wait(struct stream *stream)
{
    struct wait wait;
    aclError status = stream_await_begin(&wait, stream, stream_newest(stream), WAIT_ENDLESS);
    if (status == ACL_SUCCESS)
        waits_end(&wait);
    return status;
}

aclError aclrtCreateStreamImpl(aclrtStream *stream)
{
    return aclrtCreateStreamWithConfigImpl(stream, 0, 0);
}

aclError aclrtCreateStreamWithConfigImpl(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
    if (stream == NULL)
        return REPORT_NULL("stream");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = stream_create(context, priority, flag, stream);
    context_release(context);
    if (status == ACL_SUCCESS)
        state_callback_stream(*stream, ACL_RT_STREAM_STATE_CREATE_POST);
    return status;
}

/* Queued work is done before the handle is closed, so that a thread that is cancelled meanwhile
 * leaves the stream open. */
static aclError await_and_end(struct stream *stream, bool drop)
{
    struct wait wait;
    bool ended = false;
    aclError status = stream_await_begin(&wait, stream, UINT64_MAX,
                                         drop ? WAIT_DROPPING : WAIT_ENDLESS);
    if (status != ACL_SUCCESS)
        return status;
    pthread_cleanup_push(stream_end_wait, &wait);
    if (!drop)
        stream_await_begun(stream, stream_newest(stream));
    ended = end_stream(stream, drop, entry_name());
    pthread_cleanup_pop(true);
    if (ended)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_INVALID_HANDLE, "stream %p is being destroyed by another thread",
                  stream->child.handle);
}

static aclError destroy(aclrtStream handle, bool drop)
{
    if (handle == NULL)
        return REPORT_NULL("stream");
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    pthread_cleanup_push(stream_unpin, stream);
    if (stream->is_default)
        status = report(ACL_ERROR_RT_INVALID_HANDLE,
                        "stream %p is the default stream of its context and ends with it", handle);
    else if ((status = stream_refuse_captured(stream, "would be destroyed")) == ACL_SUCCESS) {
        state_callback_stream(handle, ACL_RT_STREAM_STATE_DESTROY_PRE);
        status = await_and_end(stream, drop);
    }
    pthread_cleanup_pop(true);
    return status;
}

aclError aclrtDestroyStreamImpl(aclrtStream stream)
{
    return destroy(stream, false);
}

aclError aclrtDestroyStreamForceImpl(aclrtStream stream)
{
    return destroy(stream, true);
}

static aclError wait_until(struct stream *stream, uint64_t newest, const struct timespec *deadline,
                           int32_t timeout_ms)
{
    bool in_time = true;
    aclError status = stream_await(stream, newest, deadline, &in_time);
    if (!in_time)
        status = report(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
                        "the work of stream %d did not end within %d ms", stream->child.id,
                        timeout_ms);
    return status;
}

/* Waits for what is queued now and returns the first failure among it. */
static aclError synchronize(struct stream *stream, const struct timespec *deadline,
                            int32_t timeout_ms)
{
    aclError status = stream_refuse_captured(stream, "would be synchronized");
    if (status != ACL_SUCCESS)
        return status;
    uint64_t newest = stream_newest(stream);
    status = wait_until(stream, newest, deadline, timeout_ms);
    streams_tell_synchronized();
    return status != ACL_SUCCESS ? status : stream_take_failure(stream, newest);
}

aclError aclrtSynchronizeStreamImpl(aclrtStream stream)
{
    return aclrtSynchronizeStreamWithTimeoutImpl(stream, -1);
}

aclError aclrtSynchronizeStreamWithTimeoutImpl(aclrtStream stream, int32_t timeout)
{
    if (timeout < -1 || timeout == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %d; -1 (for ever) or a positive number of milliseconds is "
                      "required",
                      timeout);
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    /* As the vendor does: streams with these flags are driven by others, and a synchronize does not
     * wait for them. */
    const uint32_t not_waited_for = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE |
                                    ACL_STREAM_DEVICE_USE_ONLY;
    struct timespec storage;
    const struct timespec *deadline = deadline_in(timeout, &storage);
    pthread_cleanup_push(stream_unpin, object);
    if ((object->flags & not_waited_for) == 0)
        status = synchronize(object, deadline, timeout);
    pthread_cleanup_pop(true);
    return status;
}

/* Waits for a stream that streams_pick returned, and gives its pin back. */
static aclError await_picked(struct stream *stream, const struct timespec *deadline,
                             int32_t timeout_ms)
{
    aclError status = ACL_SUCCESS;
    pthread_cleanup_push(stream_unpin, stream);
    status = stream_refuse_captured(stream, "would be synchronized with its device");
    if (status == ACL_SUCCESS)
        status = wait_until(stream, stream_newest(stream), deadline, timeout_ms);
    pthread_cleanup_pop(true);
    return status;
}

aclError device_await(int32_t device, int32_t timeout_ms)
{
    struct stream *stream;
    struct timespec storage;
    const struct timespec *deadline = deadline_in(timeout_ms, &storage);
    int32_t below = INT32_MAX;
    /* In lazy mode too the timeout counts for all streams together, so all are asked to run
     * first. */
    aclError status = deadline != NULL ? stream_ask_all(device) : ACL_SUCCESS;
    while (status == ACL_SUCCESS && (stream = streams_pick(NULL, device, below)) != NULL) {
        below = stream->child.id;
        status = await_picked(stream, deadline, timeout_ms);
    }
    return status;
}

aclError device_take_failure(int32_t device)
{
    struct stream *stream;
    aclError status = ACL_SUCCESS;
    int32_t below = INT32_MAX;
    while ((stream = streams_pick(NULL, device, below)) != NULL) {
        below = stream->child.id;
        aclError failure = stream_take_failure(stream, stream_newest(stream));
        if (status == ACL_SUCCESS)
            status = failure;
        stream_release(stream);
    }
    return status;
}

aclError aclrtStreamQueryImpl(aclrtStream stream, aclrtStreamStatus *status)
{
    if (status == NULL)
        return REPORT_NULL("status");
    struct stream *object = NULL;
    aclError result = stream_acquire(stream, &object);
    if (result != ACL_SUCCESS)
        return result;
    uint64_t newest = stream_newest(object);
    result = stream_refuse_captured(object, "would be asked how far it is");
    if (result == ACL_SUCCESS)
        result = stream_ask(object, newest);
    if (result == ACL_SUCCESS)
        *status = stream_is_complete(object, newest) ? ACL_STREAM_STATUS_COMPLETE
                                                     : ACL_STREAM_STATUS_NOT_READY;
    if (result == ACL_SUCCESS && *status == ACL_STREAM_STATUS_COMPLETE)
        order_done(&object->order, newest);
    stream_release(object);
    return result;
}

/* ---- Work that is given up ------------------------------------------------------------------- */

/* Has work of the stream end by a function that returns the newest of it (0: there is none), and
 * waits for what has begun. */
static aclError give_up_work(struct stream *stream, uint64_t (*end)(struct stream *stream))
{
    struct wait wait;
    aclError status = stream_await_begin(&wait, stream, UINT64_MAX, WAIT_DROPPING);
    if (status != ACL_SUCCESS)
        return status;
    uint64_t newest = end(stream);
    pthread_cleanup_push(stream_end_wait, &wait);
    stream_await_begun(stream, newest);
    pthread_cleanup_pop(true);
    order_dropped(&stream->order, newest);
    return ACL_SUCCESS;
}

static aclError give_up(aclrtStream handle, uint64_t (*end)(struct stream *stream),
                        aclError (*check)(struct stream *stream))
{
    if (handle == NULL)
        return REPORT_NULL("stream");
    struct stream *stream = NULL;
    aclError status = stream_acquire(handle, &stream);
    if (status != ACL_SUCCESS)
        return status;
    pthread_cleanup_push(stream_unpin, stream);
    status = check(stream);
    if (status == ACL_SUCCESS)
        status = give_up_work(stream, end);
    pthread_cleanup_pop(true);
    return status;
}

static aclError allow_any(struct stream *stream)
{
    (void)stream;
    return ACL_SUCCESS;
}

aclError aclrtStreamAbortImpl(aclrtStream stream)
{
    return give_up(stream, drop_work, allow_any);
}

static aclError refuse_bound(struct stream *stream)
{
    if (!stream_is_captured(stream))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_INTERNAL_ERROR,
                  "stream %d is bound to a graph, or captured; aclmdlRIAbort ends a replay",
                  stream->child.id);
}

aclError aclrtStreamStopImpl(aclrtStream stream)
{
    aclError status = product_require(PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                      "streams whose running task can be stopped");
    return status == ACL_SUCCESS ? give_up(stream, stream_queue_stop, refuse_bound) : status;
}

/* Waits for what a stream ran when its work was dropped, and gives its pin back. */
static aclError await_dropped(struct stream *stream, const struct timespec *deadline)
{
    bool in_time = true;
    aclError status = ACL_SUCCESS;
    uint64_t newest = stream_newest(stream);
    pthread_cleanup_push(stream_unpin, stream);
    status = stream_await(stream, newest, deadline, &in_time);
    if (in_time)
        order_dropped(&stream->order, newest);
    pthread_cleanup_pop(true);
    if (status == ACL_SUCCESS && !in_time)
        status = report(ACL_ERROR_RT_WAIT_TIMEOUT,
                        "the work that the device had begun did not end in time");
    return status;
}

aclError device_drop_work(int32_t device, const struct timespec *deadline)
{
    struct stream *stream;
    aclError status = stream_refuse_inside_task();
    int32_t below = INT32_MAX;
    while (status == ACL_SUCCESS && (stream = streams_pick(NULL, device, below)) != NULL) {
        below = stream->child.id;
        (void)drop_work(stream);
        stream_release(stream);
    }
    below = INT32_MAX;
    while (status == ACL_SUCCESS && (stream = streams_pick(NULL, device, below)) != NULL) {
        below = stream->child.id;
        status = await_dropped(stream, deadline);
    }
    return status;
}

aclError aclrtStreamGetIdImpl(aclrtStream stream, int32_t *streamId)
{
    if (streamId == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "streamId is NULL; a valid pointer is required");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    *streamId = object->child.id;
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtStreamGetFlagsImpl(aclrtStream stream, uint32_t *flags)
{
    if (flags == NULL)
        return REPORT_NULL("flags");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    *flags = object->flags;
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtStreamGetPriorityImpl(aclrtStream stream, uint32_t *priority)
{
    if (priority == NULL)
        return REPORT_NULL("priority");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    *priority = atomic_load(&object->priority);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtDeviceGetStreamPriorityRangeImpl(int32_t *leastPriority, int32_t *greatestPriority)
{
    if (leastPriority != NULL)
        *leastPriority = LEAST_PRIORITY;
    if (greatestPriority != NULL)
        *greatestPriority = GREATEST_PRIORITY;
    return ACL_SUCCESS;
}

static aclError set_failure_mode(struct stream *stream, uint64_t mode)
{
    if (atomic_exchange(&stream->failure_mode_set, true))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "the failure mode of stream %d was set before; it can be set once",
                      stream->child.id);
    atomic_store(&stream->stop_on_failure, mode == ACL_STOP_ON_FAILURE);
    return ACL_SUCCESS;
}

aclError aclrtSetStreamFailureModeImpl(aclrtStream stream, uint64_t mode)
{
    if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "mode is %llu; 0 (continue on failure) or 1 (stop on failure) is required",
                      (unsigned long long)mode);
    if (stream == NULL && strcmp(environment()->soc.family, "Ascend910") == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "stream is NULL; %s has no failure mode for the default stream",
                      environment()->soc.name);
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = set_failure_mode(object, mode);
    stream_release(object);
    return status;
}

static aclError check_overflow_switch(uint32_t flag)
{
    return flag <= 1 ? ACL_SUCCESS
                     : report(ACL_ERROR_RT_PARAM_INVALID, "flag is %u; 0 or 1 is required", flag);
}

aclError aclrtSetStreamOverflowSwitchImpl(aclrtStream stream, uint32_t flag)
{
    struct stream *object = NULL;
    aclError status = check_overflow_switch(flag);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_refuse_captured(object, "would get another overflow switch");
    if (status == ACL_SUCCESS)
        atomic_store(&object->overflow_switch, flag);
    stream_release(object);
    return status;
}

aclError aclrtGetStreamOverflowSwitchImpl(aclrtStream stream, uint32_t *flag)
{
    if (flag == NULL)
        return REPORT_NULL("flag");
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    *flag = atomic_load(&object->overflow_switch);
    stream_release(object);
    return ACL_SUCCESS;
}

static aclError check_cache_switch(uint32_t value)
{
    return value <= 1 ? ACL_SUCCESS
                      : report(ACL_ERROR_RT_PARAM_INVALID,
                               "cacheOpInfoSwitch is %u; 0 or 1 is required", value);
}

static aclError report_attribute(aclrtStreamAttr attribute)
{
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "stmAttrType is %d; ACL_STREAM_ATTR_FAILURE_MODE (1) to "
                  "ACL_STREAM_ATTR_PRIORITY (5) is required",
                  (int)attribute);
}

static aclError set_attribute(struct stream *stream, aclrtStreamAttr attribute,
                              aclrtStreamAttrValue *value)
{
    aclError status;
    switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
        return aclrtSetStreamFailureModeImpl(stream->child.handle, value->failureMode);
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
        status = check_overflow_switch(value->overflowSwitch);
        if (status == ACL_SUCCESS)
            atomic_store(&stream->overflow_switch, value->overflowSwitch);
        return status;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
        atomic_store(&stream->tag, value->userCustomTag);
        return ACL_SUCCESS;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
        status = check_cache_switch(value->cacheOpInfoSwitch);
        if (status == ACL_SUCCESS)
            atomic_store(&stream->cache_switch, value->cacheOpInfoSwitch);
        return status;
    case ACL_STREAM_ATTR_PRIORITY:
        atomic_store(&stream->priority, in_range(value->streamPriority));
        return ACL_SUCCESS;
    }
    return report_attribute(attribute);
}

static aclError get_attribute(struct stream *stream, aclrtStreamAttr attribute,
                              aclrtStreamAttrValue *value)
{
    switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
        value->failureMode = atomic_load(&stream->stop_on_failure) ? ACL_STOP_ON_FAILURE
                                                                   : ACL_CONTINUE_ON_FAILURE;
        return ACL_SUCCESS;
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
        value->overflowSwitch = atomic_load(&stream->overflow_switch);
        return ACL_SUCCESS;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
        value->userCustomTag = atomic_load(&stream->tag);
        return ACL_SUCCESS;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
        value->cacheOpInfoSwitch = atomic_load(&stream->cache_switch);
        return ACL_SUCCESS;
    case ACL_STREAM_ATTR_PRIORITY:
        value->streamPriority = atomic_load(&stream->priority);
        return ACL_SUCCESS;
    }
    return report_attribute(attribute);
}

static aclError with_attribute(aclrtStream stream, aclrtStreamAttr attribute,
                               aclrtStreamAttrValue *value,
                               aclError (*act)(struct stream *, aclrtStreamAttr,
                                               aclrtStreamAttrValue *))
{
    struct stream *object = NULL;
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = act(object, attribute, value);
    stream_release(object);
    return status;
}

aclError aclrtSetStreamAttributeImpl(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                     aclrtStreamAttrValue *value)
{
    return with_attribute(stream, stmAttrType, value, set_attribute);
}

aclError aclrtGetStreamAttributeImpl(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                     aclrtStreamAttrValue *value)
{
    return with_attribute(stream, stmAttrType, value, get_attribute);
}
