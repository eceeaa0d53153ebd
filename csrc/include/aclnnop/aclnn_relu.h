/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_relu.h: aclnnRelu, aclnnInplaceRelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_RELU_H
#define ACLNNOP_ACLNN_RELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRelu
 ************************************************/

/*
 * aclnnReluGetWorkspaceSize: phase one. Puts 0 in place of negative elements.
 *
 *     out = max(self, 0)
 *
 * self  the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64; ACL_BF16
 *       not on Ascend910.
 * out   self where it is positive, else 0.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self, const aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceRelu
 ************************************************/

/*
 * aclnnInplaceReluGetWorkspaceSize: phase one. Puts 0 in place of negative elements, where they
 * are.
 *
 *     selfRef = max(selfRef, 0)
 *
 * selfRef  the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *          ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 *   561103  format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceRelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceRelu(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
