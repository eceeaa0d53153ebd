/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses and memory apart: reserved ranges of addresses, physical memory of a device, and the
 * one mapped to the other (aclrtReserveMemAddress, aclrtMallocPhysical, aclrtMapMem). What is
 * mapped in one piece after the other, without a gap, is device memory as if it were one
 * allocation; device_memory.h asks here about addresses that are none of its own.
 *
 * Physical memory is shared anonymous memory of the host, which the library keeps mapped where
 * nobody may access it, so that it can be mapped again, in any number of places. With
 * ACLNN_CHECK=isolate a range is reserved twice, for callers and for kernels, as device memory is.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/device_memory.h"

/* Whether the address lies in a reserved range, mapped or not. */
bool virtual_memory_is_reserved(const void *address);

bool virtual_memory_overlaps(const void *start, size_t size);

/* kernel_offset of any address in a reserved range; 0 for all others. */
ptrdiff_t virtual_memory_kernel_offset(const void *address);

/* As device_memory_find: all that is mapped around the address without a gap. */
bool virtual_memory_find(const void *address, struct device_allocation *out);

/* Whether all of what was found before is still mapped, and nothing of it anew. */
bool virtual_memory_is_live(const struct device_allocation *allocation);

/* As device_memory_describe. */
bool virtual_memory_describe(const void *address, char *buffer, size_t size);

/* Ends the physical memory of a device up to an age (device_memory.h), wherever it is mapped. */
void virtual_memory_end_until(int32_t device, uint64_t age);

#endif
