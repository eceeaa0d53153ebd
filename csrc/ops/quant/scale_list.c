/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised and restored by scales that are given: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static const struct l0_row *const roundings[QUANT_ROUNDINGS] = {
    &l0_AscendQuantV2, &l0_AscendQuantV2Floor, &l0_AscendQuantV2Ceil, &l0_AscendQuantV2Trunc};

void quant_list_ascend_quant(struct l0_list *list, int x, int scale, int offset, bool sqrtMode,
                             const char *roundMode, int32_t axis, int y)
{
    if (x == L0_NONE || scale == L0_NONE || y == L0_NONE)
        return;
    int result = L0_NONE;
    const struct l0_tensor elements = list->tensors[x];
    bool is_held = quant_is_float(list->tensors[y].type);
    int64_t at = axis < 0 ? axis + elements.rank : axis;
    int dense = l0_contiguous(list, x);
    int scales = quant_dense_in(list, scale, elements.type);
    int offsets = quant_dense_in(list, offset, elements.type);
    int along = quant_along(list, scales, elements.rank, at);
    int added = quant_along(list, offsets, elements.rank, at);
    const struct quant_work work = {
        .row = &l0_AscendQuantV2,
        .formula = is_held ? NULL : roundings[quant_find_rounding(roundMode)],
        .held = &l0_AscendQuantV2Held,
        .launched = {dense, scales, offsets},
        .launched_count = 3,
        .inputs = {dense, along, sqrtMode ? along : list_number_of(list, 1),
                   quant_or_number(list, added, 0)},
        .input_count = 4,
        .results = {quant_result_of(list, y)},
        .result_count = 1,
    };
    quant_run(list, &work, &result);
    l0_view_copy(list, result, y);
}

void quant_list_ascend_quant_last(struct l0_list *list, int x, int scale, int offset, bool sqrtMode,
                                  const char *roundMode, int y)
{
    quant_list_ascend_quant(list, x, scale, offset, sqrtMode, roundMode, -1, y);
}

/* The dimension of restored numbers along which scales of one dimension lie. */
static int64_t axis_of(const struct l0_tensor *restored, const struct l0_tensor *scale)
{
    int32_t last = restored->rank - 1;
    bool is_last = scale->rank != 1 || scale->dims[0] == 1 ||
                   scale->dims[0] == restored->dims[last];
    return is_last ? last : last - 1;
}

void quant_list_ascend_anti_quant(struct l0_list *list, int x, int scale, int offset, bool sqrtMode,
                                  int y)
{
    if (x == L0_NONE || scale == L0_NONE || y == L0_NONE)
        return;
    int result = L0_NONE;
    const struct l0_tensor out = list->tensors[y];
    int64_t axis = axis_of(&out, &list->tensors[scale]);
    int dense = l0_contiguous(list, x);
    int scales = l0_contiguous(list, scale);
    int offsets = quant_dense(list, offset);
    int along = quant_along(list, scales, out.rank, axis);
    int added = quant_along(list, offsets, out.rank, axis);
    const struct quant_work work = {
        .row = &l0_AscendAntiQuantV2,
        .formula = &l0_AscendAntiQuantV2,
        .launched = {dense, scales, offsets},
        .launched_count = 3,
        .inputs = {quant_unpacked(list, dense, out.dims, out.rank), along,
                   sqrtMode ? along : list_number_of(list, 1), quant_or_number(list, added, 0)},
        .input_count = 4,
        .results = {{.type = out.type}},
        .result_count = 1,
    };
    quant_run(list, &work, &result);
    l0_view_copy(list, result, y);
}

void quant_list_quantize(struct l0_list *list, int x, int scales, int zeroPoints, int32_t axis,
                         int out)
{
    if (x == L0_NONE || scales == L0_NONE || out == L0_NONE)
        return;
    int result = L0_NONE;
    int32_t rank = list->tensors[x].rank;
    int64_t at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank)
        at = rank - 1; /* there is one scale */
    int dense = l0_contiguous(list, x);
    int factors = l0_contiguous(list, scales);
    int points = quant_dense(list, zeroPoints);
    if (list->tensors[factors].type == ACL_FLOAT16)
        factors = l0_cast(list, factors, ACL_FLOAT);
    factors = quant_along(list, factors, rank, at);
    points = quant_along(list, points, rank, at);
    const struct quant_work work = {
        .row = &l0_Quantize,
        .formula = &l0_Quantize,
        .held = &l0_QuantizeHeld,
        .launched = {dense, factors, points},
        .launched_count = 3,
        .inputs = {dense, factors, quant_or_number(list, points, 0)},
        .input_count = 3,
        .results = {{.type = list->tensors[out].type}},
        .result_count = 1,
    };
    quant_run(list, &work, &result);
    l0_view_copy(list, result, out);
}

/* ---- Groups of rows, and products of quantised matrices -------------------------------------- */

void quant_list_group_quant(struct l0_list *list, int x, int scale, int groupIndex,
                            int offsetOptional, int y)
{
    int result = L0_NONE;
    if (x == L0_NONE || scale == L0_NONE || groupIndex == L0_NONE || y == L0_NONE)
        return;
    const struct l0_tensor elements = list->tensors[x];
    int dense = l0_contiguous(list, x);
    int scales = l0_contiguous(list, scale);
    int groups = l0_contiguous(list, groupIndex);
    int offset = quant_dense(list, offsetOptional);
    bool has_offset = offset != L0_NONE && list->tensors[offset].elements == 1;
    int added = has_offset ? l0_reshape(list, offset, (const int64_t[]){1}, 1) : L0_NONE;
    const struct quant_work work = {
        .row = &l0_GroupQuant,
        .formula = &l0_GroupQuant,
        .launched = {dense, scales, groups, offset},
        .launched_count = 4,
        .inputs = {dense, quant_spread_rows(list, scales, groups, &elements),
                   quant_or_number(list, added, 0)},
        .input_count = 3,
        .results = {quant_result_of(list, y)},
        .result_count = 1,
    };
    quant_run(list, &work, &result);
    l0_view_copy(list, result, y);
}

void quant_list_dequant_bias(struct l0_list *list, int x, int weightScale,
                             int activateScaleOptional, int biasOptional, int out)
{
    int result = L0_NONE;
    if (x == L0_NONE || weightScale == L0_NONE || out == L0_NONE)
        return;
    int dense = l0_contiguous(list, x);
    int weights = l0_contiguous(list, weightScale);
    int rows = quant_dense(list, activateScaleOptional);
    int bias = quant_dense(list, biasOptional);
    bool is_whole = quant_some(list, bias) != L0_NONE && list->tensors[bias].type == ACL_INT32;
    const struct quant_work work = {
        .row = &l0_DequantBias,
        .formula = is_whole ? &l0_DequantBiasWhole : &l0_DequantBias,
        .launched = {dense, weights, rows, bias},
        .launched_count = 4,
        .inputs = {dense, weights,
                   quant_or_number(list, quant_along(list, quant_some(list, rows), 2, 0), 1),
                   quant_or_number(list, quant_some(list, bias), 0)},
        .input_count = 4,
        .results = {{.type = list->tensors[out].type}},
        .result_count = 1,
    };
    quant_run(list, &work, &result);
    l0_view_copy(list, result, out);
}
