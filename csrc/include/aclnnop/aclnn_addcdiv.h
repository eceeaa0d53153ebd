/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_addcdiv.h: aclnnAddcdiv, aclnnInplaceAddcdiv.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   ADDCDIV  ACL_FLOAT, ACL_INT64, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ADDCDIV_H
#define ACLNNOP_ACLNN_ADDCDIV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAddcdiv
 ************************************************/

/*
 * aclnnAddcdivGetWorkspaceSize: phase one. Adds the quotient of two tensors times a number to a
 * tensor.
 *
 *     out = self + value * (tensor1 / tensor2)
 *
 * self     the summand. ADDCDIV.
 * tensor1  the dividend. ADDCDIV.
 * tensor2  the divisor; a quotient of integers is cut toward zero, and 0 where the divisor is.
 *          ADDCDIV.
 * value    the number, which becomes the type computed in.
 * out      the sum.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, tensor1, tensor2, value or out NULL
 *   161002  the data type of self not one of ADDCDIV
 *   161002  the data type of tensor1 not one of ADDCDIV
 *   161002  the data type of tensor2 not one of ADDCDIV
 *   161002  no common data type of self, tensor1 and tensor2
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  tensor1 not of 0 to 8 dimensions
 *   161002  tensor2 not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  tensor1, tensor2 and self do not broadcast, or not to the shape of out
 *   empty   self, tensor1 or tensor2 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAddcdivGetWorkspaceSize(const aclTensor *self, const aclTensor *tensor1,
                                                   const aclTensor *tensor2, const aclScalar *value,
                                                   const aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnAddcdiv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAddcdiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAddcdiv
 ************************************************/

/*
 * aclnnInplaceAddcdivGetWorkspaceSize: phase one. Adds the quotient of two tensors times a number
 * to a tensor, in its place.
 *
 *     selfRef = selfRef + value * (tensor1 / tensor2)
 *
 * selfRef  the summand; receives the result. ADDCDIV.
 * tensor1  the dividend. ADDCDIV.
 * tensor2  the divisor; a quotient of integers is cut toward zero, and 0 where the divisor is.
 *          ADDCDIV.
 * value    the number, which becomes the type computed in.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, tensor1, tensor2 or value NULL
 *   161002  the data type of selfRef not one of ADDCDIV
 *   161002  the data type of tensor1 not one of ADDCDIV
 *   161002  the data type of tensor2 not one of ADDCDIV
 *   161002  no common data type of selfRef, tensor1 and tensor2
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  tensor1 not of 0 to 8 dimensions
 *   161002  tensor2 not of 0 to 8 dimensions
 *   161002  tensor1, tensor2 and selfRef do not broadcast, or not to the shape of selfRef
 *   empty   selfRef, tensor1 or tensor2 empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAddcdivGetWorkspaceSize(const aclTensor *selfRef,
                                                          const aclTensor *tensor1,
                                                          const aclTensor *tensor2,
                                                          const aclScalar *value,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnInplaceAddcdiv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAddcdiv(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
