/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bitwise_xor_scalar.h: aclnnBitwiseXorScalar, aclnnInplaceBitwiseXorScalar.
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
#ifndef ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H
#define ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBitwiseXorScalar
 ************************************************/

/*
 * aclnnBitwiseXorScalarGetWorkspaceSize: phase one. The bits of a tensor and of a number, joined by
 * exclusive or.
 *
 *     out = self ^ other
 *
 * self   integers or bool. BITS.
 * other  an integer or bool. BITS.
 * out    the result.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of BITS
 *   161002  the data type of other not one of BITS
 *   161002  no common data type of self and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of self and other (on Ascend950)
 *   161002  the type computed in does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBitwiseXorScalarGetWorkspaceSize(const aclTensor *self,
                                                            const aclScalar *other, aclTensor *out,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnBitwiseXorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBitwiseXorScalar(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceBitwiseXorScalar
 ************************************************/

/*
 * aclnnInplaceBitwiseXorScalarGetWorkspaceSize: phase one. The bits of a tensor and of a number,
 * joined by exclusive or in its place.
 *
 *     selfRef = selfRef ^ other
 *
 * selfRef  integers or bool; receives the result. BITS.
 * other    an integer or bool. BITS.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of BITS
 *   161002  the data type of other not one of BITS
 *   161002  no common data type of selfRef and other (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  no common data type of selfRef and other (on Ascend950)
 *   161002  the type computed in does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseXorScalarGetWorkspaceSize(aclTensor *selfRef,
                                                                   const aclScalar *other,
                                                                   uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);

/* aclnnInplaceBitwiseXorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseXorScalar(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
