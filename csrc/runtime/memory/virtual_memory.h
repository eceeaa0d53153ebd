/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses and memory apart: reserved ranges of addresses, physical memory of a device, and the
 * one mapped to the other (aclrtReserveMemAddress, aclrtMallocPhysical, aclrtMapMem). What is
 * mapped in one piece after the other, without a gap, is device memory as if it were one
 * allocation: device_memory.h is told of it (device_memory_ask_elsewhere).
 *
 * Physical memory is shared anonymous memory of the host, which the library keeps mapped where
 * nobody may access it, so that it can be mapped again, in any number of places. With
 * ACLNN_CHECK=isolate a range is reserved twice, for callers and for kernels, as device memory is.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_VIRTUAL_MEMORY_H

#include <stdint.h>

/* Ends the physical memory of a device up to an age (device_memory.h), wherever it is mapped. */
void virtual_memory_end_until(int32_t device, uint64_t age);

#endif
