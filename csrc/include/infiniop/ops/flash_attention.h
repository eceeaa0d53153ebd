/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/flash_attention.h: attention over as many keys and values as each batch has.
 *
 *     s = scale * (q @ transposed k), of the keys j < total_kv_len[b]; with is_causal row i of q has
 *     those with j <= i + total_kv_len[b] - M alone
 *     out = softmax(s) @ v, of the keys and values of head h * G / H
 *
 * out           [B, H, M, E] of T, written, last stride 1
 * q             [B, H, M, D] of T, last stride 1
 * k             [B, G, N, D] of T, last stride 1
 * v             [B, G, N, E] of T, last stride 1
 * total_kv_len  [B] of I
 * T is F16, BF16, F32
 * I is I32, I64
 *
 * H is a multiple of G and D is not 0, else BAD_TENSOR_SHAPE. Rows without a key are 0. Scores and
 * sums are float32, and take no memory that grows with M * N.
 *
 * total_kv_len is read when the call runs: a length below 0 or above N writes nothing, and is
 * reported as an index by infiniopEmbedding.
 *
 * InfiniCore's documentation has another call of this name, with logarithms of sums and a mask,
 * that its header does not declare.
 *
 * docs/infiniop-operators.md says what all operators have in common.
 * Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
 */
#ifndef INFINIOP_OPS_FLASH_ATTENTION_H
#define INFINIOP_OPS_FLASH_ATTENTION_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopFlashAttentionDescriptor_t;

infiniStatus_t infiniopCreateFlashAttentionDescriptor(infiniopHandle_t handle,
                                                      infiniopFlashAttentionDescriptor_t *desc_ptr,
                                                      infiniopTensorDescriptor_t out_desc,
                                                      infiniopTensorDescriptor_t q_desc,
                                                      infiniopTensorDescriptor_t k_desc,
                                                      infiniopTensorDescriptor_t v_desc,
                                                      infiniopTensorDescriptor_t total_kv_len_desc,
                                                      float scale, char is_causal);
infiniStatus_t infiniopGetFlashAttentionWorkspaceSize(infiniopFlashAttentionDescriptor_t desc,
                                                      size_t *size);
infiniStatus_t infiniopFlashAttention(infiniopFlashAttentionDescriptor_t desc, void *workspace,
                                      size_t workspace_size, void *out, const void *q,
                                      const void *k, const void *v, const void *total_kv_len,
                                      void *stream);
infiniStatus_t infiniopDestroyFlashAttentionDescriptor(infiniopFlashAttentionDescriptor_t desc);

#ifdef __cplusplus
}
#endif

#endif
