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
    int operand; /* of a copy that an executor keeps: which of its operands it is */
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

/* "[2, 3]", "[]"; cut with "..." when it does not fit. Returns buffer. */
const char *dims_describe(const int64_t *dims, int32_t rank, char *buffer, size_t size);

#endif
