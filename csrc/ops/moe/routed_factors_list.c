/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting on Ascend950: the factors of its products, as steps. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/quant.h"
#include "workspace/l0.h"
#include "ops/common/check.h"
#include "ops/moe/routed_product.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/l0_operators.h"

enum { X, WEIGHT, SCALE, TOKENS };

/* Factors of rows, or of columns, that are no powers belong to the sums. */
static bool has_powers(const struct l0_list *list, int scales)
{
    return scales != L0_NONE && list->tensors[scales].type == ACL_FLOAT8_E8M0;
}

static int rows_of(struct l0_list *list, const int *launched, const struct quant_matrices *m)
{
    return has_powers(list, launched[TOKENS])
               ? quant_list_mx_restored(list, launched[X], launched[TOKENS], m, false)
               : l0_convert(list, launched[X], ACL_FLOAT);
}

static int matrices_of(struct l0_list *list, const int *launched, const struct quant_matrices *m,
                       bool is_down)
{
    return has_powers(list, launched[SCALE])
               ? quant_list_mx_restored(list, launched[WEIGHT], launched[SCALE], m, is_down)
               : l0_convert(list, launched[WEIGHT], ACL_FLOAT);
}

/* Powers lie as the view of the weight says, or as the kernel takes it. */
static int powers_of(struct l0_list *list, const struct routed_product *r, int scale, bool is_down)
{
    static const int64_t order[] = {0, 2, 1, 3};
    const struct tensor *given = call_tensor(r->call, r->scale);
    bool is_turned = given->type == ACL_FLOAT8_E8M0 && moe_routed_powers_are_turned(given);
    bool lies_down = is_turned == moe_routed_matrices(r).is_flipped;
    return given->type != ACL_FLOAT8_E8M0 || lies_down == is_down
               ? scale
               : quant_transposed(list, scale, order);
}

void moe_list_routed_factors(struct l0_list *list, const struct routed_product *r,
                             const int *launched, int *factors)
{
    static const int64_t order[] = {0, 2, 1};
    const struct routed_matrices w = moe_routed_matrices(r);
    bool is_down = !w.is_flipped || w.is_turned; /* as the caller's view has the weight */
    const struct routed_left left = moe_routed_left(r);
    const struct quant_matrices m[] = {
        {1, left.rows, w.depth},
        {w.groups, is_down ? w.depth : w.columns, is_down ? w.columns : w.depth}};
    if (list->status != ACLNN_SUCCESS)
        return;
    if (left.is_turned) /* launched[X] is what the view has */
        factors[0] = quant_transposed(list, launched[X], (const int64_t[]){1, 0});
    if (call_tensor(r->call, r->x)->type != ACL_INT8) {
        int given[] = {factors[0], launched[WEIGHT], powers_of(list, r, launched[SCALE], is_down),
                       launched[TOKENS]};
        int rows = rows_of(list, given, &m[0]);
        factors[0] = rows == L0_NONE
                         ? L0_NONE
                         : l0_reshape(list, rows, (const int64_t[]){left.rows, w.depth}, 2);
        factors[1] = matrices_of(list, given, &m[1], is_down);
    }
    if (!is_down)
        factors[1] = quant_transposed(list, factors[1], order);
}
