/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_upsample_nearest_1d_backward.h: aclnnUpsampleNearest1dBackward.
 *
 * Made from csrc/ops/resize/resize.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_BACKWARD_H
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnUpsampleNearest1dBackward
 ************************************************/

/*
 * aclnnUpsampleNearest1dBackwardGetWorkspaceSize: phase one. The gradient of rows in another size,
 * of the nearest elements.
 *
 *     out[..., i] = sum of gradOut[..., j] for j from ceil(i * f) to ceil((i + 1) * f), without it;
 *         f is the factor where it is above 0, else the quotient of the sizes. The same in each
 *         dimension of the row
 *
 * gradOut     the gradient of the result, [batch, channels, width]. ACL_FLOAT, ACL_FLOAT16,
 *             ACL_BF16, ACL_DOUBLE.
 * outputSize  the new size, of the width.
 * inputSize   the shape of out.
 * scales      how many times as large the size becomes; 0 or below follows from the sizes.
 * out         of the shape inputSize and the same type.
 *
 * Ascend910 takes no factors of images; a factor of rows that does not lead to the new size is not
 * taken before Ascend950.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, outputSize, inputSize or out NULL
 *   161002  the data type of gradOut not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of gradOut is not the data type of out
 *   161002  layouts of gradOut and out differ
 *   161002  sizes of 0, shape of out not inputSize, or shape of gradOut not inputSize in the sizes
 *           of outputSize
 *   empty   gradOut or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest1dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                     const aclIntArray *outputSize,
                                                                     const aclIntArray *inputSize,
                                                                     double scales, aclTensor *out,
                                                                     uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);

/* aclnnUpsampleNearest1dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnUpsampleNearest1dBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
