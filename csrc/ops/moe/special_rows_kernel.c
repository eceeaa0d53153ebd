/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of experts that compute nothing: none, the token, or a mixture of it and a row of theirs. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/moe.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)
#define PIECE 256 /* columns of a mixture at once */

enum { ROWS_OUT, EXPERTS_OUT, WEIGHTS_OUT };

struct specials {
    const struct work *work;
    const struct moe_special *s;
    int64_t rows;
    int64_t columns;
};

static const struct work_view *input(const struct specials *s, enum moe_special_input which)
{
    int at = s->s->at[which];
    return at < 0 ? NULL : &s->work->inputs[at];
}

static bool is_in(const struct moe_range *range, int64_t expert)
{
    return expert >= range->first && expert < range->past;
}

/* Whether the row was not dropped. */
static bool is_kept(const struct specials *s, int64_t row)
{
    const struct work_view *places = input(s, SPECIAL_PLACES);
    int64_t chosen = s->s->taking.chosen;
    int64_t tokens = s->rows / chosen;
    int64_t number = s->s->taking.by_column ? row % chosen * tokens + row / chosen : row;
    int64_t place = index_at(view_element(places, number), places->type == ACL_INT64);
    return place >= 0 && place < s->s->limit;
}

/* Columns of a row as floats. */
static void load(const struct specials *s, enum moe_special_input which, int64_t row, int64_t first,
                 int64_t count, float *to)
{
    const struct work_view *view = input(s, which);
    product_load(view->type, view_element(view, row * s->columns + first), 0,
                 view->strides[view->rank - 1], 1, count, to, count);
}

static void mix(const struct specials *s, int64_t token, int64_t expert, float *to)
{
    float alpha1[PIECE];
    float alpha2[PIECE];
    float v[PIECE];
    for (int64_t first = 0; first < s->columns; first += PIECE) {
        int64_t count = least(PIECE, s->columns - first);
        load(s, SPECIAL_TOKENS, token, first, count, to + first);
        load(s, SPECIAL_ALPHA1, expert, first, count, alpha1);
        load(s, SPECIAL_ALPHA2, expert, first, count, alpha2);
        load(s, SPECIAL_V, expert, first, count, v);
        for (int64_t j = 0; j < count; j++)
            to[first + j] = to[first + j] * alpha1[j] + v[j] * alpha2[j];
    }
}

/* What the row counts: 0 where there is none. */
static void put_weight(const struct specials *s, int64_t row, bool has_row)
{
    const struct work_view *weights = input(s, SPECIAL_WEIGHTS);
    const struct work_view *out = &s->work->outputs[WEIGHTS_OUT];
    if (weights == NULL)
        return;
    if (has_row)
        memcpy(view_element(out, row), view_element(weights, row), (size_t)view_width(out));
    else
        memset(view_element(out, row), 0, (size_t)view_width(out));
}

/* Writes the row, its expert and its weight; none where there is no row. */
static void make_row(const struct specials *s, int64_t row)
{
    const struct work_view *experts = input(s, SPECIAL_EXPERTS);
    const struct work_view *numbers = &s->work->outputs[EXPERTS_OUT];
    float *to = (float *)(void *)(s->work->outputs[ROWS_OUT].address +
                                  row * s->columns * (int64_t)sizeof *to);
    int64_t token = row / s->s->taking.chosen;
    bool is_wide = experts->type == ACL_INT64;
    int64_t expert = index_at(view_element(experts, row), is_wide);
    bool has_row = is_kept(s, row) && !is_in(&s->s->absent, expert);
    put_index(view_element(numbers, row), is_wide, has_row ? expert : -1);
    put_weight(s, row, has_row);
    if (!has_row)
        memset(to, 0, (size_t)s->columns * sizeof *to);
    else if (is_in(&s->s->copied, expert))
        load(s, SPECIAL_TOKENS, token, 0, s->columns, to);
    else if (is_in(&s->s->mixed, expert))
        mix(s, token, expert - s->s->mixed.first, to);
    else
        load(s, SPECIAL_ROWS, row, 0, s->columns, to);
}

static void make_rows(int64_t block, int64_t blocks, void *context)
{
    const struct specials *s = context;
    struct block_share share = share_of_block(s->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        make_row(s, row);
}

static void run_special(const struct work *work, struct task_failure *failure)
{
    struct specials s = {.work = work, .s = work->attributes};
    (void)failure;
    s.rows = view_count(input(&s, SPECIAL_EXPERTS));
    s.columns = input(&s, SPECIAL_TOKENS)->dims[1];
    if (s.columns > 0)
        ai_cores_run_function("special_rows", make_rows,
                              blocks_for(s.rows * s.columns, ELEMENTS_A_BLOCK, s.rows), &s);
}
const struct l0_run moe_kernel_special_rows = {.run = run_special};
