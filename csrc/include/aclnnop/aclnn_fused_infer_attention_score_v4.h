/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fused_infer_attention_score_v4.h: aclnnFusedInferAttentionScoreV4.
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
#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFusedInferAttentionScoreV4
 ************************************************/

/*
 * aclnnFusedInferAttentionScoreV4GetWorkspaceSize: phase one. Attention for inference.
 *
 *     attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value
 *
 * query                          the queries, in inputLayout. ATTENTION_INFERRED.
 * key                            the keys. ACL_FLOAT16, ACL_BF16, ACL_INT8 on Ascend910B,
 *                                Ascend910_93 and Ascend950.
 * value                          the values, whose heads may have fewer columns than those of key.
 *                                ACL_FLOAT16, ACL_BF16, ACL_INT8 on Ascend910B, Ascend910_93 and
 *                                Ascend950.
 * pseShiftOptional               what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL:
 *                                nothing; may be NULL.
 * attenMaskOptional              true or 1 where a pair does not count, broadcast to [B, N, Sq,
 *                                Skv]; of sparse modes that stand for a mask it is not read; NULL:
 *                                all pairs count; may be NULL.
 * actualSeqLengthsOptional       how many rows of each batch count, or one number for all; of TND
 *                                where they end; NULL: all; may be NULL.
 * actualSeqLengthsKvOptional     how many columns of each batch count, or one number for all; of
 *                                TND where they end; NULL: all; may be NULL.
 * deqScale1Optional              NULL: 207000 otherwise; may be NULL.
 * quantScale1Optional            NULL: 207000 otherwise; may be NULL.
 * deqScale2Optional              NULL: 207000 otherwise; may be NULL.
 * quantScale2Optional            NULL: 207000 otherwise; may be NULL.
 * quantOffset2Optional           NULL: 207000 otherwise; may be NULL.
 * antiquantScaleOptional         NULL: 207000 otherwise; may be NULL.
 * antiquantOffsetOptional        NULL: 207000 otherwise; may be NULL.
 * blockTableOptional             int32 [B, blocks]: which blocks of key and value a batch has;
 *                                NULL: they are no blocks; may be NULL.
 * queryPaddingSizeOptional       int64 [1]: so many rows behind those that count; NULL: those that
 *                                count are the first; may be NULL.
 * kvPaddingSizeOptional          int64 [1]: so many columns behind those that count; NULL: those
 *                                that count are the first; may be NULL.
 * keyAntiquantScaleOptional      NULL: 207000 otherwise; may be NULL.
 * keyAntiquantOffsetOptional     NULL: 207000 otherwise; may be NULL.
 * valueAntiquantScaleOptional    NULL: 207000 otherwise; may be NULL.
 * valueAntiquantOffsetOptional   NULL: 207000 otherwise; may be NULL.
 * keySharedPrefixOptional        keys before those of each batch, with a batch of 1; NULL: none;
 *                                may be NULL.
 * valueSharedPrefixOptional      their values; may be NULL.
 * actualSharedPrefixLenOptional  how many of the prefix count; NULL: all; may be NULL.
 * queryRopeOptional              more columns of each head of query; NULL: none; may be NULL.
 * keyRopeOptional                more columns of each head of key; NULL: none; may be NULL.
 * keyRopeAntiquantScaleOptional  NULL: 207000 otherwise; may be NULL.
 * dequantScaleQueryOptional      NULL: 207000 otherwise; may be NULL.
 * learnableSinkOptional          NULL: 207000 otherwise; may be NULL.
 * numHeads                       N of query.
 * scaleValue                     what scores are multiplied by.
 * preTokens                      of bands: so many columns before the diagonal count.
 * nextTokens                     of bands: so many columns behind it count.
 * inputLayout                    "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between,
 *                                of which the second is that of the result.
 * numKeyValueHeads               N of key and value; 0: as they have them.
 * sparseMode                     which pairs count beside the mask, where there is one.
 * innerPrecise                   makes no difference: sums are float32, and rows without a pair
 *                                that counts give 0.
 * blockSize                      rows of a block of key.
 * antiquantMode                  makes no difference without antiquantisation.
 * softmaxLseFlag                 whether softmaxLse is written.
 * keyAntiquantMode               makes no difference without antiquantisation.
 * valueAntiquantMode             makes no difference without antiquantisation.
 * queryQuantMode                 makes no difference without quantisation.
 * attentionOut                   the result.
 * softmaxLse                     logarithms of the sums of exponentials, [B, N, Sq, 1] or [T, N,
 *                                1]; infinite where no pair counts; NULL where softmaxLseFlag is
 *                                false; may be NULL.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that.
 *
 * Masks of sparse modes 2 to 4 are not read: the mode says the same.
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
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4GetWorkspaceSize(
    const aclTensor *query, const aclTensorList *key, const aclTensorList *value,
    const aclTensor *pseShiftOptional, const aclTensor *attenMaskOptional,
    const aclIntArray *actualSeqLengthsOptional, const aclIntArray *actualSeqLengthsKvOptional,
    const aclTensor *deqScale1Optional, const aclTensor *quantScale1Optional,
    const aclTensor *deqScale2Optional, const aclTensor *quantScale2Optional,
    const aclTensor *quantOffset2Optional, const aclTensor *antiquantScaleOptional,
    const aclTensor *antiquantOffsetOptional, const aclTensor *blockTableOptional,
    const aclTensor *queryPaddingSizeOptional, const aclTensor *kvPaddingSizeOptional,
    const aclTensor *keyAntiquantScaleOptional, const aclTensor *keyAntiquantOffsetOptional,
    const aclTensor *valueAntiquantScaleOptional, const aclTensor *valueAntiquantOffsetOptional,
    const aclTensor *keySharedPrefixOptional, const aclTensor *valueSharedPrefixOptional,
    const aclIntArray *actualSharedPrefixLenOptional, const aclTensor *queryRopeOptional,
    const aclTensor *keyRopeOptional, const aclTensor *keyRopeAntiquantScaleOptional,
    const aclTensor *dequantScaleQueryOptional, const aclTensor *learnableSinkOptional,
    int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, char *inputLayout,
    int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize,
    int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, int64_t queryQuantMode, const aclTensor *attentionOut,
    const aclTensor *softmaxLse, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFusedInferAttentionScoreV4: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4(void *workspace, uint64_t workspaceSize,
                                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
