/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/communicator.h"

#include <stdlib.h>
#include <string.h>

#include "base/handle.h"
#include "base/number.h"
#include "base/report.h"
#include "hccl/tag.h"
#include "runtime/memory/device_memory.h"

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct communicator *list;

/* ---- Beginning and end ----------------------------------------------------------------------- */

struct communicator *communicator_new(uint32_t size)
{
    struct communicator *made = calloc(1, sizeof *made + size * sizeof made->members[0]);
    if (made == NULL) {
        report(HCCL_E_MEMORY, "no host memory for a communicator");
        return NULL;
    }
    made->size = size;
    pthread_mutex_init(&made->lock, NULL);
    return made;
}

static void free_scratch(struct communicator_scratch *scratch)
{
    while (scratch != NULL) {
        struct communicator_scratch *next = scratch->next;
        free(scratch);
        scratch = next;
    }
}

void communicator_free(struct communicator *communicator)
{
    if (communicator->line != NULL)
        line_release(communicator->line);
    if (communicator->buffer != NULL)
        (void)device_memory_free(communicator->buffer);
    free_scratch(communicator->scratch);
    pthread_mutex_destroy(&communicator->lock);
    free(communicator);
}

static void destroy(void *object)
{
    communicator_free(object);
}

/* Another communicator of this process with the same tags; ranks of one communicator have the same
 * number. The caller holds the lock. */
static const struct communicator *find_twin(const struct communicator *communicator)
{
    const struct communicator *other = list;
    while (other != NULL && (other->number == communicator->number ||
                             tag_of_number(other->number) != tag_of_number(communicator->number)))
        other = other->next;
    return other;
}

HcclResult communicator_open(struct communicator *communicator)
{
    pthread_mutex_lock(&list_lock);
    bool has_twin = communicator->size > 1 && find_twin(communicator) != NULL;
    if (!has_twin)
        communicator->handle = handle_create(HANDLE_COMMUNICATOR, communicator, destroy);
    if (communicator->handle != NULL) {
        communicator->next = list;
        list = communicator;
    }
    pthread_mutex_unlock(&list_lock);
    if (has_twin)
        return (HcclResult)report(HCCL_E_UNAVAIL,
                                  "the number of the communicator is too much like that of another "
                                  "one; make it again, a sub-communicator with another subCommId");
    if (communicator->handle == NULL)
        return (HcclResult)report(HCCL_E_MEMORY, "no host memory for a communicator");
    return HCCL_SUCCESS;
}

static void unlist(const struct communicator *communicator)
{
    pthread_mutex_lock(&list_lock);
    struct communicator **place = &list;
    while (*place != communicator)
        place = &(*place)->next;
    *place = communicator->next;
    pthread_mutex_unlock(&list_lock);
}

HcclResult communicator_close(struct communicator *communicator)
{
    char what[96];
    /* The call that closes is one of them. */
    if (atomic_load(&communicator->calls) > 1)
        return (HcclResult)report(HCCL_E_AGAIN,
                                  "another thread is in a call with communicator \"%s\"; try again "
                                  "when that has returned",
                                  communicator->name);
    if (!handle_close(communicator->handle, HANDLE_COMMUNICATOR, "HcclCommDestroy"))
        return (HcclResult)report(HCCL_E_PARA, "comm is %p, %s; a live communicator is required",
                                  communicator->handle,
                                  handle_describe(communicator->handle, what, sizeof what));
    unlist(communicator);
    return HCCL_SUCCESS;
}

/* ---- Uses ------------------------------------------------------------------------------------ */

struct communicator *communicator_acquire(HcclComm handle, HcclResult *status)
{
    char what[96];
    if (handle == NULL) {
        *status = (HcclResult)report(HCCL_E_PTR, "comm is NULL; a live communicator is required");
        return NULL;
    }
    struct communicator *communicator = handle_acquire(handle, HANDLE_COMMUNICATOR);
    *status = HCCL_SUCCESS;
    if (communicator == NULL)
        *status = (HcclResult)report(HCCL_E_PARA, "comm is %p, %s; a live communicator is required",
                                     handle, handle_describe(handle, what, sizeof what));
    else
        atomic_fetch_add(&communicator->calls, 1);
    return communicator;
}

void communicator_release(struct communicator *communicator)
{
    atomic_fetch_sub(&communicator->calls, 1);
    handle_release(communicator->handle);
}

void communicator_retain(struct communicator *communicator)
{
    handle_retain(communicator->handle);
}

void communicator_give_back(struct communicator *communicator)
{
    handle_release(communicator->handle);
}

HcclComm communicator_find(const char *name, int32_t device)
{
    HcclComm found = NULL;
    pthread_mutex_lock(&list_lock);
    for (const struct communicator *each = list; each != NULL; each = each->next)
        if (strcmp(each->name, name) == 0 && (found == NULL || each->device == device))
            found = each->handle;
    pthread_mutex_unlock(&list_lock);
    return found;
}

/* ---- Scratch --------------------------------------------------------------------------------- */

struct communicator_scratch *communicator_take_scratch(struct communicator *communicator,
                                                       size_t bytes)
{
    pthread_mutex_lock(&communicator->lock);
    struct communicator_scratch **place = &communicator->scratch;
    while (*place != NULL && (*place)->bytes < bytes)
        place = &(*place)->next;
    struct communicator_scratch *found = *place;
    if (found != NULL)
        *place = found->next;
    pthread_mutex_unlock(&communicator->lock);
    if (found != NULL)
        return found;
    found = aligned_alloc(64, (sizeof *found + bytes + 63) / 64 * 64);
    if (found != NULL)
        found->bytes = bytes;
    return found;
}

void communicator_return_scratch(struct communicator *communicator,
                                 struct communicator_scratch *scratch)
{
    pthread_mutex_lock(&communicator->lock);
    scratch->next = communicator->scratch;
    communicator->scratch = scratch;
    pthread_mutex_unlock(&communicator->lock);
}
