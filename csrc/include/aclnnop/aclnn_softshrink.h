/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softshrink.h: aclnnSoftshrink.
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
#ifndef ACLNNOP_ACLNN_SOFTSHRINK_H
#define ACLNNOP_ACLNN_SOFTSHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftshrink
 ************************************************/

/*
 * aclnnSoftshrinkGetWorkspaceSize: phase one. Moves every element towards 0 by a number, and not
 * past it.
 *
 *     out = self - lambd where self > lambd, self + lambd where self < -lambd, else 0
 *
 * self   the numbers. SINGLE_OR_HALF.
 * lambd  how far.
 * out    the result. SINGLE_OR_HALF.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, lambd or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  lambd negative
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor *self, const aclScalar *lambd,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnSoftshrink: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftshrink(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
