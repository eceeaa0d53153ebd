/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_leaky_relu.h: aclnnLeakyRelu, aclnnInplaceLeakyRelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_LEAKY_RELU_H
#define ACLNNOP_ACLNN_LEAKY_RELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLeakyRelu
 ************************************************/

/*
 * aclnnLeakyReluGetWorkspaceSize: phase one. Multiplies elements that are not positive by a slope.
 *
 *     out = self where self > 0, else negativeSlope * self
 *
 * self           the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 * negativeSlope  the slope, as float32.
 * out            the result.
 *
 * Precision: within 0.51 units in the last place in float16, within 0.51 units in the last place in
 * bfloat16, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, negativeSlope or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnLeakyReluGetWorkspaceSize(const aclTensor *self,
                                                     const aclScalar *negativeSlope, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLeakyRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLeakyRelu(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceLeakyRelu
 ************************************************/

/*
 * aclnnInplaceLeakyReluGetWorkspaceSize: phase one. Multiplies elements that are not positive by a
 * slope, in their place.
 *
 *     selfRef = selfRef where selfRef > 0, else negativeSlope * selfRef
 *
 * selfRef        the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *                on Ascend910.
 * negativeSlope  the slope, as float32.
 *
 * Precision: within 0.51 units in the last place in float16, within 0.51 units in the last place in
 * bfloat16, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or negativeSlope NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of selfRef does not convert to the data type of selfRef
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 *   561103  format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceLeakyReluGetWorkspaceSize(aclTensor *selfRef,
                                                            const aclScalar *negativeSlope,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceLeakyRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceLeakyRelu(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
