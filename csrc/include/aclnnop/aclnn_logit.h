/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logit.h: aclnnLogit.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_LOGIT_H
#define ACLNNOP_ACLNN_LOGIT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogit
 ************************************************/

/*
 * aclnnLogitGetWorkspaceSize: phase one. The inverse of the logistic function.
 *
 *     out = log(z / (1 - z)), where z is input between eps and 1 - eps; input itself if eps is
 *         negative
 *
 * input  probabilities. NEW_SINGLE_OR_HALF.
 * eps    the bound, as float32.
 * out    the logarithms of the odds.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of input not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of input
 *   161002  input not of 0 to 8 dimensions
 *   161002  shapes of input and out differ
 *   161002  a layout of input or out private to the device
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogitGetWorkspaceSize(const aclTensor *input, double eps,
                                                 const aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnLogit: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogit(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
