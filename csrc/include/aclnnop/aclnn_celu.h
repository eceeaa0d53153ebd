/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_celu.h: aclnnCelu, aclnnInplaceCelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CELU_H
#define ACLNNOP_ACLNN_CELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCelu
 ************************************************/

/*
 * aclnnCeluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential function,
 * smoothly.
 *
 *     out = max(0, self) + min(0, alpha * (e ^ (self / alpha) - 1))
 *
 * self   the numbers. SINGLE_OR_HALF.
 * alpha  the width of the bend, as float32.
 * out    the result.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, alpha or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of alpha does not convert to ACL_FLOAT
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  alpha 0 or not a number
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor *self, const aclScalar *alpha,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnCelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceCelu
 ************************************************/

/*
 * aclnnInplaceCeluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential
 * function, smoothly, in its place.
 *
 *     selfRef = max(0, selfRef) + min(0, alpha * (e ^ (selfRef / alpha) - 1))
 *
 * selfRef  the numbers; receives the result. SINGLE_OR_HALF.
 * alpha    the width of the bend, as float32.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or alpha NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_HALF
 *   161002  the data type of alpha does not convert to ACL_FLOAT
 *   161002  the data type of selfRef does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  alpha 0 or not a number
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor *selfRef, const aclScalar *alpha,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceCelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceCelu(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
