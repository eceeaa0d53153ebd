/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: a compressed key for each batch whose rows have filled a block goes to
 * its slot of a cache. Sums are float32. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/attention/nsa.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

enum { INPUT, WEIGHT, SLOTS, TABLE, CACHE };

struct caching {
    const struct work *work;
    const struct nsa_caching *c;
    int64_t unit_bytes;
    _Atomic int64_t next;
    _Atomic int64_t bad; /* a batch whose slot is outside of the cache; -1: none */
};

static bool is_due(const struct nsa_caching *c, int64_t batch)
{
    int64_t rows = c->lengths[batch] - c->block;
    return rows >= 0 && rows % c->stride == 0;
}

/* Adds a row of all heads, each with its weight. */
static void add_row(const struct caching *run, int64_t row, const float *weights, float *panel,
                    float *sums)
{
    const struct work_view *input = &run->work->inputs[INPUT];
    int64_t columns = input->dims[2];
    product_load(input->type, input->address + row * input->strides[0] * view_width(input),
                 input->strides[1], input->strides[2], input->dims[1], columns, panel, columns);
    for (int64_t head = 0; head < input->dims[1]; head++)
        for (int64_t j = 0; j < columns; j++)
            sums[head * columns + j] += panel[head * columns + j] * weights[head];
}

static void compress(const struct caching *run, int64_t batch, const float *weights, float *panel,
                     float *sums)
{
    const struct nsa_caching *c = run->c;
    const struct work_view *input = &run->work->inputs[INPUT];
    int64_t first = c->lengths[batch] - c->block;
    memset(sums, 0, (size_t)(input->dims[1] * input->dims[2]) * sizeof *sums);
    for (int64_t i = 0; i < c->block; i++)
        add_row(
            run,
            nsa_row_in_pages(&run->work->inputs[TABLE], c->page, input->dims[0], batch, first + i),
            weights + i * input->dims[1], panel, sums);
}

static void store(const struct caching *run, int64_t slot, const float *sums)
{
    const struct work_view *out = &run->work->outputs[0];
    product_store(out->type, out->address + slot * out->strides[0] * view_width(out),
                  out->strides[1], out->strides[2], out->dims[1], out->dims[2], sums, out->dims[2]);
}

static void cache_batches(int64_t index, int64_t blocks, void *context)
{
    struct caching *run = context;
    const struct nsa_caching *c = run->c;
    const struct work_view *input = &run->work->inputs[INPUT];
    const struct work_view *weight = &run->work->inputs[WEIGHT];
    const struct work_view *slots = &run->work->inputs[SLOTS];
    int64_t row = input->dims[1] * input->dims[2];
    char *scratch = run->work->scratch + index * run->unit_bytes;
    float *weights = attention_take(&scratch, c->block * weight->dims[1]);
    float *panel = attention_take(&scratch, row);
    float *sums = attention_take(&scratch, row);
    (void)blocks;
    product_load(weight->type, weight->address, weight->strides[0], weight->strides[1], c->block,
                 weight->dims[1], weights, weight->dims[1]);
    for (int64_t batch = 0; (batch = atomic_fetch_add(&run->next, 1)) < c->batches;) {
        if (!is_due(c, batch))
            continue;
        int64_t slot = index_at(view_element(slots, batch), false);
        if (slot < 0 || slot >= run->work->outputs[0].dims[0]) {
            keep_least(&run->bad, batch);
            continue;
        }
        compress(run, batch, weights, panel, sums);
        store(run, slot, sums);
    }
}

static int64_t unit_bytes(const struct work *work)
{
    const struct nsa_caching *c = work->attributes;
    const int64_t *dims = work->inputs[INPUT].dims;
    return attention_piece(c->block * dims[1]) + 2 * attention_piece(dims[1] * dims[2]);
}

static int64_t blocks_for_batches(const struct work *work)
{
    const struct nsa_caching *c = work->attributes;
    return most(1, least(c->batches, ai_cores_count()));
}

static uint64_t caching_scratch(const struct work *work)
{
    return (uint64_t)(blocks_for_batches(work) * unit_bytes(work));
}

static void run_caching(const struct work *work, struct task_failure *failure)
{
    struct caching run = {.work = work, .c = work->attributes, .unit_bytes = unit_bytes(work)};
    const struct work kept = {.inputs = &work->inputs[CACHE], .outputs = work->outputs};
    atomic_init(&run.bad, -1);
    index_kernel_copy_self(&kept, failure);
    ai_cores_run_function("nsa_caching", cache_batches, blocks_for_batches(work), &run);
    int64_t bad = atomic_load(&run.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "slotMapping[%" PRId64 "] is outside of outputCache, which has %" PRId64 " rows", bad,
             work->outputs[0].dims[0]);
}
const struct l0_run attention_kernel_nsa_caching = {
    .scratch_bytes = caching_scratch, .itself_in_place = true, .run = run_caching};
