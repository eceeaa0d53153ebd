/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_heaviside.h: aclnnHeaviside.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_HEAVISIDE_H
#define ACLNNOP_ACLNN_HEAVISIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHeaviside
 ************************************************/

/*
 * aclnnHeavisideGetWorkspaceSize: phase one. A step function.
 *
 *     out = 0 below 0 and for NaN, values at 0, 1 above
 *
 * input   the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * values  what the function is at 0. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * out     the step. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  input, values or out NULL
 *   161002  the data type of input not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of values not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  input not of 0 to 8 dimensions
 *   161002  values not of 0 to 8 dimensions
 *   161002  input and values do not broadcast, or out not of as many elements as they do
 *   empty   input, values or out empty: nothing is done
 *   561103  input is not the data type of out
 */
ACLNN_API aclnnStatus aclnnHeavisideGetWorkspaceSize(const aclTensor *input,
                                                     const aclTensor *values, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnHeaviside: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHeaviside(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
