/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_pow_tensor_tensor.h: aclnnPowTensorTensor, aclnnInplacePowTensorTensor.
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
#ifndef ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H
#define ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPowTensorTensor
 ************************************************/

/*
 * aclnnPowTensorTensorGetWorkspaceSize: phase one. A tensor to the power of another.
 *
 *     out = self ^ exponent
 *
 * self      the bases. NUMBER.
 * exponent  the exponents; to a negative one integers but 1 and -1 have the power 0. NUMBER.
 * out       the powers; of integers the lower bits.
 *
 * Precision: within 2 units in the last place in float64, within 8 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, exponent or out NULL
 *   161002  self and exponent both bool
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of exponent not one of NUMBER
 *   161002  no common data type of self and exponent
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  exponent not of 0 to 8 dimensions
 *   161002  self and exponent do not broadcast, or not to the shape of out
 *   empty   self or exponent empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnPowTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                           const aclTensor *exponent,
                                                           aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnPowTensorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPowTensorTensor(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplacePowTensorTensor
 ************************************************/

/*
 * aclnnInplacePowTensorTensorGetWorkspaceSize: phase one. A tensor to the power of another, in its
 * place.
 *
 *     self = self ^ exponent
 *
 * self      the bases; receives the result. NUMBER.
 * exponent  the exponents; to a negative one integers but 1 and -1 have the power 0. NUMBER.
 *
 * Precision: within 2 units in the last place in float64, within 8 units in the last place in
 * complex, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or exponent NULL
 *   161002  self and exponent both bool
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of exponent not one of NUMBER
 *   161002  no common data type of self and exponent
 *   161002  the type computed in does not convert to the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  exponent not of 0 to 8 dimensions
 *   161002  self and exponent do not broadcast, or not to the shape of self
 *   empty   self or exponent empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplacePowTensorTensorGetWorkspaceSize(const aclTensor *self,
                                                                  const aclTensor *exponent,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/* aclnnInplacePowTensorTensor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplacePowTensorTensor(void *workspace, uint64_t workspaceSize,
                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
