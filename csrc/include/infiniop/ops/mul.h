/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/mul.h: the product of two tensors, element by element.
 *
 *     c = a * b
 *
 * c  [S...] of T, written
 * a  [S...] of T
 * b  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_MUL_H
#define INFINIOP_OPS_MUL_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopMulDescriptor_t;

infiniStatus_t infiniopCreateMulDescriptor(infiniopHandle_t handle,
                                           infiniopMulDescriptor_t *desc_ptr,
                                           infiniopTensorDescriptor_t c_desc,
                                           infiniopTensorDescriptor_t a_desc,
                                           infiniopTensorDescriptor_t b_desc);
infiniStatus_t infiniopGetMulWorkspaceSize(infiniopMulDescriptor_t desc, size_t *size);
infiniStatus_t infiniopMul(infiniopMulDescriptor_t desc, void *workspace, size_t workspace_size,
                           void *c, const void *a, const void *b, void *stream);
infiniStatus_t infiniopDestroyMulDescriptor(infiniopMulDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
