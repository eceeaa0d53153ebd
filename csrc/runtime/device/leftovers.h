/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings about what a program never gave back. What is left when the process ends is found by
 * leftovers.c itself; these are for what ends before, with its device or context.
 */
#ifndef ACLNN_PY_RUNTIME_DEVICE_LEFTOVERS_H
#define ACLNN_PY_RUNTIME_DEVICE_LEFTOVERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/handle.h"

/* Tells the allocations of a device up to an age (runtime/memory/device_memory.h), the largest first. */
void leftovers_tell_memory(int32_t device, uint64_t age);

/* What was told of handles that end together; begins as {0}. */
struct left_handles {
    size_t told;
    uint64_t more[HANDLE_KIND_COUNT];
};

/* Tells an open handle that ends with its context; the first of a list by themselves, ... */
void leftovers_tell_handle(struct left_handles *list, const void *handle);

/* ... the others by their number. */
void leftovers_tell_more(const struct left_handles *list);

#endif
