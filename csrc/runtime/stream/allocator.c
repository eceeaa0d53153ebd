/* SPDX-License-Identifier: Apache-2.0 */
/* Allocators that programs register for streams, and ask for again. The library does not allocate
 * by them. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt_allocator.h"
#include "runtime/stream/stream.h"
#include "runtime/stream/stream_queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of descriptions, and of what streams
                                                          * have of them */

static void free_allocator(void *object)
{
    free(object);
}

aclrtAllocatorDesc aclrtAllocatorCreateDescImpl(void)
{
    struct stream_allocator *allocator = calloc(1, sizeof *allocator);
    void *handle = allocator != NULL ? handle_create(HANDLE_ALLOCATOR, allocator, free_allocator)
                                     : NULL;
    if (handle == NULL) {
        free(allocator);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for a description of an allocator");
    }
    return handle;
}

/* The description, pinned; when there is none it reports and returns NULL. */
static struct stream_allocator *acquire(aclrtAllocatorDesc handle, aclError *status)
{
    char what[96];
    struct stream_allocator *allocator = NULL;
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

/* Sets a member of the description: `size` bytes at `offset`. */
static aclError set(aclrtAllocatorDesc handle, size_t offset, const void *value, size_t size)
{
    aclError status;
    struct stream_allocator *allocator = acquire(handle, &status);
    if (allocator == NULL)
        return status;
    pthread_mutex_lock(&lock);
    memcpy((char *)allocator + offset, value, size);
    pthread_mutex_unlock(&lock);
    handle_release(handle);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorSetObjToDescImpl(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator)
{
    return set(allocatorDesc, offsetof(struct stream_allocator, object), &allocator,
               sizeof allocator);
}

aclError aclrtAllocatorSetAllocFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                              aclrtAllocatorAllocFunc func)
{
    return func == NULL ? REPORT_NULL("func")
                        : set(allocatorDesc, offsetof(struct stream_allocator, allocate), &func,
                              sizeof func);
}

aclError aclrtAllocatorSetFreeFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                             aclrtAllocatorFreeFunc func)
{
    return func == NULL
               ? REPORT_NULL("func")
               : set(allocatorDesc, offsetof(struct stream_allocator, free), &func, sizeof func);
}

aclError aclrtAllocatorSetAllocAdviseFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                    aclrtAllocatorAllocAdviseFunc func)
{
    return func == NULL ? REPORT_NULL("func")
                        : set(allocatorDesc, offsetof(struct stream_allocator, allocate_near),
                              &func, sizeof func);
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDescImpl(aclrtAllocatorDesc allocatorDesc,
                                                         aclrtAllocatorGetAddrFromBlockFunc func)
{
    return func == NULL ? REPORT_NULL("func")
                        : set(allocatorDesc, offsetof(struct stream_allocator, address_of), &func,
                              sizeof func);
}

static aclError check_complete(const struct stream_allocator *allocator)
{
    const char *missing = allocator->allocate == NULL     ? "allocates"
                          : allocator->free == NULL       ? "frees"
                          : allocator->address_of == NULL ? "tells the address of a block"
                                                          : NULL;
    if (missing == NULL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM,
                  "allocatorDesc has no function that %s; aclrtAllocatorSet...FuncToDesc sets one",
                  missing);
}

/* Gives the stream an allocator, or none (NULL); whether it had one. */
static bool exchange(struct stream *stream, const struct stream_allocator *allocator)
{
    pthread_mutex_lock(&lock);
    bool had = stream->allocator.description != NULL;
    stream->allocator = allocator != NULL ? *allocator : (struct stream_allocator){0};
    pthread_mutex_unlock(&lock);
    return had;
}

static struct stream_allocator copy(const struct stream_allocator *allocator)
{
    pthread_mutex_lock(&lock);
    struct stream_allocator copied = *allocator;
    pthread_mutex_unlock(&lock);
    return copied;
}

aclError aclrtAllocatorRegisterImpl(aclrtStream stream, aclrtAllocatorDesc allocatorDesc)
{
    aclError status;
    const struct stream_allocator *allocator = acquire(allocatorDesc, &status);
    if (allocator == NULL)
        return status;
    struct stream_allocator copied = copy(allocator);
    struct stream *object = NULL;
    copied.description = allocatorDesc;
    status = check_complete(&copied);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status == ACL_SUCCESS) {
        (void)exchange(object, &copied);
        stream_release(object);
    }
    handle_release(allocatorDesc);
    return status;
}

static aclError report_none(aclrtStream stream)
{
    return report(ACL_ERROR_INVALID_PARAM,
                  "stream %p has no allocator; aclrtAllocatorRegister gives it one",
                  (const void *)stream);
}

aclError aclrtAllocatorUnregisterImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    if (!exchange(object, NULL))
        status = report_none(stream);
    stream_release(object);
    return status;
}

aclError aclrtAllocatorGetByStreamImpl(aclrtStream stream, aclrtAllocatorDesc *allocatorDesc,
                                       aclrtAllocator *allocator,
                                       aclrtAllocatorAllocFunc *allocFunc,
                                       aclrtAllocatorFreeFunc *freeFunc,
                                       aclrtAllocatorAllocAdviseFunc *allocAdviseFunc,
                                       aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc)
{
    struct stream *object = NULL;
    if (allocatorDesc == NULL)
        return REPORT_NULL("allocatorDesc");
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct stream_allocator found = copy(&object->allocator);
    stream_release(object);
    if (found.description == NULL)
        return report_none(stream);
    *allocatorDesc = found.description;
    if (allocator != NULL)
        *allocator = found.object;
    if (allocFunc != NULL)
        *allocFunc = found.allocate;
    if (freeFunc != NULL)
        *freeFunc = found.free;
    if (allocAdviseFunc != NULL)
        *allocAdviseFunc = found.allocate_near;
    if (getAddrFromBlockFunc != NULL)
        *getAddrFromBlockFunc = found.address_of;
    return ACL_SUCCESS;
}
