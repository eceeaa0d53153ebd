/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_trace.h: aclnnTrace.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_TRACE_H
#define ACLNNOP_ACLNN_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnTrace
 ************************************************/

/*
 * aclnnTraceGetWorkspaceSize: phase one. The sum of the diagonal of a matrix.
 *
 *     out = the sum of self[i, i]
 *
 * self  the matrix. NUMBER.
 * out   the sum, without dimensions.
 *
 * Of no elements it is 0.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 1.5 units in the last place in float32, within 4 units in the last place in
 * float64, within 4 units in the last place in complex, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  self not of 2 to 2 dimensions
 *   161002  out not of 0 to 0 dimensions
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out not int64 where self holds integers or bool, or else not the data
 *           type of self
 */
ACLNN_API aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnTrace: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnTrace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
