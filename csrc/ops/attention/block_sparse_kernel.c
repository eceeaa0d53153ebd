/* SPDX-License-Identifier: Apache-2.0 */
/* Attention to chosen blocks: operands that are quantised become numbers times the scales of their
 * blocks of rows, and numbers of blocks a mask of them. */
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "ops/attention/block_sparse.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ROWS_A_BLOCK 64

/* The batch of a row of all, and which of its own it is. */
static int64_t batch_of(const struct block_sparse_scaling *s, int64_t *row)
{
    if (s->layout.t < 0) {
        int64_t batch = *row / s->counts.whole;
        *row %= s->counts.whole;
        return batch;
    }
    int64_t batch = 0; /* the first one that ends behind the row */
    for (int64_t high = s->batches - 1; batch < high;) {
        int64_t middle = (batch + high) / 2;
        if (s->counts.values[middle] > *row)
            high = middle;
        else
            batch = middle + 1;
    }
    *row -= batch > 0 ? s->counts.values[batch - 1] : 0;
    return batch;
}

static void scale_row(const struct work *work, int64_t row)
{
    const struct block_sparse_scaling *s = work->attributes;
    const struct work_view *in = &work->inputs[0];
    const struct work_view *scales = &work->inputs[1];
    const struct work_view *out = &work->outputs[0];
    int64_t at = row;
    int64_t batch = batch_of(s, &at);
    int64_t from = s->layout.t >= 0
                       ? row * in->strides[s->layout.t]
                       : batch * in->strides[s->layout.b] + at * in->strides[s->layout.s];
    int64_t to = s->layout.t >= 0
                     ? row * out->strides[s->layout.t]
                     : batch * out->strides[s->layout.b] + at * out->strides[s->layout.s];
    for (int64_t head = 0; head < in->dims[s->layout.n]; head++) {
        float scale;
        memcpy(&scale,
               scales->address + (batch * scales->strides[0] + head * scales->strides[1] +
                                  at / s->block * scales->strides[2]) *
                                     (int64_t)sizeof scale,
               sizeof scale);
        const float *numbers = (const float *)(const void *)in->address + from +
                               head * in->strides[s->layout.n];
        float *results = (float *)(void *)out->address + to + head * out->strides[s->layout.n];
        for (int64_t i = 0; i < in->dims[s->layout.d]; i++)
            results[i * out->strides[s->layout.d]] = numbers[i * in->strides[s->layout.d]] * scale;
    }
}

static int64_t rows_of(const struct work *work)
{
    const struct block_sparse_scaling *s = work->attributes;
    return s->layout.t >= 0 ? work->inputs[0].dims[s->layout.t] : s->batches * s->counts.whole;
}

static void scale_rows(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    struct block_share share = share_of_block(rows_of(work), block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        scale_row(work, i);
}

static void run_scales(const struct work *work, struct task_failure *failure)
{
    struct work given = *work;
    int64_t blocks = least(divide_up(rows_of(work), ROWS_A_BLOCK), ai_cores_count());
    (void)failure;
    if (blocks > 0)
        ai_cores_run_function("block_sparse_scales", scale_rows, blocks, &given);
}
const struct l0_run attention_kernel_block_sparse_scales = {.run = run_scales};

/* ---- Numbers of blocks ----------------------------------------------------------------------- */

/* Numbers that are no block of the mask choose nothing. The program may write to them while they
 * are read, so each is read once. */
static void choose(const struct work *work, int64_t batch, int64_t block, int64_t row)
{
    const struct work_view *chosen = &work->inputs[0];
    const struct work_view *counts = &work->inputs[1];
    const struct work_view *mask = &work->outputs[0];
    for (int64_t head = 0; head < mask->dims[1]; head++) {
        char *to = mask->address + batch * mask->strides[0] + head * mask->strides[1] +
                   row * mask->strides[2];
        int64_t count = index_at(view_element(counts, block * counts->dims[1] + head), true);
        for (int64_t i = 0; i < least(count, chosen->dims[2]); i++) {
            int64_t at = index_at(
                view_element(chosen, (block * chosen->dims[1] + head) * chosen->dims[2] + i), true);
            if (at >= 0 && at < mask->dims[3])
                to[at * mask->strides[3]] = 1;
        }
    }
}

static void run_blocks(const struct work *work, struct task_failure *failure)
{
    const struct block_sparse_chosen *c = work->attributes;
    const struct work_view *mask = &work->outputs[0];
    (void)failure;
    for (int64_t i = 0; i < view_count(mask); i++)
        *view_element(mask, i) = 0;
    for (int64_t b = 0; b < c->batches; b++)
        for (int64_t i = c->first_blocks[b]; i < c->first_blocks[b + 1]; i++)
            choose(work, b, i, i - c->first_blocks[b]);
}
const struct l0_run attention_kernel_chosen_blocks = {.run = run_blocks};
