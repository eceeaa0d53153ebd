/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_flash_attention_score.h: aclnnFlashAttentionScore, aclnnFlashAttentionVarLenScore,
 * aclnnFlashAttentionScoreV2, aclnnFlashAttentionVarLenScoreV2.
 *
 * Made from csrc/ops/attention/attention.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFlashAttentionScore
 ************************************************/

/*
 * aclnnFlashAttentionScoreGetWorkspaceSize: phase one. Attention: values weighted by the softmax of
 * products of queries and keys.
 *
 *     attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
 *         value
 *
 * query                the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * key                  the keys. NEW_SINGLE_OR_HALF.
 * value                the values, whose heads may have fewer columns than those of key.
 *                      NEW_SINGLE_OR_HALF.
 * realShiftOptional    what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
 *                      of it that stand for all; NULL: nothing; may be NULL.
 * dropMaskOptional     a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                      from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional  makes no difference; may be NULL.
 * attenMaskOptional    true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                      sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                      may be NULL.
 * prefixOptional       how many columns count for all rows, a number for each batch, of sparse
 *                      modes 5 and 6; may be NULL.
 * scaleValue           what scores are multiplied by.
 * keepProb             the share of bits in dropMaskOptional that are 1; 1: the mask is not read.
 * preTokens            of bands: so many columns before the diagonal count.
 * nextTokens           of bands: so many columns behind it count.
 * headNum              N of query.
 * inputLayout          "BSH", "SBH", "BSND" or "BNSD": H is N by D.
 * innerPrecise         makes no difference: sums are float32, and rows without a pair that counts
 *                      give 0.
 * sparseMode           which pairs count beside the mask, where there is one.
 * softmaxMaxOut        the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8].
 * softmaxSumOut        the sum of exponentials of each row, 8 times.
 * softmaxOutOut        is not written; may be NULL.
 * attentionOutOut      the result, in the layout of query.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
 *
 * A row without a pair that counts gives 0, -3.4e38 as its largest score and 3.4e38 as its sum.
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
 *   161001  query, key, value, inputLayout, softmaxMaxOut, softmaxSumOut or attentionOutOut NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161002  the data type of query not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of key not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of value not one of NEW_SINGLE_OR_HALF
 *   161002  data types of query, key, value and what is added to the scores that differ;
 *           inputLayout none of the call's, or not of as many letters as query has dimensions;
 *           headNum not above 0, heads of more than 768 columns, or of key not of as many as those
 *           of query, or of value of more (561002: what the tiling refuses, all else that does not
 *           fit; 161001: outputs of other shapes or types than follow)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGetWorkspaceSize(const aclTensor *query,
                                                               const aclTensor *key,
                                                               const aclTensor *value,
                                                               const aclTensor *realShiftOptional,
                                                               const aclTensor *dropMaskOptional,
                                                               const aclTensor *paddingMaskOptional,
                                                               const aclTensor *attenMaskOptional,
                                                               const aclIntArray *prefixOptional,
                                                               double scaleValue, double keepProb,
                                                               int64_t preTokens,
                                                               int64_t nextTokens, int64_t headNum,
                                                               char *inputLayout,
                                                               int64_t innerPrecise,
                                                               int64_t sparseMode,
                                                               const aclTensor *softmaxMaxOut,
                                                               const aclTensor *softmaxSumOut,
                                                               const aclTensor *softmaxOutOut,
                                                               const aclTensor *attentionOutOut,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnFlashAttentionScore: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionScore(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionVarLenScore
 ************************************************/

/*
 * aclnnFlashAttentionVarLenScoreGetWorkspaceSize: phase one. Attention of batches with as many rows
 * as each has, one after the other.
 *
 *     attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
 *         value
 *
 * query                   the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * key                     the keys. NEW_SINGLE_OR_HALF.
 * value                   the values, whose heads may have fewer columns than those of key.
 *                         NEW_SINGLE_OR_HALF.
 * realShiftOptional       what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last
 *                         rows of it that stand for all; NULL: nothing; may be NULL.
 * dropMaskOptional        a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                         from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional     makes no difference; may be NULL.
 * attenMaskOptional       true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                         sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                         may be NULL.
 * prefixOptional          how many columns count for all rows, a number for each batch, of sparse
 *                         modes 5 and 6; may be NULL.
 * actualSeqQLenOptional   where the rows of each batch end; may be NULL.
 * actualSeqKvLenOptional  where the columns of each batch end; may be NULL.
 * scaleValue              what scores are multiplied by.
 * keepProb                the share of bits in dropMaskOptional that are 1; 1: the mask is not
 *                         read.
 * preTokens               of bands: so many columns before the diagonal count.
 * nextTokens              of bands: so many columns behind it count.
 * headNum                 N of query.
 * inputLayout             "TND".
 * innerPrecise            makes no difference: sums are float32, and rows without a pair that
 *                         counts give 0.
 * sparseMode              which pairs count beside the mask, where there is one.
 * softmaxMaxOut           the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8].
 * softmaxSumOut           the sum of exponentials of each row, 8 times.
 * softmaxOutOut           is not written; may be NULL.
 * attentionOutOut         the result, in the layout of query.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
 *
 * A row without a pair that counts gives 0, -3.4e38 as its largest score and 3.4e38 as its sum.
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
 *   161001  query, key, value, inputLayout, softmaxMaxOut, softmaxSumOut or attentionOutOut NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161002  the data type of query not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of key not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of value not one of NEW_SINGLE_OR_HALF
 *   161002  data types of query, key, value and what is added to the scores that differ;
 *           inputLayout none of the call's, or not of as many letters as query has dimensions;
 *           headNum not above 0, heads of more than 768 columns, or of key not of as many as those
 *           of query, or of value of more (561002: what the tiling refuses, all else that does not
 *           fit; 161001: outputs of other shapes or types than follow)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    const aclTensor *realShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclIntArray *prefixOptional, const aclIntArray *actualSeqQLenOptional,
    const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor *softmaxMaxOut, const aclTensor *softmaxSumOut,
    const aclTensor *softmaxOutOut, const aclTensor *attentionOutOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnFlashAttentionVarLenScore: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScore(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionScoreV2
 ************************************************/

/*
 * aclnnFlashAttentionScoreV2GetWorkspaceSize: phase one. Attention: values weighted by the softmax
 * of products of queries and keys.
 *
 *     attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
 *         value, or with realShiftOptional behind the scale
 *
 * query                the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * key                  the keys. NEW_SINGLE_OR_HALF.
 * value                the values, whose heads may have fewer columns than those of key.
 *                      NEW_SINGLE_OR_HALF.
 * realShiftOptional    what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
 *                      of it that stand for all; NULL: nothing; may be NULL.
 * dropMaskOptional     a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                      from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional  makes no difference; may be NULL.
 * attenMaskOptional    true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                      sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                      may be NULL.
 * prefixOptional       how many columns count for all rows, a number for each batch, of sparse
 *                      modes 5 and 6; may be NULL.
 * qStartIdxOptional    makes no difference: it is of shifts that the kernel makes; may be NULL.
 * kvStartIdxOptional   makes no difference: it is of shifts that the kernel makes; may be NULL.
 * scaleValue           what scores are multiplied by.
 * keepProb             the share of bits in dropMaskOptional that are 1; 1: the mask is not read.
 * preTokens            of bands: so many columns before the diagonal count.
 * nextTokens           of bands: so many columns behind it count.
 * headNum              N of query.
 * inputLayout          "BSH", "SBH", "BSND" or "BNSD": H is N by D.
 * innerPrecise         makes no difference: sums are float32, and rows without a pair that counts
 *                      give 0.
 * sparseMode           which pairs count beside the mask, where there is one.
 * pseType              0: what is added to the scores is added behind the scale; 1: before it.
 * softmaxMaxOut        the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8].
 * softmaxSumOut        the sum of exponentials of each row, 8 times.
 * softmaxOutOut        is not written; may be NULL.
 * attentionOutOut      the result, in the layout of query.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
 *
 * A row without a pair that counts gives 0, -3.4e38 as its largest score and 3.4e38 as its sum.
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
 *   161001  query, key, value, inputLayout, softmaxMaxOut, softmaxSumOut or attentionOutOut NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161002  the data type of query not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of key not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of value not one of NEW_SINGLE_OR_HALF
 *   161002  data types of query, key, value and what is added to the scores that differ;
 *           inputLayout none of the call's, or not of as many letters as query has dimensions;
 *           headNum not above 0, heads of more than 768 columns, or of key not of as many as those
 *           of query, or of value of more (561002: what the tiling refuses, all else that does not
 *           fit; 161001: outputs of other shapes or types than follow)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    const aclTensor *realShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclIntArray *prefixOptional, const aclIntArray *qStartIdxOptional,
    const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor *softmaxMaxOut,
    const aclTensor *softmaxSumOut, const aclTensor *softmaxOutOut,
    const aclTensor *attentionOutOut, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFlashAttentionScoreV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2(void *workspace, uint64_t workspaceSize,
                                                 aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionVarLenScoreV2
 ************************************************/

/*
 * aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize: phase one. Attention of batches with as many
 * rows as each has, one after the other.
 *
 *     attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
 *         value, or with realShiftOptional behind the scale
 *
 * query                   the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * key                     the keys. NEW_SINGLE_OR_HALF.
 * value                   the values, whose heads may have fewer columns than those of key.
 *                         NEW_SINGLE_OR_HALF.
 * realShiftOptional       what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last
 *                         rows of it that stand for all; NULL: nothing; may be NULL.
 * dropMaskOptional        a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                         from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional     makes no difference; may be NULL.
 * attenMaskOptional       true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                         sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                         may be NULL.
 * prefixOptional          how many columns count for all rows, a number for each batch, of sparse
 *                         modes 5 and 6; may be NULL.
 * actualSeqQLenOptional   where the rows of each batch end; may be NULL.
 * actualSeqKvLenOptional  where the columns of each batch end; may be NULL.
 * qStartIdxOptional       makes no difference: it is of shifts that the kernel makes; may be NULL.
 * kvStartIdxOptional      makes no difference: it is of shifts that the kernel makes; may be NULL.
 * scaleValue              what scores are multiplied by.
 * keepProb                the share of bits in dropMaskOptional that are 1; 1: the mask is not
 *                         read.
 * preTokens               of bands: so many columns before the diagonal count.
 * nextTokens              of bands: so many columns behind it count.
 * headNum                 N of query.
 * inputLayout             "TND".
 * innerPrecise            makes no difference: sums are float32, and rows without a pair that
 *                         counts give 0.
 * sparseMode              which pairs count beside the mask, where there is one.
 * pseType                 0: what is added to the scores is added behind the scale; 1: before it.
 * softmaxMaxOut           the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8].
 * softmaxSumOut           the sum of exponentials of each row, 8 times.
 * softmaxOutOut           is not written; may be NULL.
 * attentionOutOut         the result, in the layout of query.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
 *
 * A row without a pair that counts gives 0, -3.4e38 as its largest score and 3.4e38 as its sum.
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
 *   161001  query, key, value, inputLayout, softmaxMaxOut, softmaxSumOut or attentionOutOut NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161002  the data type of query not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of key not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of value not one of NEW_SINGLE_OR_HALF
 *   161002  data types of query, key, value and what is added to the scores that differ;
 *           inputLayout none of the call's, or not of as many letters as query has dimensions;
 *           headNum not above 0, heads of more than 768 columns, or of key not of as many as those
 *           of query, or of value of more (561002: what the tiling refuses, all else that does not
 *           fit; 161001: outputs of other shapes or types than follow)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    const aclTensor *realShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclIntArray *prefixOptional, const aclIntArray *actualSeqQLenOptional,
    const aclIntArray *actualSeqKvLenOptional, const aclIntArray *qStartIdxOptional,
    const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor *softmaxMaxOut,
    const aclTensor *softmaxSumOut, const aclTensor *softmaxOutOut,
    const aclTensor *attentionOutOut, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFlashAttentionVarLenScoreV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2(void *workspace, uint64_t workspaceSize,
                                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
