/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_reduce_nansum.h: aclnnReduceNansum.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NANSUMMAND  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950;
 *               ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL on Ascend910B and
 *               Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_REDUCE_NANSUM_H
#define ACLNNOP_ACLNN_REDUCE_NANSUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReduceNansum
 ************************************************/

/*
 * aclnnReduceNansumGetWorkspaceSize: phase one. Sums over dimensions, with 0 for NaN.
 *
 *     out = the sum over dim of self, without what is NaN
 *
 * self     the summands. NANSUMMAND.
 * dim      the dimensions to sum over, negative ones counted from the last; none means all.
 * keepDim  whether they stay, as dimensions of 1.
 * dtype    the type to compute in; that of out. NANSUMMAND.
 * out      the sums. NANSUMMAND.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of self not one of NANSUMMAND
 *   161002  the data type of dtype not one of NANSUMMAND
 *   161002  the data type of out not one of NANSUMMAND
 *   161002  the data type of out is not the data type of dtype
 *   161002  the data type of self does not convert to the data type of out
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnReduceNansumGetWorkspaceSize(const aclTensor *self,
                                                        const aclIntArray *dim, bool keepDim,
                                                        aclDataType dtype, aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnReduceNansum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReduceNansum(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
