/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_prompt_flash_attention.h: aclnnPromptFlashAttention.
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
#ifndef ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H
#define ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPromptFlashAttention
 ************************************************/

/*
 * aclnnPromptFlashAttentionGetWorkspaceSize: phase one. Attention for inference, of all rows of a
 * prompt.
 *
 *     attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value
 *
 * query             the queries, in inputLayout. ATTENTION_INFERRED.
 * key               the keys. ATTENTION_INFERRED.
 * value             the values, whose heads may have fewer columns than those of key.
 *                   ATTENTION_INFERRED.
 * pseShift          what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing; may
 *                   be NULL.
 * attenMask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of sparse
 *                   modes that stand for a mask it is not read; NULL: all pairs count; may be NULL.
 * actualSeqLengths  how many rows of each batch count, or one number for all; of TND where they
 *                   end; NULL: all; may be NULL.
 * numHeads          N of query.
 * scaleValue        what scores are multiplied by.
 * preTokens         of bands: so many columns before the diagonal count.
 * nextTokens        of bands: so many columns behind it count.
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
 *   161002  the data type of key not one of ATTENTION_INFERRED
 *   161002  the data type of value not one of ATTENTION_INFERRED
 *   207000  the data type of query one of ACL_INT8, which CANN computes and this library does not
 *   161002  data types that differ; of prompts, too, inputLayout none of the call's, numHeads not
 *           above 0, heads of more than 512 columns, a result of another shape (what the tiling
 *           refuses, all else that does not fit: 561103 of prompts, 561002 of the others; 207000:
 *           what is given to quantise numbers, and sinks)
 */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionGetWorkspaceSize(const aclTensor *query,
                                                                const aclTensor *key,
                                                                const aclTensor *value,
                                                                const aclTensor *pseShift,
                                                                const aclTensor *attenMask,
                                                                const aclIntArray *actualSeqLengths,
                                                                int64_t numHeads, double scaleValue,
                                                                int64_t preTokens,
                                                                int64_t nextTokens,
                                                                char *inputLayout,
                                                                int64_t numKeyValueHeads,
                                                                const aclTensor *attentionOut,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnPromptFlashAttention: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPromptFlashAttention(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
