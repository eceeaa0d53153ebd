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

/* The type of tensor is one of the same size where acl has none like dtype. */
struct InfiniopTensorDescriptor {
    struct infini_object object;
    infiniDtype_t dtype;
    struct tensor tensor;
};

/* "INFINI_DTYPE_F16", "17 (no data type)". */
const char *infini_dtype_name(infiniDtype_t dtype);

/* Whether elements can be added: floats, integers and complex numbers. */
bool infini_is_number(infiniDtype_t dtype);
bool infini_is_integer(infiniDtype_t dtype);

/* A tensor descriptor that a Create function was given under this name. */
struct infini_argument {
    const char *name;
    infiniopTensorDescriptor_t given;
    struct InfiniopTensorDescriptor *found; /* pinned */
};

/*
 * Pins the handle and the tensor descriptors. NULL_POINTER for the first that is NULL, BAD_PARAM
 * for the first that is not alive. Undo with infini_release_arguments, also after a failure.
 */
infiniStatus_t infini_acquire_arguments(const void *handle, struct InfiniopHandle **pinned,
                                        const void *desc_ptr, struct infini_argument *arguments,
                                        int count);
void infini_release_arguments(struct InfiniopHandle *handle, struct infini_argument *arguments,
                              int count);

/* BAD_TENSOR_SHAPE unless it has so many dimensions and covers less than 2^63 bytes. */
infiniStatus_t infini_check_rank(const struct infini_argument *argument, int rank);

/* BAD_TENSOR_SHAPE unless the dimension has this size; what says where the size comes from. */
infiniStatus_t infini_check_dim(const struct infini_argument *argument, int dim, int64_t size,
                                const char *what);

/* BAD_TENSOR_DTYPE unless it is a number, and the same as the other's. */
infiniStatus_t infini_check_number(const struct infini_argument *argument,
                                   const struct infini_argument *same);
infiniStatus_t infini_check_integer(const struct infini_argument *argument);

/*
 * BAD_TENSOR_STRIDES unless the stride of the last dimension is 1. Where that dimension has one
 * element or none it is not looked at, and made 1 in the copy.
 */
infiniStatus_t infini_check_last_stride(const struct infini_argument *argument,
                                        struct tensor *copy);

/* BAD_TENSOR_STRIDES if elements of an output share memory. */
infiniStatus_t infini_check_no_overlap(const struct infini_argument *argument);

#endif
