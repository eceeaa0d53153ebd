/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sqrt.h: aclnnSqrt, aclnnInplaceSqrt.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER            ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *                     ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *                     Ascend910
 *   FLOAT_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16
 *                     not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SQRT_H
#define ACLNNOP_ACLNN_SQRT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSqrt
 ************************************************/

/*
 * aclnnSqrtGetWorkspaceSize: phase one. The square root of every element.
 *
 *     out = the square root of self
 *
 * self  the numbers; int64 is computed in float64, other integers and bool in float32. NUMBER.
 * out   their roots; NaN of negative numbers.
 *
 * Precision: within 2 units in the last place in complex, within 0.51 units in the last place in
 * float32, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the type computed in does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSqrtGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSqrt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSqrt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceSqrt
 ************************************************/

/*
 * aclnnInplaceSqrtGetWorkspaceSize: phase one. The square root of every element, in its place.
 *
 *     self = the square root of self
 *
 * self  the numbers; int64 is computed in float64, other integers and bool in float32; receives the
 *       result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on
 *       Ascend910.
 *
 * Precision: within 2 units in the last place in complex, within 0.51 units in the last place in
 * float32, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self NULL
 *   161002  the data type of self not one of FLOAT_OR_COMPLEX
 *   161002  the data type of self not one of NUMBER
 *   161002  the type computed in does not convert to the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceSqrtGetWorkspaceSize(aclTensor *self, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceSqrt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceSqrt(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
