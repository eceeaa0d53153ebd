/* SPDX-License-Identifier: Apache-2.0 */
/* Clipped gated units: lists of L0 operators. The device computes the first rows, as many as the
 * groups have together, which is known when the call runs. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/activation.h"
#include "declared/common.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/fill/sequence.h"

/* The numbers of rows. */
static int numbers_of(struct l0_list *list, int64_t rows)
{
    struct sequence_attributes *sequence = l0_take(list, sizeof *sequence);
    int numbers = l0_new_shaped(list, "rows", ACL_INT64, &rows, 1);
    if (sequence == NULL || numbers == L0_NONE)
        return L0_NONE;
    *sequence = (struct sequence_attributes){.step = 1, .whole_step = 1};
    l0_step(list, L0_STEP_APPLY, &l0_Range, NULL, 0, &numbers, 1, sequence);
    return numbers;
}

static int row_numbers(struct l0_list *list, int64_t rows)
{
    return l0_reshape(list, numbers_of(list, rows), (int64_t[]){rows, 1, 1}, 3);
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
    list_store_reshaped(list, result, out);
}

/* What the device makes of the gradient, for the size alone. */
static void launch_gradient(struct l0_list *list, const int *inputs, int count, int gradX,
                            int weights, int gradWeight)
{
    static const int64_t one = 1;
    const struct l0_tensor like = list->tensors[gradX];
    int made[2] = {l0_new_shaped(list, "gradX", like.type, like.dims, like.rank), L0_NONE};
    int launched[5];
    int given = 0;
    for (int i = 0; i < count; i++)
        if (inputs[i] != L0_NONE)
            launched[given++] = inputs[i];
    if (weights != L0_NONE) {
        const struct l0_tensor row = list->tensors[weights];
        made[1] = l0_new_shaped(list, "gradWeight", ACL_FLOAT, row.dims, row.rank);
    } else {
        made[1] = l0_new_shaped(list, "gradWeight", ACL_FLOAT, &one, 1);
    }
    if (made[0] == L0_NONE || made[1] == L0_NONE)
        return;
    l0_launch_row(list, &l0_SwigluGroupGrad, launched, given, 0, made, 2, NULL);
    l0_launch_view_copy(list, made[0], gradX);
    if (weights != L0_NONE)
        l0_launch_view_copy(list, made[1], gradWeight);
}

/* The sums of each row, stored in the shape of the weights. */
static void weight_gradient(struct l0_list *list, int grad, int result, int gradWeight)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    const struct l0_tensor like = list->tensors[grad];
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, like.dims, like.rank - 1);
    if (fold == NULL || sums == L0_NONE)
        return;
    fold->dims = (uint64_t)1 << (like.rank - 1);
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupGradOfWeight, (int[]){grad, result}, 2, &sums, 1,
            fold);
    list_store_reshaped(list, sums, gradWeight);
}

void activation_list_swiglu_group_grad(struct l0_list *list, int gradY, int x, int weight,
                                       int yOrigin, int groupIndex, double clampLimit, int gradX,
                                       int gradWeight)
{
    int given[] = {gradY, x, weight, yOrigin, groupIndex};
    for (int i = 0; i < 5; i++)
        given[i] = given[i] == L0_NONE ? L0_NONE : l0_contiguous(list, given[i]);
    if (given[0] == L0_NONE || given[1] == L0_NONE || gradX == L0_NONE)
        return;
    launch_gradient(list, given, 5, gradX, given[2], gradWeight);
    const struct l0_tensor grad = list->tensors[given[0]];
    int32_t last = grad.rank - 1;
    int64_t columns = grad.dims[last];
    int64_t each_row[3] = {grad.dims[0], last > 1 ? grad.dims[1] : 1, 1};
    int64_t rows = each_row[0] * each_row[1];
    bool has_groups = given[4] != L0_NONE;
    int inputs[] = {given[0],
                    l0_part(list, given[1], last, 0, columns),
                    l0_part(list, given[1], last, columns, columns),
                    list_number_of(list, clampLimit > 0 ? clampLimit : (double)INFINITY),
                    given[2] != L0_NONE ? l0_reshape(list, given[2], each_row, grad.rank)
                                        : list_number_of(list, 1),
                    has_groups ? l0_reshape(list, numbers_of(list, rows), each_row, grad.rank)
                               : list_integer_constant(list, "row", 0, ACL_INT64),
                    has_groups ? rows_of_groups(list, given[4])
                               : list_integer_constant(list, "rows", 1, ACL_INT64)};
    int parts[] = {l0_new_shaped(list, "first half", grad.type, grad.dims, grad.rank),
                   l0_new_shaped(list, "second half", grad.type, grad.dims, grad.rank)};
    for (int i = 0; i < 7; i++)
        if (inputs[i] == L0_NONE)
            return;
    if (parts[0] == L0_NONE || parts[1] == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupGrad, inputs, 7, parts, 2, NULL);
    for (int i = 0; i < 2; i++) {
        int place = l0_part(list, gradX, last, i * columns, columns);
        if (place != L0_NONE)
            l0_step(list, L0_STEP_STORE, NULL, &parts[i], 1, &place, 1, NULL);
    }
    if (given[2] != L0_NONE)
        weight_gradient(list, given[0], given[3], gradWeight);
}

/* The operator of a row for what was given, and the copy of its result. */
static void launch_given(struct l0_list *list, const struct l0_row *row, const int *given,
                         int count, int out)
{
    int launched[3];
    int found = 0;
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "out", like.type, like.dims, like.rank);
    for (int i = 0; i < count; i++)
        if (given[i] != L0_NONE)
            launched[found++] = given[i];
    if (made == L0_NONE)
        return;
    l0_launch_row(list, row, launched, found, 0, &made, 1, NULL);
    l0_launch_view_copy(list, made, out);
}

void activation_list_clipped_swiglu_grad(struct l0_list *list, int gradY, int x, int groupIndex,
                                         int64_t dim, double alpha, double limit, double bias,
                                         bool interleaved, int gradX)
{
    const int given[] = {l0_contiguous(list, gradY), l0_contiguous(list, x),
                         groupIndex == L0_NONE ? L0_NONE : l0_contiguous(list, groupIndex)};
    if (given[0] == L0_NONE || given[1] == L0_NONE || gradX == L0_NONE)
        return;
    launch_given(list, &l0_ClippedSwigluGrad, given, 3, gradX);
    const struct l0_tensor whole = list->tensors[given[1]];
    int64_t rows = 1;
    int64_t half = 1;
    for (int32_t i = 0; i < whole.rank; i++)
        *(i < (dim < 0 ? dim + whole.rank : dim) ? &rows : &half) *= whole.dims[i];
    half /= 2;
    const int64_t pairs[] = {rows, interleaved ? half : 2, interleaved ? 2 : half};
    const int64_t dims[] = {rows, interleaved ? half : 1, interleaved ? 1 : half};
    const int64_t sides[] = {1, interleaved ? 1 : 2, interleaved ? 2 : 1};
    int32_t along = interleaved ? 2 : 1;
    bool has_groups = given[2] != L0_NONE;
    int halves = l0_reshape(list, given[1], pairs, 3);
    const int inputs[] = {l0_reshape(list, given[0], dims, 3),
                          l0_part(list, halves, along, 0, 1),
                          l0_part(list, halves, along, 1, 1),
                          list_number_of(list, alpha),
                          list_number_of(list, limit),
                          list_number_of(list, bias),
                          l0_reshape(list, numbers_of(list, 2), sides, 3),
                          has_groups ? row_numbers(list, rows)
                                     : list_integer_constant(list, "row", 0, ACL_INT64),
                          has_groups ? rows_of_groups(list, given[2])
                                     : list_integer_constant(list, "rows", 1, ACL_INT64)};
    int result = l0_new_shaped(list, "gradX", whole.type, pairs, 3);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ClippedSwigluGrad, inputs, 9, &result, 1, NULL);
    list_store_reshaped(list, result, gradX);
}

void activation_list_swiglu_group(struct l0_list *list, int x, int weight, int groupIndex,
                                  double clampLimit, int out)
{
    const int given[] = {l0_contiguous(list, x),
                         weight == L0_NONE ? L0_NONE : l0_contiguous(list, weight),
                         groupIndex == L0_NONE ? L0_NONE : l0_contiguous(list, groupIndex)};
    if (given[0] == L0_NONE || out == L0_NONE)
        return;
    launch_given(list, &l0_SwigluGroup, given, 3, out);
    const struct l0_tensor whole = list->tensors[given[0]];
    int64_t half = whole.dims[whole.rank - 1] / 2;
    int64_t rows = whole.elements / (2 * half);
    const int64_t pairs[] = {rows, 2, half};
    const int64_t dims[] = {rows, 1, half};
    const int64_t each[] = {rows, 1, 1};
    bool has_groups = given[2] != L0_NONE;
    int halves = l0_reshape(list, given[0], pairs, 3);
    const int inputs[] = {
        l0_part(list, halves, 1, 0, 1),
        l0_part(list, halves, 1, 1, 1),
        list_number_of(list, clampLimit > 0 ? clampLimit : (double)INFINITY),
        weight != L0_NONE ? l0_reshape(list, given[1], each, 3) : list_number_of(list, 1),
        has_groups ? row_numbers(list, rows) : list_integer_constant(list, "row", 0, ACL_INT64),
        has_groups ? rows_of_groups(list, given[2])
                   : list_integer_constant(list, "rows", 1, ACL_INT64),
        has_groups ? old_of(list, out, dims) : list_number_of(list, 0)};
    int result = l0_new_shaped(list, "out", whole.type, dims, 3);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroup, inputs, 7, &result, 1, NULL);
    list_store_reshaped(list, result, out);
}
