/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: kernels. */
#include "ops/rope/rope.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ROWS_TOGETHER 16
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* Pairs (a, b) of x and (a, b) of the result: the first of each, and how far the next is. */
struct pairs {
    int64_t x[2];
    int64_t y[2];
    int64_t x_step;
    int64_t y_step;
    int64_t count;
};

static int find_pairs(enum rotary_mode mode, int64_t columns, struct pairs *pairs)
{
    int64_t half = columns / 2;
    int64_t quarter = columns / 4;
    switch (mode) {
    case NEIGHBOURS: pairs[0] = (struct pairs){{0, 1}, {0, 1}, 2, 2, half}; return 1;
    case NEIGHBOURS_TO_HALVES: pairs[0] = (struct pairs){{0, 1}, {0, half}, 2, 1, half}; return 1;
    case QUARTERS:
        pairs[0] = (struct pairs){{0, quarter}, {0, quarter}, 1, 1, quarter};
        pairs[1] = (struct pairs){{half, half + quarter}, {half, half + quarter}, 1, 1, quarter};
        return 2;
    default: pairs[0] = (struct pairs){{0, half}, {0, half}, 1, 1, half}; return 1;
    }
}

static void turn(const struct pairs *p, const float *restrict x, const float *restrict cosines,
                 const float *restrict sines, float *restrict y)
{
    const float *a = x + p->x[0];
    const float *b = x + p->x[1];
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        float first = a[i * p->x_step];
        float second = b[i * p->x_step];
        y[c] = first * cosines[c] - second * sines[c];
        y[d] = second * cosines[d] + first * sines[d];
    }
}

static void turn_back(const struct pairs *p, const float *restrict dy,
                      const float *restrict cosines, const float *restrict sines,
                      float *restrict dx)
{
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        dx[p->x[0] + i * p->x_step] = dy[c] * cosines[c] + dy[d] * sines[d];
        dx[p->x[1] + i * p->x_step] = dy[d] * cosines[d] - dy[c] * sines[c];
    }
}

/* Adds to the gradients of cos and sin. */
static void add_angles(const struct pairs *p, const float *dy, const float *x, double *cosines,
                       double *sines)
{
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        double first = (double)x[p->x[0] + i * p->x_step];
        double second = (double)x[p->x[1] + i * p->x_step];
        cosines[c] += (double)dy[c] * first;
        cosines[d] += (double)dy[d] * second;
        sines[c] -= (double)dy[c] * second;
        sines[d] += (double)dy[d] * first;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct turning {
    const struct work *work;
    const struct rotary *rotary;
    struct pairs pairs[2];
    int pair_kinds;
    int64_t columns;
    int64_t rows;
};

/* Row `index` of a tensor with the dims of `like`, which it is broadcast to. */
static char *row_of(const struct work_view *view, const struct work_view *like, int64_t index)
{
    int64_t offset = 0;
    for (int32_t i = like->rank - 2; i >= 0; i--) {
        if (view->dims[i] != 1)
            offset += index % like->dims[i] * view->strides[i];
        index /= like->dims[i];
    }
    return view->address + offset * (data_type_bits(view->type) / 8);
}

static void load_row(const struct work_view *view, const char *row, int64_t columns, float *to)
{
    product_load(view->type, row, 0, view->strides[view->rank - 1], 1, columns, to, columns);
}

static void store_row(const struct work_view *view, char *row, int64_t columns, const float *from)
{
    product_store(view->type, row, 0, view->strides[view->rank - 1], 1, columns, from, columns);
}

static void turn_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    const struct work_view *in = t->work->inputs;
    const struct work_view *out = &t->work->outputs[0];
    float x[MOST_COLUMNS];
    float y[MOST_COLUMNS];
    float angles[2][MOST_COLUMNS];
    const char *known[2] = {NULL, NULL};
    struct block_share share = share_of_block(t->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++) {
        load_row(&in[0], row_of(&in[0], out, row), t->columns, x);
        for (int i = 0; i < 2; i++) {
            const char *at = row_of(&in[1 + i], out, row);
            if (at != known[i])
                load_row(&in[1 + i], at, t->columns, angles[i]);
            known[i] = at;
        }
        for (int i = 0; i < t->pair_kinds; i++)
            (t->rotary->is_backward ? turn_back : turn)(&t->pairs[i], x, angles[0], angles[1], y);
        store_row(out, row_of(out, out, row), t->columns, y);
    }
}

/* A row of the gradients of cos and sin: the sum over all rows that it was broadcast to. */
static void sum_angles(const struct turning *t, int64_t row)
{
    const struct work_view *dy = &t->work->inputs[0];
    const struct work_view *x = &t->work->inputs[1];
    const struct work_view *to = t->work->outputs;
    double sums[2][MOST_COLUMNS];
    float rows[2][MOST_COLUMNS];
    int64_t dims[3];   /* of the rows that are added */
    int64_t places[3]; /* the first of them */
    int64_t count = 1;
    int64_t rest = row;
    for (int i = 2; i >= 0; i--) {
        places[i] = rest % to->dims[i];
        rest /= to->dims[i];
        dims[i] = to->dims[i] == 1 ? dy->dims[i] : 1;
        count *= dims[i];
    }
    memset(sums, 0, sizeof sums);
    for (int64_t j = 0; j < count; j++) {
        int64_t at[3];
        int64_t left = j;
        for (int i = 2; i >= 0; i--) {
            at[i] = places[i] + left % dims[i];
            left /= dims[i];
        }
        int64_t index = (at[0] * dy->dims[1] + at[1]) * dy->dims[2] + at[2];
        load_row(dy, row_of(dy, dy, index), t->columns, rows[0]);
        load_row(x, row_of(x, dy, index), t->columns, rows[1]);
        for (int i = 0; i < t->pair_kinds; i++)
            add_angles(&t->pairs[i], rows[0], rows[1], sums[0], sums[1]);
    }
    for (int i = 0; i < 2; i++) {
        for (int64_t j = 0; j < t->columns; j++)
            rows[0][j] = (float)sums[i][j];
        store_row(&to[i], row_of(&to[i], &to[i], row), t->columns, rows[0]);
    }
}

static void sum_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    struct block_share share = share_of_block(t->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        sum_angles(t, row);
}

static void run_rotary_work(const struct work *work, struct task_failure *failure)
{
    const struct rotary *rotary = work->attributes;
    const struct work_view *out = &work->outputs[0];
    struct turning t = {.work = work, .rotary = rotary, .rows = 1};
    (void)failure;
    t.columns = out->dims[out->rank - 1];
    t.pair_kinds = find_pairs(rotary->mode, t.columns, t.pairs);
    for (int32_t i = 0; i < out->rank - 1; i++)
        t.rows *= out->dims[i];
    int64_t worth = rotary->is_of_angles ? 1 : ELEMENTS_A_BLOCK; /* rows of more are added */
    int64_t blocks = blocks_for(t.rows * t.columns, worth, t.rows);
    if (t.rows > 0 && t.columns > 0)
        ai_cores_run_function("rotary", rotary->is_of_angles ? sum_rows : turn_rows, blocks, &t);
}
const struct l0_run rope_kernel_rotary = {.run = run_rotary_work};
