/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_pool2d_with_indices.h: aclnnMaxPool2dWithIndices, aclnnMaxPool2dWithMask.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   LARGEST_WITH_MASK   ACL_FLOAT16, ACL_FLOAT on Ascend910, Ascend910B and Ascend910_93; ACL_BF16
 *                       on Ascend910B and Ascend910_93
 */
#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxPool2dWithIndices
 ************************************************/

/*
 * aclnnMaxPool2dWithIndicesGetWorkspaceSize: phase one. The largest of each window of images, and
 * where it is.
 *
 *     out[n, c, y, x], indices[n, c, y, x] = the largest of self[n, c, h, w], and h * width + w of
 *         the first such one, over the window; NaN where there is one
 *
 * self        the images, [channels, height, width], or with a batch before that; with format NHWC
 *             the channels come last. NEW_SINGLE_OR_HALF.
 * kernelSize  height and width of a window, or one number for both.
 * stride      from one window to the next, down and across; one number for both, none: the size of
 *             a window.
 * padding     places on each side, at most half of the window: down and across, or one number for
 *             both.
 * dilation    from one element of a window to the next; 1 but on Ascend950.
 * ceilMode    whether windows that begin inside, and end outside, count too.
 * out         a place for each window, of the same type and format.
 * indices     the places in the plane, of the shape of out. ACL_INT64, ACL_INT32.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, kernelSize, stride, padding, dilation, out or indices NULL
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of indices not one of ACL_INT64, ACL_INT32
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self not of 3 or 4 dimensions
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each dimension
 *           (stride may be empty), kernelSize, stride or dilation below 1, dilation not 1 but on
 *           Ascend950, padding negative or more than half of kernelSize, nothing in self but for a
 *           batch of none, or out not of the shape of the windows
 *   161002  shapes of indices and out differ
 *   empty   self or out empty: nothing is done
 *   561103  more than 2147483647 elements in the last 2 dimensions of self (on Ascend910B and
 *           Ascend910_93)
 *   161002  the format of self NHWC, and out not of the shape that the windows have in its last two
 *           dimensions (on Ascend910B and Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(const aclTensor *self,
                                                                const aclIntArray *kernelSize,
                                                                const aclIntArray *stride,
                                                                const aclIntArray *padding,
                                                                const aclIntArray *dilation,
                                                                bool ceilMode, aclTensor *out,
                                                                aclTensor *indices,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnMaxPool2dWithIndices: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndices(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnMaxPool2dWithMask
 ************************************************/

/*
 * aclnnMaxPool2dWithMaskGetWorkspaceSize: phase one. The largest of each window of images, and a
 * mask of where it is.
 *
 *     out[n, c, y, x] = the largest of self[n, c, h, w] over the window; NaN where there is one
 *     indices[n, c, i * kernelSize[1] + j, y * width of out + x] = 1 where that is element i, j of
 *         the window, else 0
 *
 * self        the images, [channels, height, width], or with a batch before that; with format NHWC
 *             the channels come last. LARGEST_WITH_MASK.
 * kernelSize  height and width of a window, or one number for both.
 * stride      from one window to the next, down and across; one number for both, none: the size of
 *             a window.
 * padding     places on each side, at most half of the window: down and across, or one number for
 *             both.
 * dilation    1.
 * ceilMode    whether windows that begin inside, and end outside, count too.
 * out         a place for each window, of the same type and format.
 * indices     the mask, [n, channels, elements of a window, (ceil(places of out / 16) + 1) * 32]
 *             bytes, which MaxPool2dWithMaskBackward takes. ACL_INT8.
 *
 * The mask has a layout of this library's, which only its own gradient reads: a device's differs.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  kernelSize, self or out NULL
 *   161002  kernelSize not of one or two numbers
 *   161002  on Ascend950, which does not have the operator
 *   161001  stride, padding, dilation or indices NULL
 *   161002  the data type of self not one of LARGEST_WITH_MASK
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of indices not one of ACL_INT8
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self not of 3 or 4 dimensions
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each dimension
 *           (stride may be empty), kernelSize, stride or dilation below 1, dilation not 1 but on
 *           Ascend950, padding negative or more than half of kernelSize, nothing in self but for a
 *           batch of none, or out not of the shape of the windows
 *   161002  indices not of the shape of a mask
 *   empty   self or out empty: nothing is done
 *   561103  a number above 1 in kernelSize, and more than 2147483647 elements in the last two
 *           dimensions of self (on Ascend910B and Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *kernelSize,
                                                             const aclIntArray *stride,
                                                             const aclIntArray *padding,
                                                             const aclIntArray *dilation,
                                                             bool ceilMode, aclTensor *out,
                                                             aclTensor *indices,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnMaxPool2dWithMask: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMask(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
