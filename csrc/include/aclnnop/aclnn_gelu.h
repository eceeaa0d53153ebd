/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gelu.h: aclnnGelu.
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
#ifndef ACLNNOP_ACLNN_GELU_H
#define ACLNNOP_ACLNN_GELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGelu
 ************************************************/

/*
 * aclnnGeluGetWorkspaceSize: phase one. Gelu of every element, by its approximation with tanh.
 *
 *     out = self / 2 * (1 + tanh(sqrt(2 / pi) * (self + 0.044715 * self ^ 3)))
 *
 * self  the numbers. SINGLE_OR_HALF.
 * out   the result.
 *
 * Precision: within 3 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of self
 *   161002  a layout of self or out private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeluGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnGelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
