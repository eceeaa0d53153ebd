/* SPDX-License-Identifier: Apache-2.0 */
/* Softmax, its logarithm, and their gradients: lists of L0 operators. */
#include "ops/softmax/softmax.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/softmax.h"
#include "ops/norm/statistics.h"
#include "workspace/l0_operators.h"

int softmax_list_over(struct l0_list *list, const struct l0_row *row, aclDataType type,
                      const int *inputs, int count, int attribute_count, uint64_t folded)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return L0_NONE;
    if (fold == NULL)
        return L0_NONE;
    fold->dims = folded;
    const struct l0_tensor first = list->tensors[inputs[0]];
    int out = l0_new_shaped(list, row->name, type, first.dims, first.rank);
    l0_apply(list, row, inputs, count, attribute_count, &out, 1, fold);
    return out;
}

/* The dimension as a bit; a tensor without dimensions has none. */
static uint64_t along(const struct l0_list *list, int tensor, int64_t dim)
{
    int32_t rank = list->tensors[tensor].rank;
    return rank == 0 ? 0 : (uint64_t)1 << (dim < 0 ? dim + rank : dim);
}

/* Appends the operator, and writes its result to out: by work on rows where these lie in order. */
static void over(struct l0_list *list, const struct l0_row *row, const struct l0_row *on_rows,
                 int numbers, int64_t dim, int out)
{
    if (numbers == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[numbers];
    uint64_t folded = along(list, numbers, dim);
    bool is_float = elements.type == ACL_FLOAT || elements.type == ACL_FLOAT16 ||
                    elements.type == ACL_BF16;
    bool is_last = elements.rank > 0 && folded == norm_last_dims(&elements, 1);
    if (!is_float || !is_last || !norm_is_given(list, numbers) ||
        !norm_are_rows_together(list, (const int[]){numbers, out}, 2,
                                elements.dims[elements.rank - 1])) {
        list_write(list, softmax_list_over(list, row, elements.type, &numbers, 1, 0, folded), out);
        return;
    }
    int result = l0_new_shaped(list, row->name, elements.type, elements.dims, elements.rank);
    l0_launch_row(list, row, &numbers, 1, 0, &result, 1, NULL);
    norm_work_on_rows(list, on_rows, &numbers, 1, &result, 1, 1);
    list_write(list, result, out);
}

void softmax_list_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    over(list, &l0_SoftmaxV2, &l0_SoftmaxRows, l0_contiguous(list, self), dim, out);
}

void softmax_list_log_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    if (out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    int numbers = l0_cast(list, l0_contiguous(list, self), type);
    over(list, &l0_LogSoftmaxV2, &l0_LogSoftmaxRows, numbers, dim, out);
}

static void write_gradient(struct l0_list *list, const struct l0_row *row, const int inputs[2],
                           int64_t dim, int out)
{
    if (inputs[0] == L0_NONE)
        return;
    aclDataType type = list->tensors[inputs[0]].type;
    list_write(list, softmax_list_over(list, row, type, inputs, 2, 0, along(list, inputs[0], dim)),
               out);
}

void softmax_list_backward(struct l0_list *list, int gradOutput, int output, int64_t dim, int out)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    write_gradient(list, &l0_SoftmaxGrad, (const int[]){y, grad}, dim, out);
}

/* The kernel of the experimental call asks for nothing, as its public tiling says. */
void softmax_list_grad(struct l0_list *list, int y, int dy, int dx)
{
    int given = l0_contiguous(list, y);
    int grad = l0_contiguous(list, dy);
    write_gradient(list, &l0_SoftmaxGrad, (const int[]){given, grad}, -1, dx);
}

void softmax_list_log_softmax_backward(struct l0_list *list, int gradOutput, int output,
                                       int64_t dim, int out)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    write_gradient(list, &l0_LogSoftmaxGrad, (const int[]){grad, y}, dim, out);
}
