/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/gelu.h: elements times the normal distribution's function of them.
 *
 *     output = input / 2 * (1 + erf(input / sqrt(2)))
 *
 * output  [S...] of T, written
 * input   [S...] of T
 * T is F16, BF16, F32, F64
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_GELU_H
#define INFINIOP_OPS_GELU_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopGeluDescriptor_t;

infiniStatus_t infiniopCreateGeluDescriptor(infiniopHandle_t handle,
                                            infiniopGeluDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t output_desc,
                                            infiniopTensorDescriptor_t input_desc);
infiniStatus_t infiniopGetGeluWorkspaceSize(infiniopGeluDescriptor_t desc, size_t *size);
infiniStatus_t infiniopGelu(infiniopGeluDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *output, const void *input, void *stream);
infiniStatus_t infiniopDestroyGeluDescriptor(infiniopGeluDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
