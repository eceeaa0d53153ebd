/* SPDX-License-Identifier: Apache-2.0 */
/* Products of float4 with scales of two levels: list of L0 operators. Numbers are restored to
 * float32 before they are multiplied. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"

#define LEVEL_GROUP 512

/* A row of numbers times the scales of their blocks, and those of their groups. */
static int restored(struct l0_list *list, int numbers, int inner, int outer,
                    const struct quant_matrices *m)
{
    int64_t groups = (m->columns + LEVEL_GROUP - 1) / LEVEL_GROUP;
    const struct quant_blocks blocks = {1, LEVEL_GROUP, m->rows, groups};
    int floats = quant_list_mx_restored(list, numbers, inner, m, false);
    return quant_list_blocks_restored(list, floats, outer, L0_NONE, m, &blocks);
}

void quant_list_level_product(struct l0_list *list, int x1, int x2, int outer1, int outer2,
                              int inner1, int inner2, int bias, int out)
{
    static const int64_t turned[] = {1, 0};
    if (x1 == L0_NONE || x2 == L0_NONE || outer1 == L0_NONE || outer2 == L0_NONE ||
        inner1 == L0_NONE || inner2 == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[out];
    const struct quant_matrices left = {1, to.dims[0], list->tensors[x1].dims[1]};
    const struct quant_matrices right = {1, to.dims[1], left.columns};
    const int64_t codes[] = {right.rows, right.columns};
    const int64_t dims[] = {1, left.rows, right.rows};
    int bytes = list_dense_of(list, x2, ACL_INT8);
    int numbers = l0_new_shaped(list, "numbers", ACL_FLOAT4_E2M1, codes, 2);
    int result = l0_new_shaped(list, "product", to.type, to.dims, to.rank);
    const int launched[] = {x1, x2, outer1, inner1, outer2, inner2, bias};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_QuantSameBytes, &bytes, 1, &numbers, 1, NULL);
    quant_launch(list, &l0_DualLevelQuantBatchMatmul, launched, 7, &result, 1);
    int sums = quant_list_multiplied(
        list, restored(list, x1, inner1, outer1, &left),
        restored(list, numbers, inner2, quant_transposed(list, outer2, turned), &right), false,
        true, dims, 3);
    const int inputs[] = {l0_reshape(list, sums, to.dims, to.rank), quant_or_number(list, bias, 0)};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_QuantProductAdded, inputs, 2, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
