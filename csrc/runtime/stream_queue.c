/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream_queue.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/environment.h"
#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "runtime/options.h"

/* The tasks that run on this thread, innermost first: a task may help another stream along. */
struct running {
    const struct stream *stream;
    const struct running *outer;
};

static _Thread_local const struct running *running_here;

bool stream_runs_here(const struct stream *stream)
{
    for (const struct running *r = running_here; r != NULL; r = r->outer)
        if (r->stream == stream)
            return true;
    return false;
}

bool stream_inside_task(void)
{
    return running_here != NULL;
}

void stream_queue_open(struct stream *stream)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->work, NULL);
    pthread_cond_init(&stream->done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    stream->tail = &stream->head;
}

static void keep_failure(struct stream *stream, const struct task *task,
                         const struct task_failure *failure)
{
    log_line(LOG_STREAM, "stream %d: %s failed: %s", stream->id, task->name, failure->text);
    if (stream->failed_status == ACL_SUCCESS) {
        stream->failed_status = failure->status;
        stream->failed_sequence = task->sequence;
        memcpy(stream->failed_text, failure->text, sizeof stream->failed_text);
    }
}

/* Whatever is neither queued nor running is complete, dropped tasks included. */
static void mark_completed(struct stream *stream)
{
    stream->completed = stream->head != NULL ? stream->head->sequence - 1 : stream->submitted;
    pthread_cond_broadcast(&stream->done);
}

/* Runs the oldest task. The lock is held at entry and at return, not while the task runs. */
static void run_oldest(struct stream *stream)
{
    struct task *task = stream->head;
    bool drop = atomic_load(&stream->broken);
    stream->head = task->next;
    if (stream->head == NULL)
        stream->tail = &stream->head;
    stream->running = true;
    pthread_mutex_unlock(&stream->lock);

    struct task_failure failure;
    failure.status = ACL_SUCCESS;
    failure.text[0] = '\0';
    struct running here = {stream, running_here};
    running_here = &here;
    if (!drop)
        task->run(task, stream, &failure);
    if (failure.status != ACL_SUCCESS) {
        options_announce_failure(task->sequence, stream->id, stream->device, failure.status);
        if (atomic_load(&stream->stop_on_failure))
            stream_break_context(stream->context);
    }
    running_here = here.outer;

    pthread_mutex_lock(&stream->lock);
    if (failure.status != ACL_SUCCESS)
        keep_failure(stream, task, &failure);
    stream->running = false;
    mark_completed(stream);
    pthread_mutex_unlock(&stream->lock);
    task->destroy(task);
    pthread_mutex_lock(&stream->lock);
}

static void *work(void *argument)
{
    struct stream *stream = argument;
    pthread_mutex_lock(&stream->lock);
    for (;;) {
        if (stream->head != NULL && !stream->running) {
            run_oldest(stream);
        } else if (stream->head == NULL && stream->stop) {
            break;
        } else if (stream->head != NULL) {
            /* Another thread runs the task before; it says when it is done. */
            pthread_cond_wait(&stream->done, &stream->lock);
        } else {
            stream->worker_idle = true;
            pthread_cond_wait(&stream->work, &stream->lock);
            stream->worker_idle = false;
        }
    }
    pthread_mutex_unlock(&stream->lock);
    return NULL;
}

static void wake_worker(struct stream *stream)
{
    if (!stream->worker_started) {
        /* Without a thread the work still gets done, by the next synchronize. */
        stream->worker_started = thread_start(&stream->worker, "aclnn-stream", work, stream);
    } else if (stream->worker_idle) {
        pthread_cond_signal(&stream->work);
    }
}

uint64_t stream_submit(struct stream *stream, struct task *task)
{
    enum stream_mode mode = environment()->stream_mode;
    task->next = NULL;
    pthread_mutex_lock(&stream->lock);
    bool ending = stream->stop;
    uint64_t sequence = ++stream->submitted;
    task->sequence = sequence;
    log_line(LOG_STREAM, "stream %d: %s is task %llu", stream->id, task->name,
             (unsigned long long)sequence);
    *stream->tail = task;
    stream->tail = &task->next;
    if (mode == STREAM_ASYNC && !ending)
        wake_worker(stream);
    pthread_mutex_unlock(&stream->lock);
    /*
     * A thread that had found the stream before another one began to end it does the work itself:
     * the worker may be gone. A task that queues more work on its own stream leaves it to the loop
     * that runs it.
     */
    if ((mode == STREAM_SYNC || ending) && !stream_runs_here(stream))
        stream_complete(stream, stream_newest(stream));
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
    bool sync = environment()->stream_mode == STREAM_SYNC;
    pthread_mutex_lock(&stream->lock);
    while (stream->completed < sequence || (sync && stream->head != NULL)) {
        if (stream->head != NULL && !stream->running)
            run_oldest(stream);
        else
            pthread_cond_wait(&stream->done, &stream->lock);
    }
    pthread_mutex_unlock(&stream->lock);
}

bool stream_complete_within(struct stream *stream, uint64_t sequence, int32_t timeout_ms)
{
    if (timeout_ms < 0 || environment()->stream_mode != STREAM_ASYNC) {
        stream_complete(stream, sequence);
        return true;
    }
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += timeout_ms / 1000;
    limit.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_sec++;
        limit.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&stream->lock);
    int waited = 0;
    while (stream->completed < sequence && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&stream->done, &stream->lock, &limit);
    bool complete = stream->completed >= sequence;
    pthread_mutex_unlock(&stream->lock);
    return complete;
}

aclError stream_take_failure(struct stream *stream, uint64_t sequence)
{
    char text[sizeof stream->failed_text];
    pthread_mutex_lock(&stream->lock);
    aclError status = stream->failed_status;
    if (status != ACL_SUCCESS && stream->failed_sequence <= sequence) {
        memcpy(text, stream->failed_text, sizeof text);
        stream->failed_status = ACL_SUCCESS;
    } else {
        status = ACL_SUCCESS;
    }
    pthread_mutex_unlock(&stream->lock);
    return status != ACL_SUCCESS ? report(status, "%s", text) : ACL_SUCCESS;
}

void stream_queue_drop(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    struct task *dropped = stream->head;
    stream->head = NULL;
    stream->tail = &stream->head;
    /* A task that is running goes on; it says what is complete when it ends. */
    if (!stream->running)
        mark_completed(stream);
    pthread_mutex_unlock(&stream->lock);
    while (dropped != NULL) {
        struct task *task = dropped;
        dropped = task->next;
        task->destroy(task);
    }
}

void stream_queue_close(struct stream *stream, bool drop)
{
    if (drop)
        stream_queue_drop(stream);
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
