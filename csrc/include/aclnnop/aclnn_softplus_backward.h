/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softplus_backward.h: aclnnSoftplusBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H
#define ACLNNOP_ACLNN_SOFTPLUS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftplusBackward
 ************************************************/

/*
 * aclnnSoftplusBackwardGetWorkspaceSize: phase one. The gradient of Softplus.
 *
 *     gradInput = gradOutput where beta * self > threshold, else gradOutput / (1 + e ^ (-beta *
 *         self))
 *
 * gradOutput  the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *             Ascend910.
 * self        what Softplus was given. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT8,
 *             ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * beta        its steepness, as float32.
 * threshold   where it is a straight line, as float32.
 * gradInput   the gradient. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, beta, threshold or gradInput NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_BOOL,
 *           ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of gradInput not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *           on Ascend910
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and self differ
 *   161002  shapes of self and gradInput differ
 *   empty   gradOutput, self or gradInput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftplusBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                            const aclTensor *self,
                                                            const aclScalar *beta,
                                                            const aclScalar *threshold,
                                                            aclTensor *gradInput,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnSoftplusBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftplusBackward(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
