/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory that a queued task uses: looked at when it is queued, and again when it runs. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_USED_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_USED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/memory/device_memory.h"
#include "runtime/stream/stream.h"
#include "runtime/watch/races.h"

struct host_range;

struct used_memory {
    const char *argument;                /* for messages */
    char *address;                       /* in the caller's view */
    size_t bytes;                        /* that are used, from there on */
    struct device_allocation allocation; /* set by used_memory_check; its address may be NULL */
    struct host_range *hold;             /* registered memory that must live; or NULL */
};

/* Finds the memory. Reports and returns 107000 when it is no device memory, or leaves its
 * allocation. An argument without bytes is not looked at. */
aclError used_memory_check(struct used_memory *used);

/* The same in a task that runs, of addresses that it has found in device memory: false, with a
 * failure. */
bool used_memory_find(struct used_memory *used, const struct task *task,
                      struct task_failure *failure);

/* A task holds the memory until it ends. */
void used_memory_hold(struct used_memory *used);
void used_memory_drop(struct used_memory *used);

/* Whether the memory is still there; otherwise failure says what is gone. */
bool used_memory_is_live(const struct used_memory *used, const struct task *task,
                         struct task_failure *failure);

/* Fails for device memory, or host memory, that was freed before the task ran. */
void used_memory_fail_freed(const struct task *task, const struct device_allocation *allocation,
                            struct task_failure *failure);
void used_memory_fail_dropped(const struct task *task, struct task_failure *failure);

void used_memory_note(const struct used_memory *used, struct races *races, enum races_use use);

/* The address of the same byte for kernels. */
char *used_memory_view(const struct used_memory *used);

#endif
