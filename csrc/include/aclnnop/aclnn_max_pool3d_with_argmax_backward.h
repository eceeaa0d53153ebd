/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_pool3d_with_argmax_backward.h: aclnnMaxPool3dWithArgmaxBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   VOLUME_PLACES       ACL_INT32 on Ascend910B, Ascend910_93 and Ascend950; ACL_INT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H
#define ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxPool3dWithArgmaxBackward
 ************************************************/

/*
 * aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize: phase one. The gradient of MaxPool3dWithArgmax.
 *
 *     gradInput[n, c, d, h, w] = the sum of gradOutput[n, c, z, y, x] over indices[n, c, z, y, x] =
 *         (d * height + h) * width + w
 *
 * gradOutput  the gradient of the largest.
 * self        the volumes, which are not read. NEW_SINGLE_OR_HALF.
 * indices     the place of each in its volume, as the pool gave it. VOLUME_PLACES.
 * kernelSize  depth, height and width of a window, or one number for all.
 * stride      from one window to the next; one number for all, none: the size of a window.
 * padding     places on each side, at most half of the window, or one number for all.
 * dilation    from one element of a window to the next.
 * ceilMode    as it was given to MaxPool3dWithArgmax.
 * gradInput   of the shape of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, indices, kernelSize, stride, padding, dilation or gradInput NULL
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of indices not one of VOLUME_PLACES
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  layouts of self and gradOutput differ
 *   161002  layouts of self and gradInput differ
 *   161002  a layout of self or indices private to the device
 *   161002  gradOutput, gradInput, indices or self not of 4 or 5 dimensions
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each of 3
 *           dimensions (stride may be empty), kernelSize, stride or dilation below 1, or padding
 *           negative or more than half of kernelSize
 *   161002  more than 2147483647 elements in the last 3 dimensions of self (on Ascend910B and
 *           Ascend910_93)
 *   161002  shapes of indices and gradOutput differ
 *   161002  shapes of self and gradInput differ
 *   empty   gradOutput or self empty: nothing is done
 *   161002  gradOutput not of the shape of the windows, if there are any
 */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclTensor *self, const aclTensor *indices,
    const aclIntArray *kernelSize, const aclIntArray *stride, const aclIntArray *padding,
    const aclIntArray *dilation, bool ceilMode, aclTensor *gradInput, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnMaxPool3dWithArgmaxBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackward(void *workspace, uint64_t workspaceSize,
                                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
