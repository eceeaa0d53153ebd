/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_foreach_non_finite_check_and_unscale.h: aclnnForeachNonFiniteCheckAndUnscale.
 *
 * Made from csrc/ops/foreach/foreach.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H
#define ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnForeachNonFiniteCheckAndUnscale
 ************************************************/

/*
 * aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize: phase one. Multiplies every tensor of a
 * list by a number, in its place, and says whether one had a number that is not finite.
 *
 *     foundInf = 1 where an element of scaledGrads is infinite or NaN, else as it was;
 *         scaledGrads[i] = scaledGrads[i] * invScale
 *
 * scaledGrads  the tensors, all of one type; receives the result. NEW_SINGLE_OR_HALF.
 * foundInf     one element; receives the result. ACL_FLOAT.
 * invScale     the number, in one element. ACL_FLOAT.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  scaledGrads, foundInf or invScale NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  data type of the first member of scaledGrads not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of foundInf not one of ACL_FLOAT
 *   161002  the data type of invScale not one of ACL_FLOAT
 *   161002  members of scaledGrads of different data types, or not of 0 to 8 dimensions
 *   561002  foundInf not of one element
 *   561002  invScale not of one element
 *   161002  a layout of scaledGrads, foundInf or invScale private to the device
 *   empty   scaledGrads empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(
    const aclTensorList *scaledGrads, const aclTensor *foundInf, const aclTensor *invScale,
    uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnForeachNonFiniteCheckAndUnscale: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscale(void *workspace, uint64_t workspaceSize,
                                                           aclOpExecutor *executor,
                                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
