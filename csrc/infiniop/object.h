/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What infiniop's functions hand out. Unlike the handles of acl these are addresses, because
 * programs read the two numbers that a handle or an operator descriptor starts with. All live ones
 * are in a table, so that no other address is ever followed.
 */
#ifndef ACLNN_PY_INFINIOP_OBJECT_H
#define ACLNN_PY_INFINIOP_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "infinicore.h"
#include "runtime/memory/address_map.h"

enum infini_kind { INFINI_HANDLE, INFINI_TENSOR, INFINI_OPERATOR, INFINI_EVENT };

/* The first member of every object. It lives while it is open or pinned. */
struct infini_object {
    infiniDevice_t device; /* these two are the visible ones */
    int device_id;
    enum infini_kind kind;
    size_t pins;                               /* guarded by the table's lock, as the range */
    void (*end)(struct infini_object *object); /* gives back what it owns; may be NULL */
    struct address_range range;
};

/* Zeroed memory for an object of size bytes, its first member set up; NULL without memory. */
void *infini_object_new(enum infini_kind kind, size_t size);

/* Enters it into the table: from then on it is open. An object that was not opened: free(). */
void infini_object_open(struct infini_object *object);

/* Pins the open object at this address; NULL when there is none of this kind. */
void *infini_object_acquire(const void *address, enum infini_kind kind);
void infini_object_retain(struct infini_object *object);
void infini_object_release(struct infini_object *object);

/* Ends an open object; false when there is none of this kind at the address. */
bool infini_object_close(const void *address, enum infini_kind kind);

/* Reports under the class that belongs to the status, and is the status. */
#define INFINI_REPORT(status, ...) \
    ((infiniStatus_t)report_as(infini_message_code(status), (int)(status), __VA_ARGS__))

const char *infini_message_code(infiniStatus_t status);

#endif
