/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_kl_div.h: aclnnKlDiv.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_KL_DIV_H
#define ACLNNOP_ACLNN_KL_DIV_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnKlDiv
 ************************************************/

/*
 * aclnnKlDivGetWorkspaceSize: phase one. The Kullback-Leibler divergence, its mean or its sum.
 *
 *     out = target * (log(target) - self), with logTarget exp(target) * (target - self), or the
 *         mean or the sum of these
 *
 * self       logarithms of probabilities. SINGLE_OR_HALF.
 * target     probabilities, or their logarithms. SINGLE_OR_HALF.
 * reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum, 3 to their sum over
 *            the first dimension of self.
 * logTarget  whether target holds logarithms.
 * out        the divergences. SINGLE_OR_HALF.
 *
 * Of no elements the mean is NaN, the sum 0.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  no common data type of self and target
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  reduction not from 0 to 3
 *   161002  self and target have elements and do not broadcast, or out is not of the shape that
 *           they broadcast to, with reduction 0, or not of one element, with another
 */
ACLNN_API aclnnStatus aclnnKlDivGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                 int64_t reduction, bool logTarget, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnKlDiv: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnKlDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
