/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rotary_position_embedding.h: aclnnRotaryPositionEmbedding.
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
#ifndef ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H
#define ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRotaryPositionEmbedding
 ************************************************/

/*
 * aclnnRotaryPositionEmbeddingGetWorkspaceSize: phase one. Turns pairs of columns by the angles of
 * their rows.
 *
 *     out = x * cos + turned(x) * sin: turned(x) is (-x2, x1) of halves, of neighbours, or of the
 *         quarters of each half
 *
 * x     what is turned, of four dimensions, the last of at most 1024. NEW_SINGLE_OR_HALF.
 * cos   cosines: the dims of x, or 1 but for the last.
 * sin   sines, of the shape of cos.
 * mode  0: x1 and x2 are halves of the columns; 1: neighbours; 2: quarters; 3: neighbours of x,
 *       halves of out.
 * out   the result.
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
 *   161001  x, cos, sin or out NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of cos is not the data type of x
 *   161002  the data type of sin is not the data type of x
 *   161002  the data type of out is not the data type of x
 *   161002  a layout of x, cos, sin or out private to the device
 *   561002  mode not 0 to 3; x not of four dimensions, the last of at most 1024 and a multiple of 2
 *           (of 4 in mode 2), cos not of its dims or 1, sin not of the shape of cos, or out not of
 *           that of x
 */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGetWorkspaceSize(const aclTensor *x,
                                                                   const aclTensor *cos,
                                                                   const aclTensor *sin,
                                                                   int64_t mode, aclTensor *out,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnRotaryPositionEmbedding: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbedding(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
