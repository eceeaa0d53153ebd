/* SPDX-License-Identifier: Apache-2.0 */
/* MoeFusedTopk: kernel. All operands are dense. Scores are float32, sigmoids computed in float64.
 */
#include "ops/moe/fused_topk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"

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

/* The copy of an expert that a token has. */
static bool map(const struct work *work, int64_t row, int64_t *expert, struct task_failure *failure)
{
    const struct work_view *table = &work->inputs[TABLE];
    uint32_t copies = (uint32_t)index_at(
        work->inputs[COUNTS].address + *expert * (int64_t)sizeof(int32_t), false);
    int64_t copy = copies == 0 ? 0 : row % (int64_t)copies;
    if (copy >= table->dims[1]) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "mappingNum has %" PRIu32 " copies of the expert %" PRId64
                 ", more than mappingTable",
                 copies, *expert);
        return false;
    }
    *expert = index_at(
        table->address + (*expert * table->dims[1] + copy) * (int64_t)sizeof(int32_t), false);
    return true;
}

static void run_fused_topk(const struct work *work, struct task_failure *failure)
{
    const struct fused_topk *f = work->attributes;
    const struct work_view *out = &work->outputs[0];
    int64_t experts = work->inputs[SCORES].dims[1];
    int64_t chosen = out->dims[1];
    struct token t;
    for (int64_t row = 0; row < out->dims[0]; row++) {
        any_float *y = (any_float *)(void *)out->address + row * chosen;
        double sum = 0;
        score(work, row, &t);
        choose_groups(f, &t, experts);
        for (int64_t i = 0; i < chosen; i++) {
            int64_t expert = take_score(t.scores, t.is_taken, experts);
            y[i] = t.sigmoids[expert];
            sum += (double)y[i];
            if (f->has_mapping && !map(work, row, &expert, failure))
                return;
            put_index(work->outputs[1].address + (row * chosen + i) * (int64_t)sizeof(int32_t),
                      false, expert);
        }
        for (int64_t i = 0; i < chosen && f->is_norm; i++)
            y[i] = (float)((double)y[i] / sum * (double)f->scale);
    }
}
const struct l0_run moe_kernel_fused_topk = {.run = run_fused_topk};
