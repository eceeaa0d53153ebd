/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units of groups of rows, weighted and quantised, and their gradient: lists of L0 operators.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

#define BLOCK 128
#define LEAST_LARGEST 1e-4 /* what the largest magnitude of a block counts as at least */
#define LEAST_OF_GROUP 1e-8
#define WORKSPACE_OF_CORE 32

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Rows of halves, and what goes with them; L0_NONE for what is not given. */
struct unit_rows {
    int x; /* dense, [rows, 2 * columns] */
    int weight;
    int groups;
    int64_t rows;
    int64_t columns;
    double limit; /* infinite without one */
};

static struct unit_rows rows_of(struct l0_list *list, int x, int weight, int groups, double limit)
{
    const struct l0_tensor t = list->tensors[x];
    int64_t both = t.dims[t.rank - 1];
    const int64_t lines[] = {t.elements / both, both};
    return (struct unit_rows){
        .x = l0_reshape(list, x, lines, 2),
        .weight = weight,
        .groups = groups,
        .rows = lines[0],
        .columns = both / 2,
        .limit = limit > 0 ? (float)limit : INFINITY,
    };
}

/* A number for each row as a column, 1 without any. */
static int column_of(struct l0_list *list, const struct unit_rows *u)
{
    const int64_t dims[] = {u->rows, 1};
    return u->weight == L0_NONE ? list_number_of(list, 1) : l0_reshape(list, u->weight, dims, 2);
}

/* The units times the weights, as float32. */
static int weighted(struct l0_list *list, const struct unit_rows *u)
{
    const int64_t dims[] = {u->rows, u->columns};
    int units = l0_new_shaped(list, "units", ACL_FLOAT, dims, 2);
    int products = l0_new_shaped(list, "weighted", ACL_FLOAT, dims, 2);
    const int inputs[] = {
        l0_part(list, u->x, 1, 0, u->columns), l0_part(list, u->x, 1, u->columns, u->columns),
        list_number_of(list, u->limit), list_number_of(list, 1), list_number_of(list, 0)};
    if (units == L0_NONE || products == L0_NONE || inputs[0] == L0_NONE || inputs[1] == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_SwiGluQuantLimited, inputs, 5, &units, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupWeighted, (const int[]){units, column_of(list, u)},
            2, &products, 1, NULL);
    return products;
}

/* ---- SwigluGroupQuant ------------------------------------------------------------------------ */

/* Blocks of 128 with a float32 each, which may be a power of two. */
static void in_blocks(struct l0_list *list, const struct unit_rows *u, int units, bool is_power,
                      const int *results)
{
    int64_t blocks = u->columns / BLOCK;
    const int64_t dims[] = {u->rows, blocks, BLOCK};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int given = l0_reshape(list, units, dims, 3);
    if (fold == NULL || given == L0_NONE)
        return;
    fold->dims = UINT64_C(1) << 2;
    double most = quant_largest(list->tensors[results[0]].type);
    const int inputs[] = {given, list_number_of(list, LEAST_LARGEST), list_number_of(list, most)};
    l0_step(list, L0_STEP_APPLY, is_power ? &l0_SwigluGroupPowers : &l0_SwigluGroupBlocks, inputs,
            3, results, 2, fold);
}

static void in_mx(struct l0_list *list, int units, int y, const int *results)
{
    aclDataType type = list->tensors[y].type;
    const struct quant_mx mx = {
        .axis = 1,
        .block = QUANT_MX_BLOCK,
        .scale = quant_is_float(type) ? QUANT_MX_LEAST : QUANT_MX_FLOOR,
        .rounding = QUANT_MX_RINT,
        .type = type,
        .least = (float)LEAST_LARGEST,
    };
    quant_mx_compute(list, &mx, units, results);
}

/* By factors that are given: one, or that of each row's group. */
static void by_given(struct l0_list *list, const struct unit_rows *u, int units, int factors,
                     int result)
{
    const int64_t dims[] = {u->rows, 1};
    const int64_t table[] = {list->tensors[factors].dims[0], 1};
    int column = l0_reshape(list, factors, table, 2);
    if (u->groups != L0_NONE)
        column = quant_spread_groups(list, column, u->groups,
                                     &(struct quant_groups){.are_counts = true}, dims, 2);
    if (column == L0_NONE)
        return;
    const int inputs[] = {units, column, list_number_of(list, quant_largest(ACL_HIFLOAT8))};
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupTimes, inputs, 3, &result, 1, NULL);
}

/* By the largest magnitude of all rows. */
static void by_largest(struct l0_list *list, int units, double most, const int *results)
{
    const int64_t dims[] = {1, 1};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int scale = l0_new_shaped(list, "scale", ACL_FLOAT, dims, 2);
    if (fold == NULL || scale == L0_NONE)
        return;
    fold->dims = 3;
    const int inputs[] = {units, list_number_of(list, LEAST_OF_GROUP),
                          list_number_of(list, (float)most)};
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupScale, inputs, 3, &scale, 1, fold);
    const int numbers[] = {units, scale, list_number_of(list, quant_largest(ACL_HIFLOAT8))};
    l0_step(list, L0_STEP_APPLY, &l0_BlockQuantHeld, numbers, 3, results, 1, NULL);
    int line = l0_reshape(list, scale, dims, 1);
    l0_step(list, L0_STEP_CAST, NULL, &line, 1, &results[1], 1, NULL);
}

/* The shapes in which the work writes its results. */
static void new_results(struct l0_list *list, const struct unit_rows *u, int64_t mode, int y,
                        int scale, int *results)
{
    const int64_t lines[] = {u->rows, u->columns};
    const int64_t blocks[] = {u->rows, u->columns / BLOCK, BLOCK};
    const int64_t of_blocks[] = {u->rows, u->columns / BLOCK, 1};
    const int64_t one = 1;
    const struct quant_mx mx = {.axis = 1, .block = QUANT_MX_BLOCK, .type = list->tensors[y].type};
    if (mode == 1) {
        quant_mx_results(list, &mx, lines, 2, results);
        return;
    }
    results[0] = mode == 0 ? l0_new_shaped(list, "quantised", mx.type, blocks, 3)
                           : l0_new_shaped(list, "quantised", mx.type, lines, 2);
    results[1] = mode == 0   ? l0_new_shaped(list, "scales", ACL_FLOAT, of_blocks, 3)
                 : mode == 2 ? scale
                             : l0_new_shaped(list, "scale", ACL_FLOAT, &one, 1);
}

void quant_list_swiglu_group_quant(struct l0_list *list, int x, int weightOptional,
                                   int groupIndexOptional, int scaleOptional, int64_t quantMode,
                                   bool roundScale, double clampLimit, double dstTypeMax,
                                   bool outputOrigin, int yOut, int yScaleOut, int yOriginOut)
{
    int results[3];
    if (x == L0_NONE || yOut == L0_NONE || yScaleOut == L0_NONE || yOriginOut == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x), quant_dense(list, weightOptional),
                            quant_dense(list, groupIndexOptional),
                            quant_dense(list, scaleOptional)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct unit_rows u = rows_of(list, launched[0], launched[1], launched[2], clampLimit);
    new_results(list, &u, quantMode, yOut, yScaleOut, results);
    results[2] = yOriginOut;
    quant_launch(list, &l0_SwigluGroupQuant, launched, 4, results, 3);
    l0_kernel_workspace(list, quantMode < 2 ? WORKSPACE_OF_CORE : L0_SYSTEM_WORKSPACE);
    int units = weighted(list, &u);
    if (units == L0_NONE || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    switch (quantMode) {
    case 0: in_blocks(list, &u, units, roundScale, results); break;
    case 1: in_mx(list, units, yOut, results); break;
    case 2: by_given(list, &u, units, launched[3], results[0]); break;
    default: by_largest(list, units, dstTypeMax, results); break;
    }
    norm_write_reshaped(list, results[0], yOut);
    if (quantMode != 2)
        norm_write_reshaped(list, results[1], yScaleOut);
    if (outputOrigin)
        norm_write_reshaped(list, l0_convert(list, units, list->tensors[yOriginOut].type),
                            yOriginOut);
}

/* ---- SwigluGroupQuantGrad -------------------------------------------------------------------- */

/* 1 for rows of groups, 0 for those behind all of them; 1 without groups. */
static int mask_of(struct l0_list *list, const struct unit_rows *u)
{
    const int64_t dims[] = {u->rows, 1};
    if (u->groups == L0_NONE)
        return list_number_of(list, 1);
    const int64_t table[] = {list->tensors[u->groups].dims[0], 1};
    int ones = l0_new_shaped(list, "ones", ACL_FLOAT, table, 2);
    int counts = l0_reshape(list, u->groups, table, 2);
    if (ones == L0_NONE || counts == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupOnes, &counts, 1, &ones, 1, NULL);
    return quant_spread_groups(list, ones, u->groups,
                               &(struct quant_groups){.are_counts = true, .has_rest = true}, dims,
                               2);
}

/* The gradients by both halves, in the type of x. */
static int gradient_of(struct l0_list *list, const struct unit_rows *u, int grad, int mask)
{
    const int64_t dims[] = {u->rows, u->columns};
    const int64_t both[] = {u->rows, 2 * u->columns};
    aclDataType type = list->tensors[u->x].type;
    int outputs[2];
    struct along *along = l0_take(list, sizeof *along);
    int joined = l0_new_shaped(list, "gradient", type, both, 2);
    for (int i = 0; i < 2; i++)
        outputs[i] = l0_new_shaped(list, "half", type, dims, 2);
    const int inputs[] = {grad,
                          l0_part(list, u->x, 1, 0, u->columns),
                          l0_part(list, u->x, 1, u->columns, u->columns),
                          column_of(list, u),
                          list_number_of(list, u->limit),
                          mask};
    if (along == NULL || joined == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE ||
        mask == L0_NONE)
        return L0_NONE;
    *along = (struct along){.dim = 1};
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupGradient, inputs, 6, outputs, 2, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_ConcatD, outputs, 2, &joined, 1, along);
    return joined;
}

static int weight_gradient_of(struct l0_list *list, const struct unit_rows *u, int grad, int origin,
                              int mask)
{
    const int64_t lines[] = {u->rows, u->columns};
    const int64_t dims[] = {u->rows, 1};
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int sums = l0_new_shaped(list, "weight gradient", ACL_FLOAT, dims, 2);
    int numbers = l0_reshape(list, origin, lines, 2);
    if (fold == NULL || sums == L0_NONE || numbers == L0_NONE || mask == L0_NONE)
        return L0_NONE;
    fold->dims = UINT64_C(1) << 1;
    const int inputs[] = {grad, numbers, mask};
    l0_step(list, L0_STEP_APPLY, &l0_SwigluGroupWeightGradient, inputs, 3, &sums, 1, fold);
    return sums;
}

void quant_list_swiglu_group_quant_grad(struct l0_list *list, int gradY, int x, int weightOptional,
                                        int yOriginOptional, int groupIndexOptional,
                                        double clampLimit, int gradXOut, int gradWeightOutOptional)
{
    if (gradY == L0_NONE || x == L0_NONE || gradXOut == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, gradY), l0_contiguous(list, x),
                            quant_dense(list, weightOptional), quant_dense(list, yOriginOptional),
                            quant_dense(list, groupIndexOptional)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct unit_rows u = rows_of(list, launched[1], launched[2], launched[4], clampLimit);
    const int64_t lines[] = {u.rows, u.columns};
    bool has_weights = gradWeightOutOptional != L0_NONE && launched[3] != L0_NONE &&
                       launched[2] != L0_NONE;
    int grad = l0_reshape(list, launched[0], lines, 2);
    int mask = mask_of(list, &u);
    int gradient = grad == L0_NONE ? L0_NONE : gradient_of(list, &u, grad, mask);
    if (gradient == L0_NONE)
        return;
    int results[] = {gradient, L0_NONE};
    if (has_weights)
        results[1] = weight_gradient_of(list, &u, grad, launched[3], mask);
    quant_launch(list, &l0_SwigluGroupQuantGrad, launched, 5, results,
                 results[1] == L0_NONE ? 1 : 2);
    int64_t used = u.rows < list->soc->vector_cores ? u.rows : list->soc->vector_cores;
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)used * WORKSPACE_OF_CORE);
    norm_write_reshaped(list, results[0], gradXOut);
    if (results[1] != L0_NONE)
        norm_write_reshaped(list, results[1], gradWeightOutOptional);
}

/* ---- DequantSituQuant ------------------------------------------------------------------------ */

/* A number, a row, or the row of each row's group, beside rows. */
static int beside(struct l0_list *list, int numbers, int groups, int64_t rows)
{
    if (numbers == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[numbers];
    int64_t columns = t.dims[t.rank - 1];
    const int64_t table[] = {t.elements / columns, columns};
    const int64_t dims[] = {rows, columns};
    int given = l0_reshape(list, numbers, table, 2);
    return groups == L0_NONE || table[0] == 1
               ? given
               : quant_spread_groups(list, given, groups,
                                     &(struct quant_groups){.are_counts = true}, dims, 2);
}

/* Whole numbers times the scales of their columns and rows, and a bias; floats as they are. */
static int restored(struct l0_list *list, int x, const int *given, int64_t rows)
{
    const struct l0_tensor t = list->tensors[x];
    const int64_t dims[] = {rows, 1};
    int activation = given[1] == L0_NONE || list->tensors[given[1]].elements == 1
                         ? given[1]
                         : l0_reshape(list, given[1], dims, 2);
    if (t.type != ACL_INT8 && t.type != ACL_INT32)
        return x;
    int numbers = l0_new_shaped(list, "restored", ACL_FLOAT, t.dims, 2);
    const int inputs[] = {x, beside(list, given[0], given[5], rows),
                          quant_or_number(list, activation, 1),
                          quant_or_number(list, beside(list, given[2], given[5], rows), 0)};
    if (numbers != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_DequantBias, inputs, 4, &numbers, 1, NULL);
    return numbers;
}

static int situ_of(struct l0_list *list, int numbers, bool is_left, double beta, double linear)
{
    const struct l0_tensor t = list->tensors[numbers];
    int64_t half = t.dims[1] / 2;
    const int64_t dims[] = {t.dims[0], half};
    int units = l0_new_shaped(list, "units", ACL_FLOAT, dims, 2);
    const int inputs[] = {l0_part(list, numbers, 1, is_left ? 0 : half, half),
                          l0_part(list, numbers, 1, is_left ? half : 0, half),
                          list_number_of(list, (float)beta), list_number_of(list, (float)linear)};
    if (units != L0_NONE && inputs[0] != L0_NONE && inputs[1] != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_SituMxQuantUnit, inputs, 4, &units, 1, NULL);
    return units;
}

void quant_list_dequant_situ_quant(struct l0_list *list, int x, int weightScaleOptional,
                                   int activationScaleOptional, int biasOptional,
                                   int quantScaleOptional, int quantOffsetOptional,
                                   int groupIndexOptional, double beta, double linearBeta,
                                   bool activateLeft, const char *quantTypeOptional, int yOut,
                                   int yScaleOut)
{
    if (x == L0_NONE || yOut == L0_NONE || yScaleOut == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int given[] = {weightScaleOptional, activationScaleOptional, biasOptional,
                   quantScaleOptional,  quantOffsetOptional,     groupIndexOptional};
    for (int i = 0; i < 6; i++)
        given[i] = quant_dense(list, given[i]);
    if (dense == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor t = list->tensors[dense];
    int64_t both = t.dims[t.rank - 1];
    const int64_t lines[] = {t.elements / both, both};
    const int64_t dims[] = {lines[0], both / 2};
    const int64_t column[] = {lines[0], 1};
    bool is_static = quantTypeOptional != NULL && quant_is_word(quantTypeOptional, "static");
    const int results[] = {l0_new_shaped(list, "quantised", ACL_INT8, dims, 2),
                           is_static ? yScaleOut
                                     : l0_new_shaped(list, "scales", ACL_FLOAT, column, 2)};
    const int launched[] = {dense, given[0], given[1], given[2], given[3], given[4], given[5]};
    quant_launch(list, &l0_DequantSituQuant, launched, 7, results, 2);
    int numbers = restored(list, l0_reshape(list, dense, lines, 2), given, lines[0]);
    int units = numbers == L0_NONE ? L0_NONE
                                   : situ_of(list, numbers, activateLeft, beta, linearBeta);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (units == L0_NONE || fold == NULL || results[0] == L0_NONE)
        return;
    fold->dims = UINT64_C(1) << 1;
    const int inputs[] = {units, quant_or_number(list, given[3], 1),
                          quant_or_number(list, given[4], 0)};
    if (is_static)
        l0_step(list, L0_STEP_APPLY, &l0_DequantSituStatic, inputs, 3, results, 1, NULL);
    else
        l0_step(list, L0_STEP_APPLY, &l0_DequantSituRows, inputs, 2, results, 2, fold);
    norm_write_reshaped(list, results[0], yOut);
    if (!is_static)
        norm_write_reshaped(list, results[1], yScaleOut);
}
