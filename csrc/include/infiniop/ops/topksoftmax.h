/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/topksoftmax.h: the largest of each row's softmax, to choose experts.
 *
 *     values, indices = the topk largest of softmax(x) along its rows
 *     values = values / their sum, with norm
 *
 * values   [N, topk] of F, written, dense of the call alone
 * indices  [N, topk] of I, written, dense of the call alone
 * x        [N, E] of T, last stride 1
 * F is F32
 * I is I32
 * T is F16, BF16, F32
 *
 * values and indices are dense: [N, topk], float and int32_t.
 *
 * BAD_PARAM unless topk is from 1 to the length of a row.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_TOPKSOFTMAX_H
#define INFINIOP_OPS_TOPKSOFTMAX_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopTopksoftmaxDescriptor_t;

infiniStatus_t infiniopCreateTopksoftmaxDescriptor(infiniopHandle_t handle,
                                                   infiniopTopksoftmaxDescriptor_t *desc_ptr,
                                                   infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetTopksoftmaxWorkspaceSize(infiniopTopksoftmaxDescriptor_t desc,
                                                   size_t *size);
infiniStatus_t infiniopTopksoftmax(infiniopTopksoftmaxDescriptor_t desc, void *workspace,
                                   size_t workspace_size, void *values, void *indices,
                                   const void *x, const size_t topk, const int norm, void *stream);
infiniStatus_t infiniopDestroyTopksoftmaxDescriptor(infiniopTopksoftmaxDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
