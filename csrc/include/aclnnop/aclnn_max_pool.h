/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_pool.h: aclnnMaxPool.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   LARGEST  ACL_FLOAT16; ACL_FLOAT not on Ascend910; ACL_BF16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *            ACL_INT16, ACL_INT8, ACL_UINT16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_MAX_POOL_H
#define ACLNNOP_ACLNN_MAX_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxPool
 ************************************************/

/*
 * aclnnMaxPoolGetWorkspaceSize: phase one. The largest of each window of images.
 *
 *     out[n, c, y, x] = the largest of self[n, c, y * strides[0] - top + i, x * strides[1] - left +
 *         j] over the window; NaN where there is one
 *
 * self         the images, [channels, height, width], or with a batch before that. LARGEST.
 * kernelShape  height and width of a window, or one number for both.
 * strides      from one window to the next, down and across; one number for both, none: 1.
 * autoPad      0.
 * pads         places around the images: none, one number, down and across, or top, left, bottom
 *              and right; both sides are at most the window.
 * dilations    1, or several of that.
 * ceilMode     whether windows that begin inside, and end outside, count too, where it is not 0.
 * out          a place for each window, of the same type and format.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, kernelShape, strides, pads, dilations or out NULL
 *   161002  the data type of self not one of LARGEST
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self not of 3 or 4 dimensions
 *   161002  kernelShape not of one or two numbers, strides of more than two, pads or dilations not
 *           of none, one, two or four, kernelShape or strides below 1, autoPad not 0, pads negative
 *           or together more than kernelShape, dilations not 1, nothing in self but for a batch of
 *           none, or out not of the shape of the windows
 *   empty   self or out empty: nothing is done
 *   561103  a number above 1000 in kernelShape, sides of pads that are alike, and more than
 *           2147483647 elements in the last two dimensions of self (on Ascend910B and Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnMaxPoolGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *kernelShape,
                                                   const aclIntArray *strides, int64_t autoPad,
                                                   const aclIntArray *pads,
                                                   const aclIntArray *dilations, int64_t ceilMode,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnMaxPool: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
