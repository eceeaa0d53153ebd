/* SPDX-License-Identifier: Apache-2.0 */
/* Handles and tensor descriptors, and what operators check of them. */
#ifndef ACLNN_PY_INFINIOP_DESCRIPTOR_H
#define ACLNN_PY_INFINIOP_DESCRIPTOR_H

#include <stdbool.h>

#include "infiniop/object.h"
#include "infiniop/tensor_descriptor.h"
#include "tensor/tensor.h"

struct InfiniopHandle {
    struct infini_object object;
};

/* The tensor has a type of the same size where acl has no type like dtype. */
struct InfiniopTensorDescriptor {
    struct infini_object object;
    infiniDtype_t dtype;
    struct tensor tensor;
};

/* The name, as in "INFINI_DTYPE_F16", or "17 (no data type)". */
const char *infini_dtype_name(infiniDtype_t dtype);

/* Whether elements are numbers: floating-point, integer or complex. */
bool infini_is_number(infiniDtype_t dtype);
bool infini_is_integer(infiniDtype_t dtype);

/* A tensor descriptor that was given to a Create function, with its name there. */
struct infini_argument {
    const char *name;
    infiniopTensorDescriptor_t given;
    struct InfiniopTensorDescriptor *found; /* pinned */
};

/* Pins the handle and the tensor descriptors. NULL_POINTER for the first that is NULL, BAD_PARAM
 * for the first that is not alive. infini_release_arguments undoes it, after a failure too. */
infiniStatus_t infini_acquire_arguments(const void *handle, struct InfiniopHandle **pinned,
                                        const void *desc_ptr, struct infini_argument *arguments,
                                        int count);
void infini_release_arguments(struct InfiniopHandle *handle, struct infini_argument *arguments,
                              int count);

/* BAD_TENSOR_SHAPE unless the tensor has this rank and covers less than 2^63 bytes. */
infiniStatus_t infini_check_rank(const struct infini_argument *argument, int rank);

/* BAD_TENSOR_SHAPE unless the dimension has this size. `what` says where the size comes from. */
infiniStatus_t infini_check_dim(const struct infini_argument *argument, int dim, int64_t size,
                                const char *what);

/* BAD_TENSOR_DTYPE unless the type is one of numbers, and the same as the other's. */
infiniStatus_t infini_check_number(const struct infini_argument *argument,
                                   const struct infini_argument *same);
infiniStatus_t infini_check_integer(const struct infini_argument *argument);

/* BAD_TENSOR_STRIDES unless the stride of the last dimension is 1. The stride of a dimension of at
 * most one element is not checked, and becomes 1 in the copy. */
infiniStatus_t infini_check_last_stride(const struct infini_argument *argument,
                                        struct tensor *copy);

/* BAD_TENSOR_STRIDES if elements of an output share memory. */
infiniStatus_t infini_check_no_overlap(const struct infini_argument *argument);

#endif
