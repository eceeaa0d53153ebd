/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardtanh.h: aclnnHardtanh, aclnnInplaceHardtanh.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_HARDTANH_H
#define ACLNNOP_ACLNN_HARDTANH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardtanh
 ************************************************/

/*
 * aclnnHardtanhGetWorkspaceSize: phase one. Bounds every element by two numbers.
 *
 *     out = min(max(self, clipValueMin), clipValueMax)
 *
 * self          the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16,
 *               ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * clipValueMin  the lower bound, in the data type of self. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
 *               ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * clipValueMax  the upper bound, in the data type of self. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
 *               ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * out           the result.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, clipValueMin, clipValueMax or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of clipValueMin not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of clipValueMax not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of self is not the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  clipValueMin larger than clipValueMax
 *   empty   self empty: nothing is done
 *   561103  the data type of self one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16 not
 *           on Ascend910, and format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnHardtanhGetWorkspaceSize(const aclTensor *self,
                                                    const aclScalar *clipValueMin,
                                                    const aclScalar *clipValueMax, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnHardtanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardtanh(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceHardtanh
 ************************************************/

/*
 * aclnnInplaceHardtanhGetWorkspaceSize: phase one. Bounds every element by two numbers, in its
 * place.
 *
 *     selfRef = min(max(selfRef, clipValueMin), clipValueMax)
 *
 * selfRef       the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *               ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * clipValueMin  the lower bound, in the data type of self. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
 *               ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * clipValueMax  the upper bound, in the data type of self. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
 *               ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, clipValueMin or clipValueMax NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of clipValueMin not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of clipValueMax not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  clipValueMin larger than clipValueMax
 *   empty   selfRef empty: nothing is done
 *   561103  the data type of selfRef one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64; ACL_BF16
 *           not on Ascend910, and format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceHardtanhGetWorkspaceSize(aclTensor *selfRef,
                                                           const aclScalar *clipValueMin,
                                                           const aclScalar *clipValueMax,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceHardtanh: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceHardtanh(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
