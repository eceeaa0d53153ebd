/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_linalg_vector_norm.h: aclnnLinalgVectorNorm.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NORMED  ACL_FLOAT, ACL_FLOAT16, ACL_BF16; ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT16, ACL_UINT32, ACL_UINT64
 *           not on Ascend950
 */
#ifndef ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H
#define ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLinalgVectorNorm
 ************************************************/

/*
 * aclnnLinalgVectorNormGetWorkspaceSize: phase one. The norm of vectors along dimensions.
 *
 *     out = (the sum over dims of |self| ** ord) ** (1 / ord); the largest |self| for infinity, the
 *         smallest for -infinity, how many are not 0 for 0
 *
 * self      the numbers. NORMED.
 * ord       the order.
 * dims      the dimensions to take it over, negative ones counted from the last; none means all.
 * keepDims  whether they stay, as dimensions of 1.
 * dtype     the type of out.
 * out       the norms. NORMED.
 *
 * Of no elements it is 0.
 *
 * Ascend910, 910B and 910_93 compute in float32, but for the 16-bit types.
 *
 * Precision: within 4 units in the last place in float32, within 2.14748e+09 units in the last
 * place in float64, within 2.14748e+09 units in the last place in complex, within 0.52 units in the
 * last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, ord, dims or out NULL
 *   161002  the data type of out is not the data type of dtype
 *   161002  the data type of self not one of NORMED
 *   161002  the data type of out not one of NORMED
 *   161002  self or out complex; on Ascend950 the data type of out neither float32 nor the data
 *           type of self
 *   161002  no common data type of self and out
 *   161002  the type computed in does not convert to the data type of out (on Ascend950)
 *   161002  an entry of dims outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 */
ACLNN_API aclnnStatus aclnnLinalgVectorNormGetWorkspaceSize(const aclTensor *self,
                                                            const aclScalar *ord,
                                                            const aclIntArray *dims, bool keepDims,
                                                            aclDataType dtype, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnLinalgVectorNorm: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLinalgVectorNorm(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
