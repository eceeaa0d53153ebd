/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/softmax.h: exponentials over their sum along a dimension.
 *
 *     y = exp(x) / the sum of exp(x) along axis
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * BAD_PARAM unless axis is a dimension, negative ones counted from the last.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SOFTMAX_H
#define INFINIOP_OPS_SOFTMAX_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSoftmaxDescriptor_t;

infiniStatus_t infiniopCreateSoftmaxDescriptor(infiniopHandle_t handle,
                                               infiniopSoftmaxDescriptor_t *desc_ptr,
                                               infiniopTensorDescriptor_t y_desc,
                                               infiniopTensorDescriptor_t x_desc, int axis);
infiniStatus_t infiniopGetSoftmaxWorkspaceSize(infiniopSoftmaxDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSoftmax(infiniopSoftmaxDescriptor_t desc, void *workspace,
                               size_t workspace_size, void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroySoftmaxDescriptor(infiniopSoftmaxDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
