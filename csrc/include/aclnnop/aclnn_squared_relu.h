/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_squared_relu.h: aclnnSquaredRelu.
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
#ifndef ACLNNOP_ACLNN_SQUARED_RELU_H
#define ACLNNOP_ACLNN_SQUARED_RELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSquaredRelu
 ************************************************/

/*
 * aclnnSquaredReluGetWorkspaceSize: phase one. The square of elements that are positive, and 0 for
 * others.
 *
 *     out = max(input, 0) ^ 2
 *
 * input  the numbers. NEW_SINGLE_OR_HALF.
 * out    the result.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of input not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of input
 *   161002  input not of 1 to 8 dimensions
 *   161002  shapes of input and out differ
 *   161002  a layout of input or out private to the device
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSquaredReluGetWorkspaceSize(const aclTensor *input, const aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnSquaredRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSquaredRelu(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
