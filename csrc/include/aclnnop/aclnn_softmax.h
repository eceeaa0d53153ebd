/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softmax.h: aclnnSoftmax.
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
#ifndef ACLNNOP_ACLNN_SOFTMAX_H
#define ACLNNOP_ACLNN_SOFTMAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftmax
 ************************************************/

/*
 * aclnnSoftmaxGetWorkspaceSize: phase one. Exponentials over their sum along a dimension.
 *
 *     out = exp(self - m) / the sum of exp(self - m) along dim, with m the largest along dim
 *
 * self  the exponents. FLOAT.
 * dim   the dimension to sum along, negative ones counted from the last.
 * out   the quotients. FLOAT.
 *
 * Units in the last place are those of the result times one and the distance of its exponent from
 * the largest.
 *
 * Precision: within 6 units in the last place in float64, within 6 units in the last place in
 * float32, within 0.52 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   empty   self empty: nothing is done
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of out not one of FLOAT
 *   161002  dim outside the dimensions of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 */
ACLNN_API aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnSoftmax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
