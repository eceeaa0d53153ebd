/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_2d_backward.h: aclnnUpsampleNearest2dBackward.
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
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearest2dBackward
 ************************************************/

/*
 * aclnnUpsampleNearest2dBackwardGetWorkspaceSize: phase one. The gradient of images in another
 * size, of the nearest elements.
 *
 *     gradInput[..., i] = sum of gradOut[..., j] for j from ceil(i * f) to ceil((i + 1) * f),
 *         without it; f is the factor where it is above 0, else the quotient of the sizes. The same
 *         in each dimension of the image
 *
 * gradOut     the gradient of the result, [batch, channels, height, width], or with the channels
 *             last. SINGLE_OR_HALF.
 * outputSize  the new size, of height and width.
 * inputSize   the shape of gradInput.
 * scalesH     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesW     how many times as large the size becomes; 0 or below follows from the sizes.
 * gradInput   of the shape inputSize and the same type.
 *
 * Ascend910 takes no factors of images; a factor of rows that does not lead to the new size is not
 * taken before Ascend950.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, outputSize, inputSize or gradInput NULL
 *   161002  the data type of gradOut not one of SINGLE_OR_HALF
 *   161002  the data type of gradOut is not the data type of gradInput
 *   161002  the format of gradOut not one of images of 2 dimension(s): NCL, or NCHW and NHWC
 *   161002  layouts of gradOut and gradInput differ
 *   161002  sizes of 0, shape of gradInput not inputSize, or shape of gradOut not inputSize in the
 *           sizes of outputSize
 *   empty   gradOut or gradInput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                     const aclIntArray *outputSize,
                                                                     const aclIntArray *inputSize,
                                                                     double scalesH, double scalesW,
                                                                     aclTensor *gradInput,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnUpsampleNearest2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
