/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_pool3d_with_argmax.h: aclnnMaxPool3dWithArgmax.
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
#ifndef ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H
#define ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxPool3dWithArgmax
 ************************************************/

/*
 * aclnnMaxPool3dWithArgmaxGetWorkspaceSize: phase one. The largest of each window of volumes, and
 * where it is.
 *
 *     out[n, c, z, y, x], indices[n, c, z, y, x] = the largest of self[n, c, d, h, w], and (d *
 *         height + h) * width + w of the first such one, over the window; NaN where there is one
 *
 * self        the volumes, [channels, depth, height, width], or with a batch before that; with
 *             format NDHWC the channels come last. NEW_SINGLE_OR_HALF.
 * kernelSize  depth, height and width of a window, or one number for all.
 * stride      from one window to the next; one number for all, none: the size of a window.
 * padding     places on each side, at most half of the window, or one number for all.
 * dilation    from one element of a window to the next; 1 but on Ascend950.
 * ceilMode    whether windows that begin inside, and end outside, count too.
 * out         a place for each window, of the same type and format.
 * indices     the places in the volume, of the shape of out. VOLUME_PLACES.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161002  on Ascend910, which does not have the operator
 *   161001  self, kernelSize, stride, padding, dilation, out or indices NULL
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of indices not one of VOLUME_PLACES
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  layouts of self and indices differ
 *   161002  a layout of self private to the device
 *   161002  self not of 4 or 5 dimensions
 *   161002  format of self not NDHWC, NCDHW, NCHW or ND (on Ascend950)
 *   161002  kernelSize, stride, padding or dilation not of one number or one for each of 3
 *           dimensions (stride may be empty), kernelSize, stride or dilation below 1, dilation not
 *           1 but on Ascend950, or padding negative or more than half of kernelSize
 *   empty   self or out empty: nothing is done
 *   561103  more than 2147483647 elements in the last 3 dimensions of self (on Ascend910B and
 *           Ascend910_93)
 *   161002  out not of the shape of the windows, if there are any
 *   161002  indices not of the shape of the windows, if there are any
 */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxGetWorkspaceSize(const aclTensor *self,
                                                               const aclIntArray *kernelSize,
                                                               const aclIntArray *stride,
                                                               const aclIntArray *padding,
                                                               const aclIntArray *dilation,
                                                               bool ceilMode, aclTensor *out,
                                                               aclTensor *indices,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnMaxPool3dWithArgmax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmax(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
