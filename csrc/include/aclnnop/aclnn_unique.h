/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_unique.h: aclnnUnique.
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
#ifndef ACLNNOP_ACLNN_UNIQUE_H
#define ACLNNOP_ACLNN_UNIQUE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUnique
 ************************************************/

/*
 * aclnnUniqueGetWorkspaceSize: phase one. The elements without those that are there already.
 *
 *     valueOut = the different elements in order, self = valueOut[inverseOut]
 *
 * self           the elements. REAL_UNSIGNED_OR_BOOL.
 * sorted         makes no difference: they are always in order.
 * returnInverse  whether inverseOut is written.
 * valueOut       the different elements; with room for all. When the call has run its view shape
 *                has as many as there are.
 * inverseOut     where in valueOut each element is. ACL_INT64.
 *
 * NaN is different from every number and from NaN, and behind all; the zeros are the same, and the
 * first of them stands for both.
 *
 * aclGetViewShape of valueOut gives its maximum until the call has run, and what was found after
 * it.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valueOut or inverseOut NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of inverseOut not one of ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and inverseOut differ, where returnInverse or returnInverse is true
 *   161002  the data type of valueOut is not the data type of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor *self, bool sorted,
                                                  bool returnInverse, aclTensor *valueOut,
                                                  aclTensor *inverseOut, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnUnique: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUnique(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
