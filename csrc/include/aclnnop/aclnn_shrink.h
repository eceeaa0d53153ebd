/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_shrink.h: aclnnShrink.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_SHRINK_H
#define ACLNNOP_ACLNN_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnShrink
 ************************************************/

/*
 * aclnnShrinkGetWorkspaceSize: phase one. Moves elements towards 0 by a number; those that are near
 * become 0.
 *
 *     out = self - bias where self > lambd, self + bias where self < -lambd, else 0
 *
 * self   the numbers. ACL_FLOAT, ACL_FLOAT16.
 * lambd  how near.
 * bias   how far.
 * out    the result. ACL_FLOAT, ACL_FLOAT16.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, lambd, bias or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16
 *   161002  shapes of self and out differ
 *   161002  lambd negative
 *   161002  layouts of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnShrinkGetWorkspaceSize(const aclTensor *self, const aclScalar *lambd,
                                                  const aclScalar *bias, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnShrink: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnShrink(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
