/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams: queues of tasks, each run in order. In async mode a worker thread a stream runs them; in
 * lazy mode it runs what a thread asks for; in sync mode the call that submits them does. A thread
 * that synchronizes may run queued tasks itself, in async and lazy mode those that end by
 * themselves.
 */
#ifndef ACLNN_PY_RUNTIME_STREAM_STREAM_H
#define ACLNN_PY_RUNTIME_STREAM_STREAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_rt.h"

struct call_stack;
struct context;
struct task;
struct left_handles;
struct races;
struct stream;
struct trace_work;
struct wait;

/* Why a task failed: the status that the next synchronize returns, and the whole text. */
struct task_failure {
    aclError status;
    char text[1024];
};

/* What aclmdlRITaskGetParams says of tasks of one kind, and what aclmdlRITaskSetParams changes: it
 * reports and returns a status; NULL: nothing can be changed. */
struct task_params {
    void (*get)(const struct task *task, aclmdlRITaskParams *params);
    aclError (*set)(struct task *task, const aclmdlRITaskParams *params);
};

/* A piece of queued work. It is the first member of the struct that holds its arguments. */
struct task {
    struct task *next;
    uint64_t sequence;
    const char *name;
    int32_t thread;                     /* the thread that queued it (thread_number) */
    const struct call_stack *queued_in; /* NULL: stream_submit sets it */
    struct wait *wait;                  /* what the task waits for, or NULL (waits.h) */
    bool lasts;   /* the program decides how long it takes: the task calls one of its functions, or
                   * waits */
    bool is_held; /* it waits for what another call of the program does: in sync mode too a worker
                   * runs it */
    bool is_urgent; /* other processes wait for it: in lazy mode it counts as asked for */
    /* Gives the task a number when it is certain that it runs, in the sequence of the calls; or
     * NULL. A replay has one for each of its nodes. */
    uint64_t (*draw)(const struct task *task);
    uint64_t drawn;                   /* the number that `draw` gave it */
    const uint64_t *nodes_drawn;      /* of a replay: those of its nodes */
    aclmdlRITaskType type;            /* what it is in a graph */
    const struct task_params *params; /* or NULL */
    uint64_t traced;                  /* its number in the trace; 0: none */
    int64_t queued_at;                /* when, for the trace */
    const _Atomic bool *given_up;     /* becomes true when a task that waits has to end; or NULL */
    /* Says for the trace what the task works on. It is called when the task has run; or NULL. */
    void (*trace)(const struct task *task, struct trace_work *work);
    /* Notes, for races, what the task accesses at a place of a stream; or NULL. */
    void (*note)(struct task *task, struct stream *stream, uint64_t sequence);
    /* Does the work. A failure (a status other than 0) is kept for the next synchronize. */
    void (*run)(struct task *task, struct stream *stream, struct task_failure *failure);
    /* Frees the task and what it holds. Called once, whether the task ran or was dropped. */
    void (*destroy)(struct task *task);
};

/* The stream that a caller means, pinned. NULL means the default stream of the current context.
 * Reports and returns 107002 (no current context), 107017 (no live stream), 107003 (a stream of
 * another context). Give it back with stream_release. */
aclError stream_acquire(aclrtStream handle, struct stream **out);

void stream_release(struct stream *stream);

/* Whether stream_acquire gives a stream: for what a caller queues and nothing has to run. */
aclError stream_check(aclrtStream handle);

/* Appends a task, which then belongs to the stream, and returns its place in the stream's work; 0
 * when a graph has taken it. In sync mode the task has run when this returns, unless it waits for a
 * task that this thread is running: then it runs when that one is over. A callback that ends the
 * thread does so after the task, and the caller's pin is given back. */
uint64_t stream_submit(struct stream *stream, struct task *task);

/* Whether what is submitted goes into a graph (graph.h). */
bool stream_is_captured(struct stream *stream);

/* Returns 0; reports and returns 107027 when the stream is captured. `what` is what the call would
 * do with the stream: "is synchronized". */
aclError stream_refuse_captured(struct stream *stream, const char *what);

/* Whether a task that waits has to end without what it waits for: its stream drops it, or its graph
 * is aborted. */
bool stream_gives_up(const struct stream *stream, const struct task *task);

/* Called again and again by a task that waits for another call of the program. In lazy mode what
 * that call has queued may lie on a stream that nobody has asked to run: all of them are asked. */
void stream_ask_for_others(void);

int32_t stream_device(const struct stream *stream);

/* The number of the stream in messages and the log. No other stream ever has it. */
int32_t stream_id(const struct stream *stream);

/* Begins to look for races of a task at a place of a stream (watch/races.h). Findings use its name,
 * and where it was submitted. races_end ends it. */
void stream_begin_races(struct races *races, struct task *task, struct stream *stream,
                        uint64_t sequence);

/* Whether this thread is inside a task of any stream, because a host callback calls the library. */
bool stream_inside_task(void);

/* Returns 0; inside a task it reports and returns 107000, because a callback that waits for all
 * streams of a context or device would wait for itself. */
aclError stream_refuse_inside_task(void);

/* Returns when everything queued so far has run; failures stay for the next synchronize. A thread
 * that is cancelled meanwhile ends after that work, and the caller's pin is given back. */
void stream_wait(struct stream *stream);

/* Returns 0; reports and returns 107000 when this thread would wait for itself if it waited for the
 * stream. */
aclError stream_check_wait(struct stream *stream);

/* The two parts of a synchronize of a device: device_await waits for its streams (-1 ms: without a
 * timeout); when it has succeeded, device_take_failure returns the first failure among their work.
 * A wait that fails leaves the failures to the next call. */
aclError device_await(int32_t device, int32_t timeout_ms);
/* Drops the work of all streams of a device that has not begun, and waits for what has until a
 * deadline (NULL: none). Reports and returns 107000 inside a task, and nothing dropped, 107019 when
 * that is late. */
aclError device_drop_work(int32_t device, const struct timespec *deadline);
aclError device_take_failure(int32_t device);

/* For contexts, whose streams these functions make and end. */
aclError stream_create(struct context *context, uint32_t priority, uint32_t flags,
                       aclrtStream *out);

/* At exit: tells failures that no synchronize has returned, and work that nobody has waited for. */
void stream_tell_leftovers(void);

/* Closes every stream of a context when its queued work is done. */
void stream_destroy_all(const struct context *context, struct left_handles *left);

#endif
