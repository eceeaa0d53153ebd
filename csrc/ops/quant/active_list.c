/* SPDX-License-Identifier: Apache-2.0 */
/* Activations with quantised results: lists of L0 operators. */
#include "ops/quant/active.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Numbers by scales and offsets that are given, or L0_NONE. */
static struct quant_work by_given(struct l0_list *list, int numbers, int scales, int offsets, int y)
{
    return (struct quant_work){
        .formula = &l0_AscendQuantV2,
        .held = &l0_AscendQuantV2Held,
        .inputs = {numbers, scales, list_number_of(list, 1), quant_or_number(list, offsets, 0)},
        .input_count = 4,
        .results = {quant_result_of(list, y)},
        .result_count = 1,
    };
}

/* ---- GeluQuant ------------------------------------------------------------------------------- */

#define RESERVED (8 << 10) /* bytes of the unified buffer */
#define COEXISTING 13      /* float32 of an element there */
#define ALIGNED 8          /* float32 of a block */

/* The kernel's workspace: rows that the unified buffer does not hold have a float32 of each element
 * on each core. */
static uint64_t gelu_workspace(const struct l0_list *list, const struct l0_tensor *x,
                               bool is_dynamic)
{
    uint64_t common = (uint64_t)20 << 20;
    int64_t last = x->rank > 0 ? x->dims[x->rank - 1] : 1;
    int64_t rows = last > 0 ? x->elements / last : 0;
    int64_t cores = list->soc->vector_cores;
    int64_t room = (int64_t)(list->soc->unified_buffer_bytes - RESERVED) /
                   ((int64_t)sizeof(float) * COEXISTING) / ALIGNED * ALIGNED;
    if (!is_dynamic || (last + ALIGNED - 1) / ALIGNED * ALIGNED <= room || rows == 0)
        return common;
    int64_t share = (rows + cores - 1) / cores;
    return common + (uint64_t)(last * ((rows + share - 1) / share)) * sizeof(float);
}

void quant_list_gelu_quant(struct l0_list *list, int self, int inputScaleOptional,
                           int inputOffsetOptional, const char *approximate, const char *quantMode,
                           int y, int outScaleOptional)
{
    int results[QUANT_MOST_RESULTS];
    bool is_dynamic = quant_is_dynamic(quantMode);
    if (self == L0_NONE || y == L0_NONE)
        return;
    int dense = l0_contiguous(list, self);
    int scales = quant_dense(list, inputScaleOptional);
    int offsets = quant_dense(list, inputOffsetOptional);
    const struct l0_tensor elements = list->tensors[dense];
    int active = l0_new_shaped(list, "active", ACL_FLOAT, elements.dims, elements.rank);
    if (active == L0_NONE)
        return;
    const struct quant_work work = is_dynamic ? quant_by_rows(list, active, scales, y)
                                              : by_given(list, active, scales, offsets, y);
    const struct l0_row *gelu = strcmp(approximate, "tanh") == 0 ? &l0_GeluQuantTanh
                                                                 : &l0_GeluQuantErf;
    quant_new_results(list, &work, results);
    if (!is_dynamic)
        results[1] = l0_new_shaped(list, "nothing", ACL_FLOAT, (const int64_t[]){1}, 1);
    quant_launch(list, &l0_GeluQuant, (const int[]){dense, scales, offsets}, 3, results, 2);
    l0_kernel_workspace(list, gelu_workspace(list, &elements, is_dynamic));
    l0_step(list, L0_STEP_APPLY, gelu, &dense, 1, &active, 1, NULL);
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], y);
    if (is_dynamic)
        norm_write_reshaped(list, results[1], outScaleOptional);
}

/* ---- SwiGluQuant ----------------------------------------------------------------------------- */

struct swi_glu {
    int x;
    int smooth;
    int offsets;
    int groups;
    bool is_left; /* the first half is activated */
    bool is_dynamic;
    bool are_counts;
    int y;
    int scale;
};

/* Factors or summands beside the rows of units: of each group a row or a number. Rows behind all
 * groups have the number that changes nothing. */
static int beside_rows(struct l0_list *list, const struct swi_glu *s, int numbers, int groups,
                       const struct l0_tensor *units, float rest)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (numbers == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[numbers];
    int64_t last = units->dims[units->rank - 1];
    bool is_row = quant_is_row_of(given.dims, given.rank, last, s->is_dynamic, groups != L0_NONE);
    const int64_t rows[] = {is_row ? 1 : given.dims[0], is_row || given.rank == 2 ? last : 1};
    int as_rows = l0_reshape(list, numbers, rows, 2);
    if (groups == L0_NONE)
        return l0_part(list, as_rows, 0, 0, 1);
    memcpy(dims, units->dims, (size_t)units->rank * sizeof *dims);
    dims[units->rank - 1] = rows[1];
    return quant_spread_groups(list, as_rows, groups,
                               &(struct quant_groups){s->are_counts, true, rest, NULL}, dims,
                               units->rank);
}

static struct quant_work swi_glu_work(struct l0_list *list, const struct swi_glu *s, int units,
                                      int factors, int summands)
{
    if (!s->is_dynamic)
        return by_given(list, units, factors, summands, s->y);
    struct quant_work work = quant_by_rows(list, units, factors, s->y);
    work.formula = &l0_SwiGluQuantRows;
    work.held = NULL;
    return work;
}

/* The kernel's workspace: a block for each core. */
static uint64_t swi_glu_workspace(const struct l0_list *list, int64_t rows)
{
    int64_t cores = list->soc->vector_cores;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(rows < cores ? rows : cores) * 32;
}

static void swi_glu(struct l0_list *list, const struct swi_glu *s)
{
    int results[QUANT_MOST_RESULTS];
    if (s->x == L0_NONE || s->smooth == L0_NONE || s->y == L0_NONE || s->scale == L0_NONE)
        return;
    int dense = l0_contiguous(list, s->x);
    int smooth = l0_contiguous(list, s->smooth);
    int offsets = quant_dense(list, s->offsets);
    int groups = quant_dense(list, s->groups);
    int32_t last = list->tensors[dense].rank - 1;
    int64_t count = list->tensors[dense].dims[last] / 2;
    const int halves[] = {l0_part(list, dense, last, s->is_left ? 0 : count, count),
                          l0_part(list, dense, last, s->is_left ? count : 0, count)};
    if (halves[0] == L0_NONE || halves[1] == L0_NONE)
        return;
    const struct l0_tensor half = list->tensors[halves[0]];
    int units = l0_new_shaped(list, "units", ACL_FLOAT, half.dims, half.rank);
    if (units == L0_NONE)
        return;
    int factors = beside_rows(list, s, smooth, groups, &half, 1);
    int summands = s->is_dynamic ? L0_NONE : beside_rows(list, s, offsets, groups, &half, 0);
    const struct quant_work work = swi_glu_work(list, s, units, factors, summands);
    quant_new_results(list, &work, results);
    if (!s->is_dynamic)
        results[1] = s->scale;
    quant_launch(list, &l0_SwiGluQuant, (const int[]){dense, smooth, offsets, groups}, 4, results,
                 2);
    l0_kernel_workspace(list, swi_glu_workspace(list, half.elements / count));
    l0_step(list, L0_STEP_APPLY, &l0_SwiGluQuantUnit, halves, 2, &units, 1, NULL);
    quant_compute(list, &work, results);
    l0_view_copy(list, results[0], s->y);
    if (s->is_dynamic)
        norm_write_reshaped(list, results[1], s->scale);
}

void quant_list_swi_glu_quant_v2(struct l0_list *list, int x, int smoothScalesOptional,
                                 int offsetsOptional, int groupIndexOptional, bool activateLeft,
                                 const char *quantModeOptional, int64_t groupListType, int yOut,
                                 int scaleOut)
{
    bool is_dynamic = quantModeOptional == NULL || quant_is_dynamic(quantModeOptional);
    swi_glu(list, &(struct swi_glu){x, smoothScalesOptional, offsetsOptional, groupIndexOptional,
                                    activateLeft, is_dynamic, groupListType == 1, yOut, scaleOut});
}

void quant_list_swi_glu_quant(struct l0_list *list, int x, int smoothScalesOptional,
                              int offsetsOptional, int groupIndexOptional, bool activateLeft,
                              const char *quantModeOptional, int yOut, int scaleOut)
{
    quant_list_swi_glu_quant_v2(list, x, smoothScalesOptional, offsetsOptional, groupIndexOptional,
                                activateLeft, quantModeOptional, 0, yOut, scaleOut);
}
