/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_reflection_pad1d_backward.h: aclnnReflectionPad1dBackward.
 *
 * Made from csrc/ops/pad/pad.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_REFLECTION_PAD1D_BACKWARD_H
#define ACLNNOP_ACLNN_REFLECTION_PAD1D_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnReflectionPad1dBackward
 ************************************************/

/*
 * aclnnReflectionPad1dBackwardGetWorkspaceSize: phase one. The gradient of reflections before and
 * behind the last dimension.
 *
 *     gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReflectionPad takes
 *         from j
 *
 * gradOutput  the gradient of the padded tensor. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *             ACL_COMPLEX64, ACL_COMPLEX128.
 * self        what was padded, [channels, width], or with a batch before that; only its shape and
 *             type count. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_COMPLEX64,
 *             ACL_COMPLEX128.
 * padding     places that came left and right, each less than self has there; negative ones were
 *             cut off.
 * gradInput   of the same shape and type as self. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *             ACL_COMPLEX64, ACL_COMPLEX128.
 *
 * Precision: within 4 units in the last place in float64, within 4 units in the last place in
 * complex128, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, padding or gradInput NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  the data type of gradInput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE,
 *           ACL_COMPLEX64, ACL_COMPLEX128
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of gradInput is not the data type of self
 *   161002  a layout of gradOutput, self or gradInput private to the device
 *   161002  layouts of gradOutput and self differ
 *   161002  layouts of gradOutput and gradInput differ
 *   161002  shapes of self and gradInput differ
 *   161002  dimensions of gradOutput or self other than 1 + 1 or 1 + 2, or the last 1 of gradOutput
 *           not those of self padded
 *   161002  an entry of padding as large as the dimension of self, or larger
 *   161002  no elements, unless the first dimension of self is 0
 *   561103  dimensions of gradOutput and self before the last 1 differ
 */
ACLNN_API aclnnStatus aclnnReflectionPad1dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                   const aclTensor *self,
                                                                   const aclIntArray *padding,
                                                                   aclTensor *gradInput,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnReflectionPad1dBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnReflectionPad1dBackward(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
