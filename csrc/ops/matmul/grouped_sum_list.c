/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulAdd and its V2, and QuantGroupedMatmulInplaceAdd: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/matmul.h"
#include "ops/matmul/grouped_matmul.h"
#include "workspace/l0_operators.h"

#define BASE_ROWS 128
#define BASE_COLUMNS 256
#define BLOCK 16
#define SUMS_A_CORE 2 /* tiles whose sums a core keeps */

/* The tiling of Ascend910B and Ascend910_93. */
static void set_size(struct l0_list *list, int64_t rows)
{
    int64_t tile = least(BASE_ROWS, divide_up(rows, BLOCK) * BLOCK) * BASE_COLUMNS;
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list,
                            L0_SYSTEM_WORKSPACE + (uint64_t)(tile * (int64_t)sizeof(float) *
                                                             list->soc->ai_cores * SUMS_A_CORE));
}

/* What groups hold is read on Ascend950 alone; the others' kernel takes ends. */
static enum group_list_type list_type(const struct l0_list *list, int64_t given)
{
    return list->architecture == ARCHITECTURE_3510 ? (enum group_list_type)given : ENDS;
}

void matmul_list_grouped_sum_of(struct l0_list *list, int x, int weight, int groupList, int yRef,
                                int64_t groupListType)
{
    const struct l0_tensor result = list->tensors[yRef];
    struct grouped *g = l0_take(list, sizeof *g);
    int inputs[] = {
        [GROUPED_SUM_X] = l0_contiguous(list, x),
        [GROUPED_SUM_WEIGHT] = l0_contiguous(list, weight),
        [GROUPED_SUM_LIST] = l0_contiguous(list, groupList),
        [GROUPED_SUM_RESULT] = yRef,
    };
    int sum = l0_new_shaped(list, "y", result.type, result.dims, result.rank);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    *g = (struct grouped){
        .type = GROUPS_OF_DEPTH,
        .list_type = list_type(list, groupListType),
        .groups = list->tensors[groupList].dims[0],
        .x_count = 1,
        .weight_count = 1,
        .out_count = 1,
        .has_tensor = true,
        .is_added = true,
        .is_depth_first = true,
    };
    l0_launch_row(list, &l0_GroupedMatmulAdd, inputs, 4, 0, &yRef, 1, NULL);
    set_size(list, list->tensors[x].dims[1]);
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmulAdd, inputs, 4, &sum, 1, g);
    l0_step(list, L0_STEP_STORE, NULL, &sum, 1, &yRef, 1, NULL);
}

void matmul_list_grouped_sum(struct l0_list *list, int x, int weight, int groupList, int yRef)
{
    matmul_list_grouped_sum_of(list, x, weight, groupList, yRef, ENDS);
}

void matmul_list_quant_sum(struct l0_list *list, int x1, int x2, int scale1Optional, int scale2,
                           int groupList, int yRef, int64_t groupListType)
{
    const struct l0_tensor result = list->tensors[yRef];
    bool has_powers = list->tensors[scale2].type == ACL_FLOAT8_E8M0;
    /* the kernel takes x1 and its powers as they lie, transposed */
    int scale1 = has_powers ? scale1Optional : l0_contiguous(list, scale1Optional);
    int inputs[] = {x1,     l0_contiguous(list, x2),        l0_contiguous(list, scale2),
                    scale1, l0_contiguous(list, groupList), yRef};
    int sum = l0_new_shaped(list, "y", result.type, result.dims, result.rank);
    struct grouped *g = l0_take(list, sizeof *g);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    *g = (struct grouped){
        .type = GROUPS_OF_DEPTH,
        .list_type = (enum group_list_type)groupListType,
        .groups = list->tensors[groupList].dims[0],
        .x_count = 1,
        .weight_count = 1,
        .out_count = 1,
        .has_scale = true,
        .has_tokens = true,
        .are_tokens_of_groups = !has_powers,
        .scaling = has_powers ? SCALES_AS_POWERS : SCALES_OF_SUMS,
        .has_tensor = true,
        .is_added = true,
    };
    l0_launch_row(list, &l0_QuantGroupedMatmulInplaceAdd, inputs, 6, 0, &yRef, 1, NULL);
    l0_launch_view_copy(list, yRef, yRef);
    inputs[0] = l0_convert(list, inputs[0], ACL_FLOAT);
    inputs[1] = l0_convert(list, inputs[1], ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_QuantGroupedMatmulInplaceAdd, inputs, 6, &sum, 1, g);
    l0_step(list, L0_STEP_STORE, NULL, &sum, 1, &yRef, 1, NULL);
}
