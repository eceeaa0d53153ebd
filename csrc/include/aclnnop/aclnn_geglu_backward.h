/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_geglu_backward.h: aclnnGeGluV3Backward, aclnnGeGluBackward.
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
#ifndef ACLNNOP_ACLNN_GEGLU_BACKWARD_H
#define ACLNNOP_ACLNN_GEGLU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeGluV3Backward
 ************************************************/

/*
 * aclnnGeGluV3BackwardGetWorkspaceSize: phase one. The gradient of GeGluV3.
 *
 *     gradInput = [gradOutput * gelu, gradOutput * a * Gelu'(b)] along dim, self = [a, b]; halves
 *         exchanged where activateLeft is true
 *
 * gradOutput    the gradient by the product. SINGLE_OR_HALF.
 * self          what GeGluV3 was given.
 * gelu          its second result.
 * dim           the dimension that the halves lie along.
 * approximate   1 for the approximation of Gelu with tanh, 0 for none.
 * activateLeft  whether Gelu was of the first half.
 * gradInput     the gradient.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, gelu or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of gradOutput is not the data type of gelu
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  shapes of gradOutput and gelu differ
 *   161002  shapes of self and gradInput differ
 *   161002  self not of 1 to 25 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or gradOutput not of the shape
 *           of a half
 *   161002  approximate neither 0 nor 1
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeGluV3BackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           const aclTensor *gelu, int64_t dim,
                                                           int64_t approximate, bool activateLeft,
                                                           aclTensor *gradInput,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnGeGluV3Backward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeGluV3Backward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnGeGluBackward
 ************************************************/

/*
 * aclnnGeGluBackwardGetWorkspaceSize: phase one. The gradient of GeGlu.
 *
 *     gradInput = [gradOutput * gelu, gradOutput * a * Gelu'(b)] along dim, self = [a, b]
 *
 * gradOutput   the gradient by the product. SINGLE_OR_HALF.
 * self         what GeGlu was given.
 * gelu         its second result.
 * dim          the dimension that the halves lie along.
 * approximate  1 for the approximation of Gelu with tanh, 0 for none.
 * gradInput    the gradient.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, gelu or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of gradOutput is not the data type of gelu
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  shapes of gradOutput and gelu differ
 *   161002  shapes of self and gradInput differ
 *   161002  self not of 1 to 25 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or gradOutput not of the shape
 *           of a half
 *   161002  approximate neither 0 nor 1
 *   empty   gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeGluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                         const aclTensor *self,
                                                         const aclTensor *gelu, int64_t dim,
                                                         int64_t approximate, aclTensor *gradInput,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnGeGluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeGluBackward(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
