/* SPDX-License-Identifier: Apache-2.0 */
/* aclTensor: metadata over device memory that it does not own. Executors hold copies, which share
 * the handle's address, so that all of them see aclSetTensorAddr. A copy pins the handle for that,
 * and an executor may outlive the program's use of it. */
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
    int64_t offset;           /* in elements from the address */
    _Atomic(void *) *address; /* base address of the storage; NULL: the tensor has no address of its
                               * own */
    const aclTensor *handle;  /* for a copy: the handle that it pins */
    int operand;              /* for a copy that an executor keeps: the index of the operand */
    int64_t bytes_read;       /* for a copy: by the call from the first element on, where these are
                               * more than the view covers; 0: what it covers */
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t strides[TENSOR_MAX_DIMS];
    int64_t storage_dims[TENSOR_MAX_DIMS];
};

/* Pins the tensor behind a handle; NULL when the handle is not a live aclTensor. */
struct tensor *tensor_acquire(const aclTensor *handle);
void tensor_release(const aclTensor *handle);

/* Copies the tensor, address shared; false when the handle is not a live aclTensor. */
bool tensor_copy(struct tensor *copy, const aclTensor *handle);
void tensor_drop(const struct tensor *copy);

/* Makes a copy that was dropped one of another handle, whose tensor says the same but for its
 * address; false when it says something else, or the handle is not a live aclTensor. */
bool tensor_copy_again(struct tensor *copy, const aclTensor *handle);

/* Gives the tensor behind a copy the dimensions that a launch computed. Does nothing when the
 * handle was destroyed. Whoever copies or queries the tensor meanwhile sees either the old
 * dimensions or the new ones. */
void tensor_set_found(const struct tensor *copy, const int64_t *dims, int32_t rank);

/* Gives the storage of the tensor behind a copy another format and other dimensions, as phase one
 * of a call does that brings a tensor to the device's layout. Does nothing when the handle was
 * destroyed. */
void tensor_set_storage(const struct tensor *copy, aclFormat format, const int64_t *dims,
                        int32_t rank);

/* The base address of the storage that the caller gave; offset is not added. */
void *tensor_address(const struct tensor *tensor);
void tensor_set_address(struct tensor *tensor, void *address);

/* Whether the elements lie in row-major sequence without gaps. True for none and for one. */
bool view_is_dense(const struct tensor *tensor);

/* "[2, 3]", "[]"; cut with "..." when it does not fit. Returns buffer. */
const char *dims_describe(const int64_t *dims, int32_t rank, char *buffer, size_t size);

#endif
