/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts by softmax: which these are, and their parts. Exponentials are float64, and
 * compared are the scores themselves, in whose sequence the parts are. */
#include "ops/moe/gating_softmax.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define SCORES_A_BLOCK ((int64_t)1 << 12)

enum { SCORES, FINISHED };
enum { PARTS, EXPERTS, OTHERS };

struct gating {
    const struct work *work;
    const struct gating_softmax *g;
    int64_t rows;
    int64_t experts;
    int64_t chosen;
};

/* What a row is computed in: its scores, and their exponentials. */
struct panels {
    float *scores;
    double *powers;
};

/* The best scores so far, the best one first. */
struct best {
    int64_t count;
    float scores[MOE_MOST_GATED];
    int32_t experts[MOE_MOST_GATED];
};

static struct gating gating_of(const struct work *work)
{
    const struct work_view *x = &work->inputs[SCORES];
    const struct work_view *y = &work->outputs[PARTS];
    struct gating g = {.work = work, .g = work->attributes};
    g.experts = x->dims[x->rank - 1];
    g.chosen = y->dims[y->rank - 1];
    g.rows = view_count(x) / g.experts;
    return g;
}

static int64_t blocks_of(const struct gating *g)
{
    return blocks_for(g->rows * g->experts, SCORES_A_BLOCK, g->rows);
}

/* The doubles come first, so that both lie aligned. */
static int64_t row_bytes(const struct gating *g)
{
    return divide_up(g->experts * (int64_t)(sizeof(double) + sizeof(float)), 64) * 64;
}

static void store(const struct work_view *to, int64_t number, float value)
{
    product_store(to->type, view_element(to, number), 0, 1, 1, 1, &value, 1);
}

/* Of equal scores the first is better. */
static void offer(struct best *best, int64_t room, float score, int32_t expert)
{
    int64_t at = best->count;
    if (at == room && !(score > best->scores[at - 1]))
        return;
    if (at == room)
        at--;
    else
        best->count++;
    for (; at > 0 && score > best->scores[at - 1]; at--) {
        best->scores[at] = best->scores[at - 1];
        best->experts[at] = best->experts[at - 1];
    }
    best->scores[at] = score;
    best->experts[at] = expert;
}

/* The exponentials of scores less the largest, and their sum. */
static double exponentials(const float *scores, int64_t count, double *powers)
{
    float largest = -(float)INFINITY;
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        largest = scores[i] > largest ? scores[i] : largest;
    for (int64_t i = 0; i < count; i++)
        powers[i] = (double)scores[i] - (double)largest;
    doubles_exp(powers, count);
    for (int64_t i = 0; i < count; i++)
        sum += powers[i];
    return sum;
}

static bool is_finished(const struct gating *g, int64_t row)
{
    return g->g->has_finished && *view_element(&g->work->inputs[FINISHED], row) != 0;
}

static void put_expert(const struct gating *g, int64_t row, int64_t at, int32_t expert)
{
    const struct work *work = g->work;
    int64_t number = row * g->chosen + at;
    put_index(view_element(&work->outputs[EXPERTS], number), false, expert);
    if (g->g->has_rows)
        put_index(view_element(&work->outputs[OTHERS], number), false, at * g->rows + row);
}

static void choose(const struct gating *g, int64_t row, const struct panels *p)
{
    const struct work_view *x = &g->work->inputs[SCORES];
    struct best best = {.count = 0};
    product_load(x->type, view_element(x, row * g->experts), 0, x->strides[x->rank - 1], 1,
                 g->experts, p->scores, g->experts);
    for (int64_t i = 0; i < g->experts; i++)
        offer(&best, g->chosen, p->scores[i], (int32_t)i);
    double sum = g->g->is_of_chosen ? exponentials(best.scores, g->chosen, p->powers)
                                    : exponentials(p->scores, g->experts, p->powers);
    for (int64_t i = 0; i < g->chosen; i++) {
        double power = p->powers[g->g->is_of_chosen ? i : best.experts[i]];
        store(&g->work->outputs[PARTS], row * g->chosen + i, (float)(power / sum));
        put_expert(g, row, i, is_finished(g, row) ? (int32_t)g->experts : best.experts[i]);
    }
    for (int64_t i = 0; i < g->experts && g->g->has_softmax; i++)
        store(&g->work->outputs[OTHERS], row * g->experts + i, (float)(p->powers[i] / sum));
}

static void choose_block(int64_t block, int64_t blocks, void *context)
{
    const struct gating *g = context;
    char *scratch = g->work->scratch + block * row_bytes(g);
    const struct panels p = {.powers = (double *)(void *)scratch,
                             .scores = (float *)(void *)((double *)(void *)scratch + g->experts)};
    struct block_share share = share_of_block(g->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        choose(g, row, &p);
}

static uint64_t gating_scratch(const struct work *work)
{
    const struct gating g = gating_of(work);
    return (uint64_t)(blocks_of(&g) * row_bytes(&g));
}

static void run_gating_softmax(const struct work *work, struct task_failure *failure)
{
    struct gating g = gating_of(work);
    (void)failure;
    if (g.rows > 0)
        ai_cores_run_function("gating_softmax", choose_block, blocks_of(&g), &g);
}
const struct l0_run moe_kernel_gating_softmax = {.scratch_bytes = gating_scratch,
                                                 .run = run_gating_softmax};
