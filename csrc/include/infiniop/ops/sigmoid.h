/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/sigmoid.h: the logistic function.
 *
 *     y = 1 / (1 + exp(-x))
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SIGMOID_H
#define INFINIOP_OPS_SIGMOID_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSigmoidDescriptor_t;

infiniStatus_t infiniopCreateSigmoidDescriptor(infiniopHandle_t handle,
                                               infiniopSigmoidDescriptor_t *desc_ptr,
                                               infiniopTensorDescriptor_t y_desc,
                                               infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetSigmoidWorkspaceSize(infiniopSigmoidDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSigmoid(infiniopSigmoidDescriptor_t desc, void *workspace,
                               size_t workspace_size, void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroySigmoidDescriptor(infiniopSigmoidDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
