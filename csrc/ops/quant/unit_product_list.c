/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuant: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/quant.h"
#include "ops/quant/unit_product.h"
#include "workspace/l0_operators.h"

/* Products of as many rows as go into the workspace. */
static uint64_t bytes_of(const struct unit_product *u)
{
    int64_t columns = u->stored_columns * u->in_one;
    if (u->is_small)
        return quant_small_unit_bytes(u->depth, columns);
    int64_t rows = least(2 * (QUANT_HALF_OF_SUMS / 4 / columns), u->x->dims[0]);
    return L0_SYSTEM_WORKSPACE + (uint64_t)(rows * columns * 4);
}

static int dense(struct l0_list *list, const struct call *call, const char *name)
{
    const struct tensor *given = call_tensor(call, call_find(call, name));
    if (given == NULL)
        return L0_NONE;
    int tensor = l0_user_tensor(list, name, given);
    return given->format == ACL_FORMAT_FRACTAL_NZ ? tensor : l0_contiguous(list, tensor);
}

static struct grouped *new_grouped(struct l0_list *list, const struct unit_product *u,
                                   int64_t groups)
{
    struct grouped *g = l0_take(list, sizeof *g);
    if (g != NULL)
        *g = (struct grouped){.type = GROUPS_OF_ROWS,
                              .list_type = ENDS,
                              .groups = groups,
                              .x_count = 1,
                              .weight_count = 1,
                              .out_count = 1,
                              .has_bias = u->is_small,
                              .has_scale = true,
                              .has_tokens = true,
                              .is_packed = u->weight->type == ACL_INT32,
                              .is_shifted = u->is_small,
                              .has_tensor = true};
    return g;
}

void quant_list_unit_product(struct l0_list *list, const struct call *call)
{
    const struct unit_product u = quant_read_unit_product(call);
    int results[QUANT_MOST_RESULTS];
    int x = dense(list, call, "x");
    int weight = dense(list, call, "weight");
    int scale = dense(list, call, "weightScale");
    int tokens = dense(list, call, "xScale");
    int groups = dense(list, call, "groupList");
    int bias = u.is_small ? dense(list, call, "bias") : L0_NONE;
    int y = list_tensor_named(list, call, "output");
    int y_scale = list_tensor_named(list, call, "outputScale");
    int64_t columns = u.stored_columns * u.in_one;
    const int64_t half[] = {u.x->dims[0], columns / 2};
    const int64_t matrices[] = {u.weight->dims[0], u.depth, u.stored_columns};
    int units = l0_new_shaped(list, "units", ACL_FLOAT, half, 2);
    if (list->status != ACLNN_SUCCESS)
        return;
    struct grouped *g = new_grouped(list, &u, list->tensors[groups].elements);
    if (u.weight->rank != 3)
        weight = l0_reshape(list, weight, matrices, 3);
    const struct quant_work work = quant_by_rows(list, units, L0_NONE, y);
    quant_new_results(list, &work, results);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    quant_launch(list, &l0_GroupedMatmulSwigluQuant,
                 (const int[]){x, weight, scale, tokens, groups, bias}, 6, results, 2);
    l0_kernel_workspace(list, bytes_of(&u));
    if (u.is_small)
        quant_units_of(list, (const int[]){x, weight, bias, scale, tokens, groups}, 6, g, columns,
                       units);
    else
        quant_units_of(list, (const int[]){x, weight, scale, tokens, groups}, 5, g, columns, units);
    if (list->status != ACLNN_SUCCESS)
        return;
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], y);
    norm_write_reshaped(list, results[1], y_scale);
}
