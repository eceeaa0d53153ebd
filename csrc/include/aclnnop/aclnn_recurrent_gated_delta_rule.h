/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_recurrent_gated_delta_rule.h: aclnnRecurrentGatedDeltaRule, which is not implemented.
 *
 * The header is there for programs that include it, and for those that call it on a device only.
 *
 * Both phases answer 207000 and read no argument; aclGetRecentErrMsg says so.
 */
#ifndef ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H
#define ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Phase one. */
ACLNN_API aclnnStatus aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *beta,
    aclTensor *stateRef, const aclTensor *actualSeqLengths, const aclTensor *ssmStateIndices,
    const aclTensor *g, const aclTensor *gk, const aclTensor *numAcceptedTokens, float
    scaleValue, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);

/* Phase two. */
ACLNN_API aclnnStatus aclnnRecurrentGatedDeltaRule(void *workspace, uint64_t workspaceSize,
                                                   aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
