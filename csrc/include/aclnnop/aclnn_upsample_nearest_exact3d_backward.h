/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_exact3d_backward.h: aclnnUpsampleNearestExact3dBackward.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearestExact3dBackward
 ************************************************/

/*
 * aclnnUpsampleNearestExact3dBackwardGetWorkspaceSize: phase one. The gradient of volumes in
 * another size, of the nearest elements, by their middles.
 *
 *     gradInput[..., i] = sum of gradOut[..., j] for j from ceil(i * f - 0.5) to ceil((i + 1) * f -
 *         0.5), without it; f is the factor where it is above 0, else the quotient of the sizes.
 *         The same in each dimension of the volume
 *
 * gradOut     the gradient of the result, [batch, channels, depth, height, width], or with the
 *             channels last. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * outputSize  the new size, of depth, height and width.
 * inputSize   the shape of gradInput with the channels before the sizes, whatever the format.
 * scalesD     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesH     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesW     how many times as large the size becomes; 0 or below follows from the sizes.
 * gradInput   of the shape inputSize and the same type.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, outputSize, inputSize or gradInput NULL
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradOut is not the data type of gradInput
 *   161002  a layout of gradOut private to the device
 *   161002  layouts of gradOut and gradInput differ
 *   161002  sizes of 0, shape of gradInput not inputSize, or shape of gradOut not inputSize in the
 *           sizes of outputSize
 *   161002  scalesD, or the quotient of the sizes in its place, not within a factor of 50
 *   161002  scalesH, or the quotient of the sizes in its place, not within a factor of 50
 *   161002  scalesW, or the quotient of the sizes in its place, not within a factor of 50
 *   161002  a dimension of gradOut above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  a dimension of gradInput above 2147483647 (on Ascend910, Ascend910B and Ascend910_93)
 *   empty   gradOut empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dBackwardGetWorkspaceSize(
    const aclTensor *gradOut, const aclIntArray *outputSize, const aclIntArray *inputSize,
    double scalesD, double scalesH, double scalesW, aclTensor *gradInput, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnUpsampleNearestExact3dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dBackward(void *workspace, uint64_t workspaceSize,
                                                          aclOpExecutor *executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
