/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/swiglu.h: a tensor times the silu of another.
 *
 *     c = a * b / (1 + exp(-b))
 *
 * c  [S...] of T, written
 * a  [S...] of T
 * b  [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SWIGLU_H
#define INFINIOP_OPS_SWIGLU_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSwiGLUDescriptor_t;

infiniStatus_t infiniopCreateSwiGLUDescriptor(infiniopHandle_t handle,
                                              infiniopSwiGLUDescriptor_t *desc_ptr,
                                              infiniopTensorDescriptor_t c_desc,
                                              infiniopTensorDescriptor_t a_desc,
                                              infiniopTensorDescriptor_t b_desc);
infiniStatus_t infiniopGetSwiGLUWorkspaceSize(infiniopSwiGLUDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSwiGLU(infiniopSwiGLUDescriptor_t desc, void *workspace,
                              size_t workspace_size, void *c, const void *a, const void *b,
                              void *stream);
infiniStatus_t infiniopDestroySwiGLUDescriptor(infiniopSwiGLUDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
