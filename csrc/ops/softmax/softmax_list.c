/* SPDX-License-Identifier: Apache-2.0 */
/* Softmax, its logarithm, and their gradients: lists of L0 operators. */
#include "ops/softmax/softmax.h"

#include <stdint.h>

#include "declared/common.h"
#include "declared/softmax.h"
#include "operators.h"
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

void softmax_list_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense != L0_NONE)
        list_write(list,
                   softmax_list_over(list, &l0_SoftmaxV2, list->tensors[dense].type, &dense, 1, 0,
                                     along(list, dense, dim)),
                   out);
}

void softmax_list_log_softmax(struct l0_list *list, int self, int64_t dim, int out)
{
    if (out == L0_NONE)
        return;
    aclDataType type = list->tensors[out].type;
    int numbers = l0_cast(list, l0_contiguous(list, self), type);
    if (numbers != L0_NONE)
        list_write(list,
                   softmax_list_over(list, &l0_LogSoftmaxV2, type, &numbers, 1, 0,
                                     along(list, numbers, dim)),
                   out);
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
