/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of norms: functions that lists of several families use. */
#include "ops/norm/statistics.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "ops/common/list.h"

uint64_t norm_first_dims(int32_t count)
{
    return ((uint64_t)1 << count) - 1;
}

uint64_t norm_last_dims(const struct l0_tensor *tensor, int32_t count)
{
    /* Where memory ran short there is a tensor of no dimensions. */
    int32_t last = count < tensor->rank ? count : tensor->rank;
    return norm_first_dims(last) << (tensor->rank - last);
}

static int32_t kept_dims(const struct l0_tensor *elements, uint64_t folded, int64_t *dims)
{
    for (int32_t i = 0; i < elements->rank; i++)
        dims[i] = (folded >> i & 1) != 0 ? 1 : elements->dims[i];
    return elements->rank;
}

int norm_new_statistic(struct l0_list *list, int tensor, uint64_t folded, aclDataType type)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    int32_t rank = kept_dims(&list->tensors[tensor], folded, dims);
    return l0_new_shaped(list, "statistic", type, dims, rank);
}

int norm_beside_elements(struct l0_list *list, int statistic, int tensor, uint64_t folded)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (statistic == L0_NONE || tensor == L0_NONE)
        return L0_NONE;
    int32_t rank = kept_dims(&list->tensors[tensor], folded, dims);
    return l0_reshape(list, statistic, dims, rank);
}

#define COLUMNS_LEAST 128
#define COLUMNS_LEAST_TOGETHER 16
#define COLUMNS_MOST 8192
#define PLANE_LEAST 32
#define SUMS_LEAST 16

/* The caller's tensor that has the elements; NULL where a step makes them. */
static const struct tensor *given_of(const struct l0_list *list, int tensor)
{
    while (list->tensors[tensor].source != L0_NONE)
        tensor = list->tensors[tensor].source;
    return list->tensors[tensor].given;
}

bool norm_is_given(const struct l0_list *list, int tensor)
{
    return given_of(list, tensor) != NULL;
}

bool norm_lies_in_order(const struct l0_list *list, int tensor)
{
    const struct tensor *given = given_of(list, tensor);
    return given == NULL || view_is_dense(given);
}

static bool lie_in_order(const struct l0_list *list, const int *tensors, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && (tensors[i] == L0_NONE || norm_lies_in_order(list, tensors[i]));
    return all;
}

static bool are_rows(const struct l0_list *list, const int *tensors, int count, int64_t columns,
                     int64_t least)
{
    return columns >= least && columns <= COLUMNS_MOST && lie_in_order(list, tensors, count);
}

bool norm_are_rows(const struct l0_list *list, const int *tensors, int count, int64_t columns)
{
    return are_rows(list, tensors, count, columns, COLUMNS_LEAST);
}

bool norm_are_rows_together(const struct l0_list *list, const int *tensors, int count,
                            int64_t columns)
{
    return are_rows(list, tensors, count, columns, COLUMNS_LEAST_TOGETHER);
}

bool norm_are_planes(const struct l0_list *list, const int *tensors, int count, int64_t sums,
                     int64_t elements)
{
    return sums >= SUMS_LEAST && elements >= PLANE_LEAST && lie_in_order(list, tensors, count);
}

static bool all_are_there(const int *tensors, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && tensors[i] != L0_NONE;
    return all;
}

void norm_work_on_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                       const int *outputs, int output_count, int32_t last)
{
    int32_t *dims = l0_take(list, sizeof *dims);
    if (dims == NULL || !all_are_there(inputs, count) || !all_are_there(outputs, output_count))
        return;
    *dims = last;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, dims);
}

void norm_work_on_planes(struct l0_list *list, const struct l0_row *row, const int *inputs,
                         int count, const int *outputs, int output_count)
{
    if (all_are_there(inputs, count) && all_are_there(outputs, output_count))
        l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, NULL);
}

void norm_fold_rows(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int *outputs, int output_count, uint64_t folded)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || !all_are_there(inputs, count) || !all_are_there(outputs, output_count))
        return;
    fold->dims = folded;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, outputs, output_count, fold);
}

void norm_write_reshaped(struct l0_list *list, int statistic, int out)
{
    if (statistic == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    list_write(list, l0_reshape(list, statistic, result.dims, result.rank), out);
}

void norm_write_launched(struct l0_list *list, int statistic, int launched, int out)
{
    if (statistic == launched || launched == L0_NONE || out == L0_NONE) {
        norm_write_reshaped(list, statistic, out);
        return;
    }
    l0_launch_view_copy(list, launched, out);
    list_store_reshaped(list, statistic, out);
}

void norm_fill_result(struct l0_list *list, int out, double number)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    l0_view_copy(list, list_fill(list, result.type, number, result.dims, result.rank), out);
}

int norm_stand_in(struct l0_list *list, double number, aclDataType type, const int64_t *dims,
                  int32_t rank)
{
    int steps = list->step_count;
    int filled = list_fill(list, type, number, dims, rank);
    list->step_count = steps;
    return filled;
}

bool norm_has_nothing(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0;
}
