/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses a token of each row of logits: among the largest ones, whose probabilities come to p, and
 * are not small beside the largest, the one with the largest probability by q. */
#include "ops/random/token.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/unaligned.h"
#include "declared/random.h"
#include "executor/schedule.h"
#include "ops/common/doubles.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* The number of logits whose exponentials are computed together. */
#define STRIP 64
#define LOGITS_A_BLOCK ((int64_t)1 << 13)

/* One row. */
struct row {
    const struct token_choice *choice;
    const any_float *logits; /* in the order in which they are looked at */
    const any_int64 *places;
    const any_float *q; /* NULL: none */
    int64_t count;      /* how many logits take part */
    double largest;
    double sum; /* of exponentials; 1 where the logits are probabilities */
    double p;
    double least; /* what a probability needs at least */
    bool only_first;
    any_int64 *chosen; /* the results; NULL: not wanted */
    any_float *left;
    any_int64 *rest;
    any_float *shares;
};

static double probability(const struct row *row, int64_t at)
{
    double logit = (double)row->logits[at];
    return row->choice->are_logits ? double_exp(logit - row->largest) / row->sum : logit;
}

static void sum_row(struct row *row)
{
    row->sum = 1;
    if (!row->choice->are_logits)
        return;
    row->sum = 0;
    for (int64_t first = 0; first < row->count; first += STRIP) {
        double strip[STRIP];
        int64_t count = row->count - first < STRIP ? row->count - first : STRIP;
        for (int64_t i = 0; i < count; i++)
            strip[i] = (double)row->logits[first + i] - row->largest;
        doubles_exp(strip, count);
        for (int64_t i = 0; i < count; i++)
            row->sum += strip[i];
    }
}

/* Writes one token that is left, and remembers it when it is the best. */
static void take_token(const struct row *row, int64_t at, int64_t place, double share,
                       int64_t taken, double *best)
{
    double weighted = row->q == NULL ? share
                                     : share / (fabs((double)row->q[taken]) + row->choice->epsilon);
    if (row->left != NULL)
        row->left[place] = row->logits[at];
    if (row->rest != NULL) {
        row->rest[taken] = place;
        row->shares[taken] = (float)share;
    }
    if (row->chosen != NULL && (taken == 0 || weighted > *best)) {
        *best = weighted;
        *row->chosen = place;
    }
}

static void choose_token(const struct row *row)
{
    double before = 0;
    double best = 0;
    int64_t taken = 0;
    for (int64_t i = 0; i < row->count && (i == 0 || !row->only_first); i++) {
        double share = probability(row, i);
        if (row->p < 1 && i > 0 && before >= row->p)
            break;
        before += share;
        if (row->p <= 0 && row->choice->are_logits)
            share = 1;
        if (share >= row->least)
            take_token(row, i, row->places == NULL ? i : row->places[i], share, taken++, &best);
    }
}

/* What a row is without its choice: nothing is left. */
static void clear_row(const struct row *row, int64_t size)
{
    for (int64_t i = 0; row->left != NULL && i < size; i++)
        row->left[i] = row->choice->are_logits ? -INFINITY : 0;
    for (int64_t i = 0; row->rest != NULL && i < size; i++) {
        row->rest[i] = 0;
        row->shares[i] = 0;
    }
}

static void *row_of(const struct work_view *view, int64_t row)
{
    return view->address + row * (view->rank > 1 ? view->dims[1] : 1) * view_width(view);
}

static float number_of(const struct work_view *view, int64_t row)
{
    return *(const any_float *)row_of(view, row);
}

/* The least probability that counts, where one is asked for. */
static void find_least(struct row *row, double share)
{
    double largest = row->choice->are_logits ? 1 / row->sum : row->largest;
    row->least = -INFINITY;
    if (row->p <= 0 && row->choice->are_logits)
        largest = 1;
    if (share >= 1)
        row->only_first = true;
    else if (share > 0)
        row->least = largest * share;
}

static void run_row(const struct work *work, int64_t at)
{
    const struct token_choice *choice = work->attributes;
    const struct work_view *input = work->inputs;
    const struct work_view *output = work->outputs;
    int64_t size = input[0].dims[1];
    int64_t k = index_at(input[3].address + at * (int64_t)sizeof(int32_t), false);
    int next = 5 + choice->has_q;
    double share = choice->has_least ? (double)number_of(&input[next], at) : 0;
    struct row row = {.choice = choice, .p = (double)number_of(&input[4], at)};
    bool has_k = k >= 1 && k <= choice->most && k <= size;
    bool is_sorted = has_k || row.p < 1 || share >= 1;
    row.logits = row_of(&input[is_sorted ? 1 : 0], at);
    row.places = is_sorted ? row_of(&input[2], at) : NULL;
    row.q = choice->has_q ? row_of(&input[5], at) : NULL;
    row.count = has_k ? k : size;
    row.largest = (double)*(const any_float *)row_of(&input[1], at);
    if (!choice->wants_rest)
        row.chosen = row_of(output++, at);
    if (choice->wants_logits)
        row.left = row_of(output++, at);
    if (choice->wants_rest) {
        row.rest = row_of(output++, at);
        row.shares = row_of(output++, at);
    }
    sum_row(&row);
    find_least(&row, share);
    clear_row(&row, size);
    if (row.chosen != NULL)
        *row.chosen = 0;
    choose_token(&row);
}

static void run_share(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    struct block_share rows = share_of_block(work->inputs[0].dims[0], block, blocks);
    for (int64_t i = rows.first; i < rows.past; i++)
        run_row(work, i);
}

static void run_choose(const struct work *work, struct task_failure *failure)
{
    struct work mine = *work;
    int64_t blocks = blocks_for(view_count(&work->inputs[0]), LOGITS_A_BLOCK,
                                work->inputs[0].dims[0]);
    (void)failure;
    ai_cores_run_function("choose_token", run_share, blocks, &mine);
}
const struct l0_run random_kernel_choose_token = {.run = run_choose};
