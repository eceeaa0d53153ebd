/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_im2col.h: aclnnIm2col.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WINDOWED  ACL_FLOAT, ACL_FLOAT16, ACL_BF16; ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *             ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL, ACL_DOUBLE, ACL_COMPLEX32,
 *             ACL_COMPLEX64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_IM2COL_H
#define ACLNNOP_ACLNN_IM2COL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIm2col
 ************************************************/

/*
 * aclnnIm2colGetWorkspaceSize: phase one. Lays the windows of images side by side, each as a
 * column.
 *
 *     out[n, (c, i, j), (y, x)] = self[n, c, y * stride[0] - padding[0] + i * dilation[0], x *
 *         stride[1] - padding[1] + j * dilation[1]], and 0 outside
 *
 * self        the images, [channels, height, width], or with a batch before that. WINDOWED.
 * kernelSize  height and width of a window.
 * dilation    from one element of a window to the next, down and across.
 * padding     rows and columns of zeros on each side.
 * stride      from one window to the next, down and across.
 * out         a column for each window, [channels * kernel elements, windows]; in a type that
 *             self's converts to.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, kernelSize, dilation, padding, stride or out NULL
 *   161002  the data type of self not one of WINDOWED
 *   161002  self not of 3 or 4 dimensions, or one but the batch without elements
 *   161002  an array not of two numbers, or one out of its range; no window in self, or out not of
 *           the shape that follows
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnIm2colGetWorkspaceSize(const aclTensor *self,
                                                  const aclIntArray *kernelSize,
                                                  const aclIntArray *dilation,
                                                  const aclIntArray *padding,
                                                  const aclIntArray *stride, const aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnIm2col: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIm2col(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
