/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mul.h: aclnnMul, aclnnInplaceMul, aclnnMuls, aclnnInplaceMuls.
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
#ifndef ACLNNOP_ACLNN_MUL_H
#define ACLNNOP_ACLNN_MUL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMul
 ************************************************/

/*
 * aclnnMulGetWorkspaceSize: phase one. Multiplies two tensors.
 *
 *     out = self * other
 *
 * self   the first factor. NUMBER.
 * other  the second factor. NUMBER.
 * out    the product. NUMBER.
 *
 * Precision: within 2 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  the data type of out not one of NUMBER
 *   161002  no common data type of self and other
 *   161002  the type computed in does not convert to the data type of out (on Ascend910)
 *   161002  the type computed in does not convert to the data type of out (on Ascend910B and
 *           Ascend910_93)
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnMul: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceMul
 ************************************************/

/*
 * aclnnInplaceMulGetWorkspaceSize: phase one. Multiplies a tensor by another, in its place.
 *
 *     selfRef = selfRef * other
 *
 * selfRef  the first factor; receives the result. NUMBER.
 * other    the second factor. NUMBER.
 *
 * Precision: within 2 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  the data type of other not one of NUMBER
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in does not convert to the data type of selfRef (on Ascend910)
 *   161002  the type computed in does not convert to the data type of selfRef (on Ascend910B and
 *           Ascend910_93)
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor *selfRef, const aclTensor *other,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceMul: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceMul(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnMuls
 ************************************************/

/*
 * aclnnMulsGetWorkspaceSize: phase one. Multiplies a tensor by a number.
 *
 *     out = self * other
 *
 * self   the tensor. NUMBER.
 * other  the number.
 * out    the product. NUMBER.
 *
 * Precision: within 2 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of NUMBER
 *   161002  the data type of out not one of NUMBER
 *   161002  no common data type of self and other
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the data type of self does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  the type computed in does not convert to the data type of out (on Ascend950)
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                aclTensor *out, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnMuls: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMuls(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceMuls
 ************************************************/

/*
 * aclnnInplaceMulsGetWorkspaceSize: phase one. Multiplies a tensor by a number, in its place.
 *
 *     selfRef = selfRef * other
 *
 * selfRef  the tensor; receives the result. NUMBER.
 * other    the number.
 *
 * Precision: within 2 units in the last place in complex, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of NUMBER
 *   161002  no common data type of selfRef and other
 *   161002  the type computed in not one of NUMBER (on Ascend950)
 *   161002  the data type of selfRef does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  the type computed in does not convert to the data type of selfRef (on Ascend950)
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor *selfRef, const aclScalar *other,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceMuls: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceMuls(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
