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

struct allocator {
    aclrtAllocator object;
    aclrtAllocatorAllocFunc allocate;
    aclrtAllocatorFreeFunc free;
    aclrtAllocatorAllocAdviseFunc allocate_near;
    aclrtAllocatorGetAddrFromBlockFunc address;
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
    struct allocator *found = acquire(allocatorDesc, &status);
    if (found == NULL)
        return status;
    found->object = allocator;
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

/* The description for a function that is not NULL, pinned; else it reports and returns NULL. */
static struct allocator *acquire_for(aclrtAllocatorDesc handle, bool is_null, aclError *status)
{
    if (!is_null)
        return acquire(handle, status);
    *status = REPORT_NULL("func");
    return NULL;
}

aclError aclrtAllocatorSetAllocFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                              aclrtAllocatorAllocFunc func)
{
    aclError status;
    struct allocator *found = acquire_for(allocatorDesc, func == NULL, &status);
    if (found == NULL)
        return status;
    found->allocate = func;
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetFreeFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                             aclrtAllocatorFreeFunc func)
{
    aclError status;
    struct allocator *found = acquire_for(allocatorDesc, func == NULL, &status);
    if (found == NULL)
        return status;
    found->free = func;
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetAllocAdviseFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                    aclrtAllocatorAllocAdviseFunc func)
{
    aclError status;
    struct allocator *found = acquire_for(allocatorDesc, func == NULL, &status);
    if (found == NULL)
        return status;
    found->allocate_near = func;
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                         aclrtAllocatorGetAddrFromBlockFunc func)
{
    aclError status;
    struct allocator *found = acquire_for(allocatorDesc, func == NULL, &status);
    if (found == NULL)
        return status;
    found->address = func;
    handle_release(allocatorDesc);
    return ACL_SUCCESS;
}

static aclError check_complete(const struct allocator *allocator)
{
    const char *missing = allocator->allocate == NULL  ? "allocates"
                          : allocator->free == NULL    ? "frees"
                          : allocator->address == NULL ? "tells the address of a block"
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
