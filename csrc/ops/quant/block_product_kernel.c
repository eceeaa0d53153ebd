/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices whose blocks of 128 along the depth have scales: the sum of each block times
 * the scale of its row of x1 and that of its columns of x2, one block after the other. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/quant/quant_product.h"
#include "ops/quant/scaled_product.h"
#include "products/blas.h"
#include "runtime/cores/ai_cores.h"

#define TILE_ROWS 128
#define TILE_COLUMNS 256

enum { LEFT, RIGHT, LEFT_SCALES, RIGHT_SCALES };

/* A matrix, dense, with its scales; which batch it is of is found for each tile. */
struct factor {
    const float *numbers;
    const float *scales;
    int64_t row_stride;   /* from a row, or a line along the columns, to the next */
    int64_t depth_stride; /* one of both is 1 */
    int64_t along;        /* of scales: from a block of rows or columns to the next */
    int64_t deep;         /* from a block of the depth to the next */
    int64_t block;        /* rows or columns that share a scale */
};

struct run {
    const struct work_view *views;
    struct factor left;
    struct factor right;
    const struct work_view *out;
    int64_t rows;
    int64_t columns;
    int64_t depth;
    int64_t tiles_down;
    int64_t tiles_across;
    int64_t tiles;
    char *panels;
    _Atomic int64_t next;
};

struct panels {
    float sums[TILE_ROWS * TILE_COLUMNS];
    float scales[TILE_COLUMNS];
};

/* ---- Operands -------------------------------------------------------------------------------- */

/* is_down: the depth is along the first of the last two dimensions. */
static struct factor factor_of(const struct work_view *numbers, const struct work_view *scales,
                               bool is_down, int64_t block)
{
    int64_t columns = numbers->dims[numbers->rank - 1];
    int64_t across = scales->dims[scales->rank - 1];
    return (struct factor){
        .row_stride = is_down ? 1 : columns,
        .depth_stride = is_down ? columns : 1,
        .along = is_down ? 1 : across,
        .deep = is_down ? across : 1,
        .block = block,
    };
}

static const float *matrix_of(const struct run *r, int input, int64_t batch)
{
    return (const float *)(void *)view_matrix(&r->views[input], 2, r->out, 2, batch);
}

static struct factor in_batch(const struct run *r, int side, int64_t batch)
{
    struct factor f = side == LEFT ? r->left : r->right;
    f.numbers = matrix_of(r, side, batch);
    f.scales = matrix_of(r, side == LEFT ? LEFT_SCALES : RIGHT_SCALES, batch);
    return f;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* out += sums * (scale of the row * scale of the column). */
static void add_scaled(struct panels *p, const struct factor *left, const struct factor *right,
                       int64_t block, int64_t row, int64_t column, int64_t rows, int64_t columns,
                       float *out, int64_t out_stride)
{
    for (int64_t j = 0; j < columns; j++)
        p->scales[j] =
            right->scales[(column + j) / right->block * right->along + block * right->deep];
    for (int64_t i = 0; i < rows; i++) {
        float own = left->scales[(row + i) / left->block * left->along + block * left->deep];
        const float *sums = p->sums + i * TILE_COLUMNS;
        float *to = out + i * out_stride;
        for (int64_t j = 0; j < columns; j++)
            to[j] += sums[j] * (own * p->scales[j]);
    }
}

static void run_tile(const struct run *r, struct panels *p, int64_t tile)
{
    int64_t row = tile % r->tiles_down * TILE_ROWS;
    int64_t column = tile / r->tiles_down % r->tiles_across * TILE_COLUMNS;
    int64_t batch = tile / (r->tiles_down * r->tiles_across);
    int64_t rows = least(TILE_ROWS, r->rows - row);
    int64_t columns = least(TILE_COLUMNS, r->columns - column);
    const struct factor left = in_batch(r, LEFT, batch);
    const struct factor right = in_batch(r, RIGHT, batch);
    const struct blas_matrix sums = {p->sums, TILE_COLUMNS, false};
    float *out = (float *)(void *)r->out->address + (batch * r->rows + row) * r->columns + column;
    for (int64_t i = 0; i < rows; i++)
        memset(out + i * r->columns, 0, (size_t)columns * sizeof *out);
    for (int64_t at = 0; at < r->depth; at += SCALED_BLOCK) {
        const struct blas_matrix x1 = {
            left.numbers + row * left.row_stride + at * left.depth_stride,
            left.row_stride == 1 ? left.depth_stride : left.row_stride, left.depth_stride != 1};
        const struct blas_matrix x2 = {
            right.numbers + column * right.row_stride + at * right.depth_stride,
            right.row_stride == 1 ? right.depth_stride : right.row_stride, right.depth_stride == 1};
        blas_gemm(false, rows, columns, least(SCALED_BLOCK, r->depth - at), &x1, &x2, false, &sums);
        add_scaled(p, &left, &right, at / SCALED_BLOCK, row, column, rows, columns, out,
                   r->columns);
    }
}

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *r = context;
    struct panels *p = (struct panels *)(void *)(r->panels + block * (int64_t)sizeof *p);
    (void)blocks;
    for (int64_t tile = 0; (tile = atomic_fetch_add(&r->next, 1)) < r->tiles;)
        run_tile(r, p, tile);
}

/* ---- Work ------------------------------------------------------------------------------------ */

static uint64_t scratch_bytes(const struct work *work)
{
    (void)work;
    return (uint64_t)ai_cores_count() * sizeof(struct panels);
}

static void run_work(const struct work *work, struct task_failure *failure)
{
    const struct quant_block_product *a = work->attributes;
    const struct work_view *in = work->inputs;
    const struct work_view *out = &work->outputs[0];
    struct run r = {
        .views = in,
        .left = factor_of(&in[LEFT], &in[LEFT_SCALES], a->flip1, a->rows),
        .right = factor_of(&in[RIGHT], &in[RIGHT_SCALES], !a->flip2, SCALED_BLOCK),
        .out = out,
        .rows = out->dims[out->rank - 2],
        .columns = out->dims[out->rank - 1],
        .depth = in[LEFT].dims[in[LEFT].rank - (a->flip1 ? 2 : 1)],
        .panels = work->scratch,
    };
    (void)failure;
    if (view_count(out) == 0)
        return;
    r.tiles_down = divide_up(r.rows, TILE_ROWS);
    r.tiles_across = divide_up(r.columns, TILE_COLUMNS);
    r.tiles = r.tiles_down * r.tiles_across * (view_count(out) / (r.rows * r.columns));
    ai_cores_run_function("block_product", run_tiles, least(r.tiles, ai_cores_count()), &r);
}
const struct l0_run quant_kernel_block_product = {
    .check = blas_check_work, .scratch_bytes = scratch_bytes, .run = run_work};
