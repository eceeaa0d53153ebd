/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_embedding_bag.h: aclnnEmbeddingBag.
 *
 * Made from csrc/ops/embedding/embedding.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EMBEDDING_BAG_H
#define ACLNNOP_ACLNN_EMBEDDING_BAG_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEmbeddingBag
 ************************************************/

/*
 * aclnnEmbeddingBagGetWorkspaceSize: phase one. Looks up rows of a table and joins them by bags:
 * sums, means or maxima.
 *
 *     output[b] = join of weight[indices[i]], i from offsets[b] to offsets[b + 1]
 *
 * weight             the table, a row a word. SINGLE_OR_HALF.
 * indices            numbers of rows, 0 to the last; of two dimensions (on Ascend950) each row is a
 *                    bag. ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8.
 * offsets            where each bag begins in indices; the first begins at 0, and the last goes to
 *                    the end. ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8.
 * scaleGradByFreq    makes no difference here: it is about the gradient.
 * mode               0: sums, 1: means, others: maxima.
 * sparse             makes no difference here.
 * perSampleWeights   a factor for each index, of sums; NULL: 1; may be NULL.
 * includeLastOffset  whether the last of offsets is the end and begins no bag.
 * paddingIdx         an index that takes no part; -1: none.
 * output             a row for each bag; 0 for one without rows.
 * offset2bag         the bag of each index; not written where it is empty. ACL_INT32, ACL_INT64.
 * bagSize            the indices of each bag that take part, of means and maxima; of sums 0, but on
 *                    Ascend950, where the last is 0 with includeLastOffset. ACL_INT32, ACL_INT64.
 * maxIndices         the row of each maximum (0 of a bag without rows, -1 on Ascend950); else the
 *                    same as bagSize, and not written on Ascend950. ACL_INT32, ACL_INT64.
 *
 * Rows are added in float32 in the order of indices and rounded once.
 *
 * The shapes that Python makes are those of Ascend910 to 910_93.
 *
 * Precision: within 1 unit in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  weight, indices, offsets, output, offset2bag, bagSize or maxIndices NULL
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of indices not one of ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *           ACL_UINT8
 *   161002  the data type of offsets not one of ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *           ACL_UINT8
 *   161002  neither the data type of indices nor the data type of offsets int32 or int64
 *   161002  the data type of perSampleWeights is not the data type of weight
 *   161002  the data type of output is not the data type of weight
 *   161002  the data type of offset2bag not one of ACL_INT32, ACL_INT64
 *   161002  the data type of bagSize not one of ACL_INT32, ACL_INT64
 *   161002  the data type of maxIndices not one of ACL_INT32, ACL_INT64
 *   161002  weight or output not of two dimensions, indices or perSampleWeights of more than one
 *           (two on Ascend950), offsets, offset2bag or bagSize of more than one, perSampleWeights
 *           of none, or maxIndices not of two for maxima and of at most one for others
 *   161002  perSampleWeights of other elements than indices, or given for no sum (but on
 *           Ascend950); output not of bags by the columns of weight; offset2bag neither empty nor
 *           of as many elements as indices; bagSize or maxIndices not of an element a bag (bagSize
 *           on Ascend950: one for each of offsets); maxIndices not of the shape of output for
 *           maxima
 *   empty   weight, indices or offsets empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(const aclTensor *weight,
                                                        const aclTensor *indices,
                                                        const aclTensor *offsets,
                                                        bool scaleGradByFreq, int64_t mode,
                                                        bool sparse,
                                                        const aclTensor *perSampleWeights,
                                                        bool includeLastOffset, int64_t paddingIdx,
                                                        aclTensor *output, aclTensor *offset2bag,
                                                        aclTensor *bagSize, aclTensor *maxIndices,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnEmbeddingBag: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEmbeddingBag(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
