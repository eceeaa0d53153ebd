/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_bilinear_2d_backward.h: aclnnUpsampleBilinear2dBackward.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleBilinear2dBackward
 ************************************************/

/*
 * aclnnUpsampleBilinear2dBackwardGetWorkspaceSize: phase one. The gradient of images in another
 * size, interpolated bilinearly.
 *
 *     a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1) /
 *         (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else the
 *         quotient of the sizes. out has the sums of gradOut times what the interpolation takes
 *         from each place
 *
 * gradOut       the gradient of the result, [batch, channels, height, width], or with the channels
 *               last. ACL_FLOAT, ACL_FLOAT16; ACL_BF16 on Ascend950.
 * outputSize    the new size, of height and width.
 * inputSize     the shape of out.
 * alignCorners  whether the first and last places of both lie on each other; else places are of
 *               equal width.
 * scalesH       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * scalesW       how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the shape inputSize and the same type.
 *
 * Two factors of 1 with another size are none, and Ascend910 takes none.
 *
 * Precision: within 16 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, outputSize, inputSize or out NULL
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16 (on Ascend910, Ascend910B
 *           and Ascend910_93)
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16 (on Ascend950)
 *   161002  the data type of gradOut is not the data type of out
 *   161002  the format of gradOut not one of images of 2 dimension(s): NCL, or NCHW and NHWC
 *   161002  layouts of gradOut and out differ
 *   161002  sizes of 0, shape of out not inputSize, or shape of gradOut not inputSize in the sizes
 *           of outputSize
 *   empty   gradOut empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                      const aclIntArray *outputSize,
                                                                      const aclIntArray *inputSize,
                                                                      bool alignCorners,
                                                                      double scalesH,
                                                                      double scalesW,
                                                                      aclTensor *out,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);

/* aclnnUpsampleBilinear2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackward(void *workspace, uint64_t workspaceSize,
                                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
