/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers in squares of 32 rows and 32 columns that share a power of two: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/pad.h"
#include "declared/quant.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/pad/pad.h"
#include "ops/quant/mx.h"
#include "workspace/l0_operators.h"

#define SIDE QUANT_MX_BLOCK

/* Elements as [batches, rows, columns], and their squares, an even number in both directions. */
struct squares {
    int64_t batches;
    int64_t rows;
    int64_t columns;
    int64_t down;
    int64_t across;
};

static int64_t even_count(int64_t places)
{
    return (places + 2 * SIDE - 1) / (2 * SIDE) * 2;
}

static struct squares squares_of(const struct l0_tensor *x)
{
    int64_t rows = x->dims[x->rank - 2];
    int64_t columns = x->dims[x->rank - 1];
    return (struct squares){
        .batches = x->elements / (rows * columns),
        .rows = rows,
        .columns = columns,
        .down = even_count(rows),
        .across = even_count(columns),
    };
}

/* A dense matrix for each batch, with zeros behind it. */
static int filled_up(struct l0_list *list, int tensor, int64_t batches, int64_t rows,
                     int64_t columns)
{
    const int64_t dims[] = {batches, rows, columns};
    struct pad *pad = l0_take(list, sizeof *pad);
    if (tensor == L0_NONE || pad == NULL)
        return L0_NONE;
    aclDataType type = list->tensors[tensor].type;
    int filled = l0_new_shaped(list, "squares", type, dims, 3);
    if (filled == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){tensor, zero}, 2, &filled, 1, pad);
    return filled;
}

/* A scale for each square, repeated for what shares it: rows or columns, or both. */
static int spread(struct l0_list *list, const struct squares *s, int scales, bool down, bool across)
{
    int64_t height = down ? SIDE : 1;
    int64_t width = across ? SIDE : 1;
    const int64_t dims[] = {s->batches, s->down, height, s->across, width};
    const int64_t lines[] = {s->batches, s->down * height, s->across * width};
    int each = l0_new_shaped(list, "powers of elements", ACL_FLOAT, dims, 5);
    if (scales == L0_NONE || each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &scales, 1, &each, 1, NULL);
    int lined = l0_reshape(list, each, lines, 3);
    if (down)
        lined = l0_part(list, lined, 1, 0, s->rows);
    return across ? l0_part(list, lined, 2, 0, s->columns) : lined;
}

/* Results: the numbers, and the scales beside rows and beside columns. */
static void new_results(struct l0_list *list, const struct squares *s, aclDataType type,
                        int *results)
{
    const int64_t lines[] = {s->batches, s->rows, s->columns};
    const int64_t rows[] = {s->batches, s->rows, s->across};
    const int64_t columns[] = {s->batches, s->down / 2, s->columns, 2};
    results[0] = l0_new_shaped(list, "quantised", type, lines, 3);
    results[1] = l0_new_shaped(list, "scales of rows", ACL_FLOAT8_E8M0, rows, 3);
    results[2] = l0_new_shaped(list, "scales of columns", ACL_FLOAT8_E8M0, columns, 4);
}

/* Scales in pairs of squares: of each row, and behind each column. */
static void write_scales(struct l0_list *list, const struct squares *s, int scales,
                         const int *results)
{
    const int64_t columns[] = {s->batches, s->down, s->columns};
    const int64_t pairs[] = {s->batches, s->down / 2, 2, s->columns};
    int of_rows = spread(list, s, scales, true, false);
    int of_columns = spread(list, s, scales, false, true);
    int codes = l0_new_shaped(list, "codes of scales", ACL_FLOAT8_E8M0, columns, 3);
    int64_t *order = l0_take(list, 4 * sizeof *order);
    if (of_rows == L0_NONE || of_columns == L0_NONE || codes == L0_NONE || order == NULL)
        return;
    memcpy(order, (const int64_t[]){0, 1, 3, 2}, 4 * sizeof *order);
    l0_step(list, L0_STEP_CAST, NULL, &of_rows, 1, &results[1], 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &of_columns, 1, &codes, 1, NULL);
    int from = l0_reshape(list, codes, pairs, 4);
    if (from != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_Transpose, &from, 1, &results[2], 1, order);
}

void quant_list_dynamic_block_mx_quant(struct l0_list *list, int x, const char *roundModeOptional,
                                       int64_t scaleAlg, double dstTypeMax, int yOut, int scale1Out,
                                       int scale2Out)
{
    int results[3];
    if (x == L0_NONE || yOut == L0_NONE || scale1Out == L0_NONE || scale2Out == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct squares s = squares_of(&list->tensors[dense]);
    const int64_t lines[] = {s.batches, s.rows, s.columns};
    const int64_t dims[] = {s.batches, s.down, SIDE, s.across, SIDE};
    const struct quant_mx mx = {
        .scale = (enum quant_mx_scale)scaleAlg,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(roundModeOptional),
        .type = list->tensors[yOut].type,
        .largest = (float)dstTypeMax,
    };
    new_results(list, &s, mx.type, results);
    l0_launch_row(list, &l0_DynamicBlockMxQuant, &dense, 1, 0, results, 3, NULL);
    int numbers = l0_reshape(list, dense, lines, 3);
    int filled = filled_up(list, numbers, s.batches, s.down * SIDE, s.across * SIDE);
    int squares = filled == L0_NONE ? L0_NONE : l0_reshape(list, filled, dims, 5);
    int scales = quant_mx_scales(list, &mx, squares, UINT64_C(1) << 2 | UINT64_C(1) << 4);
    quant_mx_divide(list, &mx, numbers, spread(list, &s, scales, true, true), results[0]);
    write_scales(list, &s, scales, results);
    norm_write_reshaped(list, results[0], yOut);
    norm_write_reshaped(list, results[1], scale1Out);
    norm_write_reshaped(list, results[2], scale2Out);
}

/* ---- MxToBlockMxQuant ------------------------------------------------------------------------ */

/* How much further up the numbers of a type reach than those of a float4. */
static double reach(aclDataType from, aclDataType to)
{
    bool is_e2m1 = from == ACL_FLOAT4_E2M1;
    return to == ACL_FLOAT8_E5M2 ? (is_e2m1 ? 0x1p13 : 0x1p15) : (is_e2m1 ? 0x1p6 : 0x1p8);
}

/* The largest of the scales of 32 rows, for each square. */
static int largest_of_rows(struct l0_list *list, const struct squares *s, int powers)
{
    const int64_t blocks[] = {s->batches, s->down, SIDE, s->across, 1};
    const int64_t dims[] = {s->batches, s->down, 1, s->across, 1};
    int filled = filled_up(list, powers, s->batches, s->down * SIDE, s->across);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int largest = l0_new_shaped(list, "largest", ACL_FLOAT, dims, 5);
    if (filled == L0_NONE || fold == NULL || largest == L0_NONE)
        return L0_NONE;
    fold->dims = UINT64_C(1) << 2;
    int given = l0_reshape(list, filled, blocks, 5);
    l0_step(list, L0_STEP_APPLY, &l0_MxToBlockMxQuantLargest, &given, 1, &largest, 1, fold);
    return largest;
}

/* The scale of its block of 32 columns for each number. */
static int spread_rows(struct l0_list *list, const struct squares *s, int powers)
{
    const int64_t given[] = {s->batches, s->rows, s->across, 1};
    const int64_t dims[] = {s->batches, s->rows, s->across, SIDE};
    const int64_t lines[] = {s->batches, s->rows, s->across * SIDE};
    int from = l0_reshape(list, powers, given, 4);
    int each = l0_new_shaped(list, "powers of elements", ACL_FLOAT, dims, 4);
    if (from == L0_NONE || each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &from, 1, &each, 1, NULL);
    return l0_part(list, l0_reshape(list, each, lines, 3), 2, 0, s->columns);
}

/* Scales as float32: [batches, rows, blocks of columns]. */
static int as_powers(struct l0_list *list, const struct squares *s, int codes)
{
    const int64_t dims[] = {s->batches, s->rows, s->across};
    int powers = l0_new_shaped(list, "powers", ACL_FLOAT, dims, 3);
    int given = l0_reshape(list, codes, dims, 3);
    if (powers == L0_NONE || given == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_AntiMxQuantScale, &given, 1, &powers, 1, NULL);
    return powers;
}

void quant_list_mx_to_block_mx_quant(struct l0_list *list, int x, int mxscale, int y, int scale1,
                                     int scale2)
{
    int results[3];
    if (x == L0_NONE || mxscale == L0_NONE || y == L0_NONE || scale1 == L0_NONE ||
        scale2 == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int codes = l0_contiguous(list, mxscale);
    if (dense == L0_NONE || codes == L0_NONE)
        return;
    const struct squares s = squares_of(&list->tensors[dense]);
    const int64_t lines[] = {s.batches, s.rows, s.columns};
    const int64_t dims[] = {s.batches, s.down, 1, s.across, 1};
    aclDataType type = list->tensors[y].type;
    double factor = reach(list->tensors[dense].type, type);
    new_results(list, &s, type, results);
    l0_launch_row(list, &l0_MxToBlockMxQuant, (const int[]){dense, codes}, 2, 0, results, 3, NULL);
    int powers = as_powers(list, &s, codes);
    int largest = powers == L0_NONE ? L0_NONE : largest_of_rows(list, &s, powers);
    int scales = l0_new_shaped(list, "scales", ACL_FLOAT, dims, 5);
    if (largest == L0_NONE || scales == L0_NONE)
        return;
    const int inputs[] = {l0_reshape(list, dense, lines, 3), spread_rows(list, &s, powers),
                          spread(list, &s, largest, true, true), list_number_of(list, factor)};
    l0_step(list, L0_STEP_APPLY, &l0_MxToBlockMxQuant, inputs, 4, results, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_MxToBlockMxQuantScale, (const int[]){largest, inputs[3]}, 2,
            &scales, 1, NULL);
    write_scales(list, &s, scales, results);
    norm_write_reshaped(list, results[0], y);
    norm_write_reshaped(list, results[1], scale1);
    norm_write_reshaped(list, results[2], scale2);
}
