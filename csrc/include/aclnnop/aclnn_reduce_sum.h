/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_reduce_sum.h: aclnnReduceSum.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER        ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                 ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_REDUCE_SUM_H
#define ACLNNOP_ACLNN_REDUCE_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReduceSum
 ************************************************/

/*
 * aclnnReduceSumGetWorkspaceSize: phase one. Sums over dimensions.
 *
 *     out = the sum of self over dims
 *
 * self      the summands. NUMBER.
 * dims      the dimensions to sum over, negative ones counted from the last; none means all.
 * keepDims  whether they stay, as dimensions of 1.
 * dtype     the type to compute in; that of out. NUMBER.
 * out       the sums. NUMBER.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 1.5 units in the last place in float32, within 4 units in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dims or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out not one of NUMBER
 *   161002  the data type of dtype not one of NUMBER
 *   161002  the data type of out is not the data type of dtype
 *   161002  self not of 0 to 8 dimensions
 *   161002  an entry of dims outside the dimensions of self, or named twice
 *   161002  the data type of out not one of REAL_OR_BOOL, if self has no elements
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims,
                                                     bool keepDims, aclDataType dtype,
                                                     aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnReduceSum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReduceSum(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
