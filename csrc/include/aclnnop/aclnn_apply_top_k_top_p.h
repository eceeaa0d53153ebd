/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_apply_top_k_top_p.h: aclnnApplyTopKTopP.
 *
 * Made from csrc/ops/sort/sort.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H
#define ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnApplyTopKTopP
 ************************************************/

/*
 * aclnnApplyTopKTopPGetWorkspaceSize: phase one. Keeps the likeliest of each row of logits, and
 * makes the others -infinity.
 *
 *     out = logits, but -infinity what is below the k-th largest of its row, and then what has
 *     probabilities (of softmax of the rest) that, added from the least on, stay within 1 - p; the
 *     largest stays
 *
 * logits  the rows. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 * p       a probability for each row, of the type of logits; NULL: 1; may be NULL. ACL_FLOAT,
 *         ACL_FLOAT16, ACL_BF16.
 * k       a number for each row; 0 and below, or as many as a row has: all; NULL: all; may be NULL.
 *         ACL_INT32.
 * out     the rows, in the shape and type of logits. ACL_FLOAT, ACL_FLOAT16, ACL_BF16.
 *
 * Probabilities are float32, and added in float64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  logits or out NULL
 *   161002  the data type of logits not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of p not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of k not one of ACL_INT32
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 *   161002  the data type of p is not the data type of logits
 *   161002  the data type of out is not the data type of logits
 *   161002  logits not of 2 to 2 dimensions
 *   161002  shapes of out and logits differ
 *   161002  p not of 1 to 1 dimensions
 *   161002  k not of 1 to 1 dimensions
 *   161002  p not of an element for each row of logits
 *   161002  k not of an element for each row of logits
 *   161002  format of logits not ACL_FORMAT_ND
 *   161002  format of p not ACL_FORMAT_ND
 *   161002  format of k not ACL_FORMAT_ND
 *   161002  format of out not ACL_FORMAT_ND
 *   empty   logits empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnApplyTopKTopPGetWorkspaceSize(const aclTensor *logits,
                                                         const aclTensor *p, const aclTensor *k,
                                                         aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnApplyTopKTopP: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnApplyTopKTopP(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
