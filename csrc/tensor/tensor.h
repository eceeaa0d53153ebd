/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclTensor: metadata over device memory that it does not own. Executors have copies of it, which
 * read the address where the handle has it, so that setting it is seen by all of them; they pin the
 * handle for that, and may outlive it.
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

struct tensor {
    aclDataType type;
    aclFormat format;
    int32_t rank;
    int32_t storage_rank;
    int64_t offset;           /* elements from the address */
    _Atomic(void *) *address; /* base of the storage; NULL: it has none of its own */
    const aclTensor *handle;  /* of a copy: pinned */
    int operand;              /* of a copy that an executor keeps: which of its operands it is */
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t strides[TENSOR_MAX_DIMS];
    int64_t storage_dims[TENSOR_MAX_DIMS];
};

/* Pins the tensor behind a handle; NULL when the handle is not a live aclTensor. */
struct tensor *tensor_acquire(const aclTensor *handle);
void tensor_release(const aclTensor *handle);

/* A copy that shares the address; false when the handle is not a live aclTensor. */
bool tensor_copy(struct tensor *copy, const aclTensor *handle);
void tensor_drop(const struct tensor *copy);

/*
 * Gives the tensor that a copy is of the dims that a launch found out; nothing, when its handle was
 * destroyed. Whoever copies or asks the tensor meanwhile sees the old ones or the new ones.
 */
void tensor_set_found(const struct tensor *copy, const int64_t *dims, int32_t rank);

/* The address the caller gave (storage base, without the offset). */
void *tensor_address(const struct tensor *tensor);
void tensor_set_address(struct tensor *tensor, void *address);

/* Whether the elements follow each other in order and without gaps; none and one always do. */
bool view_is_dense(const struct tensor *tensor);

/* "[2, 3]", "[]"; cut with "..." when it does not fit. Returns buffer. */
const char *dims_describe(const int64_t *dims, int32_t rank, char *buffer, size_t size);

#endif
