/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2 on Ascend950: list of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "ops/quant/unit_floats.h"
#include "ops/quant/unit_product.h"
#include "workspace/l0_operators.h"

/* What the product reads: x, weight, weightScale, xScale and groupList. */
struct operands {
    int *inputs;
    int count;
    int matrices; /* x and weight, the first of these */
};

static int dense(struct l0_list *list, const char *name, const struct tensor *given)
{
    return l0_contiguous(list, l0_user_tensor(list, name, given));
}

static void add_members(struct l0_list *list, const char *name, const struct tensor_array *members,
                        bool keeps, struct operands *o)
{
    for (uint64_t i = 0; i < members->count; i++) {
        const struct tensor *given = members->members[i];
        bool is_kept = keeps || format_is_fractal(given->format);
        o->inputs[o->count++] = is_kept ? l0_user_tensor(list, name, given)
                                        : dense(list, name, given);
    }
}

/* Transposed matrices and their powers are what the kernel takes; powers of a list of matrices are
 * copied. */
static struct operands operands_of(struct l0_list *list, const struct unit_floats *u)
{
    size_t most = 2 * (size_t)u->weight->count + 3;
    struct operands o = {.inputs = l0_take(list, most * sizeof *o.inputs)};
    if (o.inputs == NULL)
        return o;
    o.inputs[o.count++] = dense(list, "x", u->x);
    add_members(list, "weight", u->weight, u->is_turned, &o);
    o.matrices = o.count;
    add_members(list, "weightScale", u->scale,
                u->is_turned && u->mode == UNIT_OF_POWERS && !(u->is_list && u->is_mixed), &o);
    o.inputs[o.count++] = dense(list, "xScale", u->tokens);
    o.inputs[o.count++] = dense(list, "groupList", u->groups);
    return o;
}

static struct grouped *new_grouped(struct l0_list *list, const struct unit_floats *u)
{
    struct grouped *g = l0_take(list, sizeof *g);
    int type = call_find(u->call, "groupListType");
    if (g != NULL)
        *g = (struct grouped){
            .type = GROUPS_OF_ROWS,
            .list_type = u->call->arguments[type].integer == COUNTS ? COUNTS : ENDS,
            .groups = u->groups->dims[0],
            .x_count = 1,
            .weight_count = (int)u->weight->count,
            .out_count = 1,
            .has_scale = true,
            .has_tokens = true,
            .scaling = u->mode == UNIT_OF_POWERS ? SCALES_AS_POWERS : SCALES_OF_SUMS,
            .has_tensor = true,
        };
    return g;
}

/* The kernel of rows keeps the units in their type. */
static uint64_t bytes_of(const struct unit_floats *u, aclDataType units)
{
    uint64_t numbers = (uint64_t)u->y->dims[0] * (uint64_t)u->y->dims[1];
    return L0_SYSTEM_WORKSPACE +
           (u->mode == UNIT_OF_ROWS ? numbers * (units == ACL_FLOAT ? 4 : 2) : 0);
}

/* The type that units are rounded to before they are quantised. */
static aclDataType units_type(const struct unit_floats *u)
{
    int type = call_find(u->call, "dequantDtype");
    return u->mode == UNIT_OF_POWERS ? ACL_BF16 : (aclDataType)u->call->arguments[type].integer;
}

void quant_list_unit_floats(struct l0_list *list, const struct call *call)
{
    const struct unit_floats u = quant_read_unit_floats(call);
    int64_t columns = unit_floats_columns(u.weight->members[0]);
    struct operands o = operands_of(list, &u);
    struct grouped *g = new_grouped(list, &u);
    int y = l0_user_tensor(list, "output", u.y);
    int y_scale = l0_user_tensor(list, "outputScale", u.y_scale);
    int units = l0_new_shaped(list, "units", units_type(&u), u.y->dims, 2);
    int results[QUANT_MOST_RESULTS];
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    const struct quant_mx mx = {
        .axis = 1, .block = QUANT_MX_BLOCK, .scale = QUANT_MX_FLOOR, .type = u.y->type};
    const struct quant_work work = quant_by_rows(list, units, L0_NONE, y);
    if (u.mode == UNIT_OF_POWERS)
        quant_mx_results(list, &mx, u.y->dims, 2, results);
    else
        quant_new_results(list, &work, results);
    l0_launch_row(list, &l0_GroupedMatmulSwigluQuantV2, o.inputs, o.count, 0, results, 2, NULL);
    l0_kernel_workspace(list, bytes_of(&u, list->tensors[units].type));
    if (u.x->type != ACL_INT8)
        for (int i = 0; i < o.matrices; i++)
            o.inputs[i] = l0_convert(list, o.inputs[i], ACL_FLOAT);
    quant_units_of(list, o.inputs, o.count, g, columns, units);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (u.mode == UNIT_OF_POWERS)
        quant_mx_compute(list, &mx, units, results);
    else
        quant_compute(list, &work, results);
    norm_write_reshaped(list, results[0], y);
    norm_write_reshaped(list, results[1], y_scale);
}
