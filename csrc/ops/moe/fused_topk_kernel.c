/* SPDX-License-Identifier: Apache-2.0 */
/* MoeFusedTopk: kernel. All operands are dense. Scores are float32, sigmoids computed in float64.
 */
#include "ops/moe/fused_topk.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 11)

enum { SCORES, ADDED, COUNTS, TABLE };

struct token {
    double powers[FUSED_MOST_EXPERTS];
    float sigmoids[FUSED_MOST_EXPERTS];
    float scores[FUSED_MOST_EXPERTS];
    bool is_taken[FUSED_MOST_EXPERTS];
    double groups[FUSED_MOST_GROUPS];
    bool is_chosen[FUSED_MOST_GROUPS];
};

/* The best of so many that is not taken, the first of equal ones. */
static int64_t take_score(const float *scores, bool *is_taken, int64_t count)
{
    int64_t best = -1;
    for (int64_t i = 0; i < count; i++)
        if (!is_taken[i] && (best < 0 || scores[i] > scores[best]))
            best = i;
    is_taken[best] = true;
    return best;
}

static int64_t take_group(struct token *t, int64_t count)
{
    int64_t best = -1;
    for (int64_t i = 0; i < count; i++)
        if (!t->is_chosen[i] && (best < 0 || t->groups[i] > t->groups[best]))
            best = i;
    t->is_chosen[best] = true;
    return best;
}

/* Scores of the groups that are not chosen are 0. */
static void choose_groups(const struct fused_topk *f, struct token *t, int64_t experts)
{
    int64_t each = experts / f->groups;
    memset(t->is_taken, 0, sizeof t->is_taken);
    memset(t->is_chosen, 0, sizeof t->is_chosen);
    for (int64_t group = 0; group < f->groups; group++) {
        const float *scores = t->scores + group * each;
        t->groups[group] = 0;
        for (int64_t i = 0; i < f->summed; i++)
            t->groups[group] += (double)
                scores[take_score(scores, t->is_taken + group * each, each)];
    }
    for (int64_t i = 0; i < f->chosen_groups; i++)
        (void)take_group(t, f->groups);
    for (int64_t i = 0; i < experts; i++)
        t->scores[i] = t->is_chosen[i / each] ? t->scores[i] : 0;
    memset(t->is_taken, 0, sizeof t->is_taken);
}

static void score(const struct work *work, int64_t row, struct token *t)
{
    int64_t experts = work->inputs[SCORES].dims[1];
    const any_float *x = (const any_float *)(const void *)work->inputs[SCORES].address +
                         row * experts;
    const any_float *added = (const any_float *)(const void *)work->inputs[ADDED].address;
    for (int64_t i = 0; i < experts; i++)
        t->powers[i] = -fabs((double)x[i]);
    doubles_exp(t->powers, experts);
    for (int64_t i = 0; i < experts; i++) {
        t->sigmoids[i] = (float)((x[i] < 0 ? t->powers[i] : 1) / (1 + t->powers[i]));
        t->scores[i] = t->sigmoids[i] + added[i];
    }
}

static int64_t number_of(const struct work_view *view, int64_t at)
{
    return index_at(view_element(view, at), false);
}

static uint32_t copies_of(const struct work *work, int64_t expert)
{
    return (uint32_t)number_of(&work->inputs[COUNTS], expert);
}

/* The copy of an expert that a token has; -1: mappingTable does not have it. */
static int64_t place_of(const struct work *work, int64_t row, int64_t expert)
{
    const struct work_view *table = &work->inputs[TABLE];
    uint32_t copies = copies_of(work, expert);
    int64_t copy = copies == 0 ? 0 : row % (int64_t)copies;
    return copy < table->dims[1] ? expert * table->dims[1] + copy : -1;
}

struct choice {
    const struct work *work;
    _Atomic int64_t bad; /* row * FUSED_MOST_EXPERTS + an expert of it whose copy is none; -1 */
};

static void choose_row(struct choice *c, int64_t row, struct token *t)
{
    const struct work *work = c->work;
    const struct fused_topk *f = work->attributes;
    int64_t experts = work->inputs[SCORES].dims[1];
    int64_t chosen = work->outputs[0].dims[1];
    any_float *y = (any_float *)(void *)work->outputs[0].address + row * chosen;
    double sum = 0;
    score(work, row, t);
    choose_groups(f, t, experts);
    for (int64_t i = 0; i < chosen; i++) {
        int64_t expert = take_score(t->scores, t->is_taken, experts);
        int64_t place = f->has_mapping ? place_of(work, row, expert) : 0;
        y[i] = t->sigmoids[expert];
        sum += (double)y[i];
        if (place < 0) {
            keep_least(&c->bad, row * FUSED_MOST_EXPERTS + expert);
            return;
        }
        put_index(view_element(&work->outputs[1], row * chosen + i), false,
                  f->has_mapping ? number_of(&work->inputs[TABLE], place) : expert);
    }
    for (int64_t i = 0; i < chosen && f->is_norm; i++)
        y[i] = (float)((double)y[i] / sum * (double)f->scale);
}

static void choose_rows(int64_t block, int64_t blocks, void *context)
{
    struct choice *c = context;
    struct token t;
    struct block_share share = share_of_block(c->work->outputs[0].dims[0], block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        choose_row(c, row, &t);
}

static void run_fused_topk(const struct work *work, struct task_failure *failure)
{
    struct choice c = {.work = work};
    const struct work_view *scores = &work->inputs[SCORES];
    atomic_init(&c.bad, -1);
    ai_cores_run_function("fused_topk", choose_rows,
                          blocks_for(view_count(scores), ELEMENTS_A_BLOCK, scores->dims[0]), &c);
    int64_t bad = atomic_load(&c.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "mappingNum has %" PRIu32 " copies of the expert %" PRId64 ", more than mappingTable",
             copies_of(work, bad % FUSED_MOST_EXPERTS), bad % FUSED_MOST_EXPERTS);
}
const struct l0_run moe_kernel_fused_topk = {.run = run_fused_topk};
