/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logit_grad.h: aclnnLogitGrad.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_LOGIT_GRAD_H
#define ACLNNOP_ACLNN_LOGIT_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogitGrad
 ************************************************/

/*
 * aclnnLogitGradGetWorkspaceSize: phase one. The gradient of Logit.
 *
 *     out = dy / (x * (1 - x)) where eps <= x <= 1 - eps, else 0; with a negative eps 0 in its
 *         place, and else NaN
 *
 * x    what Logit was given. NEW_SINGLE_OR_HALF.
 * dy   the gradient by the result.
 * eps  the bound, as float32.
 * out  the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  x, dy or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of dy is not the data type of x
 *   161002  the data type of out is not the data type of x
 *   161002  x not of 0 to 8 dimensions
 *   161002  shapes of x and dy differ
 *   161002  shapes of x and out differ
 *   161002  a layout of x, dy or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor *x, const aclTensor *dy,
                                                     double eps, const aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLogitGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogitGrad(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
