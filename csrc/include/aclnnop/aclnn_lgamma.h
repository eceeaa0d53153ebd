/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_lgamma.h: aclnnLgamma.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_LGAMMA_H
#define ACLNNOP_ACLNN_LGAMMA_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLgamma
 ************************************************/

/*
 * aclnnLgammaGetWorkspaceSize: phase one. The logarithm of the gamma function's magnitude at every
 * element.
 *
 *     out = lgamma(self)
 *
 * self  the numbers. ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16.
 * out   the results; infinite at 0, -1, -2, ...
 *
 * Precision: within 1 unit in the last place in float32, within 2 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16
 *   161002  layouts of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLgammaGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnLgamma: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLgamma(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
