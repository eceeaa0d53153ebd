/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/silu.h: elements times their logistic function.
 *
 *     output = input / (1 + exp(-input))
 *
 * output  [S...] of T, written
 * input   [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_SILU_H
#define INFINIOP_OPS_SILU_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopSiluDescriptor_t;

infiniStatus_t infiniopCreateSiluDescriptor(infiniopHandle_t handle,
                                            infiniopSiluDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t output_desc,
                                            infiniopTensorDescriptor_t input_desc);
infiniStatus_t infiniopGetSiluWorkspaceSize(infiniopSiluDescriptor_t desc, size_t *size);
infiniStatus_t infiniopSilu(infiniopSiluDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *output, const void *input, void *stream);
infiniStatus_t infiniopDestroySiluDescriptor(infiniopSiluDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
