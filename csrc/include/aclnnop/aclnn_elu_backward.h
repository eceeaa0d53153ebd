/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_elu_backward.h: aclnnEluBackward.
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
#ifndef ACLNNOP_ACLNN_ELU_BACKWARD_H
#define ACLNNOP_ACLNN_ELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnEluBackward
 ************************************************/

/*
 * aclnnEluBackwardGetWorkspaceSize: phase one. The gradient of Elu.
 *
 *     gradInput = gradOutput * scale where x > 0, else gradOutput * inputScale * (y + alpha *
 *         scale), y = Elu(x)
 *
 * gradOutput    the gradient by the result. SINGLE_OR_HALF.
 * alpha         the factor below 0, as float32.
 * scale         the factor, as float32.
 * inputScale    the factor of the exponent, as float32.
 * isResult      whether selfOrResult is y.
 * selfOrResult  x, or y.
 * gradInput     the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, alpha, scale, inputScale, selfOrResult or gradInput NULL
 *   161002  the data type of gradOutput is not the data type of selfOrResult
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of alpha does not convert to ACL_FLOAT
 *   161002  the data type of scale does not convert to ACL_FLOAT
 *   161002  the data type of inputScale does not convert to ACL_FLOAT
 *   161002  the data type of gradOutput does not convert to the data type of gradInput
 *   161002  shapes of gradOutput and selfOrResult differ
 *   161002  shapes of gradOutput and gradInput differ
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  alpha negative and isResult true
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnEluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                       const aclScalar *alpha,
                                                       const aclScalar *scale,
                                                       const aclScalar *inputScale, bool isResult,
                                                       const aclTensor *selfOrResult,
                                                       aclTensor *gradInput,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnEluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnEluBackward(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
