/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_rt_allocator.h: allocators that a program hands to a stream.
 *
 * CANN takes the memory of single operators and of models from them. Here single operators need no
 * memory of the program's, so that a registered allocator is never asked.
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

/*
 * Makes a description of an allocator, without functions. It is the caller's, until
 * aclrtAllocatorDestroyDesc; a stream that it was registered for keeps none of it.
 *
 * returns  NULL when host memory is short
 */
ACL_FUNC_VISIBILITY aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);

/*
 * Ends a description.
 *
 * returns  ACL_ERROR_INVALID_PARAM (100000) for NULL and for what is no live description; so do all
 *          functions below
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);

/* Sets what the functions of the allocator are called with. allocator may be NULL. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc,
                                                        aclrtAllocator allocator);

/*
 * Set a function of the allocator each: what allocates, frees, allocates near an address, and tells
 * the address of a block. func NULL is 100000 too.
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                              aclrtAllocatorAllocFunc func);
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                             aclrtAllocatorFreeFunc func);
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetAllocAdviseFuncToDesc(
    aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func);
ACL_FUNC_VISIBILITY aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    aclrtAllocatorDesc allocatorDesc, aclrtAllocatorGetAddrFromBlockFunc func);

/*
 * Registers an allocator for a stream; one that was registered before is replaced.
 *
 * stream  NULL is the default stream
 *
 * returns  100000 also where the description lacks what allocates, frees, or tells an address;
 *          107002 without a current context where stream is NULL
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorRegister(aclrtStream stream,
                                                    aclrtAllocatorDesc allocatorDesc);

/*
 * What was registered for a stream. Of the pointers only allocatorDesc has to be given; the
 * description may have ended since. 100000 when allocatorDesc is NULL, or the stream has no
 * allocator.
 */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorGetByStream(
    aclrtStream stream, aclrtAllocatorDesc *allocatorDesc, aclrtAllocator *allocator,
    aclrtAllocatorAllocFunc *allocFunc, aclrtAllocatorFreeFunc *freeFunc,
    aclrtAllocatorAllocAdviseFunc *allocAdviseFunc,
    aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc);

/* The stream has no allocator afterwards. 100000 when it has had none. */
ACL_FUNC_VISIBILITY aclError aclrtAllocatorUnregister(aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
