/* SPDX-License-Identifier: Apache-2.0 */
/* MaskedCausalConv1d and its gradients: kernels. Blocks have channels of their own; gradients of
 * weights are float64 sums over all tokens in one sequence. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/conv.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/conv/causal_masked.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define CHANNELS 128 /* that are computed at once */
#define NUMBERS_A_BLOCK ((int64_t)1 << 14)

/* Rows of some channels: the weight, and those of the last tokens by their number modulo taps. */
struct masked_rows {
    const struct work *work;
    const struct work_view *mask; /* NULL: none */
    int64_t first;                /* channel */
    int64_t count;
    float weight[MASKED_TAPS][CHANNELS];
    float last[MASKED_TAPS][CHANNELS];
    float sums[CHANNELS];
};

/* The channels of a row of a matrix, or of a token of a sequence. */
static char *row_of(const struct work_view *view, int64_t row, int64_t sequence,
                    const struct masked_rows *r)
{
    int64_t offset = row * view->strides[0] + r->first * view->strides[view->rank - 1];
    if (view->rank == 3)
        offset += sequence * view->strides[1];
    return view->address + offset * view_width(view);
}

static void load(const struct work_view *view, int64_t row, int64_t sequence,
                 const struct masked_rows *r, float *to)
{
    product_load(view->type, row_of(view, row, sequence, r), 0, view->strides[view->rank - 1], 1,
                 r->count, to, CHANNELS);
}

static void store(const struct work_view *view, int64_t row, int64_t sequence,
                  const struct masked_rows *r, const float *from)
{
    product_store(view->type, row_of(view, row, sequence, r), 0, view->strides[view->rank - 1], 1,
                  r->count, from, CHANNELS);
}

static bool is_masked(const struct masked_rows *r, int64_t token, int64_t sequence)
{
    return r->mask != NULL &&
           *(const volatile char *)(r->mask->address + sequence * r->mask->strides[0] +
                                    token * r->mask->strides[1]) == 0;
}

static void begin(struct masked_rows *r, const struct work *work, int mask, int64_t part)
{
    const struct causal_masked *m = work->attributes;
    const struct work_view *weight = &work->inputs[mask - 1];
    r->work = work;
    r->mask = m->has_mask ? &work->inputs[mask] : NULL;
    r->first = part * CHANNELS;
    r->count = least(CHANNELS, weight->dims[1] - r->first);
    for (int64_t tap = 0; tap < MASKED_TAPS; tap++)
        load(weight, tap, 0, r, r->weight[tap]);
}

static int64_t parts_of(const struct work *work)
{
    return divide_up(work->inputs[0].dims[2], CHANNELS);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void convolve(struct masked_rows *r, int64_t sequence)
{
    const struct work_view *x = &r->work->inputs[0];
    memset(r->last, 0, sizeof r->last);
    for (int64_t token = 0; token < x->dims[0]; token++) {
        load(x, token, sequence, r, r->last[token % MASKED_TAPS]);
        memset(r->sums, 0, sizeof r->sums);
        int64_t taps = is_masked(r, token, sequence) ? 0 : MASKED_TAPS;
        for (int64_t tap = 0; tap < taps; tap++) {
            const float *row = r->last[(token + 1 + tap) % MASKED_TAPS];
            for (int64_t i = 0; i < r->count; i++)
                r->sums[i] += r->weight[tap][i] * row[i];
        }
        store(&r->work->outputs[0], token, sequence, r, r->sums);
    }
}

static void convolve_parts(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    int64_t sequences = work->inputs[0].dims[1];
    struct block_share share = share_of_block(parts_of(work) * sequences, block, blocks);
    struct masked_rows r;
    for (int64_t unit = share.first; unit < share.past; unit++) {
        begin(&r, work, 2, unit / sequences);
        convolve(&r, unit % sequences);
    }
}

static void run_masked(const struct work *work, struct task_failure *failure)
{
    struct work given = *work;
    (void)failure;
    ai_cores_run_function("masked convolution", convolve_parts,
                          blocks_for(view_count(&work->inputs[0]), NUMBERS_A_BLOCK,
                                     parts_of(work) * work->inputs[0].dims[1]),
                          &given);
}
const struct l0_run conv_kernel_masked = {.run = run_masked};

/* ---- Gradients ------------------------------------------------------------------------------- */

/* Tokens from the last on: `last` has the gradients of those behind. */
static void convolve_back(struct masked_rows *r, int64_t sequence, double (*sums)[CHANNELS])
{
    const struct work_view *grad = &r->work->inputs[0];
    float x[CHANNELS];
    memset(r->last, 0, sizeof r->last);
    for (int64_t token = grad->dims[0] - 1; token >= 0; token--) {
        float *own = r->last[token % MASKED_TAPS];
        load(grad, token, sequence, r, own);
        if (is_masked(r, token, sequence))
            memset(own, 0, sizeof r->last[0]);
        load(&r->work->inputs[1], token, sequence, r, x);
        memset(r->sums, 0, sizeof r->sums);
        for (int64_t behind = 0; behind < MASKED_TAPS; behind++) {
            int64_t tap = MASKED_TAPS - 1 - behind;
            const float *row = r->last[(token + behind) % MASKED_TAPS];
            for (int64_t i = 0; i < r->count; i++) {
                r->sums[i] += r->weight[tap][i] * row[i];
                sums[tap][i] += (double)row[i] * (double)x[i];
            }
        }
        store(&r->work->outputs[0], token, sequence, r, r->sums);
    }
}

static void convolve_parts_back(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    struct block_share share = share_of_block(parts_of(work), block, blocks);
    struct masked_rows r;
    for (int64_t part = share.first; part < share.past; part++) {
        double sums[MASKED_TAPS][CHANNELS] = {{0}};
        begin(&r, work, 3, part);
        for (int64_t sequence = 0; sequence < work->inputs[0].dims[1]; sequence++)
            convolve_back(&r, sequence, sums);
        for (int64_t tap = 0; tap < MASKED_TAPS; tap++) {
            for (int64_t i = 0; i < r.count; i++)
                r.sums[i] = (float)sums[tap][i];
            store(&work->outputs[1], tap, 0, &r, r.sums);
        }
    }
}

static void run_masked_grad(const struct work *work, struct task_failure *failure)
{
    struct work given = *work;
    (void)failure;
    ai_cores_run_function("masked convolution's gradients", convolve_parts_back,
                          blocks_for(view_count(&work->inputs[0]), NUMBERS_A_BLOCK, parts_of(work)),
                          &given);
}
const struct l0_run conv_kernel_masked_grad = {.run = run_masked_grad};
