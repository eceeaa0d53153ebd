/* SPDX-License-Identifier: Apache-2.0 */
/* Products of whole numbers restored, their gated units quantised: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/active.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* The operands of a call; L0_NONE for those that it does not have. */
struct unit {
    int x;
    int weight;
    int rows; /* activationScale */
    int bias;
    int scale;
    int offset;
    int groups;
    bool is_left; /* the first half is activated */
    bool is_dynamic;
    int64_t mode; /* of the units: 0, or a variant with limits */
    double limit;
    double alpha;
    double added;
    int y;
    int result_scale;
};

/* ---- The kernel's workspace ------------------------------------------------------------------ */

#define BYTES_ALIGNED 32
#define LINE 512      /* bytes */
#define LONGEST 65535 /* bytes that a strided copy moves at once */
#define SMALL_COLUMNS 1536
#define SMALL_ROWS 128
#define FEW_CORES 12
#define WHOLE_ROW 5120 /* columns of a row that the unified buffer of Ascend950 holds */
#define GROUPS_WORKSPACE 32

/* Columns of a row that the kernel without groups has at once: those of the dynamic one. */
static int64_t columns_at_once(const struct l0_list *list, const struct unit *u, int64_t columns)
{
    const struct l0_tensor *x = &list->tensors[u->x];
    bool is_whole = x->type == ACL_INT32;
    bool is_half_bias = u->bias != L0_NONE && (list->tensors[u->bias].type == ACL_FLOAT16 ||
                                               list->tensors[u->bias].type == ACL_BF16);
    int64_t bytes = is_whole ? 11 * 4 + (is_half_bias ? 2 * 2 : 0) + 1 : 6 * 4 + 1;
    int64_t size = is_whole ? 4 : 2;
    int64_t most = (int64_t)list->soc->unified_buffer_bytes / bytes / BYTES_ALIGNED * BYTES_ALIGNED;
    int64_t longest = columns % (BYTES_ALIGNED / size) == 0 ? LONGEST : LONGEST / 4;
    int64_t found = columns < most ? columns : most;
    found = found < longest ? found : longest;
    return found < columns && found > LINE / size ? found / (LINE / size) * (LINE / size) : found;
}

static uint64_t unit_workspace(const struct l0_list *list, const struct unit *u, int64_t rows,
                               int64_t columns)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    int64_t cores = list->soc->vector_cores;
    int64_t used = rows < cores ? rows : cores;
    if (!is_3510 && u->groups != L0_NONE)
        return GROUPS_WORKSPACE;
    bool is_cut = is_3510 ? columns > WHOLE_ROW : columns > columns_at_once(list, u, columns);
    if (!is_3510 && columns < SMALL_COLUMNS && rows < SMALL_ROWS && used > FEW_CORES)
        used = FEW_CORES;
    return L0_SYSTEM_WORKSPACE +
           (u->is_dynamic && is_cut ? (uint64_t)(used * columns) * sizeof(float) : 0);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Numbers beside elements in these dims: a row or a number for all, or those of each row's group.
 */
static int beside(struct l0_list *list, int numbers, int groups, const struct l0_tensor *elements)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (numbers == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[numbers];
    int32_t last = elements->rank - 1;
    bool is_row = groups == L0_NONE || (given.rank == 1 && given.dims[0] == elements->dims[last]);
    int64_t columns = is_row ? given.elements : given.rank == 2 ? given.dims[1] : 1;
    const int64_t table[] = {given.elements / columns, columns};
    if (is_row)
        return l0_reshape(list, numbers, &columns, 1);
    memcpy(dims, elements->dims, (size_t)elements->rank * sizeof *dims);
    dims[last] = columns;
    return quant_spread_groups(list, l0_reshape(list, numbers, table, 2), groups,
                               &(struct quant_groups){.are_counts = true}, dims, elements->rank);
}

/* A number for each row, as a column. */
static int beside_rows(struct l0_list *list, int numbers, const struct l0_tensor *elements)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (numbers == L0_NONE)
        return L0_NONE;
    memcpy(dims, elements->dims, (size_t)elements->rank * sizeof *dims);
    dims[elements->rank - 1] = 1;
    return l0_reshape(list, numbers, dims, elements->rank);
}

/* Whole numbers times the scales of their columns and rows, and a bias. */
static int restored(struct l0_list *list, const struct unit *u, int dense)
{
    const struct l0_tensor x = list->tensors[dense];
    if (x.type != ACL_INT32)
        return dense;
    bool is_whole = u->bias != L0_NONE && list->tensors[u->bias].type == ACL_INT32;
    int numbers = l0_new_shaped(list, "restored", ACL_FLOAT, x.dims, x.rank);
    const int inputs[] = {dense, beside(list, u->weight, u->groups, &x),
                          quant_or_number(list, beside_rows(list, u->rows, &x), 1),
                          quant_or_number(list, beside(list, u->bias, u->groups, &x), 0)};
    if (numbers == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, is_whole ? &l0_DequantBiasWhole : &l0_DequantBias, inputs, 4,
            &numbers, 1, NULL);
    return numbers;
}

/* The gate and what it gates: both halves of the last dimension, or its even and odd places. */
static void split(struct l0_list *list, const struct unit *u, int numbers, int *parts)
{
    const struct l0_tensor whole = list->tensors[numbers];
    int32_t last = whole.rank - 1;
    int64_t dims[TENSOR_MAX_DIMS + 1];
    int64_t half = whole.dims[last] / 2;
    memcpy(dims, whole.dims, (size_t)whole.rank * sizeof *dims);
    dims[last] = half;
    dims[whole.rank] = 2;
    bool is_mixed = u->mode == 1;
    int from = is_mixed ? l0_reshape(list, numbers, dims, whole.rank + 1) : numbers;
    int32_t along = is_mixed ? whole.rank : last;
    int64_t step = is_mixed ? 1 : half;
    bool is_first = is_mixed || u->is_left;
    parts[0] = l0_part(list, from, along, is_first ? 0 : step, step);
    parts[1] = l0_part(list, from, along, is_first ? step : 0, step);
}

/* The units, in the dims of x with half the last one. */
static int units_of(struct l0_list *list, const struct unit *u, int numbers)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int parts[2];
    const struct l0_tensor whole = list->tensors[numbers];
    memcpy(dims, whole.dims, (size_t)whole.rank * sizeof *dims);
    dims[whole.rank - 1] /= 2;
    split(list, u, numbers, parts);
    if (parts[0] == L0_NONE || parts[1] == L0_NONE)
        return L0_NONE;
    const struct l0_tensor part = list->tensors[parts[0]];
    int units = l0_new_shaped(list, "units", ACL_FLOAT, part.dims, part.rank);
    const int inputs[] = {parts[0], parts[1], list_number_of(list, u->limit),
                          list_number_of(list, u->alpha), list_number_of(list, u->added)};
    const struct l0_row *row = u->mode == 0   ? &l0_SwiGluQuantUnit
                               : u->mode == 3 ? &l0_SwiGluQuantClamped
                                              : &l0_SwiGluQuantLimited;
    if (units == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, row, inputs,
            u->mode == 0   ? 2
            : u->mode == 3 ? 3
                           : 5,
            &units, 1, NULL);
    return l0_reshape(list, units, dims, whole.rank);
}

static struct quant_work quantising(struct l0_list *list, const struct unit *u, int units)
{
    const struct l0_tensor elements = list->tensors[units];
    int factors = beside(list, u->scale, u->groups, &elements);
    if (u->is_dynamic)
        return quant_by_rows(list, units, factors, u->y);
    return (struct quant_work){
        .formula = &l0_Quantize,
        .held = &l0_QuantizeHeld,
        .inputs = {units, factors,
                   quant_or_number(list, beside(list, u->offset, u->groups, &elements), 0)},
        .input_count = 3,
        .results = {{.type = list->tensors[u->y].type}},
        .result_count = 1,
    };
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The kernel without groups of Ascend910B has one unit. */
static int64_t variant_of(const struct l0_list *list, int groups, int64_t given)
{
    return list->architecture == ARCHITECTURE_3510 || groups != L0_NONE ? given : 0;
}

static void quantise_units(struct l0_list *list, const struct unit *u)
{
    int results[QUANT_MOST_RESULTS];
    if (u->x == L0_NONE || u->y == L0_NONE || u->result_scale == L0_NONE)
        return;
    struct unit dense = *u;
    dense.x = l0_contiguous(list, u->x);
    int *const operands[] = {&dense.weight, &dense.rows,   &dense.bias,
                             &dense.scale,  &dense.offset, &dense.groups};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
        *operands[i] = quant_dense(list, quant_some(list, *operands[i]));
    int columns = dense.x == L0_NONE ? L0_NONE : restored(list, &dense, dense.x);
    int units = columns == L0_NONE ? L0_NONE : units_of(list, &dense, columns);
    if (units == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[units];
    int64_t last = shape.dims[shape.rank - 1];
    const struct quant_work work = quantising(list, &dense, units);
    const int launched[] = {dense.x,     dense.weight, dense.rows,  dense.bias,
                            dense.scale, dense.offset, dense.groups};
    quant_new_results(list, &work, results);
    if (!dense.is_dynamic)
        results[1] = u->result_scale;
    quant_launch(list, &l0_DequantSwigluQuant, launched, 7, results, 2);
    l0_kernel_workspace(list, unit_workspace(list, &dense, shape.elements / last, last));
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], u->y);
    if (dense.is_dynamic)
        norm_write_reshaped(list, results[1], u->result_scale);
}

void quant_list_dequant_swiglu_quant_v2(struct l0_list *list, int x, int weightScaleOptional,
                                        int activationScaleOptional, int biasOptional,
                                        int quantScaleOptional, int quantOffsetOptional,
                                        int groupIndexOptional, bool activateLeft,
                                        const char *quantModeOptional, int64_t swigluMode,
                                        double clampLimit, double gluAlpha, double gluBias,
                                        int yOut, int scaleOut)
{
    quantise_units(list, &(struct unit){
                             .x = x,
                             .weight = weightScaleOptional,
                             .rows = activationScaleOptional,
                             .bias = biasOptional,
                             .scale = quantScaleOptional,
                             .offset = quantOffsetOptional,
                             .groups = groupIndexOptional,
                             .is_left = activateLeft,
                             .is_dynamic = quant_is_dynamic_unit(quantModeOptional),
                             .mode = variant_of(list, groupIndexOptional, swigluMode),
                             .limit = (float)clampLimit,
                             .alpha = (float)gluAlpha,
                             .added = (float)gluBias,
                             .y = yOut,
                             .result_scale = scaleOut,
                         });
}

void quant_list_dequant_swiglu_quant(struct l0_list *list, int x, int weightScaleOptional,
                                     int activationScaleOptional, int biasOptional,
                                     int quantScaleOptional, int quantOffsetOptional,
                                     int groupIndexOptional, bool activateLeft,
                                     const char *quantModeOptional, int yOut, int scaleOut)
{
    quant_list_dequant_swiglu_quant_v2(list, x, weightScaleOptional, activationScaleOptional,
                                       biasOptional, quantScaleOptional, quantOffsetOptional,
                                       groupIndexOptional, activateLeft, quantModeOptional, 0, 1, 1,
                                       0, yOut, scaleOut);
}
