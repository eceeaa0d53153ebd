/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_unique_consecutive.h: aclnnUniqueConsecutive.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ANY_NUMBER  ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *               ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64,
 *               ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H
#define ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUniqueConsecutive
 ************************************************/

/*
 * aclnnUniqueConsecutiveGetWorkspaceSize: phase one. The elements, or slices along a dimension,
 * without those that are the same as the one before.
 *
 *     valueOut = what differs from its neighbour, self = valueOut[inverseOut], countsOut = how many
 *         of each follow each other
 *
 * self           the elements. ANY_NUMBER.
 * returnInverse  whether inverseOut is written.
 * returnCounts   whether countsOut is written.
 * dim            the dimension of the slices; 1000: all elements in their order.
 * valueOut       what is different; with room for all. When the call has run its view shape is that
 *                of what was found.
 * inverseOut     where in valueOut each element or slice is. ACL_INT64.
 * countsOut      how many of each; its view shape becomes their number. ACL_INT64.
 *
 * NaN is different from every number and from NaN; the zeros are the same, and the first of them
 * stands for both.
 *
 * aclGetViewShape of valueOut gives its maximum until the call has run, and what was found after
 * it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valueOut, inverseOut or countsOut NULL
 *   161002  the data type of self not one of ANY_NUMBER
 *   161002  the data type of inverseOut not one of ACL_INT64
 *   161002  the data type of countsOut not one of ACL_INT64
 *   161002  the data type of valueOut is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  dim neither 1000 nor one of the dimensions of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUniqueConsecutiveGetWorkspaceSize(const aclTensor *self,
                                                             bool returnInverse, bool returnCounts,
                                                             int64_t dim, aclTensor *valueOut,
                                                             aclTensor *inverseOut,
                                                             aclTensor *countsOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnUniqueConsecutive: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUniqueConsecutive(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
