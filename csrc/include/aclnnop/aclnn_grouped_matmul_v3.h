/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_grouped_matmul_v3.h: aclnnGroupedMatmulV3, which is not carried out.
 *
 * The header is there for programs that include it, and for those that call it on a device only.
 *
 * Both phases answer 207000 and read no argument; aclGetRecentErrMsg says so.
 */
#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H
#define ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Phase one. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV3GetWorkspaceSize(
    const aclTensorList *x, const aclTensorList *weight, const aclTensorList *biasOptional,
    const aclTensorList *scaleOptional, const aclTensorList *offsetOptional, const aclTensorList
    *antiquantScaleOptional, const aclTensorList *antiquantOffsetOptional, const aclTensor
    *groupListOptional, int64_t splitItem, int64_t groupType, const aclTensorList *y, uint64_t
    *workspaceSize, aclOpExecutor **executor);

/* Phase two. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV3(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
