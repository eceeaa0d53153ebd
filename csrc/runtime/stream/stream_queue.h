/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream consists of, and its queue. Only files of the runtime include this. */
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

/* The number of kinds in aclrtDevResLimitType. */
#define RESOURCE_TYPES 2

/* Why a task failed, kept until a synchronize returns it. */
struct stream_failure {
    struct stream_failure *next;
    uint64_t sequence;
    struct task_failure what;
    struct finding_notes notes;
};

/* Takes tasks that are submitted to a stream, in place of its queue: a graph does (graph.h). The
 * stream's lock is held. */
struct task_sink {
    bool captures; /* it is a branch of a graph: nothing may wait for the stream meanwhile */
    /* Whether the task is taken; otherwise it is queued. */
    bool (*take)(struct task_sink *sink, struct task *task);
    /* The stream has ended, and left the sink; or NULL. */
    void (*ended)(struct task_sink *sink);
};

/* What a program registers as an allocator; no description: nothing. */
struct stream_allocator {
    aclrtAllocatorDesc description;
    aclrtAllocator object;
    aclrtAllocatorAllocFunc allocate;
    aclrtAllocatorFreeFunc free;
    aclrtAllocatorAllocAdviseFunc allocate_near; /* may be NULL */
    aclrtAllocatorGetAddrFromBlockFunc address_of;
};

struct stream {
    struct child child;
    _Atomic uint32_t priority;
    uint32_t flags;
    bool is_default;
    _Atomic uint32_t overflow_switch;
    _Atomic uint32_t tag;
    _Atomic uint32_t cache_switch; /* ACL_STREAM_ATTR_CACHE_OP_INFO, which changes nothing here */
    _Atomic uint32_t core_limits[RESOURCE_TYPES]; /* 0: the limits of the device */
    struct stream_allocator allocator;            /* guarded by a lock of allocator.c */

    pthread_mutex_t lock;
    struct sleeper work; /* the worker sleeps here until something is queued or it has to end */
    pthread_cond_t done; /* signalled when tasks are complete */
    struct task *head;
    struct task **tail;
    uint64_t submitted;       /* the sequence of the newest task */
    uint64_t completed;       /* every task up to here has run or was dropped */
    _Atomic uint64_t dropped; /* no task up to here will begin */
    uint64_t held;            /* the newest task that is_held */
    struct task_sink *sink;   /* NULL: tasks are queued */
    uint64_t asked;           /* in lazy mode the worker runs tasks only up to here */
    bool running;             /* a thread is running a task of this stream */
    bool worker_started;
    bool worker_idle;
    bool stop; /* the stream was closed: a thread that still queues a task runs it itself */
    pthread_t worker;

    struct waits waits;
    struct order_timeline order; /* guarded by order_lock */
    _Atomic uint64_t listener;   /* the thread that processes the stream's reports; 0: none */
    _Atomic uint64_t left_by; /* in sync mode: the thread that runs the remaining tasks when its own
                               * task ends; 0: none */

    struct stream_failure *failures; /* failures that no synchronize has returned, the oldest
                                      * first */
    struct stream_failure *spare;    /* used for a failure when host memory is short */
    _Atomic bool failure_mode_set;
    _Atomic bool stop_on_failure;
    _Atomic bool broken; /* a stream of the context has failed in stop mode, so tasks are dropped */
};

/* Notes where and by which thread the task is submitted. */
void task_note_caller(struct task *task);

/* Runs the task of a node of a graph (its number) on a stream; captured_on is the number of the
 * stream whose capture it comes from. */
void stream_run_node(struct task *task, struct stream *stream, int32_t graph, int32_t captured_on,
                     struct task_failure *failure);

/* Returns when every task up to sequence is complete. This thread runs only tasks that the worker
 * cannot run, and it is not cancelled. */
void stream_complete(struct stream *stream, uint64_t sequence);

/* How a wait with a deadline ended. */
enum stream_wait { STREAM_DONE, STREAM_LATE, STREAM_NO_WORKER };

/* The same as stream_complete, up to a deadline (NULL: none). When no worker can be started nobody
 * runs the tasks. */
enum stream_wait stream_complete_until(struct stream *stream, uint64_t sequence,
                                       const struct timespec *deadline);

/* Waits for a call that synchronizes. Without a deadline this thread may run tasks that end by
 * themselves. It may be cancelled meanwhile. *in_time is false when the deadline passed. Reports
 * and returns 107000 when the thread would wait for itself, 207005 when there is no worker. */
aclError stream_await(struct stream *stream, uint64_t sequence, const struct timespec *deadline,
                      bool *in_time);

/* The first part of stream_await, for a call that does more than wait. Returns 0, and waits_end
 * must follow; or reports and returns 107000. */
aclError stream_await_begin(struct wait *wait, struct stream *stream, uint64_t sequence,
                            enum wait_kind kind);

/* The second part of stream_await, without a deadline. */
void stream_await_begun(struct stream *stream, uint64_t sequence);

/* Ends a wait. For pthread_cleanup_push. */
void stream_end_wait(void *wait);

/* The sequence of the newest task. */
uint64_t stream_newest(struct stream *stream);

bool stream_is_complete(struct stream *stream, uint64_t sequence);

/* What is queued on a stream from now on waits for a place in another one (watch/order.h). */
void stream_order_wait(struct stream *stream, struct stream *awaited, uint64_t sequence);

/* The same where another process tells when it goes on: it may know of anything that was queued in
 * this one so far. */
void stream_order_wait_for_all(struct stream *stream);

/* Reports the first failure among the tasks up to sequence, and forgets it and all others among
 * them. Returns 0 when there is none. */
aclError stream_take_failure(struct stream *stream, uint64_t sequence);

void stream_drop_failures(struct stream_failure *failures);

void stream_queue_open(struct stream *stream);
/* Ends the worker when the queued tasks have run. */
void stream_queue_close(struct stream *stream);
/* Sets what takes the stream's tasks, in place of what did (before); false, and nothing is done,
 * when that has changed or the stream has ended. NULL: nothing does. */
bool stream_set_sink(struct stream *stream, struct task_sink *before, struct task_sink *sink);

/* Whether a task is queued up to the sequence that waits for another call of the program. */
bool stream_is_held(struct stream *stream, uint64_t sequence);

/* Has the worker run the work up to sequence, for a query or a report, and does not wait. Reports
 * and returns 207005 when nobody can run it. The caller's pin keeps the stream. */
aclError stream_ask(struct stream *stream, uint64_t sequence);

/* The same as stream_ask for all work of every stream of a device (-1: of any device). */
aclError stream_ask_all(int32_t device);

/* Takes out the tasks that have not begun, and returns the sequence of the newest one. Tasks that
 * have begun are complete when the stream is complete up to it. First forget what the dropped tasks
 * would have reported (callback.h), then give them to stream_queue_destroy. */
uint64_t stream_queue_drop(struct stream *stream, struct task **dropped);
void stream_queue_destroy(struct task *dropped);

/* Has the task that runs give up what it waits for (stream_gives_up). Returns its sequence; 0: none
 * runs. */
uint64_t stream_queue_stop(struct stream *stream);

#endif
