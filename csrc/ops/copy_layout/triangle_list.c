/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: lists of L0 operators. */
#include "ops/copy_layout/triangle.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"

static const int64_t *keep_number(struct l0_list *list, int64_t number)
{
    int64_t *kept = l0_take(list, sizeof *kept);
    if (kept != NULL)
        *kept = number;
    return kept;
}

void copy_layout_list_with_number(struct l0_list *list, const struct l0_row *row, int self,
                                  int64_t number, int out)
{
    const int64_t *attributes = keep_number(list, number);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    l0_view_copy(list, list_apply_shaped(list, row, dense, source.dims, source.rank, attributes),
                 out);
}

/* Makes the matrix with the elements of a dense tensor on a diagonal. */
static int diag_flat(struct l0_list *list, int tensor, int64_t diagonal)
{
    const int64_t *attributes = keep_number(list, diagonal);
    if (tensor == L0_NONE || attributes == NULL)
        return L0_NONE;
    const struct l0_tensor source = list->tensors[tensor];
    int64_t edge = copy_layout_triangle_matrix_edge(source.elements, diagonal);
    const int64_t dims[] = {edge, edge};
    int row = source.rank == 1 ? tensor : l0_reshape(list, tensor, &source.elements, 1);
    return list_apply_shaped(list, &l0_DiagFlat, row, dims, 2, attributes);
}

void copy_layout_list_diag(struct l0_list *list, int self, int64_t diagonal, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[self];
    const struct l0_tensor result = list->tensors[out];
    if (given.elements == 0) {
        l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    int dense = l0_contiguous(list, self);
    const int64_t *attributes = keep_number(list, diagonal);
    if (dense == L0_NONE || attributes == NULL)
        return;
    if (given.rank < 2) {
        l0_view_copy(list, diag_flat(list, dense, diagonal), out);
        return;
    }
    int64_t length = copy_layout_triangle_diagonal_length(given.dims, diagonal);
    l0_view_copy(list, list_apply_shaped(list, &l0_DiagV2, dense, &length, 1, attributes), out);
}

void copy_layout_list_diag_flat(struct l0_list *list, int self, int64_t diagonal, int out)
{
    list_write(list, diag_flat(list, l0_contiguous(list, self), diagonal), out);
}
