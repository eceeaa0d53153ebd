/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sort.h: aclnnSort.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SORTABLE       ACL_FLOAT16, ACL_FLOAT, ACL_BF16, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32,
 *                  ACL_INT64, ACL_BOOL; ACL_UINT16, ACL_UINT32, ACL_UINT64 on Ascend950
 *   SORTED_VALUES  ACL_FLOAT16, ACL_FLOAT, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                  ACL_BF16, ACL_BOOL; ACL_DOUBLE not on Ascend950; ACL_UINT16, ACL_UINT32,
 *                  ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_SORT_H
#define ACLNNOP_ACLNN_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSort
 ************************************************/

/*
 * aclnnSortGetWorkspaceSize: phase one. Sorts along a dimension: NaN is above all numbers, and
 * equal elements stay in their order.
 *
 *     valuesOut = self in order, indicesOut = where its elements were along dim
 *
 * self        the elements. SORTABLE.
 * stable      makes no difference: the order of equal elements is always kept.
 * dim         the dimension.
 * descending  whether the largest are first.
 * valuesOut   the elements. SORTED_VALUES.
 * indicesOut  their places along dim. ACL_INT64.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  the data type of self not one of SORTABLE
 *   161002  the data type of valuesOut not one of SORTED_VALUES
 *   161002  the data type of indicesOut not one of ACL_INT64
 *   161002  dim outside the dimensions of self
 *   161002  shapes of self and valuesOut differ
 *   161002  shapes of self and indicesOut differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSortGetWorkspaceSize(const aclTensor *self, bool stable, int64_t dim,
                                                bool descending, aclTensor *valuesOut,
                                                aclTensor *indicesOut, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnSort: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
