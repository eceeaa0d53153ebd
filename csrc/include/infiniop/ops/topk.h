/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/topk.h: the largest or smallest along a dimension, and their places.
 *
 *     values_output, indices_output = the first k of input in order along dim
 *
 * values_output   [V...] of T, written
 * indices_output  [V...] of I, written
 * input           [S...] of T
 * T is F16, BF16, F32
 * I is I32, I64
 *
 * Outputs have the shape of input with k in place of dim; they are always sorted. Of equal elements
 * the first is first; NaN is above all numbers.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_TOPK_H
#define INFINIOP_OPS_TOPK_H

#include <stdbool.h>

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopTopKDescriptor_t;

infiniStatus_t infiniopCreateTopKDescriptor(infiniopHandle_t handle,
                                            infiniopTopKDescriptor_t *desc_ptr,
                                            infiniopTensorDescriptor_t values_output_desc,
                                            infiniopTensorDescriptor_t indices_output_desc,
                                            infiniopTensorDescriptor_t input_desc, size_t k,
                                            size_t dim, bool largest, bool sorted);
infiniStatus_t infiniopGetTopKWorkspaceSize(infiniopTopKDescriptor_t desc, size_t *size);
infiniStatus_t infiniopTopK(infiniopTopKDescriptor_t desc, void *workspace, size_t workspace_size,
                            void *values_output, void *indices_output, const void *input, size_t k,
                            size_t dim, bool largest, bool sorted, void *stream);
infiniStatus_t infiniopDestroyTopKDescriptor(infiniopTopKDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
