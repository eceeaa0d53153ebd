/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logspace.h: aclnnLogSpace.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_LOGSPACE_H
#define ACLNNOP_ACLNN_LOGSPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogSpace
 ************************************************/

/*
 * aclnnLogSpaceGetWorkspaceSize: phase one. Powers of a base, whose exponents lie at equal
 * distances.
 *
 *     result[i] = base ^ (start + i * (end - start) / (steps - 1))
 *
 * start   the first exponent.
 * end     the last exponent.
 * steps   how many.
 * base    the base, which becomes float32.
 * result  the powers; exponents and base are rounded to its type first. ACL_FLOAT, ACL_FLOAT16,
 *         ACL_BF16.
 *
 * Precision: within 1 unit in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  start, end or result NULL
 *   161002  the data type of result not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  steps below 0
 *   161002  result not of 0 to 25 dimensions
 */
ACLNN_API aclnnStatus aclnnLogSpaceGetWorkspaceSize(const aclScalar *start, const aclScalar *end,
                                                    int64_t steps, double base,
                                                    const aclTensor *result,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnLogSpace: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSpace(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
