/* SPDX-License-Identifier: Apache-2.0 */
/* ExpSegsum and its gradient: one kernel on the device. Here squares are filled below the diagonal,
 * summed down or up their columns, and folded. */
#include <stdint.h>

#include "declared/common.h"
#include "declared/scan.h"
#include "declared/fill.h"
#include "ops/common/list.h"
#include "ops/fill/sequence.h"
#include "ops/scan/scan.h"

/* The numbers of rows and of columns, which broadcast to squares. */
struct places {
    int rows;
    int columns;
};

static bool number(struct l0_list *list, int64_t count, struct places *places)
{
    struct sequence_attributes *sequence = l0_take(list, sizeof *sequence);
    int numbers = l0_new_shaped(list, "places", ACL_INT64, &count, 1);
    if (sequence == NULL || numbers == L0_NONE)
        return false;
    *sequence = (struct sequence_attributes){.step = 1, .whole_step = 1};
    l0_step(list, L0_STEP_APPLY, &l0_Range, NULL, 0, &numbers, 1, sequence);
    places->rows = l0_reshape(list, numbers, (int64_t[]){count, 1}, 2);
    places->columns = l0_reshape(list, numbers, (int64_t[]){1, count}, 2);
    return places->rows != L0_NONE && places->columns != L0_NONE;
}

static int apply(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                 aclDataType type, const int64_t *dims, int32_t rank)
{
    int result = l0_new_shaped(list, "squares", type, dims, rank);
    if (result != L0_NONE)
        l0_step(list, L0_STEP_APPLY, row, inputs, count, &result, 1, NULL);
    return result;
}

static int sum_columns(struct l0_list *list, int squares, bool reverse)
{
    struct scan_attributes *attributes = l0_take(list, sizeof *attributes);
    if (squares == L0_NONE || attributes == NULL)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[squares];
    int sums = l0_new_shaped(list, "sums", like.type, like.dims, like.rank);
    *attributes = (struct scan_attributes){SCAN_SUM, like.rank - 2, false, reverse};
    if (sums != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_Cumsum, &squares, 1, &sums, 1, attributes);
    return sums;
}

/* Appends the device's operator, for the size alone. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   int out)
{
    const struct l0_tensor like = list->tensors[out];
    int made = l0_new_shaped(list, "out", like.type, like.dims, like.rank);
    if (made == L0_NONE)
        return;
    l0_launch_row(list, row, inputs, count, 0, &made, 1, NULL);
    l0_launch_view_copy(list, made, out);
}

static void store(struct l0_list *list, int result, int out)
{
    if (result != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &result, 1, &out, 1, NULL);
}

void scan_list_exp_segsum(struct l0_list *list, int self, int out)
{
    struct places places;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    launch(list, &l0_Segsum, &dense, 1, out);
    const struct l0_tensor squares = list->tensors[out];
    int64_t dims[5] = {0};
    for (int32_t i = 0; i < squares.rank; i++)
        dims[i] = i < squares.rank - 1 ? squares.dims[i] : 1;
    int columns = l0_reshape(list, dense, dims, squares.rank);
    if (columns == L0_NONE || !number(list, squares.dims[squares.rank - 1], &places))
        return;
    int inputs[] = {columns, places.rows, places.columns};
    inputs[0] = apply(list, &l0_Segsum, inputs, 3, ACL_DOUBLE, squares.dims, squares.rank);
    inputs[0] = sum_columns(list, inputs[0], false);
    if (inputs[0] != L0_NONE)
        store(list, apply(list, &l0_SegsumExp, inputs, 3, squares.type, squares.dims, squares.rank),
              out);
}

void scan_list_exp_segsum_backward(struct l0_list *list, int gradOutput, int gradSelf,
                                   int gradInput)
{
    struct places places;
    int both[] = {l0_contiguous(list, gradOutput), l0_contiguous(list, gradSelf)};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (both[0] == L0_NONE || both[1] == L0_NONE || gradInput == L0_NONE || fold == NULL)
        return;
    launch(list, &l0_ExpSegsumGrad, both, 2, gradInput);
    const struct l0_tensor squares = list->tensors[both[0]];
    const struct l0_tensor rows = list->tensors[gradInput];
    fold->dims = (uint64_t)1 << (squares.rank - 1);
    if (!number(list, squares.dims[squares.rank - 1], &places))
        return;
    const int factors[] = {both[0], both[1], places.rows, places.columns};
    int sums = apply(list, &l0_ExpSegsumGrad, factors, 4, ACL_DOUBLE, squares.dims, squares.rank);
    const int summed[] = {sum_columns(list, sums, true), places.rows, places.columns};
    int result = l0_new_shaped(list, "gradient", rows.type, rows.dims, rows.rank);
    if (summed[0] == L0_NONE || result == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_ExpSegsumGradFold, summed, 3, &result, 1, fold);
    store(list, result, gradInput);
}
