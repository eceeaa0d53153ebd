/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fused_sgd.h: aclnnFusedSgd.
 *
 * Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   SINGLE_OR_HALF      ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FUSED_SGD_H
#define ACLNNOP_ACLNN_FUSED_SGD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFusedSgd
 ************************************************/

/*
 * aclnnFusedSgdGetWorkspaceSize: phase one. A step of stochastic gradient descent on every member
 * of lists.
 *
 *     gradsRef = gradsRef / gradScaleOptional; g = gradsRef, or -gradsRef to maximize, +
 *         weightDecay * paramsRef; b = g at the first step, else momentum * b + (1 - dampening) *
 *         g; paramsRef = paramsRef - lr * b, by Nesterov with g + momentum * b, without momentum
 *         with g
 *
 * paramsRef                      the weights; receives the result. NEW_SINGLE_OR_HALF.
 * gradsRef                       the gradients, and what they are when they were divided; receives
 *                                the result.
 * momentumBufferListOptionalRef  b, what is kept of earlier gradients; NULL or empty without
 *                                momentum; receives the result; may be NULL.
 * gradScaleOptional              what gradients are divided by; NULL: 1; may be NULL.
 *                                SINGLE_OR_HALF.
 * weightDecay                    the share of the weights that is added to gradients.
 * momentum                       what is kept of b.
 * lr                             the learning rate.
 * dampening                      what is taken off gradients that are added to b.
 * nesterov                       whether to look ahead.
 * maximize                       whether to go up.
 * isFirstStep                    whether b is written only.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 8 units in the last place in float32, within 0.6 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161002  weightDecay, momentum or lr negative
 *   161002  momentum not above 0 with momentumBufferListOptionalRef, or not 0 without; with
 *           nesterov also dampening not 0
 *   161001  paramsRef NULL
 *   161001  a member of paramsRef NULL
 *   161001  gradsRef NULL
 *   161001  a member of gradsRef NULL
 *   161002  paramsRef without members
 *   161002  data type of the first member of paramsRef not one of NEW_SINGLE_OR_HALF
 *   161002  members of paramsRef of different data types, or not of 0 to 8 dimensions
 *   161002  gradsRef has not as many members as paramsRef, or they have other data types or shapes
 *   161002  momentumBufferListOptionalRef has not as many members as paramsRef, or they have other
 *           data types or shapes
 *   161002  the data type of gradScaleOptional not one of SINGLE_OR_HALF
 *   161002  gradScaleOptional of more than one element
 */
ACLNN_API aclnnStatus aclnnFusedSgdGetWorkspaceSize(
    const aclTensorList *paramsRef, const aclTensorList *gradsRef,
    const aclTensorList *momentumBufferListOptionalRef, const aclTensor *gradScaleOptional,
    float weightDecay, float momentum, float lr, float dampening, bool nesterov, bool maximize,
    bool isFirstStep, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFusedSgd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFusedSgd(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
