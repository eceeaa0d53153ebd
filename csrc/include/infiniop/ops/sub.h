/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/sub.h: the difference of two tensors.
 *
 *     c = a - b
 *
 * c  [S...] of T, written
 * a  [S...] of T
 * b  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SUB_H
#define INFINIOP_OPS_SUB_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSubDescriptor_t;

infiniStatus_t infiniopCreateSubDescriptor(infiniopHandle_t handle,
                                           infiniopSubDescriptor_t *desc_ptr,
                                           infiniopTensorDescriptor_t c_desc,
                                           infiniopTensorDescriptor_t a_desc,
                                           infiniopTensorDescriptor_t b_desc);
infiniStatus_t infiniopGetSubWorkspaceSize(infiniopSubDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSub(infiniopSubDescriptor_t desc, void *workspace, size_t workspace_size,
                           void *c, const void *a, const void *b, void *stream);
infiniStatus_t infiniopDestroySubDescriptor(infiniopSubDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
