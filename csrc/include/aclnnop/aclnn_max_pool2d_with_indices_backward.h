/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_pool2d_with_indices_backward.h: aclnnMaxPool2dWithIndicesBackward,
 * aclnnMaxPool2dWithMaskBackward.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   LARGEST_GRAD       ACL_FLOAT on Ascend910B, Ascend910_93 and Ascend950; ACL_FLOAT16, ACL_BF16
 *                      on Ascend950
 *   PLACES             ACL_INT32; ACL_INT8 not on Ascend950; ACL_INT64 on Ascend950
 *   LARGEST_WITH_MASK  ACL_FLOAT16, ACL_FLOAT on Ascend910, Ascend910B and Ascend910_93; ACL_BF16
 *                      on Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxPool2dWithIndicesBackward
 ************************************************/

/*
 * aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize: phase one. The gradient of
 * MaxPool2dWithIndices.
 *
 *     gradInput[n, c, h, w] = the sum of gradOutput[n, c, y, x] over indices[n, c, y, x] = h *
 *         width + w
 *
 * gradOutput  the gradient of the largest.
 * self        the images, which are not read. LARGEST_GRAD.
 * indices     the place of each in its plane, as the pool gave it. PLACES.
 * kernelSize  height and width of a window, or one number for both.
 * stride      from one window to the next, down and across; one number for both, none: the size of
 *             a window.
 * padding     places on each side, at most half of the window: down and across, or one number for
 *             both.
 * dilation    from one element of a window to the next; 1 but on Ascend950.
 * ceilMode    as it was given to MaxPool2dWithIndices.
 * gradInput   of the shape of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, indices, kernelSize, stride, padding, dilation or gradInput NULL
 *   161002  the data type of self not one of LARGEST_GRAD
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  the data type of indices not one of PLACES
 *   161002  layouts of self and gradOutput differ
 *   161002  layouts of self and gradInput differ
 *   161002  a layout of self private to the device
 *   161002  self, gradInput, gradOutput or indices not of 3 or 4 dimensions
 *   161002  shapes of gradInput and self differ
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each dimension
 *           (stride may be empty), kernelSize, stride or dilation below 1, dilation not 1 but on
 *           Ascend950, padding negative or more than half of kernelSize, nothing in self but for a
 *           batch of none, or gradOutput not of the shape of the windows
 *   161002  shapes of indices and gradOutput differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclTensor *self, const aclTensor *indices,
    const aclIntArray *kernelSize, const aclIntArray *stride, const aclIntArray *padding,
    const aclIntArray *dilation, bool ceilMode, aclTensor *gradInput, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnMaxPool2dWithIndicesBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackward(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor,
                                                        aclrtStream stream);

/*-**********************************************
 *  aclnnMaxPool2dWithMaskBackward
 ************************************************/

/*
 * aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize: phase one. The gradient of MaxPool2dWithMask.
 *
 *     gradInput[n, c, h, w] = the sum of gradOutput[n, c, y, x] over the windows whose mask says
 *         that h, w is the largest
 *
 * gradOutput  the gradient of the largest.
 * self        the images, which are not read. LARGEST_WITH_MASK.
 * indices     the mask that MaxPool2dWithMask gave. ACL_INT8.
 * kernelSize  height and width of a window, or one number for both.
 * stride      from one window to the next, down and across; one number for both, none: the size of
 *             a window.
 * padding     places on each side, at most half of the window: down and across, or one number for
 *             both.
 * dilation    1.
 * ceilMode    as it was given to MaxPool2dWithMask.
 * gradInput   of the shape of self.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * The mask has a layout of this library's: that of a device is not read.
 *
 * Precision: within 4 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161002  on Ascend950, which does not have the operator
 *   161001  kernelSize, self or gradOutput NULL
 *   161001  kernelSize not of one or two numbers
 *   161001  indices, stride, padding, dilation or gradInput NULL
 *   161002  the data type of self not one of LARGEST_WITH_MASK
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  the data type of indices not one of ACL_INT8
 *   161002  layouts of self and gradOutput differ
 *   161002  layouts of self and gradInput differ
 *   161002  a layout of self private to the device
 *   161002  self, gradInput, gradOutput or indices not of 3 or 4 dimensions
 *   161002  shapes of gradInput and self differ
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each dimension
 *           (stride may be empty), kernelSize, stride or dilation below 1, dilation not 1 but on
 *           Ascend950, padding negative or more than half of kernelSize, nothing in self but for a
 *           batch of none, or gradOutput not of the shape of the windows
 *   161002  indices not of the shape of a mask
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                     const aclTensor *self,
                                                                     const aclTensor *indices,
                                                                     const aclIntArray *kernelSize,
                                                                     const aclIntArray *stride,
                                                                     const aclIntArray *padding,
                                                                     const aclIntArray *dilation,
                                                                     bool ceilMode,
                                                                     aclTensor *gradInput,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnMaxPool2dWithMaskBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
