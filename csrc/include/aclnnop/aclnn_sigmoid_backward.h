/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sigmoid_backward.h: aclnnSigmoidBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16
 *                     not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_SIGMOID_BACKWARD_H
#define ACLNNOP_ACLNN_SIGMOID_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSigmoidBackward
 ************************************************/

/*
 * aclnnSigmoidBackwardGetWorkspaceSize: phase one. The gradient of Sigmoid.
 *
 *     gradInput = gradOutput * conj(output * (1 - output))
 *
 * gradOutput  the gradient by the result. FLOAT_OR_COMPLEX.
 * output      the result of Sigmoid. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64,
 *             ACL_COMPLEX128.
 * gradInput   the gradient. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64,
 *             ACL_COMPLEX128.
 *
 * Precision: within 3 units in the last place in float64, within 4 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, output or gradInput NULL
 *   161002  the data type of gradOutput not one of FLOAT_OR_COMPLEX
 *   161002  the data type of output not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  the data type of gradInput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  output not of 0 to 8 dimensions
 *   161002  no common data type of gradOutput and output
 *   161002  the type computed in does not convert to the data type of gradInput
 *   161002  gradOutput and output do not broadcast, or not to the shape of gradInput
 *   empty   gradOutput or output empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSigmoidBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *output,
                                                           aclTensor *gradInput,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnSigmoidBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSigmoidBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
