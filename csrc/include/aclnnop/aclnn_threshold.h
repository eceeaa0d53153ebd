/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_threshold.h: aclnnThreshold, aclnnInplaceThreshold.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_THRESHOLD_H
#define ACLNNOP_ACLNN_THRESHOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnThreshold
 ************************************************/

/*
 * aclnnThresholdGetWorkspaceSize: phase one. Puts a value in place of elements that are not above a
 * threshold.
 *
 *     out = self where self > threshold, else value
 *
 * self       the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32,
 *            ACL_INT64; ACL_BF16 not on Ascend910.
 * threshold  the threshold, in the data type of self.
 * value      what stands for the others, in the data type of self.
 * out        the result.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, threshold, value or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of self does not convert to the data type of out (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnThresholdGetWorkspaceSize(const aclTensor *self,
                                                     const aclScalar *threshold,
                                                     const aclScalar *value, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnThreshold: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnThreshold(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceThreshold
 ************************************************/

/*
 * aclnnInplaceThresholdGetWorkspaceSize: phase one. Puts a value in place of elements that are not
 * above a threshold, where they are.
 *
 *     selfRef = selfRef where selfRef > threshold, else value
 *
 * selfRef    the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *            ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910.
 * threshold  the threshold, in the data type of self.
 * value      what stands for the others, in the data type of self.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef, threshold or value NULL
 *   161002  the data type of selfRef not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910
 *   161002  the data type of selfRef does not convert to the data type of selfRef (on Ascend910,
 *           Ascend910B and Ascend910_93)
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 *   561103  format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceThresholdGetWorkspaceSize(aclTensor *selfRef,
                                                            const aclScalar *threshold,
                                                            const aclScalar *value,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceThreshold: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceThreshold(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
