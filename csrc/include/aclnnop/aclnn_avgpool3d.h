/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_avgpool3d.h: aclnnAvgPool3d.
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
#ifndef ACLNNOP_ACLNN_AVGPOOL3D_H
#define ACLNNOP_ACLNN_AVGPOOL3D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAvgPool3d
 ************************************************/

/*
 * aclnnAvgPool3dGetWorkspaceSize: phase one. The mean of each window of volumes.
 *
 *     out[n, c, z, y, x] = the sum of self over the window that begins at z, y, x * stride -
 *         padding / divisor
 *
 * self             the volumes, [channels, depth, height, width], or with a batch before that.
 *                  SINGLE_OR_HALF.
 * kernelSize       depth, height and width of a window, or one number for all.
 * stride           from one window to the next; one number for all, none: the size of a window.
 * padding          places on each side, at most half of the window, or one number for all.
 * ceilMode         whether windows that begin inside, and end outside, count too.
 * countIncludePad  whether the divisor counts places of the padding.
 * divisorOverride  the divisor; 0: as many places as the window has.
 * out              a place for each window, of the same type and format.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, kernelSize, stride, padding or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  a layout of self private to the device
 *   161002  self or out not of 4 or 5 dimensions
 *   161002  kernelSize, stride or padding not of one number or one for each dimension (stride may
 *           be empty), kernelSize or stride below 1, padding negative or more than half of
 *           kernelSize, on three dimensions kernelSize more than self has, nothing in a
 *           two-dimensional self but for a batch of none, or out not of the shape of the windows
 *   empty   self or out empty: nothing is done
 *   561000  on Ascend910, which does not have the operator, but for tensors without elements
 */
ACLNN_API aclnnStatus aclnnAvgPool3dGetWorkspaceSize(const aclTensor *self,
                                                     const aclIntArray *kernelSize,
                                                     const aclIntArray *stride,
                                                     const aclIntArray *padding, bool ceilMode,
                                                     bool countIncludePad, int64_t divisorOverride,
                                                     aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnAvgPool3d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAvgPool3d(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
