/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardtanh_backward.h: aclnnHardtanhBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_HARDTANH_BACKWARD_H
#define ACLNNOP_ACLNN_HARDTANH_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardtanhBackward
 ************************************************/

/*
 * aclnnHardtanhBackwardGetWorkspaceSize: phase one. The gradient of Hardtanh.
 *
 *     out = 0 where self < min or self > max, else gradOutput
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Hardtanh was given. SINGLE_OR_HALF.
 * min         its lower bound, as float32.
 * max         its upper bound, as float32.
 * out         the gradient, of the same shape. SINGLE_OR_HALF.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, min, max or out NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and self differ
 *   empty   gradOutput or self empty: nothing is done
 *   161002  shapes of self and out differ
 */
ACLNN_API aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                            const aclTensor *self,
                                                            const aclScalar *min,
                                                            const aclScalar *max, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnHardtanhBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardtanhBackward(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
