/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_modulate_backward.h: aclnnModulateBackward.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_MODULATE_BACKWARD_H
#define ACLNNOP_ACLNN_MODULATE_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnModulateBackward
 ************************************************/

/*
 * aclnnModulateBackwardGetWorkspaceSize: phase one. Gradients of scaling and shifting the rows of
 * sequences.
 *
 *     grad_input[b, l, d] = grad_output[b, l, d] * scale[b, d]
 *     grad_scale[b, d] = sum over l of grad_output[b, l, d] * input[b, l, d]
 *     grad_shift[b, d] = sum over l of grad_output[b, l, d]
 *
 * grad_output  [B, L, D]. NEW_SINGLE_OR_HALF.
 * input        likewise. NEW_SINGLE_OR_HALF.
 * scale        [B, D]. NEW_SINGLE_OR_HALF.
 * shift        [B, D]. NEW_SINGLE_OR_HALF.
 * grad_input   the gradient of input. NEW_SINGLE_OR_HALF.
 * grad_scale   that of scale; may be NULL. NEW_SINGLE_OR_HALF.
 * grad_shift   that of shift; may be NULL. NEW_SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 1.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161002  on Ascend910, which does not have the operator
 *   161001  grad_output, input, grad_input, scale or shift NULL
 *   161002  the data type of grad_output not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of input not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of scale not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of shift not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of grad_scale not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of grad_shift not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of grad_input not one of NEW_SINGLE_OR_HALF
 *   161002  grad_output not of three dimensions [B, L, D], or scale or shift not [B, D]; or not all
 *           of them empty
 *   161002  shapes of grad_output and input differ
 *   empty   grad_output, input or grad_input empty: nothing is done
 *   561103  grad_input is not the data type of grad_scale
 *   561103  grad_input is not the data type of grad_shift
 */
ACLNN_API aclnnStatus aclnnModulateBackwardGetWorkspaceSize(const aclTensor *grad_output,
                                                            const aclTensor *input,
                                                            const aclTensor *scale,
                                                            const aclTensor *shift,
                                                            const aclTensor *grad_input,
                                                            const aclTensor *grad_scale,
                                                            const aclTensor *grad_shift,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnModulateBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnModulateBackward(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
