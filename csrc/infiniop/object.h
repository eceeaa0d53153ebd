/* SPDX-License-Identifier: Apache-2.0 */
/* The objects that infiniop hands out. Unlike acl's handles these are addresses, because programs
 * read the two numbers that a handle or an operator descriptor starts with. A table has all live
 * objects, and no address is followed that is not in it. */
#ifndef ACLNN_PY_INFINIOP_OBJECT_H
#define ACLNN_PY_INFINIOP_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "infinicore.h"
#include "runtime/memory/address_map.h"

enum infini_kind {
    INFINI_HANDLE,
    INFINI_TENSOR,
    INFINI_OPERATOR,
    INFINI_EVENT,
    INFINI_GRAPH,
    INFINI_GRAPH_EXEC
};

/* The first member of every object. An object lives while it is open or pinned. */
struct infini_object {
    infiniDevice_t device; /* the two members that programs read */
    int device_id;
    enum infini_kind kind;
    size_t pins;                               /* guarded by the table's lock, as is the range */
    void (*end)(struct infini_object *object); /* releases what the object owns; may be NULL */
    struct address_range range;
};

/* Allocates a zeroed object of size bytes and sets its first member; NULL when memory is short. */
void *infini_object_new(enum infini_kind kind, size_t size);

/* Enters the object into the table, which opens it. An object that is not opened is released with
 * free(). */
void infini_object_open(struct infini_object *object);

/* Pins the open object at this address; NULL when there is none of this kind. */
void *infini_object_acquire(const void *address, enum infini_kind kind);
void infini_object_retain(struct infini_object *object);
void infini_object_release(struct infini_object *object);

/* Closes an open object; false when there is none of this kind at the address. */
bool infini_object_close(const void *address, enum infini_kind kind);

/* Reports a text under the class that belongs to the status. Its value is the status. */
#define INFINI_REPORT(status, ...) \
    ((infiniStatus_t)report_as(infini_message_code(status), (int)(status), __VA_ARGS__))

const char *infini_message_code(infiniStatus_t status);

/* NULL_POINTER and INTERNAL_ERROR, reported: an argument that is missing, memory that is short. */
infiniStatus_t infini_null_pointer(const char *argument);
infiniStatus_t infini_out_of_memory(size_t size);

#endif
