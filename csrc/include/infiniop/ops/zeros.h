/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/zeros.h: zero in every element.
 *
 *     y = 0
 *
 * y  [S...] of T, written
 * x  [S...] of T
 * T is BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32, F64, BF16
 *
 * x is not looked at; its memory has to be there.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_ZEROS_H
#define INFINIOP_OPS_ZEROS_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopZerosDescriptor_t;

infiniStatus_t infiniopCreateZerosDescriptor(infiniopHandle_t handle,
                                             infiniopZerosDescriptor_t *desc_ptr,
                                             infiniopTensorDescriptor_t y_desc,
                                             infiniopTensorDescriptor_t x_desc);
infiniStatus_t infiniopGetZerosWorkspaceSize(infiniopZerosDescriptor_t desc, size_t *size);
infiniStatus_t infiniopZeros(infiniopZerosDescriptor_t desc, void *workspace, size_t workspace_size,
                             void *y, const void *x, void *stream);
infiniStatus_t infiniopDestroyZerosDescriptor(infiniopZerosDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
