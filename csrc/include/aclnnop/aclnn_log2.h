/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_log2.h: aclnnLog2, aclnnInplaceLog2.
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
#ifndef ACLNNOP_ACLNN_LOG2_H
#define ACLNNOP_ACLNN_LOG2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLog2
 ************************************************/

/*
 * aclnnLog2GetWorkspaceSize: phase one. The logarithm of every element to base 2.
 *
 *     out = log2(self)
 *
 * self  the numbers; integers and bool are computed in float32. NUMBER.
 * out   their logarithms; NaN of negative numbers. FLOAT_OR_COMPLEX.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out not one of FLOAT_OR_COMPLEX
 *   161002  the data type of self does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLog2GetWorkspaceSize(const aclTensor *self, const aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnLog2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLog2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLog2
 ************************************************/

/*
 * aclnnInplaceLog2GetWorkspaceSize: phase one. The logarithm of every element to base 2, in its
 * place.
 *
 *     selfRef = log2(selfRef)
 *
 * selfRef  the numbers; integers and bool are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1 unit in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT_OR_COMPLEX
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of selfRef does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLog2GetWorkspaceSize(const aclTensor *selfRef,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceLog2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLog2(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
