/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuant: its operands. */
#include "ops/quant/unit_product.h"

#include "executor/operator.h"
#include "ops/common/check.h"

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
