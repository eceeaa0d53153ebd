/* SPDX-License-Identifier: Apache-2.0 */
/* Products with quantised weights. A block of weights is converted to float32, in a panel that
 * stays in the caches, and multiplied there. A few rows, as generation has them, are multiplied by
 * dense weights without a panel, which would take longer than to read the weights. Sums are
 * float32. Blocks follow from the shapes alone, so that the number of cores changes no bit. */
#include "ops/quant/weight_quant.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/quant.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/quantised.h"
#include "products/blas.h"
#include "products/panel.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STEP 256 /* depth of a block */

#define ROWS_TOGETHER 8

/* At most so many rows are multiplied without a panel. One row goes through long pieces of the rows
 * of weights, which memory gives faster than short ones: a part for each core. Where there are
 * several, a block of weights stays in a cache from one to the next. */
#define FOLDED_ROWS 4
#define FOLDED_COLUMNS 2048
#define LONG_COLUMNS 16384
#define WHOLE_COLUMNS 128 /* tiles are so many columns, or as often more */

/* ---- The work -------------------------------------------------------------------------------- */

struct run {
    const struct work *work;
    const struct weight_quant *q;
    char *scratch;
    int64_t apart; /* bytes from a row of weights to the next; 0: rows are not dense */
    bool is_folded;
    int64_t tile_columns;
    int64_t tiles_down;
    int64_t tiles;
    _Atomic int64_t next;
};

struct panels {
    float left[TILE_ROWS * STEP];
    float right[STEP * TILE_COLUMNS];
    float sums[TILE_ROWS * TILE_COLUMNS];
    float scales[LONG_COLUMNS];
    float offsets[LONG_COLUMNS];
};

/* Results that one panel of sums holds. */
struct tile {
    int64_t row;
    int64_t rows;
    int64_t first;
    int64_t count;
    int64_t stride; /* of the sums */
};

static const struct work_view *input(const struct run *r, enum quant_operand which)
{
    return r->q->at[which] < 0 ? NULL : &r->work->inputs[r->q->at[which]];
}

/* Loads columns [first, first + count) of a row of scales and the like, or their only number. */
static void load_numbers(const struct work_view *view, int64_t row, int64_t first, int64_t count,
                         float *to)
{
    int32_t last = view->rank - 1;
    int64_t step = view->dims[last] == 1 ? 0 : view->strides[last];
    int64_t width = data_type_bits(view->type) / 8;
    int64_t offset = first * step + (last > 0 && view->dims[0] > 1 ? row * view->strides[0] : 0);
    const char *at = view->address + offset * width;
    if (view->type == ACL_FLOAT || view->type == ACL_FLOAT16 || view->type == ACL_BF16) {
        product_load(view->type, at, 0, step, 1, count, to, count);
        return;
    }
    for (int64_t i = 0; i < count; i++, at += step * width) {
        uint64_t bits = 0;
        int32_t whole = 0;
        if (view->type == ACL_INT32)
            memcpy(&whole, at, sizeof whole);
        else
            memcpy(&bits, at, sizeof bits);
        to[i] = view->type == ACL_INT32 ? (float)whole : scale_of_word(bits);
    }
}

/* Whether columns of weights are dense: words hold numbers along the dense dimension. */
static bool lies_by_columns(const struct work_view *weight)
{
    return weight->strides[0] == 1 && weight->dims[1] > 1;
}

/* Loads a row of weights as float32, before scale and offset. */
static void load_weights(const struct run *r, int64_t row, int64_t first, int64_t count, float *to)
{
    const struct work_view *weight = input(r, WEIGHT);
    int64_t down = weight->strides[0];
    int64_t across = weight->strides[1];
    if (r->q->is_packed) {
        bool by_columns = lies_by_columns(weight);
        down *= by_columns ? 1 : IN_A_WORD;
        across *= by_columns ? IN_A_WORD : 1;
    }
    int64_t at = row * down + first * across;
    if (weight->type == ACL_INT8) {
        const signed char *from = (const signed char *)weight->address + at;
        for (int64_t i = 0; i < count; i++)
            to[i] = (float)from[i * across];
        return;
    }
    for (int64_t i = 0; i < count; i++)
        to[i] = int4_at(weight->address, at + i * across);
}

/* Scales and offsets of a group of rows. */
static void load_group(const struct run *r, struct panels *p, int64_t group, int64_t first,
                       int64_t count)
{
    load_numbers(input(r, SCALE), group, first, count, p->scales);
    memset(p->offsets, 0, sizeof *p->offsets * (size_t)count);
    if (input(r, OFFSET) != NULL)
        load_numbers(input(r, OFFSET), group, first, count, p->offsets);
}

static bool is_int4(const struct run *r)
{
    return input(r, WEIGHT)->type != ACL_INT8;
}

/* Dense weights from one of them on. */
static const char *weights_at(const struct run *r, int64_t row, int64_t first)
{
    return input(r, WEIGHT)->address + row * r->apart + (is_int4(r) ? first / 2 : first);
}

static void restore_rows(const struct run *r, const struct panels *p, const struct panel *panel,
                         int64_t row, int64_t first)
{
    if (r->apart != 0) {
        panel_run(is_int4(r) ? KERNEL_PANEL_RESTORE_INT4 : KERNEL_PANEL_RESTORE_INT8, panel,
                  &(struct panel_operands){
                      .numbers = p->scales,
                      .offsets = p->offsets,
                      .whole = weights_at(r, row, first),
                      .whole_row = r->apart,
                  });
        return;
    }
    for (int64_t i = 0; i < panel->rows; i++)
        load_weights(r, row + i, first, panel->columns, panel->address + i * panel->stride);
    panel_run(KERNEL_PANEL_RESTORE, panel,
              &(struct panel_operands){.numbers = p->scales, .offsets = p->offsets});
}

/* Rows of weights, as the numbers that they stand for: a few of a group at once, which are in the
   nearest cache still. */
static void restore(const struct run *r, struct panels *p, int64_t row, int64_t rows, int64_t first,
                    int64_t count)
{
    int64_t size = r->q->group == 0 ? r->q->depth : r->q->group;
    int64_t known = -1;
    int64_t past = 0;
    for (int64_t k = row; k < row + rows; k = past) {
        int64_t group = k / size;
        past = least(least(k + ROWS_TOGETHER, row + rows), (group + 1) * size);
        const struct panel panel = {p->right + (k - row) * TILE_COLUMNS, past - k, count,
                                    TILE_COLUMNS};
        if (group != known)
            load_group(r, p, group, first, count);
        known = group;
        restore_rows(r, p, &panel, k, first);
    }
}

static void store_quantised(const struct run *r, struct panels *p, const struct tile *tile)
{
    const struct work_view *scale = input(r, QUANT_SCALE);
    const struct work_view *offset = input(r, QUANT_OFFSET);
    const struct work_view *out = &r->work->outputs[0];
    int32_t last = scale->rank - 1;
    load_numbers(scale, 0, tile->first, tile->count, p->scales);
    if (offset != NULL)
        load_numbers(offset, 0, tile->first, tile->count, p->offsets);
    for (int64_t j = 0; offset == NULL && j < tile->count; j++) {
        uint64_t bits;
        int64_t at = scale->dims[last] == 1 ? 0 : (tile->first + j) * scale->strides[last];
        memcpy(&bits, scale->address + at * (int64_t)sizeof bits, sizeof bits);
        p->offsets[j] = offset_of_word(bits);
    }
    panel_run(KERNEL_PANEL_QUANTISE,
              &(struct panel){p->sums, tile->rows, tile->count, tile->stride},
              &(struct panel_operands){
                  .numbers = p->scales,
                  .offsets = p->offsets,
                  .out = out->address + tile->row * out->strides[0] + tile->first * out->strides[1],
                  .out_row = out->strides[0],
                  .out_column = out->strides[1],
              });
}

/* Adds the bias to the sums and stores them. */
static void finish(const struct run *r, struct panels *p, const struct tile *tile)
{
    const struct work_view *out = &r->work->outputs[0];
    if (input(r, BIAS) != NULL) {
        load_numbers(input(r, BIAS), 0, tile->first, tile->count, p->offsets);
        panel_apply(KERNEL_PANEL_ADD,
                    &(struct panel){p->sums, tile->rows, tile->count, tile->stride}, p->offsets);
    }
    if (input(r, QUANT_SCALE) != NULL)
        store_quantised(r, p, tile);
    else
        product_store(out->type,
                      out->address + (tile->row * out->strides[0] + tile->first * out->strides[1]) *
                                         (data_type_bits(out->type) / 8),
                      out->strides[0], out->strides[1], tile->rows, tile->count, p->sums,
                      tile->stride);
}

static void load_left(const struct run *r, struct panels *p, int64_t row, int64_t rows, int64_t at,
                      int64_t depth)
{
    const struct work_view *x = input(r, X);
    int64_t width = data_type_bits(x->type) / 8;
    product_load(x->type, x->address + (row * x->strides[0] + at * x->strides[1]) * width,
                 x->strides[0], x->strides[1], rows, depth, p->left, STEP);
}

static void run_tile(const struct run *r, struct panels *p, int64_t row, int64_t first)
{
    const struct tile tile = {row, least(TILE_ROWS, r->q->rows - row), first,
                              least(TILE_COLUMNS, r->q->columns - first), TILE_COLUMNS};
    for (int64_t at = 0; at < r->q->depth; at += STEP) {
        int64_t depth = least(STEP, r->q->depth - at);
        const struct blas_matrix left = {p->left, STEP, false};
        const struct blas_matrix right = {p->right, TILE_COLUMNS, false};
        const struct blas_matrix sums = {p->sums, TILE_COLUMNS, false};
        load_left(r, p, row, tile.rows, at, depth);
        restore(r, p, at, depth, first, tile.count);
        blas_gemm(false, tile.rows, tile.count, depth, &left, &right, at > 0, &sums);
    }
    finish(r, p, &tile);
}

/* A few rows by many columns of dense weights. */
static void fold_tile(const struct run *r, struct panels *p, int64_t first)
{
    const struct tile tile = {0, r->q->rows, first, least(r->tile_columns, r->q->columns - first),
                              r->tile_columns};
    int64_t size = r->q->group == 0 ? r->q->depth : r->q->group;
    int64_t past = 0;
    memset(p->sums, 0, sizeof(float) * (size_t)(tile.rows * tile.stride));
    for (int64_t at = 0; at < r->q->depth; at = past) {
        past = least(least(at + STEP, r->q->depth), (at / size + 1) * size);
        if (at % size == 0)
            load_group(r, p, at / size, first, tile.count);
        load_left(r, p, 0, tile.rows, at, past - at);
        for (int64_t row = 0; row < tile.rows; row++)
            panel_run(is_int4(r) ? KERNEL_PANEL_FOLD_INT4 : KERNEL_PANEL_FOLD_INT8,
                      &(struct panel){p->sums + row * tile.stride, past - at, tile.count, 0},
                      &(struct panel_operands){
                          .numbers = p->scales,
                          .offsets = p->offsets,
                          .whole = weights_at(r, at, first),
                          .whole_row = r->apart,
                          .left = p->left + row * STEP,
                          .sums = p->right,
                      });
    }
    finish(r, p, &tile);
}

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *r = context;
    struct panels *p = (struct panels *)(void *)(r->scratch + block * (int64_t)sizeof *p);
    (void)blocks;
    for (int64_t tile = 0; (tile = atomic_fetch_add(&r->next, 1)) < r->tiles;)
        if (r->is_folded)
            fold_tile(r, p, tile * r->tile_columns);
        else
            run_tile(r, p, tile % r->tiles_down * TILE_ROWS, tile / r->tiles_down * TILE_COLUMNS);
}

/* Bytes from a row of weights to the next; 0: rows are not dense, or end within a byte. */
static int64_t bytes_apart(const struct weight_quant *q, const struct work_view *weight)
{
    if (weight->strides[1] != 1 || lies_by_columns(weight))
        return 0;
    if (q->is_packed)
        return weight->strides[0] * (int64_t)sizeof(int32_t);
    if (weight->type == ACL_INT8)
        return weight->strides[0];
    return weight->strides[0] % 2 == 0 ? weight->strides[0] / 2 : 0;
}

/* The columns of a tile of a few rows: as many parts as there are cores, or as often more. */
static int64_t folded_columns(const struct weight_quant *q)
{
    int64_t most = q->rows == 1 ? LONG_COLUMNS : FOLDED_COLUMNS;
    int64_t cores = ai_cores_count();
    int64_t tiles = cores * divide_up(q->columns, cores * most);
    return divide_up(divide_up(q->columns, tiles), WHOLE_COLUMNS) * WHOLE_COLUMNS;
}

static struct run division(const struct work *work)
{
    struct run r = {.work = work, .q = work->attributes, .scratch = work->scratch};
    r.apart = bytes_apart(r.q, input(&r, WEIGHT));
    r.is_folded = r.apart != 0 && r.q->rows <= FOLDED_ROWS;
    r.tile_columns = r.is_folded ? folded_columns(r.q) : TILE_COLUMNS;
    r.tiles_down = r.is_folded ? 1 : divide_up(r.q->rows, TILE_ROWS);
    r.tiles = r.tiles_down * divide_up(r.q->columns, r.tile_columns);
    return r;
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct run r = division(work);
    return (uint64_t)least(r.tiles, ai_cores_count()) * sizeof(struct panels);
}

static void run_work(const struct work *work, struct task_failure *failure)
{
    struct run r = division(work);
    (void)failure;
    ai_cores_run_function("weight_quant", run_tiles, least(r.tiles, ai_cores_count()), &r);
}
const struct l0_run quant_kernel_weight_quant = {
    .check = blas_check_work, .scratch_bytes = scratch_bytes, .run = run_work};
