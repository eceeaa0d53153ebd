/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACLNN_CHECK=isolate: the host faults when it touches device memory. The fault is told on standard
 * error, with the allocation and a backtrace, and then goes where it would have gone. So does every
 * fault that is no device memory's.
 */
#ifndef ACLNN_PY_RUNTIME_WATCH_ISOLATE_H
#define ACLNN_PY_RUNTIME_WATCH_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of the watched memory. Both functions are called in the handler of a fault. */
struct isolate_memory {
    /* Whether the address is a device's. */
    bool (*holds)(const void *address);
    /* Describes what lies there, and notes the calls that made and freed it; false when the address
     * is no device's. */
    bool (*describe)(const void *address, char *buffer, size_t size);
};

/* Starts to watch, once a process. memory must stay valid. */
void isolate_watch(const struct isolate_memory *memory);

/*
 * For memory that is read only for a moment (memory_file.h), in every mode: from now on a fault is
 * asked about, in the handler, before anything is told. The function may wait; true: the
 * instruction is tried again.
 */
void isolate_try_again(bool (*ask)(const void *address));

#endif
