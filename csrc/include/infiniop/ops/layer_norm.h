/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/layer_norm.h: rows without mean and over their deviation, weighted.
 *
 *     input_std_deviation = sqrt(variance(input) + eps), over the last dimension
 *     input_standardization = (input - mean(input)) / input_std_deviation
 *     output = input_standardization * weight + bias
 *
 * output                 [B..., D] of T, written
 * input_standardization  [B..., D] of T, written
 * input_std_deviation    [B...] of T, written
 * input                  [B..., D] of T
 * weight                 [D] of T
 * bias                   [D] of T, may be NULL
 * T is F16, BF16, F32
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_LAYER_NORM_H
#define INFINIOP_OPS_LAYER_NORM_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopLayerNormDescriptor_t;

infiniStatus_t infiniopCreateLayerNormDescriptor(
    infiniopHandle_t handle, infiniopLayerNormDescriptor_t *desc_ptr,
    infiniopTensorDescriptor_t output_desc, infiniopTensorDescriptor_t input_standardization_desc,
    infiniopTensorDescriptor_t input_std_deviation_desc, infiniopTensorDescriptor_t input_desc,
    infiniopTensorDescriptor_t weight_desc, infiniopTensorDescriptor_t bias_desc, float eps);
infiniStatus_t infiniopGetLayerNormWorkspaceSize(infiniopLayerNormDescriptor_t desc, size_t *size);
infiniStatus_t infiniopLayerNorm(infiniopLayerNormDescriptor_t desc, void *workspace,
                                 size_t workspace_size, void *output, void *input_standardization,
                                 void *input_std_deviation, const void *input, const void *weight,
                                 const void *bias, void *stream);
infiniStatus_t infiniopDestroyLayerNormDescriptor(infiniopLayerNormDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
