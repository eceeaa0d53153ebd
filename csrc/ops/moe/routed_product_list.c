/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulFinalizeRouting and its versions: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/moe.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/moe/lists.h"
#include "ops/moe/routed_product.h"
#include "workspace/l0_operators.h"

#define CORE_SUMS ((uint64_t)4 * 256 * 128 * sizeof(int32_t)) /* of four rounds of a core */
#define SMALL_PARTS 8
#define REMOTE_WORKSPACE ((uint64_t)20 << 20)
#define MOST_INPUTS 10

static int dense(struct l0_list *list, const struct routed_product *r, int parameter)
{
    const struct tensor *given = parameter < 0 ? NULL : call_tensor(r->call, parameter);
    if (given == NULL)
        return L0_NONE;
    int tensor = l0_user_tensor(list, call_name(r->call, parameter), given);
    return format_is_fractal(given->format) ? tensor : l0_contiguous(list, tensor);
}

/* Of Ascend950's kernel, which takes x, matrices and the powers beside these as they lie in memory.
 */
static int dense_or_turned(struct l0_list *list, const struct routed_product *r, int parameter)
{
    const struct tensor *given = call_tensor(r->call, parameter);
    bool is_turned = parameter == r->x        ? moe_routed_left(r).is_turned
                     : parameter == r->weight ? moe_routed_matrices(r).is_turned
                                              : moe_routed_powers_are_turned(given);
    return is_turned ? l0_user_tensor(list, call_name(r->call, parameter), given)
                     : dense(list, r, parameter);
}

/* Appends those that are given. */
static int gather(const int *from, int count, int *to)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (from[i] != L0_NONE)
            to[found++] = from[i];
    return found;
}

static uint64_t bytes_of(const struct l0_list *list, const struct routed_product *r)
{
    uint64_t sums = CORE_SUMS * (uint64_t)list->soc->ai_cores;
    if (r->is_new) {
        bool holds = list->deterministic && moe_routed_is_whole(r);
        return L0_SYSTEM_WORKSPACE + (holds ? moe_routed_held_bytes(list->soc) : 0);
    }
    if (!r->is_small)
        return REMOTE_WORKSPACE + sums;
    uint64_t rows = (uint64_t)call_tensor(r->call, r->x)->dims[0];
    return REMOTE_WORKSPACE + SMALL_PARTS * sums + rows * sizeof(float);
}

static struct grouped *new_grouped(struct l0_list *list, const struct routed_product *r,
                                   bool are_counts)
{
    const struct tensor *weight = call_tensor(r->call, r->weight);
    bool is_restored = call_tensor(r->call, r->scale)->type == ACL_FLOAT8_E8M0; /* by powers */
    struct grouped *g = l0_take(list, sizeof *g);
    if (g != NULL)
        *g = (struct grouped){.type = GROUPS_OF_ROWS,
                              .list_type = are_counts ? COUNTS : ENDS,
                              .groups = weight->dims[0],
                              .x_count = 1,
                              .weight_count = 1,
                              .out_count = 1,
                              .has_bias = call_tensor(r->call, r->bias) != NULL,
                              .has_scale = !is_restored,
                              .has_offset = r->is_small && r->offset >= 0 &&
                                            call_tensor(r->call, r->offset) != NULL,
                              .has_tokens = !is_restored && call_tensor(r->call, r->tokens) != NULL,
                              .is_packed = weight->type == ACL_INT32,
                              .is_shifted = r->is_small && !r->is_new,
                              .has_tensor = true};
    return g;
}

typedef void make_factors(struct l0_list *list, const struct routed_product *r, const int *launched,
                          int *factors);

/* make_factors is what Ascend950 multiplies in place of x and weight; NULL: these. */
static void list_product(struct l0_list *list, const struct call *call, make_factors *make)
{
    const struct routed_product r = moe_read_routed_product(call);
    const struct tensor *out = call_tensor(call, r.out);
    int inputs[MOST_INPUTS];
    bool are_counts = call->arguments[call_find(call, "groupListType")].integer == 1;
    int x = r.is_new ? dense_or_turned(list, &r, r.x) : dense(list, &r, r.x);
    int weight = r.is_new ? dense_or_turned(list, &r, r.weight) : dense(list, &r, r.weight);
    int scale = r.is_new ? dense_or_turned(list, &r, r.scale) : dense(list, &r, r.scale);
    int offset = r.is_small ? dense(list, &r, r.offset) : L0_NONE;
    int bias = dense(list, &r, r.bias);
    int places = dense(list, &r, r.places);
    int groups = dense(list, &r, r.groups);
    int weights = dense(list, &r, r.weights);
    int tokens = dense(list, &r, r.tokens);
    int shared = dense(list, &r, r.shared);
    int64_t count_of_rows = r.is_new ? moe_routed_left(&r).rows : call_tensor(call, r.x)->dims[0];
    const int64_t dims[] = {count_of_rows, out->dims[1]};
    struct grouped *g = new_grouped(list, &r, are_counts);
    struct routed_rows *rows = l0_take(list, sizeof *rows);
    int made = l0_new_shaped(list, "y", ACL_FLOAT, out->dims, 2);
    int products = l0_new_shaped(list, "products", ACL_FLOAT, dims, 2);
    if (g == NULL || rows == NULL || products == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    *rows = (struct routed_rows){
        .are_counts = are_counts,
        .has_shared = shared != L0_NONE,
        .factor = (float)call->arguments[call_find(call, "sharedInputWeight")].real,
        .first = call->arguments[call_find(call, "sharedInputOffset")].integer};
    int count = gather(
        (const int[]){x, weight, scale, bias, tokens, groups, shared, weights, places, offset},
        MOST_INPUTS, inputs);
    l0_launch_row(list, &l0_GroupedMatmulFinalizeRouting, inputs, count, 0, &made, 1, NULL);
    l0_kernel_workspace(list, bytes_of(list, &r));
    int factors[] = {x, weight};
    if (make != NULL)
        make(list, &r, (const int[]){x, weight, scale, tokens}, factors);
    if (list->status != ACLNN_SUCCESS)
        return;
    count = gather((const int[]){factors[0], factors[1], bias, g->has_scale ? scale : L0_NONE,
                                 offset, g->has_tokens ? tokens : L0_NONE, groups},
                   7, inputs);
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, inputs, count, &products, 1, g);
    count = gather((const int[]){products, places, weights, groups, shared}, 5, inputs);
    l0_step(list, L0_STEP_APPLY, &l0_RoutedRows, inputs, count, &made, 1, rows);
    l0_view_copy(list, made, l0_user_tensor(list, call_name(call, r.out), out));
}

void moe_list_routed_product(struct l0_list *list, const struct call *call)
{
    list_product(list, call, NULL);
}

void moe_list_routed_product_of_floats(struct l0_list *list, const struct call *call)
{
    bool is_new = moe_read_routed_product(call).is_new;
    list_product(list, call, is_new ? moe_list_routed_factors : NULL);
}
