/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/rms_norm.h: rows over the root of their mean square, times weights.
 *
 *     y = x * w / sqrt(mean(x^2) + epsilon), over the last dimension
 *
 * y  [B..., D] of T, written, last stride 1
 * x  [B..., D] of T, last stride 1
 * w  [D] of W, last stride 1, may be NULL
 * T is F16, BF16, F32, F64
 * W is T; where that is F16 or BF16 any of F16, BF16, F32
 *
 * BAD_PARAM unless epsilon is above 0 and at most 1.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_RMS_NORM_H
#define INFINIOP_OPS_RMS_NORM_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopRMSNormDescriptor_t;

infiniStatus_t infiniopCreateRMSNormDescriptor(infiniopHandle_t handle,
                                               infiniopRMSNormDescriptor_t *desc_ptr,
                                               infiniopTensorDescriptor_t y_desc,
                                               infiniopTensorDescriptor_t x_desc,
                                               infiniopTensorDescriptor_t w_desc, float epsilon);
infiniStatus_t infiniopGetRMSNormWorkspaceSize(infiniopRMSNormDescriptor_t desc, size_t *size);
infiniStatus_t infiniopRMSNorm(infiniopRMSNormDescriptor_t desc, void *workspace,
                               size_t workspace_size, void *y, const void *x, const void *w,
                               void *stream);
infiniStatus_t infiniopDestroyRMSNormDescriptor(infiniopRMSNormDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
