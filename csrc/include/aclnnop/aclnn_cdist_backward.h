/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cdist_backward.h: aclnnCdistBackward.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_CDIST_BACKWARD_H
#define ACLNNOP_ACLNN_CDIST_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCdistBackward
 ************************************************/

/*
 * aclnnCdistBackwardGetWorkspaceSize: phase one. The gradient of Cdist by its first points.
 *
 *     out[..., i, :] = the sum over j of grad[..., i, j] times the derivative of the norm of
 *         x1[..., i, :] - x2[..., j, :]; 0 where that norm is, and of p 0
 *
 * grad   the gradient of the distances, [..., i, j]. NEW_SINGLE_OR_HALF.
 * x1     points, [..., i, coordinates]. NEW_SINGLE_OR_HALF.
 * x2     points, [..., j, coordinates], whose batches are equal, or 1. NEW_SINGLE_OR_HALF.
 * cdist  the distances. NEW_SINGLE_OR_HALF.
 * p      the norm, 0 or more; -1: infinity.
 * out    of the shape of x1. NEW_SINGLE_OR_HALF.
 *
 * Differences are float32. Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  grad, x1, x2, cdist or out NULL
 *   161002  the data type of grad not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x1 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x2 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of cdist not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of out not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x1 is not the data type of grad
 *   161002  the data type of x2 is not the data type of grad
 *   161002  the data type of cdist is not the data type of grad
 *   161002  the data type of out is not the data type of grad
 *   161002  grad not of 2 to 7 dimensions
 *   161002  x1 and grad not of as many dimensions
 *   161002  x2 and grad not of as many dimensions
 *   161002  cdist and grad not of as many dimensions
 *   161002  out and grad not of as many dimensions
 *   161002  points of x1 and x2 that do not go together, grad or cdist not of an element for each
 *           pair of points, or out not of the shape of x1
 *   161002  p below 0, and not -1
 *   empty   grad, x1 or x2 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCdistBackwardGetWorkspaceSize(const aclTensor *grad, const aclTensor *x1,
                                                         const aclTensor *x2,
                                                         const aclTensor *cdist, float p,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnCdistBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCdistBackward(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
