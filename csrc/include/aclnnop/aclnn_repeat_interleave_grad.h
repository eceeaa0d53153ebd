/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_repeat_interleave_grad.h: aclnnRepeatInterleaveGrad.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H
#define ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRepeatInterleaveGrad
 ************************************************/

/*
 * aclnnRepeatInterleaveGradGetWorkspaceSize: phase one. Adds the repeats of each place up: the
 * gradient of RepeatInterleave.
 *
 *     out = the sum of the first repeats[0] places of yGrad along axis, that of the next
 *         repeats[1], ...
 *
 * yGrad    the summands, of 1 to 8 dimensions. NEW_SINGLE_OR_HALF.
 * repeats  how many places make one of out: a number for each, or one for all; 0 and more.
 *          ACL_INT32, ACL_INT64.
 * axis     the dimension; negative ones count from the last.
 * out      the sums, of the same type.
 *
 * Repeats that are below 0, or whose sum is not the places of yGrad, fail the launch.
 *
 * In Python one number for all makes one place; give `out` where there are more.
 *
 * Sums are rounded once; units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  yGrad, repeats or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of yGrad not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of repeats not one of ACL_INT32, ACL_INT64
 *   161002  the data type of yGrad is not the data type of out
 *   561002  yGrad not of 1 to 8 dimensions, repeats of more than one or empty, axis outside the
 *           dimensions of yGrad, or out not of the shape that follows
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(const aclTensor *yGrad,
                                                                const aclTensor *repeats,
                                                                int64_t axis, const aclTensor *out,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnRepeatInterleaveGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGrad(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
