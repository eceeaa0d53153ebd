/* SPDX-License-Identifier: Apache-2.0 */
/* The best experts of each token: which these are, and their scores. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "ops/moe/moe.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer scores is not worth waking a thread for. */
#define SCORES_A_BLOCK ((int64_t)1 << 14)

/* The best of those seen so far, the best one first. */
struct best {
    int64_t room;
    int64_t count;
    float scores[MOE_MOST_SCORED];
    int32_t places[MOE_MOST_SCORED];
};

struct choosing {
    const struct moe_gating *gating;
    const struct work_view *scores; /* what is compared, [tokens, experts] */
    const struct work_view *values; /* what is given, [tokens, experts] */
    const struct work_view *experts;
    const struct work_view *chosen;
    const struct work *work;
};

/* ---- The best -------------------------------------------------------------------------------- */

static void begin(struct best *best, int64_t room)
{
    best->room = room;
    best->count = 0;
}

/* Of equal scores the first is better. */
static void offer(struct best *best, float score, int32_t place)
{
    int64_t at = best->count;
    if (at == best->room && !(score > best->scores[at - 1]))
        return;
    if (at == best->room)
        at--;
    else
        best->count++;
    for (; at > 0 && score > best->scores[at - 1]; at--) {
        best->scores[at] = best->scores[at - 1];
        best->places[at] = best->places[at - 1];
    }
    best->scores[at] = score;
    best->places[at] = place;
}

static float score_at(const struct work_view *view, int64_t token, int64_t expert)
{
    float score;
    memcpy(&score, view_element(view, token * view->dims[1] + expert), sizeof score);
    return score;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* The score of a group: that of its best expert, or of its best two. */
static float group_score(const struct choosing *c, int64_t token, int64_t group, int64_t size)
{
    float first = score_at(c->scores, token, group * size);
    float second = -__builtin_inff();
    for (int64_t i = 1; i < size; i++) {
        float score = score_at(c->scores, token, group * size + i);
        if (score > first) {
            second = first;
            first = score;
        } else if (score > second) {
            second = score;
        }
    }
    return c->gating->by_two ? first + second : first;
}

/* Says of each group whether its experts may be chosen. */
static void choose_groups(const struct choosing *c, int64_t token, bool *is_chosen)
{
    const struct moe_gating *g = c->gating;
    int64_t size = c->scores->dims[1] / g->groups;
    struct best best;
    memset(is_chosen, g->groups == g->chosen_groups, (size_t)g->groups * sizeof *is_chosen);
    if (g->groups == g->chosen_groups)
        return;
    begin(&best, g->chosen_groups);
    for (int64_t i = 0; i < g->groups; i++)
        offer(&best, group_score(c, token, i, size), (int32_t)i);
    for (int64_t i = 0; i < best.count; i++)
        is_chosen[best.places[i]] = true;
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void choose(const struct choosing *c, int64_t token)
{
    bool is_chosen[MOE_MOST_SCORED];
    struct best best;
    int64_t experts = c->scores->dims[1];
    int64_t size = experts / c->gating->groups;
    int64_t wanted = c->experts->dims[1];
    choose_groups(c, token, is_chosen);
    begin(&best, wanted);
    for (int64_t i = 0; i < experts; i++)
        if (is_chosen[i / size])
            offer(&best, score_at(c->scores, token, i), (int32_t)i);
    for (int64_t i = 0; i < best.count; i++) {
        float value = score_at(c->values, token, best.places[i]);
        memcpy(view_element(c->experts, token * wanted + i), &best.places[i], sizeof(int32_t));
        memcpy(view_element(c->chosen, token * wanted + i), &value, sizeof value);
    }
}

/* The experts of the table's row. Of a row or an expert that is not there the number is -1, and the
 * value 0. */
static void look_up(const struct choosing *c, const struct work *work, int64_t token)
{
    const struct work_view *ids = &work->inputs[2];
    const struct work_view *table = &work->inputs[3];
    int64_t wanted = c->experts->dims[1];
    int64_t row = index_at(view_element(ids, token), ids->type == ACL_INT64);
    for (int64_t i = 0; i < wanted; i++) {
        int64_t expert = -1;
        float value = 0;
        if (row >= 0 && row < table->dims[0])
            expert = index_at(view_element(table, row * wanted + i), table->type == ACL_INT64);
        if (expert >= 0 && expert < c->values->dims[1])
            value = score_at(c->values, token, (int32_t)expert);
        else
            expert = -1;
        int32_t number = (int32_t)expert;
        memcpy(view_element(c->experts, token * wanted + i), &number, sizeof number);
        memcpy(view_element(c->chosen, token * wanted + i), &value, sizeof value);
    }
}

static void choose_block(int64_t block, int64_t blocks, void *context)
{
    const struct choosing *c = context;
    struct block_share share = share_of_block(c->scores->dims[0], block, blocks);
    for (int64_t token = share.first; token < share.past; token++)
        if (c->gating->are_given)
            look_up(c, c->work, token);
        else
            choose(c, token);
}

static void run_choose(const struct work *work, struct task_failure *failure)
{
    struct choosing c = {work->attributes,  &work->inputs[0],  &work->inputs[1],
                         &work->outputs[0], &work->outputs[1], work};
    (void)failure;
    ai_cores_run_function("choose_experts", choose_block,
                          blocks_for(view_count(c.scores), SCORES_A_BLOCK, c.scores->dims[0]), &c);
}
const struct l0_run moe_kernel_choose_experts = {.run = run_choose};
