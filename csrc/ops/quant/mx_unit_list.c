/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units, their gradients, and numbers scaled twice, quantised in blocks that share a power of
 * two: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/pad.h"
#include "declared/quant.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/norm/statistics.h"
#include "ops/pad/pad.h"
#include "ops/quant/mx.h"
#include "workspace/l0_operators.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

static struct quant_mx blocks_of(const struct l0_list *list, int y, int64_t axis, int64_t algorithm,
                                 const char *rounding)
{
    return (struct quant_mx){
        .axis = axis,
        .block = QUANT_MX_BLOCK,
        .scale = (enum quant_mx_scale)algorithm,
        .rounding = (enum quant_mx_rounding)quant_find_mx_rounding(rounding),
        .type = list->tensors[y].type,
    };
}

/* A gate, and what it gates. */
static void halves(struct l0_list *list, int x, int32_t dim, bool is_left, int *parts)
{
    int64_t half = list->tensors[x].dims[dim] / 2;
    parts[0] = l0_part(list, x, dim, is_left ? 0 : half, half);
    parts[1] = l0_part(list, x, dim, is_left ? half : 0, half);
}

/* The same in turn along the last dimension, in one dimension more. */
static void in_turn(struct l0_list *list, int x, int *parts)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct l0_tensor t = list->tensors[x];
    memcpy(dims, t.dims, (size_t)t.rank * sizeof *dims);
    dims[t.rank - 1] /= 2;
    dims[t.rank] = 2;
    int pairs = l0_reshape(list, x, dims, t.rank + 1);
    parts[0] = l0_part(list, pairs, t.rank, 0, 1);
    parts[1] = l0_part(list, pairs, t.rank, 1, 1);
}

/* Units of parts and numbers, in the type of the parts and these dims. */
static int units_of(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                    const int64_t *dims, int32_t rank)
{
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE)
        return L0_NONE;
    const struct l0_tensor part = list->tensors[inputs[0]];
    int units = l0_new_shaped(list, "units", part.type, part.dims, part.rank);
    if (units == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &units, 1, NULL);
    return l0_reshape(list, units, dims, rank);
}

/* ---- SwigluMxQuant --------------------------------------------------------------------------- */

struct active {
    int x; /* dense */
    int groups;
    int32_t dim; /* the dimension of the halves */
    bool is_left;
    bool is_variant;
    bool are_counts;
    double limit;
    double alpha;
    double added;
};

static int swiglu(struct l0_list *list, const struct active *a, const int64_t *dims)
{
    int inputs[5];
    int32_t rank = list->tensors[a->x].rank;
    if (!a->is_variant) {
        halves(list, a->x, a->dim, a->is_left, inputs);
        return units_of(list, &l0_SwiGluQuantUnit, inputs, 2, dims, rank);
    }
    in_turn(list, a->x, inputs);
    inputs[2] = list_number_of(list, a->limit);
    inputs[3] = list_number_of(list, a->alpha);
    inputs[4] = list_number_of(list, a->added);
    return units_of(list, &l0_SwiGluQuantLimited, inputs, 5, dims, rank);
}

/* Blocks of rows in groups, of two dimensions. */
static void quantise_in_groups(struct l0_list *list, const struct active *a,
                               const struct quant_mx *mx, const int64_t *dims, const int *outputs)
{
    int results[2];
    const struct quant_mx_places places = {.are_counts = a->are_counts, .are_dense = true};
    int64_t pairs = quant_mx_group_pairs(dims[0], list->tensors[a->groups].dims[0]);
    quant_mx_group_results(list, mx, dims, pairs, results);
    l0_launch_row(list, &l0_SwigluMxQuant, (const int[]){a->x, a->groups}, 2, 0, results, 2, NULL);
    int units = swiglu(list, a, dims);
    quant_mx_compute_groups(list, mx, units, a->groups, &places, pairs, results);
    norm_write_reshaped(list, results[0], outputs[0]);
    norm_write_reshaped(list, results[1], outputs[1]);
}

static void quantise_blocks(struct l0_list *list, const struct active *a, const struct quant_mx *mx,
                            const int64_t *dims, const int *outputs)
{
    int results[2];
    int32_t rank = list->tensors[a->x].rank;
    const int launched[] = {a->x, a->groups};
    quant_mx_results(list, mx, dims, rank, results);
    l0_launch_row(list, &l0_SwigluMxQuant, launched, a->groups == L0_NONE ? 1 : 2, 0, results, 2,
                  NULL);
    quant_mx_compute(list, mx, swiglu(list, a, dims), results);
    norm_write_reshaped(list, results[0], outputs[0]);
    norm_write_reshaped(list, results[1], outputs[1]);
}

static int32_t dim_of(int64_t given, int32_t rank)
{
    return (int32_t)(given < 0 ? given + rank : given);
}

void quant_list_swiglu_mx_quant(struct l0_list *list, int x, int groupIndexOptional,
                                int64_t activateDim, bool activateLeft, int64_t swigluMode,
                                double clampLimit, double gluAlpha, double gluBias,
                                int64_t groupMode, int64_t axis, const char *roundModeOptional,
                                int64_t scaleAlg, int yOut, int mxscaleOut)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (x == L0_NONE || yOut == L0_NONE || mxscaleOut == L0_NONE)
        return;
    struct active a = {
        .x = l0_contiguous(list, x),
        .groups = groupIndexOptional == L0_NONE ? L0_NONE : l0_contiguous(list, groupIndexOptional),
        .is_left = activateLeft,
        .is_variant = swigluMode == 1,
        .are_counts = groupMode == 0,
        .limit = (float)clampLimit,
        .alpha = (float)gluAlpha,
        .added = (float)gluBias,
    };
    if (a.x == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[a.x];
    a.dim = dim_of(activateDim, t.rank);
    memcpy(dims, t.dims, (size_t)t.rank * sizeof *dims);
    dims[a.dim] /= 2;
    int32_t along = dim_of(axis, t.rank);
    const struct quant_mx mx = blocks_of(list, yOut, along, scaleAlg, roundModeOptional);
    const int outputs[] = {yOut, mxscaleOut};
    if (a.groups != L0_NONE && along != t.rank - 1)
        quantise_in_groups(list, &a, &mx, dims, outputs);
    else
        quantise_blocks(list, &a, &mx, dims, outputs);
}

/* ---- SituMxQuant ----------------------------------------------------------------------------- */

void quant_list_situ_mx_quant(struct l0_list *list, int x, double beta, double linearBeta,
                              bool activateLeft, const char *roundModeOptional, int yOut,
                              int yScaleOut)
{
    int results[2];
    int inputs[4];
    int64_t dims[TENSOR_MAX_DIMS];
    if (x == L0_NONE || yOut == L0_NONE || yScaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[dense];
    int32_t last = t.rank - 1;
    memcpy(dims, t.dims, (size_t)t.rank * sizeof *dims);
    dims[last] /= 2;
    const struct quant_mx mx = blocks_of(list, yOut, last, QUANT_MX_FLOOR, roundModeOptional);
    quant_mx_results(list, &mx, dims, t.rank, results);
    l0_launch_row(list, &l0_SituMxQuant, &dense, 1, 0, results, 2, NULL);
    halves(list, dense, last, activateLeft, inputs);
    inputs[2] = list_number_of(list, (float)beta);
    inputs[3] = list_number_of(list, (float)linearBeta);
    int units = units_of(list, &l0_SituMxQuantUnit, inputs, 4, dims, t.rank);
    quant_mx_compute(list, &mx, units, results);
    norm_write_reshaped(list, results[0], yOut);
    norm_write_reshaped(list, results[1], yScaleOut);
}

/* ---- SwigluBackwardMxQuantWithDualAxis ------------------------------------------------------- */

/* The gradients of both halves side by side, in the type of the gradient of the units. */
static int unit_gradient(struct l0_list *list, int x, int grad)
{
    int parts[2];
    int outputs[2];
    const struct l0_tensor t = list->tensors[x];
    struct along *along = l0_take(list, sizeof *along);
    int both = l0_new_shaped(list, "gradient", t.type, t.dims, t.rank);
    halves(list, x, t.rank - 1, true, parts);
    if (along == NULL || both == L0_NONE || parts[0] == L0_NONE || parts[1] == L0_NONE)
        return L0_NONE;
    const struct l0_tensor half = list->tensors[parts[0]];
    for (int i = 0; i < 2; i++)
        outputs[i] = l0_new_shaped(list, "half", t.type, half.dims, half.rank);
    if (outputs[0] == L0_NONE || outputs[1] == L0_NONE)
        return L0_NONE;
    *along = (struct along){.dim = t.rank - 1};
    l0_step(list, L0_STEP_APPLY, &l0_SwigluBackwardUnit, (const int[]){grad, parts[0], parts[1]}, 3,
            outputs, 2, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_ConcatD, outputs, 2, &both, 1, along);
    return both;
}

void quant_list_swiglu_backward_mx_quant(struct l0_list *list, int x, int yGrad,
                                         int groupIndexOptional, const char *roundModeOptional,
                                         int64_t scaleAlg, int y1Out, int mxscale1Out, int y2Out,
                                         int mxscale2Out)
{
    int results[4];
    if (x == L0_NONE || yGrad == L0_NONE || y1Out == L0_NONE || y2Out == L0_NONE ||
        mxscale1Out == L0_NONE || mxscale2Out == L0_NONE)
        return;
    int launched[] = {l0_contiguous(list, x), l0_contiguous(list, yGrad), L0_NONE};
    bool has_groups = groupIndexOptional != L0_NONE;
    if (has_groups)
        launched[2] = l0_contiguous(list, groupIndexOptional);
    if (launched[0] == L0_NONE || launched[1] == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[launched[0]];
    const struct quant_mx along = blocks_of(list, y1Out, t.rank - 1, scaleAlg, roundModeOptional);
    const struct quant_mx across = blocks_of(list, y2Out, has_groups ? 0 : t.rank - 2, scaleAlg,
                                             roundModeOptional);
    const int64_t lines[] = {t.dims[t.rank - 2], t.dims[t.rank - 1]};
    int64_t pairs = has_groups ? quant_mx_group_pairs(lines[0], list->tensors[launched[2]].dims[0])
                               : 0;
    quant_mx_results(list, &along, t.dims, t.rank, results);
    if (has_groups)
        quant_mx_group_results(list, &across, lines, pairs, results + 2);
    else
        quant_mx_results(list, &across, t.dims, t.rank, results + 2);
    l0_launch_row(list, &l0_SwigluBackwardMxQuantWithDualAxis, launched, has_groups ? 3 : 2, 0,
                  results, 4, NULL);
    int gradient = unit_gradient(list, launched[0], launched[1]);
    quant_mx_compute(list, &along, gradient, results);
    if (has_groups && gradient != L0_NONE)
        quant_mx_compute_groups(list, &across, l0_reshape(list, gradient, lines, 2), launched[2],
                                NULL, pairs, results + 2);
    else
        quant_mx_compute(list, &across, gradient, results + 2);
    const int outputs[] = {y1Out, mxscale1Out, y2Out, mxscale2Out};
    for (int i = 0; i < 4; i++)
        norm_write_reshaped(list, results[i], outputs[i]);
}

/* ---- DynamicDualLevelMxQuant ----------------------------------------------------------------- */

#define LEVEL0 512

/* Rows with zeros behind them, to whole blocks of the first level. */
static int whole_blocks(struct l0_list *list, int numbers, int64_t rows, int64_t blocks)
{
    const int64_t dims[] = {rows, blocks * LEVEL0};
    struct pad *pad = l0_take(list, sizeof *pad);
    aclDataType type = list->tensors[numbers].type;
    if (list->tensors[numbers].dims[1] == dims[1])
        return numbers;
    int filled = l0_new_shaped(list, "blocks", type, dims, 2);
    if (pad == NULL || filled == L0_NONE)
        return L0_NONE;
    *pad = (struct pad){.mode = PAD_CONSTANT};
    int zero = list_constant(list, "zero", 0, type);
    l0_step(list, L0_STEP_APPLY, &l0_MxPadded, (const int[]){numbers, zero}, 2, &filled, 1, pad);
    return filled;
}

/* Numbers, times factors of their columns, in their type. */
static int smoothed(struct l0_list *list, int numbers, int factors)
{
    if (factors == L0_NONE)
        return numbers;
    const struct l0_tensor t = list->tensors[numbers];
    int products = l0_new_shaped(list, "smoothed", t.type, t.dims, t.rank);
    if (products != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_DualLevelSmooth, (const int[]){numbers, factors}, 2,
                &products, 1, NULL);
    return products;
}

/* Divides blocks of the first level by their scales, which are a result; gives rows. */
static int first_level(struct l0_list *list, int numbers, int64_t rows, int64_t blocks, int result)
{
    const int64_t dims[] = {rows, blocks, LEVEL0};
    const int64_t lines[] = {rows, blocks * LEVEL0};
    int64_t columns = list->tensors[numbers].dims[1];
    aclDataType type = list->tensors[numbers].type;
    int filled = whole_blocks(list, numbers, rows, blocks);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int divided = l0_new_shaped(list, "divided", type, dims, 3);
    if (filled == L0_NONE || fold == NULL || divided == L0_NONE || result == L0_NONE)
        return L0_NONE;
    fold->dims = UINT64_C(1) << 2;
    int given = l0_reshape(list, filled, dims, 3);
    l0_step(list, L0_STEP_APPLY, &l0_DualLevelScale, &given, 1, &result, 1, fold);
    l0_step(list, L0_STEP_APPLY, &l0_DualLevelDivide, (const int[]){given, result}, 2, &divided, 1,
            NULL);
    return l0_part(list, l0_reshape(list, divided, lines, 2), 1, 0, columns);
}

/* A dense copy of a part. */
static int packed(struct l0_list *list, int part)
{
    if (part == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[part];
    int copy = l0_new_shaped(list, "numbers", t.type, t.dims, t.rank);
    if (copy != L0_NONE)
        l0_step(list, L0_STEP_CAST, NULL, &part, 1, &copy, 1, NULL);
    return copy;
}

void quant_list_dynamic_dual_level_mx_quant(struct l0_list *list, int x, int smoothScaleOptional,
                                            const char *roundModeOptional, int yOut,
                                            int level0ScaleOut, int level1ScaleOut)
{
    int results[3];
    if (x == L0_NONE || yOut == L0_NONE || level0ScaleOut == L0_NONE || level1ScaleOut == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x), smoothScaleOptional == L0_NONE
                                                        ? L0_NONE
                                                        : l0_contiguous(list, smoothScaleOptional)};
    if (launched[0] == L0_NONE)
        return;
    const struct l0_tensor t = list->tensors[launched[0]];
    int64_t columns = t.dims[t.rank - 1];
    int64_t rows = t.elements / columns;
    int64_t blocks = (columns + LEVEL0 - 1) / LEVEL0;
    const int64_t lines[] = {rows, columns};
    const struct quant_mx mx = blocks_of(list, yOut, 1, QUANT_MX_FLOOR, roundModeOptional);
    quant_mx_results(list, &mx, lines, 2, results);
    results[2] = l0_new_shaped(list, "scales", ACL_FLOAT, (const int64_t[]){rows, blocks, 1}, 3);
    l0_launch_row(list, &l0_DynamicDualLevelMxQuant, launched, launched[1] == L0_NONE ? 1 : 2, 0,
                  (const int[]){results[0], results[2], results[1]}, 3, NULL);
    int numbers = l0_reshape(list, launched[0], lines, 2);
    int products = numbers == L0_NONE ? L0_NONE : smoothed(list, numbers, launched[1]);
    if (products == L0_NONE)
        return;
    int divided = packed(list, first_level(list, products, rows, blocks, results[2]));
    quant_mx_compute(list, &mx, divided, results);
    norm_write_reshaped(list, results[0], yOut);
    norm_write_reshaped(list, results[2], level0ScaleOut);
    norm_write_reshaped(list, results[1], level1ScaleOut);
}
