/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyTopKTopP keeps the likeliest logits of each row, limited by their number and by their
 * probability. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"

#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)
#define MAX_BLOCKS 64

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

/* Replaces everything below the k-th element from the end by -infinity. */
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

/* Writes rows in their original sequence, without the elements whose probabilities, added from the
 * smallest on, stay within 1 - p; the last element stays. Inputs are the sorted logits, their
 * indices, and probabilities and p where they count. */
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
const struct l0_run sort_kernel_top_k_mask = {.run = run_mask};
const struct l0_run sort_kernel_top_p_put = {.run = run_put};
