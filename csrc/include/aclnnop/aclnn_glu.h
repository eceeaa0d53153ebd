/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_glu.h: aclnnGlu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GLU_H
#define ACLNNOP_ACLNN_GLU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGlu
 ************************************************/

/*
 * aclnnGluGetWorkspaceSize: phase one. Multiplies one half of a tensor by the logistic function of
 * the other.
 *
 *     out = a / (1 + e ^ -b), self = [a, b] along dim
 *
 * self  both halves. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 * dim   the dimension that they lie along; negative ones count from the last.
 * out   the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 4 units in the last place in float32, within 4 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or out not of the shape of a
 *           half
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGluGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                               const aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnGlu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
