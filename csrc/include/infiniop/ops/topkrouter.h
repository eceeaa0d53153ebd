/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/topkrouter.h: the largest of each row's four best groups, to choose experts.
 *
 *     s = sigmoid(x), b = s + correction_bias, in 8 groups of 32; a group counts with the sum
 *     of its two largest b, and only the 4 largest groups take part, the others with 0
 *     indices = the topk largest of b
 *     values = routed_scaling_factor * s[indices] / (the sum of s[indices] + 1e-9)
 *
 * values           [N, topk] of F, written, dense of the call alone
 * indices          [N, topk] of I, written, dense of the call alone
 * x                [N, 256] of T, last stride 1
 * correction_bias  [256] of F, last stride 1
 * F is F32
 * I is I32
 * T is F16, BF16, F32
 *
 * values and indices are dense: [N, topk], float and int32_t.
 *
 * BAD_PARAM unless topk is from 1 to 256.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_TOPKROUTER_H
#define INFINIOP_OPS_TOPKROUTER_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopTopkrouterDescriptor_t;

infiniStatus_t infiniopCreateTopkrouterDescriptor(infiniopHandle_t handle,
                                                  infiniopTopkrouterDescriptor_t *desc_ptr,
                                                  infiniopTensorDescriptor_t x_desc,
                                                  infiniopTensorDescriptor_t correction_bias_desc);
infiniStatus_t infiniopGetTopkrouterWorkspaceSize(infiniopTopkrouterDescriptor_t desc,
                                                  size_t *size);
infiniStatus_t infiniopTopkrouter(infiniopTopkrouterDescriptor_t desc, void *workspace,
                                  size_t workspace_size, void *values, void *indices, const void *x,
                                  const void *correction_bias, const float routed_scaling_factor,
                                  const size_t topk, void *stream);
infiniStatus_t infiniopDestroyTopkrouterDescriptor(infiniopTopkrouterDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
