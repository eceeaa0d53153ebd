/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logical_or.h: aclnnLogicalOr, aclnnInplaceLogicalOr.
 *
 * Made from csrc/ops/logic/logic.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NUMBER_WITH_BFLOAT16  ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16,
 *                         ACL_INT32, ACL_INT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16
 *   ANY_NUMBER            ACL_FLOAT, ACL_INT32, ACL_UINT64, ACL_INT64, ACL_UINT32, ACL_FLOAT16,
 *                         ACL_UINT16, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_DOUBLE, ACL_BOOL,
 *                         ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LOGICAL_OR_H
#define ACLNNOP_ACLNN_LOGICAL_OR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogicalOr
 ************************************************/

/*
 * aclnnLogicalOrGetWorkspaceSize: phase one. Whether the elements of any of two tensors are true.
 *
 *     out = self or other
 *
 * self   truth values; numbers that are not 0 are true. ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE,
 *        ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL, ACL_COMPLEX64,
 *        ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * other  the same. ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32,
 *        ACL_INT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * out    true and false, as 1 and 0 in a type of numbers. ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE,
 *        ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL, ACL_COMPLEX64,
 *        ACL_COMPLEX128, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950; ACL_UINT64,
 *        ACL_UINT32, ACL_UINT16 on Ascend950.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of other not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of self is ACL_BF16 (on Ascend910)
 *   161002  the data type of other is ACL_BF16 (on Ascend910)
 *   161002  the data type of out is ACL_BF16 (on Ascend910)
 *   161002  the data type of out not one of NUMBER_WITH_BFLOAT16 (on Ascend910, Ascend910B and
 *           Ascend910_93)
 *   161002  the data type of out not one of ANY_NUMBER (on Ascend950)
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogicalOrGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                     aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLogicalOr: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogicalOr(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLogicalOr
 ************************************************/

/*
 * aclnnInplaceLogicalOrGetWorkspaceSize: phase one. Whether the elements of any of two tensors are
 * true, as 1 and 0 in the place of the first.
 *
 *     selfRef = selfRef or other
 *
 * selfRef  truth values; numbers that are not 0 are true; receives the result. ACL_FLOAT16,
 *          ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL,
 *          ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 * other    the same. ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32,
 *          ACL_INT64, ACL_BOOL, ACL_COMPLEX64, ACL_COMPLEX128; ACL_BF16 not on Ascend910.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of other not one of NUMBER_WITH_BFLOAT16
 *   161002  the data type of selfRef is ACL_BF16 (on Ascend910)
 *   161002  the data type of other is ACL_BF16 (on Ascend910)
 *   161002  the data type of selfRef not one of NUMBER_WITH_BFLOAT16 (on Ascend910, Ascend910B and
 *           Ascend910_93)
 *   161002  the data type of selfRef not one of ANY_NUMBER (on Ascend950)
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalOrGetWorkspaceSize(aclTensor *selfRef,
                                                            const aclTensor *other,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceLogicalOr: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLogicalOr(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
