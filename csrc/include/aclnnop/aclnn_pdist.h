/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_pdist.h: aclnnPdist.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_FLOAT16  ACL_FLOAT, ACL_FLOAT16
 */
#ifndef ACLNNOP_ACLNN_PDIST_H
#define ACLNNOP_ACLNN_PDIST_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPdist
 ************************************************/

/*
 * aclnnPdistGetWorkspaceSize: phase one. Finds the distances of the rows of a matrix, each to each.
 *
 *     out = the p-norms of self[i] - self[j], i < j, in the order of i, then of j
 *
 * self  the rows, [n, coordinates]. SINGLE_OR_FLOAT16.
 * p     the norm, 0 or more.
 * out   the distances, [n * (n - 1) / 2]. SINGLE_OR_FLOAT16.
 *
 * Differences are float32. Units in the last place are those of the norm of the sums of magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_FLOAT16
 *   161002  the data type of out not one of SINGLE_OR_FLOAT16
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 2 to 2 dimensions
 *   161002  out not of 1 to 1 dimensions
 *   161002  out not of an element for each pair of rows of self
 *   161002  p below 0 or NaN
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnPdistGetWorkspaceSize(const aclTensor *self, float p, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnPdist: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPdist(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
