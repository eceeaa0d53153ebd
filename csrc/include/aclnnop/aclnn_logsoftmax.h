/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logsoftmax.h: aclnnLogSoftmax.
 *
 * Made from csrc/ops/softmax/softmax.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LOGSOFTMAX_H
#define ACLNNOP_ACLNN_LOGSOFTMAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogSoftmax
 ************************************************/

/*
 * aclnnLogSoftmaxGetWorkspaceSize: phase one. The logarithm of the softmax along a dimension.
 *
 *     out = self - m - log of the sum of exp(self - m) along dim, with m the largest along dim
 *
 * self  the exponents. FLOAT.
 * dim   the dimension to sum along, negative ones counted from the last.
 * out   the logarithms. FLOAT.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float64, within 6 units in the last place in
 * float32, within 0.52 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  dim outside the dimensions of self
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of out not one of FLOAT
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of out and self differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogSoftmaxGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLogSoftmax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSoftmax(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
