/* SPDX-License-Identifier: Apache-2.0 */
/* Clipped gated units: lists of L0 operators. The device computes the first rows, as many as the
 * groups have together, which is known when the call runs. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/activation.h"
#include "declared/common.h"
#include "operators.h"
#include "ops/common/list.h"
#include "ops/fill/sequence.h"

/* The numbers of rows [rows, 1, 1]. */
static int row_numbers(struct l0_list *list, int64_t rows)
{
    struct sequence_attributes *sequence = l0_take(list, sizeof *sequence);
    int numbers = l0_new_shaped(list, "rows", ACL_INT64, &rows, 1);
    if (sequence == NULL || numbers == L0_NONE)
        return L0_NONE;
    *sequence = (struct sequence_attributes){.step = 1, .whole_step = 1};
    l0_step(list, L0_STEP_APPLY, &l0_Range, NULL, 0, &numbers, 1, sequence);
    return l0_reshape(list, numbers, (int64_t[]){rows, 1, 1}, 3);
}

/* How many rows all groups have. */
static int rows_of_groups(struct l0_list *list, int groups)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int sum = l0_new_shaped(list, "rows of groups", ACL_INT64, NULL, 0);
    if (fold == NULL || sum == L0_NONE)
        return L0_NONE;
    fold->dims = 1;
    l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &groups, 1, &sum, 1, fold);
    return sum;
}

/* What out has, for the work alone. */
static int old_of(struct l0_list *list, int out, const int64_t *dims)
{
    int operators = list->operator_count;
    int dense = l0_contiguous(list, out);
    list->operator_count = operators;
    return l0_reshape(list, dense, dims, 3);
}

static void launch(struct l0_list *list, int x, int groups, int out)
{
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "out", like.type, like.dims, like.rank);
    const int inputs[] = {x, groups};
    if (made == L0_NONE)
        return;
    l0_launch_row(list, &l0_ClippedSwiglu, inputs, groups != L0_NONE ? 2 : 1, 0, &made, 1, NULL);
    l0_launch_view_copy(list, made, out);
}

void activation_list_clipped_swiglu(struct l0_list *list, int x, int groupIndex, int64_t dim,
                                    double alpha, double limit, double bias, bool interleaved,
                                    int64_t clampMode, int out)
{
    int dense = l0_contiguous(list, x);
    int groups = groupIndex == L0_NONE ? L0_NONE : l0_contiguous(list, groupIndex);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    launch(list, dense, groups, out);
    const struct l0_tensor whole = list->tensors[dense];
    int64_t rows = 1;
    int64_t half = 1;
    for (int32_t i = 0; i < whole.rank; i++)
        *(i < (dim < 0 ? dim + whole.rank : dim) ? &rows : &half) *= whole.dims[i];
    half /= 2;
    const int64_t pairs[] = {rows, interleaved ? half : 2, interleaved ? 2 : half};
    const int64_t dims[] = {rows, interleaved ? half : 1, interleaved ? 1 : half};
    int32_t along = interleaved ? 2 : 1;
    int halves = l0_reshape(list, dense, pairs, 3);
    int inputs[8] = {l0_part(list, halves, along, 0, 1), l0_part(list, halves, along, 1, 1)};
    int count = 2;
    if (clampMode == 0)
        inputs[count++] = list_number_of(list, alpha);
    inputs[count++] = list_number_of(list, limit);
    if (clampMode == 0)
        inputs[count++] = list_number_of(list, bias);
    if (groups != L0_NONE) {
        inputs[count++] = row_numbers(list, rows);
        inputs[count++] = rows_of_groups(list, groups);
        inputs[count++] = old_of(list, out, dims);
    }
    const struct l0_row *row = clampMode == 0      ? groups != L0_NONE ? &l0_ClippedSwigluOfGroups
                                                                       : &l0_ClippedSwiglu
                               : groups != L0_NONE ? &l0_ClippedSwigluAfterOfGroups
                                                   : &l0_ClippedSwigluAfter;
    int result = l0_new_shaped(list, "result", whole.type, dims, 3);
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    if (result == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &result, 1, NULL);
    const struct l0_tensor given = list->tensors[out];
    int shaped = l0_reshape(list, result, given.dims, given.rank);
    if (shaped != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &shaped, 1, &out, 1, NULL);
}
