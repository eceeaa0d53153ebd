/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_incre_flash_attention_v2.h: aclnnIncreFlashAttentionV2.
 *
 * Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ATTENTION_INFERRED  ACL_FLOAT16, ACL_BF16, ACL_INT8 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H
#define ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIncreFlashAttentionV2
 ************************************************/

/*
 * aclnnIncreFlashAttentionV2GetWorkspaceSize: phase one. Attention for inference, of one more row
 * for each batch.
 *
 *     attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value
 *
 * query             the queries, in inputLayout. ATTENTION_INFERRED.
 * key               the keys. ACL_FLOAT16, ACL_BF16, ACL_INT8 on Ascend910B, Ascend910_93 and
 *                   Ascend950.
 * value             the values, whose heads may have fewer columns than those of key. ACL_FLOAT16,
 *                   ACL_BF16, ACL_INT8 on Ascend910B, Ascend910_93 and Ascend950.
 * pseShift          what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing; may
 *                   be NULL.
 * attenMask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of sparse
 *                   modes that stand for a mask it is not read; NULL: all pairs count; may be NULL.
 * actualSeqLengths  how many columns of each batch count, or one number for all; NULL: all; may be
 *                   NULL.
 * dequantScale1     NULL: 207000 otherwise; may be NULL.
 * quantScale1       NULL: 207000 otherwise; may be NULL.
 * dequantScale2     NULL: 207000 otherwise; may be NULL.
 * quantScale2       NULL: 207000 otherwise; may be NULL.
 * quantOffset2      NULL: 207000 otherwise; may be NULL.
 * numHeads          N of query.
 * scaleValue        what scores are multiplied by.
 * inputLayout       "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which the
 *                   second is that of the result.
 * numKeyValueHeads  N of key and value; 0: as they have them.
 * attentionOut      the result.
 *
 * Rows that do not count are 0, and so is one without a pair that counts.
 *
 * Scores and sums are float32, and never in memory: what is kept grows with rows and columns, not
 * with their product.
 *
 * Units in the last place are those of the largest of the values that are added.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 1 unit in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  query, key, value, inputLayout or attentionOut NULL
 *   161002  the data type of query not one of ATTENTION_INFERRED
 *   161001  a member of key NULL
 *   161001  a member of value NULL
 *   161002  the data type of a member of key not one of ATTENTION_INFERRED
 *   161002  the data type of a member of value not one of ATTENTION_INFERRED
 *   207000  the data type of query one of ACL_INT8, which CANN computes and this library does not
 *   161002  data types that differ; of prompts, too, inputLayout none of the call's, numHeads not
 *           above 0, heads of more than 512 columns, a result of another shape (what the tiling
 *           refuses, all else that does not fit: 561103 of prompts, 561002 of the others; 207000:
 *           what is given to quantise numbers, and sinks)
 */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV2GetWorkspaceSize(
    const aclTensor *query, const aclTensorList *key, const aclTensorList *value,
    const aclTensor *pseShift, const aclTensor *attenMask, const aclIntArray *actualSeqLengths,
    const aclTensor *dequantScale1, const aclTensor *quantScale1, const aclTensor *dequantScale2,
    const aclTensor *quantScale2, const aclTensor *quantOffset2, int64_t numHeads,
    double scaleValue, char *inputLayout, int64_t numKeyValueHeads, const aclTensor *attentionOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnIncreFlashAttentionV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV2(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
