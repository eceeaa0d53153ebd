/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_scaled_masked_softmax.h: aclnnScaledMaskedSoftmax.
 *
 * Made from csrc/ops/softmax/softmax.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H
#define ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnScaledMaskedSoftmax
 ************************************************/

/*
 * aclnnScaledMaskedSoftmaxGetWorkspaceSize: phase one. The softmax of scaled numbers along the last
 * dimension, without those that are masked.
 *
 *     y = exp(z - m) / the sum of exp(z - m) along the last dimension, with z = -10000 where mask
 *         is true, else scale * x, and m the largest along it
 *
 * x              the numbers, of four dimensions, the last of 1 to 4096 places (8192 on Ascend950).
 *                NEW_SINGLE_OR_HALF.
 * mask           what is left out, in the shape of x, or with 1 in the first dimensions. ACL_BOOL.
 * scale          a factor, as a float32.
 * fixedTriuMask  false.
 * y              the quotients. NEW_SINGLE_OR_HALF.
 *
 * A row that is masked everywhere has the same quotient at each place.
 *
 * Units in the last place are those of the result times one and the distance of its exponent from
 * the largest.
 *
 * Precision: within 6 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  x, mask or y NULL
 *   161002  the data type of x not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of mask not one of ACL_BOOL
 *   161002  the data type of y not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of x is not the data type of y
 *   161002  x not of four dimensions, the last of 1 to 4096 places (8192 on Ascend950), or mask not
 *           of the shape of x, or with 1 in its first two dimensions
 *   161002  fixedTriuMask true
 *   161002  shapes of y and x differ
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxGetWorkspaceSize(const aclTensor *x,
                                                               const aclTensor *mask, double scale,
                                                               bool fixedTriuMask, aclTensor *y,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnScaledMaskedSoftmax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmax(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
