/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_erf.h: aclnnErf, aclnnInplaceErf.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_BOOL_INT64  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL, ACL_INT64; ACL_BF16 not on
 *                     Ascend910
 *   FLOAT             ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ERF_H
#define ACLNNOP_ACLNN_ERF_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnErf
 ************************************************/

/*
 * aclnnErfGetWorkspaceSize: phase one. The error function of every element.
 *
 *     out = erf(self)
 *
 * self  the numbers; bool and int64 are computed in float32. FLOAT_BOOL_INT64.
 * out   the results.
 *
 * Precision: within 3 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnErfGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnErf: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnErf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceErf
 ************************************************/

/*
 * aclnnInplaceErfGetWorkspaceSize: phase one. The error function of every element, in its place.
 *
 *     selfRef = erf(selfRef)
 *
 * selfRef  the numbers; bool and int64 are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 3 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT
 *   161002  the data type of selfRef not one of FLOAT_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceErfGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceErf: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceErf(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
