/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_addcmul_scalar_v2.h: aclnnForeachAddcmulScalarV2.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FOREACH_INT32  ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32 on Ascend910B, Ascend910_93 and
 *                  Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_V2_H
#define ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachAddcmulScalarV2
 ************************************************/

/*
 * aclnnForeachAddcmulScalarV2GetWorkspaceSize: phase one. Adds products of the tensors of lists,
 * times a number, to those of another.
 *
 *     out[i] = x1[i] + scalar * x2[i] * x3[i]
 *
 * x1      the summands, all of one type. FOREACH_INT32.
 * x2      the first factors.
 * x3      the second factors.
 * scalar  their factor.
 * out     as many tensors of the same type and shapes; may be x1.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  x1, x2, x3, scalar or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of x1 not one of FOREACH_INT32
 *   161002  members of x1 of different data types, or not of 0 to 8 dimensions
 *   161002  x2 has not as many members as x1, or they have other data types or shapes
 *   161002  x3 has not as many members as x1, or they have other data types or shapes
 *   161002  out has not as many members as x1, or they have other data types or shapes
 *   161002  data type of scalar not allowed with that of x1
 *   161002  a layout of x1, x2, x3 or out private to the device
 *   empty   x1 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachAddcmulScalarV2GetWorkspaceSize(const aclTensorList *x1,
                                                                  const aclTensorList *x2,
                                                                  const aclTensorList *x3,
                                                                  const aclScalar *scalar,
                                                                  aclTensorList *out,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnForeachAddcmulScalarV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachAddcmulScalarV2(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
