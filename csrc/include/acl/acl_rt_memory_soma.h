/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_rt_memory_soma.h: pools of device memory, and allocating in a stream's order.
 *
 * aclrtMalloc and aclrtFree are for the host: before it frees, it has to wait for the work that
 * uses the memory. Here both are work of a stream: the address is there when the call returns, the
 * memory is for work that comes behind the allocation and in front of the free, and nobody waits:
 *
 *     aclrtMemPoolProps props = {.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE}, .maxSize = bytes};
 *     aclrtMemPoolCreate(&pool, &props);
 *     aclrtMemPoolMallocAsync(&memory, size, pool, stream);
 *     ... operators on the stream ...
 *     aclrtMemPoolFreeAsync(memory, stream);
 *     aclrtMemPoolMallocAsync(&other, size, pool, stream);    may be the same memory
 *
 * What was freed stays with the pool and serves later allocations of the same stream, the smallest
 * piece that is large enough; of other streams as the pool's attributes allow. Idle memory beyond
 * the release threshold goes back to the device when a stream, an event or a device is synchronized
 * with, all that was freed and whose free has had its turn, and before aclrtMalloc gives up.
 * Memory is taken in pieces of 2 MiB; the extent that later calls check is the size asked for.
 *
 * The vendor names these calls experimental and has them on the family Ascend910B; on other
 * products aclrtMemPoolCreate answers 207000.
 */
#ifndef ACL_ACL_RT_MEMORY_SOMA_H
#define ACL_ACL_RT_MEMORY_SOMA_H

#include <stddef.h>

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *aclrtMemPool;

/* The switches are uint32_t, 0 (the default) or 1; the others uint64_t, in bytes. */
typedef enum aclrtMemPoolAttr {
    /* What a stream freed may serve another that waits for an event behind the free. */
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 0x1,
    /* It may serve any when the free has had its turn. */
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 0x2,
    /* It may serve any, which waits for the free. */
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 0x3,
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 0x4,    /* idle memory that is kept; 0 at first */
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 0x5, /* in use and idle; can be read only */
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 0x6,    /* the most so far; can be set to 0 */
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 0x7,     /* in use; can be read only */
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 0x8         /* the most so far; can be set to 0 */
} aclrtMemPoolAttr;

typedef struct {
    aclrtMemAllocationType allocType; /* ACL_MEM_ALLOCATION_TYPE_PINNED */
    aclrtMemHandleType handleType;    /* not looked at: pools are not shared between processes */
    aclrtMemLocation location;        /* a device */
    size_t maxSize;                   /* bytes, rounded up to 2 MiB; 0: all memory of the device */
    unsigned char reserved[32];       /* zeros */
} aclrtMemPoolProps;

/*
 * aclrtMemPoolCreate: a pool, which takes no memory before it is asked for some.
 * memPool  receives the handle. Release it with aclrtMemPoolDestroy; aclrtResetDevice does so too
 * Errors: either NULL, another allocType or location.type, reserved not zeros 100000; not on this
 * product 207000; no such device 107001; no context 107002; maxSize above the device's memory
 * 107000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolCreate(aclrtMemPool *memPool,
                                                const aclrtMemPoolProps *poolProps);

/*
 * aclrtMemPoolDestroy: ends a pool and all its memory, also what is in use. Does not wait: work
 * that still uses the memory must be synchronized with before.
 * Errors: NULL 100000; destroyed or foreign 507000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolDestroy(const aclrtMemPool memPool);

/*
 * aclrtMemPoolSetAttr, aclrtMemPoolGetAttr: an attribute, read from value and written to it with
 * its type. The numbers count as the calls are made, whatever the streams have done.
 * Errors: memPool NULL 100000; value NULL 107000; destroyed or foreign 107000; no such attribute
 * 507000; Set: a number that can be read only 107000, a threshold above the pool's size or a
 * highest number that is not 0 507000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr,
                                                 void *value);
ACL_FUNC_VISIBILITY aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr,
                                                 void *value);

/*
 * aclrtMemPoolMallocAsync: size bytes of a pool, for work behind this on the stream, and for others
 * that wait for the stream.
 * ptr  receives the address, a multiple of 512; nothing is written if size is 0, which succeeds.
 *      Release it with aclrtMemPoolFreeAsync, on any stream, or aclrtFree
 * stream  not NULL
 * Errors: a pointer or handle NULL 100000; stream errors; size too large to be rounded 107000; the
 * pool destroyed or foreign 507000; no room in the pool 507000; none on the device 207001.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool,
                                                     aclrtStream stream);

/*
 * aclrtMemPoolFreeAsync: queues that memory is freed: of a pool, to which it goes back, or of
 * aclrtMalloc. Work in front of that on the stream may use it; other calls find it freed at once,
 * memory of aclrtMalloc when the free has had its turn. Work of other streams must be in order with
 * the free: what is not is a finding.
 * Errors: ptr NULL 100000; stream NULL 507000; stream errors; not the start of live memory 107000;
 * memory of aclrtMalloc that was freed meanwhile 107000, from the next synchronize.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream);

/*
 * aclrtMemPoolTrimTo: gives idle memory back to the device as long as more than minBytesToKeep
 * bytes are reserved; memory whose free has not had its turn stays.
 * Errors: NULL 100000; destroyed or foreign 507000; minBytesToKeep above the pool's size, or less
 * than what is in use 507000.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

#ifdef __cplusplus
}
#endif

#endif
