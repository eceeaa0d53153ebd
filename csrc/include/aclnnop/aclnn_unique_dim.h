/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_unique_dim.h: aclnnUniqueDim.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_UNSIGNED_OR_BOOL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                          ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *                          ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_UNIQUE_DIM_H
#define ACLNNOP_ACLNN_UNIQUE_DIM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUniqueDim
 ************************************************/

/*
 * aclnnUniqueDimGetWorkspaceSize: phase one. The slices along a dimension without those that are
 * there already, and how often each is there.
 *
 *     valueOut = the different slices in the order of their elements, self = valueOut[inverseOut]
 *         along dim, countsOut = how many of each
 *
 * self           the elements. REAL_UNSIGNED_OR_BOOL.
 * sorted         makes no difference: they are always in order.
 * returnInverse  whether inverseOut is written.
 * dim            the dimension of the slices.
 * valueOut       the different slices; with room for all. When the call has run its view shape has
 *                as many as there are.
 * inverseOut     where in valueOut each slice is. ACL_INT64.
 * countsOut      how often each is there; its view shape becomes their number. ACL_INT64.
 *
 * Slices are compared element by element. One with a NaN is different from every other; the zeros
 * are the same.
 *
 * aclGetViewShape of valueOut gives its maximum until the call has run, and what was found after
 * it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valueOut, inverseOut or countsOut NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of inverseOut not one of ACL_INT64
 *   161002  the data type of countsOut not one of ACL_INT64
 *   161002  the data type of valueOut is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUniqueDimGetWorkspaceSize(const aclTensor *self, bool sorted,
                                                     bool returnInverse, int64_t dim,
                                                     aclTensor *valueOut, aclTensor *inverseOut,
                                                     aclTensor *countsOut, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnUniqueDim: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUniqueDim(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
