/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_neg.h: aclnnNeg, aclnnInplaceNeg.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SIGNED  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_INT8, ACL_INT32,
 *           ACL_INT64; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_NEG_H
#define ACLNNOP_ACLNN_NEG_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNeg
 ************************************************/

/*
 * aclnnNegGetWorkspaceSize: phase one. The negative of every element.
 *
 *     out = -self
 *
 * self  the numbers. SIGNED.
 * out   their negatives.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SIGNED
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnNegGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnNeg: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNeg(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceNeg
 ************************************************/

/*
 * aclnnInplaceNegGetWorkspaceSize: phase one. The negative of every element, in its place.
 *
 *     selfRef = -selfRef
 *
 * selfRef  the numbers; receives the result. SIGNED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of SIGNED
 *   161002  the data type of selfRef does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceNegGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceNeg: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceNeg(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
