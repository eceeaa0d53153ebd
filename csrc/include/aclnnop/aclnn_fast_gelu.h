/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fast_gelu.h: aclnnFastGelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FAST_GELU_H
#define ACLNNOP_ACLNN_FAST_GELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFastGelu
 ************************************************/

/*
 * aclnnFastGeluGetWorkspaceSize: phase one. An approximation of Gelu of every element by the
 * logistic function.
 *
 *     out = self / (1 + e ^ (-1.702 * self))
 *
 * self  the numbers. NEW_SINGLE_OR_HALF.
 * out   the result.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  layouts of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFastGeluGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnFastGelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFastGelu(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
