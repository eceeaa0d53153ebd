/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclTensor: metadata over device memory that it does not own. Several holders (the handle, the
 * executors that were made from it) share one address record, so that setting the address of a
 * tensor is seen by all of them, also after the handle is destroyed.
 */
#ifndef ACLNN_PY_TENSOR_TENSOR_H
#define ACLNN_PY_TENSOR_TENSOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/acl_meta.h"

/* The vendor's shapes hold 25 dimensions; those beyond are ignored without an error. */
#define TENSOR_MAX_DIMS 25

/* The address, shared by reference count. */
struct tensor_storage {
    _Atomic unsigned references;
    _Atomic(void *) address;
};

struct tensor {
    aclDataType type;
    aclFormat format;
    int32_t rank;
    int32_t storage_rank;
    int64_t offset; /* elements from the address */
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t strides[TENSOR_MAX_DIMS];
    int64_t storage_dims[TENSOR_MAX_DIMS];
    struct tensor_storage *storage;
};

/* Pins the tensor behind a handle; NULL when the handle is not a live aclTensor. */
struct tensor *tensor_acquire(const aclTensor *handle);
void tensor_release(const aclTensor *handle);

/* Copies the metadata and shares the address record; undo with tensor_drop. */
void tensor_copy(struct tensor *copy, const struct tensor *tensor);
void tensor_drop(struct tensor *copy);

/* The address the caller gave (storage base, without the offset). */
void *tensor_address(const struct tensor *tensor);
void tensor_set_address(struct tensor *tensor, void *address);

/* Elements of the view; false when the product does not fit into 63 bits or a dim is negative. */
bool tensor_element_count(const struct tensor *tensor, int64_t *count);

/*
 * The bytes that the view can touch, relative to the address: [*first, *past). Both 0 for an
 * empty view. False when the arithmetic does not fit into 63 bits.
 */
bool tensor_extent(const struct tensor *tensor, int64_t *first, int64_t *past);

/*
 * Whether two views with elements, whose extents begin at these bytes and meet, share a byte. False
 * is certain; so is true but for views that interleave in more than one dimension, which nobody
 * makes by chance.
 */
bool tensors_share_bytes(const struct tensor *a, uintptr_t a_first, const struct tensor *b,
                         uintptr_t b_first);

/* Whether two elements of the view share memory (a stride of 0, or overlapping rows). */
bool tensor_overlaps_itself(const struct tensor *tensor);

/* "[2, 3]", "[]"; cut with "..." when it does not fit. Returns buffer. */
const char *dims_describe(const int64_t *dims, int32_t rank, char *buffer, size_t size);

/* "DT_FLOAT[2, 3]", or what the token is when it is no live tensor. Returns buffer. */
const char *tensor_describe_handle(const void *handle, char *buffer, size_t size);

#endif
