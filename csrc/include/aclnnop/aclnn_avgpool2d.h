/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_avgpool2d.h: aclnnAvgPool2d.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   AVERAGED  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910; ACL_HIFLOAT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_AVGPOOL2D_H
#define ACLNNOP_ACLNN_AVGPOOL2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAvgPool2d
 ************************************************/

/*
 * aclnnAvgPool2dGetWorkspaceSize: phase one. The mean of each window of images.
 *
 *     out[n, c, y, x] = the sum of self[n, c, y * stride[0] - padding[0] + i, x * stride[1] -
 *         padding[1] + j] over the window / divisor
 *
 * self             the images, [channels, height, width] with format NCL, or with a batch before
 *                  that and format NCHW. AVERAGED.
 * kernelSize       height and width of a window, or one number for both.
 * strides          from one window to the next, down and across; one number for both, none: the
 *                  size of a window.
 * paddings         places on each side, at most half of the window: down and across, or one number
 *                  for both.
 * ceilMode         whether windows that begin inside, and end outside, count too.
 * countIncludePad  whether the divisor counts places of the padding.
 * divisorOverride  the divisor; 0: as many places as the window has.
 * cubeMathType     0 to 4, which computes the same here.
 * out              a place for each window, of the same type and format. AVERAGED.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, kernelSize, strides, paddings or out NULL
 *   161002  the data type of self not one of AVERAGED
 *   161002  the data type of out not one of AVERAGED
 *   161002  the data type of self is not the data type of out
 *   161002  self or out not of 3 dimensions with format NCL or 4 with NCHW
 *   161002  kernelSize, strides or paddings not of one number or one for each dimension (strides
 *           may be empty), kernelSize or strides below 1, paddings negative or more than half of
 *           kernelSize, on three dimensions kernelSize more than self has, nothing in a
 *           two-dimensional self but for a batch of none, or out not of the shape of the windows
 *   161002  cubeMathType not from 0 to 4; on Ascend910 neither 1 nor 2 with float32
 *   207000  the data type of self one of ACL_HIFLOAT8, which CANN computes and this library does
 *           not (on Ascend950)
 *   empty   self or out empty: nothing is done
 *   161002  the data type of self is ACL_FLOAT and cubeMathType neither 0 nor 2, and CANN averages
 *           self as a whole or by its matrix unit: with a window of all its places, or one of at
 *           most 255 or 20 by 20 places, divisorOverride of at most 255, fewer than 65536 channels,
 *           a plane less than twice as long as wide, and without ceilMode (on Ascend910B and
 *           Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnAvgPool2dGetWorkspaceSize(const aclTensor *self,
                                                     const aclIntArray *kernelSize,
                                                     const aclIntArray *strides,
                                                     const aclIntArray *paddings, bool ceilMode,
                                                     bool countIncludePad, int64_t divisorOverride,
                                                     int8_t cubeMathType, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnAvgPool2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAvgPool2d(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
