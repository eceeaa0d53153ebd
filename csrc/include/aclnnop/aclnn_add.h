/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add.h: aclnnAdd, aclnnInplaceAdd, aclnnAdds, aclnnInplaceAdds.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER  ACL_FLOAT, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_INT16, ACL_INT8, ACL_UINT8,
 *           ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADD_H
#define ACLNNOP_ACLNN_ADD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAdd
 ************************************************/

/*
 * aclnnAddGetWorkspaceSize: phase one. Adds two tensors.
 *
 *     out = self + alpha * other
 *
 * self   the first summand. NUMBER.
 * other  the second summand. NUMBER.
 * alpha  its factor.
 * out    the sum.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                               const aclScalar *alpha, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAdd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAdd
 ************************************************/

/*
 * aclnnInplaceAddGetWorkspaceSize: phase one. Adds a tensor to another, in its place.
 *
 *     selfRef = selfRef + alpha * other
 *
 * selfRef  the first summand; receives the result. NUMBER.
 * other    the second summand. NUMBER.
 * alpha    its factor.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161001  alpha NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of selfRef and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor *selfRef,
                                                      const aclTensor *other,
                                                      const aclScalar *alpha,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceAdd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAdd(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnAdds
 ************************************************/

/*
 * aclnnAddsGetWorkspaceSize: phase one. Adds a number to a tensor.
 *
 *     out = self + alpha * other
 *
 * self   the tensor. NUMBER.
 * other  the number.
 * alpha  its factor.
 * out    the sum.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the data type of self does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                const aclScalar *alpha, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAdds: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAdds(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAdds
 ************************************************/

/*
 * aclnnInplaceAddsGetWorkspaceSize: phase one. Adds a number to a tensor, in its place.
 *
 *     selfRef = selfRef + alpha * other
 *
 * selfRef  the tensor; receives the result. NUMBER.
 * other    the number.
 * alpha    its factor.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, other or alpha NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  no common data type of selfRef and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the data type of selfRef does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor *selfRef,
                                                       const aclScalar *other,
                                                       const aclScalar *alpha,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceAdds: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAdds(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
