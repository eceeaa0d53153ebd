/* SPDX-License-Identifier: Apache-2.0 */
/* mspti: what is noted, as records in memory of the program. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/thread.h"
#include "base/trace.h"
#include "base/trace_writer.h"
#include "base/trace_ring.h"
#include "impl/mspti/mspti_activity.h"
#include "impl/mspti/mspti_callback.h"
#include "profile/texts.h"

#define DEEPEST 256

_Static_assert(MSPTI_EXTERNAL_CORRELATION_KIND_SIZE == TRACE_LINKS, "a kind has a place");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the kinds and functions */
static bool has_subscriber;
static _Atomic uint32_t kinds; /* a bit each */

/* What the writer's thread and flushes use, one at a time. */
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static msptiBuffersCallbackRequestFunc request;
static msptiBuffersCallbackCompleteFunc complete;
static uint8_t *memory;
static size_t size;
static size_t used;
static size_t room_count; /* records that may still come; SIZE_MAX: any */
static int64_t to_wall;   /* what is added to times of traces */

/* ---- Memory of the program ------------------------------------------------------------------- */

/* Functions of the program are called by threads that tell. The caller holds the memory's lock. */
static void hand_over(void)
{
    uint8_t *full = memory;
    memory = NULL;
    if (full == NULL)
        return;
    bool was_telling = trace_is_telling;
    trace_is_telling = true;
    complete(full, size, used);
    trace_is_telling = was_telling;
}

static bool borrow(void)
{
    size_t most = 0;
    used = size = 0;
    if (request == NULL)
        return false;
    request(&memory, &size, &most);
    room_count = most == 0 ? SIZE_MAX : most;
    return memory != NULL;
}

static void append(const void *activity, size_t bytes)
{
    pthread_mutex_lock(&memory_lock);
    if (memory != NULL && (size - used < bytes || room_count == 0))
        hand_over();
    if ((memory != NULL || borrow()) && size - used >= bytes) {
        memcpy(memory + used, activity, bytes);
        used += bytes;
        room_count--;
    }
    pthread_mutex_unlock(&memory_lock);
}

/* ---- Records --------------------------------------------------------------------------------- */

static bool is_wanted(msptiActivityKind kind)
{
    return (atomic_load(&kinds) >> kind & 1) != 0;
}

static uint64_t wall(int64_t time)
{
    return (uint64_t)(time + to_wall);
}

static msptiDeviceStream place_of(const struct trace_task *task)
{
    return (msptiDeviceStream){(uint32_t)task->device, (uint32_t)task->stream};
}

/* "Add" of "aclnnAdd": what runs, without the call's prefix. */
static const char *type_of(const char *name)
{
    return strncmp(name, "aclnn", 5) == 0 ? name + 5 : name;
}

static void tell_kernel(const struct trace_task *task)
{
    append(&(msptiActivityKernel){.kind = MSPTI_ACTIVITY_KIND_KERNEL,
                                  .start = wall(task->began),
                                  .end = wall(task->ended),
                                  .ds = place_of(task),
                                  .correlationId = task->number,
                                  .type = type_of(task->name),
                                  .name = task->name},
           sizeof(msptiActivityKernel));
}

static void tell_collective(const struct trace_task_record *record)
{
    const struct trace_task *task = &record->task;
    append(&(msptiActivityCommunication){.kind = MSPTI_ACTIVITY_KIND_COMMUNICATION,
                                         .dataType = MSPTI_ACTIVITY_COMMUNICATION_INT8,
                                         .count = record->read,
                                         .ds = place_of(task),
                                         .start = wall(task->began),
                                         .end = wall(task->ended),
                                         .algType = "",
                                         .name = task->name,
                                         .commName = "",
                                         .correlationId = task->number},
           sizeof(msptiActivityCommunication));
}

static void tell_copy(const struct trace_task_record *record)
{
    const struct trace_task *task = &record->task;
    append(&(msptiActivityMemcpy){.kind = MSPTI_ACTIVITY_KIND_MEMCPY,
                                  .copyKind = MSPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN,
                                  .bytes = record->written,
                                  .start = wall(task->began),
                                  .end = wall(task->ended),
                                  .deviceId = (uint32_t)task->device,
                                  .streamId = (uint32_t)task->stream,
                                  .correlationId = task->number,
                                  .isAsync = 1},
           sizeof(msptiActivityMemcpy));
}

static void tell_filling(const struct trace_task_record *record)
{
    const struct trace_task *task = &record->task;
    append(&(msptiActivityMemset){.kind = MSPTI_ACTIVITY_KIND_MEMSET,
                                  .bytes = record->written,
                                  .start = wall(task->began),
                                  .end = wall(task->ended),
                                  .deviceId = (uint32_t)task->device,
                                  .streamId = (uint32_t)task->stream,
                                  .correlationId = task->number,
                                  .isAsync = 1},
           sizeof(msptiActivityMemset));
}

static void tell_mark_on_stream(const struct trace_task_record *record)
{
    static const msptiActivityFlag flags[] = {
        [TRACE_WHOLE] = MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS_WITH_DEVICE,
        [TRACE_BEGIN] = MSPTI_ACTIVITY_FLAG_MARKER_START_WITH_DEVICE,
        [TRACE_END] = MSPTI_ACTIVITY_FLAG_MARKER_END_WITH_DEVICE,
    };
    append(&(msptiActivityMarker){.kind = MSPTI_ACTIVITY_KIND_MARKER,
                                  .flag = flags[record->edge],
                                  .sourceKind = MSPTI_ACTIVITY_SOURCE_KIND_DEVICE,
                                  .timestamp = wall(record->task.began),
                                  .id = record->number,
                                  .objectId = {.ds = place_of(&record->task)}},
           sizeof(msptiActivityMarker));
}

static void tell_task(const struct trace_task_record *record)
{
    bool fills = record->kind == TRACE_COPY && record->read == 0;
    if (record->kind == TRACE_LAUNCH && is_wanted(MSPTI_ACTIVITY_KIND_KERNEL))
        tell_kernel(&record->task);
    else if (record->kind == TRACE_COLLECTIVE && is_wanted(MSPTI_ACTIVITY_KIND_COMMUNICATION))
        tell_collective(record);
    else if (fills && is_wanted(MSPTI_ACTIVITY_KIND_MEMSET))
        tell_filling(record);
    else if (record->kind == TRACE_COPY && !fills && is_wanted(MSPTI_ACTIVITY_KIND_MEMCPY))
        tell_copy(record);
    else if (record->kind == TRACE_MARK && is_wanted(MSPTI_ACTIVITY_KIND_MARKER))
        tell_mark_on_stream(record);
}

static void tell_call(const struct trace_call_record *call, int32_t thread)
{
    static const msptiActivityKind both[] = {MSPTI_ACTIVITY_KIND_API, MSPTI_ACTIVITY_KIND_ACL_API};
    for (size_t i = 0; i < 2; i++)
        if (is_wanted(both[i]))
            append(&(msptiActivityApi){.kind = both[i],
                                       .start = wall(call->began),
                                       .end = wall(call->ended),
                                       .pt = {(uint32_t)getpid(), (uint32_t)thread},
                                       .correlationId = call->task,
                                       .name = call->name},
                   sizeof(msptiActivityApi));
}

static void tell_mark_edge(const struct trace_mark_record *mark, int32_t thread,
                           msptiActivityFlag flag, int64_t time, bool has_name)
{
    const char *text = mark->texts + mark->domain_length + 1;
    append(
        &(msptiActivityMarker){
            .kind = MSPTI_ACTIVITY_KIND_MARKER,
            .flag = flag,
            .sourceKind = MSPTI_ACTIVITY_SOURCE_KIND_HOST,
            .timestamp = wall(time),
            .id = mark->number,
            .objectId = {.pt = {(uint32_t)getpid(), (uint32_t)thread}},
            .name = has_name ? texts_find(texts_number(text, strlen(text))) : NULL,
            .domain = texts_find(texts_number(mark->texts, mark->domain_length))},
        sizeof(msptiActivityMarker));
}

static void tell_mark(const struct trace_mark_record *mark, int32_t thread)
{
    if (!is_wanted(MSPTI_ACTIVITY_KIND_MARKER))
        return;
    if (!mark->is_range) {
        tell_mark_edge(mark, thread, MSPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS, mark->began, true);
        return;
    }
    tell_mark_edge(mark, thread, MSPTI_ACTIVITY_FLAG_MARKER_START, mark->began, true);
    tell_mark_edge(mark, thread, MSPTI_ACTIVITY_FLAG_MARKER_END, mark->ended, false);
}

static void tell_link(const struct trace_link_record *link)
{
    append(
        &(msptiActivityExternalCorrelation){
            .kind = MSPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
            .externalKind = (msptiExternalCorrelationKind)link->kind,
            .externalId = link->id,
            .correlationId = link->task},
        sizeof(msptiActivityExternalCorrelation));
}

static void tell(struct trace_reader *reader, const struct trace_record *record,
                 struct trace_ring *ring)
{
    (void)reader;
    switch ((enum trace_record_kind)record->kind) {
    case RECORD_CALL: tell_call((const struct trace_call_record *)record, ring->thread); break;
    case RECORD_TASK: tell_task((const struct trace_task_record *)record); break;
    case RECORD_MARK: tell_mark((const struct trace_mark_record *)record, ring->thread); break;
    case RECORD_LINK: tell_link((const struct trace_link_record *)record); break;
    case RECORD_MEMORY:
    case RECORD_SKIP: break;
    }
}

static void do_nothing(struct trace_reader *reader)
{
    (void)reader;
}

static struct trace_reader reader = {.record = tell, .pause = do_nothing, .end = do_nothing};

/* ---- Subscribers ----------------------------------------------------------------------------- */

static struct msptiSubscriber_st *const subscriber_handle =
    (struct msptiSubscriber_st *)(void *)&has_subscriber;

msptiResult msptiSubscribeImpl(msptiSubscriberHandle *subscriber, msptiCallbackFunc callback,
                               void *userdata)
{
    (void)callback;
    (void)userdata;
    if (subscriber == NULL)
        return MSPTI_ERROR_INVALID_PARAMETER;
    pthread_mutex_lock(&lock);
    bool is_second = has_subscriber;
    has_subscriber = true;
    pthread_mutex_unlock(&lock);
    if (is_second)
        return MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    *subscriber = subscriber_handle;
    return MSPTI_SUCCESS;
}

msptiResult msptiUnsubscribeImpl(msptiSubscriberHandle subscriber)
{
    pthread_mutex_lock(&lock);
    bool is_good = has_subscriber && subscriber == subscriber_handle;
    if (is_good)
        has_subscriber = false;
    pthread_mutex_unlock(&lock);
    return is_good ? MSPTI_SUCCESS : MSPTI_ERROR_INVALID_PARAMETER;
}

msptiResult msptiActivityRegisterCallbacksImpl(msptiBuffersCallbackRequestFunc funcBufferRequested,
                                               msptiBuffersCallbackCompleteFunc funcBufferCompleted)
{
    if (funcBufferRequested == NULL || funcBufferCompleted == NULL)
        return MSPTI_ERROR_INVALID_PARAMETER;
    if (trace_is_telling)
        return MSPTI_ERROR_INNER;
    pthread_mutex_lock(&memory_lock);
    hand_over();
    request = funcBufferRequested;
    complete = funcBufferCompleted;
    pthread_mutex_unlock(&memory_lock);
    return MSPTI_SUCCESS;
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static bool is_kind(msptiActivityKind kind)
{
    return kind > MSPTI_ACTIVITY_KIND_INVALID && kind < MSPTI_ACTIVITY_KIND_COUNT;
}

static int64_t wall_clock_offset(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - monotonic_nanoseconds();
}

/* Notes begin with the first kind and end with the last. The caller holds the lock. */
static bool set_kinds(uint32_t wanted)
{
    uint32_t before = atomic_load(&kinds);
    bool is_good = true;
    if (before == 0 && wanted != 0) {
        to_wall = wall_clock_offset();
        is_good = trace_read(&reader);
    } else if (before != 0 && wanted == 0) {
        trace_read_no_more(&reader);
    }
    if (is_good)
        atomic_store(&kinds, wanted);
    trace_link_wanted((atomic_load(&kinds) >> MSPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION & 1) != 0);
    return is_good;
}

static msptiResult change(msptiActivityKind kind, bool is_enabled)
{
    if (!is_kind(kind))
        return MSPTI_ERROR_INVALID_PARAMETER;
    if (!entry_is_in_use() || trace_is_telling)
        return MSPTI_ERROR_INNER;
    pthread_mutex_lock(&lock);
    uint32_t before = atomic_load(&kinds);
    bool is_good = set_kinds(is_enabled ? before | 1u << kind : before & ~(1u << kind));
    pthread_mutex_unlock(&lock);
    return is_good ? MSPTI_SUCCESS : MSPTI_ERROR_INNER;
}

msptiResult msptiActivityEnableImpl(msptiActivityKind kind)
{
    return change(kind, true);
}

msptiResult msptiActivityDisableImpl(msptiActivityKind kind)
{
    return change(kind, false);
}

bool msptiActivityIsEnabledImpl(msptiActivityKind kind)
{
    return is_kind(kind) && is_wanted(kind);
}

/* ---- Reading --------------------------------------------------------------------------------- */

msptiResult msptiActivityFlushAllImpl(uint32_t flag)
{
    (void)flag;
    if (trace_is_telling)
        return MSPTI_ERROR_INNER;
    trace_flush();
    pthread_mutex_lock(&memory_lock);
    hand_over();
    pthread_mutex_unlock(&memory_lock);
    return MSPTI_SUCCESS;
}

static size_t size_of(msptiActivityKind kind)
{
    switch (kind) {
    case MSPTI_ACTIVITY_KIND_MARKER: return sizeof(msptiActivityMarker);
    case MSPTI_ACTIVITY_KIND_KERNEL: return sizeof(msptiActivityKernel);
    case MSPTI_ACTIVITY_KIND_API:
    case MSPTI_ACTIVITY_KIND_ACL_API: return sizeof(msptiActivityApi);
    case MSPTI_ACTIVITY_KIND_MEMSET: return sizeof(msptiActivityMemset);
    case MSPTI_ACTIVITY_KIND_MEMCPY: return sizeof(msptiActivityMemcpy);
    case MSPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: return sizeof(msptiActivityExternalCorrelation);
    case MSPTI_ACTIVITY_KIND_COMMUNICATION: return sizeof(msptiActivityCommunication);
    default: return 0;
    }
}

msptiResult msptiActivityGetNextRecordImpl(uint8_t *buffer, size_t validBufferSizeBytes,
                                           msptiActivity **record)
{
    if (buffer == NULL || record == NULL)
        return MSPTI_ERROR_INVALID_PARAMETER;
    size_t at = 0;
    if (*record != NULL) {
        uint8_t *previous = (uint8_t *)*record;
        bool is_inside = previous >= buffer && previous < buffer + validBufferSizeBytes;
        at = is_inside ? (size_t)(previous - buffer) + size_of((*record)->kind) : 0;
    }
    if (at + sizeof(msptiActivity) > validBufferSizeBytes) {
        *record = NULL;
        return MSPTI_ERROR_MAX_LIMIT_REACHED;
    }
    *record = (msptiActivity *)(void *)(buffer + at);
    return MSPTI_SUCCESS;
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* The regions that a thread is in; made when it enters the first, because memory of threads is
 * scarce. */
struct regions {
    uint64_t ids[TRACE_LINKS][DEEPEST];
    uint32_t depths[TRACE_LINKS];
};

static pthread_key_t key;
static bool has_key;
static _Thread_local struct regions *own;

static void make_key(void)
{
    has_key = pthread_key_create(&key, free) == 0;
}

/* NULL without memory. */
static struct regions *take_own(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    if (own == NULL && has_key) {
        struct regions *made = calloc(1, sizeof *made);
        if (made != NULL && pthread_setspecific(key, made) == 0)
            own = made;
        else
            free(made);
    }
    return own;
}

static bool is_external(msptiExternalCorrelationKind kind)
{
    return kind > MSPTI_EXTERNAL_CORRELATION_KIND_INVALID &&
           kind < MSPTI_EXTERNAL_CORRELATION_KIND_SIZE;
}

static void show_innermost(msptiExternalCorrelationKind kind)
{
    uint32_t depth = own->depths[kind];
    trace_link_of[kind] = depth > 0 ? own->ids[kind][depth - 1] : 0;
}

msptiResult msptiActivityPushExternalCorrelationIdImpl(msptiExternalCorrelationKind kind,
                                                       uint64_t id)
{
    if (!is_external(kind) || take_own() == NULL || own->depths[kind] == DEEPEST)
        return MSPTI_ERROR_INVALID_PARAMETER;
    own->ids[kind][own->depths[kind]++] = id;
    show_innermost(kind);
    return MSPTI_SUCCESS;
}

msptiResult msptiActivityPopExternalCorrelationIdImpl(msptiExternalCorrelationKind kind,
                                                      uint64_t *lastId)
{
    if (!is_external(kind))
        return MSPTI_ERROR_INVALID_PARAMETER;
    if (own == NULL || own->depths[kind] == 0)
        return MSPTI_ERROR_QUEUE_EMPTY;
    uint64_t left = own->ids[kind][--own->depths[kind]];
    if (lastId != NULL)
        *lastId = left;
    show_innermost(kind);
    return MSPTI_SUCCESS;
}
