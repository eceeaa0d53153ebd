/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bitwise_xor_tensor.h: aclnnBitwiseXorTensor, aclnnInplaceBitwiseXorTensor.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BITS  ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL; ACL_UINT16, ACL_UINT32,
 *         ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_BITWISE_XOR_TENSOR_H
#define ACLNNOP_ACLNN_BITWISE_XOR_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBitwiseXorTensor
 ************************************************/

/*
 * aclnnBitwiseXorTensorGetWorkspaceSize: phase one. The bits of two tensors, joined by exclusive
 * or.
 *
 *     out = self ^ other
 *
 * self   integers or bool. BITS.
 * other  integers or bool. BITS.
 * out    the result.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of BITS
 *   161002  the data type of other not one of BITS
 *   161002  no common data type of self and other
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBitwiseXorTensorGetWorkspaceSize(const aclTensor *self,
                                                            const aclTensor *other, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnBitwiseXorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBitwiseXorTensor(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBitwiseXorTensor
 ************************************************/

/*
 * aclnnInplaceBitwiseXorTensorGetWorkspaceSize: phase one. The bits of two tensors, joined by
 * exclusive or in the place of the first.
 *
 *     selfRef = selfRef ^ other
 *
 * selfRef  integers or bool; receives the result. BITS.
 * other    integers or bool. BITS.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of BITS
 *   161002  the data type of other not one of BITS
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseXorTensorGetWorkspaceSize(aclTensor *selfRef,
                                                                   const aclTensor *other,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnInplaceBitwiseXorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseXorTensor(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
