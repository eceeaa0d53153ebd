/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream is made of; for stream.c, stream_queue.c, event.c and callback.c only. */
#ifndef ACLNN_PY_RUNTIME_STREAM_QUEUE_H
#define ACLNN_PY_RUNTIME_STREAM_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/finding.h"
#include "runtime/children.h"
#include "runtime/stream.h"

/* The kinds of aclrtDevResLimitType. */
#define RESOURCE_TYPES 2

/* How a task failed, until a synchronize returns it. */
struct stream_failure {
    struct stream_failure *next;
    uint64_t sequence;
    struct task_failure what;
    struct finding_notes notes;
};

struct stream {
    struct child child;
    uint32_t priority;
    uint32_t flags;
    bool is_default;
    _Atomic uint32_t overflow_switch;
    _Atomic uint32_t core_limits[RESOURCE_TYPES]; /* 0: those of the device */

    pthread_mutex_t lock;
    pthread_cond_t work; /* something was queued, or the worker has to end */
    pthread_cond_t done; /* something was completed */
    struct task *head;
    struct task **tail;
    uint64_t submitted;       /* sequence of the newest task */
    uint64_t completed;       /* every task up to here has run or was dropped */
    _Atomic uint64_t dropped; /* no task up to here begins any more */
    uint64_t asked;           /* the worker runs tasks up to here, in lazy mode none behind */
    bool running;             /* some thread runs a task of this stream */
    bool worker_started;
    bool worker_idle;
    bool stop;
    pthread_t worker;

    struct stream_failure *failures; /* that no synchronize has returned yet, oldest first */
    struct stream_failure *spare;    /* for a failure when there is no host memory for it */
    _Atomic bool failure_mode_set;
    _Atomic bool stop_on_failure;
    _Atomic bool broken; /* a stream of the context failed in stop mode: tasks are dropped */
};

/* Returns when every task up to sequence is completed; may run queued tasks on this thread. */
void stream_complete(struct stream *stream, uint64_t sequence);

/*
 * The same up to a deadline (NULL: none); false when it passed. A task that runs on this thread is
 * not interrupted, so in async mode the worker runs them all.
 */
bool stream_complete_until(struct stream *stream, uint64_t sequence,
                           const struct timespec *deadline);

/* Sequence of the newest task. */
uint64_t stream_newest(struct stream *stream);

bool stream_is_complete(struct stream *stream, uint64_t sequence);

/*
 * The first failure among the tasks up to sequence: reported, and forgotten together with all
 * others among them. 0 when there is none.
 */
aclError stream_take_failure(struct stream *stream, uint64_t sequence);

/*
 * A task that runs on this thread, in front of the others: it may help another stream along. What
 * it calls cannot wait for its own stream.
 */
struct stream_frame {
    const struct stream *stream;
    uint64_t sequence;
    const struct stream_frame *outer;
};

void stream_enter(struct stream_frame *frame, const struct stream *stream, uint64_t sequence);
void stream_leave(const struct stream_frame *frame);

/* Whether this thread is inside a task of the stream (a callback). */
bool stream_runs_here(const struct stream *stream);

/* Whether a task on this thread would wait for itself if it waited for that place in the stream. */
bool stream_waits_for_itself(const struct stream *stream, uint64_t sequence);

void stream_drop_failures(struct stream_failure *failures);

void stream_queue_open(struct stream *stream);
/* Ends the worker after the queued tasks ran. */
void stream_queue_close(struct stream *stream);
/* Marks every stream of the context, so that none begins further tasks. */
void stream_break_context(aclrtContext context);

/* Has the worker run what is queued, also in lazy mode. The stream is not gone. */
void stream_wake(struct stream *stream);

/*
 * A query asks for the work up to sequence: runs it on this thread when no other one will, in lazy
 * mode or where no worker could be started. Waits for no other thread.
 */
void stream_ask(struct stream *stream, uint64_t sequence);

/* The same for all work of every stream. */
void stream_ask_all(void);

/*
 * Runs a function of the program inside a task, on whatever thread runs the stream. What it makes
 * current, and how its calls fail, is not the business of that thread.
 */
void callback_run(void (*function)(void *), void *data, const struct stream *stream);

/* Forgets who has subscribed to a stream that ends, and callbacks that nobody took (callback.c). */
void callback_forget_stream(const struct stream *stream);

/* Forgets callbacks of dropped tasks that nobody took; the subscription stays. */
void callback_drop_untaken(const struct stream *stream);

/*
 * Drops tasks that have not begun, and callbacks that nobody took; returns the sequence of the
 * newest one. What has begun is complete when the stream is complete up to it.
 */
uint64_t stream_queue_drop(struct stream *stream);

#endif
