/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cdist.h: aclnnCdist.
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
#ifndef ACLNNOP_ACLNN_CDIST_H
#define ACLNNOP_ACLNN_CDIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCdist
 ************************************************/

/*
 * aclnnCdistGetWorkspaceSize: phase one. Finds the distances of points, each of one tensor to each
 * of another.
 *
 *     out[..., i, j] = the p-norm of x1[..., i, :] - x2[..., j, :]: p 0 counts what differs,
 *         infinity finds the largest
 *
 * x1            points, [..., i, coordinates]. NEW_SINGLE_OR_HALF.
 * x2            points, [..., j, coordinates], whose batches are equal or broadcast.
 *               NEW_SINGLE_OR_HALF.
 * p             the norm, 0 or more.
 * compute_mode  2 where p is 2; it computes the same.
 * out           the distances, [..., i, j]. NEW_SINGLE_OR_HALF.
 *
 * Differences are float32. Units in the last place are those of the norm of the sums of magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2 or out NULL
 *   161002  the data type of x1 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x2 not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of out not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x1 is not the data type of out
 *   161002  the data type of x2 is not the data type of out
 *   161002  x1 not of 2 to 8 dimensions
 *   161002  x2 not of 2 to 8 dimensions
 *   161002  out not of 2 to 8 dimensions
 *   161002  points of x1 and x2 not of as many coordinates
 *   161002  p below 0 or NaN
 *   161002  compute_mode not 2 where p is
 *   161002  batches of x1 and x2 that do not broadcast
 *   561103  out not of a distance for each pair of points in x1 and x2
 */
ACLNN_API aclnnStatus aclnnCdistGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, float p,
                                                 int64_t compute_mode, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnCdist: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCdist(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
