/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scaled_masked_softmax_backward.h: aclnnScaledMaskedSoftmaxBackward.
 *
 * Made from csrc/ops/softmax/softmax.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H
#define ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScaledMaskedSoftmaxBackward
 ************************************************/

/*
 * aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize: phase one. The gradient of
 * aclnnScaledMaskedSoftmax.
 *
 *     out = 0 where mask is true, else scale * (gradOutput * y - y * the sum of gradOutput * y
 *         along the last dimension)
 *
 * gradOutput   the gradient of what aclnnScaledMaskedSoftmax gave. NEW_SINGLE_OR_HALF.
 * y            what it gave. NEW_SINGLE_OR_HALF.
 * mask         what was left out, in the shape of y, or with 1 in the first dimensions. ACL_BOOL.
 * scale        the factor, as a float32.
 * fixTriuMask  false.
 * out          the gradient of its numbers. NEW_SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, y, mask or out NULL
 *   161002  the data type of gradOutput not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of y not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of mask not one of ACL_BOOL
 *   161002  the data type of out not one of NEW_SINGLE_OR_HALF
 *   161002  a layout of gradOutput, y, out or mask private to the device (on Ascend910B and
 *           Ascend910_93)
 *   161002  gradOutput not of four dimensions, the last of 1 to 4096 places (8192 on Ascend950), or
 *           mask not of the shape of gradOutput, or with 1 in its first two dimensions
 *   161002  shapes of gradOutput and y differ
 *   161002  shapes of gradOutput and out differ
 *   161002  fixTriuMask true
 *   161002  the data type of y is not the data type of gradOutput
 *   161002  the data type of out is not the data type of gradOutput
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                       const aclTensor *y,
                                                                       const aclTensor *mask,
                                                                       double scale,
                                                                       bool fixTriuMask,
                                                                       aclTensor *out,
                                                                       uint64_t *workspaceSize,
                                                                       aclOpExecutor **executor);

/* aclnnScaledMaskedSoftmaxBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackward(void *workspace, uint64_t workspaceSize,
                                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
