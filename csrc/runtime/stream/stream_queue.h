/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream is made of, and its queue; for files of the runtime only. */
#ifndef ACLNN_PY_RUNTIME_STREAM_STREAM_QUEUE_H
#define ACLNN_PY_RUNTIME_STREAM_STREAM_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/finding.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/stream/children.h"
#include "runtime/stream/stream.h"
#include "runtime/stream/waits.h"
#include "runtime/watch/order.h"

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
    _Atomic uint32_t priority;
    uint32_t flags;
    bool is_default;
    _Atomic uint32_t overflow_switch;
    _Atomic uint32_t tag;
    _Atomic uint32_t core_limits[RESOURCE_TYPES]; /* 0: those of the device */

    pthread_mutex_t lock;
    struct sleeper work; /* the worker: something was queued, or it has to end */
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
    bool stop; /* the stream was closed: who still queues something runs it */
    pthread_t worker;

    struct waits waits;
    struct order_timeline order; /* order_lock guards it */
    _Atomic uint64_t listener;   /* the thread that processes its reports; 0: none */
    _Atomic uint64_t left_by; /* in sync mode, the thread that runs the rest at its end; 0: none */

    struct stream_failure *failures; /* that no synchronize has returned yet, oldest first */
    struct stream_failure *spare;    /* for a failure when there is no host memory for it */
    _Atomic bool failure_mode_set;
    _Atomic bool stop_on_failure;
    _Atomic bool broken; /* a stream of the context failed in stop mode: tasks are dropped */
};

/*
 * Returns when every task up to sequence is completed. Runs nothing on this thread that the
 * stream's worker can, and the thread is not cancelled.
 */
void stream_complete(struct stream *stream, uint64_t sequence);

/* How a wait with a deadline ended. */
enum stream_wait { STREAM_DONE, STREAM_LATE, STREAM_NO_WORKER };

/* The same up to a deadline (NULL: none), but where no worker can be started nobody does it. */
enum stream_wait stream_complete_until(struct stream *stream, uint64_t sequence,
                                       const struct timespec *deadline);

/*
 * The same for a call that synchronizes: without a deadline it may run tasks that end by
 * themselves, and the calling thread may be cancelled meanwhile. *in_time is false when the
 * deadline passed. Reports and returns 107000 when the thread would wait for itself, 207005 without
 * a worker.
 */
aclError stream_await(struct stream *stream, uint64_t sequence, const struct timespec *deadline,
                      bool *in_time);

/*
 * The beginning of that, for a call that does more than wait: 0, and to be ended by waits_end, or
 * 107000 reported.
 */
aclError stream_await_begin(struct wait *wait, struct stream *stream, uint64_t sequence,
                            enum wait_kind kind);

/* The waiting of that, without a deadline. */
void stream_await_begun(struct stream *stream, uint64_t sequence);

/* For pthread_cleanup_push: ends a wait. */
void stream_end_wait(void *wait);

/* Sequence of the newest task. */
uint64_t stream_newest(struct stream *stream);

bool stream_is_complete(struct stream *stream, uint64_t sequence);

/* What is queued on a stream from now on waits for a place in another (watch/order.h). */
void stream_order_wait(struct stream *stream, struct stream *awaited, uint64_t sequence);

/*
 * The first failure among the tasks up to sequence: reported, and forgotten together with all
 * others among them. 0 when there is none.
 */
aclError stream_take_failure(struct stream *stream, uint64_t sequence);

void stream_drop_failures(struct stream_failure *failures);

void stream_queue_open(struct stream *stream);
/* Ends the worker after the queued tasks ran. */
void stream_queue_close(struct stream *stream);
/*
 * Has the worker run the work up to sequence, for a query or a report: waits for nothing. Reports
 * and returns 207005 when there is work that nobody will run. The stream is not gone.
 */
aclError stream_ask(struct stream *stream, uint64_t sequence);

/* The same for all work of every stream, or of a device's (-1: of every one). */
aclError stream_ask_all(int32_t device);

/*
 * Takes out tasks that have not begun; returns the sequence of the newest one. What has begun is
 * complete when the stream is complete up to it. The tasks are for stream_queue_destroy, after what
 * they would have reported was forgotten (callback.h).
 */
uint64_t stream_queue_drop(struct stream *stream, struct task **dropped);
void stream_queue_destroy(struct task *dropped);

#endif
