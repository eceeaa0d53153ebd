/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/stream_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call_stack.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "base/thread.h"
#include "base/trace.h"
#include "runtime/stream/exception.h"
#include "runtime/stream/frames.h"
#include "runtime/stream/streams.h"
#include "runtime/watch/races.h"

/* At most this many failures are kept; a further one replaces the newest. */
#define MAX_FAILURES 64

/* A worker ends after so long without work, because a program whose own threads have all ended ends
 * only when those of the library have. */
#define IDLE_MILLISECONDS 500

static _Thread_local bool left_tasks; /* in sync mode: this thread has left tasks on some stream for
                                       * later */

void stream_queue_open(struct stream *stream)
{
    pthread_mutex_init(&stream->lock, NULL);
    condition_open(&stream->work.condition);
    condition_open(&stream->done);
    stream->tail = &stream->head;
}

static void keep_failure(struct stream *stream, const struct task *task,
                         const struct task_failure *failure)
{
    log_line(LOG_STREAM, "stream %d: %s failed: %s", stream->child.id, task->name, failure->text);
    struct stream_failure *last = NULL;
    struct finding_notes notes;
    int kept = 0;
    finding_note(task->name, "queued it", task->queued_in);
    finding_take_notes(&notes);
    pthread_mutex_lock(&stream->lock);
    struct stream_failure **end = &stream->failures;
    for (; *end != NULL; end = &(*end)->next, kept++)
        last = *end;
    struct stream_failure *added = kept < MAX_FAILURES ? calloc(1, sizeof *added) : NULL;
    if (added == NULL && stream->spare != NULL) {
        added = stream->spare;
        added->next = NULL;
        stream->spare = NULL;
    }
    if (added != NULL)
        *end = added;
    else
        added = last;
    added->sequence = task->sequence;
    added->what = *failure;
    added->notes = notes;
    pthread_mutex_unlock(&stream->lock);
}

/* Every task that is neither queued nor running is complete, also one that was dropped. */
static void mark_completed(struct stream *stream)
{
    stream->completed = stream->head != NULL ? stream->head->sequence - 1 : stream->submitted;
    pthread_cond_broadcast(&stream->done);
}

/* Marks every stream of the context as broken, so that none begins another task. */
static void break_context(aclrtContext context)
{
    struct stream *stream;
    int32_t below = INT32_MAX;
    while ((stream = streams_pick(context, -1, below)) != NULL) {
        below = stream->child.id;
        atomic_store(&stream->broken, true);
        stream_release(stream);
    }
}

/* In stop mode a task after a failure is not run; that is a failure of its own. */
static void run_or_drop(struct task *task, struct stream *stream, struct task_failure *failure)
{
    if (atomic_load(&stream->broken)) {
        failure->status = ACL_ERROR_RT_STREAM_ABORT;
        snprintf(failure->text, sizeof failure->text,
                 "%s was dropped: work before it failed, and the context stops on a failure "
                 "(aclrtSetStreamFailureMode)",
                 task->name);
        return;
    }
    task->run(task, stream, failure);
    if (failure->status == ACL_SUCCESS)
        return;
    exception_announce(stream, task, failure->status);
    if (!atomic_load(&stream->stop_on_failure))
        return;
    /* The stream may itself be ending, and then it is not among the context's open streams. */
    atomic_store(&stream->broken, true);
    break_context(stream->child.context);
}

/* ---- The trace ------------------------------------------------------------------------------- */

/* Notes a task that has run on the stream, or a node of a graph that the stream runs. */
static void trace_ran(const struct task *task, const struct stream *stream, int32_t graph,
                      int32_t captured_on, int64_t began, aclError status)
{
    struct trace_work work;
    memset(&work, 0, offsetof(struct trace_work, operands));
    if (task->trace != NULL)
        task->trace(task, &work);
    trace_task(
        &(struct trace_task){
            .name = task->name,
            .number = captured_on < 0 ? task->traced : 0,
            .sequence = task->sequence,
            .queued = task->queued_at,
            .began = began,
            .ended = monotonic_nanoseconds(),
            .queued_by = task->thread,
            .device = stream->child.device,
            .stream = stream->child.id,
            .graph = graph,
            .captured_on = captured_on,
            .status = status,
        },
        &work);
}

void stream_run_node(struct task *task, struct stream *stream, int32_t graph, int32_t captured_on,
                     struct task_failure *failure)
{
    int64_t began = trace_is_on() ? monotonic_nanoseconds() : 0;
    task->run(task, stream, failure);
    if (began != 0)
        trace_ran(task, stream, graph, captured_on, began, failure->status);
}

/* ---- Running tasks --------------------------------------------------------------------------- */

/* A task that this thread is running. */
struct running_task {
    int64_t began; /* for the trace; 0: it is off */
    struct task *task;
    struct stream *stream;
    struct stream_frame frame;
    struct task_failure failure;
};

/* Ends the task. The lock is held when this returns. */
static void end_running(struct running_task *running)
{
    struct stream *stream = running->stream;
    stream_leave(&running->frame);
    if (running->began != 0 && running->task->traced != 0)
        trace_ran(running->task, stream, -1, -1, running->began, running->failure.status);
    if (running->failure.status != ACL_SUCCESS)
        keep_failure(stream, running->task, &running->failure);
    /* The task is destroyed before anyone learns that it is complete, so that what it held is free
     * then. */
    running->task->destroy(running->task);
    pthread_mutex_lock(&stream->lock);
    stream->running = false;
    mark_completed(stream);
}

/* A callback has ended the thread (pthread_exit). Its task counts as complete. */
static void end_left(void *argument)
{
    struct running_task *running = argument;
    end_running(running);
    pthread_mutex_unlock(&running->stream->lock);
}

/* Runs the oldest task. The caller holds the lock, which is released while the task runs. */
static void run_oldest(struct stream *stream)
{
    struct running_task running;
    running.task = stream->head;
    running.stream = stream;
    running.failure.status = ACL_SUCCESS;
    running.failure.text[0] = '\0';
    running.began = trace_is_on() ? monotonic_nanoseconds() : 0;
    stream->head = running.task->next;
    if (stream->head == NULL) {
        stream->tail = &stream->head;
        ai_cores_wake_never(&stream->work);
    }
    stream->running = true;
    pthread_mutex_unlock(&stream->lock);
    stream_enter(&running.frame, stream, running.task->sequence);
    finding_forget_notes();
    pthread_cleanup_push(end_left, &running);
    run_or_drop(running.task, stream, &running.failure);
    pthread_cleanup_pop(false);
    end_running(&running);
}

static void wake_worker(struct stream *stream);

static bool is_asked(const struct stream *stream)
{
    return stream->head != NULL && stream->head->sequence <= stream->asked;
}

/* A callback has ended the worker, so another one is started. */
static void end_worker(void *argument)
{
    struct stream *stream = argument;
    pthread_mutex_lock(&stream->lock);
    /* When the stream stops, the thread that closed it joins the worker, and there is no work
     * left. */
    if (!stream->stop) {
        stream->worker_started = false;
        pthread_detach(pthread_self());
        if (is_asked(stream))
            wake_worker(stream);
    }
    pthread_mutex_unlock(&stream->lock);
    stream_unpin(stream);
}

/* Called by the worker before it sleeps; while it looks for work it need not be woken. Returns
 * false when it should sleep at once, because it may use the CPU that a helper of a launch waits
 * for. The caller holds the lock. */
static bool look_for_more(struct stream *stream)
{
    int64_t calls = atomic_load(&stream->work.calls);
    stream->worker_idle = true;
    pthread_mutex_unlock(&stream->lock);
    bool is_launched = ai_cores_look(&stream->work, calls);
    pthread_mutex_lock(&stream->lock);
    stream->worker_idle = false;
    return !is_launched;
}

/* The caller holds the lock, which is released while tasks run. */
static void work_until_idle(struct stream *stream)
{
    struct timespec storage;
    bool in_time = true;
    uint64_t looked = 0; /* the newest task when the worker last looked for more */
    for (;;) {
        bool asked = is_asked(stream);
        if (asked && !stream->running) {
            run_oldest(stream);
        } else if (asked) {
            /* Another thread is running the task before this one. It signals when that is done. */
            pthread_cond_wait(&stream->done, &stream->lock);
        } else if (stream->stop) {
            break;
        } else if (!in_time) {
            /* Nobody joins this worker. The next task, or a thread that asks for it, starts
             * another. */
            stream->worker_started = false;
            pthread_detach(stream->worker);
            break;
        } else if (looked != stream->submitted && environment()->stream_mode == STREAM_ASYNC) {
            looked = stream->submitted;
            if (!look_for_more(stream))
                looked = stream->submitted;
            continue;
        } else {
            stream->worker_idle = true;
            in_time = condition_wait(&stream->work.condition, &stream->lock,
                                     deadline_in(IDLE_MILLISECONDS, &storage));
            stream->worker_idle = false;
            continue;
        }
        in_time = true;
    }
}

/* The worker's thread, which has a pin on the stream. A callback may have learned which thread it
 * is. */
static void *work(void *argument)
{
    struct stream *stream = argument;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cleanup_push(end_worker, stream);
    pthread_mutex_lock(&stream->lock);
    work_until_idle(stream);
    pthread_mutex_unlock(&stream->lock);
    pthread_cleanup_pop(false);
    stream_unpin(stream);
    return NULL;
}

static void wake_worker(struct stream *stream)
{
    if (!stream->worker_started) {
        handle_retain(stream->child.handle);
        stream->worker_started = thread_start(&stream->worker, "aclnn-stream", work, stream);
        if (!stream->worker_started)
            handle_release(stream->child.handle);
    } else if (stream->worker_idle) {
        sleeper_wake(&stream->work);
    }
}

/* Has the worker begin within about 10 us. A thread that submits work and waits for it at once runs
 * it before that, and no time goes into waking the worker. */
static void wake_worker_soon(struct stream *stream)
{
    if (!stream->worker_started || (stream->worker_idle && !ai_cores_wake_later(&stream->work)))
        wake_worker(stream);
}

/* Has the worker run tasks up to sequence, in any mode. False when no worker can be started. */
static bool start_worker(struct stream *stream, uint64_t sequence)
{
    if (stream->asked < sequence)
        stream->asked = sequence;
    wake_worker(stream);
    return stream->worker_started;
}

/* Asks the worker in modes in which workers do the work. The caller holds the lock. */
static bool ask_worker(struct stream *stream, uint64_t sequence)
{
    return !stream->stop && environment()->stream_mode != STREAM_SYNC &&
           start_worker(stream, sequence);
}

static void run_all(struct stream *stream, bool here)
{
    pthread_mutex_lock(&stream->lock);
    uint64_t newest = stream->submitted;
    bool started = !here && !stream->stop && start_worker(stream, newest);
    pthread_mutex_unlock(&stream->lock);
    if (!started)
        stream_complete(stream, newest);
}

/* Runs what a thread has left on one stream, and gives the stream's pin back. */
static void run_left_on(struct stream *stream, uint64_t thread, bool here)
{
    pthread_cleanup_push(stream_unpin, stream);
    if (atomic_compare_exchange_strong(&stream->left_by, &thread, 0))
        run_all(stream, here);
    pthread_cleanup_pop(true);
}

/* Runs what a thread (pthread_self) has left on any stream in sync mode: on this thread, or, when
 * that thread ends, on workers. */
static void run_left(uint64_t thread, bool here)
{
    struct stream *stream;
    int32_t below = INT32_MAX;
    while ((stream = streams_pick(NULL, -1, below)) != NULL) {
        below = stream->child.id;
        run_left_on(stream, thread, here);
    }
}

/* The work that a call waits for. The task may use memory of the call. */
struct own_work {
    struct stream *stream;
    uint64_t place;
};

/* The thread is ending. It ends after that work; other tasks that it would have run are handed to
 * workers. */
static void finish_own_work(void *argument)
{
    const struct own_work *work = argument;
    struct stream *stream = work->stream;
    pthread_mutex_lock(&stream->lock);
    while (stream->completed < work->place) {
        if (!stream->running && stream->head != NULL &&
            (stream->stop || !start_worker(stream, work->place)))
            run_oldest(stream);
        else
            pthread_cond_wait(&stream->done, &stream->lock);
    }
    pthread_mutex_unlock(&stream->lock);
    if (left_tasks)
        run_left((uint64_t)pthread_self(), false);
}

/* Runs a task within the call that submits it. Inside another task it leaves those that wait for
 * that one, and they run when it is over. */
static void run_submitted(struct stream *stream, uint64_t sequence)
{
    struct own_work work = {stream, 0};
    struct wait wait;
    if (waits_begin(&wait, stream_frames(), stream, sequence, WAIT_RUNNING)) {
        work.place = sequence;
    } else {
        atomic_store(&stream->left_by, (uint64_t)pthread_self());
        left_tasks = true;
    }
    pthread_cleanup_push(stream_end_wait, &wait);
    pthread_cleanup_push(finish_own_work, &work);
    stream_complete(stream, work.place);
    while (left_tasks && stream_frames() == NULL) {
        left_tasks = false;
        run_left((uint64_t)pthread_self(), true);
    }
    pthread_cleanup_pop(false);
    pthread_cleanup_pop(true);
}

bool stream_set_sink(struct stream *stream, struct task_sink *before, struct task_sink *sink)
{
    pthread_mutex_lock(&stream->lock);
    bool set = stream->sink == before && (sink == NULL || !stream->stop);
    if (set)
        stream->sink = sink;
    pthread_mutex_unlock(&stream->lock);
    return set;
}

bool stream_is_captured(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    bool captured = stream->sink != NULL && stream->sink->captures;
    pthread_mutex_unlock(&stream->lock);
    return captured;
}

aclError stream_refuse_captured(struct stream *stream, const char *what)
{
    if (!stream_is_captured(stream))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_STREAM_CAPTURED,
                  "stream %d %s while its work goes into a graph; end the capture "
                  "(aclmdlRICaptureEnd), or unbind the stream (aclmdlRIUnbindStream), first",
                  stream->child.id, what);
}

bool stream_is_held(struct stream *stream, uint64_t sequence)
{
    pthread_mutex_lock(&stream->lock);
    bool held = stream->held > stream->completed && stream->held <= sequence;
    pthread_mutex_unlock(&stream->lock);
    return held;
}

bool stream_gives_up(const struct stream *stream, const struct task *task)
{
    return atomic_load(&stream->dropped) >= task->sequence ||
           (task->given_up != NULL && atomic_load(task->given_up));
}

/* The stream's sink takes the task, if there is one. The caller holds the lock. */
static bool is_taken(struct stream *stream, struct task *task)
{
    return stream->sink != NULL && stream->sink->take(stream->sink, task);
}

/* In sync mode, behind a task that waits for another call, the worker runs the tasks. The caller
 * holds the lock. */
static bool leave_held(struct stream *stream, const struct task *task)
{
    if (task->is_held)
        stream->held = task->sequence;
    return environment()->stream_mode == STREAM_SYNC && stream->held > stream->completed &&
           !stream->stop && start_worker(stream, task->sequence);
}

/* The number of the task that this thread queued last on a stream that the program made. */
static _Thread_local uint64_t last_task;

aclError aclrtGetThreadLastTaskIdImpl(uint32_t *taskId)
{
    if (taskId == NULL)
        return REPORT_NULL("taskId");
    *taskId = last_task != 0 ? (uint32_t)last_task : UINT32_MAX;
    return ACL_SUCCESS;
}

void task_note_caller(struct task *task)
{
    task->next = NULL;
    if (task->queued_in == NULL)
        task->queued_in = call_stack_here();
    task->thread = thread_number();
}

uint64_t stream_submit(struct stream *stream, struct task *task)
{
    enum stream_mode mode = environment()->stream_mode;
    task_note_caller(task);
    pthread_mutex_lock(&stream->lock);
    if (is_taken(stream, task)) {
        pthread_mutex_unlock(&stream->lock);
        return 0;
    }
    if (task->note != NULL && order_is_kept()) {
        uint64_t next = stream->submitted + 1;
        pthread_mutex_unlock(&stream->lock);
        task->note(task, stream, next);
        pthread_mutex_lock(&stream->lock);
    }
    uint64_t sequence = ++stream->submitted;
    task->sequence = sequence;
    if (!stream->is_default)
        last_task = sequence;
    if (trace_is_on()) {
        task->traced = trace_number();
        task->queued_at = monotonic_nanoseconds();
        trace_link(task->traced);
    }
    if (task->draw != NULL)
        task->drawn = task->draw(task);
    log_line(LOG_STREAM, "stream %d: %s is task %llu", stream->child.id, task->name,
             (unsigned long long)sequence);
    if (task->wait != NULL)
        waits_add(task->wait, stream, sequence);
    *stream->tail = task;
    stream->tail = &task->next;
    /* A thread that found the stream before another one closed it runs the task itself. */
    bool here = (mode == STREAM_SYNC && !leave_held(stream, task)) || stream->stop;
    if (mode == STREAM_ASYNC && !here) {
        stream->asked = sequence;
        wake_worker_soon(stream);
    } else if (mode == STREAM_LAZY && task->is_urgent && !here) {
        (void)start_worker(stream, sequence);
    }
    pthread_mutex_unlock(&stream->lock);
    if (here) {
        pthread_cleanup_push(stream_unpin, stream);
        run_submitted(stream, sequence);
        pthread_cleanup_pop(false);
    }
    return sequence;
}

void stream_begin_races(struct races *races, struct task *task, struct stream *stream,
                        uint64_t sequence)
{
    if (task->queued_in == NULL)
        task->queued_in = call_stack_here();
    races_begin_task(races, task->name, task->queued_in, &stream->order, sequence);
}

uint64_t stream_newest(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    uint64_t newest = stream->submitted;
    pthread_mutex_unlock(&stream->lock);
    return newest;
}

bool stream_is_complete(struct stream *stream, uint64_t sequence)
{
    pthread_mutex_lock(&stream->lock);
    bool complete = stream->completed >= sequence;
    pthread_mutex_unlock(&stream->lock);
    return complete;
}

void stream_order_wait(struct stream *stream, struct stream *awaited, uint64_t sequence)
{
    if (order_is_kept())
        order_wait(&stream->order, stream_newest(stream) + 1, &awaited->order, sequence);
}

void stream_order_wait_for_all(struct stream *stream)
{
    struct stream *other;
    int32_t below = INT32_MAX;
    while (order_is_kept() && (other = streams_pick(NULL, -1, below)) != NULL) {
        below = other->child.id;
        if (other != stream)
            stream_order_wait(stream, other, stream_newest(other));
        stream_release(other);
    }
}

static bool run_awaited(struct stream *stream, const struct wait *wait);

/* Runs the oldest task if this thread can finish it without waiting for another thread; false when
 * it did not run it. The caller holds the lock, which is released while the task runs. */
static bool run_ready(struct stream *stream)
{
    const struct task *oldest = stream->running ? NULL : stream->head;
    if (oldest == NULL)
        return false;
    if (oldest->lasts) {
        uint64_t sequence = oldest->sequence;
        if (!run_awaited(stream, oldest->wait) || stream->running || stream->head == NULL ||
            stream->head->sequence != sequence)
            return false;
    }
    run_oldest(stream);
    return true;
}

/* Runs a task together with all that it waits for; true when all of that is done. */
static bool run_awaited(struct stream *stream, const struct wait *wait)
{
    bool done = false;
    if (wait == NULL || wait->awaited == NULL || wait->timed)
        return false;
    struct stream *awaited = wait->awaited;
    uint64_t place = wait->place;
    handle_retain(awaited->child.handle);
    pthread_mutex_unlock(&stream->lock);
    pthread_cleanup_push(stream_unpin, awaited);
    pthread_mutex_lock(&awaited->lock);
    while (awaited->completed < place && run_ready(awaited))
        continue;
    done = awaited->completed >= place;
    pthread_mutex_unlock(&awaited->lock);
    pthread_cleanup_pop(true);
    pthread_mutex_lock(&stream->lock);
    return done;
}

/* Whether the library itself waits for a place, or a call of the program that synchronizes. */
enum waiter { WAITER_LIBRARY, WAITER_CALL };

/* Waits for a place. The caller holds the lock. This thread runs no task beyond the place, because
 * one behind it may wait for the task that this thread is running. */
static enum stream_wait await_place(struct stream *stream, uint64_t sequence,
                                    const struct timespec *deadline, enum waiter waiter)
{
    bool calls = waiter == WAITER_CALL;
    bool in_time = true;
    while (in_time && stream->completed < sequence) {
        bool ran = calls && deadline == NULL && run_ready(stream);
        bool left = !ran && !stream->running && stream->head != NULL &&
                    stream->head->sequence <= sequence && !ask_worker(stream, sequence);
        /* In sync mode the work may be what this thread itself has left for later. */
        bool own = atomic_load(&stream->left_by) == (uint64_t)pthread_self();
        if (left && (own || deadline == NULL)) {
            run_oldest(stream);
            ran = true;
        } else if (left && !stream->stop && environment()->stream_mode != STREAM_SYNC) {
            return STREAM_NO_WORKER;
        }
        if (ran && calls)
            cancellation_point(&stream->lock);
        else if (!ran && stream->completed < sequence)
            in_time = calls ? condition_wait_cancellable(&stream->done, &stream->lock, deadline)
                            : condition_wait(&stream->done, &stream->lock, deadline);
    }
    return stream->completed >= sequence ? STREAM_DONE : STREAM_LATE;
}

static enum stream_wait lock_and_await(struct stream *stream, uint64_t sequence,
                                       const struct timespec *deadline, enum waiter waiter)
{
    pthread_mutex_lock(&stream->lock);
    enum stream_wait end = await_place(stream, sequence, deadline, waiter);
    pthread_mutex_unlock(&stream->lock);
    return end;
}

void stream_complete(struct stream *stream, uint64_t sequence)
{
    (void)lock_and_await(stream, sequence, NULL, WAITER_LIBRARY);
}

enum stream_wait stream_complete_until(struct stream *stream, uint64_t sequence,
                                       const struct timespec *deadline)
{
    return lock_and_await(stream, sequence, deadline, WAITER_LIBRARY);
}

aclError stream_await_begin(struct wait *wait, struct stream *stream, uint64_t sequence,
                            enum wait_kind kind)
{
    if (waits_begin(wait, stream_frames(), stream, sequence, kind))
        return ACL_SUCCESS;
    if (stream_inside_task())
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "called from a callback that the work of stream %d waits for: the call would "
                      "wait for itself",
                      stream->child.id);
    return report(
        ACL_ERROR_RT_PARAM_INVALID,
        "the work of stream %d waits for a callback that this thread has to process: call "
        "aclrtProcessReport before, or on another thread",
        stream->child.id);
}

void stream_await_begun(struct stream *stream, uint64_t sequence)
{
    (void)lock_and_await(stream, sequence, NULL, WAITER_CALL);
}

void stream_wait(struct stream *stream)
{
    struct own_work work = {stream, stream_newest(stream)};
    pthread_cleanup_push(stream_unpin, stream);
    pthread_cleanup_push(finish_own_work, &work);
    stream_await_begun(stream, work.place);
    pthread_cleanup_pop(false);
    pthread_cleanup_pop(false);
}

static aclError report_no_worker(const struct stream *stream)
{
    return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                  "no thread can be started for the work of stream %d; a call that waits without a "
                  "timeout does it itself, as every call does with ACLNN_STREAM=sync",
                  stream->child.id);
}

aclError stream_await(struct stream *stream, uint64_t sequence, const struct timespec *deadline,
                      bool *in_time)
{
    struct wait wait;
    enum stream_wait end = STREAM_DONE;
    aclError status = stream_await_begin(&wait, stream, sequence,
                                         deadline != NULL ? WAIT_TIMED : WAIT_ENDLESS);
    if (status != ACL_SUCCESS)
        return status;
    pthread_cleanup_push(stream_end_wait, &wait);
    end = lock_and_await(stream, sequence, deadline, WAITER_CALL);
    pthread_cleanup_pop(true);
    *in_time = end != STREAM_LATE;
    if (end == STREAM_DONE)
        order_done(&stream->order, sequence);
    return end == STREAM_NO_WORKER ? report_no_worker(stream) : ACL_SUCCESS;
}

aclError stream_ask(struct stream *stream, uint64_t sequence)
{
    bool asked = true;
    pthread_mutex_lock(&stream->lock);
    if (stream->head != NULL && stream->completed < sequence && !stream->stop &&
        environment()->stream_mode != STREAM_SYNC)
        asked = ask_worker(stream, sequence) || stream->running;
    pthread_mutex_unlock(&stream->lock);
    return asked ? ACL_SUCCESS : report_no_worker(stream);
}

aclError stream_ask_all(int32_t device)
{
    struct stream *stream;
    int32_t below = INT32_MAX;
    aclError status = ACL_SUCCESS;
    while (status == ACL_SUCCESS && (stream = streams_pick(NULL, device, below)) != NULL) {
        below = stream->child.id;
        status = stream_ask(stream, stream_newest(stream));
        stream_release(stream);
    }
    return status;
}

void stream_ask_for_others(void)
{
    if (environment()->stream_mode == STREAM_LAZY)
        (void)stream_ask_all(-1);
}

void stream_end_wait(void *wait)
{
    waits_end(wait);
}

aclError stream_take_failure(struct stream *stream, uint64_t sequence)
{
    struct task_failure first;
    first.status = ACL_SUCCESS;
    pthread_mutex_lock(&stream->lock);
    struct stream_failure *taken = stream->failures;
    struct stream_failure **end = &taken;
    while (*end != NULL && (*end)->sequence <= sequence)
        end = &(*end)->next;
    stream->failures = *end;
    *end = NULL;
    if (taken != NULL) {
        first = taken->what;
        finding_give_notes(&taken->notes);
    }
    /* keep_failure relies on this: there is always either a spare failure or one that is kept. */
    if (taken != NULL && stream->spare == NULL) {
        stream->spare = taken;
        taken = taken->next;
    }
    pthread_mutex_unlock(&stream->lock);
    stream_drop_failures(taken);
    if (first.status == ACL_SUCCESS)
        return ACL_SUCCESS;
    return report(first.status, "%s", first.text);
}

void stream_drop_failures(struct stream_failure *failures)
{
    while (failures != NULL) {
        struct stream_failure *next = failures->next;
        free(failures);
        failures = next;
    }
}

uint64_t stream_queue_drop(struct stream *stream, struct task **dropped)
{
    pthread_mutex_lock(&stream->lock);
    *dropped = stream->head;
    uint64_t newest = stream->submitted;
    atomic_store(&stream->dropped, newest);
    stream->head = NULL;
    stream->tail = &stream->head;
    /* A task that is running continues. It updates `completed` when it ends. */
    if (!stream->running)
        mark_completed(stream);
    pthread_mutex_unlock(&stream->lock);
    return newest;
}

uint64_t stream_queue_stop(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    uint64_t oldest = stream->head != NULL ? stream->head->sequence : stream->submitted + 1;
    uint64_t running = stream->running ? oldest - 1 : 0;
    if (running > atomic_load(&stream->dropped))
        atomic_store(&stream->dropped, running);
    pthread_mutex_unlock(&stream->lock);
    return running;
}

void stream_queue_destroy(struct task *dropped)
{
    while (dropped != NULL) {
        struct task *task = dropped;
        dropped = task->next;
        task->destroy(task);
    }
}

void stream_queue_close(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    while (stream->completed < stream->submitted)
        (void)await_place(stream, stream->submitted, NULL, WAITER_LIBRARY);
    stream->stop = true;
    sleeper_wake(&stream->work);
    bool started = stream->worker_started;
    struct task_sink *sink = stream->sink;
    stream->sink = NULL;
    pthread_mutex_unlock(&stream->lock);
    if (sink != NULL && sink->ended != NULL)
        sink->ended(sink);
    if (started)
        pthread_join(stream->worker, NULL);
    ai_cores_wake_never(&stream->work);
}
