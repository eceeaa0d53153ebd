/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_avgpool2d_backward.h: aclnnAvgPool2dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_AVGPOOL2D_BACKWARD_H
#define ACLNNOP_ACLNN_AVGPOOL2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAvgPool2dBackward
 ************************************************/

/*
 * aclnnAvgPool2dBackwardGetWorkspaceSize: phase one. The gradient of AvgPool2d.
 *
 *     gradInput[n, c, h, w] = the sum of gradOutput[n, c, y, x] / divisor over the windows that h,
 *         w lies in
 *
 * gradOutput       the gradient of the result, with format NCL or NCHW. SINGLE_OR_HALF.
 * self             the images, which are not read. SINGLE_OR_HALF.
 * kernelSize       height and width of a window, or one number for both.
 * stride           from one window to the next, down and across; one number for both, none: the
 *                  size of a window, or NULL; may be NULL.
 * padding          places on each side, at most half of the window: down and across, or one number
 *                  for both.
 * ceilMode         as it was given to AvgPool2d.
 * countIncludePad  as it was given to AvgPool2d.
 * divisorOverride  as it was given to AvgPool2d.
 * cubeMathType     0 to 3, which computes the same here.
 * gradInput        of the shape of self, and of the type of gradOutput. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, kernelSize, padding or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  format of gradOutput, self or gradInput neither NCHW nor NCL, or that of gradOutput or
 *           gradInput not NCHW with 4 dimensions, or gradOutput and gradInput not both of 3 or both
 *           of 4 dimensions
 *   161002  kernelSize, stride or padding not of one number or one for each of 2 dimensions (stride
 *           may be empty), kernelSize or stride below 1, or padding negative or more than half of
 *           kernelSize
 *   161002  cubeMathType not from 0 to 3
 *   161002  shapes of self and gradInput differ
 *   empty   gradOutput, self or gradInput empty: nothing is done
 *   161002  divisorOverride not from -255 to 255, or cubeMathType neither 1 nor 2 with float32, but
 *           for a window of the whole plane (on Ascend910)
 *   161002  kernelSize or stride below 1, padding negative or more than half of kernelSize, or
 *           gradOutput not of the shape of the windows, if it has elements
 */
ACLNN_API aclnnStatus aclnnAvgPool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *self,
                                                             const aclIntArray *kernelSize,
                                                             const aclIntArray *stride,
                                                             const aclIntArray *padding,
                                                             bool ceilMode, bool countIncludePad,
                                                             int64_t divisorOverride,
                                                             int8_t cubeMathType,
                                                             aclTensor *gradInput,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAvgPool2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAvgPool2dBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
