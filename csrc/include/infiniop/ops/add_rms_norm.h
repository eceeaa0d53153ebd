/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/add_rms_norm.h: the sum of two tensors, and its RMSNorm.
 *
 *     residual_out = a + b
 *     y = s * weight / sqrt(mean(s^2) + epsilon), over the last dimension, with s = a + b not rounded
 *
 * y             [B..., D] of T, written, last stride 1
 * residual_out  [B..., D] of T, written, last stride 1
 * a             [B..., D] of T, last stride 1
 * b             [B..., D] of T, last stride 1
 * weight        [D] of W, last stride 1
 * T is F16, BF16, F32, F64
 * W is T; where that is F16 or BF16 any of F16, BF16, F32
 *
 * BAD_PARAM unless epsilon is above 0 and at most 1.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_ADD_RMS_NORM_H
#define INFINIOP_OPS_ADD_RMS_NORM_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopAddRMSNormDescriptor_t;

infiniStatus_t infiniopCreateAddRMSNormDescriptor(infiniopHandle_t handle,
                                                  infiniopAddRMSNormDescriptor_t *desc_ptr,
                                                  infiniopTensorDescriptor_t y_desc,
                                                  infiniopTensorDescriptor_t residual_out_desc,
                                                  infiniopTensorDescriptor_t a_desc,
                                                  infiniopTensorDescriptor_t b_desc,
                                                  infiniopTensorDescriptor_t weight_desc,
                                                  float epsilon);
infiniStatus_t infiniopGetAddRMSNormWorkspaceSize(infiniopAddRMSNormDescriptor_t desc,
                                                  size_t *size);
infiniStatus_t infiniopAddRMSNorm(infiniopAddRMSNormDescriptor_t desc, void *workspace,
                                  size_t workspace_size, void *y, void *residual_out, const void *a,
                                  const void *b, const void *weight, void *stream);
infiniStatus_t infiniopDestroyAddRMSNormDescriptor(infiniopAddRMSNormDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
