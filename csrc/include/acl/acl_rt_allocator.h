/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_rt_allocator.h: allocators that a program hands to a stream.
 *
 * Only the types of their functions are here, because acl_rt.h includes this header. The
 * aclrtAllocator functions, which register one, are not implemented and not declared; operators
 * take their scratch memory from the workspace and from the library's own pool.
 */
#ifndef ACL_ACL_RT_ALLOCATOR_H
#define ACL_ACL_RT_ALLOCATOR_H

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *(*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);
typedef void *(*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size,
                                               aclrtAllocatorAddr addr);
typedef void *(*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

#ifdef __cplusplus
}
#endif

#endif
