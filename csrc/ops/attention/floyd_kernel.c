/* SPDX-License-Identifier: Apache-2.0 */
/* FusedFloydAttention and its gradient, by tiles of so many rows, columns and keys: for each row a
 * product with its keys, and for each column one with its own. Scores and sums are float32. */
#include "ops/attention/floyd.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

/* A tile. The checks let nothing pass that these do not divide. */
#define ROWS 16
#define COLUMNS 32
#define KEYS 128
#define LINES (ROWS * COLUMNS)

/* Inputs; a mask is the last one. */
enum { QUERY, ROW_KEY, ROW_VALUE, COLUMN_KEY, COLUMN_VALUE, DY, MAXIMA, SUMS, RESULT };
enum { MAXIMA_OUT, SUMS_OUT, RESULT_OUT };
enum { DQ, ROW_DK, ROW_DV, COLUMN_DK, COLUMN_DV };

struct attending {
    const struct work *work;
    const struct floyd *f;
    const struct work_view *mask; /* NULL: all pairs count */
    int64_t matrices;             /* batches and heads */
    int64_t rows;
    int64_t columns;
    int64_t keys;
    int64_t depth;
    int64_t unit_bytes;
    _Atomic int64_t next;
};

/* Where a tile begins. */
struct tile {
    int64_t matrix;
    int64_t row;
    int64_t column;
    int64_t key;
};

/* What a unit computes on: lines are [row, column], keys of rows [row, key], those of columns
 * [key, column]. */
struct panels {
    float *queries;
    float *row_keys;
    float *row_values;
    float *column_keys;
    float *column_values;
    float *scores; /* [row, column, key] */
    float *others;
    float *maxima;
    float *sums;
    float *results;
    float *dy;
    float *common;
    float *dq; /* of all lines of the unit's rows: [columns / COLUMNS, row, column] */
    float *dk;
    float *dv;
};

static int64_t take_panels(const struct attending *run, char *scratch, struct panels *p,
                           bool is_grad)
{
    char *start = scratch;
    int64_t lines = LINES * run->depth;
    int64_t of_rows = (int64_t)ROWS * KEYS * run->depth;
    int64_t of_columns = (int64_t)KEYS * COLUMNS * run->depth;
    p->queries = attention_take(&scratch, lines);
    p->row_keys = attention_take(&scratch, of_rows);
    p->row_values = attention_take(&scratch, of_rows);
    p->column_keys = attention_take(&scratch, of_columns);
    p->column_values = attention_take(&scratch, of_columns);
    p->scores = attention_take(&scratch, (int64_t)LINES * KEYS);
    p->others = attention_take(&scratch, is_grad ? (int64_t)LINES * KEYS : LINES);
    p->maxima = attention_take(&scratch, LINES);
    p->sums = attention_take(&scratch, LINES);
    p->results = attention_take(&scratch, lines);
    p->dy = attention_take(&scratch, is_grad ? lines : 0);
    p->common = attention_take(&scratch, is_grad ? LINES : 0);
    p->dq = attention_take(&scratch, is_grad ? ROWS * run->columns * run->depth : 0);
    p->dk = attention_take(&scratch, is_grad ? most(of_rows, of_columns) : 0);
    p->dv = attention_take(&scratch, is_grad ? most(of_rows, of_columns) : 0);
    return scratch - start;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The element [matrix, first, second, 0] of an operand. */
static char *element_of(const struct work_view *view, int64_t matrix, int64_t first, int64_t second)
{
    int64_t heads = view->dims[FLOYD_HEADS];
    int64_t offset = matrix / heads * view->strides[0] + matrix % heads * view->strides[1] +
                     first * view->strides[2] + second * view->strides[3];
    return view->address + offset * view_width(view);
}

/* Reads, or writes, [first, first + count) by [second, second + width) vectors of a head. */
static void load(const struct work_view *view, int64_t matrix, int64_t first, int64_t count,
                 int64_t second, int64_t width, float *panel)
{
    int64_t depth = view->dims[FLOYD_DEPTH];
    for (int64_t i = 0; i < count; i++)
        product_load(view->type, element_of(view, matrix, first + i, second), view->strides[3],
                     view->strides[4], width, depth, panel + i * width * depth, depth);
}

static void store(const struct work_view *view, int64_t matrix, int64_t first, int64_t count,
                  int64_t second, int64_t width, const float *panel)
{
    int64_t depth = view->dims[FLOYD_DEPTH];
    for (int64_t i = 0; i < count; i++)
        product_store(view->type, element_of(view, matrix, first + i, second), view->strides[3],
                      view->strides[4], width, depth, panel + i * width * depth, depth);
}

static void load_lines(const struct attending *run, int input, const struct tile *at, float *panel)
{
    load(&run->work->inputs[input], at->matrix, at->row, ROWS, at->column, COLUMNS, panel);
}

static void store_lines(const struct attending *run, int output, const struct tile *at,
                        const float *panel)
{
    store(&run->work->outputs[output], at->matrix, at->row, ROWS, at->column, COLUMNS, panel);
}

static void load_row_keys(const struct attending *run, const struct tile *at, struct panels *p)
{
    const struct work_view *inputs = run->work->inputs;
    load(&inputs[ROW_KEY], at->matrix, at->row, ROWS, at->key, KEYS, p->row_keys);
    load(&inputs[ROW_VALUE], at->matrix, at->row, ROWS, at->key, KEYS, p->row_values);
}

static void load_column_keys(const struct attending *run, const struct tile *at, struct panels *p)
{
    const struct work_view *inputs = run->work->inputs;
    load(&inputs[COLUMN_KEY], at->matrix, at->key, KEYS, at->column, COLUMNS, p->column_keys);
    load(&inputs[COLUMN_VALUE], at->matrix, at->key, KEYS, at->column, COLUMNS, p->column_values);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The matrix of a row of a panel [row, count, width]. */
static struct blas_matrix of_row(const float *panel, int64_t row, int64_t count, int64_t width)
{
    return (struct blas_matrix){panel + row * count * width, width, false};
}

/* That of a column of a panel [any, column, width]. */
static struct blas_matrix of_column(const float *panel, int64_t column, int64_t width)
{
    return (struct blas_matrix){panel + column * width, COLUMNS * width, false};
}

/* Scores of lines: products with the keys of their row and of their column. */
static void multiply_keys(const struct attending *run, const float *lines, const float *row_keys,
                          const float *column_keys, float *scores)
{
    int64_t depth = run->depth;
    for (int64_t i = 0; i < ROWS; i++)
        attention_multiply(COLUMNS, KEYS, depth, of_row(lines, i, COLUMNS, depth),
                           attention_transposed(of_row(row_keys, i, KEYS, depth)), false,
                           scores + i * COLUMNS * KEYS, KEYS);
    for (int64_t i = 0; i < COLUMNS; i++)
        attention_multiply(ROWS, KEYS, depth, of_column(lines, i, depth),
                           attention_transposed(of_column(column_keys, i, depth)), true,
                           scores + i * KEYS, COLUMNS * KEYS);
}

/* Adds the values of rows and columns to lines, by scores. */
static void add_values(const struct attending *run, const float *scores, const float *row_values,
                       const float *column_values, float *lines)
{
    int64_t depth = run->depth;
    for (int64_t i = 0; i < ROWS; i++)
        attention_multiply(COLUMNS, depth, KEYS, of_row(scores, i, COLUMNS, KEYS),
                           of_row(row_values, i, KEYS, depth), true, lines + i * COLUMNS * depth,
                           depth);
    for (int64_t i = 0; i < COLUMNS; i++)
        attention_multiply(ROWS, depth, KEYS, of_column(scores, i, KEYS),
                           of_column(column_values, i, depth), true, lines + i * depth,
                           COLUMNS * depth);
}

/* Adds lines to the keys of their row, by scores. */
static void add_to_rows(const struct attending *run, const float *scores, const float *lines,
                        float *keys)
{
    int64_t depth = run->depth;
    for (int64_t i = 0; i < ROWS; i++)
        attention_multiply(KEYS, depth, COLUMNS,
                           attention_transposed(of_row(scores, i, COLUMNS, KEYS)),
                           of_row(lines, i, COLUMNS, depth), true, keys + i * KEYS * depth, depth);
}

/* The same for the keys of their column. */
static void add_to_columns(const struct attending *run, const float *scores, const float *lines,
                           float *keys)
{
    int64_t depth = run->depth;
    for (int64_t i = 0; i < COLUMNS; i++)
        attention_multiply(KEYS, depth, ROWS, attention_transposed(of_column(scores, i, KEYS)),
                           of_column(lines, i, depth), true, keys + i * depth, COLUMNS * depth);
}

/* What says which keys of the tile a line does not count: lines may share it. */
static const char *mask_of(const struct attending *run, const struct tile *at, int64_t row,
                           int64_t column)
{
    const struct work_view *mask = run->mask;
    int64_t heads = run->work->inputs[QUERY].dims[FLOYD_HEADS];
    int64_t of_head = mask->dims[FLOYD_HEADS] == 1 ? 0 : at->matrix % heads * mask->strides[1];
    int64_t of_column = mask->dims[FLOYD_COLUMNS] == 1 ? 0
                                                       : (at->column + column) * mask->strides[3];
    return mask->address + at->matrix / heads * mask->strides[0] + of_head +
           (at->row + row) * mask->strides[2] + of_column + at->key * mask->strides[4];
}

/* The lowest number stands where a pair does not count, as in the vendor's kernels: a line of such
 * pairs alone sees all keys alike. */
static void scale_and_hide(const struct attending *run, const struct tile *at, float *scores)
{
    static const char shows = 0;
    int64_t step = run->mask == NULL ? 0 : run->mask->strides[4];
    for (int64_t i = 0; i < LINES; i++) {
        const char *hides = run->mask == NULL ? &shows : mask_of(run, at, i / COLUMNS, i % COLUMNS);
        float *line = scores + i * KEYS;
        for (int64_t k = 0; k < KEYS; k++)
            line[k] = hides[k * step] != 0 ? -FLT_MAX : line[k] * run->f->scale;
    }
}

static void find_scores(const struct attending *run, const struct tile *at, struct panels *p)
{
    multiply_keys(run, p->queries, p->row_keys, p->column_keys, p->scores);
    scale_and_hide(run, at, p->scores);
}

/* ---- Forward --------------------------------------------------------------------------------- */

static void write_statistic(const struct attending *run, int output, const struct tile *at,
                            const float *values)
{
    const struct work_view *to = &run->work->outputs[output];
    for (int64_t i = 0; i < LINES; i++) {
        char *memory = element_of(to, at->matrix, at->row + i / COLUMNS, at->column + i % COLUMNS);
        for (int64_t copy = 0; copy < to->dims[FLOYD_DEPTH]; copy++)
            memcpy(memory + copy * to->strides[4] * (int64_t)sizeof(float), &values[i],
                   sizeof values[i]);
    }
}

static void attend(const struct attending *run, struct tile at, struct panels *p)
{
    static const float one = 1;
    struct attention_rows lines = {.rows = LINES,
                                   .columns = KEYS,
                                   .stride = KEYS,
                                   .depth = run->depth,
                                   .scores = p->scores,
                                   .others = p->others,
                                   .maxima = p->maxima,
                                   .sums = p->sums,
                                   .results = p->results,
                                   .scale = &one};
    load_lines(run, QUERY, &at, p->queries);
    memset(p->results, 0, (size_t)(LINES * run->depth) * sizeof *p->results);
    for (int64_t i = 0; i < LINES; i++) {
        p->maxima[i] = -(float)INFINITY;
        p->sums[i] = 0;
    }
    for (at.key = 0; at.key < run->keys; at.key += KEYS) {
        load_row_keys(run, &at, p);
        load_column_keys(run, &at, p);
        find_scores(run, &at, p);
        lines.is_first = at.key == 0;
        attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &lines);
        add_values(run, p->scores, p->row_values, p->column_values, p->results);
    }
    attention_run_kernel(KERNEL_ATTENTION_FINISH, &lines);
    write_statistic(run, MAXIMA_OUT, &at, p->maxima);
    write_statistic(run, SUMS_OUT, &at, p->sums);
    store_lines(run, RESULT_OUT, &at, p->results);
}

static void attend_units(int64_t index, int64_t blocks, void *context)
{
    struct attending *run = context;
    struct panels p;
    int64_t across = run->columns / COLUMNS;
    int64_t each = run->rows / ROWS * across;
    (void)blocks;
    take_panels(run, run->work->scratch + index * run->unit_bytes, &p, false);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&run->next, 1)) < run->matrices * each;)
        attend(run,
               (struct tile){.matrix = unit / each,
                             .row = unit % each / across * ROWS,
                             .column = unit % across * COLUMNS},
               &p);
}

static struct attending divide(const struct work *work, int mask, bool is_grad)
{
    struct panels p;
    const int64_t *dims = work->inputs[QUERY].dims;
    struct attending run = {.work = work,
                            .f = work->attributes,
                            .matrices = dims[FLOYD_BATCHES] * dims[FLOYD_HEADS],
                            .rows = dims[FLOYD_ROWS],
                            .columns = dims[FLOYD_COLUMNS],
                            .keys = work->inputs[ROW_KEY].dims[FLOYD_KEYS],
                            .depth = dims[FLOYD_DEPTH]};
    run.mask = run.f->has_mask ? &work->inputs[mask] : NULL;
    run.unit_bytes = take_panels(&run, NULL, &p, is_grad);
    return run;
}

static struct attending forward_of(const struct work *work)
{
    return divide(work, COLUMN_VALUE + 1, false);
}

static int64_t forward_blocks(const struct attending *run)
{
    return least(run->matrices * (run->rows / ROWS) * (run->columns / COLUMNS), ai_cores_count());
}

static uint64_t forward_scratch(const struct work *work)
{
    struct attending run = forward_of(work);
    return (uint64_t)(forward_blocks(&run) * run.unit_bytes);
}

static void run_forward(const struct work *work, struct task_failure *failure)
{
    struct attending run = forward_of(work);
    (void)failure;
    ai_cores_run_function("floyd", attend_units, forward_blocks(&run), &run);
}
const struct l0_run attention_kernel_floyd = {
    .check = blas_check_work, .scratch_bytes = forward_scratch, .run = run_forward};

/* ---- The gradient ---------------------------------------------------------------------------- */

static void read_statistic(const struct attending *run, int input, const struct tile *at,
                           float *values)
{
    const struct work_view *from = &run->work->inputs[input];
    for (int64_t i = 0; i < LINES; i++)
        memcpy(&values[i],
               element_of(from, at->matrix, at->row + i / COLUMNS, at->column + i % COLUMNS),
               sizeof values[i]);
}

/* Probabilities in place of the scores, and their gradients before the scale in `others`, of a tile
 * whose keys are there. */
static void find_gradients(const struct attending *run, const struct tile *at, struct panels *p)
{
    static const float one = 1;
    struct attention_rows lines = {.rows = LINES,
                                   .columns = KEYS,
                                   .stride = KEYS,
                                   .scores = p->scores,
                                   .others = p->others,
                                   .maxima = p->maxima,
                                   .sums = p->sums,
                                   .scale = &one};
    const struct attention_rows common = {.rows = LINES,
                                          .depth = run->depth,
                                          .others = p->dy,
                                          .maxima = p->common,
                                          .sums = p->sums,
                                          .results = p->results};
    load_lines(run, QUERY, at, p->queries);
    load_lines(run, DY, at, p->dy);
    load_lines(run, RESULT, at, p->results);
    read_statistic(run, MAXIMA, at, p->maxima);
    read_statistic(run, SUMS, at, p->sums);
    attention_run_kernel(KERNEL_ATTENTION_COMMON, &common); /* sums become their reciprocals */
    find_scores(run, at, p);
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &lines);
    multiply_keys(run, p->dy, p->row_values, p->column_values, p->others);
    lines.maxima = p->common;
    lines.scale = &run->f->scale;
    attention_run_kernel(KERNEL_ATTENTION_GRADIENTS, &lines);
}

/* The gradients of the keys of some rows, and of the queries of these. */
static void attend_rows_back(const struct attending *run, struct tile at, struct panels *p)
{
    int64_t keys = (int64_t)ROWS * KEYS * run->depth;
    int64_t lines = LINES * run->depth;
    memset(p->dq, 0, (size_t)(run->columns / COLUMNS * lines) * sizeof *p->dq);
    for (at.key = 0; at.key < run->keys; at.key += KEYS) {
        memset(p->dk, 0, (size_t)keys * sizeof *p->dk);
        memset(p->dv, 0, (size_t)keys * sizeof *p->dv);
        load_row_keys(run, &at, p);
        for (at.column = 0; at.column < run->columns; at.column += COLUMNS) {
            load_column_keys(run, &at, p);
            find_gradients(run, &at, p);
            add_values(run, p->others, p->row_keys, p->column_keys,
                       p->dq + at.column / COLUMNS * lines);
            add_to_rows(run, p->others, p->queries, p->dk);
            add_to_rows(run, p->scores, p->dy, p->dv);
        }
        store(&run->work->outputs[ROW_DK], at.matrix, at.row, ROWS, at.key, KEYS, p->dk);
        store(&run->work->outputs[ROW_DV], at.matrix, at.row, ROWS, at.key, KEYS, p->dv);
    }
    for (at.column = 0; at.column < run->columns; at.column += COLUMNS)
        store_lines(run, DQ, &at, p->dq + at.column / COLUMNS * lines);
}

/* The gradients of the keys of some columns. */
static void attend_columns_back(const struct attending *run, struct tile at, struct panels *p)
{
    int64_t keys = (int64_t)KEYS * COLUMNS * run->depth;
    for (at.key = 0; at.key < run->keys; at.key += KEYS) {
        memset(p->dk, 0, (size_t)keys * sizeof *p->dk);
        memset(p->dv, 0, (size_t)keys * sizeof *p->dv);
        load_column_keys(run, &at, p);
        for (at.row = 0; at.row < run->rows; at.row += ROWS) {
            load_row_keys(run, &at, p);
            find_gradients(run, &at, p);
            add_to_columns(run, p->others, p->queries, p->dk);
            add_to_columns(run, p->scores, p->dy, p->dv);
        }
        store(&run->work->outputs[COLUMN_DK], at.matrix, at.key, KEYS, at.column, COLUMNS, p->dk);
        store(&run->work->outputs[COLUMN_DV], at.matrix, at.key, KEYS, at.column, COLUMNS, p->dv);
    }
}

/* Units of rows, and behind them units of columns: nobody adds to what another one adds to, so that
 * sums have one sequence. Each tile is computed twice for that. */
static void attend_units_back(int64_t index, int64_t blocks, void *context)
{
    struct attending *run = context;
    struct panels p;
    int64_t down = run->rows / ROWS;
    int64_t across = run->columns / COLUMNS;
    int64_t of_rows = run->matrices * down;
    (void)blocks;
    take_panels(run, run->work->scratch + index * run->unit_bytes, &p, true);
    for (int64_t unit = 0;
         (unit = atomic_fetch_add(&run->next, 1)) < of_rows + run->matrices * across;) {
        if (unit < of_rows)
            attend_rows_back(run, (struct tile){.matrix = unit / down, .row = unit % down * ROWS},
                             &p);
        else
            attend_columns_back(run,
                                (struct tile){.matrix = (unit - of_rows) / across,
                                              .column = (unit - of_rows) % across * COLUMNS},
                                &p);
    }
}

static struct attending backward_of(const struct work *work)
{
    return divide(work, RESULT + 1, true);
}

static int64_t backward_blocks(const struct attending *run)
{
    return least(run->matrices * (run->rows / ROWS + run->columns / COLUMNS), ai_cores_count());
}

static uint64_t backward_scratch(const struct work *work)
{
    struct attending run = backward_of(work);
    return (uint64_t)(backward_blocks(&run) * run.unit_bytes);
}

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct attending run = backward_of(work);
    (void)failure;
    ai_cores_run_function("floyd: gradient", attend_units_back, backward_blocks(&run), &run);
}
const struct l0_run attention_kernel_floyd_grad = {
    .check = blas_check_work, .scratch_bytes = backward_scratch, .run = run_backward};
