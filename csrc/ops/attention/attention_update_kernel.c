/* SPDX-License-Identifier: Apache-2.0 */
/* AttentionUpdate: results of attention to parts of the keys become one, by the logarithms of the
 * sums of their exponentials. Sums are float32. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/attention_update.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ROWS_TOGETHER 16
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

struct updating {
    const struct work *work;
    int64_t parts;
    int64_t columns;    /* parts, in whole lanes */
    bool has_logarithm; /* of all parts together, a second output */
};

/* Logarithms of some rows, a column for each part; columns that are none have weight 0. */
static void load_logarithms(const struct updating *run, int64_t first, int64_t rows, float *to)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < run->columns; j++) {
            float *value = &to[i * run->columns + j];
            *value = -(float)INFINITY;
            if (j < run->parts)
                memcpy(value, view_element(&run->work->inputs[j], first + i), sizeof *value);
        }
}

static char *row_of(const struct work_view *view, int64_t row)
{
    return view->address + row * view->strides[0] * view_width(view);
}

static void add_parts(const struct updating *run, int64_t row, const float *weights, float sum)
{
    const struct work_view *out = &run->work->outputs[0];
    int64_t columns = out->dims[1];
    float part[ATTENTION_MOST_UPDATED];
    float found[ATTENTION_MOST_UPDATED] = {0};
    for (int64_t i = 0; i < run->parts; i++) {
        const struct work_view *from = &run->work->inputs[run->parts + i];
        product_load(from->type, row_of(from, row), from->strides[0], from->strides[1], 1, columns,
                     part, columns);
        for (int64_t j = 0; j < columns; j++)
            found[j] += part[j] * (weights[i] / sum);
    }
    product_store(out->type, row_of(out, row), out->strides[0], out->strides[1], 1, columns, found,
                  columns);
}

static void join_rows(const struct updating *run, int64_t first, int64_t rows)
{
    static const float one = 1;
    float weights[ROWS_TOGETHER * ATTENTION_MOST_PARTS];
    float maxima[ROWS_TOGETHER];
    float sums[ROWS_TOGETHER] = {0};
    float logarithms[ROWS_TOGETHER];
    const struct attention_rows all = {.rows = rows,
                                       .columns = run->columns,
                                       .stride = run->columns,
                                       .is_first = true,
                                       .scores = weights,
                                       .maxima = maxima,
                                       .sums = sums,
                                       .results = logarithms,
                                       .scale = &one};
    load_logarithms(run, first, rows, weights);
    for (int64_t i = 0; i < rows; i++)
        maxima[i] = -(float)INFINITY;
    attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &all);
    attention_run_kernel(KERNEL_ATTENTION_LOG_SUMS, &all);
    for (int64_t i = 0; i < rows; i++)
        add_parts(run, first + i, weights + i * run->columns, sums[i]);
    for (int64_t i = 0; i < rows && run->has_logarithm; i++)
        memcpy(view_element(&run->work->outputs[1], first + i), &logarithms[i],
               sizeof logarithms[i]);
}

static void join_blocks(int64_t block, int64_t blocks, void *context)
{
    const struct updating *run = context;
    struct block_share share = share_of_block(run->work->outputs[0].dims[0], block, blocks);
    for (int64_t row = share.first; row < share.past; row += ROWS_TOGETHER)
        join_rows(run, row, least(ROWS_TOGETHER, share.past - row));
}

static void run_update(const struct work *work, struct task_failure *failure)
{
    const struct attention_update *u = work->attributes;
    const struct work_view *out = &work->outputs[0];
    struct updating run = {work, u->parts, attention_padded(u->parts), u->has_logarithm};
    (void)failure;
    if (out->dims[0] > 0)
        ai_cores_run_function(
            "attention_update", join_blocks,
            blocks_for(view_count(out) * u->parts, ELEMENTS_A_BLOCK, out->dims[0]), &run);
}
const struct l0_run attention_kernel_update = {.run = run_update};
