/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: rows and their angles, for aclnn_py/kernels/rotation.py. */
#include "ops/rope/rope.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* Elements of the rows that are turned at once, in buffers that stay in the nearest cache. */
#define ELEMENTS_TOGETHER 2048

/* ---- Kernels --------------------------------------------------------------------------------- */

/* Pairs of a row of x and of the result, as rotation.py says it: the first numbers of those that
   lie apart begin at `first`, the second ones so far behind. */
struct pairs {
    int64_t first;
    int64_t count;
    int64_t x_apart;
    int64_t y_apart;
};

enum turn { TURN, TURN_BACK, ANGLES };

static int kernel_of(enum rotary_mode mode, enum turn turn)
{
    static const int kernels[][3] = {
        [HALVES] = {KERNEL_ROTATION_TURN_APART_APART_APART,
                    KERNEL_ROTATION_TURN_BACK_APART_APART_APART,
                    KERNEL_ROTATION_ANGLES_APART_APART_APART},
        [NEIGHBOURS] = {KERNEL_ROTATION_TURN_NEIGHBOURS_NEIGHBOURS_NEIGHBOURS,
                        KERNEL_ROTATION_TURN_BACK_NEIGHBOURS_NEIGHBOURS_NEIGHBOURS,
                        KERNEL_ROTATION_ANGLES_NEIGHBOURS_NEIGHBOURS_NEIGHBOURS},
        [NEIGHBOURS_TO_HALVES] = {KERNEL_ROTATION_TURN_NEIGHBOURS_APART_APART,
                                  KERNEL_ROTATION_TURN_BACK_NEIGHBOURS_APART_APART,
                                  KERNEL_ROTATION_ANGLES_NEIGHBOURS_APART_APART},
    };
    return kernels[mode == QUARTERS ? HALVES : mode][turn];
}

static int find_pairs(enum rotary_mode mode, int64_t columns, struct pairs *pairs)
{
    int64_t half = columns / 2;
    int64_t quarter = columns / 4;
    pairs[0] = (struct pairs){0, half, half, half};
    if (mode != QUARTERS)
        return 1;
    pairs[0] = (struct pairs){0, quarter, quarter, quarter};
    pairs[1] = (struct pairs){half, quarter, quarter, quarter};
    return 2;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct turning {
    const struct work *work;
    struct pairs pairs[2];
    int pair_kinds;
    enum turn turn;
    kernel_function kernel;
    int64_t columns;
    int64_t turned; /* columns that have angles; those behind them stay */
    int64_t rows;
    int64_t together; /* rows that are turned at once */
};

/* So many rows of x and of the result, which are dense; rows of angles are so far apart. */
static void run_kernel(const struct turning *t, int64_t rows, int64_t angles_row, const float *x,
                       const void *cosines, const void *sines, const float *y)
{
    size_t width = t->turn == ANGLES ? sizeof(double) : sizeof(float);
    for (int i = 0; i < t->pair_kinds; i++) {
        const struct pairs *p = &t->pairs[i];
        const int64_t tiling[ROTATION_TILING_SIZE] = {
            [ROTATION_TILING_ROWS] = rows,
            [ROTATION_TILING_PAIRS] = p->count,
            [ROTATION_TILING_X_APART] = p->x_apart,
            [ROTATION_TILING_ANGLES_APART] = p->y_apart,
            [ROTATION_TILING_Y_APART] = p->y_apart,
            [ROTATION_TILING_X_ROW] = t->columns,
            [ROTATION_TILING_ANGLES_ROW] = angles_row,
            [ROTATION_TILING_Y_ROW] = t->columns,
        };
        const int64_t arguments[ROTATION_ARGUMENT_COUNT] = {
            [ROTATION_ARGUMENT_X] = (int64_t)(intptr_t)(x + p->first),
            [ROTATION_ARGUMENT_COSINES] = (int64_t)(intptr_t)((const char *)cosines +
                                                              (size_t)p->first * width),
            [ROTATION_ARGUMENT_SINES] = (int64_t)(intptr_t)((const char *)sines +
                                                            (size_t)p->first * width),
            [ROTATION_ARGUMENT_Y] = (int64_t)(intptr_t)(y + p->first),
        };
        t->kernel(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
    }
}

/* How far the next row is that the second last dimension has; 0: it is the same. */
static int64_t row_stride(const struct work_view *view, int32_t dim)
{
    return view->dims[dim] == 1 ? 0 : view->strides[dim];
}

static void load_rows(const struct work_view *view, const char *row, int64_t stride, int64_t rows,
                      int64_t columns, float *to)
{
    product_load(view->type, row, stride, view->strides[view->rank - 1], rows, columns, to,
                 columns);
}

static void store_rows(const struct work_view *view, char *row, int64_t stride, int64_t rows,
                       int64_t columns, const float *from)
{
    product_store(view->type, row, stride, view->strides[view->rank - 1], rows, columns, from,
                  columns);
}

/* Rows of cosines and sines, which are in the buffers already where they are the same again. */
struct angles {
    float rows[2][ELEMENTS_TOGETHER];
    const char *known[2];
    int64_t known_count;
};

static void forget_angles(struct angles *angles)
{
    angles->known[0] = NULL;
    angles->known[1] = NULL;
    angles->known_count = 0;
}

/* The angles of so many rows of the result; how far rows of them are apart. */
static int64_t load_angles(const struct turning *t, int64_t row, int64_t rows,
                           struct angles *angles)
{
    const struct work_view *out = &t->work->outputs[0];
    bool repeats = true;
    for (int i = 0; i < 2; i++)
        repeats = repeats && row_stride(&t->work->inputs[1 + i], out->rank - 2) == 0;
    int64_t count = repeats ? 1 : rows;
    for (int i = 0; i < 2; i++) {
        const struct work_view *view = &t->work->inputs[1 + i];
        const char *at = rope_row_of(view, out, row);
        if (at != angles->known[i] || count > angles->known_count)
            load_rows(view, at, row_stride(view, out->rank - 2), count, t->turned, angles->rows[i]);
        angles->known[i] = at;
    }
    angles->known_count = count;
    return repeats ? 0 : t->turned;
}

/* Rows from one on that lie one stride apart, as many as there are buffers for. */
static int64_t rows_together(const struct turning *t, const struct work_view *like, int64_t row,
                             int64_t past)
{
    int64_t beside = like->dims[like->rank - 2];
    return least(t->together, least(past - row, beside - row % beside));
}

static void keep_columns(const struct turning *t, int64_t rows, const float *x, float *y)
{
    size_t kept = (size_t)(t->columns - t->turned) * sizeof *x;
    for (int64_t i = 0; i < rows && kept > 0; i++)
        memcpy(y + i * t->columns + t->turned, x + i * t->columns + t->turned, kept);
}

static void turn_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    const struct work_view *in = t->work->inputs;
    const struct work_view *out = &t->work->outputs[0];
    int32_t dim = out->rank - 2;
    float x[ELEMENTS_TOGETHER];
    float y[ELEMENTS_TOGETHER];
    struct angles angles;
    struct block_share share = share_of_block(t->rows, block, blocks);
    int64_t rows = 0;
    forget_angles(&angles);
    for (int64_t row = share.first; row < share.past; row += rows) {
        rows = rows_together(t, out, row, share.past);
        load_rows(&in[0], rope_row_of(&in[0], out, row), row_stride(&in[0], dim), rows, t->columns,
                  x);
        int64_t angles_row = load_angles(t, row, rows, &angles);
        /* The gradient goes from the layout of the result to that of x. */
        bool is_back = t->turn == TURN_BACK;
        run_kernel(t, rows, angles_row, is_back ? y : x, angles.rows[0], angles.rows[1],
                   is_back ? x : y);
        keep_columns(t, rows, x, y);
        store_rows(out, rope_row_of(out, out, row), out->strides[dim], rows, t->columns, y);
    }
}

/* Adds rows of dy and x, from one on that lie a stride of this dimension apart. */
static void add_rows(const struct turning *t, int64_t first, int32_t dim, int64_t rows,
                     double sums[2][MOST_COLUMNS])
{
    const struct work_view *dy = &t->work->inputs[0];
    const struct work_view *x = &t->work->inputs[1];
    float given[2][ELEMENTS_TOGETHER];
    load_rows(dy, rope_row_of(dy, dy, first), row_stride(dy, dim), rows, t->columns, given[0]);
    load_rows(x, rope_row_of(x, dy, first), row_stride(x, dim), rows, t->columns, given[1]);
    run_kernel(t, rows, 0, given[1], sums[0], sums[1], given[0]);
}

static void store_sums(const struct turning *t, int64_t row, double sums[2][MOST_COLUMNS])
{
    float rounded[MOST_COLUMNS];
    const int64_t tiling[ROTATION_TILING_SIZE] = {[ROTATION_TILING_PAIRS] = t->columns};
    for (int i = 0; i < 2; i++) {
        const struct work_view *to = &t->work->outputs[i];
        const int64_t arguments[ROTATION_ARGUMENT_COUNT] = {
            [ROTATION_ARGUMENT_X] = (int64_t)(intptr_t)sums[i],
            [ROTATION_ARGUMENT_Y] = (int64_t)(intptr_t)rounded,
        };
        ai_cores_kernel(KERNEL_ROTATION_ROUND)(0, 1, (int64_t)(intptr_t)tiling,
                                               (int64_t)(intptr_t)arguments);
        store_rows(to, rope_row_of(to, to, row), 0, 1, t->columns, rounded);
    }
}

/* Computes a row of the gradients of cos and sin: the sum over all rows to which it was
 * broadcast. */
static void sum_angles(const struct turning *t, int64_t row)
{
    const struct work_view *dy = &t->work->inputs[0];
    const struct work_view *to = t->work->outputs;
    double sums[2][MOST_COLUMNS];
    int64_t dims[3];   /* of the rows that are added */
    int64_t places[3]; /* index of the first of them */
    int64_t count = 1;
    int64_t rest = row;
    for (int i = 2; i >= 0; i--) {
        places[i] = rest % to->dims[i];
        rest /= to->dims[i];
        dims[i] = to->dims[i] == 1 ? dy->dims[i] : 1;
        count *= dims[i];
    }
    int32_t dim = dims[2] > 1 ? 2 : dims[1] > 1 ? 1 : 0;
    int64_t rows = 0;
    memset(sums, 0, sizeof sums);
    for (int64_t j = 0; j < count; j += rows) {
        int64_t at[3];
        int64_t left = j;
        for (int i = 2; i >= 0; i--) {
            at[i] = places[i] + left % dims[i];
            left /= dims[i];
        }
        rows = least(t->together, dims[dim] - (at[dim] - places[dim]));
        add_rows(t, (at[0] * dy->dims[1] + at[1]) * dy->dims[2] + at[2], dim, rows, sums);
    }
    store_sums(t, row, sums);
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
    struct turning t = {.work = work, .rows = 1, .columns = out->dims[out->rank - 1]};
    (void)failure;
    for (int32_t i = 0; i < out->rank - 1; i++)
        t.rows *= out->dims[i];
    if (t.rows == 0 || t.columns == 0)
        return;
    t.turn = rotary->is_of_angles ? ANGLES : rotary->is_backward ? TURN_BACK : TURN;
    t.kernel = ai_cores_kernel(kernel_of(rotary->mode, t.turn));
    t.turned = rotary->is_of_angles ? t.columns : work->inputs[1].dims[out->rank - 1];
    t.pair_kinds = find_pairs(rotary->mode, t.turned, t.pairs);
    t.together = most(1, ELEMENTS_TOGETHER / t.columns);
    int64_t worth = rotary->is_of_angles ? 1 : ELEMENTS_A_BLOCK; /* each of these rows is the sum of
                                                                  * many */
    int64_t blocks = blocks_for(t.rows * t.columns, worth, t.rows);
    ai_cores_run_function("rotary", rotary->is_of_angles ? sum_rows : turn_rows, blocks, &t);
}
const struct l0_run rope_kernel_rotary = {.run = run_rotary_work};
