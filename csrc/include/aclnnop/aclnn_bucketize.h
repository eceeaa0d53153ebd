/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bucketize.h: aclnnBucketize.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BUCKETED  ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT16, ACL_BF16, ACL_INT8, ACL_UINT8,
 *             ACL_INT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_BUCKETIZE_H
#define ACLNNOP_ACLNN_BUCKETIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBucketize
 ************************************************/

/*
 * aclnnBucketizeGetWorkspaceSize: phase one. The number of the interval between boundaries that
 * each element lies in.
 *
 *     out = the first j with self <= boundaries[j] (right: self < boundaries[j]), or their number
 *
 * self        the numbers. BUCKETED.
 * boundaries  the limits of the intervals, from the least up. BUCKETED.
 * outInt32    whether out is int32 and not int64.
 * right       whether an element on a boundary lies behind it.
 * out         the numbers of intervals.
 *
 * O.
 *
 * n.
 *
 * l.
 *
 * y.
 *
 * .
 *
 * A.
 *
 * s.
 *
 * c.
 *
 * e.
 *
 * n.
 *
 * d.
 *
 * 9.
 *
 * 5.
 *
 * 0.
 *
 * .
 *
 * h.
 *
 * a.
 *
 * s.
 *
 * .
 *
 * i.
 *
 * t.
 *
 * .
 *
 * .
 *
 * N.
 *
 * a.
 *
 * N.
 *
 * .
 *
 * i.
 *
 * s.
 *
 * .
 *
 * b.
 *
 * e.
 *
 * h.
 *
 * i.
 *
 * n.
 *
 * d.
 *
 * .
 *
 * a.
 *
 * l.
 *
 * l.
 *
 * .
 *
 * b.
 *
 * o.
 *
 * u.
 *
 * n.
 *
 * d.
 *
 * a.
 *
 * r.
 *
 * i.
 *
 * e.
 *
 * s.
 *
 * .
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   561000  on Ascend910, which does not have the operator
 *   561000  on Ascend910B and Ascend910_93, which does not have the operator
 *   161001  self, boundaries or out NULL
 *   161002  the data type of self not one of BUCKETED
 *   161002  the data type of boundaries not one of BUCKETED
 *   161002  the data type of out not int32 where outInt32 is true, or int64 where it is false
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  boundaries not of 1 to 1 dimensions
 *   161002  no common data type of self and boundaries
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor *self,
                                                     const aclTensor *boundaries, bool outInt32,
                                                     bool right, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnBucketize: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBucketize(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
