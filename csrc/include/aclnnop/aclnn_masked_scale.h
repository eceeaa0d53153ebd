/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_masked_scale.h: aclnnMaskedScale.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEWEST_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend950
 *   MASK_FACTOR            ACL_FLOAT, ACL_FLOAT16, ACL_UINT8, ACL_INT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_MASKED_SCALE_H
#define ACLNNOP_ACLNN_MASKED_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaskedScale
 ************************************************/

/*
 * aclnnMaskedScaleGetWorkspaceSize: phase one. Multiplies a tensor by a mask and a number.
 *
 *     out = self * mask * scale
 *
 * self   the numbers. NEWEST_SINGLE_OR_HALF.
 * mask   a factor for each. MASK_FACTOR.
 * scale  a factor for all.
 * out    the products, which are computed in float32.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, mask or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of NEWEST_SINGLE_OR_HALF
 *   161002  the data type of mask not one of MASK_FACTOR
 *   161002  shapes of self and out differ
 *   161002  shapes of mask and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  mask not of 0 to 8 dimensions
 *   161002  layouts of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaskedScaleGetWorkspaceSize(const aclTensor *self, const aclTensor *mask,
                                                       float scale, aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnMaskedScale: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaskedScale(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
