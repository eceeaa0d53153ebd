/* SPDX-License-Identifier: Apache-2.0 */
/*
 * infiniop/ops/flash_attention.h: attention over keys and values, which is not carried out.
 *
 * What InfiniCore's documentation, header and kernel say of its operands differs. The functions are
 * here so that programs compile, link and load, and can fall back: each answers
 * INFINI_STATUS_NOT_IMPLEMENTED, writes nothing and reads nothing of what it is given, and
 * aclGetRecentErrMsg says so.
 */
#ifndef INFINIOP_OPS_FLASH_ATTENTION_H
#define INFINIOP_OPS_FLASH_ATTENTION_H

#include "../operator_descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct InfiniopDescriptor *infiniopFlashAttentionDescriptor_t;

infiniStatus_t infiniopCreateFlashAttentionDescriptor(
    infiniopHandle_t handle, infiniopFlashAttentionDescriptor_t *desc_ptr,
    infiniopTensorDescriptor_t out_desc, infiniopTensorDescriptor_t q_desc,
    infiniopTensorDescriptor_t k_desc, infiniopTensorDescriptor_t v_desc,
    infiniopTensorDescriptor_t total_kv_len, float scale, char is_causal);
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
