/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_pow.h: aclnnPowTensorScalar, aclnnInplacePowTensorScalar, aclnnPowScalarTensor.
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
#ifndef ACLNNOP_ACLNN_POW_H
#define ACLNNOP_ACLNN_POW_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPowTensorScalar
 ************************************************/

/*
 * aclnnPowTensorScalarGetWorkspaceSize: phase one. A tensor to the power of a number.
 *
 *     out = self ^ exponent
 *
 * self      the bases. NUMBER.
 * exponent  the exponent; to a negative one integers but 1 and -1 have the power 0. NUMBER.
 * out       the powers; of integers the lower bits.
 *
 * Precision: within 2 units in the last place in float64, within 8 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, exponent or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of exponent not one of NUMBER
 *   161002  no common data type of self and exponent, both of them bool, or a common type that does
 *           not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   161002  on Ascend950 exponent negative where integers are computed, or not in the range of what
 *           is computed in
 */
ACLNN_API aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                           const aclScalar *exponent,
                                                           const aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnPowTensorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPowTensorScalar(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplacePowTensorScalar
 ************************************************/

/*
 * aclnnInplacePowTensorScalarGetWorkspaceSize: phase one. A tensor to the power of a number, in its
 * place.
 *
 *     self = self ^ exponent
 *
 * self      the bases; receives the result. NUMBER.
 * exponent  the exponent; to a negative one integers but 1 and -1 have the power 0. NUMBER.
 *
 * Precision: within 2 units in the last place in float64, within 8 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or exponent NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of exponent not one of NUMBER
 *   161002  no common data type of self and exponent, both of them bool, or a common type that does
 *           not convert to the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   161002  on Ascend950 exponent negative where integers are computed, or not in the range of what
 *           is computed in
 */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalarGetWorkspaceSize(const aclTensor *self,
                                                                  const aclScalar *exponent,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnInplacePowTensorScalar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalar(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnPowScalarTensor
 ************************************************/

/*
 * aclnnPowScalarTensorGetWorkspaceSize: phase one. A number to the power of a tensor.
 *
 *     out = self ^ exponent
 *
 * self      the base. NUMBER.
 * exponent  the exponents; to a negative one integers but 1 and -1 have the power 0. NUMBER.
 * out       the powers; of integers the lower bits.
 *
 * Precision: within 2 units in the last place in float64, within 8 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, exponent or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of exponent not one of NUMBER
 *   161002  no common data type of self and exponent, both of them bool, or a common type that does
 *           not convert to the data type of out
 *   161002  exponent not of 0 to 8 dimensions
 *   161002  shapes of exponent and out differ
 *   empty   exponent empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnPowScalarTensorGetWorkspaceSize(const aclScalar *self,
                                                           const aclTensor *exponent,
                                                           const aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnPowScalarTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPowScalarTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
