/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logsigmoid_backward.h: aclnnLogSigmoidBackward.
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
#ifndef ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H
#define ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
#include <array>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogSigmoidBackward
 ************************************************/

/*
 * aclnnLogSigmoidBackwardGetWorkspaceSize: phase one. The gradient of LogSigmoid.
 *
 *     gradInput = gradOutput / (1 + e ^ self)
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what LogSigmoid was given. SINGLE_OR_HALF.
 * buffer      not read.
 * gradInput   the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, buffer or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  shapes of gradInput and gradOutput differ
 *   161002  shapes of gradInput and self differ
 *   empty   gradOutput or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogSigmoidBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                              const aclTensor *self,
                                                              const aclTensor *buffer,
                                                              aclTensor *gradInput,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnLogSigmoidBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSigmoidBackward(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
