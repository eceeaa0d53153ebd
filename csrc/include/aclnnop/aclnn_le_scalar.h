/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_le_scalar.h: aclnnLeScalar, aclnnInplaceLeScalar.
 *
 * Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   LESS_EQUAL  ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32, ACL_INT64, ACL_FLOAT16,
 *               ACL_FLOAT, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910; ACL_UINT64 on Ascend950
 *   ANY_NUMBER  ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16, ACL_UINT16,
 *               ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_COMPLEX64,
 *               ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LE_SCALAR_H
#define ACLNNOP_ACLNN_LE_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLeScalar
 ************************************************/

/*
 * aclnnLeScalarGetWorkspaceSize: phase one. Which elements of a tensor are at most a number.
 *
 *     out = self <= other
 *
 * self   the tensor. LESS_EQUAL.
 * other  the number, converted to the type compared in. LESS_EQUAL.
 * out    true and false, as 1 and 0 in a type of numbers. ACL_INT8, ACL_UINT8, ACL_INT16,
 *        ACL_UINT16, ACL_INT32, ACL_INT64, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BOOL; ACL_BF16
 *        not on Ascend910; ACL_UINT64, ACL_UINT32, ACL_COMPLEX64, ACL_COMPLEX128 on Ascend950.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of LESS_EQUAL
 *   161002  the data type of other not one of LESS_EQUAL
 *   161002  the data type of out not one of LESS_EQUAL (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  the data type of out not one of ANY_NUMBER (on Ascend950)
 *   161002  no common data type of self and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of self and other (on Ascend950)
 *   161002  the type computed in not one of LESS_EQUAL (on Ascend950)
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLeScalarGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                    aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnLeScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLeScalar(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLeScalar
 ************************************************/

/*
 * aclnnInplaceLeScalarGetWorkspaceSize: phase one. Which elements of a tensor are at most a number,
 * as 1 and 0 in its place.
 *
 *     selfRef = selfRef <= other
 *
 * selfRef  the tensor; receives the result. ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16, ACL_INT32,
 *          ACL_INT64, ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910;
 *          ACL_UINT64 on Ascend950.
 * other    the number, converted to the type compared in. LESS_EQUAL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of LESS_EQUAL
 *   161002  the data type of other not one of LESS_EQUAL
 *   161002  the data type of selfRef not one of LESS_EQUAL (on Ascend910, Ascend910B and
 *           Ascend910_93)
 *   161002  the data type of selfRef not one of ANY_NUMBER (on Ascend950)
 *   161002  no common data type of selfRef and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of selfRef and other (on Ascend950)
 *   161002  the type computed in not one of LESS_EQUAL (on Ascend950)
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLeScalarGetWorkspaceSize(aclTensor *selfRef,
                                                           const aclScalar *other,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceLeScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLeScalar(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
