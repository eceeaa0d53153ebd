/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scatter_max.h: aclnnScatterMax.
 *
 * Made from csrc/ops/index/index.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SLICE_FACTOR  ACL_FLOAT16, ACL_FLOAT, ACL_INT32, ACL_INT8, ACL_UINT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCATTER_MAX_H
#define ACLNNOP_ACLNN_SCATTER_MAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScatterMax
 ************************************************/

/*
 * aclnnScatterMaxGetWorkspaceSize: phase one. Keeps the larger of rows that indices name and
 * others.
 *
 *     varRef[indices[i...], :] = max(varRef[indices[i...], :], updates[i..., :])
 *
 * varRef      what is changed; receives the result. SLICE_FACTOR.
 * indices     the places; 0 to the rows of varRef - 1. ACL_INT32, ACL_INT64.
 * updates     a row for each place, or one number.
 * useLocking  has no effect.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  varRef, indices or updates NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  on Ascend910B and Ascend910_93, which does not have the operator
 *   161002  the data type of varRef not one of SLICE_FACTOR
 *   161002  the data type of indices not one of ACL_INT32, ACL_INT64
 *   161002  the data type of updates is not the data type of varRef
 *   161002  varRef not of 1 to 8 dimensions
 *   161002  indices not of 0 to 8 dimensions
 *   161002  updates has not the shape of indices with a row of varRef for each, and is not one
 *           number
 *   empty   varRef, indices or updates empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnScatterMaxGetWorkspaceSize(aclTensor *varRef, const aclTensor *indices,
                                                      const aclTensor *updates, bool useLocking,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnScatterMax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScatterMax(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
