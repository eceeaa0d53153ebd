/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_asin.h: aclnnAsin, aclnnInplaceAsin.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 *   FLOAT         ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ASIN_H
#define ACLNNOP_ACLNN_ASIN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAsin
 ************************************************/

/*
 * aclnnAsinGetWorkspaceSize: phase one. The angle that has every element as its sine.
 *
 *     out = asin(self)
 *
 * self  sines; integers and bool are computed in float32. REAL_OR_BOOL.
 * out   angles in radians; NaN outside of -1 to 1. FLOAT.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of out not one of FLOAT
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAsinGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAsin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAsin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAsin
 ************************************************/

/*
 * aclnnInplaceAsinGetWorkspaceSize: phase one. The angle that has every element as its sine, in its
 * place.
 *
 *     selfRef = asin(selfRef)
 *
 * selfRef  sines; integers and bool are computed in float32; receives the result. ACL_FLOAT,
 *          ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place in float32, within 1.5 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOAT
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAsinGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnInplaceAsin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAsin(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
