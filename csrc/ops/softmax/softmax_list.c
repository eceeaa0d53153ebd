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

/* Appends the operator, and writes its result to out: by work on rows where these lie in order.
 * All inputs have the dims of the first. */
static void over(struct l0_list *list, const struct l0_row *row, const struct l0_row *on_rows,
                 const int *inputs, int count, int64_t dim, int out)
{
    bool are_rows = true;
    for (int i = 0; i < count; i++)
        if (inputs[i] == L0_NONE)
            return;
    const struct l0_tensor elements = list->tensors[inputs[0]];
    uint64_t folded = along(list, inputs[0], dim);
    are_rows &= elements.rank > 0 && folded == norm_last_dims(&elements, 1);
    are_rows &= elements.type == ACL_FLOAT || elements.type == ACL_FLOAT16 ||
                elements.type == ACL_BF16;
    int64_t columns = are_rows ? elements.dims[elements.rank - 1] : 0;
    for (int i = 0; i < count; i++)
        are_rows = are_rows && norm_is_given(list, inputs[i]) &&
                   list->tensors[inputs[i]].type == elements.type &&
                   norm_are_rows_together(list, (const int[]){inputs[i], out}, 2, columns);
    if (!are_rows) {
        list_write(list, softmax_list_over(list, row, elements.type, inputs, count, 0, folded),
                   out);
        return;
    }
    int result = l0_new_shaped(list, row->name, elements.type, elements.dims, elements.rank);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    norm_work_on_rows(list, on_rows, inputs, count, &result, 1, 1);
    list_write(list, result, out);
}

void softmax_list_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    int numbers = l0_contiguous(list, self);
    if (out != L0_NONE)
        over(list, &l0_SoftmaxV2, &l0_SoftmaxRows, &numbers, 1, dim, out);
}

void softmax_list_log_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    if (out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    int numbers = l0_cast(list, l0_contiguous(list, self), type);
    over(list, &l0_LogSoftmaxV2, &l0_LogSoftmaxRows, &numbers, 1, dim, out);
}

void softmax_list_backward(struct l0_list *list, int gradOutput, int output, int64_t dim, int out)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    over(list, &l0_SoftmaxGrad, &l0_SoftmaxGradRows, (const int[]){y, grad}, 2, dim, out);
}

/* The kernel of the experimental call asks for nothing, as its public tiling says. */
void softmax_list_grad(struct l0_list *list, int y, int dy, int dx)
{
    int given = l0_contiguous(list, y);
    int grad = l0_contiguous(list, dy);
    over(list, &l0_SoftmaxGrad, &l0_SoftmaxGradRows, (const int[]){given, grad}, 2, -1, dx);
}

void softmax_list_log_softmax_backward(struct l0_list *list, int gradOutput, int output,
                                       int64_t dim, int out)
{
    int grad = l0_contiguous(list, gradOutput);
    int y = l0_contiguous(list, output);
    over(list, &l0_LogSoftmaxGrad, &l0_LogSoftmaxGradRows, (const int[]){grad, y}, 2, dim, out);
}
