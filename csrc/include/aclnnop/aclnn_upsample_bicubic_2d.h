/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_bicubic_2d.h: aclnnUpsampleBicubic2d.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleBicubic2d
 ************************************************/

/*
 * aclnnUpsampleBicubic2dGetWorkspaceSize: phase one. Images in another size, interpolated
 * bicubically.
 *
 *     a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1) /
 *         (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else the
 *         quotient of the sizes. out is interpolated there, by the cubic convolution, a = -0.75, of
 *         four elements in each dimension
 *
 * self          [batch, channels, height, width], or with the channels last. SINGLE_OR_HALF.
 * outputSize    the new size, of height and width.
 * alignCorners  whether the first and last places of both lie on each other; else places are of
 *               equal width.
 * scalesH       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * scalesW       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the same type.
 *
 * Precision: within 16 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  outputSize, self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  the format of self not one of images of 2 dimension(s): NCL, or NCHW and NHWC
 *   161002  self not of 2 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 *   161002  a dimension of self above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  a dimension of out above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  scalesH above 0, and the size in outputSize not what it makes of self (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  scalesW above 0, and the size in outputSize not what it makes of self (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dGetWorkspaceSize(const aclTensor *self,
                                                             const aclIntArray *outputSize,
                                                             bool alignCorners, double scalesH,
                                                             double scalesW, aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnUpsampleBicubic2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2d(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
