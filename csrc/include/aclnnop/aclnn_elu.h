/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_elu.h: aclnnElu, aclnnInplaceElu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_ELU_H
#define ACLNNOP_ACLNN_ELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnElu
 ************************************************/

/*
 * aclnnEluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential function.
 *
 *     out = scale * self where self > 0, else alpha * scale * (e ^ (inputScale * self) - 1)
 *
 * self        the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * alpha       the factor below 0, as float32.
 * scale       the factor, as float32.
 * inputScale  the factor of the exponent, as float32.
 * out         the result.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, alpha, scale, inputScale or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of scale does not convert to ACL_FLOAT
 *   161002  the data type of alpha does not convert to ACL_FLOAT
 *   161002  the data type of inputScale does not convert to ACL_FLOAT
 *   161002  the data type of self does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnEluGetWorkspaceSize(const aclTensor *self, const aclScalar *alpha,
                                               const aclScalar *scale, const aclScalar *inputScale,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnElu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnElu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceElu
 ************************************************/

/*
 * aclnnInplaceEluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential
 * function, in its place.
 *
 *     selfRef = scale * selfRef where selfRef > 0, else alpha * scale * (e ^ (inputScale * selfRef)
 *         - 1)
 *
 * selfRef     the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE.
 * alpha       the factor below 0, as float32.
 * scale       the factor, as float32.
 * inputScale  the factor of the exponent, as float32.
 *
 * Precision: within 4 units in the last place in float64, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, alpha, scale or inputScale NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE
 *   161002  the data type of scale does not convert to ACL_FLOAT
 *   161002  the data type of alpha does not convert to ACL_FLOAT
 *   161002  the data type of inputScale does not convert to ACL_FLOAT
 *   161002  the data type of selfRef does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceEluGetWorkspaceSize(aclTensor *selfRef, const aclScalar *alpha,
                                                      const aclScalar *scale,
                                                      const aclScalar *inputScale,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceElu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceElu(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
