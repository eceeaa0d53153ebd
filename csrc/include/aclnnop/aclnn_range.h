/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_range.h: aclnnRange.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL           ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                          ACL_UINT8, ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   FLOAT_OR_WIDE_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64; ACL_BF16 not
 *                          on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RANGE_H
#define ACLNNOP_ACLNN_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRange
 ************************************************/

/*
 * aclnnRangeGetWorkspaceSize: phase one. Numbers from one up to another, with it.
 *
 *     out[i] = start + i * step
 *
 * start  the first number. REAL_OR_BOOL.
 * end    the last number, if a step leads to it. REAL_OR_BOOL.
 * step   from one number to the next. REAL_OR_BOOL.
 * out    the numbers, as many as it has elements, in the order of its dimensions; integers are
 *        computed from start and step as integers. FLOAT_OR_WIDE_INTEGER.
 *
 * Precision: within 1 unit in the last place in float64, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  start, end, step or out NULL
 *   161002  the data type of start not one of REAL_OR_BOOL
 *   161002  the data type of end not one of REAL_OR_BOOL
 *   161002  the data type of step not one of REAL_OR_BOOL
 *   161002  the data type of out not one of FLOAT_OR_WIDE_INTEGER
 *   161002  out not of 1 to 25 dimensions
 *   161002  step 0, or not from start toward end, as numbers of the kind of the data type of out
 */
ACLNN_API aclnnStatus aclnnRangeGetWorkspaceSize(const aclScalar *start, const aclScalar *end,
                                                 const aclScalar *step, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRange: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRange(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
