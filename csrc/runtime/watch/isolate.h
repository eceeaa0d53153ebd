/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACLNN_CHECK=isolate: the host faults when it touches device memory. The fault is told on standard
 * error, with the allocation and a backtrace, and then goes where it would have gone.
 */
#ifndef ACLNN_PY_RUNTIME_WATCH_ISOLATE_H
#define ACLNN_PY_RUNTIME_WATCH_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of the memory that is watched; both are asked in the handler of a fault. */
struct isolate_memory {
    /* Whether an address is one of a device. */
    bool (*holds)(const void *address);
    /* Says what lies there, and notes the calls that made and freed it; false: of no device. */
    bool (*describe)(const void *address, char *buffer, size_t size);
};

/* Watches from now on; once a process. memory stays valid. */
void isolate_watch(const struct isolate_memory *memory);

#endif
