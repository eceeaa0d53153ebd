/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mstx/ms_tools_ext.h: marks and ranges of the program's own, in traces and profiles.
 *
 * They are noted while ACLNN_TRACE, `aclnn run --trace`, a profile with ACL_PROF_MSPROFTX
 * (acl/acl_prof.h) or a program that asks for MSPTI_ACTIVITY_KIND_MARKER (mspti/mspti.h) wants
 * them; otherwise each call is a test. With a stream, a mark is also a task of it: it is then told
 * when the stream came there. Without one (NULL) it is of the host alone.
 *
 * A message must not be empty, nor begin with =, +, - or @. Of one that is longer than 4,000 bytes
 * the rest is left out. What is refused leaves a text (aclGetRecentErrMsg); there are no statuses.
 */
#ifndef MSTX_MS_TOOLS_EXT_H
#define MSTX_MS_TOOLS_EXT_H

#include "acl/acl_base.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MSTX_INVALID_ID 0

typedef uint64_t mstxRangeId;

typedef struct mstxDomainRegistration_st mstxDomainRegistration_t;
typedef mstxDomainRegistration_t *mstxDomainHandle_t; /* opaque; release with mstxDomainDestroy */

typedef struct mstxMemHeap_st mstxMemHeap_t;
typedef mstxMemHeap_t *mstxMemHeapHandle_t;

typedef struct mstxMemRegion_st mstxMemRegion_t;
typedef mstxMemRegion_t *mstxMemRegionHandle_t;

typedef enum mstxMemHeapUsageType {
    MSTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR = 0,
} mstxMemHeapUsageType;

typedef enum mstxMemType {
    MSTX_MEM_TYPE_VIRTUAL_ADDRESS = 0,
} mstxMemType;

typedef enum mstxMemRegionRefType {
    MSTX_MEM_REGION_REF_TYPE_POINTER = 0,
    MSTX_MEM_REGION_REF_TYPE_HANDLE
} mstxMemRegionRefType;

typedef struct mstxMemVirtualRangeDesc_t {
    uint32_t deviceId;
    const void *ptr;
    uint64_t size;
} mstxMemVirtualRangeDesc_t;

typedef struct mstxMemHeapDesc_t {
    mstxMemHeapUsageType usage;
    mstxMemType type;
    const void *typeSpecificDesc;
} mstxMemHeapDesc_t;

typedef struct mstxMemRegionsRegisterBatch_t {
    mstxMemHeapHandle_t heap;
    mstxMemType regionType;
    size_t regionCount;
    const void *regionDescArray;
    mstxMemRegionHandle_t *regionHandleArrayOut;
} mstxMemRegionsRegisterBatch_t;

typedef struct mstxMemRegionRef_t {
    mstxMemRegionRefType refType;
    union {
        const void *pointer;
        mstxMemRegionHandle_t handle;
    };
} mstxMemRegionRef_t;

typedef struct mstxMemRegionsUnregisterBatch_t {
    size_t refCount;
    const mstxMemRegionRef_t *refArray;
} mstxMemRegionsUnregisterBatch_t;

/* mstxMarkA: a moment, in the domain "default". */
ACL_FUNC_VISIBILITY void mstxMarkA(const char *message, aclrtStream stream);

/*
 * mstxRangeStartA, mstxRangeEnd: a range, which any thread may end. Its end goes to the stream of
 * its start. MSTX_INVALID_ID: nothing is noted; the end of that, and of a range that has ended,
 * does nothing. A range that does not end is not told.
 */
ACL_FUNC_VISIBILITY mstxRangeId mstxRangeStartA(const char *message, aclrtStream stream);
ACL_FUNC_VISIBILITY void mstxRangeEnd(mstxRangeId id);

/*
 * mstxDomainCreateA: a domain for marks and ranges; of the same name it is the same one. NULL for a
 * name of no or more than 1,023 bytes, one that begins with =, +, - or @, "default", and beyond
 * 1,024 domains. mstxDomainDestroy ends it.
 */
ACL_FUNC_VISIBILITY mstxDomainHandle_t mstxDomainCreateA(const char *name);
ACL_FUNC_VISIBILITY void mstxDomainDestroy(mstxDomainHandle_t handle);

/* The same in a domain. A range ends in the domain in which it started. */
ACL_FUNC_VISIBILITY void mstxDomainMarkA(mstxDomainHandle_t handle, const char *message,
                                         aclrtStream stream);
ACL_FUNC_VISIBILITY mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t handle,
                                                      const char *message, aclrtStream stream);
ACL_FUNC_VISIBILITY void mstxDomainRangeEnd(mstxDomainHandle_t handle, mstxRangeId id);

/*
 * What an allocator tells a tool that looks for leaks (msleaks). There is no such tool here, as
 * with CANN's profiler: mstxMemHeapRegister returns NULL, and the others do nothing.
 */
ACL_FUNC_VISIBILITY mstxMemHeapHandle_t mstxMemHeapRegister(mstxDomainHandle_t domain,
                                                            const mstxMemHeapDesc_t *desc);
ACL_FUNC_VISIBILITY void mstxMemHeapUnregister(mstxDomainHandle_t domain, mstxMemHeapHandle_t heap);
ACL_FUNC_VISIBILITY void mstxMemRegionsRegister(mstxDomainHandle_t domain,
                                                const mstxMemRegionsRegisterBatch_t *desc);
ACL_FUNC_VISIBILITY void mstxMemRegionsUnregister(mstxDomainHandle_t domain,
                                                  const mstxMemRegionsUnregisterBatch_t *desc);

#ifdef __cplusplus
}
#endif

#endif
