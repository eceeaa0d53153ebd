/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/log_softmax.h: the logarithm of the softmax along a dimension.
 *
 *     output = input - log of the sum of exp(input) along dim
 *
 * output  [S...] of T, written
 * input   [S...] of T
 * T is F16, BF16, F32, F64
 *
 * BAD_PARAM unless dim is a dimension, negative ones counted from the last.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_LOG_SOFTMAX_H
#define INFINIOP_OPS_LOG_SOFTMAX_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopLogSoftmaxDescriptor_t;

infiniStatus_t infiniopCreateLogSoftmaxDescriptor(infiniopHandle_t handle,
                                                  infiniopLogSoftmaxDescriptor_t *desc_ptr,
                                                  infiniopTensorDescriptor_t output_desc,
                                                  infiniopTensorDescriptor_t input_desc, int dim);
infiniStatus_t infiniopGetLogSoftmaxWorkspaceSize(infiniopLogSoftmaxDescriptor_t desc,
                                                  size_t *size);
infiniStatus_t infiniopLogSoftmax(infiniopLogSoftmaxDescriptor_t desc, void *workspace,
                                  size_t workspace_size, void *output, const void *input,
                                  void *stream);
infiniStatus_t infiniopDestroyLogSoftmaxDescriptor(infiniopLogSoftmaxDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
