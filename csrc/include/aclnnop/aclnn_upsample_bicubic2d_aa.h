/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_bicubic2d_aa.h: aclnnUpsampleBicubic2dAA.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleBicubic2dAA
 ************************************************/

/*
 * aclnnUpsampleBicubic2dAAGetWorkspaceSize: phase one. Images in another size, interpolated
 * bicubicly from all that a place covers (antialiased).
 *
 *     a place i of out is f wide, and its middle is at (i + 0.5) * f of x; f is 1 / factor where
 *         that is above 0, else the quotient of the sizes, or with alignCorners (size of x - 1) /
 *         (size of out - 1). out is the mean of the elements around it, in each dimension, with the
 *         weights w((place + 0.5 - middle) / max(f, 1)), where w(x) is the cubic convolution, a =
 *         -0.5, below 2, and 0 beyond
 *
 * x             [batch, channels, height, width]. ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B,
 *               Ascend910_93 and Ascend950.
 * outputSize    the new size, of height and width.
 * alignCorners  whether f is that of the first and last places lying on each other.
 * scalesH       how many times as large the height becomes; without alignCorners, and where it is
 *               above 0.
 * scalesW       how many times as large the width becomes; without alignCorners, and where it is
 *               above 0.
 * out           of the same type.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  x, outputSize or out NULL
 *   161002  the data type of x not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of x is not the data type of out
 *   161002  the format of x neither NCHW nor ND
 *   161002  the format of out neither NCHW nor ND
 *   161002  x not of 2 + 2 dimensions, sizes of 0 in outputSize or in x, or shape of out not that
 *           of x in the new sizes
 *   161002  1 / scalesH, or where that is not above 0 the quotient of the sizes of x and
 *           outputSize, above 50 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  1 / scalesW, or where that is not above 0 the quotient of the sizes of x and
 *           outputSize, above 50 (on Ascend910, Ascend910B and Ascend910_93)
 *   empty   x or out empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator (on Ascend910)
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGetWorkspaceSize(const aclTensor *x,
                                                               const aclIntArray *outputSize,
                                                               bool alignCorners, double scalesH,
                                                               double scalesW, aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnUpsampleBicubic2dAA: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAA(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
