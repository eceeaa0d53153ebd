/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pools of device memory (acl/acl_rt_memory_soma.h), and freeing in a stream's order.
 *
 * A block of a pool is device memory of its own (device_memory_allocate_pooled). It is in use, or
 * idle: retired by the call that queues its free, and kept for the next allocation, which may have
 * it before the free has its turn where that comes behind it anyhow, on the same stream or on one
 * that waits. What is used and reserved counts as the calls are made, so that it does not depend on
 * how far streams have come; given back to the device is only what has ended.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_MEM_POOL_H
#define ACLNN_PY_RUNTIME_MEMORY_MEM_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

/*
 * Queues the free of an allocation of any kind; what still uses it in front of that on the stream
 * may do so. Reports and returns 107000 when ptr is not the start of one; stream errors.
 */
aclError mem_pool_free_queued(void *ptr, aclrtStream stream);

/* Frees a block of a pool at once; false, and nothing done, when address is not the start of one.
 */
bool mem_pool_free_now(void *address);

/* Gives idle memory beyond the pools' release thresholds back; -1: of all devices. */
void mem_pool_trim(int32_t device);

/* Ends the pools of a device up to an age (device_memory.h), with their memory. */
void mem_pool_end_until(int32_t device, uint64_t age);

#endif
