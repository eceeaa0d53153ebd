/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_avgpool3d_backward.h: aclnnAvgPool3dBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H
#define ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAvgPool3dBackward
 ************************************************/

/*
 * aclnnAvgPool3dBackwardGetWorkspaceSize: phase one. The gradient of AvgPool3d.
 *
 *     output = the sum of gradOutput / divisor over the windows that an element lies in
 *
 * gradOutput       the gradient of the result. NEW_SINGLE_OR_HALF.
 * self             the volumes, [channels, depth, height, width], or with a batch before that,
 *                  which are not read. NEW_SINGLE_OR_HALF.
 * kernelSize       depth, height and width of a window, or one number for all.
 * stride           from one window to the next; one number for all, none: the size of a window.
 * padding          places on each side, at most half of the window, or one number for all.
 * ceilMode         as it was given to AvgPool3d.
 * countIncludePad  as it was given to AvgPool3d.
 * divisorOverride  as it was given to AvgPool3d.
 * output           of the shape of self and the format of gradOutput. NEW_SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, kernelSize, stride, padding or output NULL
 *   161002  the data type of gradOutput not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of output not one of NEW_SINGLE_OR_HALF
 *   161002  gradOutput, self or output not of 4 or 5 dimensions
 *   161002  shapes of self and output differ
 *   161002  gradOutput and self not of as many dimensions
 *   161002  kernelSize, stride or padding not of one number or one for each of 3 dimensions (stride
 *           may be empty)
 *   161002  layouts of gradOutput and output differ
 *   161002  a layout of gradOutput private to the device
 *   empty   gradOutput empty: nothing is done
 *   161002  kernelSize or stride below 1, padding negative or more than half of kernelSize, or
 *           gradOutput not of the shape of the windows, if it has elements
 */
ACLNN_API aclnnStatus aclnnAvgPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *self,
                                                             const aclIntArray *kernelSize,
                                                             const aclIntArray *stride,
                                                             const aclIntArray *padding,
                                                             bool ceilMode, bool countIncludePad,
                                                             int64_t divisorOverride,
                                                             aclTensor *output,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnAvgPool3dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAvgPool3dBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
