/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuantV2: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/quant.h"
#include "ops/quant/unit_floats.h"
#include "ops/quant/unit_lists.h"
#include "ops/quant/unit_product.h"
#include "workspace/l0_operators.h"

#define BESIDE_SUMS ((uint64_t)20 << 20) /* of products of int8 */

static uint64_t bytes_of(const struct unit_lists *u)
{
    return u->is_small ? quant_small_unit_bytes(u->x->dims[1], u->columns)
                       : BESIDE_SUMS + (uint64_t)(u->x->dims[0] * u->columns * 4);
}

static int dense(struct l0_list *list, const struct call *call, const char *name)
{
    return l0_contiguous(list, list_tensor_named(list, call, name));
}

/* Adds the members of a list: those in fractals as they are. */
static void add_members(struct l0_list *list, const struct unit_lists *u, const char *name,
                        const struct tensor_array *members, int *inputs, int *count)
{
    for (uint64_t i = 0; i < u->weight->count; i++) {
        const struct tensor *given = members->members[i];
        int tensor = l0_user_tensor(list, name, given);
        bool is_fractal = given->format == ACL_FORMAT_FRACTAL_NZ;
        inputs[(*count)++] = is_fractal ? tensor : l0_contiguous(list, tensor);
    }
}

/* Blocks are read in the order of their elements. */
static void read_as_matrices(struct l0_list *list, const struct unit_lists *u, int *weights)
{
    const int64_t dims[] = {u->groups, u->x->dims[1], u->columns / u->in_one};
    int32_t skipped = u->is_one ? 0 : 1;
    for (uint64_t i = 0; i < u->weight->count && list->status == ACLNN_SUCCESS; i++)
        if (u->weight->members[i]->rank > 3 - skipped)
            weights[i] = l0_reshape(list, weights[i], dims + skipped, 3 - skipped);
}

static struct grouped *new_grouped(struct l0_list *list, const struct unit_lists *u, int64_t groups)
{
    struct grouped *g = l0_take(list, sizeof *g);
    int type = call_find(u->call, "groupListType");
    if (g != NULL)
        *g = (struct grouped){.type = GROUPS_OF_ROWS,
                              .list_type = u->call->arguments[type].integer == 1 ? COUNTS : ENDS,
                              .groups = groups,
                              .x_count = 1,
                              .weight_count = (int)u->weight->count,
                              .out_count = 1,
                              .has_bias = u->is_small,
                              .has_scale = true,
                              .has_tokens = true,
                              .is_packed = u->weight->members[0]->type == ACL_INT32,
                              .is_shifted = u->is_small,
                              .has_tensor = true};
    return g;
}

void quant_list_unit_lists(struct l0_list *list, const struct call *call)
{
    if (list->architecture == ARCHITECTURE_3510) {
        quant_list_unit_floats(list, call);
        return;
    }
    const struct unit_lists u = quant_unit_lists(call);
    int results[QUANT_MOST_RESULTS];
    int count = 0;
    int members = (int)u.weight->count;
    int *inputs = l0_take(list, (3 * (size_t)members + 3) * sizeof *inputs);
    if (inputs == NULL)
        return;
    int *weights = &inputs[1];
    inputs[count++] = dense(list, call, "x");
    add_members(list, &u, "weight", u.weight, inputs, &count);
    if (u.is_small)
        add_members(list, &u, "weightAssistMatrix", u.assist, inputs, &count);
    add_members(list, &u, "weightScale", u.scale, inputs, &count);
    inputs[count++] = dense(list, call, "xScale");
    inputs[count++] = dense(list, call, "groupList");
    int y = list_tensor_named(list, call, "output");
    int y_scale = list_tensor_named(list, call, "outputScale");
    const int64_t half[] = {u.x->dims[0], u.columns / 2};
    int units = l0_new_shaped(list, "units", ACL_FLOAT, half, 2);
    if (list->status != ACLNN_SUCCESS)
        return;
    struct grouped *g = new_grouped(list, &u, list->tensors[inputs[count - 1]].elements);
    const struct quant_work work = quant_by_rows(list, units, L0_NONE, y);
    quant_new_results(list, &work, results);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, &l0_GroupedMatmulSwigluQuantV2, inputs, count, 0, results, 2, NULL);
    l0_kernel_workspace(list, bytes_of(&u));
    read_as_matrices(list, &u, weights);
    quant_units_of(list, inputs, count, g, u.columns, units);
    if (list->status != ACLNN_SUCCESS)
        return;
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], y);
    norm_write_reshaped(list, results[1], y_scale);
}
