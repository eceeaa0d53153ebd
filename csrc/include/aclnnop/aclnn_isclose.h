/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_isclose.h: aclnnIsClose.
 *
 * Made from csrc/ops/compare/compare.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ISCLOSE_H
#define ACLNNOP_ACLNN_ISCLOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnIsClose
 ************************************************/

/*
 * aclnnIsCloseGetWorkspaceSize: phase one. Which elements of a tensor are close to those of
 * another.
 *
 *     out = |self - other| <= atol + rtol * |other|
 *
 * self      the numbers. REAL_OR_BOOL.
 * other     what they are compared with. REAL_OR_BOOL.
 * rtol      the relative bound, taken in float32.
 * atol      the absolute bound, taken in float32.
 * equalNan  whether NaN is close to NaN.
 * out       true and false.
 *
 * Numbers that are not finite are close where they are equal.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  the data type of other is not the data type of self
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 *   561103  the data type of out not ACL_BOOL
 */
ACLNN_API aclnnStatus aclnnIsCloseGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                   double rtol, double atol, bool equalNan,
                                                   aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnIsClose: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnIsClose(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
