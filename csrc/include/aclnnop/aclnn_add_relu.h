/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_add_relu.h: aclnnAddRelu, aclnnInplaceAddRelu.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_INTEGER  ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *                      ACL_UINT8; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADD_RELU_H
#define ACLNNOP_ACLNN_ADD_RELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddRelu
 ************************************************/

/*
 * aclnnAddReluGetWorkspaceSize: phase one. Adds two tensors; negative sums are 0.
 *
 *     out = max(self + alpha * other, 0)
 *
 * self   the first summand. SINGLE_OR_INTEGER.
 * other  the second summand. SINGLE_OR_INTEGER.
 * alpha  its factor.
 * out    the sum.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other, alpha or out NULL
 *   161002  the data type of self not one of SINGLE_OR_INTEGER
 *   161002  the data type of other not one of SINGLE_OR_INTEGER
 *   161002  no common data type of self and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddReluGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                   aclScalar *alpha, aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnAddRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAddRelu
 ************************************************/

/*
 * aclnnInplaceAddReluGetWorkspaceSize: phase one. Adds a tensor to another, in its place; negative
 * sums are 0.
 *
 *     selfRef = max(selfRef + alpha * other, 0)
 *
 * selfRef  the first summand; receives the result. SINGLE_OR_INTEGER.
 * other    the second summand. SINGLE_OR_INTEGER.
 * alpha    its factor.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161001  alpha NULL
 *   161002  the data type of selfRef not one of SINGLE_OR_INTEGER
 *   161002  the data type of other not one of SINGLE_OR_INTEGER
 *   161002  no common data type of selfRef and other
 *   161002  the data type of alpha does not convert to the type computed in
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddReluGetWorkspaceSize(aclTensor *selfRef,
                                                          const aclTensor *other, aclScalar *alpha,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceAddRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddRelu(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
