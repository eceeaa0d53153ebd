/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_apply_rotary_pos_emb.h: aclnnApplyRotaryPosEmb.
 *
 * Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H
#define ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnApplyRotaryPosEmb
 ************************************************/

/*
 * aclnnApplyRotaryPosEmbGetWorkspaceSize: phase one. Turns the halves of queries and keys by the
 * angles of their rows, in their places.
 *
 *     queryRef = queryRef * cos + turned(queryRef) * sin, keyRef likewise: turned is (-x2, x1) of
 *         halves
 *
 * queryRef  the queries, of four dimensions, the last of at most 1024; receives the result.
 *           NEW_SINGLE_OR_HALF.
 * keyRef    the keys; receives the result.
 * cos       cosines: the dims of both, or 1 but for the last.
 * sin       sines, of the shape of cos.
 * layout    1: [B, S, N, D]; makes no difference: cos and sin are broadcast.
 *
 * Halves are float32 while they are calculated with.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  queryRef, keyRef, cos or sin NULL
 *   161002  the data type of queryRef not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of keyRef is not the data type of queryRef
 *   161002  the data type of cos is not the data type of queryRef
 *   161002  the data type of sin is not the data type of queryRef
 *   161002  a layout of queryRef, keyRef, cos or sin private to the device
 *   561002  layout not from 1 to 1
 *   561002  queryRef or keyRef not of four dimensions, the last of at most 1024 and even, cos not
 *           of their dims or 1, or sin not of the shape of cos
 */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbGetWorkspaceSize(aclTensor *queryRef, aclTensor *keyRef,
                                                             const aclTensor *cos,
                                                             const aclTensor *sin, int64_t layout,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnApplyRotaryPosEmb: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmb(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
