/* SPDX-License-Identifier: Apache-2.0 */
/* Products with quantised weights: lists of L0 operators. */
#include "ops/quant/weight_quant.h"

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/quant.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

int quant_list_weights_restored(struct l0_list *list, int x, int weight, int scale, int offset,
                                int group)
{
    struct weight_quant *q = l0_take(list, sizeof *q);
    int inputs[] = {x, weight, scale, offset};
    if (q == NULL || x == L0_NONE || weight == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    const struct tensor *weights = list->tensors[weight].given;
    *q = (struct weight_quant){.at = {[X] = 0,
                                      [WEIGHT] = 1,
                                      [SCALE] = 2,
                                      [OFFSET] = offset == L0_NONE ? -1 : 3,
                                      [QUANT_SCALE] = -1,
                                      [QUANT_OFFSET] = -1,
                                      [BIAS] = -1},
                               .group = group,
                               .is_packed = weights->type == ACL_INT32,
                               .rows = list->tensors[x].dims[0]};
    quant_weight_find_sides(weights, &q->depth, &q->columns);
    int product = l0_new_shaped(list, "product", ACL_FLOAT, (int64_t[]){q->rows, q->columns}, 2);
    l0_step(list, L0_STEP_APPLY, &l0_WeightQuantBatchMatmulV2, inputs, offset == L0_NONE ? 3 : 4,
            &product, 1, q);
    return product;
}

void quant_list_weight_quant_product(struct l0_list *list, int x, int weight, int scale, int offset,
                                     int quant_scale, int quant_offset, int bias, int group, int y)
{
    struct weight_quant *q = l0_take(list, sizeof *q);
    bool has_bias = bias != L0_NONE && !quant_weight_is_left_out(list->tensors[bias].given);
    const int given[OPERANDS] = {
        x, weight, scale, offset, quant_scale, quant_offset, has_bias ? bias : L0_NONE};
    int inputs[OPERANDS];
    int count = 0;
    if (q == NULL || x == L0_NONE || weight == L0_NONE || y == L0_NONE)
        return;
    if (!quant_weight_is_whole(list->tensors[weight].type)) {
        quant_list_weight_float_product(list, x, weight, scale, given[BIAS], group, y);
        return;
    }
    memset(q, 0, sizeof *q);
    for (int i = 0; i < OPERANDS; i++) {
        q->at[i] = given[i] == L0_NONE ? -1 : count;
        if (given[i] != L0_NONE)
            inputs[count++] = given[i]; /* the kernel reads transposed tensors directly */
    }
    const struct tensor *weights = list->tensors[weight].given;
    const struct l0_tensor out = list->tensors[y];
    q->group = group;
    q->is_packed = weights->type == ACL_INT32;
    q->rows = out.dims[0];
    quant_weight_find_sides(weights, &q->depth, &q->columns);
    int product = l0_new_shaped(list, "product", out.type, out.dims, out.rank);
    l0_apply(list, &l0_WeightQuantBatchMatmulV2, inputs, count, 0, &product, 1, q);
    l0_view_copy(list, product, y);
}
