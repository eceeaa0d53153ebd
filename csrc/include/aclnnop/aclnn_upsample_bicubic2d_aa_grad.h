/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_bicubic2d_aa_grad.h: aclnnUpsampleBicubic2dAAGrad.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleBicubic2dAAGrad
 ************************************************/

/*
 * aclnnUpsampleBicubic2dAAGradGetWorkspaceSize: phase one. The gradient of
 * aclnnUpsampleBicubic2dAA.
 *
 *     out has the sums of gradOutput times what the interpolation takes from each place
 *
 * gradOutput    the gradient of the result, [batch, channels, height, width]. ACL_FLOAT,
 *               ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950.
 * outputSize    the new size, of height and width.
 * inputSize     the shape of out.
 * alignCorners  whether a place is as wide as where the first and last ones lie on each other.
 * scalesH       how many times as large the height becomes; without alignCorners, and where it is
 *               above 0.
 * scalesW       how many times as large the width becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the shape inputSize and the same type.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, inputSize or out NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of gradOutput is not the data type of out
 *   161002  scalesW negative
 *   161002  scalesH negative
 *   161002  layouts of gradOutput and out differ
 *   161001  outputSize NULL
 *   161002  sizes of 0, shape of out not inputSize, or shape of gradOutput not inputSize in the
 *           sizes of outputSize
 *   161002  gradOutput without elements
 *   161002  the format of gradOutput neither NCHW nor ND
 *   161002  scalesH, or where that is not above 0 the quotient of the sizes of outputSize and
 *           inputSize, above 50 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  scalesW, or where that is not above 0 the quotient of the sizes of outputSize and
 *           inputSize, above 50 (on Ascend910, Ascend910B and Ascend910_93)
 *   561103  on Ascend910, which has no kernel of the operator (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGradGetWorkspaceSize(const aclTensor *gradOutput,
                                                                   const aclIntArray *outputSize,
                                                                   const aclIntArray *inputSize,
                                                                   bool alignCorners,
                                                                   double scalesH, double scalesW,
                                                                   aclTensor *out,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnUpsampleBicubic2dAAGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGrad(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
