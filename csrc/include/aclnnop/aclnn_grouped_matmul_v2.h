/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_grouped_matmul_v2.h: aclnnGroupedMatmulV2.
 *
 * Made from csrc/ops/matmul/matmul.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF_WITH_BFLOAT16  ACL_FLOAT, ACL_FLOAT16, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_V2_H
#define ACLNNOP_ACLNN_GROUPED_MATMUL_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGroupedMatmulV2
 ************************************************/

/*
 * aclnnGroupedMatmulV2GetWorkspaceSize: phase one. Multiplies groups of rows, or of the depth, each
 * by a matrix of its own.
 *
 *     y[i] = x[i] @ weight[i] + biasOptional[i] rows of x by the matrix of their group; or, with
 *         groups
 *     of the depth, y[i] = x[:, i] @ weight[i, :] of the places of each group
 *
 * x                        the left matrices: one, or one a group, [m, k]; without groups of 2 to 6
 *                          dimensions. SINGLE_OR_HALF_WITH_BFLOAT16.
 * weight                   the right matrices: one a group, [k, n], or one tensor of all, [groups,
 *                          k, n]; with groups of the depth [k, n].
 * biasOptional             what is added to the rows, [n] for each matrix, or [groups, n] for one
 *                          tensor of all; NULL: nothing; may be NULL.
 * scaleOptional            NULL, or nothing in it: whole numbers are not computed; may be NULL.
 * offsetOptional           as scaleOptional; may be NULL.
 * antiquantScaleOptional   as scaleOptional; may be NULL.
 * antiquantOffsetOptional  as scaleOptional; may be NULL.
 * groupListOptional        where each group ends, ascending; NULL: none; may be NULL.
 * splitItem                0 or 1: y has a tensor for each product; 2 or 3: one for all.
 * groupType                -1 no groups, 0 groups of the rows of x, 2 groups of the depth, with x
 *                          transposed.
 * y                        the products.
 *
 * Sums are float32 and rounded once.
 *
 * Rows of y that no group has are zeros.
 *
 * Units in the last place are those of the sum of the magnitudes of the products.
 *
 * x and weight of whole numbers, which need scales, are refused with 207000.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 16 units in the last place in float32, within 0.51 units in the last place in
 * float16, within 0.51 units in the last place in bfloat16.
 *
 * Errors, in the order tested:
 *
 *   161001  x, weight or y NULL
 *   161001  x, weight or y without members (161002: a member NULL)
 *   161002  groupType none of -1, 0 and 2, or actType or groupListType none of the call's; data
 *           types of x and weight that do not go together (207000: whole numbers, which need
 *           scales); a scale or an offset with floating x, or what is reserved not NULL; lists that
 *           are not single tensors, or of as many members, as groupType and splitItem ask for; x or
 *           weight transposed where it must not be (x must be with groupType 2); shapes that do not
 *           fit; groupListOptional not given where one x has groups, not of a number for each, or
 *           (an array) not ascending to the places of x; sides of more than 65535; biasOptional not
 *           a number for each column, or with groupType 2 (561103: data types of the other tensors
 *           that have no kernel)
 *   161002  data type of the first member of x not one of SINGLE_OR_HALF_WITH_BFLOAT16
 *   561103  on Ascend910, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulV2GetWorkspaceSize(
    const aclTensorList *x, const aclTensorList *weight, const aclTensorList *biasOptional,
    const aclTensorList *scaleOptional, const aclTensorList *offsetOptional,
    const aclTensorList *antiquantScaleOptional, const aclTensorList *antiquantOffsetOptional,
    const aclIntArray *groupListOptional, int64_t splitItem, int64_t groupType,
    const aclTensorList *y, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnGroupedMatmulV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV2(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
