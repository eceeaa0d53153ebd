/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_exact2d_backward.h: aclnnUpsampleNearestExact2dBackward.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearestExact2dBackward
 ************************************************/

/*
 * aclnnUpsampleNearestExact2dBackwardGetWorkspaceSize: phase one. The gradient of images in another
 * size, of the nearest elements, by their middles.
 *
 *     out[..., i] = sum of gradOutput[..., j] for j from ceil(i * f - 0.5) to ceil((i + 1) * f -
 *         0.5), without it; f is the factor where it is above 0, else the quotient of the sizes.
 *         The same in each dimension of the image
 *
 * gradOutput  the gradient of the result, [batch, channels, height, width], or with the channels
 *             last. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * outputSize  the new size, of height and width.
 * inputSize   the shape of out.
 * scalesH     how many times as large the size becomes; 0 or below follows from the sizes.
 * scalesW     how many times as large the size becomes; 0 or below follows from the sizes.
 * out         of the shape inputSize and the same type.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, outputSize, inputSize or out NULL
 *   empty   gradOutput or out empty: nothing is done
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradOutput is not the data type of out
 *   161002  the format of gradOutput neither NCHW nor ND
 *   161002  layouts of gradOutput and out differ
 *   161002  scalesH negative
 *   161002  scalesW negative
 *   161002  sizes of 0, shape of out not inputSize, or shape of gradOutput not inputSize in the
 *           sizes of outputSize
 *   161002  scalesH, or the quotient of the sizes in its place, not within a factor of 50
 *   161002  scalesW, or the quotient of the sizes in its place, not within a factor of 50
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclIntArray *outputSize, const aclIntArray *inputSize,
    double scalesH, double scalesW, aclTensor *out, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnUpsampleNearestExact2dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dBackward(void *workspace, uint64_t workspaceSize,
                                                          aclOpExecutor *executor,
                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
