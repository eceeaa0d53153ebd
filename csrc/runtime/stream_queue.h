/* SPDX-License-Identifier: Apache-2.0 */
/* What a stream is made of; for stream.c, stream_queue.c, event.c and callback.c only. */
#ifndef ACLNN_PY_RUNTIME_STREAM_QUEUE_H
#define ACLNN_PY_RUNTIME_STREAM_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "runtime/stream.h"

/* The kinds of aclrtDevResLimitType. */
#define RESOURCE_TYPES 2

struct stream {
    aclrtStream handle;
    aclrtContext context;
    int32_t device;
    int32_t id;
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
    uint64_t submitted; /* sequence of the newest task */
    uint64_t completed; /* every task up to here has run or was dropped */
    bool running;       /* some thread runs a task of this stream */
    bool worker_started;
    bool worker_idle;
    bool stop;
    pthread_t worker;

    /* The first failure that no synchronize has returned yet. */
    aclError failed_status;
    uint64_t failed_sequence;
    char failed_text[1024];
    _Atomic bool failure_mode_set;
    _Atomic bool stop_on_failure;
    _Atomic bool broken; /* a stream of the context failed in stop mode: tasks are dropped */

    struct stream *next; /* list of all open streams */
    struct stream **link;
};

/* Returns when every task up to sequence is completed; may run queued tasks on this thread. */
void stream_complete(struct stream *stream, uint64_t sequence);

/* The same with a limit in milliseconds; false when it passed. Runs nothing on this thread in
 * async mode. -1 is no limit. */
bool stream_complete_within(struct stream *stream, uint64_t sequence, int32_t timeout_ms);

/* Sequence of the newest task. */
uint64_t stream_newest(struct stream *stream);

bool stream_is_complete(struct stream *stream, uint64_t sequence);

/* The pending failure of a task up to sequence: reported, returned once, 0 when there is none. */
aclError stream_take_failure(struct stream *stream, uint64_t sequence);

/* Whether this thread is inside a task of the stream (a callback): waiting would never end. */
bool stream_runs_here(const struct stream *stream);

void stream_queue_open(struct stream *stream);
/* Ends the worker after the queued tasks ran, or were dropped. */
void stream_queue_close(struct stream *stream, bool drop);
/* Marks every stream of the context, so that none begins further tasks. */
void stream_break_context(aclrtContext context);

/* Runs what is queued on every stream, as a query in lazy mode asks for. */
void stream_complete_all(void);

/* Forgets who has subscribed to a stream that ended, and callbacks that nobody took (callback.c). */
void callback_forget_stream(const struct stream *stream);

/* Drops tasks that have not begun. */
void stream_queue_drop(struct stream *stream);

#endif
