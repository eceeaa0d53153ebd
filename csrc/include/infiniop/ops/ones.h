/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/ones.h: one in every element.
 *
 *     y = 1
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, BF16
 *
 * x is not looked at; its memory has to be there.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_ONES_H
#define INFINIOP_OPS_ONES_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopOnesDescriptor_t;

infiniStatus_t infiniopCreateOnesDescriptor(infiniopHandle_t handle,
                                            infiniopOnesDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t y_desc,
                                            infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetOnesWorkspaceSize(infiniopOnesDescriptor_t desc, size_t *size);
infiniStatus_t infiniopOnes(infiniopOnesDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroyOnesDescriptor(infiniopOnesDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
