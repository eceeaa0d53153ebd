/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_selu_backward.h: aclnnSeluBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_SELU_BACKWARD_H
#define ACLNNOP_ACLNN_SELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSeluBackward
 ************************************************/

/*
 * aclnnSeluBackwardGetWorkspaceSize: phase one. The gradient of Selu, from its result.
 *
 *     gradInput = gradOutput * s where result > 0, else gradOutput * (result + s *
 *         1.6732632423543772), s = 1.0507009873554805
 *
 * gradOutput  the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8; ACL_BF16 not
 *             on Ascend910.
 * result      the result of Selu.
 * gradInput   the gradient; integers are rounded to the nearest, to even of two.
 *
 * Precision: exact in int32, exact in int8, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, result or gradInput NULL
 *   161002  the data type of gradOutput is not the data type of result
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8;
 *           ACL_BF16 not on Ascend910
 *   161002  shapes of gradOutput and result differ
 *   161002  shapes of gradOutput and gradInput differ
 *   empty   gradOutput or result empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSeluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                        const aclTensor *result,
                                                        aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnSeluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSeluBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
