/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardshrink.h: aclnnHardshrink.
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
#ifndef ACLNNOP_ACLNN_HARDSHRINK_H
#define ACLNNOP_ACLNN_HARDSHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardshrink
 ************************************************/

/*
 * aclnnHardshrinkGetWorkspaceSize: phase one. Puts 0 in place of elements that are near to it.
 *
 *     out = self where self > lambd or self < -lambd, else 0
 *
 * self   the numbers. SINGLE_OR_HALF.
 * lambd  how near; 0 where it is negative.
 * out    the result. SINGLE_OR_HALF.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, lambd or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnHardshrinkGetWorkspaceSize(const aclTensor *self, const aclScalar *lambd,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnHardshrink: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardshrink(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
