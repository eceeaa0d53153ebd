/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_expm1.h: aclnnExpm1, aclnnInplaceExpm1.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EXPM1_H
#define ACLNNOP_ACLNN_EXPM1_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnExpm1
 ************************************************/

/*
 * aclnnExpm1GetWorkspaceSize: phase one. The exponential function of every element, less 1.
 *
 *     out = e ^ self - 1
 *
 * self  the exponents; bool and int64 are computed in float32. ACL_FLOAT, ACL_FLOAT16, ACL_INT64,
 *       ACL_BOOL; ACL_BF16 not on Ascend910.
 * out   the powers of e, less 1.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_BOOL; ACL_BF16
 *           not on Ascend910
 *   161002  the type computed in does not convert to the data type of out
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnExpm1GetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnExpm1: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnExpm1(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceExpm1
 ************************************************/

/*
 * aclnnInplaceExpm1GetWorkspaceSize: phase one. The exponential function of every element, less 1,
 * in its place.
 *
 *     selfRef = e ^ selfRef - 1
 *
 * selfRef  the exponents; bool and int64 are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_BOOL;
 *           ACL_BF16 not on Ascend910
 *   161002  the type computed in does not convert to the data type of selfRef
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceExpm1GetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceExpm1: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceExpm1(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
