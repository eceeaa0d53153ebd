/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_tanh_backward.h: aclnnTanhBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_TANH_BACKWARD_H
#define ACLNNOP_ACLNN_TANH_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTanhBackward
 ************************************************/

/*
 * aclnnTanhBackwardGetWorkspaceSize: phase one. The gradient of Tanh.
 *
 *     gradInput = gradOutput * (1 - output * output)
 *
 * gradOutput  the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *             Ascend910.
 * output      the result of Tanh. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 * gradInput   the gradient. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, output or gradInput NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of output not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of gradInput not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of gradOutput is not the data type of output
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  output not of 0 to 8 dimensions
 *   161002  gradOutput and output do not broadcast, or not to the shape of gradInput
 *   empty   gradOutput or output empty: nothing is done
 *   561103  format of gradOutput neither ACL_FORMAT_ND nor that of gradInput
 */
ACLNN_API aclnnStatus aclnnTanhBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                        const aclTensor *output,
                                                        aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnTanhBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTanhBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
