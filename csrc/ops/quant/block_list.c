/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in rectangles that share a scale, and beside the largest: lists of L0
 * operators. */
#include "ops/quant/block.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/pad.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/pad/pad.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* The dims of a rectangle, of [batches, down, height, across, width]. */
#define FOLDED (UINT64_C(1) << 2 | UINT64_C(1) << 4)

/* ---- DynamicBlockQuant ----------------------------------------------------------------------- */

/* Elements as [batches, rows, columns], and as rectangles. */
struct blocks {
    int64_t batches;
    int64_t rows;
    int64_t columns;
    int64_t height;
    int64_t width;
    int64_t down;
    int64_t across;
};

static struct blocks blocks_of(const struct l0_tensor *x, int64_t height, int64_t width)
{
    int64_t rows = x->dims[x->rank - 2];
    int64_t columns = x->dims[x->rank - 1];
    return (struct blocks){
        .batches = x->rank == 3 ? x->dims[0] : 1,
        .rows = rows,
        .columns = columns,
        .height = height,
        .width = width,
        .down = rows / height + (rows % height != 0),
        .across = columns / width + (columns % width != 0),
    };
}

static bool is_whole(const struct blocks *b)
{
    return b->rows == b->down * b->height && b->columns == b->across * b->width;
}

/* Dense elements as rectangles, zeros behind those that are cut off. */
static int as_blocks(struct l0_list *list, const struct blocks *b, int elements)
{
    const int64_t dims[] = {b->batches, b->down, b->height, b->across, b->width};
    const int64_t lines[] = {b->batches, b->rows, b->columns};
    const int64_t whole[] = {b->batches, b->down * b->height, b->across * b->width};
    if (is_whole(b))
        return l0_reshape(list, elements, dims, 5);
    aclDataType type = list->tensors[elements].type;
    struct pad *pad = l0_take(list, sizeof *pad);
    int filled = l0_new_shaped(list, "blocks", type, whole, 3);
    int given = l0_reshape(list, elements, lines, 3);
    if (pad == NULL || filled == L0_NONE || given == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){given, zero}, 2, &filled, 1, pad);
    return l0_reshape(list, filled, dims, 5);
}

/* The scale of its rectangle for each element. */
static int spread(struct l0_list *list, const struct blocks *b, int scales)
{
    const int64_t dims[] = {b->batches, b->down, b->height, b->across, b->width};
    const int64_t lines[] = {b->batches, b->down * b->height, b->across * b->width};
    int each = l0_new_shaped(list, "scales of elements", ACL_FLOAT, dims, 5);
    if (each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &scales, 1, &each, 1, NULL);
    int whole = l0_reshape(list, each, lines, 3);
    return l0_part(list, l0_part(list, whole, 1, 0, b->rows), 2, 0, b->columns);
}

/* A scale for each rectangle: the largest magnitude by the largest number, at most 1 / least. */
static int scales_of(struct l0_list *list, const struct blocks *b, int blocks, double largest,
                     float least)
{
    const int64_t dims[] = {b->batches, b->down, 1, b->across, 1};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int scales = l0_new_shaped(list, "scales", ACL_FLOAT, dims, 5);
    if (fold == NULL || scales == L0_NONE || blocks == L0_NONE)
        return L0_NONE;
    fold->dims = FOLDED;
    const int inputs[] = {blocks, list_number_of(list, largest), list_number_of(list, 1 / least)};
    l0_step(list, L0_STEP_APPLY, &l0_BlockQuantScale, inputs, 3, &scales, 1, fold);
    return scales;
}

/* Divides by the scales, and rounds. */
static void quantise(struct l0_list *list, const struct blocks *b, int elements, int blocks,
                     int scales, int result)
{
    const int64_t lines[] = {b->batches, b->rows, b->columns};
    aclDataType type = list->tensors[result].type;
    bool is_held = quant_is_float(type);
    int numbers = is_whole(b) ? blocks : l0_reshape(list, elements, lines, 3);
    int divisors = is_whole(b) ? scales : spread(list, b, scales);
    if (numbers == L0_NONE || divisors == L0_NONE)
        return;
    const int inputs[] = {numbers, divisors, list_number_of(list, quant_largest(type))};
    l0_step(list, L0_STEP_APPLY, is_held ? &l0_BlockQuantHeld : &l0_BlockQuantRound, inputs,
            is_held ? 3 : 2, &result, 1, NULL);
}

void quant_list_dynamic_block_quant_up_to(struct l0_list *list, int x, double minScale,
                                          int64_t rowBlockSize, int64_t colBlockSize,
                                          double dstTypeMax, int yOut, int scaleOut)
{
    if (x == L0_NONE || yOut == L0_NONE || scaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    aclDataType type = list->tensors[yOut].type;
    const struct blocks b = blocks_of(&list->tensors[dense], rowBlockSize, colBlockSize);
    const int64_t whole[] = {b.batches, b.down, b.height, b.across, b.width};
    const int64_t lines[] = {b.batches, b.rows, b.columns};
    int result = is_whole(&b) ? l0_new_shaped(list, "quantised", type, whole, 5)
                              : l0_new_shaped(list, "quantised", type, lines, 3);
    int blocks = as_blocks(list, &b, dense);
    int scales = scales_of(list, &b, blocks, dstTypeMax > 0 ? dstTypeMax : quant_largest(type),
                           (float)minScale);
    if (result == L0_NONE || scales == L0_NONE)
        return;
    l0_launch_row(list, &l0_DynamicBlockQuant, &dense, 1, 0, (const int[]){result, scales}, 2,
                  NULL);
    quantise(list, &b, dense, blocks, scales, result);
    norm_write_reshaped(list, result, yOut);
    norm_write_reshaped(list, scales, scaleOut);
}

void quant_list_dynamic_block_quant(struct l0_list *list, int x, double minScale,
                                    int64_t rowBlockSize, int64_t colBlockSize, int yOut,
                                    int scaleOut)
{
    quant_list_dynamic_block_quant_up_to(list, x, minScale, rowBlockSize, colBlockSize, 0, yOut,
                                         scaleOut);
}

/* ---- QuantMax -------------------------------------------------------------------------------- */

void quant_list_quant_max(struct l0_list *list, int x, int scale, int y, int amax)
{
    int results[2];
    if (x == L0_NONE || scale == L0_NONE || y == L0_NONE || amax == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factor = l0_contiguous(list, scale);
    if (dense == L0_NONE || factor == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    const struct quant_work work = {
        .row = &l0_QuantMax,
        .held = &l0_QuantMax,
        .launched = {dense, factor},
        .launched_count = 2,
        .inputs = {dense, factor},
        .input_count = 2,
        .results = {{.type = list->tensors[y].type}, {.type = elements.type, .is_statistic = true}},
        .result_count = 2,
        .written_count = 1,
        .folded = norm_last_dims(&elements, elements.rank),
    };
    struct quant_work first = work;
    first.folded = 0;
    first.result_count = 1;
    quant_new_results(list, &work, results);
    quant_launch(list, work.row, work.launched, work.launched_count, results, 2);
    quant_compute(list, &first, results);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || results[1] == L0_NONE)
        return;
    fold->dims = work.folded;
    l0_step(list, L0_STEP_APPLY, &l0_QuantMaxLargest, &dense, 1, &results[1], 1, fold);
    l0_view_copy(list, results[0], y);
    norm_write_reshaped(list, results[1], amax);
}

/* ---- GroupedQuantMax ------------------------------------------------------------------------- */

/* The largest magnitude of each row, and of these for each group, in the type of the elements. */
static void largest_of_groups(struct l0_list *list, int rows, int groups, int result)
{
    const struct l0_tensor elements = list->tensors[rows];
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int each = l0_new_shaped(list, "largest", ACL_FLOAT, (const int64_t[]){elements.dims[0], 1}, 2);
    int found = l0_new_shaped(list, "largest of groups", ACL_FLOAT, list->tensors[groups].dims, 1);
    if (fold == NULL || each == L0_NONE || found == L0_NONE || result == L0_NONE)
        return;
    fold->dims = 2;
    l0_step(list, L0_STEP_APPLY, &l0_QuantMaxLargest, &rows, 1, &each, 1, fold);
    l0_step(list, L0_STEP_APPLY, &l0_QuantGroupLargest, (const int[]){each, groups}, 2, &found, 1,
            NULL);
    l0_step(list, L0_STEP_CAST, NULL, &found, 1, &result, 1, NULL);
}

void quant_list_grouped_quant_max(struct l0_list *list, int x, int scale, int groupList, int y,
                                  int amax)
{
    int results[2];
    if (x == L0_NONE || scale == L0_NONE || groupList == L0_NONE || y == L0_NONE || amax == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, scale);
    int groups = l0_contiguous(list, groupList);
    if (dense == L0_NONE || factors == L0_NONE || groups == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    const int64_t lines[] = {elements.dims[0], elements.elements / elements.dims[0]};
    const int64_t each[] = {elements.dims[0], 1};
    int64_t count = list->tensors[groups].dims[0];
    int rows = l0_reshape(list, dense, lines, 2);
    int column = l0_reshape(list, factors, (const int64_t[]){count, 1}, 2);
    if (rows == L0_NONE || column == L0_NONE)
        return;
    const struct quant_work work = {
        .held = &l0_QuantMax,
        .inputs = {rows, quant_spread_groups(list, column, groups, NULL, each, 2)},
        .input_count = 2,
        .results = {{.type = list->tensors[y].type}},
        .result_count = 1,
    };
    const int launched[] = {dense, factors, groups};
    quant_new_results(list, &work, results);
    results[1] = l0_new_shaped(list, "amax", elements.type, &count, 1);
    quant_launch(list, &l0_GroupedQuantMax, launched, 3, results, 2);
    quant_compute(list, &work, results);
    largest_of_groups(list, rows, groups, results[1]);
    norm_write_reshaped(list, results[0], y);
    norm_write_reshaped(list, results[1], amax);
}
