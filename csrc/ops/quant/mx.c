/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in blocks that share a power of two: their work. */
#include "ops/quant/mx.h"

#include <stddef.h>
#include <string.h>

#include "declared/common.h"
#include "declared/pad.h"
#include "declared/copy_layout.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/pad/pad.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* What a magnitude below the normal numbers has to exceed for 2^-126 in place of 2^-127: a half,
 * or more than there is. By a divisor of 6 or 7 CANN looks at the magnitude before it divides. */
#define HALF_OF_LEAST 0x1p-127
#define LONG_E1M2 1.875 /* such a divisor of float4_e1m2 */
#define ALL_BELOW_NORMAL 0x0.fffffep-126

int quant_find_mx_rounding(const char *name)
{
    static const char *const names[QUANT_MX_ROUNDINGS] = {"rint", "round", "floor"};
    if (name == NULL)
        return QUANT_MX_RINT;
    for (int i = 0; i < QUANT_MX_ROUNDINGS; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

void quant_mx_scale_dims(const int64_t *dims, int32_t rank, int64_t axis, int64_t block,
                         int64_t *scales)
{
    memcpy(scales, dims, (size_t)rank * sizeof *dims);
    scales[axis] = (dims[axis] / block + (dims[axis] % block != 0) + 1) / 2;
    scales[rank] = 2;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Elements as [before, along, behind], and along the axis as an even number of blocks. */
struct blocks {
    int64_t before;
    int64_t along;
    int64_t behind;
    int64_t block;
    int64_t count; /* even */
};

static struct blocks blocks_of(const struct quant_mx *mx, const int64_t *dims, int32_t rank)
{
    struct blocks b = {.before = 1, .along = dims[mx->axis], .behind = 1, .block = mx->block};
    for (int32_t i = 0; i < rank; i++)
        if (i != mx->axis)
            *(i < mx->axis ? &b.before : &b.behind) *= dims[i];
    b.count = (b.along / b.block + (b.along % b.block != 0) + 1) / 2 * 2;
    return b;
}

/* Whether blocks are whole, and an even number of them. */
static bool is_whole(const struct blocks *b)
{
    return b->along == b->count * b->block;
}

void quant_mx_results(struct l0_list *list, const struct quant_mx *mx, const int64_t *dims,
                      int32_t rank, int *results)
{
    const struct blocks b = blocks_of(mx, dims, rank);
    const int64_t scales[] = {b.before, b.count / 2, b.behind, 2};
    const int64_t whole[] = {b.before, b.count, b.block, b.behind};
    const int64_t cut[] = {b.before, b.along, b.behind};
    results[0] = is_whole(&b) ? l0_new_shaped(list, "quantised", mx->type, whole, 4)
                              : l0_new_shaped(list, "quantised", mx->type, cut, 3);
    results[1] = l0_new_shaped(list, "scales", ACL_FLOAT8_E8M0, scales, 4);
}

/* ---- Work ------------------------------------------------------------------------------------ */

static double largest_of(aclDataType type)
{
    return type == ACL_FLOAT4_E2M1 ? 6 : type == ACL_FLOAT4_E1M2 ? 1.75 : quant_largest(type);
}

/* The exponent of the largest number. */
static int exponent_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT4_E1M2: return 0;
    case ACL_FLOAT4_E2M1: return 2;
    case ACL_FLOAT8_E4M3FN: return 8;
    default: return 15;
    }
}

/* Elements with zeros behind them along the axis, to an even number of blocks. */
static int filled_up(struct l0_list *list, const struct blocks *b, int elements)
{
    struct pad *pad = l0_take(list, sizeof *pad);
    aclDataType type = list->tensors[elements].type;
    const int64_t dims[] = {b->before, b->count * b->block, b->behind};
    int padded = l0_new_shaped(list, "blocks", type, dims, 3);
    if (pad == NULL || padded == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){elements, zero}, 2, &padded, 1, pad);
    return padded;
}

int quant_mx_scales(struct l0_list *list, const struct quant_mx *mx, int blocks, uint64_t folded)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (blocks == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[blocks];
    for (int32_t i = 0; i < given.rank; i++)
        dims[i] = (folded >> i & 1) != 0 ? 1 : given.dims[i];
    bool is_floor = mx->scale == QUANT_MX_FLOOR;
    double divisor = mx->scale == QUANT_MX_RANGE && mx->largest > 0 ? mx->largest
                                                                    : largest_of(mx->type);
    bool is_cut = mx->scale == QUANT_MX_RANGE && divisor != 6 && divisor != 7 &&
                  divisor != LONG_E1M2;
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int scales = l0_new_shaped(list, "powers", ACL_FLOAT, dims, given.rank);
    if (fold == NULL || scales == L0_NONE)
        return L0_NONE;
    fold->dims = folded;
    const int inputs[] = {blocks,
                          list_number_of(list, is_floor ? exponent_of(mx->type) : mx->least),
                          list_number_of(list, divisor),
                          list_number_of(list, is_cut ? ALL_BELOW_NORMAL : HALF_OF_LEAST)};
    const struct l0_row *row = is_floor                      ? &l0_MxScaleBelow
                               : mx->scale == QUANT_MX_LEAST ? &l0_MxScaleLeast
                                                             : &l0_MxScaleAbove;
    l0_step(list, L0_STEP_APPLY, row, inputs, is_floor ? 2 : 4, &scales, 1, fold);
    return scales;
}

/* A scale for each block along the axis. */
static int scales_of(struct l0_list *list, const struct quant_mx *mx, int blocks)
{
    return quant_mx_scales(list, mx, blocks, (uint64_t)1 << 2);
}

/* The scale of its block for each element. */
static int spread(struct l0_list *list, const struct blocks *b, int scales)
{
    const int64_t dims[] = {b->before, b->count, b->block, b->behind};
    const int64_t rows[] = {b->before, b->count * b->block, b->behind};
    int each = l0_new_shaped(list, "powers of elements", ACL_FLOAT, dims, 4);
    if (each == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MxSpread, &scales, 1, &each, 1, NULL);
    return l0_part(list, l0_reshape(list, each, rows, 3), 1, 0, b->along);
}

/* What divides by scales, and rounds to the type. */
static const struct l0_row *element_row(const struct quant_mx *mx)
{
    static const struct l0_row *const e2m1[QUANT_MX_ROUNDINGS] = {&l0_MxHeld, &l0_MxRoundE2M1,
                                                                  &l0_MxFloorE2M1};
    static const struct l0_row *const e1m2[QUANT_MX_ROUNDINGS] = {&l0_MxHeld, &l0_MxRoundE1M2,
                                                                  &l0_MxFloorE1M2};
    return mx->type == ACL_FLOAT4_E2M1   ? e2m1[mx->rounding]
           : mx->type == ACL_FLOAT4_E1M2 ? e1m2[mx->rounding]
                                         : &l0_MxHeld;
}

void quant_mx_divide(struct l0_list *list, const struct quant_mx *mx, int numbers, int powers,
                     int result)
{
    const int inputs[] = {numbers, powers, list_number_of(list, largest_of(mx->type))};
    if (numbers != L0_NONE && powers != L0_NONE && result != L0_NONE)
        l0_step(list, L0_STEP_APPLY, element_row(mx), inputs, 3, &result, 1, NULL);
}

/* Writes scales in pairs of blocks, which lie behind all other dims. */
static void write_scales(struct l0_list *list, const struct blocks *b, int scales, int result)
{
    const int64_t pairs[] = {b->before, b->count / 2, 2, b->behind};
    int codes = l0_new_shaped(list, "codes of scales", ACL_FLOAT8_E8M0, list->tensors[scales].dims,
                              4);
    int64_t *order = l0_take(list, 4 * sizeof *order);
    if (codes == L0_NONE || order == NULL)
        return;
    memcpy(order, (const int64_t[]){0, 1, 3, 2}, 4 * sizeof *order);
    l0_step(list, L0_STEP_CAST, NULL, &scales, 1, &codes, 1, NULL);
    int from = l0_reshape(list, codes, pairs, 4);
    if (from != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_Transpose, &from, 1, &result, 1, order);
}

void quant_mx_compute(struct l0_list *list, const struct quant_mx *mx, int elements,
                      const int *results)
{
    if (elements == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[elements];
    const struct blocks b = blocks_of(mx, given.dims, given.rank);
    const int64_t lines[] = {b.before, b.along, b.behind};
    const int64_t dims[] = {b.before, b.count, b.block, b.behind};
    int whole = l0_reshape(list, elements, lines, 3);
    if (!is_whole(&b) && whole != L0_NONE)
        whole = filled_up(list, &b, whole);
    int blocks = l0_reshape(list, whole, dims, 4);
    int scales = blocks != L0_NONE ? scales_of(list, mx, blocks) : L0_NONE;
    if (scales == L0_NONE)
        return;
    int numbers = is_whole(&b) ? blocks : l0_reshape(list, elements, lines, 3);
    int powers = is_whole(&b) ? scales : spread(list, &b, scales);
    quant_mx_divide(list, mx, numbers, powers, results[0]);
    write_scales(list, &b, scales, results[1]);
}

/* ---- Groups of rows -------------------------------------------------------------------------- */

void quant_mx_group_results(struct l0_list *list, const struct quant_mx *mx, const int64_t *dims,
                            int64_t pairs, int *results)
{
    const int64_t scales[] = {1, pairs, dims[1], 2};
    results[0] = l0_new_shaped(list, "quantised", mx->type, dims, 2);
    results[1] = l0_new_shaped(list, "scales", ACL_FLOAT8_E8M0, scales, 4);
}

void quant_mx_compute_groups(struct l0_list *list, const struct quant_mx *mx, int elements,
                             int groups, const struct quant_mx_places *places, int64_t pairs,
                             const int *results)
{
    if (elements == L0_NONE || groups == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    const struct l0_tensor given = list->tensors[elements];
    const int64_t whole[] = {pairs * 2 * mx->block, given.dims[1]};
    const int64_t rows[] = {pairs * 2, given.dims[1]};
    const struct blocks b = blocks_of(mx, whole, 2);
    const int64_t dims[] = {b.before, b.count, b.block, b.behind};
    int padded = l0_new_shaped(list, "blocks", given.type, whole, 2);
    int powers = l0_new_shaped(list, "powers of elements", ACL_FLOAT, given.dims, 2);
    struct quant_mx_places *kept = places != NULL ? l0_take(list, sizeof *kept) : NULL;
    if (padded == L0_NONE || powers == L0_NONE)
        return;
    if (kept != NULL)
        *kept = *places;
    l0_step(list, L0_STEP_APPLY, &l0_MxPadGroups, (const int[]){elements, groups}, 2, &padded, 1,
            kept);
    int blocks = l0_reshape(list, padded, dims, 4);
    int scales = blocks != L0_NONE ? scales_of(list, mx, blocks) : L0_NONE;
    if (scales == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MxRowsOfBlocks,
            (const int[]){l0_reshape(list, scales, rows, 2), groups}, 2, &powers, 1, kept);
    quant_mx_divide(list, mx, elements, powers, results[0]);
    write_scales(list, &b, scales, results[1]);
}

/* ---- Restored numbers ------------------------------------------------------------------------ */

int quant_mx_spread(struct l0_list *list, int scales, int64_t rows, int64_t columns)
{
    const struct quant_mx mx = {.axis = 1, .block = QUANT_MX_BLOCK};
    const struct blocks b = blocks_of(&mx, (const int64_t[]){rows, columns}, 2);
    const int64_t dims[] = {b.before, b.count, 1, b.behind};
    const int64_t lines[] = {rows, columns};
    int powers = l0_new_shaped(list, "powers", ACL_FLOAT, dims, 4);
    int codes = l0_reshape(list, scales, dims, 4);
    if (powers == L0_NONE || codes == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_AntiMxQuantScale, &codes, 1, &powers, 1, NULL);
    return l0_reshape(list, spread(list, &b, powers), lines, 2);
}
