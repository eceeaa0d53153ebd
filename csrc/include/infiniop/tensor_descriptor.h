/* SPDX-License-Identifier: Apache-2.0 */
/* infiniop/tensor_descriptor.h: shape, strides and data type of a tensor, without memory. */
#ifndef INFINIOP_TENSOR_DESCRIPTOR_H
#define INFINIOP_TENSOR_DESCRIPTOR_H

#include "../infinicore.h"

#ifdef __cplusplus
extern "C" {
#endif

struct InfiniopTensorDescriptor;
typedef struct InfiniopTensorDescriptor *infiniopTensorDescriptor_t;

/*
 * ndim         up to 25; 0 is a scalar
 * shape        ndim sizes, copied. May be NULL when ndim is 0
 * strides      ndim distances, copied, in elements; may be 0 or negative. NULL: contiguous, the
 *              last dimension side by side. The address that an operator is given is that of the
 *              element with all indices 0: with a negative stride others lie below it
 * dtype        any of infiniDtype_t but INVALID
 *
 * The caller's until infiniopDestroyTensorDescriptor. NULL_POINTER: desc_ptr, or shape with
 * ndim > 0. BAD_TENSOR_SHAPE: more than 25 dimensions, a size beyond 2^63 - 1.
 * BAD_TENSOR_DTYPE: no such type.
 */
infiniStatus_t infiniopCreateTensorDescriptor(infiniopTensorDescriptor_t *desc_ptr, size_t ndim,
                                              const size_t *shape, const ptrdiff_t *strides,
                                              infiniDtype_t dtype);

/* NULL does nothing. BAD_PARAM: no live tensor descriptor. */
infiniStatus_t infiniopDestroyTensorDescriptor(infiniopTensorDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
