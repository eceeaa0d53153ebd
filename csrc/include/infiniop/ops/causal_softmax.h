/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/causal_softmax.h: the softmax of each row, without elements that come later.
 *
 *     y[..., i, :] = softmax(x[..., i, : N - M + i + 1]), and 0 behind it
 *
 * y  [B..., M, N] of T, written
 * x  [B..., M, N] of T
 * T is F16, BF16, F32, F64
 *
 * BAD_TENSOR_SHAPE where M is larger than N.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_CAUSAL_SOFTMAX_H
#define INFINIOP_OPS_CAUSAL_SOFTMAX_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopCausalSoftmaxDescriptor_t;

infiniStatus_t infiniopCreateCausalSoftmaxDescriptor(infiniopHandle_t handle,
                                                     infiniopCausalSoftmaxDescriptor_t *desc_ptr,
                                                     infiniopTensorDescriptor_t y_desc,
                                                     infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetCausalSoftmaxWorkspaceSize(infiniopCausalSoftmaxDescriptor_t desc,
                                                     size_t *size);
infiniStatus_t infiniopCausalSoftmax(infiniopCausalSoftmaxDescriptor_t desc, void *workspace,
                                     size_t workspace_size, void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroyCausalSoftmaxDescriptor(infiniopCausalSoftmaxDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
