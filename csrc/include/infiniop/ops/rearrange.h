/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/rearrange.h: a copy between layouts.
 *
 *     dst = src
 *
 * dst  [S...] of T, written
 * src  [S...] of T
 * T is BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32, F64, C16, C32, C64, C128,
 *   BF16
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_REARRANGE_H
#define INFINIOP_OPS_REARRANGE_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopRearrangeDescriptor_t;

infiniStatus_t infiniopCreateRearrangeDescriptor(infiniopHandle_t handle,
                                                 infiniopRearrangeDescriptor_t *desc_ptr,
                                                 infiniopTensorDescriptor_t dst_desc,
                                                 infiniopTensorDescriptor_t src_desc);
infiniStatus_t infiniopRearrange(infiniopRearrangeDescriptor_t desc, void *dst, const void *src,
                                 void *stream);
infiniStatus_t infiniopDestroyRearrangeDescriptor(infiniopRearrangeDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
