/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyTopKTopP: of each row of logits the likeliest stay, by number and by probability. */
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/sort.h"
#include "ops/statistics.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"

#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)
#define MAX_BLOCKS 64

aclnnStatus check_row_numbers(struct call *call, int logits, int numbers)
{
    const struct tensor *rows = call_tensor(call, logits);
    const struct tensor *given = call_tensor(call, numbers);
    return given == NULL || given->dims[0] == rows->dims[0]
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s has not as many elements as %s has rows; one for each is required",
                        call_name(call, numbers), call_name(call, logits));
}

/* ---- The work: on rows of float32 in ascending order ----------------------------------------- */

static float float_at(const struct work_view *view, int64_t row, int64_t column)
{
    float value;
    memcpy(&value,
           view->address +
               (row * view->strides[0] + (view->rank > 1 ? column * view->strides[1] : 0)) *
                   (int64_t)sizeof value,
           sizeof value);
    return value;
}

static void put_float(const struct work_view *view, int64_t row, int64_t column, float value)
{
    memcpy(view->address +
               (row * view->strides[0] + column * view->strides[1]) * (int64_t)sizeof value,
           &value, sizeof value);
}

/* What is below the k-th from the end becomes -infinity. */
static void mask_row(const struct work *work, int64_t row)
{
    const struct work_view *sorted = &work->inputs[0];
    const struct work_view *counts = &work->inputs[1];
    int64_t size = sorted->dims[1];
    int64_t k = index_at(counts->address + row * counts->strides[0] * view_width(counts), false);
    bool is_whole = k <= 0 || k >= size;
    float least = is_whole ? 0 : float_at(sorted, row, size - k);
    for (int64_t i = 0; i < size; i++) {
        float value = float_at(sorted, row, i);
        put_float(&work->outputs[0], row, i, !is_whole && value < least ? -INFINITY : value);
    }
}

/* Rows back in their own order, without those whose probabilities, added from the least, stay
   within 1 - p; the last stays. Inputs: sorted logits, places, and probabilities and p where they
   count. */
static void put_row(const struct work *work, int64_t row)
{
    const struct work_view *sorted = &work->inputs[0];
    const struct work_view *places = &work->inputs[1];
    bool has_p = *(const bool *)work->attributes;
    int64_t size = sorted->dims[1];
    double rest = has_p ? 1 - (double)float_at(&work->inputs[3], row, 0) : -1;
    double sum = 0;
    for (int64_t i = 0; i < size; i++) {
        int64_t place = index_at(places->address +
                                     (row * places->strides[0] + i * places->strides[1]) *
                                         (int64_t)sizeof place,
                                 true);
        if (has_p)
            sum += (double)float_at(&work->inputs[2], row, i);
        bool is_left_out = has_p && sum <= rest && i < size - 1;
        put_float(&work->outputs[0], row, place,
                  is_left_out ? -INFINITY : float_at(sorted, row, i));
    }
}

struct rows {
    const struct work *work;
    void (*run)(const struct work *work, int64_t row);
};

static void run_share(int64_t block, int64_t blocks, void *context)
{
    const struct rows *rows = context;
    int64_t count = rows->work->inputs[0].dims[0];
    for (int64_t i = count * block / blocks; i < count * (block + 1) / blocks; i++)
        rows->run(rows->work, i);
}

static void run_rows(const struct work *work, void (*run)(const struct work *work, int64_t row))
{
    struct rows rows = {work, run};
    int64_t blocks = view_count(&work->inputs[0]) / ELEMENTS_A_BLOCK + 1;
    blocks = blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS;
    blocks = blocks < work->inputs[0].dims[0] ? blocks : work->inputs[0].dims[0];
    if (blocks <= 1)
        run_share(0, 1, &rows);
    else
        ai_cores_run_function("top_k_top_p", run_share, blocks, &rows);
}

static void run_mask(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_rows(work, mask_row);
}

static void run_put(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_rows(work, put_row);
}

extern const struct l0_run run_top_k_mask;
const struct l0_run run_top_k_mask = {.run = run_mask};

extern const struct l0_run run_top_p_put;
const struct l0_run run_top_p_put = {.run = run_put};

/* ---- The list -------------------------------------------------------------------------------- */

/* The logits in ascending order in float32, and their places. */
static int sort_rows(struct l0_list *list, int logits, int *places)
{
    struct sort_attributes *order = arena_take(list->arena, sizeof *order);
    if (logits == L0_NONE || order == NULL)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[logits];
    *order = (struct sort_attributes){SORT_FIRST, 1, false, given.dims[1]};
    int values = l0_new_shaped(list, "sorted", given.type, given.dims, 2);
    int narrow = l0_new_shaped(list, "places", ACL_INT32, given.dims, 2);
    *places = l0_new_shaped(list, "places", ACL_INT64, given.dims, 2);
    l0_launch_row(list, &l0_Sort, &logits, 1, 0, (int[]){values, narrow}, 2, NULL);
    if (values == L0_NONE || *places == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Sort, &logits, 1, (int[]){values, *places}, 2, order);
    return l0_convert(list, values, ACL_FLOAT);
}

static int new_rows(struct l0_list *list, int like)
{
    return like == L0_NONE ? L0_NONE
                           : l0_new_shaped(list, "rows", ACL_FLOAT, list->tensors[like].dims, 2);
}

void list_top_k_top_p(struct l0_list *list, int logits, int p, int k, int out)
{
    int places = L0_NONE;
    bool *has_p = arena_take(list->arena, sizeof *has_p);
    int dense = l0_contiguous(list, logits);
    if (has_p == NULL || dense == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[dense].dims[1] == 1) {
        l0_view_copy(list, dense, out);
        return;
    }
    *has_p = p != L0_NONE;
    int rows = sort_rows(list, dense, &places);
    const struct l0_tensor result = list->tensors[out];
    int filtered = l0_new_shaped(list, "filtered", result.type, result.dims, 2);
    l0_launch_row(list, &l0_ApplyTopKTopPWithSorted, &dense, 1, 0, &filtered, 1, NULL);
    int masked = k == L0_NONE ? rows : new_rows(list, rows);
    int put = result.type == ACL_FLOAT ? filtered : new_rows(list, rows);
    if (masked == L0_NONE || put == L0_NONE || filtered == L0_NONE)
        return;
    if (k != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_TopKMask, (int[]){rows, k}, 2, &masked, 1, NULL);
    int inputs[] = {masked, places, L0_NONE, L0_NONE};
    if (*has_p) {
        inputs[2] = new_rows(list, rows);
        inputs[3] = l0_convert(list, p, ACL_FLOAT);
        fold_rows(list, &l0_SoftmaxV2, &masked, 1, &inputs[2], 1, 1 << 1);
        if (inputs[2] == L0_NONE || inputs[3] == L0_NONE)
            return;
    }
    l0_step(list, L0_STEP_APPLY, &l0_ApplyTopKTopPWithSorted, inputs, *has_p ? 4 : 2, &put, 1,
            has_p);
    if (put != filtered)
        l0_step(list, L0_STEP_CAST, NULL, &put, 1, &filtered, 1, NULL);
    l0_view_copy(list, filtered, out);
}
