/* SPDX-License-Identifier: Apache-2.0 */
/* Allocators that programs register for streams. Nothing here allocates by them. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl.h"
#include "runtime/stream/stream.h"
#include "runtime/stream/stream_queue.h"

/* Functions that an allocator needs. */
enum { NONE = 0, ALLOCATES = 1, FREES = 2, TELLS_ADDRESS = 4 };

struct allocator {
    _Atomic unsigned functions; /* those that were set */
};

static void free_allocator(void *object)
{
    free(object);
}

aclrtAllocatorDesc aclrtAllocatorCreateDescImpl(void)
{
    struct allocator *allocator = calloc(1, sizeof *allocator);
    void *handle = allocator != NULL ? handle_create(HANDLE_ALLOCATOR, allocator, free_allocator)
                                     : NULL;
    if (handle == NULL) {
        free(allocator);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for a description of an allocator");
    }
    return handle;
}

/* The description, pinned; when there is none it reports and returns NULL. */
static struct allocator *acquire(aclrtAllocatorDesc handle, aclError *status)
{
    char what[96];
    struct allocator *allocator = NULL;
    *status = ACL_SUCCESS;
    if (handle == NULL)
        *status = REPORT_NULL("allocatorDesc");
    else if ((allocator = handle_acquire(handle, HANDLE_ALLOCATOR)) == NULL)
        *status = report(ACL_ERROR_INVALID_PARAM,
                         "allocatorDesc is %p, %s; a live aclrtAllocatorDesc is required",
                         (const void *)handle, handle_describe(handle, what, sizeof what));
    return allocator;
}

aclError aclrtAllocatorDestroyDescImpl(aclrtAllocatorDesc allocatorDesc)
{
    aclError status;
    if (acquire(allocatorDesc, &status) == NULL)
        return status;
    (void)handle_close(allocatorDesc, HANDLE_ALLOCATOR, entry_name());
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetObjToDescImpl(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator)
{
    aclError status;
    (void)allocator;
    if (acquire(allocatorDesc, &status) != NULL)
        handle_release(allocatorDesc);
    return status;
}

static aclError set(aclrtAllocatorDesc handle, unsigned function, bool is_null)
{
    aclError status;
    if (is_null)
        return REPORT_NULL("func");
    struct allocator *allocator = acquire(handle, &status);
    if (allocator == NULL)
        return status;
    atomic_fetch_or(&allocator->functions, function);
    handle_release(handle);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetAllocFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                              aclrtAllocatorAllocFunc func)
{
    return set(allocatorDesc, ALLOCATES, func == NULL);
}

aclError aclrtAllocatorSetFreeFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                             aclrtAllocatorFreeFunc func)
{
    return set(allocatorDesc, FREES, func == NULL);
}

aclError aclrtAllocatorSetAllocAdviseFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                    aclrtAllocatorAllocAdviseFunc func)
{
    return set(allocatorDesc, NONE, func == NULL);
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                         aclrtAllocatorGetAddrFromBlockFunc func)
{
    return set(allocatorDesc, TELLS_ADDRESS, func == NULL);
}

static aclError check_complete(const struct allocator *allocator)
{
    unsigned functions = atomic_load(&allocator->functions);
    const char *missing = (functions & ALLOCATES) == 0       ? "allocates"
                          : (functions & FREES) == 0         ? "frees"
                          : (functions & TELLS_ADDRESS) == 0 ? "tells the address of a block"
                                                             : NULL;
    if (missing == NULL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM,
                  "allocatorDesc has no function that %s; aclrtAllocatorSet...FuncToDesc sets one",
                  missing);
}

aclError aclrtAllocatorRegisterImpl(aclrtStream stream, aclrtAllocatorDesc allocatorDesc)
{
    aclError status;
    struct allocator *allocator = acquire(allocatorDesc, &status);
    if (allocator == NULL)
        return status;
    struct stream *object = NULL;
    status = check_complete(allocator);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status == ACL_SUCCESS) {
        atomic_store(&object->has_allocator, true);
        stream_release(object);
    }
    handle_release(allocatorDesc);
    return status;
}

aclError aclrtAllocatorUnregisterImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    if (!atomic_exchange(&object->has_allocator, false))
        status = report(ACL_ERROR_INVALID_PARAM,
                        "stream %p has no allocator; aclrtAllocatorRegister gives it one",
                        (const void *)stream);
    stream_release(object);
    return status;
}
