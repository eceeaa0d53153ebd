/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: lists of L0 operators. */
#include "ops/matmul/grouped_matmul.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/matmul.h"
#include "operators.h"
#include "ops/common/check.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

struct operands {
    int *inputs;
    int count;
};

/* Joins all dims before the last into rows. */
static int32_t joined_dims(const struct tensor *tensor, int64_t *dims)
{
    dims[0] = 1;
    dims[1] = tensor->dims[tensor->rank - 1];
    for (int32_t i = 0; i < tensor->rank - 1; i++)
        dims[0] *= tensor->dims[i];
    return 2;
}

static int as_matrix(struct l0_list *list, int tensor, const struct tensor *given)
{
    int64_t dims[2];
    if (tensor == L0_NONE || given->rank <= 2)
        return tensor;
    return l0_reshape(list, tensor, dims, joined_dims(given, dims));
}

static void add_list(struct l0_list *list, const struct reading *r, struct operands *o,
                     int parameter, bool keeps)
{
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        int tensor = l0_user_tensor(list, call_name(r->call, parameter),
                                    matmul_grouped_member(r, parameter, i));
        if (tensor != L0_NONE && !keeps)
            tensor = l0_contiguous(list, tensor);
        if (parameter == r->x && r->type == NO_GROUPS)
            tensor = as_matrix(list, tensor, matmul_grouped_member(r, parameter, i));
        o->inputs[o->count++] = tensor;
    }
}

static struct grouped *new_grouped(struct l0_list *list, const struct reading *r)
{
    struct grouped *g = l0_take(list, sizeof *g);
    if (g == NULL)
        return NULL;
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    *g = (struct grouped){
        .type = r->type,
        .list_type = (enum group_list_type)r->list_type,
        .x_count = matmul_grouped_count_of(r, r->x),
        .weight_count = matmul_grouped_count_of(r, r->weight),
        .out_count = matmul_grouped_count_of(r, r->out),
        .has_bias = !matmul_grouped_is_left_out(r->call, r->bias),
        .has_tensor = !r->has_array && matmul_grouped_has_groups(r),
        .ends = r->has_array && matmul_grouped_has_groups(r) ? matmul_grouped_ends_of(r) : NULL,
    };
    g->groups = r->type == GROUPS_OF_DEPTH ? matmul_grouped_member(r, r->out, 0)->dims[0]
                : g->weight_count > 1 || r->type == NO_GROUPS ? g->weight_count
                                                              : weight->dims[0];
    return g;
}

/* ---- Products of groups, the parameters by their names --------------------------------------- */
void matmul_list_grouped_product(struct l0_list *list, const struct call *call)
{
    struct reading r = matmul_grouped_read_call(call);
    matmul_grouped_read_layouts(&r);
    struct grouped *g = new_grouped(list, &r);
    if (g == NULL)
        return;
    size_t most = (size_t)g->x_count + 2 * (size_t)g->weight_count + 1;
    struct operands o = {.inputs = l0_take(list, most * sizeof *o.inputs)};
    int *results = l0_take(list, (size_t)g->out_count * sizeof *results);
    int *products = l0_take(list, (size_t)g->out_count * sizeof *products);
    if (o.inputs == NULL || results == NULL || products == NULL)
        return;
    add_list(list, &r, &o, r.x, r.is_x_turned);
    add_list(list, &r, &o, r.weight, r.is_weight_turned);
    if (g->has_bias)
        add_list(list, &r, &o, r.bias, false);
    int count = o.count;
    if (g->has_tensor)
        o.inputs[count++] = l0_contiguous(
            list, l0_user_tensor(list, "groupListOptional", call->arguments[r.groups].tensor));
    else if (g->ends != NULL)
        o.inputs[count++] = l0_host_tensor(list, "groupListOptional", ACL_INT64,
                                           (int64_t)call->arguments[r.groups].array->size);
    for (int i = 0; i < count; i++)
        if (o.inputs[i] == L0_NONE)
            return;
    for (int i = 0; i < g->out_count; i++) {
        const struct tensor *out = matmul_grouped_member(&r, r.out, i);
        int64_t dims[TENSOR_MAX_DIMS];
        int32_t rank = r.type == NO_GROUPS ? joined_dims(out, dims) : out->rank;
        products[i] = l0_new_shaped(list, "product", out->type,
                                    r.type == NO_GROUPS ? dims : out->dims, rank);
        results[i] = products[i] == L0_NONE ? L0_NONE
                                            : l0_reshape(list, products[i], out->dims, out->rank);
        if (results[i] == L0_NONE)
            return;
    }
    l0_launch_row(list, &l0_GroupedMatmul, o.inputs, count, 0, products, g->out_count, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, o.inputs, g->has_tensor ? count : o.count,
            products, g->out_count, g);
    for (int i = 0; i < g->out_count; i++)
        l0_view_copy(
            list, results[i],
            l0_user_tensor(list, call_name(call, r.out), matmul_grouped_member(&r, r.out, i)));
}
