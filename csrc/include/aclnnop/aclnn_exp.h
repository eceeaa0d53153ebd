/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_exp.h: aclnnExp, aclnnInplaceExp.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_COMPLEX_BOOL_INT64  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128,
 *                             ACL_BOOL, ACL_INT64; ACL_BF16 not on Ascend910
 *   FLOAT_OR_COMPLEX          ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128;
 *                             ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EXP_H
#define ACLNNOP_ACLNN_EXP_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnExp
 ************************************************/

/*
 * aclnnExpGetWorkspaceSize: phase one. The exponential function of every element.
 *
 *     out = e ^ self
 *
 * self  the exponents; bool and int64 are computed in float32. FLOAT_COMPLEX_BOOL_INT64.
 * out   the powers of e.
 *
 * Precision: within 1 unit in the last place in float32, within 2 units in the last place in
 * float64, within 2.5 units in the last place in complex.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT_COMPLEX_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnExpGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnExp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnExp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceExp
 ************************************************/

/*
 * aclnnInplaceExpGetWorkspaceSize: phase one. The exponential function of every element, in its
 * place.
 *
 *     selfRef = e ^ selfRef
 *
 * selfRef  the exponents; bool and int64 are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 *
 * Precision: within 1 unit in the last place in float32, within 2 units in the last place in
 * float64, within 2.5 units in the last place in complex.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT_OR_COMPLEX
 *   161002  the data type of selfRef not one of FLOAT_COMPLEX_BOOL_INT64
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceExpGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceExp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceExp(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
