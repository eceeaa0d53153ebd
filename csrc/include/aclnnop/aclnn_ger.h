/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ger.h: aclnnGer.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   OUTER  ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_BOOL,
 *          ACL_INT64, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_GER_H
#define ACLNNOP_ACLNN_GER_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGer
 ************************************************/

/*
 * aclnnGerGetWorkspaceSize: phase one. Multiplies each element of one vector by each of another.
 *
 *     out[i, j] = self[i] * vec2[j]
 *
 * self  the first vector, [m]. OUTER.
 * vec2  the second, [n]. OUTER.
 * out   the products, [m, n].
 *
 * Precision: within 2 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, vec2 or out NULL
 *   161002  the data type of self not one of OUTER
 *   161002  the data type of vec2 not one of OUTER
 *   161002  no common data type of self and vec2
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self or vec2 not of one dimension, or out not of their lengths
 */
ACLNN_API aclnnStatus aclnnGerGetWorkspaceSize(const aclTensor *self, const aclTensor *vec2,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnGer: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
