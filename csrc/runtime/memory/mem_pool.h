/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of device memory (acl/acl_rt_memory_soma.h), and frees that are queued on streams.
 *
 * A block of a pool is device memory of its own (device_memory_allocate_pooled). It is in use, or
 * idle: retired by the call that queues its free, and kept for the next allocation. That may get it
 * before the free has had its turn, when its work comes after the free anyhow, on the same stream
 * or on one that waits. Used and reserved bytes are counted as calls are made, so that they do not
 * depend on how far streams have come. Only memory that has ended goes back to the device. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_MEM_POOL_H
#define ACLNN_PY_RUNTIME_MEMORY_MEM_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"

/* Queues the free of an allocation of any kind. Work before it on the stream may still use the
 * memory. Reports and returns 107000 when ptr is not the start of an allocation, and errors of
 * streams. */
aclError mem_pool_free_queued(void *ptr, aclrtStream stream);

/* Frees a block of a pool at once. Returns false and does nothing when address is not the start of
 * one. */
bool mem_pool_free_now(void *address);

/* Gives back idle memory beyond the release thresholds of a device's pools; -1: of all devices. */
void mem_pool_trim(int32_t device);

/* Ends the pools of a device up to an age (device_memory.h), with their memory. */
void mem_pool_end_until(int32_t device, uint64_t age);

#endif
