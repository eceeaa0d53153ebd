/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_interleave_rope.h: aclnnInterleaveRope.
 *
 * Made from csrc/ops/rope/rope.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_HALF  ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_INTERLEAVE_ROPE_H
#define ACLNNOP_ACLNN_INTERLEAVE_ROPE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInterleaveRope
 ************************************************/

/*
 * aclnnInterleaveRopeGetWorkspaceSize: phase one. Turns neighbouring columns by the angles of their
 * rows, and writes them to halves.
 *
 *     out = y * cos + turned(y) * sin, with y the even columns of x before the odd ones
 *
 * x    what is turned, [B, N, S, 64]. NEW_HALF.
 * cos  cosines: the dims of x, or 1 but for the last.
 * sin  sines, of the shape of cos.
 * out  the result.
 *
 * Halves are float32 while they are calculated with.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  x, cos, sin or out NULL
 *   161002  the data type of x not one of NEW_HALF
 *   161002  the data type of cos is not the data type of x
 *   161002  the data type of sin is not the data type of x
 *   161002  the data type of out is not the data type of x
 *   161002  a layout of x, cos, sin or out private to the device
 *   561002  x not of four dimensions, the last of them 64, cos not of its dims or 1, sin not of the
 *           shape of cos, or out not of that of x
 */
ACLNN_API aclnnStatus aclnnInterleaveRopeGetWorkspaceSize(const aclTensor *x, const aclTensor *cos,
                                                          const aclTensor *sin, aclTensor *out,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInterleaveRope: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInterleaveRope(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
