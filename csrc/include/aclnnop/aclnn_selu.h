/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_selu.h: aclnnSelu, aclnnInplaceSelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_SELU_H
#define ACLNNOP_ACLNN_SELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSelu
 ************************************************/

/*
 * aclnnSeluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential function,
 * with factors that normalize.
 *
 *     out = 1.0507009873554805 * (max(0, self) + min(0, 1.6732632423543772 * (e ^ self - 1)))
 *
 * self  the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8; ACL_BF16 not on Ascend910.
 * out   the result; the fraction is cut off where self is an integer. ACL_FLOAT, ACL_FLOAT16,
 *       ACL_INT32, ACL_INT8; ACL_BF16 not on Ascend910.
 *
 * Precision: exact in int32, exact in int8, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8; ACL_BF16
 *           not on Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8; ACL_BF16
 *           not on Ascend910
 *   161002  shapes of self and out differ
 *   empty   out or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSeluGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceSelu
 ************************************************/

/*
 * aclnnInplaceSeluGetWorkspaceSize: phase one. Bends a straight line below 0 by the exponential
 * function, with factors that normalize, in its place.
 *
 *     selfRef = 1.0507009873554805 * (max(0, selfRef) + min(0, 1.6732632423543772 * (e ^ selfRef -
 *         1)))
 *
 * selfRef  the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8; ACL_BF16
 *          not on Ascend910.
 *
 * Precision: exact in int32, exact in int8, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT8;
 *           ACL_BF16 not on Ascend910
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceSeluGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceSelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceSelu(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
