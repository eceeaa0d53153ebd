/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/event.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/share/export.h"
#include "runtime/stream/context.h"
#include "runtime/stream/graph.h"
#include "runtime/stream/stream_queue.h"
#include "runtime/stream/streams.h"
#include "runtime/watch/left_handles.h"
#include "runtime/watch/races.h"

#define EVENT_FLAGS                                                             \
    (ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE | \
     ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC)

/* The number of events from which aclrtGetEventAvailNum subtracts those that exist. */
#define MAX_EVENTS 65536

/* One call of aclrtRecordEvent: the place in a stream's work that the event stands for. */
struct record {
    _Atomic unsigned references;
    struct stream *stream;
    uint64_t sequence;
    _Atomic uint64_t time_ns; /* 0 until the stream has reached the place */
    uint64_t shared;          /* its number among those of all processes; 0: no other can see it */
    uint64_t mark;            /* the mark in races.h */
};

struct event {
    struct child child;
    uint32_t flags;
    bool repeatable; /* aclrtCreateEventExWithFlag made it */
    _Atomic int pending_waits;
    pthread_mutex_t lock;
    struct record *latest;       /* NULL: it was never recorded, or was reset since */
    struct record *waited;       /* the newest record that a stream waits for or has waited for */
    struct graph_point captured; /* where it was recorded on a captured stream; its branch is NULL
                                  * when it was not */
    bool is_set;                 /* of ACL_EVENT_EXTERNAL: it was recorded, and not reset since */
    pthread_cond_t changed;      /* signalled when is_set becomes true */
    struct export_page *page;    /* what processes share of it; NULL: nothing */
    bool is_opened;              /* another process has made it */
};

static struct children events = CHILDREN(HANDLE_EVENT);

static void drop_record(struct record *record)
{
    if (record != NULL && atomic_fetch_sub(&record->references, 1) == 1) {
        stream_release(record->stream);
        free(record);
    }
}

/* Takes a share of `latest` or `waited`, whichever is given. */
static struct record *share_record(struct event *event, struct record *const *place)
{
    pthread_mutex_lock(&event->lock);
    struct record *record = *place;
    if (record != NULL)
        atomic_fetch_add(&record->references, 1);
    pthread_mutex_unlock(&event->lock);
    return record;
}

static struct record *latest_record(struct event *event)
{
    return share_record(event, &event->latest);
}

static void drop_point(const struct graph_point *point)
{
    if (point->branch != NULL)
        graph_release(point->branch->graph);
}

static void free_event(void *object)
{
    struct event *event = object;
    drop_record(event->latest);
    drop_record(event->waited);
    drop_point(&event->captured);
    if (event->page != NULL && event->is_opened)
        export_close(event->page);
    else if (event->page != NULL)
        export_end(event->page);
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->lock);
    free(event);
}

static bool end_event(struct event *event, const char *by)
{
    if (!handle_close(event->child.handle, HANDLE_EVENT, by))
        return false;
    children_remove(&events, &event->child);
    return true;
}

/* Makes an event of a context that the caller has pinned. The page is of an event that another
 * process has made, or NULL; it becomes the event's when this succeeds. */
static aclError create_in(const struct context *context, uint32_t flags, bool repeatable,
                          struct export_page *page, aclrtEvent *out)
{
    struct event *event = calloc(1, sizeof *event);
    if (event != NULL) {
        event->child.context = context->handle;
        event->flags = flags;
        event->repeatable = repeatable;
        pthread_mutex_init(&event->lock, NULL);
        condition_open(&event->changed);
        event->child.handle = handle_create(HANDLE_EVENT, event, free_event);
    }
    if (event == NULL || event->child.handle == NULL) {
        free(event);
        return report(ACL_ERROR_RT_NO_EVENT_RESOURCE, "no host memory for an event");
    }
    /* The event is pinned here: another thread that ends the context or resets the device ends it
     * too. */
    void *handle = event->child.handle;
    handle_retain(handle);
    children_add(&events, &event->child);
    aclError status = ACL_SUCCESS;
    /* The context may have begun to end before the event was added; then nobody else ends it. */
    if (handle_kind_of(context->handle) != HANDLE_CONTEXT) {
        end_event(event, entry_name());
        status = report(ACL_ERROR_RT_CONTEXT_NULL, "the current context is ending");
    } else {
        event->page = page;
        event->is_opened = page != NULL;
        *out = handle;
    }
    handle_release(handle);
    return status;
}

static aclError create(aclrtEvent *out, uint32_t flags, bool repeatable)
{
    if (out == NULL)
        return REPORT_NULL("event");
    if ((flags & ~(uint32_t)EVENT_FLAGS) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is 0x%x; only the bits of ACL_EVENT_* (0x%x) are allowed", flags,
                      EVENT_FLAGS);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = create_in(context, flags, repeatable, NULL, out);
    context_release(context);
    return status;
}

void event_destroy_all(const struct context *context, struct left_handles *left)
{
    struct event *event;
    while ((event = (struct event *)children_pick(&events, context->handle, -1, INT32_MAX)) !=
           NULL) {
        left_handles_tell(left, event->child.handle);
        end_event(event, entry_name());
        handle_release(event->child.handle);
    }
}

static aclError acquire(aclrtEvent handle, const char *argument, struct event **out)
{
    if (handle == NULL)
        return REPORT_NULL(argument);
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    *out = handle_acquire(handle, HANDLE_EVENT);
    if (*out == NULL) {
        char what[96];
        return report(ACL_ERROR_RT_INVALID_HANDLE, "%s is %p, %s; a live aclrtEvent is required",
                      argument, handle, handle_describe(handle, what, sizeof what));
    }
    return ACL_SUCCESS;
}

static void release(struct event *event)
{
    handle_release(event->child.handle);
}

aclError aclrtCreateEventImpl(aclrtEvent *event)
{
    return create(event, ACL_EVENT_TIME_LINE, false);
}

aclError aclrtCreateEventWithFlagImpl(aclrtEvent *event, uint32_t flag)
{
    return create(event, flag, false);
}

aclError aclrtCreateEventExWithFlagImpl(aclrtEvent *event, uint32_t flag)
{
    return create(event, flag, true);
}

aclError aclrtDestroyEventImpl(aclrtEvent event)
{
    struct event *object = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    if (!end_event(object, "aclrtDestroyEvent"))
        status = report(ACL_ERROR_RT_INVALID_HANDLE,
                        "event %p is being destroyed by another thread", event);
    release(object);
    return status;
}

/* A task about an event: it records, waits for or resets it. */
struct event_task {
    struct task task;
    struct event *event; /* pinned */
    struct record *record;
    uint64_t shared; /* of a record or a wait that other processes take part in: the number of the
                      * record; else 0 */
    bool waits;
    int32_t timeout_ms;
    struct wait wait; /* for a task that waits */
};

/* Who waits for the record goes on. */
static void complete_shared(const struct event_task *task)
{
    struct export_signal *signal = &task->event->page->signal;
    uint64_t completed = atomic_load(&signal->completed);
    while (completed < task->shared &&
           !atomic_compare_exchange_weak(&signal->completed, &completed, task->shared))
        continue;
    export_changed(signal);
}

static void destroy_task(struct task *task)
{
    struct event_task *self = (struct event_task *)task;
    /* A record that was dropped counts as reached, as in this process. */
    if (self->shared != 0 && !self->waits)
        complete_shared(self);
    if (self->waits)
        atomic_fetch_sub(&self->event->pending_waits, 1);
    waits_end(&self->wait);
    drop_record(self->record);
    release(self->event);
    free(self);
}

/* A wait tells what it waited for. */
static void trace_event(const struct task *task, struct trace_work *work)
{
    const struct event_task *self = (const struct event_task *)task;
    work->kind = TRACE_EVENT;
    if (task->wait == NULL)
        return;
    work->awaited_at = (int64_t)atomic_load(&self->record->time_ns);
    work->awaited_stream = self->record->stream->child.id;
}

/* Makes a task that pins the event and takes over the caller's share of the record. */
static struct event_task *new_task(struct event *event, struct record *record)
{
    struct event_task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        drop_record(record);
        report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
        return NULL;
    }
    handle_retain(event->child.handle);
    task->task.name = entry_name();
    task->task.destroy = destroy_task;
    task->task.trace = trace_event;
    task->event = event;
    task->record = record;
    task->timeout_ms = -1;
    return task;
}

/* ---- In graphs ------------------------------------------------------------------------------- */

static bool is_external(const struct event *event)
{
    return (event->flags & ACL_EVENT_EXTERNAL) != 0;
}

/* Stores where the event stands in a capture; the point's pin becomes the event's. */
static void set_point(struct event *event, struct graph_point point)
{
    pthread_mutex_lock(&event->lock);
    struct graph_point before = event->captured;
    event->captured = point;
    pthread_mutex_unlock(&event->lock);
    drop_point(&before);
}

/* Where the event stands in a capture that has not ended, its graph pinned; else the branch is
 * NULL. */
static struct graph_point share_point(struct event *event)
{
    pthread_mutex_lock(&event->lock);
    struct graph_point point = event->captured;
    if (point.branch != NULL)
        graph_retain(point.branch->graph);
    pthread_mutex_unlock(&event->lock);
    if (point.branch != NULL && !graph_is_capturing(point.branch->graph)) {
        drop_point(&point);
        point.branch = NULL;
    }
    return point;
}

/* Returns 0; reports and returns 107028 while the event is part of a capture. */
static aclError refuse_captured(struct event *event, const char *argument)
{
    struct graph_point point = share_point(event);
    if (point.branch == NULL)
        return ACL_SUCCESS;
    drop_point(&point);
    return report(ACL_ERROR_RT_EVENT_CAPTURED,
                  "%s was recorded on a stream that is captured into a graph, so its record is not "
                  "reached before the graph runs; ask when the capture has ended",
                  argument);
}

static aclError report_old_event(const struct event *event)
{
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "event %p is none that can be captured: make it with aclrtCreateEventExWithFlag "
                  "and ACL_EVENT_SYNC, or with ACL_EVENT_EXTERNAL",
                  event->child.handle);
}

/* Replays have nothing to do for it: the nodes run in a sequence that respects it. */
static void run_nothing(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)task;
    (void)stream;
    (void)failure;
}

static void get_params(const struct task *task, aclmdlRITaskParams *params)
{
    const struct event *event = ((const struct event_task *)task)->event;
    switch (task->type) {
    case ACL_MODEL_RI_TASK_EVENT_RECORD:
        params->eventRecordTaskParams.event = event->child.handle;
        params->eventRecordTaskParams.eventFlag = event->flags;
        break;
    case ACL_MODEL_RI_TASK_EVENT_WAIT:
        params->eventWaitTaskParams.event = event->child.handle;
        params->eventWaitTaskParams.eventFlag = event->flags;
        break;
    default:
        params->eventResetTaskParams.event = event->child.handle;
        params->eventResetTaskParams.eventFlag = event->flags;
        break;
    }
}

static const struct task_params event_params = {get_params, NULL};

/* Adds a node about the event to the graph of a captured stream. */
static aclError submit_node(struct event *event, struct stream *stream, aclmdlRITaskType type)
{
    struct event_task *task = new_task(event, NULL);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    task->task.run = run_nothing;
    task->task.type = type;
    task->task.params = &event_params;
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

/* The event is recorded on a captured stream. Takes over the caller's pin of the graph. */
static aclError record_captured(struct event *event, struct stream *stream, struct branch *branch)
{
    aclError status = ACL_SUCCESS;
    if (!event->repeatable)
        status = report_old_event(event);
    /* As the vendor does: events that no stream can wait for are left out. */
    bool is_kept = status == ACL_SUCCESS && (event->flags & ACL_EVENT_SYNC) != 0;
    if (is_kept)
        status = submit_node(event, stream, ACL_MODEL_RI_TASK_EVENT_RECORD);
    if (is_kept && status == ACL_SUCCESS)
        set_point(event, graph_point_here(branch));
    else
        graph_release(branch->graph);
    return status;
}

static aclError report_conflict(struct graph_point *point, struct branch *branch)
{
    graph_spoil(point->branch->graph);
    graph_spoil(branch->graph);
    return report(ACL_ERROR_STREAM_CAPTURE_CONFLICT,
                  "the event was recorded in the capture that began on another stream; streams of "
                  "two captures cannot wait for each other, and both captures are void");
}

/* A stream waits for an event of a capture, and joins it with that. */
static aclError wait_captured(struct event *event, struct stream *stream, struct graph_point *point)
{
    if (stream->is_default)
        return report(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                      "the default stream would wait for an event of a capture; only streams of "
                      "aclrtCreateStream can be captured");
    aclError status = ACL_SUCCESS;
    struct branch *branch = graph_branch_of(stream);
    if (branch == NULL) {
        status = graph_join(point->branch->graph, stream, BRANCH_JOINED);
        branch = status == ACL_SUCCESS ? graph_branch_of(stream) : NULL;
    } else if (branch->graph != point->branch->graph) {
        status = report_conflict(point, branch);
    }
    if (status == ACL_SUCCESS)
        status = submit_node(event, stream, ACL_MODEL_RI_TASK_EVENT_WAIT);
    if (status == ACL_SUCCESS)
        graph_wait_for(point, branch);
    if (branch != NULL)
        graph_release(branch->graph);
    return status;
}

/* A captured stream waits for an event of work that is not captured. */
static aclError check_wait_outside(struct event *event)
{
    if (!event->repeatable)
        return report_old_event(event);
    struct record *mark = latest_record(event);
    if (mark == NULL)
        return ACL_SUCCESS;
    drop_record(mark);
    return report(
        ACL_ERROR_RT_CAPTURE_DEPENDENCY,
        "event %p was recorded before the capture, or on a stream that is not captured; a "
        "graph waits only for what it consists of, or for an event of ACL_EVENT_EXTERNAL",
        event->child.handle);
}

/* ---- Events that graphs and other work set and wait for -------------------------------------- */

static void run_set(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct event *event = ((struct event_task *)task)->event;
    (void)stream;
    (void)failure;
    pthread_mutex_lock(&event->lock);
    event->is_set = true;
    pthread_cond_broadcast(&event->changed);
    pthread_mutex_unlock(&event->lock);
}

static void run_clear(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct event *event = ((struct event_task *)task)->event;
    (void)stream;
    (void)failure;
    pthread_mutex_lock(&event->lock);
    event->is_set = false;
    pthread_mutex_unlock(&event->lock);
}

/* A wait looks this often whether it has to give up. */
#define LOOK_MILLISECONDS 10

static void run_wait_set(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct event_task *self = (struct event_task *)task;
    struct event *event = self->event;
    struct timespec end;
    struct timespec next;
    const struct timespec *deadline = deadline_in(self->timeout_ms, &end);
    bool is_set = false;
    while (!is_set && !stream_gives_up(stream, task) &&
           !(deadline != NULL && deadline_passed(deadline))) {
        stream_ask_for_others();
        pthread_mutex_lock(&event->lock);
        if (!event->is_set)
            (void)condition_wait(&event->changed, &event->lock,
                                 deadline_in(LOOK_MILLISECONDS, &next));
        is_set = event->is_set;
        pthread_mutex_unlock(&event->lock);
    }
    if (is_set || stream_gives_up(stream, task))
        return;
    failure->status = ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
    snprintf(failure->text, sizeof failure->text,
             "stream %d waited in vain for an event of ACL_EVENT_EXTERNAL (timeout %d ms)",
             stream->child.id, self->timeout_ms);
}

/* Whether a wait that is queued now ends by itself. */
static bool is_set_now(struct event *event)
{
    pthread_mutex_lock(&event->lock);
    bool is_set = event->is_set;
    pthread_mutex_unlock(&event->lock);
    return is_set;
}

static aclError submit_external(struct event *event, struct stream *stream, aclmdlRITaskType type,
                                int32_t timeout_ms)
{
    struct event_task *task = new_task(event, NULL);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    bool waits = type == ACL_MODEL_RI_TASK_EVENT_WAIT;
    task->task.run = waits                                   ? run_wait_set
                     : type == ACL_MODEL_RI_TASK_EVENT_RESET ? run_clear
                                                             : run_set;
    task->task.type = type;
    task->task.params = &event_params;
    task->task.lasts = waits;
    task->task.is_held = waits && (!is_set_now(event) || stream_is_captured(stream));
    task->timeout_ms = timeout_ms;
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

/* ---- Other processes ------------------------------------------------------------------------- */

/* Whether other processes may see the event, here or where it was made. */
static bool may_be_shared(const struct event *event)
{
    return (event->flags & ACL_EVENT_IPC) != 0 && event->repeatable;
}

/* Gives an event that may be shared its page, if it has none. The event's lock is held. */
static aclError need_page(struct event *event)
{
    if (event->page != NULL)
        return ACL_SUCCESS;
    aclError status = export_begin(EXPORT_EVENT, 0, true, &event->page);
    if (status == ACL_SUCCESS)
        export_publish(event->page);
    return status;
}

/* Begins a record that other processes can see; 0: they cannot. */
static aclError begin_shared(struct event *event, uint64_t *number)
{
    *number = 0;
    if (!may_be_shared(event))
        return ACL_SUCCESS;
    pthread_mutex_lock(&event->lock);
    aclError status = need_page(event);
    if (event->page != NULL) {
        struct export_signal *signal = &event->page->signal;
        atomic_store(&signal->recorder_born, export_born((int32_t)getpid()));
        atomic_store(&signal->recorder, (int32_t)getpid());
        *number = atomic_fetch_add(&signal->recorded, 1) + 1;
    }
    pthread_mutex_unlock(&event->lock);
    return status;
}

/* The number of the newest record when another process has made it; 0: this one has, or there is
 * none. */
static uint64_t foreign_record(struct event *event)
{
    if (!may_be_shared(event))
        return 0;
    pthread_mutex_lock(&event->lock);
    uint64_t newest = event->page != NULL ? atomic_load(&event->page->signal.recorded) : 0;
    bool is_own = event->latest != NULL && event->latest->shared == newest;
    pthread_mutex_unlock(&event->lock);
    return is_own ? 0 : newest;
}

static bool is_reached(const struct event *event, uint64_t number)
{
    return atomic_load(&event->page->signal.completed) >= number;
}

static bool has_recorder(const struct event *event)
{
    const struct export_signal *signal = &event->page->signal;
    return export_born(atomic_load(&signal->recorder)) == atomic_load(&signal->recorder_born);
}

/* Waits until a record is reached, up to a deadline, or until `task` (NULL: none) has to give up.
 * Returns 0, 507047 or, when the process that has recorded is gone, 507022. */
static aclError await_shared(struct event *event, uint64_t number, const struct timespec *deadline,
                             const struct stream *stream, const struct task *task)
{
    struct export_signal *signal = &event->page->signal;
    for (;;) {
        uint32_t changes = atomic_load(&signal->changes);
        if (is_reached(event, number) || (task != NULL && stream_gives_up(stream, task)))
            return ACL_SUCCESS;
        if (deadline != NULL && deadline_passed(deadline))
            return ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
        if (!has_recorder(event) && !is_reached(event, number))
            return ACL_ERROR_RT_IPC_ERROR;
        stream_ask_for_others();
        export_await_change(signal, changes);
    }
}

static int recorder_of(const struct event *event)
{
    return (int)atomic_load(&event->page->signal.recorder);
}

static void run_wait_shared(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct event_task *self = (const struct event_task *)task;
    struct timespec storage;
    aclError status = await_shared(self->event, self->shared,
                                   deadline_in(self->timeout_ms, &storage), stream, task);
    if (status == ACL_ERROR_RT_EVENT_SYNC_TIMEOUT) {
        failure->status = ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
        snprintf(failure->text, sizeof failure->text,
                 "stream %d waited for an event of process %d in vain (timeout %d ms)",
                 stream->child.id, recorder_of(self->event), self->timeout_ms);
    } else if (status == ACL_ERROR_RT_IPC_ERROR) {
        failure->status = ACL_ERROR_RT_IPC_ERROR;
        snprintf(failure->text, sizeof failure->text,
                 "stream %d waited for an event of process %d, which has ended before it reached "
                 "the event",
                 stream->child.id, recorder_of(self->event));
    }
}

static aclError submit_wait_shared(struct event *event, struct stream *stream, uint64_t number,
                                   int32_t timeout_ms)
{
    struct event_task *task = new_task(event, NULL);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    task->task.run = run_wait_shared;
    task->task.lasts = true;
    task->task.is_held = true;
    task->shared = number;
    task->waits = true;
    task->timeout_ms = timeout_ms;
    atomic_fetch_add(&event->pending_waits, 1);
    stream_order_wait_for_all(stream);
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

static aclError synchronize_shared(struct event *event, uint64_t number, int32_t timeout_ms)
{
    struct timespec storage;
    aclError status = await_shared(event, number, deadline_in(timeout_ms, &storage), NULL, NULL);
    if (status == ACL_ERROR_RT_EVENT_SYNC_TIMEOUT)
        return report(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "the event was not reached within %d ms",
                      timeout_ms);
    if (status == ACL_ERROR_RT_IPC_ERROR)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "the event was recorded by process %d, which has ended before it reached the "
                      "event",
                      recorder_of(event));
    return ACL_SUCCESS;
}

aclError aclrtIpcGetEventHandleImpl(aclrtEvent event, aclrtIpcEventHandle *handle)
{
    struct event *object;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    if (handle == NULL) {
        status = REPORT_NULL("handle");
    } else if (!may_be_shared(object) || object->is_opened) {
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "event %p is none that other processes can see: make it here with "
                        "aclrtCreateEventExWithFlag and ACL_EVENT_IPC",
                        event);
    } else {
        pthread_mutex_lock(&object->lock);
        status = need_page(object);
        pthread_mutex_unlock(&object->lock);
    }
    if (status == ACL_SUCCESS) {
        memset(handle, 0, sizeof *handle);
        export_key(object->page, handle->reserved);
    }
    release(object);
    return status;
}

static aclError open_event(const struct export_name *name, aclrtEvent *event)
{
    struct export_page *page;
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = export_open(name, EXPORT_EVENT, "handle", &page);
    if (status == ACL_SUCCESS) {
        status = create_in(context, ACL_EVENT_IPC, true, page, event);
        if (status != ACL_SUCCESS)
            export_close(page);
    }
    context_release(context);
    return status;
}

aclError aclrtIpcOpenEventHandleImpl(aclrtIpcEventHandle handle, aclrtEvent *event)
{
    struct export_name name;
    if (event == NULL)
        return REPORT_NULL("event");
    if (!export_read_key(handle.reserved, EXPORT_EVENT, &name))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "handle is \"%.64s\"; one that aclrtIpcGetEventHandle wrote is required",
                      handle.reserved);
    return open_event(&name, event);
}

/* ---- Records --------------------------------------------------------------------------------- */

static void run_record(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct event_task *self = (const struct event_task *)task;
    (void)stream;
    (void)failure;
    atomic_store(&self->record->time_ns, (uint64_t)monotonic_nanoseconds());
    if (self->shared != 0)
        complete_shared(self);
}

static aclError record(struct event *event, struct stream *stream)
{
    if (is_external(event))
        return submit_external(event, stream, ACL_MODEL_RI_TASK_EVENT_RECORD, -1);
    struct branch *branch = graph_branch_of(stream);
    if (branch != NULL)
        return record_captured(event, stream, branch);
    struct record *mark = calloc(1, sizeof *mark);
    if (mark == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a record");
    mark->references = 2;
    mark->stream = stream;
    handle_retain(stream->child.handle);
    struct event_task *task = new_task(event, mark);
    if (task == NULL) {
        drop_record(mark);
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    }
    aclError status = begin_shared(event, &task->shared);
    if (status != ACL_SUCCESS) {
        destroy_task(&task->task);
        drop_record(mark);
        return status;
    }
    mark->shared = task->shared;
    task->task.is_urgent = task->shared != 0;
    task->task.run = run_record;
    mark->sequence = stream_submit(stream, &task->task);
    pthread_mutex_lock(&event->lock);
    struct record *before = event->latest;
    event->latest = mark;
    mark->mark = races_mark(&stream->order, mark->sequence, event->child.handle, event->child.id);
    pthread_mutex_unlock(&event->lock);
    drop_record(before);
    set_point(event, (struct graph_point){NULL, 0});
    return ACL_SUCCESS;
}

aclError aclrtRecordEventImpl(aclrtEvent event, aclrtStream stream)
{
    struct event *object = NULL;
    struct stream *queue = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_acquire(stream, &queue);
    if (status == ACL_SUCCESS) {
        status = record(object, queue);
        stream_release(queue);
    }
    release(object);
    return status;
}

static void run_reset(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct event_task *self = (struct event_task *)task;
    (void)stream;
    (void)failure;
    pthread_mutex_lock(&self->event->lock);
    /* The event may have been recorded again after this reset was called; that record stays. */
    bool same = self->event->latest == self->record;
    if (same)
        self->event->latest = NULL;
    pthread_mutex_unlock(&self->event->lock);
    if (same)
        drop_record(self->record);
}

static aclError refuse_repeatable(const struct event *event)
{
    if (!event->repeatable)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "event %p was made by aclrtCreateEventExWithFlag, which this call does not "
                  "serve; record such an event again, and ask with aclrtQueryEventStatus",
                  event->child.handle);
}

static aclError reset(struct event *event, struct stream *stream)
{
    if (is_external(event))
        return submit_external(event, stream, ACL_MODEL_RI_TASK_EVENT_RESET, -1);
    if (stream_is_captured(stream))
        return report_old_event(event);
    struct record *mark = latest_record(event);
    if (mark == NULL)
        return ACL_SUCCESS;
    struct event_task *task = new_task(event, mark);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    task->task.run = run_reset;
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

aclError aclrtResetEventImpl(aclrtEvent event, aclrtStream stream)
{
    struct event *object = NULL;
    struct stream *queue = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    status = refuse_repeatable(object);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &queue);
    if (status == ACL_SUCCESS) {
        status = reset(object, queue);
        stream_release(queue);
    }
    release(object);
    return status;
}

static void run_wait(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct event_task *self = (struct event_task *)task;
    const struct record *mark = self->record;
    struct timespec storage;
    const struct timespec *deadline = deadline_in(self->timeout_ms, &storage);
    enum stream_wait end = stream_complete_until(mark->stream, mark->sequence, deadline);
    if (end == STREAM_LATE) {
        failure->status = ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
        snprintf(failure->text, sizeof failure->text,
                 "stream %d waited for an event of stream %d in vain (timeout %d ms)",
                 stream->child.id, mark->stream->child.id, self->timeout_ms);
    } else if (end == STREAM_NO_WORKER) {
        failure->status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
        snprintf(failure->text, sizeof failure->text,
                 "stream %d did not wait for an event of stream %d (timeout %d ms): no thread can "
                 "be started for the work before it",
                 stream->child.id, mark->stream->child.id, self->timeout_ms);
    }
}

static void set_waited(struct event *event, struct record *record)
{
    atomic_fetch_add(&record->references, 1);
    pthread_mutex_lock(&event->lock);
    struct record *before = event->waited;
    event->waited = record;
    pthread_mutex_unlock(&event->lock);
    drop_record(before);
}

static aclError submit_wait(struct event *event, struct stream *stream, int32_t timeout_ms)
{
    if (is_external(event))
        return submit_external(event, stream, ACL_MODEL_RI_TASK_EVENT_WAIT, timeout_ms);
    struct graph_point point = share_point(event);
    if (point.branch != NULL) {
        aclError status = wait_captured(event, stream, &point);
        drop_point(&point);
        return status;
    }
    if (stream_is_captured(stream))
        return check_wait_outside(event);
    uint64_t foreign = foreign_record(event);
    if (foreign != 0)
        return submit_wait_shared(event, stream, foreign, timeout_ms);
    struct record *mark = latest_record(event);
    if (mark == NULL && event->repeatable)
        return ACL_SUCCESS;
    if (mark == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "event %p has not been recorded (or was reset since); call "
                      "aclrtRecordEvent first",
                      event->child.handle);
    struct event_task *task = new_task(event, mark);
    if (task == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    task->task.run = run_wait;
    task->task.lasts = true;
    task->task.wait = &task->wait;
    task->waits = true;
    task->task.is_held = stream_is_held(mark->stream, mark->sequence);
    task->timeout_ms = timeout_ms;
    task->wait.awaited = mark->stream;
    task->wait.place = mark->sequence;
    task->wait.timed = timeout_ms >= 0;
    atomic_fetch_add(&event->pending_waits, 1);
    races_mark_waited(mark->mark, &stream->order);
    stream_order_wait(stream, mark->stream, mark->sequence);
    if (timeout_ms < 0)
        streams_tell_wait(stream, mark->stream, mark->sequence);
    set_waited(event, mark);
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

static aclError stream_wait_event(aclrtStream stream, aclrtEvent event, int32_t timeout_ms)
{
    struct event *object = NULL;
    struct stream *queue = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_acquire(stream, &queue);
    if (status == ACL_SUCCESS) {
        status = submit_wait(object, queue, timeout_ms);
        stream_release(queue);
    }
    release(object);
    return status;
}

aclError aclrtStreamWaitEventImpl(aclrtStream stream, aclrtEvent event)
{
    return stream_wait_event(stream, event, -1);
}

aclError aclrtStreamWaitEventWithTimeoutImpl(aclrtStream stream, aclrtEvent event, int32_t timeout)
{
    if (timeout < -1 || timeout == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %d; -1 (for ever) or a positive number of milliseconds is "
                      "required",
                      timeout);
    return stream_wait_event(stream, event, timeout);
}

/* Checks a flag that is 0 or, for graphs, 1. */
static aclError check_external(uint32_t flag)
{
    if (flag > 1)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is 0x%x; ACL_EVENT_RECORD_DEFAULT or ACL_EVENT_WAIT_DEFAULT (0) is "
                      "required",
                      flag);
    if (flag == 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "flag is 1, external, which is not implemented by this library; make the "
                      "event with ACL_EVENT_EXTERNAL, and graphs wait for other work by it");
    return ACL_SUCCESS;
}

aclError aclrtRecordEventWithFlagImpl(aclrtEvent event, aclrtStream stream, uint32_t flag)
{
    aclError status = check_external(flag);
    return status == ACL_SUCCESS ? aclrtRecordEventImpl(event, stream) : status;
}

aclError aclrtStreamWaitEventWithFlagImpl(aclrtStream stream, aclrtEvent event, uint32_t timeout,
                                          uint32_t flag)
{
    aclError status = check_external(flag);
    uint32_t seconds = timeout < INT32_MAX / 1000 ? timeout : INT32_MAX / 1000;
    if (status != ACL_SUCCESS)
        return status;
    return stream_wait_event(stream, event, seconds == 0 ? -1 : (int32_t)seconds * 1000);
}

/* Notes for races that the host has seen the record reached. */
static void host_waited(const struct record *mark)
{
    order_done(&mark->stream->order, mark->sequence);
    races_mark_waited(mark->mark, NULL);
}

/* Whether the newest record is complete. Without a record the answer is when_none. */
static aclError query(struct event *event, bool when_none, bool *complete)
{
    uint64_t foreign = foreign_record(event);
    *complete = foreign != 0 && is_reached(event, foreign);
    if (foreign != 0)
        return ACL_SUCCESS;
    struct record *mark = latest_record(event);
    *complete = when_none;
    if (mark == NULL)
        return ACL_SUCCESS;
    aclError status = stream_ask(mark->stream, mark->sequence);
    *complete = stream_is_complete(mark->stream, mark->sequence);
    if (status == ACL_SUCCESS && *complete)
        host_waited(mark);
    drop_record(mark);
    return status;
}

aclError aclrtQueryEventImpl(aclrtEvent event, aclrtEventStatus *status)
{
    if (status == NULL)
        return REPORT_NULL("status");
    struct event *object = NULL;
    bool complete = false;
    aclError result = acquire(event, "event", &object);
    if (result != ACL_SUCCESS)
        return result;
    result = refuse_repeatable(object);
    if (result == ACL_SUCCESS)
        result = refuse_captured(object, "event");
    if (result == ACL_SUCCESS)
        result = query(object, false, &complete);
    if (result == ACL_SUCCESS)
        *status = complete ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    release(object);
    return result;
}

aclError aclrtQueryEventStatusImpl(aclrtEvent event, aclrtEventRecordedStatus *status)
{
    if (status == NULL)
        return REPORT_NULL("status");
    struct event *object = NULL;
    bool complete = false;
    aclError result = acquire(event, "event", &object);
    if (result != ACL_SUCCESS)
        return result;
    result = refuse_captured(object, "event");
    if (result == ACL_SUCCESS)
        result = query(object, object->repeatable, &complete);
    if (result == ACL_SUCCESS)
        *status = complete ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                           : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    release(object);
    return result;
}

aclError aclrtQueryEventWaitStatusImpl(aclrtEvent event, aclrtEventWaitStatus *status)
{
    if (status == NULL)
        return REPORT_NULL("status");
    struct event *object = NULL;
    aclError result = acquire(event, "event", &object);
    if (result != ACL_SUCCESS)
        return result;
    result = refuse_captured(object, "event");
    struct record *waited = share_record(object, &object->waited);
    /* The event does not know the streams that wait for it, so all are asked. */
    if (result == ACL_SUCCESS && atomic_load(&object->pending_waits) > 0)
        result = stream_ask_all(-1);
    if (result == ACL_SUCCESS)
        *status = atomic_load(&object->pending_waits) == 0 ? ACL_EVENT_WAIT_STATUS_COMPLETE
                                                           : ACL_EVENT_WAIT_STATUS_NOT_READY;
    if (result == ACL_SUCCESS && *status == ACL_EVENT_WAIT_STATUS_COMPLETE && waited != NULL)
        host_waited(waited);
    drop_record(waited);
    release(object);
    return result;
}

aclError aclrtSynchronizeEventImpl(aclrtEvent event)
{
    return aclrtSynchronizeEventWithTimeoutImpl(event, -1);
}

static aclError synchronize(const struct record *mark, int32_t timeout_ms)
{
    struct timespec storage;
    bool in_time = true;
    aclError status = stream_await(mark->stream, mark->sequence, deadline_in(timeout_ms, &storage),
                                   &in_time);
    if (status != ACL_SUCCESS)
        return status;
    if (!in_time)
        return report(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "the event was not reached within %d ms",
                      timeout_ms);
    races_mark_waited(mark->mark, NULL);
    streams_tell_synchronized();
    return stream_take_failure(mark->stream, mark->sequence);
}

static void drop_awaited(void *record)
{
    drop_record(record);
}

aclError aclrtSynchronizeEventWithTimeoutImpl(aclrtEvent event, int32_t timeout)
{
    /* The vendor checks the timeout before the handle. */
    if (timeout < -1)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %d; -1 (for ever) or a number of milliseconds is required",
                      timeout);
    struct event *object = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    if (timeout == 0)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "timeout is 0; -1 (for ever) or a positive number of milliseconds is "
                        "required");
    if (status == ACL_SUCCESS)
        status = refuse_captured(object, "event");
    uint64_t foreign = status == ACL_SUCCESS ? foreign_record(object) : 0;
    if (foreign != 0)
        status = synchronize_shared(object, foreign, timeout);
    struct record *mark = status == ACL_SUCCESS && foreign == 0 ? latest_record(object) : NULL;
    release(object);
    if (mark == NULL)
        return status;
    pthread_cleanup_push(drop_awaited, mark);
    status = synchronize(mark, timeout);
    pthread_cleanup_pop(true);
    return status;
}

/* The time at which the stream reached the record, in nanoseconds. */
static aclError timestamp(struct event *event, const char *argument, uint64_t *time_ns)
{
    aclError status = refuse_captured(event, argument);
    if (status != ACL_SUCCESS)
        return status;
    struct record *mark = latest_record(event);
    *time_ns = mark != NULL && (event->flags & ACL_EVENT_TIME_LINE) != 0
                   ? atomic_load(&mark->time_ns)
                   : 0;
    if (*time_ns != 0)
        host_waited(mark);
    drop_record(mark);
    if (*time_ns != 0)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                  "%s has no time: it must be made with ACL_EVENT_TIME_LINE (or "
                  "aclrtCreateEvent), recorded, and reached by its stream",
                  argument);
}

aclError aclrtEventElapsedTimeImpl(float *ms, aclrtEvent startEvent, aclrtEvent endEvent)
{
    struct event *start = NULL;
    struct event *end = NULL;
    if (ms == NULL)
        return REPORT_NULL("ms");
    aclError status = acquire(startEvent, "startEvent", &start);
    if (status != ACL_SUCCESS)
        return status;
    status = acquire(endEvent, "endEvent", &end);
    if (status == ACL_SUCCESS) {
        uint64_t from = 0;
        uint64_t to = 0;
        status = timestamp(start, "startEvent", &from);
        if (status == ACL_SUCCESS)
            status = timestamp(end, "endEvent", &to);
        if (status == ACL_SUCCESS)
            *ms = (float)(((double)to - (double)from) / 1e6);
        release(end);
    }
    release(start);
    return status;
}

aclError aclrtEventGetTimestampImpl(aclrtEvent event, uint64_t *timestampUs)
{
    if (timestampUs == NULL)
        return REPORT_NULL("timestamp");
    struct event *object = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    uint64_t time_ns = 0;
    status = timestamp(object, "event", &time_ns);
    if (status == ACL_SUCCESS)
        *timestampUs = time_ns / 1000;
    release(object);
    return status;
}

aclError aclrtGetEventIdImpl(aclrtEvent event, uint32_t *eventId)
{
    if (eventId == NULL)
        return REPORT_NULL("eventId");
    struct event *object = NULL;
    aclError status = acquire(event, "event", &object);
    if (status != ACL_SUCCESS)
        return status;
    *eventId = (uint32_t)object->child.id;
    release(object);
    return ACL_SUCCESS;
}

aclError aclrtGetEventAvailNumImpl(uint32_t *eventCount)
{
    if (eventCount == NULL)
        return REPORT_NULL("eventCount");
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    size_t live = handle_count(HANDLE_EVENT);
    *eventCount = live < MAX_EVENTS ? (uint32_t)(MAX_EVENTS - live) : 0;
    return ACL_SUCCESS;
}
