/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_flash_attention_score_grad.h: aclnnFlashAttentionScoreGrad,
 * aclnnFlashAttentionUnpaddingScoreGrad, aclnnFlashAttentionScoreGradV2,
 * aclnnFlashAttentionUnpaddingScoreGradV2.
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
#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFlashAttentionScoreGrad
 ************************************************/

/*
 * aclnnFlashAttentionScoreGradGetWorkspaceSize: phase one. Gradients of attention.
 *
 *     dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
 *         the probabilities and ds the gradient of the scores
 *
 * query                the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * keyIn                the keys. NEW_SINGLE_OR_HALF.
 * value                the values, whose heads may have fewer columns than those of key.
 *                      NEW_SINGLE_OR_HALF.
 * dy                   the gradient of the result.
 * pseShiftOptional     what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing;
 *                      may be NULL.
 * dropMaskOptional     a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                      from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional  makes no difference; may be NULL.
 * attenMaskOptional    true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                      sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                      may be NULL.
 * softmaxMaxOptional   what the forward call gave; may be NULL.
 * softmaxSumOptional   what the forward call gave; may be NULL.
 * softmaxInOptional    makes no difference; may be NULL.
 * attentionInOptional  the result of the forward call.
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
 * dqOut                the gradient of query.
 * dkOut                the gradient of key.
 * dvOut                the gradient of value.
 * dpseOut              is not written, as is documented; may be NULL.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
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
 *   161001  query, keyIn, value, dy, attentionInOptional, dqOut, dkOut, dvOut or inputLayout NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161001  the data type of query not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of keyIn not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of value not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161002  headNum not above 0; tensors of heads of fewer than three dimensions, or of three where
 *           inputLayout has four letters; heads of no columns, of key not of as many as those of
 *           query, or of value of more (161001: all else that does not fit, of which the vendor's
 *           inner functions give nothing)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradGetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    const aclTensor *pseShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclTensor *softmaxMaxOptional, const aclTensor *softmaxSumOptional,
    const aclTensor *softmaxInOptional, const aclTensor *attentionInOptional,
    const aclIntArray *prefixOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor *dqOut, const aclTensor *dkOut, const aclTensor *dvOut,
    const aclTensor *dpseOut, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFlashAttentionScoreGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGrad(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionUnpaddingScoreGrad
 ************************************************/

/*
 * aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize: phase one. Gradients of attention of
 * batches with as many rows as each has, one after the other.
 *
 *     dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
 *         the probabilities and ds the gradient of the scores
 *
 * query                   the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * keyIn                   the keys. NEW_SINGLE_OR_HALF.
 * value                   the values, whose heads may have fewer columns than those of key.
 *                         NEW_SINGLE_OR_HALF.
 * dy                      the gradient of the result.
 * pseShiftOptional        what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing;
 *                         may be NULL.
 * dropMaskOptional        a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                         from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional     makes no difference; may be NULL.
 * attenMaskOptional       true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                         sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                         may be NULL.
 * softmaxMaxOptional      what the forward call gave; may be NULL.
 * softmaxSumOptional      what the forward call gave; may be NULL.
 * softmaxInOptional       makes no difference; may be NULL.
 * attentionInOptional     the result of the forward call.
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
 * dqOut                   the gradient of query.
 * dkOut                   the gradient of key.
 * dvOut                   the gradient of value.
 * dpseOut                 is not written, as is documented; may be NULL.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
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
 *   161001  query, keyIn, value, dy, attentionInOptional, dqOut, dkOut, dvOut or inputLayout NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161001  the data type of query not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of keyIn not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of value not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161002  headNum not above 0; tensors of heads of fewer than three dimensions, or of three where
 *           inputLayout has four letters; heads of no columns, of key not of as many as those of
 *           query, or of value of more (161001: all else that does not fit, of which the vendor's
 *           inner functions give nothing)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    const aclTensor *pseShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclTensor *softmaxMaxOptional, const aclTensor *softmaxSumOptional,
    const aclTensor *softmaxInOptional, const aclTensor *attentionInOptional,
    const aclIntArray *prefixOptional, const aclIntArray *actualSeqQLenOptional,
    const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor *dqOut, const aclTensor *dkOut, const aclTensor *dvOut,
    const aclTensor *dpseOut, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFlashAttentionUnpaddingScoreGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGrad(void *workspace, uint64_t workspaceSize,
                                                            aclOpExecutor *executor,
                                                            aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionScoreGradV2
 ************************************************/

/*
 * aclnnFlashAttentionScoreGradV2GetWorkspaceSize: phase one. Gradients of attention.
 *
 *     dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
 *         the probabilities and ds the gradient of the scores
 *
 * query                the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * keyIn                the keys. NEW_SINGLE_OR_HALF.
 * value                the values, whose heads may have fewer columns than those of key.
 *                      NEW_SINGLE_OR_HALF.
 * dy                   the gradient of the result.
 * pseShiftOptional     what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing;
 *                      may be NULL.
 * dropMaskOptional     a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                      from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional  makes no difference; may be NULL.
 * attenMaskOptional    true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                      sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                      may be NULL.
 * softmaxMaxOptional   what the forward call gave; may be NULL.
 * softmaxSumOptional   what the forward call gave; may be NULL.
 * softmaxInOptional    makes no difference; may be NULL.
 * attentionInOptional  the result of the forward call.
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
 * dqOut                the gradient of query.
 * dkOut                the gradient of key.
 * dvOut                the gradient of value.
 * dpseOut              is not written, as is documented; may be NULL.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
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
 *   161001  query, keyIn, value, dy, attentionInOptional, dqOut, dkOut, dvOut or inputLayout NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161001  the data type of query not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of keyIn not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of value not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161002  headNum not above 0; tensors of heads of fewer than three dimensions, or of three where
 *           inputLayout has four letters; heads of no columns, of key not of as many as those of
 *           query, or of value of more (161001: all else that does not fit, of which the vendor's
 *           inner functions give nothing)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    const aclTensor *pseShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclTensor *softmaxMaxOptional, const aclTensor *softmaxSumOptional,
    const aclTensor *softmaxInOptional, const aclTensor *attentionInOptional,
    const aclIntArray *prefixOptional, const aclIntArray *qStartIdxOptional,
    const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor *dqOut, const aclTensor *dkOut,
    const aclTensor *dvOut, const aclTensor *dpseOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnFlashAttentionScoreGradV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFlashAttentionUnpaddingScoreGradV2
 ************************************************/

/*
 * aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize: phase one. Gradients of attention of
 * batches with as many rows as each has, one after the other.
 *
 *     dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
 *         the probabilities and ds the gradient of the scores
 *
 * query                   the queries, in inputLayout. NEW_SINGLE_OR_HALF.
 * keyIn                   the keys. NEW_SINGLE_OR_HALF.
 * value                   the values, whose heads may have fewer columns than those of key.
 *                         NEW_SINGLE_OR_HALF.
 * dy                      the gradient of the result.
 * pseShiftOptional        what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing;
 *                         may be NULL.
 * dropMaskOptional        a bit for each probability, those of [B, N, Sq, Skv] one after the other
 *                         from the lowest of each byte up: 1 stays; NULL: all stay; may be NULL.
 * paddingMaskOptional     makes no difference; may be NULL.
 * attenMaskOptional       true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
 *                         sparse modes that stand for a mask it is not read; NULL: all pairs count;
 *                         may be NULL.
 * softmaxMaxOptional      what the forward call gave; may be NULL.
 * softmaxSumOptional      what the forward call gave; may be NULL.
 * softmaxInOptional       makes no difference; may be NULL.
 * attentionInOptional     the result of the forward call.
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
 * dqOut                   the gradient of query.
 * dkOut                   the gradient of key.
 * dvOut                   the gradient of value.
 * dpseOut                 is not written, as is documented; may be NULL.
 *
 * Rows and columns are those of a batch. sparseMode 0: preTokens and nextTokens are counted from
 * the diagonal of the first row; 1: the mask alone; 2: up to that diagonal; 3: up to the one that
 * ends in the last row; 4: a band around that; 5 and 6: as 3, and the prefix; 7 and 8, of batches
 * in one dimension: as 3 with a band in the last batch that has rows, and as 2 with one in the
 * first.
 *
 * Masks of sparse modes 2 to 4 and 6 to 8 are not read: the mode says the same.
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
 *   161001  query, keyIn, value, dy, attentionInOptional, dqOut, dkOut, dvOut or inputLayout NULL
 *   161002  inputLayout not "TND", where lengths of batches are given
 *   161001  the data type of query not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of keyIn not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161001  the data type of value not one of NEW_SINGLE_OR_HALF: no kernel gives a result
 *   161002  headNum not above 0; tensors of heads of fewer than three dimensions, or of three where
 *           inputLayout has four letters; heads of no columns, of key not of as many as those of
 *           query, or of value of more (161001: all else that does not fit, of which the vendor's
 *           inner functions give nothing)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    const aclTensor *pseShiftOptional, const aclTensor *dropMaskOptional,
    const aclTensor *paddingMaskOptional, const aclTensor *attenMaskOptional,
    const aclTensor *softmaxMaxOptional, const aclTensor *softmaxSumOptional,
    const aclTensor *softmaxInOptional, const aclTensor *attentionInOptional,
    const aclIntArray *prefixOptional, const aclIntArray *actualSeqQLenOptional,
    const aclIntArray *actualSeqKvLenOptional, const aclIntArray *qStartIdxOptional,
    const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor *dqOut, const aclTensor *dkOut,
    const aclTensor *dvOut, const aclTensor *dpseOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnFlashAttentionUnpaddingScoreGradV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2(void *workspace,
                                                              uint64_t workspaceSize,
                                                              aclOpExecutor *executor,
                                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
