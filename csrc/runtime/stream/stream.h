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
struct left_handles;
struct races;
struct stream;
struct wait;

/* How a task went wrong: the status that the next synchronize returns, and its whole text. */
struct task_failure {
    aclError status;
    char text[1024];
};

/* One piece of queued work; the first member of whatever holds its arguments. */
struct task {
    struct task *next;
    uint64_t sequence;
    const char *name;
    int32_t thread;                     /* that queued it (thread_number) */
    const struct call_stack *queued_in; /* NULL: stream_submit sets it */
    struct wait *wait;                  /* what it waits for, or NULL (waits.h) */
    bool lasts; /* as long as the program wants: it calls a function of it, or waits */
    /* Does the work. A failure (status other than 0) is kept for the next synchronize. */
    void (*run)(struct task *task, struct stream *stream, struct task_failure *failure);
    /* Gives back the task and what it holds; called once, whether it ran or was dropped. */
    void (*destroy)(struct task *task);
};

/*
 * The stream that a caller means, pinned. NULL is the default stream of the current context.
 * Reports and returns 107002 (no current context), 107017 (dead or foreign handle), 107003
 * (stream of another context). Give it back with stream_release.
 */
aclError stream_acquire(aclrtStream handle, struct stream **out);

void stream_release(struct stream *stream);

/*
 * Appends a task and returns its place in the stream's work; in sync mode it has run when this
 * returns, but for work that waits for a task on this thread: that runs when the task is over. The
 * task is given away. Where a callback ends the thread, it does so after the task, and the caller's
 * pin is given back.
 */
uint64_t stream_submit(struct stream *stream, struct task *task);

int32_t stream_device(const struct stream *stream);

/* The number that messages and the log name a stream by; no other stream ever has it. */
int32_t stream_id(const struct stream *stream);

/*
 * Begins to look for races of a task that is submitted next (watch/races.h): its name and queued_in
 * are what findings say of it, and queued_in is set here. Ended by races_end.
 */
void stream_begin_races(struct races *races, struct task *task, struct stream *stream);

/* Whether this thread is inside a task of any stream (a host callback calls back in). */
bool stream_inside_task(void);

/*
 * 0, or 107000 reported inside a task: a callback that waits for the streams of a context or a
 * device would wait for itself.
 */
aclError stream_refuse_inside_task(void);

/*
 * Returns when everything queued so far has run; errors stay for the next synchronize. A thread
 * that is cancelled meanwhile ends after that work, and the caller's pin is given back.
 */
void stream_wait(struct stream *stream);

/* 0, or 107000 reported when this thread would wait for itself if it waited for the stream. */
aclError stream_check_wait(struct stream *stream);

/*
 * The two parts of a synchronize of a device (-1 ms: without a timeout): to wait for its streams,
 * and, when that has succeeded, to return the first failure among their work. A wait that fails
 * leaves the failures to the next call.
 */
aclError device_await(int32_t device, int32_t timeout_ms);
aclError device_take_failure(int32_t device);

/* Used by contexts: streams that belong to them, and their end. */
aclError stream_create(struct context *context, uint32_t priority, uint32_t flags,
                       aclrtStream *out);

/* At exit: tells the failures and the work of streams that nobody has fetched and waited for. */
void stream_tell_leftovers(void);

/* Closes every stream of a context after its queued work is done. */
void stream_destroy_all(const struct context *context, struct left_handles *left);

#endif
