/* SPDX-License-Identifier: Apache-2.0 */
#include "infiniop/object.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/report.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct address_map open_objects = ADDRESS_MAP_EMPTY;

void *infini_object_new(enum infini_kind kind, size_t size)
{
    struct infini_object *object = calloc(1, size);
    if (object != NULL)
        object->kind = kind;
    return object;
}

void infini_object_open(struct infini_object *object)
{
    object->range.start = (uintptr_t)object;
    object->range.extent = sizeof *object;
    object->pins = 1;
    pthread_mutex_lock(&lock);
    address_map_add(&open_objects, &object->range);
    pthread_mutex_unlock(&lock);
}

/* The open object at exactly this address. The caller holds the lock. */
static struct infini_object *find(const void *address, enum infini_kind kind)
{
    struct address_range *range = address_map_find(&open_objects, (uintptr_t)address);
    if (range == NULL || range->start != (uintptr_t)address)
        return NULL;
    struct infini_object *object = (struct infini_object *)range->start;
    return object->kind == kind ? object : NULL;
}

void *infini_object_acquire(const void *address, enum infini_kind kind)
{
    pthread_mutex_lock(&lock);
    struct infini_object *object = find(address, kind);
    if (object != NULL)
        object->pins++;
    pthread_mutex_unlock(&lock);
    return object;
}

void infini_object_retain(struct infini_object *object)
{
    pthread_mutex_lock(&lock);
    object->pins++;
    pthread_mutex_unlock(&lock);
}

void infini_object_release(struct infini_object *object)
{
    if (object == NULL)
        return;
    pthread_mutex_lock(&lock);
    bool last = --object->pins == 0;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    if (object->end != NULL)
        object->end(object);
    free(object);
}

bool infini_object_close(const void *address, enum infini_kind kind)
{
    pthread_mutex_lock(&lock);
    struct infini_object *object = find(address, kind);
    if (object != NULL)
        address_map_remove(&open_objects, &object->range);
    pthread_mutex_unlock(&lock);
    infini_object_release(object);
    return object != NULL;
}

const char *infini_message_code(infiniStatus_t status)
{
    switch (status) {
    case INFINI_STATUS_BAD_PARAM: return "EZ1010";
    case INFINI_STATUS_NULL_POINTER: return "EZ1011";
    case INFINI_STATUS_BAD_TENSOR_DTYPE: return "EZ1006";
    case INFINI_STATUS_BAD_TENSOR_SHAPE:
    case INFINI_STATUS_BAD_TENSOR_STRIDES: return "EZ1007";
    case INFINI_STATUS_NOT_IMPLEMENTED: return "EE1005";
    case INFINI_STATUS_DEVICE_TYPE_NOT_SUPPORTED:
    case INFINI_STATUS_DEVICE_NOT_FOUND:
    case INFINI_STATUS_DEVICE_NOT_INITIALIZED: return "EE1001";
    default: return "EZ9999";
    }
}

infiniStatus_t infini_null_pointer(const char *argument)
{
    return INFINI_REPORT(INFINI_STATUS_NULL_POINTER, "%s is NULL; a valid pointer is required",
                         argument);
}

infiniStatus_t infini_out_of_memory(size_t size)
{
    return INFINI_REPORT(INFINI_STATUS_INTERNAL_ERROR, "no host memory for %zu bytes", size);
}
