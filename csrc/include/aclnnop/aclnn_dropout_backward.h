/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_dropout_backward.h: aclnnDropoutBackward.
 *
 * Made from csrc/ops/random/random.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_DROPOUT_BACKWARD_H
#define ACLNNOP_ACLNN_DROPOUT_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnDropoutBackward
 ************************************************/

/*
 * aclnnDropoutBackwardGetWorkspaceSize: phase one. The gradient of elements some of which were
 * dropped.
 *
 *     out = gradOutput * scale where the bit is 1, else 0; with scale 1 gradOutput, with scale 0
 *         zeros, whatever the mask is
 *
 * gradOutput  the gradient of what was kept. SINGLE_OR_HALF.
 * mask        the bits. ACL_UINT8.
 * scale       what made up for those dropped: 1 / (1 - p), or 0 where p is 1.
 * out         the gradient of the elements.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, mask or out NULL
 *   161002  the data type of gradOutput does not convert to the data type of out
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of mask not one of ACL_UINT8
 *   161002  scale neither 0 nor at least 1
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and out differ
 *   161002  mask not of a bit for each element of gradOutput, in groups of 128
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnDropoutBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *mask, double scale,
                                                           aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnDropoutBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnDropoutBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
