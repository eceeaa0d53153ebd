/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The workspace of a launch while it runs. From its begin to its end the workspace is the launch's
 * alone; whatever else happens to it is a mistake of the program, and a failure of the launch:
 *
 *   - its memory was freed, and perhaps allocated again;
 *   - another launch ran at the same time in some of the same memory: both fail, and name each
 *     other;
 *   - something else wrote to it: the guard in its last bytes is broken.
 *
 * With ACLNN_CHECK=isolate the whole workspace is filled before and after, so that nothing that was
 * left in it can be used, and what the launch does not use has to keep the pattern.
 *
 * "Workspace" is what phase one asked for. What the caller has beyond that is not looked at.
 */
#ifndef ACLNN_PY_EXECUTOR_GUARD_H
#define ACLNN_PY_EXECUTOR_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/memory/device_memory.h"
#include "runtime/stream/stream.h"

/* The planner leaves this many bytes unused at the end of every workspace. */
#define GUARD_BYTES 32

/* A launch as ACLNN_LOG=stream names it. */
struct guard_launch {
    const char *name;
    uint64_t task;
    int32_t stream;
};

/* Zeroed before use. The launch may set the first two members while it runs. */
struct guard {
    uint64_t scratch;                    /* offset of the launch's scratch in the workspace */
    uint64_t scratch_size;               /* 0: its scratch is not in the workspace */
    char *workspace;                     /* address in the caller's view; NULL: nothing is
                                          * guarded */
    char *bytes;                         /* address of the same memory in the kernels' view */
    uint64_t size;                       /* the size that phase one returned */
    struct device_allocation allocation; /* the allocation that the workspace lies in */
    uint64_t number;                     /* the number of the launch */
    struct guard_launch launch;
    struct guard *next;
    struct guard **link;
    struct guard_launch other; /* another launch that ran in the same memory; its name is NULL when
                                * none did */
    uint64_t other_size;
    char *other_workspace;
};

/* Phase two tells the guard that the workspace lies in this allocation. */
void guard_place(struct guard *guard, char *workspace, uint64_t size,
                 const struct device_allocation *allocation);

/* The launch begins on the stream. Returns false, with the reason in failure, when it must not
 * run. */
bool guard_begin(struct guard *guard, const struct task *task, const struct stream *stream,
                 struct task_failure *failure);

/* The launch has ended. What the guard finds replaces the launch's own failure, of which it may be
 * the cause. */
void guard_end(struct guard *guard, struct task_failure *failure);

#endif
