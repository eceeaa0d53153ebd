/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in blocks that share a power of two: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/mx.h"
#include "workspace/l0_operators.h"

#define REGISTER 256       /* bytes of a register of the vector unit */
#define RESERVED (2 << 10) /* bytes of the unified buffer */
#define SCALES_ALIGNED 512

/* ---- The kernel's workspace ------------------------------------------------------------------ */

/* Elements as the tiling sees them, with a block of the axis where that is less. */
struct tiled {
    int64_t along;
    int64_t behind;
    int64_t block;
    bool is_32;
};

/* Whether two blocks of a register's columns lie in the unified buffer. */
static bool holds_pair(const struct l0_list *list, const struct tiled *t)
{
    int64_t columns = REGISTER / (t->is_32 ? 4 : 2);
    int64_t pair = 2 * columns * t->block;
    int64_t bytes = pair * (t->is_32 ? 6 : 2) + pair + 2 * columns;
    if (t->behind > columns)
        bytes += 2 * columns * 3;
    return ((int64_t)list->soc->unified_buffer_bytes - RESERVED) / 2 / bytes > 0;
}

/* Whether the kernel writes scales where they belong; it has others in its workspace first. */
static bool writes_scales(const struct l0_list *list, const struct tiled *t, bool is_last,
                          bool is_32_wide)
{
    if (is_last)
        return is_32_wide;
    bool is_small = t->behind <= REGISTER / (t->is_32 ? 4 : 2);
    return (!is_small || t->block == QUANT_MX_BLOCK) && holds_pair(list, t);
}

static uint64_t mx_workspace(const struct l0_list *list, const struct l0_tensor *x, int64_t axis,
                             int64_t block)
{
    struct tiled t = {.along = x->dims[axis], .behind = 1, .block = block};
    int64_t scales = 1;
    t.is_32 = x->type == ACL_FLOAT;
    for (int32_t i = (int32_t)axis + 1; i < x->rank; i++)
        t.behind *= x->dims[i];
    if (t.along < t.block)
        t.block = t.along;
    bool is_32_wide = block == QUANT_MX_BLOCK || t.block == QUANT_MX_BLOCK;
    if (writes_scales(list, &t, axis == x->rank - 1, is_32_wide))
        return L0_SYSTEM_WORKSPACE;
    for (int32_t i = 0; i < x->rank; i++)
        scales *= i == axis ? ((t.along + t.block - 1) / t.block + 1) / 2 * 2 : x->dims[i];
    return L0_SYSTEM_WORKSPACE +
           (uint64_t)(scales + SCALES_ALIGNED - 1) / SCALES_ALIGNED * SCALES_ALIGNED;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void quant_list_dynamic_mx_quant_from(struct l0_list *list, int x, int64_t axis,
                                      const char *roundModeOptional, int64_t blocksize,
                                      int64_t scaleAlg, double dstTypeMax, double maxLowBound,
                                      int yOut, int mxscaleOut)
{
    int results[2];
    if (x == L0_NONE || yOut == L0_NONE || mxscaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    const struct quant_mx mx = {
        .axis = axis < 0 ? axis + elements.rank : axis,
        .block = blocksize,
        .scale = (enum quant_mx_scale)scaleAlg,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(roundModeOptional),
        .type = list->tensors[yOut].type,
        .largest = (float)dstTypeMax,
        .least = (float)maxLowBound,
    };
    quant_mx_results(list, &mx, elements.dims, elements.rank, results);
    l0_launch_row(list, &l0_DynamicMxQuant, &dense, 1, 0, results, 2, NULL);
    l0_kernel_workspace(list, mx_workspace(list, &elements, mx.axis, blocksize));
    quant_mx_compute(list, &mx, dense, results);
    norm_write_reshaped(list, results[0], yOut);
    norm_write_reshaped(list, results[1], mxscaleOut);
}

void quant_list_dynamic_mx_quant_up_to(struct l0_list *list, int x, int64_t axis,
                                       const char *roundModeOptional, int64_t blocksize,
                                       int64_t scaleAlg, double dstTypeMax, int yOut,
                                       int mxscaleOut)
{
    quant_list_dynamic_mx_quant_from(list, x, axis, roundModeOptional, blocksize, scaleAlg,
                                     dstTypeMax, 0, yOut, mxscaleOut);
}

void quant_list_dynamic_mx_quant(struct l0_list *list, int x, int64_t axis,
                                 const char *roundModeOptional, int64_t blocksize, int64_t scaleAlg,
                                 int yOut, int mxscaleOut)
{
    quant_list_dynamic_mx_quant_from(list, x, axis, roundModeOptional, blocksize, scaleAlg, 0, 0,
                                     yOut, mxscaleOut);
}

/* ---- Two dimensions at once, and groups of rows ---------------------------------------------- */

void quant_list_dynamic_mx_quant_with_dual_axis_v2(struct l0_list *list, int x,
                                                   const char *roundModeOptional, int64_t scaleAlg,
                                                   double dstTypeMax, int y1Out, int mxscale1Out,
                                                   int y2Out, int mxscale2Out)
{
    int results[4];
    if (x == L0_NONE || y1Out == L0_NONE || y2Out == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    struct quant_mx along = {
        .axis = elements.rank - 1,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)scaleAlg,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(roundModeOptional),
        .type = list->tensors[y1Out].type,
        .largest = (float)dstTypeMax,
    };
    struct quant_mx across = along;
    across.axis -= 1;
    quant_mx_results(list, &along, elements.dims, elements.rank, results);
    quant_mx_results(list, &across, elements.dims, elements.rank, results + 2);
    l0_launch_row(list, &l0_DynamicMxQuantWithDualAxis, &dense, 1, 0, results, 4, NULL);
    quant_mx_compute(list, &along, dense, results);
    quant_mx_compute(list, &across, dense, results + 2);
    norm_write_reshaped(list, results[0], y1Out);
    norm_write_reshaped(list, results[1], mxscale1Out);
    norm_write_reshaped(list, results[2], y2Out);
    norm_write_reshaped(list, results[3], mxscale2Out);
}

void quant_list_dynamic_mx_quant_with_dual_axis(struct l0_list *list, int x,
                                                const char *roundModeOptional, int64_t scaleAlg,
                                                int y1Out, int mxscale1Out, int y2Out,
                                                int mxscale2Out)
{
    quant_list_dynamic_mx_quant_with_dual_axis_v2(list, x, roundModeOptional, scaleAlg, 0, y1Out,
                                                  mxscale1Out, y2Out, mxscale2Out);
}

void quant_list_grouped_dynamic_mx_quant_v2(struct l0_list *list, int x, int groupIndex,
                                            const char *roundMode, int64_t scaleAlg,
                                            double dstTypeMax, int y, int mxscale)
{
    int results[2];
    if (x == L0_NONE || groupIndex == L0_NONE || y == L0_NONE || mxscale == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int groups = l0_contiguous(list, groupIndex);
    if (dense == L0_NONE || groups == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[dense];
    int64_t pairs = quant_mx_group_pairs(elements.dims[0], list->tensors[groups].dims[0]);
    const struct quant_mx mx = {
        .axis = 0,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)scaleAlg,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(roundMode),
        .type = list->tensors[y].type,
        .largest = (float)dstTypeMax,
    };
    quant_mx_group_results(list, &mx, elements.dims, pairs, results);
    l0_launch_row(list, &l0_GroupedDynamicMxQuant, (const int[]){dense, groups}, 2, 0, results, 2,
                  NULL);
    quant_mx_compute_groups(list, &mx, dense, groups, NULL, pairs, results);
    norm_write_reshaped(list, results[0], y);
    norm_write_reshaped(list, results[1], mxscale);
}

void quant_list_grouped_dynamic_mx_quant(struct l0_list *list, int x, int groupIndex,
                                         const char *roundMode, int y, int mxscale)
{
    quant_list_grouped_dynamic_mx_quant_v2(list, x, groupIndex, roundMode, 0, 0, y, mxscale);
}

/* ---- Both at once ---------------------------------------------------------------------------- */

/* Blocks along rows, and of rows, which begin anew with each group. */
struct both_ways {
    const struct l0_row *row;
    int given;  /* what the operator reads, dense */
    int groups; /* L0_NONE: there are none */
    int64_t dims[2];
    int64_t pairs; /* of blocks of rows in groups */
    struct quant_mx along;
    struct quant_mx across;
    int outputs[4]; /* the caller's */
    int results[4];
};

static void launch_both(struct l0_list *list, struct both_ways *b)
{
    int launched[] = {b->given, b->groups};
    quant_mx_results(list, &b->along, b->dims, 2, b->results);
    if (b->groups == L0_NONE)
        quant_mx_results(list, &b->across, b->dims, 2, b->results + 2);
    else
        quant_mx_group_results(list, &b->across, b->dims, b->pairs, b->results + 2);
    l0_launch_row(list, b->row, launched, b->groups == L0_NONE ? 1 : 2, 0, b->results, 4, NULL);
}

static void quantise_both(struct l0_list *list, const struct both_ways *b, int elements)
{
    if (elements == L0_NONE)
        return;
    quant_mx_compute(list, &b->along, elements, b->results);
    if (b->groups == L0_NONE)
        quant_mx_compute(list, &b->across, elements, b->results + 2);
    else
        quant_mx_compute_groups(list, &b->across, elements, b->groups, NULL, b->pairs,
                                b->results + 2);
    for (int i = 0; i < 4; i++)
        norm_write_reshaped(list, b->results[i], b->outputs[i]);
}

/* With the halves of the last dimension where they become one, as many columns are half. */
static bool take_both(struct l0_list *list, struct both_ways *b, int x, int groups, int64_t parts,
                      int64_t algorithm, const char *rounding)
{
    for (int i = 0; i < 4; i++)
        if (b->outputs[i] == L0_NONE)
            return false;
    b->given = l0_contiguous(list, x);
    b->groups = groups == L0_NONE ? L0_NONE : l0_contiguous(list, groups);
    if (b->given == L0_NONE)
        return false;
    const struct l0_tensor t = list->tensors[b->given];
    b->dims[0] = t.dims[0];
    b->dims[1] = t.dims[1] / parts;
    b->pairs = b->groups == L0_NONE
                   ? 0
                   : quant_mx_group_pairs(t.dims[0], list->tensors[b->groups].dims[0]);
    b->along = (struct quant_mx){
        .axis = 1,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)algorithm,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(rounding),
        .type = list->tensors[b->outputs[0]].type,
    };
    b->across = b->along;
    b->across.axis = 0;
    launch_both(list, b);
    return true;
}

void quant_list_grouped_dynamic_mx_quant_with_dual_axis(struct l0_list *list, int x, int groupIndex,
                                                        const char *roundModeOptional,
                                                        int64_t scaleAlg, int y1Out, int y1ScaleOut,
                                                        int y2Out, int y2ScaleOut)
{
    struct both_ways b = {.row = &l0_GroupedDynamicMxQuantWithDualAxis,
                          .outputs = {y1Out, y1ScaleOut, y2Out, y2ScaleOut}};
    if (x != L0_NONE && take_both(list, &b, x, groupIndex, 1, scaleAlg, roundModeOptional))
        quantise_both(list, &b, b.given);
}

/* One half of each row by the activated other one, in the type of both. */
static int unit_of(struct l0_list *list, int x, bool is_left)
{
    const struct l0_tensor t = list->tensors[x];
    int64_t half = t.dims[1] / 2;
    const int64_t dims[] = {t.dims[0], half};
    const int halves[] = {l0_part(list, x, 1, is_left ? 0 : half, half),
                          l0_part(list, x, 1, is_left ? half : 0, half)};
    int units = l0_new_shaped(list, "units", t.type, dims, 2);
    if (units != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_SwiGluQuantUnit, halves, 2, &units, 1, NULL);
    return units;
}

void quant_list_swiglu_mx_quant_with_dual_axis(struct l0_list *list, int x, int groupIndexOptional,
                                               bool activateLeft, const char *roundModeOptional,
                                               int64_t scaleAlg, int y1Out, int mxscale1Out,
                                               int y2Out, int mxscale2Out)
{
    struct both_ways b = {.row = &l0_SwigluMxQuantWithDualAxis,
                          .outputs = {y1Out, mxscale1Out, y2Out, mxscale2Out}};
    if (x != L0_NONE && take_both(list, &b, x, groupIndexOptional, 2, scaleAlg, roundModeOptional))
        quantise_both(list, &b, unit_of(list, b.given, activateLeft));
}

/* ---- Restored numbers ------------------------------------------------------------------------ */

void quant_list_anti_mx_quant(struct l0_list *list, int x, int mxscale, int y)
{
    if (x == L0_NONE || mxscale == L0_NONE || y == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int scales = l0_contiguous(list, mxscale);
    if (dense == L0_NONE || scales == L0_NONE)
        return;
    const struct l0_tensor numbers = list->tensors[dense];
    int64_t columns = numbers.dims[numbers.rank - 1];
    int64_t rows = numbers.elements / columns;
    const int64_t lines[] = {rows, columns};
    int result = l0_new_shaped(list, "restored", list->tensors[y].type, lines, 2);
    if (result == L0_NONE)
        return;
    l0_launch_row(list, &l0_AntiMxQuant, (const int[]){dense, scales}, 2, 0, &result, 1, NULL);
    const int inputs[] = {l0_reshape(list, dense, lines, 2),
                          quant_mx_spread(list, scales, rows, columns)};
    l0_step(list, L0_STEP_APPLY, &l0_AntiMxQuant, inputs, 2, &result, 1, NULL);
    norm_write_reshaped(list, result, y);
}
