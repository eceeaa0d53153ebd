/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handles: what the public API hands out instead of pointers.
 *
 * A handle is a token that names a slot of one process-wide table together with the slot's
 * generation. It is never an address: no handle can be dereferenced, a token that was never
 * made, that is dead, or that names another kind of object is found out by looking at the
 * table alone, and a slot that is used again gives a different token.
 *
 * An object lives while its handle is open or somebody holds a pin on it. handle_close ends
 * the handle; the destructor of its kind runs when the last pin is gone. All functions may be
 * called from any thread.
 */
#ifndef ACLNN_PY_BASE_HANDLE_H
#define ACLNN_PY_BASE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>

enum handle_kind {
    HANDLE_NONE,
    HANDLE_CONTEXT,
    HANDLE_STREAM,
    HANDLE_STREAM_CONFIG,
    HANDLE_ALLOCATOR,
    HANDLE_EVENT,
    HANDLE_NOTIFY,
    HANDLE_COUNT_NOTIFY,
    HANDLE_GRAPH,
    HANDLE_GRAPH_STREAM,
    HANDLE_GRAPH_TASK,
    HANDLE_TASK_GROUP,
    HANDLE_CONDITION,
    HANDLE_LABEL,
    HANDLE_LABEL_LIST,
    HANDLE_MEM_POOL,
    HANDLE_PHYSICAL,
    HANDLE_DATA_BUFFER,
    HANDLE_TENSOR_DESC,
    HANDLE_OP_ATTRIBUTES,
    HANDLE_TENSOR,
    HANDLE_SCALAR,
    HANDLE_INT_ARRAY,
    HANDLE_FLOAT_ARRAY,
    HANDLE_BOOL_ARRAY,
    HANDLE_TENSOR_LIST,
    HANDLE_SCALAR_LIST,
    HANDLE_EXECUTOR,
    HANDLE_COMMUNICATOR,
    HANDLE_PROFILE_CONFIG,
    HANDLE_PROFILE_SUBSCRIPTION,
    HANDLE_PROFILE_STAMP,
    HANDLE_PROFILE_STEP,
    HANDLE_PROFILE_DOMAIN,
    HANDLE_KIND_COUNT
};

typedef void (*handle_destructor)(void *object);

/* A new handle of object, or NULL when memory is short (object is then still the caller's). */
void *handle_create(enum handle_kind kind, void *object, handle_destructor destructor);

/* Pins the object of an open handle of this kind and returns it; NULL for anything else. */
void *handle_acquire(const void *handle, enum handle_kind kind);

/* Adds a pin to an object that the caller has pinned already. Its handle may be closed. */
void handle_retain(const void *handle);

/* Takes back one pin of the caller's. */
void handle_release(const void *handle);

/* Ends an open handle of this kind and gives up the owner's share of the object. Of several calls
 * only the first returns true. closed_by names the API call, for handle_describe. */
bool handle_close(const void *handle, enum handle_kind kind, const char *closed_by);

/*
 * Says what a token is, for messages: "an aclTensor", "an aclOpExecutor that aclnnFoo ended",
 * "no handle of this library". Returns buffer.
 */
const char *handle_describe(const void *handle, char *buffer, size_t size);

/* Writes what distinguishes an object from others of its kind: "DT_FLOAT[2, 3]" for a tensor. */
typedef void (*handle_describer)(const void *object, char *buffer, size_t size);

/* Sets the function that describes objects of this kind. Called once a kind, before its first
 * handle. */
void handle_set_describer(enum handle_kind kind, handle_describer describer);

/* Describes the object of a live handle; false when it is none, or its kind has no describer. */
bool handle_describe_object(const void *handle, char *buffer, size_t size);

/* Open handles of one kind. */
size_t handle_count(enum handle_kind kind);

/* Calls the visitor for every open handle, with its kind, the API call that made it, and where. */
struct call_stack;
typedef void (*handle_visitor)(enum handle_kind kind, const char *made_by,
                               const struct call_stack *made_in, void *closure);
void handle_visit(handle_visitor visit, void *closure);

/* Calls the visitor for one handle, if it is open. */
void handle_visit_one(const void *handle, handle_visitor visit, void *closure);

/* The kind of an open handle, HANDLE_NONE for any other token. */
enum handle_kind handle_kind_of(const void *handle);

/* "aclTensor", "aclrtStream", ... */
const char *handle_kind_name(enum handle_kind kind);

#endif
