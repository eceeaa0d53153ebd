/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: rows of keys are compressed, and the gradients of that. Sums are
 * float32. */
#include "ops/attention/nsa.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer products is not worth waking a thread for. */
#define PRODUCTS_A_BLOCK ((int64_t)1 << 15)

struct compressing {
    const struct work *work;
    const struct nsa_compression *c;
    int64_t unit_bytes;
};

/* Rows [first, first + count) of a head, in dense rows of float32. */
static void load(const struct work_view *view, int64_t head, int64_t first, int64_t count,
                 float *panel)
{
    char *address = view->address +
                    (first * view->strides[0] + head * view->strides[1]) * view_width(view);
    product_load(view->type, address, view->strides[0], view->strides[2], count, view->dims[2],
                 panel, view->dims[2]);
}

static void store(const struct work_view *view, int64_t head, int64_t first, int64_t count,
                  const float *panel)
{
    char *address = view->address +
                    (first * view->strides[0] + head * view->strides[1]) * view_width(view);
    product_store(view->type, address, view->strides[0], view->strides[2], count, view->dims[2],
                  panel, view->dims[2]);
}

/* The weights of a head, one for each row of a block. */
static void load_weights(const struct work_view *view, int64_t head, float *panel)
{
    product_load(view->type, view->address + head * view->strides[1] * view_width(view),
                 view->strides[0], 0, view->dims[0], 1, panel, 1);
}

static void add_times(float *sums, const float *row, float factor, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sums[i] += row[i] * factor;
}

/* ---- Forward --------------------------------------------------------------------------------- */

static void compress_head(const struct compressing *run, int64_t head, char *scratch)
{
    const struct nsa_compression *c = run->c;
    const struct work_view *input = &run->work->inputs[0];
    int64_t columns = input->dims[2];
    float *weights = attention_take(&scratch, c->block);
    float *rows = attention_take(&scratch, c->block * columns);
    float *sums = attention_take(&scratch, columns);
    int64_t written = 0;
    load_weights(&run->work->inputs[1], head, weights);
    for (int64_t batch = 0; batch < c->batches; batch++)
        for (int64_t i = 0; i < nsa_sums_of(c, batch); i++) {
            load(input, head, nsa_first(c->ends, batch) + i * c->stride, c->block, rows);
            memset(sums, 0, (size_t)columns * sizeof *sums);
            for (int64_t j = 0; j < c->block; j++)
                add_times(sums, rows + j * columns, weights[j], columns);
            store(&run->work->outputs[0], head, written++, 1, sums);
        }
}

static void compress_heads(int64_t block, int64_t blocks, void *context)
{
    const struct compressing *run = context;
    struct block_share share = share_of_block(run->work->inputs[0].dims[1], block, blocks);
    for (int64_t head = share.first; head < share.past; head++)
        compress_head(run, head, run->work->scratch + block * run->unit_bytes);
}

static int64_t blocks_of(const struct work_view *input)
{
    return blocks_for(view_count(input), PRODUCTS_A_BLOCK, input->dims[1]);
}

static int64_t compress_bytes(const struct work *work)
{
    const struct nsa_compression *c = work->attributes;
    int64_t columns = work->inputs[0].dims[2];
    return attention_piece(c->block) + attention_piece(c->block * columns) +
           attention_piece(columns);
}

static uint64_t compress_scratch(const struct work *work)
{
    return (uint64_t)(blocks_of(&work->inputs[0]) * compress_bytes(work));
}

static void run_compress(const struct work *work, struct task_failure *failure)
{
    struct compressing run = {work, work->attributes, compress_bytes(work)};
    (void)failure;
    ai_cores_run_function("nsa_compress", compress_heads, blocks_of(&work->inputs[0]), &run);
}
const struct l0_run attention_kernel_nsa_compress = {.scratch_bytes = compress_scratch,
                                                     .run = run_compress};

/* ---- Gradients ------------------------------------------------------------------------------- */

static float product_of_rows(const float *a, const float *b, int64_t count)
{
    float lanes[ATTENTION_LANES] = {0};
    float sum = 0;
    int64_t whole = count - count % ATTENTION_LANES;
    for (int64_t i = 0; i < whole; i += ATTENTION_LANES)
        for (int64_t j = 0; j < ATTENTION_LANES; j++)
            lanes[j] += a[i + j] * b[i + j];
    for (int64_t i = whole; i < count; i++)
        sum += a[i] * b[i];
    for (int64_t j = 0; j < ATTENTION_LANES; j++)
        sum += lanes[j];
    return sum;
}

/* The gradients of a head: of its weights, and of the rows of one batch after another. */
static void compress_back(const struct compressing *run, int64_t head, char *scratch)
{
    const struct nsa_compression *c = run->c;
    const struct work_view *input = &run->work->inputs[1];
    const struct work_view *out = &run->work->outputs[1];
    int64_t columns = input->dims[2];
    float *weights = attention_take(&scratch, c->block);
    float *gradient = attention_take(&scratch, c->block);
    float *given = attention_take(&scratch, columns);
    float *rows = attention_take(&scratch, c->block * columns);
    float *sums = attention_take(&scratch, input->dims[0] * columns);
    int64_t read = 0;
    load_weights(&run->work->inputs[2], head, weights);
    memset(gradient, 0, (size_t)c->block * sizeof *gradient);
    memset(sums, 0, (size_t)(input->dims[0] * columns) * sizeof *sums);
    for (int64_t batch = 0; batch < c->batches; batch++)
        for (int64_t i = 0; i < nsa_sums_of(c, batch); i++) {
            int64_t first = nsa_first(c->ends, batch) + i * c->stride;
            load(&run->work->inputs[0], head, read++, 1, given);
            load(input, head, first, c->block, rows);
            for (int64_t j = 0; j < c->block; j++) {
                gradient[j] += product_of_rows(given, rows + j * columns, columns);
                add_times(sums + (first + j) * columns, given, weights[j], columns);
            }
        }
    store(&run->work->outputs[0], head, 0, input->dims[0], sums);
    product_store(out->type, out->address + head * out->strides[1] * view_width(out),
                  out->strides[0], 1, c->block, 1, gradient, 1);
}

static void compress_heads_back(int64_t block, int64_t blocks, void *context)
{
    const struct compressing *run = context;
    struct block_share share = share_of_block(run->work->inputs[1].dims[1], block, blocks);
    for (int64_t head = share.first; head < share.past; head++)
        compress_back(run, head, run->work->scratch + block * run->unit_bytes);
}

static int64_t grad_bytes(const struct work *work)
{
    const struct nsa_compression *c = work->attributes;
    const int64_t *dims = work->inputs[1].dims;
    return 2 * attention_piece(c->block) + attention_piece(dims[2]) +
           attention_piece(c->block * dims[2]) + attention_piece(dims[0] * dims[2]);
}

static uint64_t grad_scratch(const struct work *work)
{
    return (uint64_t)(blocks_of(&work->inputs[1]) * grad_bytes(work));
}

static void run_grad(const struct work *work, struct task_failure *failure)
{
    struct compressing run = {work, work->attributes, grad_bytes(work)};
    (void)failure;
    ai_cores_run_function("nsa_compress_grad", compress_heads_back, blocks_of(&work->inputs[1]),
                          &run);
}
const struct l0_run attention_kernel_nsa_compress_grad = {.scratch_bytes = grad_scratch,
                                                          .run = run_grad};
