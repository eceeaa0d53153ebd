/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/relu.h: the elements that are above 0, and 0 for the others.
 *
 *     y = max(x, 0)
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_RELU_H
#define INFINIOP_OPS_RELU_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopReluDescriptor_t;

infiniStatus_t infiniopCreateReluDescriptor(infiniopHandle_t handle,
                                            infiniopReluDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t y_desc,
                                            infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetReluWorkspaceSize(infiniopReluDescriptor_t desc, size_t *size);
infiniStatus_t infiniopRelu(infiniopReluDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroyReluDescriptor(infiniopReluDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
