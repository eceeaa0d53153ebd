/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/tanh.h: the hyperbolic tangent.
 *
 *     output = tanh(input)
 *
 * output  [S...] of T, written
 * input   [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_TANH_H
#define INFINIOP_OPS_TANH_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopTanhDescriptor_t;

infiniStatus_t infiniopCreateTanhDescriptor(infiniopHandle_t handle,
                                            infiniopTanhDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t output_desc,
                                            infiniopTensorDescriptor_t input_desc);
infiniStatus_t infiniopGetTanhWorkspaceSize(infiniopTanhDescriptor_t desc, size_t *size);
infiniStatus_t infiniopTanh(infiniopTanhDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *output, const void *input, void *stream);
infiniStatus_t infiniopDestroyTanhDescriptor(infiniopTanhDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
