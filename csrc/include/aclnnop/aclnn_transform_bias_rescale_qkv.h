/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_transform_bias_rescale_qkv.h: aclnnTransformBiasRescaleQkv.
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
#ifndef ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H
#define ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTransformBiasRescaleQkv
 ************************************************/

/*
 * aclnnTransformBiasRescaleQkvGetWorkspaceSize: phase one. Adds biases to queries, keys and values,
 * divides queries by the root of their size, and puts them in heads.
 *
 *     qOut = (q + q of qkvBias) / sqrt(size), kOut = k + k of qkvBias, vOut = v + v of qkvBias, qkv
 *         = [q, k, v] along its last dimension
 *
 * qkv       all three, [batch, places, 3 * numHeads * size]. NEW_SINGLE_OR_HALF.
 * qkvBias   what is added, [3 * numHeads * size].
 * numHeads  the heads, above 0.
 * qOut      the queries, [batch, numHeads, places, size].
 * kOut      the keys, in the same shape.
 * vOut      the values, in the same shape.
 *
 * Sums and quotients are float32. Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 2 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  qkv, qkvBias, qOut, kOut or vOut NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of qkv not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of qkvBias is not the data type of qkv
 *   161002  the data type of qOut is not the data type of qkv
 *   161002  the data type of kOut is not the data type of qkv
 *   161002  the data type of vOut is not the data type of qkv
 *   561002  qkv not of three dimensions, the last of them three times numHeads times a size,
 *           qkvBias not of one dimension as long as that, or qOut not of the shape [batch,
 *           numHeads, places, size]
 *   561002  qkv not of three dimensions, the last of them three times numHeads times a size,
 *           qkvBias not of one dimension as long as that, or kOut not of the shape [batch,
 *           numHeads, places, size]
 *   561002  qkv not of three dimensions, the last of them three times numHeads times a size,
 *           qkvBias not of one dimension as long as that, or vOut not of the shape [batch,
 *           numHeads, places, size]
 *   empty   qkv empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkvGetWorkspaceSize(const aclTensor *qkv,
                                                                   const aclTensor *qkvBias,
                                                                   int64_t numHeads,
                                                                   const aclTensor *qOut,
                                                                   const aclTensor *kOut,
                                                                   const aclTensor *vOut,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnTransformBiasRescaleQkv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkv(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
