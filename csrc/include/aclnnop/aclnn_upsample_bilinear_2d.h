/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_bilinear_2d.h: aclnnUpsampleBilinear2d.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_H
#define ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleBilinear2d
 ************************************************/

/*
 * aclnnUpsampleBilinear2dGetWorkspaceSize: phase one. Images in another size, interpolated
 * bilinearly.
 *
 *     a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1) /
 *         (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else the
 *         quotient of the sizes. out is interpolated there, by two lines in each dimension
 *
 * self          [batch, channels, height, width], or with the channels last. ACL_FLOAT,
 *               ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * outputSize    the new size, of height and width.
 * alignCorners  whether the first and last places of both lie on each other; else places are of
 *               equal width.
 * scalesH       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * scalesW       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the same type.
 *
 * Two factors of 1 with another size are none, and Ascend910 takes none.
 *
 * Precision: within 16 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  self or out NULL
 *   161001  outputSize NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   161002  the format of self not one of images of 2 dimension(s): NCL, or NCHW and NHWC
 *   161002  self of float64 whose format is not ACL_FORMAT_NHWC
 *   161002  scalesW negative
 *   161002  scalesH negative
 *   161002  self not of 2 + 2 dimensions, sizes of 0 in outputSize or in self, or shape of out not
 *           that of self in the new sizes
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dGetWorkspaceSize(const aclTensor *self,
                                                              const aclIntArray *outputSize,
                                                              bool alignCorners, double scalesH,
                                                              double scalesW, aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnUpsampleBilinear2d: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2d(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
