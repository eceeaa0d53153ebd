/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_linear_1d_backward.h: aclnnUpsampleLinear1dBackward.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleLinear1dBackward
 ************************************************/

/*
 * aclnnUpsampleLinear1dBackwardGetWorkspaceSize: phase one. The gradient of images in another size,
 * interpolated linearly along rows.
 *
 *     a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1) /
 *         (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else the
 *         quotient of the sizes. out has the sums of gradOut times what the interpolation takes
 *         from each place
 *
 * gradOut       the gradient of the result, [batch, channels, width]. ACL_FLOAT, ACL_FLOAT16,
 *               ACL_BF16.
 * outputSize    the new size, of the width.
 * inputSize     the shape of out.
 * alignCorners  whether the first and last places of both lie on each other; else places are of
 *               equal width.
 * scales        how many times as large the size becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the shape inputSize and the same type.
 *
 * Precision: within 16 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, outputSize, inputSize or out NULL
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradOut is not the data type of out
 *   161002  a layout of gradOut private to the device
 *   161002  sizes of 0, shape of out not inputSize, or shape of gradOut not inputSize in the sizes
 *           of outputSize
 *   161002  a dimension of gradOut above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  a dimension of out above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   empty   gradOut empty: nothing is done
 *   161002  scales (the quotient of outputSize and inputSize where it is not above 0) above 500 (on
 *           Ascend910B and Ascend910_93)
 */
ACLNN_API aclnnStatus aclnnUpsampleLinear1dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                    const aclIntArray *outputSize,
                                                                    const aclIntArray *inputSize,
                                                                    bool alignCorners,
                                                                    double scales, aclTensor *out,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/* aclnnUpsampleLinear1dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleLinear1dBackward(void *workspace, uint64_t workspaceSize,
                                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
