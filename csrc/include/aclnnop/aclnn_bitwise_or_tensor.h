/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bitwise_or_tensor.h: aclnnBitwiseOrTensor, aclnnInplaceBitwiseOrTensor.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_BITWISE_OR_TENSOR_H
#define ACLNNOP_ACLNN_BITWISE_OR_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBitwiseOrTensor
 ************************************************/

/*
 * aclnnBitwiseOrTensorGetWorkspaceSize: phase one. The bits of two tensors, joined by or.
 *
 *     out = self | other
 *
 * self   integers or bool. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
 *        ACL_UINT32, ACL_UINT64, ACL_BOOL.
 * other  integers or bool. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
 *        ACL_UINT32, ACL_UINT64, ACL_BOOL.
 * out    the result.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL
 *   161002  the data type of other not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL
 *   161002  no common data type of self and other
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBitwiseOrTensorGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *other, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnBitwiseOrTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBitwiseOrTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBitwiseOrTensor
 ************************************************/

/*
 * aclnnInplaceBitwiseOrTensorGetWorkspaceSize: phase one. The bits of two tensors, joined by or in
 * the place of the first.
 *
 *     selfRef = selfRef | other
 *
 * selfRef  integers or bool; receives the result. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *          ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL.
 * other    integers or bool. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16,
 *          ACL_UINT32, ACL_UINT64, ACL_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64,
 *           ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL
 *   161002  the data type of other not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseOrTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                  const aclTensor *other,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnInplaceBitwiseOrTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseOrTensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
