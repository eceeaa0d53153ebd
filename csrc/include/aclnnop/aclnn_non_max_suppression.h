/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_non_max_suppression.h: aclnnNonMaxSuppression, which CANN has on Ascend310P alone.
 *
 * No product of this library has the call, so that phase one refuses on every one of them, with the
 * status of CANN. The header is there for programs that call it on other products.
 */
#ifndef ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H
#define ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * aclnnNonMaxSuppression: the boxes of each class that overlap no likelier one much.
 *
 * Errors, in the order tested.
 *
 *   361001  in a forked child
 *   161001  workspaceSize, executor or maxOutputBoxesPerClass NULL
 *   161002  the first entry of maxOutputBoxesPerClass above 700
 *   161001  boxes, scores, selectedIndices or iouThreshold NULL, or iouThreshold without an entry
 *   161002  boxes or scores not of one data type of DT_FLOAT and DT_FLOAT16; the first entry of
 *           iouThreshold not from 0 to 1; a format not ACL_FORMAT_ND; boxes not [batches, boxes,
 * 4], or scores not [batches, classes, boxes]; centerPointBox neither 0 nor 1 361001  on every
 * product
 */
ACLNN_API aclnnStatus aclnnNonMaxSuppressionGetWorkspaceSize(
    const aclTensor *boxes, const aclTensor *scores, aclIntArray *maxOutputBoxesPerClass,
    aclFloatArray *iouThreshold, aclFloatArray *scoreThreshold, int32_t centerPointBox,
    aclTensor *selectedIndices, uint64_t *workspaceSize, aclOpExecutor **executor);

/* Phase two: refuses, because no executor is one of the call. 161001 without an executor, else
 * 561000. */
ACLNN_API aclnnStatus aclnnNonMaxSuppression(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
