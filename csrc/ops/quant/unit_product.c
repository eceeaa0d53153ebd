/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuant: its operands, and what the lists of both versions are made of. */
#include "ops/quant/unit_product.h"

#include "declared/quant.h"
#include "executor/operator.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/matmul/grouped_matmul.h"
#include "workspace/l0_operators.h"

#define FRACTAL_RANK 5

struct unit_product quant_read_unit_product(const struct call *call)
{
    struct unit_product u = {.call = call,
                             .x = call_tensor(call, call_find(call, "x")),
                             .weight = call_tensor(call, call_find(call, "weight")),
                             .bias = call_tensor(call, call_find(call, "bias")),
                             .scale = call_tensor(call, call_find(call, "weightScale"))};
    const struct tensor *w = u.weight;
    u.is_small = w->type == ACL_INT4 || w->type == ACL_INT32;
    u.in_one = w->type == ACL_INT32 ? 8 : 1;
    if (w->rank == FRACTAL_RANK) {
        u.depth = w->dims[2] * w->dims[3];
        u.stored_columns = w->dims[1] * w->dims[4];
    } else if (w->rank == 3) {
        u.depth = w->dims[1];
        u.stored_columns = w->dims[2];
    }
    return u;
}

uint64_t quant_small_unit_bytes(int64_t depth, int64_t columns)
{
    int64_t rows = 2 * (QUANT_HALF_OF_SUMS / (depth + 4 * columns));
    return L0_SYSTEM_WORKSPACE + (uint64_t)(rows * (depth + 4 * columns));
}

void quant_units_of(struct l0_list *list, const int *read, int count, const struct grouped *g,
                    int64_t columns, int units)
{
    int64_t half = columns / 2;
    const int64_t dims[] = {list->tensors[units].dims[0], columns};
    int products = l0_new_shaped(list, "products", ACL_FLOAT, dims, 2);
    if (products == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, read, count, &products, 1, g);
    const int halves[] = {l0_part(list, products, 1, 0, half),
                          l0_part(list, products, 1, half, half)};
    if (list->status == ACLNN_SUCCESS)
        l0_step(list, L0_STEP_APPLY, &l0_SwiGluQuantUnit, halves, 2, &units, 1, NULL);
}
