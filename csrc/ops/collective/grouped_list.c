/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts on other ranks, with counts that the host knows: lists of L0 operators. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "ops/collective/grouped.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/grouped_matmul.h"
#include "tensor/arrays.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define ADDRESS_BYTES 512 /* where parts of the workspace begin */

static bool flag(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer != 0;
}

static struct grouped_rows *rows_of(struct l0_list *list, const struct call *call, bool is_back)
{
    struct grouped_rows *g = l0_take(list, sizeof *g);
    const struct array *sent = call->arguments[call_find(call, "sendCounts")].array;
    const struct array *received = call->arguments[call_find(call, "recvCounts")].array;
    if (g == NULL)
        return NULL;
    *g = (struct grouped_rows){
        .ranks = collective_size(call, COLLECTIVE_FIRST),
        .experts = call_tensor(call, call_find(call, "gmmWeight"))->dims[0],
        .sent = array_integers(sent),
        .received = array_integers(received),
        .is_back = is_back,
    };
    return g;
}

/* Where the rows of each expert end, of counts by rank and then expert. */
static const int64_t *ends_of(struct l0_list *list, const struct grouped_rows *g,
                              const int64_t *counts)
{
    int64_t *ends = l0_take(list, (size_t)g->experts * sizeof *ends);
    int64_t row = 0;
    for (int64_t j = 0; ends != NULL && j < g->experts; j++) {
        for (int64_t rank = 0; rank < g->ranks; rank++)
            row += counts[rank * g->experts + j];
        ends[j] = row;
    }
    return ends;
}

/* The rows of each expert by its matrix. */
static int multiplied(struct l0_list *list, const struct grouped_rows *g, const int64_t *counts,
                      int rows, int weight)
{
    struct grouped *groups = l0_take(list, sizeof *groups);
    if (groups == NULL || rows == L0_NONE || weight == L0_NONE)
        return L0_NONE;
    *groups = (struct grouped){.type = GROUPS_OF_ROWS,
                               .list_type = ENDS,
                               .groups = g->experts,
                               .x_count = 1,
                               .weight_count = 1,
                               .out_count = 1,
                               .ends = ends_of(list, g, counts)};
    const struct l0_tensor left = list->tensors[rows];
    const int64_t dims[] = {left.dims[0], list->tensors[weight].dims[2]};
    int product = l0_new_shaped(list, "product", left.type, dims, 2);
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, (int[]){rows, weight}, 2, &product, 1, groups);
    return product;
}

static int moved(struct l0_list *list, const struct grouped_rows *g, int rows, int64_t count)
{
    if (rows == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[rows];
    int to = l0_new_shaped(list, "rows", from.type, (int64_t[]){count, from.dims[1]}, 2);
    l0_step(list, L0_STEP_APPLY, &l0_HcomAllToAllV, &rows, 1, &to, 1, g);
    return to;
}

/* The product of the shared expert. */
static void shared(struct l0_list *list, int left, int right, int out)
{
    if (left == L0_NONE || right == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[out];
    int sums = l0_new_shaped(list, "product", ACL_FLOAT, like.dims, like.rank);
    int product = l0_new_shaped(list, "product", like.type, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &sums, 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &product, 1, NULL);
    l0_view_copy(list, product, out);
}

/* Launches the kernel for the size alone. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *given, int count,
                   int out, uint64_t bytes)
{
    int inputs[4];
    int found = 0;
    const struct l0_tensor like = list->tensors[out];
    int result = l0_new_shaped(list, "result", like.type, like.dims, like.rank);
    for (int i = 0; i < count; i++)
        if (given[i] != L0_NONE)
            inputs[found++] = given[i];
    l0_launch_row(list, row, inputs, found, 0, &result, 1, NULL);
    l0_kernel_workspace(list, bytes);
    l0_launch_view_copy(list, result, out);
}

/* As the tilings of AlltoAllvGroupedMatMul. */
static uint64_t sent_workspace(const struct call *call, const struct grouped_rows *g,
                               uint64_t bytes, bool is_twice)
{
    uint64_t numbers = (uint64_t)g->ranks * (uint64_t)g->experts * sizeof(int64_t);
    return L0_SYSTEM_WORKSPACE + (call_is_on_950(call)
                                      ? align_up(bytes, ADDRESS_BYTES) + 3 * numbers + ADDRESS_BYTES
                                      : bytes * (is_twice ? 2 : 1));
}

void collective_list_sent_groups(struct l0_list *list, const struct call *call)
{
    int x = list_tensor_named(list, call, "gmmX");
    int weight = collective_list_matrix(list, call, "gmmWeight", flag(call, "transGmmWeight"));
    int left = list_tensor_named(list, call, "mmXOptional");
    int right = collective_list_matrix(list, call, "mmWeightOptional", flag(call, "transMmWeight"));
    int y = list_tensor_named(list, call, "gmmY");
    int kept = list_tensor_named(list, call, "permuteOutOptional");
    const struct grouped_rows *g = rows_of(list, call, false);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    const int64_t rows = list->tensors[y].dims[0];
    const struct l0_tensor given = list->tensors[x];
    uint64_t bytes = (uint64_t)rows * (uint64_t)given.dims[1] * sizeof(uint16_t);
    const int inputs[] = {l0_contiguous(list, x), weight, left, right};
    launch(list, &l0_AlltoAllvGroupedMatMul, inputs, 4, y,
           sent_workspace(call, g, bytes, kept == L0_NONE));
    int permuted = moved(list, g, list_dense_of(list, inputs[0], given.type), rows);
    int product = multiplied(list, g, g->received, permuted, weight);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_view_copy(list, list_dense_of(list, product, given.type), y);
    if (kept != L0_NONE)
        l0_view_copy(list, list_dense_of(list, permuted, given.type), kept);
    shared(list, left, right, list_tensor_named(list, call, "mmYOptional"));
}

void collective_list_returned_groups(struct l0_list *list, const struct call *call)
{
    int x = list_tensor_named(list, call, "gmmX");
    int weight = collective_list_matrix(list, call, "gmmWeight", flag(call, "transGmmWeight"));
    int left = list_tensor_named(list, call, "mmXOptional");
    int right = collective_list_matrix(list, call, "mmWeightOptional", flag(call, "transMmWeight"));
    int y = list_tensor_named(list, call, "y");
    const struct grouped_rows *g = rows_of(list, call, true);
    if (g == NULL || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor given = list->tensors[x];
    uint64_t columns = (uint64_t)list->tensors[y].dims[1];
    const int inputs[] = {l0_contiguous(list, x), weight, left, right};
    launch(list, &l0_GroupedMatMulAlltoAllv, inputs, 4, y,
           L0_SYSTEM_WORKSPACE + 2 * (uint64_t)given.dims[0] * columns * sizeof(uint16_t));
    int product = multiplied(list, g, g->sent, inputs[0], weight);
    int back = moved(list, g, product, list->tensors[y].dims[0]);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_view_copy(list, list_dense_of(list, back, given.type), y);
    shared(list, left, right, list_tensor_named(list, call, "mmYOptional"));
}
