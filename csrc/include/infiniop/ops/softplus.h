/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/softplus.h: a smooth form of max(x, 0).
 *
 *     y = x where beta * x > threshold, else log(1 + exp(beta * x)) / beta
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is F16, BF16, F32
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SOFTPLUS_H
#define INFINIOP_OPS_SOFTPLUS_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSoftplusDescriptor_t;

infiniStatus_t infiniopCreateSoftplusDescriptor(infiniopHandle_t handle,
                                                infiniopSoftplusDescriptor_t *desc_ptr,
                                                infiniopTensorDescriptor_t y_desc,
                                                infiniopTensorDescriptor_t x_desc, float beta,
                                                float threshold);
infiniStatus_t infiniopGetSoftplusWorkspaceSize(infiniopSoftplusDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSoftplus(infiniopSoftplusDescriptor_t desc, void *workspace,
                                size_t workspace_size, void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroySoftplusDescriptor(infiniopSoftplusDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
