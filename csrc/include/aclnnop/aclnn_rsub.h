/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_rsub.h: aclnnRsub, aclnnRsubs.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_COMPLEX  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                    ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_RSUB_H
#define ACLNNOP_ACLNN_RSUB_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRsub
 ************************************************/

/*
 * aclnnRsubGetWorkspaceSize: phase one. Subtracts a tensor from another, the second one.
 *
 *     out = other - alpha * self
 *
 * self   what is subtracted. REAL_OR_COMPLEX.
 * other  what is subtracted from. REAL_OR_COMPLEX.
 * alpha  the factor of self.
 * out    the difference.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of self not one of REAL_OR_COMPLEX
 *   161002  the data type of other not one of REAL_OR_COMPLEX
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRsubGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                const aclScalar *alpha, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRsub: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRsub(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnRsubs
 ************************************************/

/*
 * aclnnRsubsGetWorkspaceSize: phase one. Subtracts a tensor from a number.
 *
 *     out = other - alpha * self
 *
 * self   the tensor. REAL_OR_COMPLEX.
 * other  the number. REAL_OR_COMPLEX.
 * alpha  the factor of self.
 * out    the difference.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of self not one of REAL_OR_COMPLEX
 *   161002  the data type of other not one of REAL_OR_COMPLEX
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the data type of self does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  the type computed in not one of REAL_OR_COMPLEX (on Ascend950)
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRsubsGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                 const aclScalar *alpha, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRsubs: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRsubs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
