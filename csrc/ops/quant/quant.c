/* SPDX-License-Identifier: Apache-2.0 */
/* Quantised numbers: what checks and lists share. */
#include "ops/quant/quant.h"

#include <stddef.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "declared/quant.h"
#include "ops/norm/statistics.h"
#include "workspace/l0_operators.h"

int quant_find_rounding(const char *name)
{
    static const char *const names[QUANT_ROUNDINGS] = {"round", "floor", "ceil", "trunc"};
    for (int i = 0; i < QUANT_ROUNDINGS; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

/* ---- Work ------------------------------------------------------------------------------------ */

static int new_result(struct l0_list *list, const struct quant_work *work,
                      const struct quant_result *result)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor elements = list->tensors[work->inputs[0]];
    for (int32_t i = 0; i < elements.rank; i++)
        dims[i] = result->is_statistic && (work->folded >> i & 1) != 0 ? 1 : elements.dims[i];
    if (result->is_packed)
        dims[elements.rank - 1] /= QUANT_IN_A_WORD;
    return l0_new_shaped(list, result->is_statistic ? "statistic" : "quantised", result->type, dims,
                         elements.rank);
}

/* The tensor that the formula writes where another step packs its numbers. */
static int new_codes(struct l0_list *list, const struct quant_work *work)
{
    const struct l0_tensor elements = list->tensors[work->inputs[0]];
    return l0_new_shaped(list, "codes", ACL_INT8, elements.dims, elements.rank);
}

void quant_new_results(struct l0_list *list, const struct quant_work *work, int *results)
{
    for (int i = 0; i < work->result_count; i++)
        results[i] = list->status == ACLNN_SUCCESS ? new_result(list, work, &work->results[i])
                                                   : L0_NONE;
}

void quant_launch(struct l0_list *list, const struct l0_row *row, const int *tensors, int count,
                  const int *results, int result_count)
{
    int launched[QUANT_MOST_LAUNCHED];
    int given = 0;
    for (int i = 0; i < count; i++)
        if (tensors[i] != L0_NONE)
            launched[given++] = tensors[i];
    l0_launch_row(list, row, launched, given, 0, results, result_count, NULL);
}

bool quant_is_float(aclDataType type)
{
    return type == ACL_HIFLOAT8 || type_is_float8(type);
}

double quant_largest(aclDataType type)
{
    switch (type) {
    case ACL_INT8: return 127;
    case ACL_FLOAT8_E4M3FN: return 448;
    case ACL_FLOAT8_E5M2: return 57344;
    case ACL_HIFLOAT8: return 32768;
    default: return 7;
    }
}

/* Whether an input is one number, or one for each column. */
static bool is_along_rows(const struct l0_list *list, int tensor, int64_t columns)
{
    const struct l0_tensor t = list->tensors[tensor];
    return t.elements == 1 || (t.rank == 1 && t.elements == columns);
}

bool quant_has_rows(const struct l0_list *list, const struct quant_work *work, int x)
{
    const struct l0_tensor elements = list->tensors[x];
    const struct quant_result *y = &work->results[0];
    int64_t columns = elements.rank > 0 ? elements.dims[elements.rank - 1] : 0;
    bool has = work->on_rows != NULL && work->folded == norm_last_dims(&elements, 1) &&
               (elements.type == ACL_FLOAT16 || elements.type == ACL_BF16) &&
               norm_is_given(list, x) && norm_lies_in_order(list, x) && !quant_is_float(y->type) &&
               !y->lies_apart && norm_are_rows(list, work->inputs, work->input_count, columns);
    for (int i = 1; has && i < work->input_count; i++)
        has = is_along_rows(list, work->inputs[i], columns);
    return has;
}

/* Appends the formula, which writes some of the results. */
static void apply(struct l0_list *list, const struct quant_work *work, const int *written,
                  int count, struct l0_fold *fold)
{
    int inputs[QUANT_MOST_INPUTS + 1];
    int given = work->input_count;
    bool is_held = quant_is_float(work->results[0].type);
    if (quant_has_rows(list, work, work->inputs[0])) {
        norm_work_on_rows(list, work->on_rows, work->inputs, given, written, count, 1);
        return;
    }
    memcpy(inputs, work->inputs, (size_t)given * sizeof *inputs);
    if (is_held)
        inputs[given++] = list_number_of(list, quant_largest(work->results[0].type));
    l0_step(list, L0_STEP_APPLY, is_held ? work->held : work->formula, inputs, given, written,
            count, fold);
}

void quant_compute(struct l0_list *list, const struct quant_work *work, const int *results)
{
    int written[QUANT_MOST_RESULTS];
    int own = work->written_count > 0 ? work->written_count : work->result_count;
    struct l0_fold *fold = work->folded != 0 ? l0_take(list, sizeof *fold) : NULL;
    if (list->status != ACLNN_SUCCESS)
        return;
    if (fold != NULL)
        fold->dims = work->folded;
    for (int i = 0; i < own; i++)
        written[i] = work->results[i].is_packed ? new_codes(list, work) : results[i];
    apply(list, work, written, own, fold);
    for (int i = 0; i < own; i++)
        if (written[i] != results[i])
            l0_step(list, L0_STEP_APPLY, &l0_QuantPackInt4, &written[i], 1, &results[i], 1, NULL);
}

void quant_run(struct l0_list *list, const struct quant_work *work, int *results)
{
    quant_new_results(list, work, results);
    quant_launch(list, work->row, work->launched, work->launched_count, results,
                 work->result_count);
    quant_compute(list, work, results);
}

struct quant_result quant_result_of(const struct l0_list *list, int y)
{
    aclDataType type = list->tensors[y].type;
    return (struct quant_result){
        .type = type, .is_packed = type == ACL_INT32, .lies_apart = !norm_lies_in_order(list, y)};
}

/* ---- Operands -------------------------------------------------------------------------------- */

int quant_unpacked(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    if (tensor == L0_NONE || list->tensors[tensor].type != ACL_INT32)
        return tensor;
    int codes = l0_new_shaped(list, "codes", ACL_INT8, dims, rank);
    if (codes != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantUnpackInt4, &tensor, 1, &codes, 1, NULL);
    return codes;
}

int quant_spread_groups(struct l0_list *list, int scales, int groups,
                        const struct quant_groups *how, const int64_t *dims, int32_t rank)
{
    bool has_ends = how != NULL && how->ends != NULL;
    if (scales == L0_NONE || (groups == L0_NONE && !has_ends))
        return L0_NONE;
    struct quant_groups *kept = how != NULL ? l0_take(list, sizeof *kept) : NULL;
    int rows = l0_new_shaped(list, "rows", list->tensors[scales].type, dims, rank);
    if (kept != NULL)
        *kept = *how;
    if (rows != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_QuantSpreadRows, (const int[]){scales, groups},
                has_ends ? 1 : 2, &rows, 1, kept);
    return rows;
}

int quant_spread_rows(struct l0_list *list, int scales, int groups, const struct l0_tensor *x)
{
    if (scales == L0_NONE || groups == L0_NONE || list->tensors[scales].rank != 2)
        return scales;
    return quant_spread_groups(list, scales, groups, NULL, x->dims, x->rank);
}

int quant_along(struct l0_list *list, int tensor, int32_t rank, int64_t axis)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE || list->tensors[tensor].rank != 1)
        return tensor;
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i == axis ? list->tensors[tensor].dims[0] : 1;
    return l0_reshape(list, tensor, dims, rank);
}

int quant_transposed(struct l0_list *list, int tensor, const int64_t *order)
{
    int64_t dims[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[tensor];
    int64_t *kept = l0_take(list, (size_t)t.rank * sizeof *kept);
    for (int32_t i = 0; i < t.rank; i++)
        dims[i] = t.dims[order[i]];
    int result = l0_new_shaped(list, "transposed", t.type, dims, t.rank);
    if (kept == NULL || result == L0_NONE)
        return L0_NONE;
    memcpy(kept, order, (size_t)t.rank * sizeof *kept);
    l0_step(list, L0_STEP_APPLY, &l0_Transpose, &tensor, 1, &result, 1, kept);
    return result;
}

int quant_or_number(struct l0_list *list, int tensor, double number)
{
    return tensor == L0_NONE ? list_number_of(list, number) : tensor;
}

int quant_some(const struct l0_list *list, int tensor)
{
    return tensor == L0_NONE || list->tensors[tensor].elements == 0 ? L0_NONE : tensor;
}

int quant_dense(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE : l0_contiguous(list, tensor);
}

int quant_dense_in(struct l0_list *list, int tensor, aclDataType type)
{
    return tensor == L0_NONE ? L0_NONE : l0_cast(list, l0_contiguous(list, tensor), type);
}
