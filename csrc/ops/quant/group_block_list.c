/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of rows quantised in rectangles that share a scale: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/pad.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/pad/pad.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* Numbers as [batches, rows, columns]. Rows of all batches lie side by side, since groups are of
 * rows, and each row is filled up to whole rectangles. */
struct group_blocks {
    int64_t batches;
    int64_t rows;
    int64_t columns;
    int64_t height;
    int64_t width;
    int64_t across; /* rectangles of a row of a batch */
    int64_t down;   /* rectangles of a column, with one more for each group */
    int groups;
};

static const int64_t turned[] = {1, 0, 2};

/* Dense numbers as [rows, batches, whole rectangles]. */
static int as_lines(struct l0_list *list, const struct group_blocks *g, int numbers)
{
    const int64_t whole[] = {g->batches, g->rows, g->across * g->width};
    if (numbers == L0_NONE || g->columns == whole[2])
        return quant_transposed(list, numbers, turned);
    aclDataType type = list->tensors[numbers].type;
    struct pad *pad = l0_take(list, sizeof *pad);
    int filled = l0_new_shaped(list, "rectangles", type, whole, 3);
    if (pad == NULL || filled == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){numbers, zero}, 2, &filled, 1, pad);
    return quant_transposed(list, filled, turned);
}

/* A scale for each rectangle, [down, 1, batches * across, 1]. */
static int scales_of(struct l0_list *list, const struct group_blocks *g, int lines, double largest,
                     float least, const struct quant_mx_places *places)
{
    int64_t side = g->batches * g->across;
    const int64_t given[] = {g->rows, side * g->width};
    const int64_t places_dims[] = {g->down * g->height, side * g->width};
    const int64_t blocks[] = {g->down, g->height, side, g->width};
    const int64_t dims[] = {g->down, 1, side, 1};
    int padded = l0_new_shaped(list, "rectangles", list->tensors[lines].type, places_dims, 2);
    int scales = l0_new_shaped(list, "scales", ACL_FLOAT, dims, 4);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int rows = l0_reshape(list, lines, given, 2);
    if (padded == L0_NONE || scales == L0_NONE || fold == NULL || rows == L0_NONE)
        return L0_NONE;
    fold->dims = UINT64_C(1) << 1 | UINT64_C(1) << 3;
    l0_step(list, L0_STEP_APPLY, &l0_MxPadGroups, (const int[]){rows, g->groups}, 2, &padded, 1,
            places);
    const int inputs[] = {l0_reshape(list, padded, blocks, 4), list_number_of(list, largest),
                          list_number_of(list, 1 / least)};
    l0_step(list, L0_STEP_APPLY, &l0_BlockQuantScale, inputs, 3, &scales, 1, fold);
    return scales;
}

/* Lines divided by the scales of their rectangles, [batches, rows, columns]. */
static int divided(struct l0_list *list, const struct group_blocks *g, int lines, int scales,
                   aclDataType type, const struct quant_mx_places *places)
{
    int64_t side = g->batches * g->across;
    const int64_t table[] = {g->down, side};
    const int64_t rows[] = {g->rows, side};
    const int64_t columns[] = {g->rows, side, 1};
    const int64_t parts[] = {g->rows, side, g->width};
    const int64_t batches[] = {g->rows, g->batches, g->across * g->width};
    int each = l0_new_shaped(list, "scales of rows", ACL_FLOAT, rows, 2);
    int result = l0_new_shaped(list, "quantised", type, parts, 3);
    int of_blocks = l0_reshape(list, scales, table, 2);
    if (each == L0_NONE || result == L0_NONE || of_blocks == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxRowsOfBlocks, (const int[]){of_blocks, g->groups}, 2, &each,
            1, places);
    const int inputs[] = {l0_reshape(list, lines, parts, 3), l0_reshape(list, each, columns, 3),
                          list_number_of(list, quant_largest(type))};
    l0_step(list, L0_STEP_APPLY, &l0_BlockQuantHeld, inputs, 3, &result, 1, NULL);
    int back = quant_transposed(list, l0_reshape(list, result, batches, 3), turned);
    return back == L0_NONE ? L0_NONE : l0_part(list, back, 2, 0, g->columns);
}

static struct group_blocks group_blocks_of(const struct l0_list *list, int x, int groups,
                                           int64_t height, int64_t width)
{
    const struct l0_tensor t = list->tensors[x];
    int64_t columns = t.dims[t.rank - 1];
    int64_t rows = t.dims[t.rank - 2];
    return (struct group_blocks){
        .batches = t.rank == 3 ? t.dims[0] : 1,
        .rows = rows,
        .columns = columns,
        .height = height,
        .width = width,
        .across = (columns + width - 1) / width,
        .down = rows / height + list->tensors[groups].dims[0],
        .groups = groups,
    };
}

void quant_list_grouped_dynamic_block_quant_v2(struct l0_list *list, int x, int groupList,
                                               double minScale, int64_t rowBlockSize,
                                               int64_t colBlockSize, double dstTypeMax, int yOut,
                                               int scaleOut)
{
    if (x == L0_NONE || groupList == L0_NONE || yOut == L0_NONE || scaleOut == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x), l0_contiguous(list, groupList)};
    if (launched[0] == L0_NONE || launched[1] == L0_NONE)
        return;
    const struct group_blocks g = group_blocks_of(list, launched[0], launched[1], rowBlockSize,
                                                  colBlockSize);
    const int64_t given[] = {g.batches, g.rows, g.columns};
    const int64_t of_scales[] = {g.batches, g.down, g.across};
    const int64_t found[] = {g.down, g.batches, g.across};
    aclDataType type = list->tensors[yOut].type;
    const int results[] = {l0_new_shaped(list, "quantised", type, given, 3),
                           l0_new_shaped(list, "scales", ACL_FLOAT, of_scales, 3)};
    struct quant_mx_places *places = l0_take(list, sizeof *places);
    l0_launch_row(list, &l0_GroupedDynamicBlockQuant, launched, 2, 0, results, 2, NULL);
    int lines = as_lines(list, &g, l0_reshape(list, launched[0], given, 3));
    if (lines == L0_NONE || places == NULL)
        return;
    *places = (struct quant_mx_places){.rows = rowBlockSize};
    double largest = dstTypeMax > 0 ? (float)dstTypeMax : quant_largest(type);
    int scales = scales_of(list, &g, lines, largest, (float)minScale, places);
    if (scales == L0_NONE)
        return;
    int numbers = divided(list, &g, lines, scales, type, places);
    int turned_scales = quant_transposed(list, l0_reshape(list, scales, found, 3), turned);
    if (numbers == L0_NONE || turned_scales == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &results[0], 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &turned_scales, 1, &results[1], 1, NULL);
    norm_write_reshaped(list, results[0], yOut);
    norm_write_reshaped(list, results[1], scaleOut);
}

void quant_list_grouped_dynamic_block_quant(struct l0_list *list, int x, int groupList,
                                            double minScale, int64_t rowBlockSize,
                                            int64_t colBlockSize, int yOut, int scaleOut)
{
    quant_list_grouped_dynamic_block_quant_v2(list, x, groupList, minScale, rowBlockSize,
                                              colBlockSize, 0, yOut, scaleOut);
}
