/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rsqrt.h: aclnnRsqrt, aclnnInplaceRsqrt.
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
#ifndef ACLNNOP_ACLNN_RSQRT_H
#define ACLNNOP_ACLNN_RSQRT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRsqrt
 ************************************************/

/*
 * aclnnRsqrtGetWorkspaceSize: phase one. The reciprocal of every element's square root.
 *
 *     out = 1 / the square root of self
 *
 * self  the numbers; integers and bool are computed in the data type of out. NUMBER.
 * out   the reciprocals. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64,
 *       ACL_COMPLEX128.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 6 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRsqrtGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRsqrt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRsqrt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRsqrt
 ************************************************/

/*
 * aclnnInplaceRsqrtGetWorkspaceSize: phase one. The reciprocal of every element's square root, in
 * its place.
 *
 *     selfRef = 1 / the square root of selfRef
 *
 * selfRef  the numbers; integers and bool are computed in the data type of out; receives the
 *          result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not
 *          on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 6 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT_OR_COMPLEX
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceRsqrtGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceRsqrt: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRsqrt(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
