/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_linalg_cross.h: aclnnLinalgCross.
 *
 * Made from csrc/ops/linalg/linalg.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                    ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LINALG_CROSS_H
#define ACLNNOP_ACLNN_LINALG_CROSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLinalgCross
 ************************************************/

/*
 * aclnnLinalgCrossGetWorkspaceSize: phase one. Multiplies vectors of three elements into vectors
 * that stand on both.
 *
 *     out = self x other: out[i] = self[i+1] * other[i+2] - self[i+2] * other[i+1] along dim
 *
 * self   the first vectors. REAL_OR_COMPLEX.
 * other  the second ones, which broadcast with the first.
 * dim    the dimension of self with the three elements; negative ones count from the last.
 * out    the products.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 0.51 units in the last place in float16, within 0.51 units in the last place in
 * bfloat16, within 1.5 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 4 units in the last place in complex, exact otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_COMPLEX
 *   161002  the data type of self is not the data type of other
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  self and other do not broadcast to the shape of out, or dim is not a dimension of self
 *           with 3 elements
 */
ACLNN_API aclnnStatus aclnnLinalgCrossGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *other, int64_t dim,
                                                       aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnLinalgCross: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLinalgCross(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
