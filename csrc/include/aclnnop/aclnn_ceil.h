/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ceil.h: aclnnCeil, aclnnInplaceCeil.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CEIL_H
#define ACLNNOP_ACLNN_CEIL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCeil
 ************************************************/

/*
 * aclnnCeilGetWorkspaceSize: phase one. The least integer that is not less than each element.
 *
 *     out = ceil(self)
 *
 * self  the numbers. FLOAT.
 * out   the integers.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of FLOAT
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCeilGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnCeil: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCeil(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceCeil
 ************************************************/

/*
 * aclnnInplaceCeilGetWorkspaceSize: phase one. The least integer that is not less than each
 * element, in its place.
 *
 *     selfRef = ceil(selfRef)
 *
 * selfRef  the numbers; receives the result. FLOAT.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceCeilGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceCeil: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceCeil(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
