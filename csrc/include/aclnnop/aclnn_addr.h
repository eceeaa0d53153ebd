/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_addr.h: aclnnAddr, aclnnInplaceAddr.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADDR_H
#define ACLNNOP_ACLNN_ADDR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddr
 ************************************************/

/*
 * aclnnAddrGetWorkspaceSize: phase one. Adds a tensor and the products of each element of one
 * vector by each of another.
 *
 *     out[i, j] = beta * self[i, j] + alpha * vec1[i] * vec2[j]
 *
 * self           what is added, of dimensions that broadcast to [m, n]. REAL_OR_BOOL.
 * vec1           the first vector, [m]. REAL_OR_BOOL.
 * vec2           the second, [n]. REAL_OR_BOOL.
 * betaOptional   the factor of self; NULL: 1; where it is 0, self is not looked at; may be NULL.
 *                REAL_OR_BOOL.
 * alphaOptional  the factor of the products; NULL: 1; may be NULL. REAL_OR_BOOL.
 * out            the sum, [m, n]. REAL_OR_BOOL.
 *
 * alpha * vec1, the products, beta * self and the sum are rounded each.
 *
 * Precision: within 1 unit in the last place in float64, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, vec1, vec2 or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of vec1 not one of REAL_OR_BOOL
 *   161002  the data type of vec2 not one of REAL_OR_BOOL
 *   161002  the data type of out not one of REAL_OR_BOOL
 *   161002  the data type of betaOptional not one of REAL_OR_BOOL
 *   161002  the data type of alphaOptional not one of REAL_OR_BOOL
 *   161002  no common data type of vec2, vec1 and self
 *   161002  betaOptional or alphaOptional bool where the tensors are not, or a float where they are
 *           integers
 *   161002  vec1 or vec2 not of one dimension, self does not broadcast to their lengths, or out is
 *           not of them where they are not 0
 */
ACLNN_API aclnnStatus aclnnAddrGetWorkspaceSize(const aclTensor *self, const aclTensor *vec1,
                                                const aclTensor *vec2,
                                                const aclScalar *betaOptional,
                                                const aclScalar *alphaOptional, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAddr: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAddr
 ************************************************/

/*
 * aclnnInplaceAddrGetWorkspaceSize: phase one. Adds the products of each element of one vector by
 * each of another to a tensor.
 *
 *     selfRef[i, j] = beta * selfRef[i, j] + alpha * vec1[i] * vec2[j]
 *
 * selfRef        what is added, of dimensions that broadcast to [m, n]; receives the result.
 *                REAL_OR_BOOL.
 * vec1           the first vector, [m]. REAL_OR_BOOL.
 * vec2           the second, [n]. REAL_OR_BOOL.
 * betaOptional   the factor of self; NULL: 1; where it is 0, self is not looked at; may be NULL.
 *                REAL_OR_BOOL.
 * alphaOptional  the factor of the products; NULL: 1; may be NULL. REAL_OR_BOOL.
 *
 * alpha * vec1, the products, beta * self and the sum are rounded each.
 *
 * Precision: within 1 unit in the last place in float64, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161002  selfRef not of two dimensions
 *   161001  selfRef, vec1 or vec2 NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of vec1 not one of REAL_OR_BOOL
 *   161002  the data type of vec2 not one of REAL_OR_BOOL
 *   161002  the data type of betaOptional not one of REAL_OR_BOOL
 *   161002  the data type of alphaOptional not one of REAL_OR_BOOL
 *   161002  no common data type of vec2, vec1 and selfRef
 *   161002  betaOptional or alphaOptional bool where the tensors are not, or a float where they are
 *           integers
 *   161002  vec1 or vec2 not of one dimension, selfRef does not broadcast to their lengths, or
 *           selfRef is not of them where they are not 0
 */
ACLNN_API aclnnStatus aclnnInplaceAddrGetWorkspaceSize(aclTensor *selfRef, const aclTensor *vec1,
                                                       const aclTensor *vec2,
                                                       const aclScalar *betaOptional,
                                                       const aclScalar *alphaOptional,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceAddr: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddr(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
