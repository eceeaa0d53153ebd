/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sign.h: aclnnSign.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WITH_SIGN  ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64, ACL_COMPLEX64,
 *              ACL_COMPLEX128, ACL_BOOL; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SIGN_H
#define ACLNNOP_ACLNN_SIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSign
 ************************************************/

/*
 * aclnnSignGetWorkspaceSize: phase one. The sign of every element.
 *
 *     result = 1 where self > 0, -1 where self < 0, else 0; self / |self| of complex numbers
 *
 * self    the numbers. WITH_SIGN.
 * result  their signs; of NaN it is 0, but NaN in complex types.
 *
 * Precision: within 2 units in the last place in complex, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or result NULL
 *   161002  the data type of self not one of WITH_SIGN
 *   161002  the data type of result is not the data type of self, but where that is bfloat16
 *   161002  shapes of self and result differ
 *   empty   self empty: nothing is done
 *   561103  self is not the data type of result
 */
ACLNN_API aclnnStatus aclnnSignGetWorkspaceSize(const aclTensor *self, aclTensor *result,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSign: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
