/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/random_sample.h: a place drawn from the softmax of a row.
 *
 *     p = running sums of exp((v - v[0]) / temperature), with v = probs from the largest down
 *     limit = random_val * min(p[topk - 1], topp * p[last])
 *     result = the place in probs of the first p that is at least limit
 *
 * result  [] of I, written
 * probs   [N] of T, last stride 1
 * I is I8, I16, I32, I64, U8, U16, U32, U64
 * T is F16, BF16, F32, F64
 *
 * random_val is from 0 to 1, topp and topk are at least 0, temperature is at least 0 and finite,
 * else BAD_PARAM.
 *
 * The place of the largest element, the first of equal ones, where random_val, topp or temperature
 * is 0 or topk 1. topk 0, or one beyond the row, takes all; so does a topp of 1 and more.
 *
 * infiniopRandomSampleBatch: A place drawn from the softmax of each row of a matrix.
 *
 *     result[i] = what infiniopRandomSample draws from probs[i] with the numbers at i
 *
 * result  [B] of I, written
 * probs   [B, N] of T, last stride 1
 * I is I8, I16, I32, I64, U8, U16, U32, U64
 * T is F16, BF16, F32, F64
 *
 * batch_size is B, else BAD_PARAM. The arrays have as many numbers, lie in the memory of the host
 * on both devices, and are read before the call returns.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_RANDOM_SAMPLE_H
#define INFINIOP_OPS_RANDOM_SAMPLE_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopRandomSampleDescriptor_t;

infiniStatus_t infiniopCreateRandomSampleDescriptor(infiniopHandle_t handle,
                                                    infiniopRandomSampleDescriptor_t *desc_ptr,
                                                    infiniopTensorDescriptor_t result_desc,
                                                    infiniopTensorDescriptor_t probs_desc);
infiniStatus_t infiniopGetRandomSampleWorkspaceSize(infiniopRandomSampleDescriptor_t desc,
                                                    size_t *size);
infiniStatus_t infiniopRandomSample(infiniopRandomSampleDescriptor_t desc, void *workspace,
                                    size_t workspace_size, void *result, const void *probs,
                                    float random_val, float topp, int topk, float temperature,
                                    void *stream);
infiniStatus_t infiniopDestroyRandomSampleDescriptor(infiniopRandomSampleDescriptor_t desc);
infiniStatus_t infiniopCreateRandomSampleBatchDescriptor(infiniopHandle_t handle,
                                                         infiniopRandomSampleDescriptor_t *desc_ptr,
                                                         infiniopTensorDescriptor_t result_desc,
                                                         infiniopTensorDescriptor_t probs_desc);
infiniStatus_t infiniopRandomSampleBatch(infiniopRandomSampleDescriptor_t desc, void *workspace,
                                         size_t workspace_size, void *result, const void *probs,
                                         const float *random_val, const float *topp,
                                         const int *topk, const float *temperature, int batch_size,
                                         void *stream);

#ifdef __cplusplus
}
#endif

#endif
