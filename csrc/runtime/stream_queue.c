/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call_stack.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "runtime/options.h"

/* More failures than this are not kept apart: the newest takes the place of the one before. */
#define MAX_FAILURES 64

/*
 * A worker ends when there was nothing to do for so long: a program whose own threads have all
 * ended does not end before the library's have.
 */
#define IDLE_MILLISECONDS 500

static _Thread_local const struct stream_frame *frames;

void stream_enter(struct stream_frame *frame, const struct stream *stream, uint64_t sequence)
{
    frame->stream = stream;
    frame->sequence = sequence;
    frame->outer = frames;
    frames = frame;
}

void stream_leave(const struct stream_frame *frame)
{
    frames = frame->outer;
}

bool stream_runs_here(const struct stream *stream)
{
    return stream_waits_for_itself(stream, UINT64_MAX);
}

bool stream_waits_for_itself(const struct stream *stream, uint64_t sequence)
{
    for (const struct stream_frame *f = frames; f != NULL; f = f->outer)
        if (f->stream == stream && f->sequence <= sequence)
            return true;
    return false;
}

bool stream_inside_task(void)
{
    return frames != NULL;
}

void stream_queue_open(struct stream *stream)
{
    pthread_mutex_init(&stream->lock, NULL);
    condition_open(&stream->work);
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

/* Whatever is neither queued nor running is complete, dropped tasks included. */
static void mark_completed(struct stream *stream)
{
    stream->completed = stream->head != NULL ? stream->head->sequence - 1 : stream->submitted;
    pthread_cond_broadcast(&stream->done);
}

/* In stop mode nothing runs behind a failure; that it did not is a failure of its own. */
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
    options_announce_failure(stream, task->sequence, failure->status);
    if (!atomic_load(&stream->stop_on_failure))
        return;
    /* The stream itself may be ending, and then it is no longer among the context's open ones. */
    atomic_store(&stream->broken, true);
    stream_break_context(stream->child.context);
}

/* Runs the oldest task. The lock is held at entry and at return, not while the task runs. */
static void run_oldest(struct stream *stream)
{
    struct task *task = stream->head;
    stream->head = task->next;
    if (stream->head == NULL)
        stream->tail = &stream->head;
    stream->running = true;
    pthread_mutex_unlock(&stream->lock);

    struct task_failure failure;
    failure.status = ACL_SUCCESS;
    failure.text[0] = '\0';
    struct stream_frame frame;
    stream_enter(&frame, stream, task->sequence);
    finding_forget_notes();
    run_or_drop(task, stream, &failure);
    stream_leave(&frame);

    if (failure.status != ACL_SUCCESS)
        keep_failure(stream, task, &failure);
    /* Before anyone hears that the task is complete: what it holds is free then. */
    task->destroy(task);
    pthread_mutex_lock(&stream->lock);
    stream->running = false;
    mark_completed(stream);
}

/* The worker has a pin on the stream. */
static void *work(void *argument)
{
    struct stream *stream = argument;
    struct timespec storage;
    bool in_time = true;
    pthread_mutex_lock(&stream->lock);
    for (;;) {
        bool asked = stream->head != NULL && stream->head->sequence <= stream->asked;
        if (asked && !stream->running) {
            run_oldest(stream);
        } else if (asked) {
            /* Another thread runs the task before; it says when it is done. */
            pthread_cond_wait(&stream->done, &stream->lock);
        } else if (stream->stop) {
            break;
        } else if (!in_time || environment()->stream_mode == STREAM_LAZY) {
            /* Nobody joins it; the next task, or who asks for it, starts another one. */
            stream->worker_started = false;
            pthread_detach(stream->worker);
            break;
        } else {
            stream->worker_idle = true;
            in_time = condition_wait(&stream->work, &stream->lock,
                                     deadline_in(IDLE_MILLISECONDS, &storage));
            stream->worker_idle = false;
            continue;
        }
        in_time = true;
    }
    pthread_mutex_unlock(&stream->lock);
    handle_release(stream->child.handle);
    return NULL;
}

static void wake_worker(struct stream *stream)
{
    if (!stream->worker_started) {
        /* Without a thread the work still gets done, by the next synchronize or query. */
        handle_retain(stream->child.handle);
        stream->worker_started = thread_start(&stream->worker, "aclnn-stream", work, stream);
        if (!stream->worker_started)
            handle_release(stream->child.handle);
    } else if (stream->worker_idle) {
        pthread_cond_signal(&stream->work);
    }
}

void stream_wake(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    if (stream->head != NULL && !stream->stop && environment()->stream_mode != STREAM_SYNC) {
        stream->asked = stream->submitted;
        wake_worker(stream);
    }
    pthread_mutex_unlock(&stream->lock);
}

/* In sync mode nobody else runs what a task put on its own stream. */
static void run_what_tasks_queued(struct stream *stream)
{
    uint64_t newest = stream_newest(stream);
    while (!stream_is_complete(stream, newest)) {
        stream_complete(stream, newest);
        newest = stream_newest(stream);
    }
}

uint64_t stream_submit(struct stream *stream, struct task *task)
{
    enum stream_mode mode = environment()->stream_mode;
    task->next = NULL;
    task->queued_in = call_stack_here();
    pthread_mutex_lock(&stream->lock);
    bool ending = stream->stop;
    uint64_t sequence = ++stream->submitted;
    task->sequence = sequence;
    log_line(LOG_STREAM, "stream %d: %s is task %llu", stream->child.id, task->name,
             (unsigned long long)sequence);
    *stream->tail = task;
    stream->tail = &task->next;
    if (mode == STREAM_ASYNC && !ending) {
        stream->asked = sequence;
        wake_worker(stream);
    }
    pthread_mutex_unlock(&stream->lock);
    /*
     * A thread that had found the stream before another one began to end it does the work itself:
     * the worker may be gone. A task that queues more work on its own stream leaves it to the loop
     * that runs it.
     */
    if ((mode == STREAM_SYNC || ending) && !stream_runs_here(stream))
        stream_complete(stream, sequence);
    if (mode == STREAM_SYNC && !stream_inside_task())
        run_what_tasks_queued(stream);
    return sequence;
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

void stream_complete(struct stream *stream, uint64_t sequence)
{
    (void)stream_complete_until(stream, sequence, NULL);
}

bool stream_complete_until(struct stream *stream, uint64_t sequence,
                           const struct timespec *deadline)
{
    enum stream_mode mode = environment()->stream_mode;
    bool in_time = true;
    pthread_mutex_lock(&stream->lock);
    /* Not a task further: one behind the place may wait for what this thread is running. */
    while (in_time && stream->completed < sequence) {
        bool leave_to_worker = deadline != NULL && mode == STREAM_ASYNC && stream->worker_started &&
                               !stream->stop;
        if (stream->head == NULL || stream->running || leave_to_worker) {
            in_time = condition_wait(&stream->done, &stream->lock, deadline);
        } else {
            run_oldest(stream);
            in_time = deadline == NULL || !deadline_passed(deadline);
        }
    }
    bool complete = stream->completed >= sequence;
    pthread_mutex_unlock(&stream->lock);
    return complete;
}

void stream_ask(struct stream *stream, uint64_t sequence)
{
    if (environment()->stream_mode == STREAM_SYNC)
        return;
    pthread_mutex_lock(&stream->lock);
    if (stream->asked < sequence)
        stream->asked = sequence;
    while (stream->head != NULL && stream->completed < sequence && !stream->running &&
           !stream->worker_started)
        run_oldest(stream);
    pthread_mutex_unlock(&stream->lock);
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
    /* At no time there is neither a spare one nor one that is kept: keep_failure needs either. */
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

uint64_t stream_queue_drop(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    struct task *dropped = stream->head;
    uint64_t newest = stream->submitted;
    atomic_store(&stream->dropped, newest);
    stream->head = NULL;
    stream->tail = &stream->head;
    /* A task that is running goes on; it says what is complete when it ends. */
    if (!stream->running)
        mark_completed(stream);
    pthread_mutex_unlock(&stream->lock);
    callback_drop_untaken(stream);
    while (dropped != NULL) {
        struct task *task = dropped;
        dropped = task->next;
        task->destroy(task);
    }
    return newest;
}

void stream_queue_close(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->stop = true;
    pthread_cond_signal(&stream->work);
    bool started = stream->worker_started;
    pthread_mutex_unlock(&stream->lock);
    uint64_t newest;
    do {
        newest = stream_newest(stream);
        stream_complete(stream, newest);
    } while (newest != stream_newest(stream));
    if (started)
        pthread_join(stream->worker, NULL);
}
