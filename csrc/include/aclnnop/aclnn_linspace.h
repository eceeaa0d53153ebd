/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_linspace.h: aclnnLinspace.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OF_ANY_WIDTH  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16,
 *                      ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64,
 *                      ACL_BOOL
 *   SPACED             ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_DOUBLE;
 *                      ACL_BF16, ACL_INT16, ACL_INT64 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LINSPACE_H
#define ACLNNOP_ACLNN_LINSPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLinspace
 ************************************************/

/*
 * aclnnLinspaceGetWorkspaceSize: phase one. Numbers from one to another, at equal distances.
 *
 *     out[i] = start + i * (end - start) / (steps - 1) in the first half
 *     out[i] = end - (steps - 1 - i) * (end - start) / (steps - 1) in the second
 *
 * start  the first number. REAL_OF_ANY_WIDTH.
 * end    the last number. REAL_OF_ANY_WIDTH.
 * steps  how many.
 * out    the numbers; start and end become its type, and what lies between is cut where that is one
 *        of integers. SPACED.
 *
 * Precision: within 2 units in the last place in float64, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  start, end or out NULL
 *   161002  the data type of start not one of REAL_OF_ANY_WIDTH
 *   161002  the data type of end not one of REAL_OF_ANY_WIDTH
 *   161002  the data type of out not one of SPACED
 *   161002  steps negative, or not the elements of out
 *   161002  out not of 0 to 25 dimensions
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLinspaceGetWorkspaceSize(const aclScalar *start, const aclScalar *end,
                                                    int64_t steps, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnLinspace: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLinspace(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
