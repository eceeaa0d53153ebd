/* SPDX-License-Identifier: Apache-2.0 */
/* Attention and its gradient, in blocks. Scores of some rows and columns are products in float32
 * that stay in the caches. The softmax of a row goes from block to block, with the largest score
 * and the sum so far. Memory grows with the number of rows and columns, not with their product.
 * Blocks follow from the shapes alone, so that the number of cores changes no bit. */
#include "ops/attention/attention.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "base/finding.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/attention/blocks.h"
#include "ops/common/quantised.h"
#include "ops/common/work_views.h"
#include "ops/quant/quant.h"
#include "products/blas.h"
#include "products/panel.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/scratch.h"
#include "vector/vector.h"

#define BLOCK_ROWS 256
#define BLOCK_COLUMNS 512
/* A gradient of fewer heads is divided into parts of columns, whose shares of dq are added. */
#define ENOUGH_HEADS 8
#define MOST_PARTS 4
#define FAR ((int64_t)1 << 40) /* larger than every row and column */
#define DRAWN_TOGETHER 16      /* columns whose dropping is drawn at once */

/* ---- Operands -------------------------------------------------------------------------------- */

struct run {
    const struct work *work;
    const struct attention *a;
    char *scratch;
    int64_t unit_bytes;
    float scale;       /* what scores are multiplied by */
    int64_t group;     /* heads that share keys */
    int64_t together;  /* heads of a unit, when there are few rows */
    int64_t key_heads; /* heads of keys of a unit, all of whose heads it has if there are several */
    int64_t row_blocks;
    int64_t parts;
    int64_t units;
    /* Rows behind the last of a batch that counts, -1: not given. Read once, since someone else may
     * write them meanwhile. */
    int64_t query_padding;
    int64_t key_padding;
    _Atomic int64_t next;
};

/* The rows of one batch and head in memory. */
struct matrix {
    char *address;
    aclDataType type;
    int64_t row_stride;
    int64_t column_stride;
    int64_t columns;
    int64_t fractal; /* columns that lie together, fractal_stride behind those before; 0: all */
    int64_t fractal_stride;
};

static const struct work_view *input(const struct run *r, enum attention_input which)
{
    return r->a->at[which] < 0 ? NULL : &r->work->inputs[r->a->at[which]];
}

/* The first row or column of a batch, when all batches share one dimension. */
static int64_t first_of(const struct attention_counts *counts, int64_t batch)
{
    return counts->are_totals && batch > 0 ? counts->values[batch - 1] : 0;
}

static int64_t width_of(aclDataType type)
{
    return data_type_bits(type) / 8;
}

static int64_t stride_at(const struct work_view *view, int position)
{
    return position < 0 ? 0 : view->strides[position];
}

/* The rows of a batch and head, from row `first` of the tensor on. What the layout has no dimension
 * for is the same for all. */
static struct matrix matrix_of(const struct work_view *view, const struct attention_layout *layout,
                               int64_t batch, int64_t head, int64_t first, int64_t depth)
{
    bool is_packed = view->type == ACL_INT32;
    int64_t word = is_packed ? QUANT_IN_A_WORD : 1;
    int64_t column = stride_at(view, layout->h >= 0 ? layout->h : layout->d);
    int64_t row = stride_at(view, layout->t >= 0 ? layout->t : layout->s);
    int64_t head_stride = layout->h >= 0 ? depth / word * column : stride_at(view, layout->n);
    int64_t offset = batch * stride_at(view, layout->b) + head * head_stride + first * row;
    return (struct matrix){
        .address = view->address + data_type_bytes(view->type, offset),
        .type = is_packed ? ACL_INT4 : view->type,
        .row_stride = row * word,
        .column_stride = column,
        .columns = depth,
        .fractal = layout->f >= 0 ? view->dims[layout->d] : 0,
        .fractal_stride = stride_at(view, layout->f),
    };
}

static char *row_at(const struct matrix *matrix, int64_t row)
{
    return matrix->address + data_type_bytes(matrix->type, row * matrix->row_stride);
}

static int64_t read_padding(const struct run *r, enum attention_input which)
{
    const struct work_view *view = input(r, which);
    return view == NULL ? -1 : most(index_at(view->address, true), 0);
}

/* The first row that counts. */
static int64_t padding_before(int64_t padding, int64_t whole, int64_t count)
{
    return padding < 0 ? 0 : most(whole - padding - count, 0);
}

static int64_t first_row(const struct run *r, int64_t batch)
{
    const struct attention_counts *rows = &r->a->rows;
    return first_of(rows, batch) +
           padding_before(r->query_padding, rows->whole, attention_count_of(rows, batch));
}

static struct matrix queries_of(const struct run *r, enum attention_input which, int64_t batch,
                                int64_t head)
{
    const struct attention *a = r->a;
    int64_t depth = which == ATTENTION_QUERY        ? a->depth
                    : which == ATTENTION_QUERY_ROPE ? a->rope_depth
                                                    : a->value_depth;
    return matrix_of(input(r, which), &a->query, batch, head, first_row(r, batch), depth);
}

/* Of batches with a tensor each at most what that has. */
static int64_t columns_of(const struct run *r, int64_t batch)
{
    const struct attention *a = r->a;
    int64_t count = attention_count_of(&a->columns, batch);
    if (a->members > 1)
        count = least(count, r->work->inputs[a->at[ATTENTION_KEY] + batch].dims[a->key.s]);
    return a->prefix_columns + count;
}

/* Where keys or values lie in one piece. */
struct key_place {
    const struct work_view *view;
    int64_t batch; /* of the view: a batch, a block, or 0 */
    int64_t row;
    int64_t token; /* the first of the rows among the prefix and what follows it */
};

static struct key_place place_in_prefix(const struct run *r, enum attention_input which,
                                        int64_t first, int64_t *count)
{
    bool is_key = which == ATTENTION_KEY;
    *count = least(*count, r->a->prefix_columns - first);
    return (struct key_place){input(r, is_key ? ATTENTION_KEY_PREFIX : ATTENTION_VALUE_PREFIX), 0,
                              first, first};
}

static struct key_place place_in_blocks(const struct run *r, enum attention_input which,
                                        int64_t batch, int64_t first, int64_t *count)
{
    const struct attention *a = r->a;
    const struct work_view *table = input(r, ATTENTION_TABLE);
    const struct work_view *blocks = input(r, which);
    int64_t within = first % a->block_size;
    int64_t entry = batch * table->strides[0] + first / a->block_size * table->strides[1];
    int64_t block = index_at(table->address + entry * (int64_t)sizeof(int32_t), false);
    *count = least(*count, a->block_size - within);
    /* An entry outside of the blocks reads the first block, so that a mistake of the program
     * stays inside of its own memory. */
    if (block < 0 || block >= blocks->dims[0])
        block = 0;
    return (struct key_place){blocks, block, within, a->prefix_columns + first};
}

/* Of keys or values [first, first + count) those that lie in one piece: fewer when it ends. */
static struct key_place place_of(const struct run *r, enum attention_input which, int64_t batch,
                                 int64_t first, int64_t *count)
{
    const struct attention *a = r->a;
    if (first < a->prefix_columns)
        return place_in_prefix(r, which, first, count);
    first -= a->prefix_columns;
    if (input(r, ATTENTION_TABLE) != NULL)
        return place_in_blocks(r, which, batch, first, count);
    bool is_one_a_batch = a->members > 1;
    first += padding_before(r->key_padding, a->columns.whole,
                            attention_count_of(&a->columns, batch));
    return (struct key_place){&r->work->inputs[a->at[which] + (is_one_a_batch ? batch : 0)],
                              is_one_a_batch ? 0 : batch, first_of(&a->columns, batch) + first,
                              a->prefix_columns + first};
}

static int64_t depth_of(const struct attention *a, enum attention_input which)
{
    return which == ATTENTION_KEY        ? a->depth
           : which == ATTENTION_KEY_ROPE ? a->rope_depth
                                         : a->value_depth;
}

static struct matrix keys_at(const struct run *r, enum attention_input which,
                             const struct key_place *place, int64_t head)
{
    return matrix_of(place->view, &r->a->key, place->batch, head, place->row,
                     depth_of(r->a, which));
}

/* What restores columns: (number + offset) * scale. */
struct restoring {
    float scales[BLOCK_COLUMNS];
    float offsets[BLOCK_COLUMNS];
};

static void fill(float *numbers, int64_t count, float number)
{
    for (int64_t i = 0; i < count; i++)
        numbers[i] = number;
}

static bool is_code(aclDataType type)
{
    return type != ACL_FLOAT && !type_is_half(type);
}

/* Dense columns of whole numbers or floats of 8 bits, as the numbers that they stand for. */
static void load_codes(const struct matrix *matrix, const struct panel *panel, const float *scales,
                       const float *offsets)
{
    int kernel = matrix->type == ACL_INT8   ? KERNEL_PANEL_RESTORE_INT8
                 : matrix->type == ACL_INT4 ? KERNEL_PANEL_RESTORE_INT4
                                            : KERNEL_PANEL_RESTORE;
    for (int64_t i = 0; kernel == KERNEL_PANEL_RESTORE && i < panel->rows; i++)
        vector_widen(matrix->type, row_at(matrix, i), panel->columns,
                     panel->address + i * panel->stride);
    panel_run(
        kernel, panel,
        &(struct panel_operands){.numbers = scales,
                                 .offsets = offsets,
                                 .whole = matrix->address,
                                 .whole_row = data_type_bytes(matrix->type, matrix->row_stride)});
}

/* Rows of a matrix as float32, restored where they are codes: fractal by fractal. */
static void load_restored(const struct matrix *matrix, const struct panel *panel,
                          const struct restoring *by)
{
    int64_t width = matrix->fractal > 0 ? matrix->fractal : matrix->columns;
    struct matrix part = *matrix;
    struct panel to = {panel->address, panel->rows, width, panel->stride};
    for (int64_t at = 0; at < matrix->columns; at += width) {
        if (is_code(part.type))
            load_codes(&part, &to, by->scales + at, by->offsets + at);
        else
            product_load(part.type, part.address, part.row_stride, part.column_stride, to.rows,
                         width, to.address, to.stride);
        part.address += data_type_bytes(part.type, part.fractal_stride);
        to.address += width;
    }
}

static void load(const struct matrix *matrix, int64_t rows, float *panel, int64_t stride)
{
    struct restoring by;
    if (matrix->fractal == 0 && !is_code(matrix->type)) {
        product_load(matrix->type, matrix->address, matrix->row_stride, matrix->column_stride, rows,
                     matrix->columns, panel, stride);
        return;
    }
    fill(by.scales, matrix->columns, 1);
    fill(by.offsets, matrix->columns, 0);
    load_restored(matrix, &(struct panel){panel, rows, matrix->columns, stride}, &by);
}

/* The scales, or offsets, of keys or values at a place. */
static struct matrix numbers_at(const struct run *r, enum attention_input which, bool is_value,
                                const struct key_place *place, int64_t batch, int64_t head)
{
    const struct attention *a = r->a;
    const struct work_view *view = input(r, which);
    bool in_blocks = a->numbers_in_blocks;
    struct matrix numbers = matrix_of(view, &a->numbers[which - ATTENTION_KEY_SCALE],
                                      in_blocks ? place->batch : batch, head,
                                      in_blocks ? place->row : place->token, a->depth);
    if (a->numbers_are_joint && is_value)
        numbers.address += view->strides[0] * width_of(view->type);
    return numbers;
}

/* A number for each row, where they differ by row, else for each column. */
static void load_numbers(const struct matrix *numbers, int64_t rows, float *to)
{
    bool by_row = numbers->row_stride != 0;
    product_load(numbers->type, numbers->address, 0,
                 by_row ? numbers->row_stride : numbers->column_stride, 1,
                 by_row ? rows : numbers->columns, to, BLOCK_COLUMNS);
}

/* Each row by its own scale and offset. */
static void load_by_row(struct matrix matrix, const struct panel *panel,
                        const struct restoring *rows)
{
    struct restoring by;
    for (int64_t i = 0; i < panel->rows; i++) {
        fill(by.scales, panel->columns, rows->scales[i]);
        fill(by.offsets, panel->columns, rows->offsets[i]);
        load_restored(&matrix,
                      &(struct panel){panel->address + i * panel->stride, 1, panel->columns, 0},
                      &by);
        matrix.address = row_at(&matrix, 1);
    }
}

/* The scales that restore keys or values; ATTENTION_INPUTS: none do. */
static enum attention_input scale_of(const struct attention *a, enum attention_input which)
{
    bool is_value = which == ATTENTION_VALUE || which == ATTENTION_VALUE_PREFIX;
    enum attention_input scale = a->numbers_are_joint ? ATTENTION_BOTH_SCALE
                                 : is_value           ? ATTENTION_VALUE_SCALE
                                                      : ATTENTION_KEY_SCALE;
    bool is_applied = which != ATTENTION_KEY_ROPE && a->at[scale] >= 0 &&
                      (is_value || !a->keys_scale_scores);
    return is_applied ? scale : ATTENTION_INPUTS;
}

/* Keys or values as the numbers that they stand for: (number + offset) * scale. */
static void load_scaled(const struct run *r, enum attention_input which, int64_t batch,
                        int64_t head, const struct key_place *place, const struct matrix *matrix,
                        const struct panel *panel)
{
    bool is_value = which == ATTENTION_VALUE;
    enum attention_input scale = scale_of(r->a, which);
    enum attention_input offset = scale + 1;
    struct matrix numbers = numbers_at(r, scale, is_value, place, batch, head);
    bool by_row = numbers.row_stride != 0;
    struct restoring by;
    load_numbers(&numbers, panel->rows, by.scales);
    fill(by.offsets, BLOCK_COLUMNS, 0);
    if (input(r, offset) != NULL) {
        numbers = numbers_at(r, offset, is_value, place, batch, head);
        load_numbers(&numbers, panel->rows, by.offsets);
    }
    if (by_row)
        load_by_row(*matrix, panel, &by);
    else
        load_restored(matrix, panel, &by);
}

static void load_keys(const struct run *r, enum attention_input which, int64_t batch, int64_t head,
                      int64_t first, int64_t count, float *panel, int64_t stride)
{
    while (count > 0) {
        int64_t piece = count;
        struct key_place place = place_of(r, which, batch, first, &piece);
        struct matrix matrix = keys_at(r, which, &place, head);
        if (scale_of(r->a, which) != ATTENTION_INPUTS)
            load_scaled(r, which, batch, head, &place, &matrix,
                        &(struct panel){panel, piece, matrix.columns, stride});
        else
            load(&matrix, piece, panel, stride);
        panel += piece * stride;
        first += piece;
        count -= piece;
    }
}

/* Whether BLAS can read the matrix in place. */
static bool is_ready(const struct matrix *matrix)
{
    return matrix->type == ACL_FLOAT && matrix->column_stride == 1 &&
           matrix->row_stride >= matrix->columns && matrix->row_stride <= INT32_MAX &&
           matrix->fractal == 0;
}

/* Keys with their rope, or values, for BLAS: in place or copied to a panel. */
static struct blas_matrix bring_keys(const struct run *r, enum attention_input which, int64_t batch,
                                     int64_t head, int64_t first, int64_t count, float *panel)
{
    int64_t piece = count;
    bool has_rope = which == ATTENTION_KEY && r->a->rope_depth > 0;
    struct key_place place = place_of(r, which, batch, first, &piece);
    struct matrix matrix = keys_at(r, which, &place, head);
    if (piece == count && !has_rope && is_ready(&matrix))
        return (struct blas_matrix){matrix.address, matrix.row_stride, false};
    int64_t stride = matrix.columns + (has_rope ? r->a->rope_depth : 0);
    load_keys(r, which, batch, head, first, count, panel, stride);
    if (has_rope)
        load_keys(r, ATTENTION_KEY_ROPE, batch, head, first, count, panel + matrix.columns, stride);
    return (struct blas_matrix){panel, stride, false};
}

/* ---- Which pairs count ----------------------------------------------------------------------- */

/* A device reads the mask that stands for a sparse mode: what lies above the diagonal is not 0,
   everything else is. */
static void tell_of_mask(const struct work *work)
{
    const struct attention *a = work->attributes;
    if (a->at[ATTENTION_TRIANGLE] < 0)
        return;
    const struct work_view *mask = &work->inputs[a->at[ATTENTION_TRIANGLE]];
    const int64_t *dims = mask->dims + mask->rank - 2;
    const int64_t *strides = mask->strides + mask->rank - 2;
    for (int64_t i = 0; i < dims[0]; i++)
        for (int64_t j = 0; j < dims[1]; j++) {
            char value = mask->address[i * strides[0] + j * strides[1]];
            if ((value != 0) == (j > i))
                continue;
            finding_about(FINDING_MASK, work->task->name, work->task->queued_in,
                          "the mask is %d in row %" PRId64 ", column %" PRId64
                          "; sparseMode %d takes a mask that is 1 above its diagonal and 0 on and "
                          "below it, which a device reads; here the mode alone counts",
                          value, i, j, a->sparse_mode);
            return;
        }
}

/* Row i and column j count when i + low <= j <= i + high, or when j < prefix. */
struct band {
    int64_t low;
    int64_t high;
    int64_t prefix;
};

static bool is_only_of_its_kind(const struct run *r, int64_t batch, int step)
{
    for (int64_t b = batch + step; b >= 0 && b < r->a->batches; b += step)
        if (attention_count_of(&r->a->rows, b) > 0)
            return false;
    return true;
}

static struct band band_of(const struct run *r, int64_t batch)
{
    const struct attention *a = r->a;
    int64_t corner = columns_of(r, batch) -
                     attention_count_of(&a->rows, batch); /* counted from the lower
                                                           * right corner */
    int64_t before = most(least(a->before, FAR), -FAR);
    int64_t after = most(least(a->after, FAR), -FAR);
    struct band whole = {-FAR, FAR, 0};
    struct band band = {corner - before, corner + after, 0};
    switch (a->sparse_mode) {
    case 0: return (struct band){-before, after, 0};
    case 2: return (struct band){-FAR, 0, 0};
    case 3: return (struct band){-FAR, corner, 0};
    case 4: return band;
    case 5:
    case 6: return (struct band){-FAR, corner, a->prefixes == NULL ? 0 : a->prefixes[batch]};
    case 7: return is_only_of_its_kind(r, batch, 1) ? band : (struct band){-FAR, corner, 0};
    case 8: return is_only_of_its_kind(r, batch, -1) ? band : (struct band){-FAR, 0, 0};
    default: return whole;
    }
}

/* A block of scores. Its lines are rows [first, first + rows) of `heads` heads, one head after
 * another. */
struct block {
    int64_t batch;
    int64_t key_head;
    int64_t key_heads; /* 1, or as many of which each has its share of the heads */
    int64_t head;      /* the first head */
    int64_t heads;
    int64_t first;
    int64_t rows;
    int64_t column;
    int64_t columns;
};

static int64_t lines_of(const struct block *block)
{
    return block->heads * block->rows;
}

/* What lies before a row of a head, where columns are counted by so many. */
static int64_t drop_place(const struct run *r, const struct block *block, int64_t head, int64_t row,
                          int64_t together)
{
    const struct attention *a = r->a;
    int64_t columns = divide_up(columns_of(r, block->batch), together);
    int64_t rows = attention_count_of(&a->rows, block->batch);
    int64_t before = 0;
    if (a->rows.are_totals)
        for (int64_t b = 0; b < block->batch; b++)
            before += a->heads * attention_count_of(&a->rows, b) *
                      divide_up(columns_of(r, b), together);
    else
        before = block->batch * a->heads * rows * columns;
    return before + (head * rows + row) * columns;
}

/* The dims of a tensor that is broadcast to [batch, head, row, column]. */
struct spread {
    const struct work_view *view;
    int64_t strides[4];
    int64_t dims[4];
};

static struct spread spread_of(const struct run *r, enum attention_input which)
{
    struct spread s = {.view = input(r, which), .dims = {1, 1, 1, 1}};
    if (s.view == NULL)
        return s;
    /* [rows, columns], [batch, rows, columns] or [batch, heads, rows, columns]; for single rows
     * also [batch, columns]. */
    int32_t rank = s.view->rank;
    static const int places[3][4] = {{2, 3}, {0, 2, 3}, {0, 1, 2, 3}};
    bool by_batch = rank == 2 && r->a->rows.whole == 1 && r->a->batches > 1 &&
                    s.view->dims[0] == r->a->batches;
    for (int32_t i = 0; i < rank && rank >= 2 && rank <= 4; i++) {
        int place = by_batch && i == 0 ? 0 : places[rank - 2][i];
        s.dims[place] = s.view->dims[i];
        s.strides[place] = s.view->dims[i] == 1 ? 0 : s.view->strides[i];
    }
    return s;
}

static const char *spread_at(const struct spread *s, int64_t batch, int64_t head, int64_t row,
                             int64_t column)
{
    int64_t offset = batch * s->strides[0] + head * s->strides[1] + row * s->strides[2] +
                     column * s->strides[3];
    return s->view->address + offset * width_of(s->view->type);
}

/* Adds pse to a line. When pse has fewer rows, its last ones stand for all: then it depends only on
 * the distance between row and column. */
static void add_pse(const struct run *r, const struct spread *pse, const struct block *block,
                    int64_t head, int64_t row, float *line)
{
    float added[BLOCK_COLUMNS];
    int64_t column = block->column;
    int64_t count = block->columns;
    int64_t rows = attention_count_of(&r->a->rows, block->batch);
    int64_t last = pse->dims[2] - 1;
    if (pse->dims[2] > 1 && pse->dims[2] < rows) {
        int64_t above = rows - 1 - last;
        if (row < above) {
            column += rows - 1 - row;
            row = last;
        } else {
            row -= above;
        }
        count = most(least(count, pse->dims[3] - column), 0);
    }
    product_load(pse->view->type, spread_at(pse, block->batch, head, row, column), 0,
                 pse->strides[3], 1, count, added, BLOCK_COLUMNS);
    if (r->a->scales_first)
        panel_apply(KERNEL_PANEL_SCALE, &(struct panel){line, 1, block->columns, 0}, &r->scale);
    panel_apply(KERNEL_PANEL_ADD, &(struct panel){line, 1, count, 0}, added);
}

/* Takes off the distance of row and column, or its root, times the slope of the head. */
static void add_slope(const struct run *r, const struct block *block, int64_t head, int64_t row,
                      float *line)
{
    float added[BLOCK_COLUMNS];
    float slope;
    const struct attention *a = r->a;
    const struct work_view *slopes = input(r, ATTENTION_PSE);
    bool is_first = block->batch == 0 || a->sparse_mode != 8;
    int64_t shift = block->column - row + (is_first ? a->slope_step : 0);
    int64_t at = head * slopes->strides[slopes->rank - 1];
    if (slopes->rank == 2)
        at += block->batch * slopes->strides[0];
    memcpy(&slope, slopes->address + at * (int64_t)sizeof slope, sizeof slope);
    for (int64_t j = 0; j < block->columns; j++) {
        float distance = fabsf((float)(shift + j));
        added[j] = -slope * (a->slopes == 3 ? sqrtf(distance) : distance);
    }
    panel_apply(KERNEL_PANEL_SCALE, &(struct panel){line, 1, block->columns, 0}, &r->scale);
    panel_apply(KERNEL_PANEL_ADD, &(struct panel){line, 1, block->columns, 0}, added);
}

static void hide(float *line, int64_t first, int64_t past)
{
    for (int64_t j = first; j < past; j++)
        line[j] = -(float)INFINITY;
}

static void hide_masked(const struct spread *mask, const char *from, int64_t count, float *line)
{
    int64_t step = mask->strides[3];
    if (step == 1)
        for (int64_t j = 0; j < count; j++)
            line[j] = from[j] != 0 ? -(float)INFINITY : line[j];
    else
        for (int64_t j = 0; j < count; j++)
            line[j] = from[j * step] != 0 ? -(float)INFINITY : line[j];
}

/* Where the choice of a row's block begins. */
static const char *choice_at(const struct run *r, const struct work_view *blocks, int64_t batch,
                             int64_t head, int64_t row)
{
    return blocks->address + batch * blocks->strides[0] + head * blocks->strides[1] +
           row / r->a->block_rows * blocks->strides[2];
}

static void hide_blocks(const struct run *r, const struct work_view *blocks,
                        const struct block *block, int64_t head, int64_t row, float *line)
{
    const char *choice = choice_at(r, blocks, block->batch, head, row);
    int64_t past = block->column + block->columns;
    for (int64_t at = block->column; at < past;) {
        int64_t index = at / r->a->block_columns;
        int64_t end = least((index + 1) * r->a->block_columns, past);
        if (choice[index * blocks->strides[3]] == 0)
            hide(line, at - block->column, end - block->column);
        at = end;
    }
}

/* Whether any row of the block counts any of its columns. */
static bool is_chosen(const struct run *r, const struct block *block)
{
    const struct work_view *blocks = input(r, ATTENTION_BLOCKS);
    if (blocks == NULL)
        return true;
    int64_t last = (block->column + block->columns - 1) / r->a->block_columns;
    for (int64_t head = block->head; head < block->head + block->heads; head++)
        for (int64_t row = block->first; row < block->first + block->rows;
             row = (row / r->a->block_rows + 1) * r->a->block_rows) {
            const char *choice = choice_at(r, blocks, block->batch, head, row);
            for (int64_t at = block->column / r->a->block_columns; at <= last; at++)
                if (choice[at * blocks->strides[3]] != 0)
                    return true;
        }
    return false;
}

/* Adds pse to the scores, and sets pairs that do not count to -infinity. */
static void dress_scores(const struct run *r, const struct block *block, float *scores,
                         int64_t stride)
{
    struct spread pse = spread_of(r, ATTENTION_PSE);
    struct spread mask = spread_of(r, ATTENTION_MASK);
    const struct work_view *blocks = input(r, ATTENTION_BLOCKS);
    struct band band = band_of(r, block->batch);
    int64_t past = block->column + block->columns;
    for (int64_t line = 0; line < lines_of(block); line++) {
        int64_t head = block->head + line / block->rows;
        int64_t row = block->first + line % block->rows;
        float *at = scores + line * stride;
        hide(at, block->columns, attention_padded(block->columns));
        if (r->a->slopes != 0)
            add_slope(r, block, head, row, at);
        else if (pse.view != NULL)
            add_pse(r, &pse, block, head, row, at);
        if (mask.view != NULL)
            hide_masked(&mask, spread_at(&mask, block->batch, head, row, block->column),
                        block->columns, at);
        if (blocks != NULL)
            hide_blocks(r, blocks, block, head, row, at);
        int64_t low = most(row + band.low, block->column);
        int64_t high = least(row + band.high + 1, past);
        int64_t first = most(block->column, least(band.prefix, past));
        hide(at, first - block->column, least(low, past) - block->column);
        hide(at, most(first, high) - block->column, block->columns);
    }
}

/* Finds the columns that any row of the block needs. */
static void find_columns(const struct run *r, const struct block *block, int64_t *first,
                         int64_t *past)
{
    struct band band = band_of(r, block->batch);
    int64_t columns = columns_of(r, block->batch);
    *first = most(0, least(block->first + band.low, columns));
    *past = most(0, least(block->first + block->rows + band.high, columns));
    if (band.prefix > 0) {
        *first = 0;
        *past = most(*past, least(band.prefix, columns));
    }
    *past = most(*first, *past);
}

/* The 16 bytes that Philox 4x32, in 7 rounds, makes of a counter and a key. */
static void draw_bytes(uint64_t counter, uint64_t seed, uint8_t *bytes)
{
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int i = 0; i < 7; i++) {
        uint64_t first = (uint64_t)c[0] * UINT32_C(0xD2511F53);
        uint64_t second = (uint64_t)c[2] * UINT32_C(0xCD9E8D57);
        c[0] = (uint32_t)(second >> 32) ^ c[1] ^ key[0];
        c[1] = (uint32_t)second;
        c[2] = (uint32_t)(first >> 32) ^ c[3] ^ key[1];
        c[3] = (uint32_t)first;
        key[0] += UINT32_C(0x9E3779B9);
        key[1] += UINT32_C(0xBB67AE85);
    }
    memcpy(bytes, c, sizeof c);
}

/* Drops what is drawn. Each row begins with a counter of its own, and has a byte for each column:
 * those up to keep * 255 stay. */
static void drop_drawn(const struct run *r, const struct block *block, float *values,
                       int64_t stride)
{
    const struct attention *a = r->a;
    uint8_t most_kept = (uint8_t)(int)(a->keep * 255);
    float factor = 1.0F / a->keep;
    for (int64_t line = 0; line < lines_of(block); line++) {
        uint8_t bytes[DRAWN_TOGETHER];
        int64_t first = drop_place(r, block, block->head + line / block->rows,
                                   block->first + line % block->rows, DRAWN_TOGETHER);
        float *to = values + line * stride;
        for (int64_t j = 0; j < block->columns; j++) {
            int64_t column = block->column + j;
            uint64_t place = (uint64_t)(first + column / DRAWN_TOGETHER) * DRAWN_TOGETHER;
            if (j == 0 || column % DRAWN_TOGETHER == 0)
                draw_bytes((place + a->offset + DRAWN_TOGETHER - 1) / DRAWN_TOGETHER, a->seed,
                           bytes);
            to[j] = bytes[column % DRAWN_TOGETHER] <= most_kept ? to[j] * factor : 0;
        }
    }
}

/* Multiplies probabilities, or their gradients, by what the mask of bits, or what is drawn,
 * keeps. */
static void drop(const struct run *r, const struct block *block, float *values, int64_t stride)
{
    const struct work_view *bits = input(r, ATTENTION_DROP);
    float factor = 1.0F / r->a->keep;
    if (r->a->draws)
        drop_drawn(r, block, values, stride);
    if (bits == NULL)
        return;
    for (int64_t line = 0; line < lines_of(block); line++) {
        int64_t at = drop_place(r, block, block->head + line / block->rows,
                                block->first + line % block->rows, 1) +
                     block->column;
        float *to = values + line * stride;
        for (int64_t j = 0; j < block->columns; j++, at++) {
            int byte = bits->address[at / 8 * bits->strides[0]];
            to[j] = (byte >> (at % 8) & 1) != 0 ? to[j] * factor : 0;
        }
    }
}

/* The factor for kernels. When pse is added after the scale, add_pse has scaled already. */
static float kernel_scale(const struct run *r)
{
    return r->a->scales_first && input(r, ATTENTION_PSE) != NULL ? 1 : r->scale;
}

/* ---- Forward --------------------------------------------------------------------------------- */

struct forward {
    float *queries;
    float *keys;
    float *values;
    float *scores;
    float *results;
    float *maxima;
    float *sums;
    float *log_sums;
};

static int64_t query_depth(const struct attention *a)
{
    return a->depth + a->rope_depth;
}

static int64_t take_forward(const struct attention *a, char *scratch, struct forward *f)
{
    char *start = scratch;
    f->queries = attention_take(&scratch, BLOCK_ROWS * query_depth(a));
    f->keys = attention_take(&scratch, BLOCK_COLUMNS * query_depth(a));
    f->values = attention_take(&scratch, BLOCK_COLUMNS * a->value_depth);
    f->scores = attention_take(&scratch, BLOCK_ROWS * BLOCK_COLUMNS);
    f->results = attention_take(&scratch, BLOCK_ROWS * attention_padded(a->value_depth));
    f->maxima = attention_take(&scratch, BLOCK_ROWS);
    f->sums = attention_take(&scratch, BLOCK_ROWS);
    f->log_sums = attention_take(&scratch, BLOCK_ROWS);
    return scratch - start;
}

/* One number of float32, or a word of aclnnTransQuantParam, that a float stands for. */
static float factor_of(const struct run *r, enum attention_input which)
{
    const struct work_view *view = input(r, which);
    float factor = 1;
    uint64_t word;
    if (view != NULL && view->type == ACL_UINT64) {
        memcpy(&word, view->address, sizeof word);
        return scale_of_word(word);
    }
    if (view != NULL)
        memcpy(&factor, view->address, sizeof factor);
    return factor;
}

/* Multiplies rows of quantised queries by the scales of each, and of the keys where these are of
 * scores. */
static void scale_queries(const struct run *r, const struct block *block, int64_t head,
                          float *panel)
{
    const struct attention *a = r->a;
    const struct work_view *scales = input(r, ATTENTION_QUERY_SCALE);
    int64_t stride = query_depth(a);
    float of_keys = a->keys_scale_scores ? factor_of(r, ATTENTION_KEY_SCALE) : 1;
    if (scales == NULL)
        return;
    struct matrix numbers = matrix_of(scales, &a->query_numbers, block->batch, head,
                                      first_row(r, block->batch) + block->first, 1);
    for (int64_t i = 0; i < block->rows; i++) {
        float scale;
        memcpy(&scale, row_at(&numbers, i), sizeof scale);
        scale *= of_keys;
        panel_apply(KERNEL_PANEL_SCALE, &(struct panel){panel + i * stride, 1, stride, 0}, &scale);
    }
}

static struct blas_matrix bring_queries(const struct run *r, const struct block *block,
                                        float *panel)
{
    const struct attention *a = r->a;
    int64_t stride = query_depth(a);
    for (int64_t g = 0; g < block->heads; g++) {
        struct matrix matrix = queries_of(r, ATTENTION_QUERY, block->batch, block->head + g);
        matrix.address = row_at(&matrix, block->first);
        if (block->heads == 1 && a->rope_depth == 0 && is_ready(&matrix))
            return (struct blas_matrix){matrix.address, matrix.row_stride, false};
        float *rows = panel + g * block->rows * stride;
        load(&matrix, block->rows, rows, stride);
        if (a->rope_depth > 0) {
            matrix = queries_of(r, ATTENTION_QUERY_ROPE, block->batch, block->head + g);
            matrix.address = row_at(&matrix, block->first);
            load(&matrix, block->rows, rows + a->depth, stride);
        }
        scale_queries(r, block, block->head + g, rows);
    }
    return (struct blas_matrix){panel, stride, false};
}

/* The address of a float of the caller's, which need not be aligned. */
static char *element_at(char *address, int64_t offset)
{
    return address + offset * (int64_t)sizeof(float);
}

/* Where the statistics of an absolute row of a head begin. */
static int64_t statistic_offset(const struct run *r, const struct work_view *view, int64_t batch,
                                int64_t head, int64_t row)
{
    const int64_t *strides = view->strides;
    if (r->a->sums_as_rows)
        return batch * strides[0] + row * strides[1] + head * strides[2];
    if (r->a->query.t < 0)
        return batch * strides[0] + head * strides[1] + row * strides[2];
    if (!r->a->by_heads)
        return row * strides[0] + head * strides[1];
    int64_t place = head * view->dims[0] + row;
    return place / view->dims[1] * strides[0] + place % view->dims[1] * strides[1];
}

static void write_statistic(const struct run *r, const struct work_view *to,
                            const struct block *block, const float *values)
{
    for (int64_t line = 0; line < lines_of(block); line++) {
        int64_t head = block->head + line / block->rows;
        int64_t row = block->first + line % block->rows;
        int64_t copies = to->dims[to->rank - 1];
        int64_t offset = statistic_offset(r, to, block->batch, head,
                                          first_row(r, block->batch) + row);
        for (int64_t i = 0; i < copies; i++)
            memcpy(element_at(to->address, offset + i * to->strides[to->rank - 1]), &values[line],
                   sizeof values[line]);
    }
}

/* The numbers that a head's results are quantised by. */
static void load_quant(const struct run *r, enum attention_input which, int64_t head, float *to)
{
    const struct work_view *view = input(r, which);
    int64_t depth = r->a->value_depth;
    int64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++)
        count *= view->dims[i];
    int64_t step = count == 1 ? 0 : 1;
    product_load(view->type, view->address + head * depth * step * width_of(view->type), 0, step, 1,
                 depth, to, depth);
}

static void store_results(const struct run *r, const struct matrix *to, int64_t head, int64_t rows,
                          float *panel, int64_t stride)
{
    float scales[BLOCK_COLUMNS];
    float offsets[BLOCK_COLUMNS] = {0};
    if (input(r, ATTENTION_QUANT_SCALE) == NULL) {
        product_store(to->type, to->address, to->row_stride, to->column_stride, rows, to->columns,
                      panel, stride);
        return;
    }
    load_quant(r, ATTENTION_QUANT_SCALE, head, scales);
    if (input(r, ATTENTION_QUANT_OFFSET) != NULL)
        load_quant(r, ATTENTION_QUANT_OFFSET, head, offsets);
    panel_run(KERNEL_PANEL_QUANTISE, &(struct panel){panel, rows, to->columns, stride},
              &(struct panel_operands){.numbers = scales,
                                       .offsets = offsets,
                                       .out = to->address,
                                       .out_row = to->row_stride,
                                       .out_column = to->column_stride});
}

/* Divides results by sums; 0 where no pair counts. */
static void finish(const struct run *r, const struct block *block, struct forward *f)
{
    const struct attention *a = r->a;
    int64_t stride = attention_padded(a->value_depth);
    struct attention_rows rows = {.rows = lines_of(block),
                                  .depth = stride,
                                  .others = f->log_sums,
                                  .maxima = f->maxima,
                                  .sums = f->sums,
                                  .results = f->log_sums};
    if (a->writes_log_sums)
        attention_run_kernel(KERNEL_ATTENTION_LOG_SUMS, &rows);
    rows.results = f->results;
    attention_run_kernel(KERNEL_ATTENTION_FINISH, &rows);
    for (int64_t g = 0; g < block->heads; g++) {
        struct matrix to = matrix_of(&r->work->outputs[0], &a->out, block->batch, block->head + g,
                                     first_row(r, block->batch) + block->first, a->value_depth);
        store_results(r, &to, block->head + g, block->rows, f->results + g * block->rows * stride,
                      stride);
    }
    if (a->writes_statistics) {
        write_statistic(r, &r->work->outputs[1], block, f->maxima);
        write_statistic(r, &r->work->outputs[2], block, f->sums);
    }
    if (a->writes_log_sums)
        write_statistic(r, &r->work->outputs[1], block, f->log_sums);
}

/* Of keys or values [first, first + count) of a head those that lie in one piece. */
static struct matrix key_piece(const struct run *r, enum attention_input which,
                               const struct block *block, int64_t key_head, int64_t first,
                               int64_t *count)
{
    struct key_place place = place_of(r, which, block->batch, first, count);
    return keys_at(r, which, &place, key_head);
}

/* A row or a few read keys and values in 16 bits in place, once. More of them are products for
 * BLAS, which packs what it multiplies. */
#define FEW_LINES 8

/* Heads whose keys lie beside each other take turns after so many keys, so that memory is read
 * nearly as it lies. */
#define KEYS_OF_A_TURN 64

static bool reads_halves(const struct run *r, const struct matrix *matrix)
{
    return type_is_half(matrix->type) && matrix->column_stride == 1 &&
           matrix->columns % ATTENTION_LINE == 0 && matrix->fractal == 0 && r->a->rope_depth == 0 &&
           r->a->prefix_columns == 0;
}

static bool reads_in_place(const struct run *r, enum attention_input which,
                           const struct block *block)
{
    int64_t count = 1;
    struct matrix matrix = key_piece(r, which, block, block->key_head, block->column, &count);
    return lines_of(block) <= FEW_LINES * block->key_heads && reads_halves(r, &matrix);
}

/* What is read after keys or values of all heads of a block up to `past`: more of them, the values
 * of the block, or the keys of the next one. */
static const char *read_next(const struct run *r, enum attention_input which,
                             const struct block *block, int64_t past)
{
    bool is_key = which == ATTENTION_KEY;
    bool ends = past == block->column + block->columns;
    int64_t count = 1;
    if (!is_key && past >= columns_of(r, block->batch))
        return NULL;
    if (!ends)
        return key_piece(r, which, block, block->key_head, past, &count).address;
    return key_piece(r, is_key ? ATTENTION_VALUE : ATTENTION_KEY, block, block->key_head,
                     is_key ? block->column : past, &count)
        .address;
}

/* Runs a kernel for float16, or that for bfloat16, on the keys or values of a block, piece by
 * piece. The scores of a piece are columns of a row's. The pointers of `all` are those of all
 * lines. */
static void run_in_place(const struct run *r, enum attention_input which, const struct block *block,
                         int float16, int bfloat16, const struct attention_rows *all)
{
    int64_t past = block->column + block->columns;
    int64_t lines = lines_of(block) / block->key_heads;
    int64_t most_keys = block->key_heads > 1 ? KEYS_OF_A_TURN : block->columns;
    struct attention_rows rows = *all;
    rows.rows = lines;
    for (int64_t first = block->column; first < past; first += rows.columns) {
        rows.columns = least(most_keys, past - first);
        for (int64_t h = 0; h < block->key_heads; h++) {
            int64_t head = block->key_head + h;
            struct matrix matrix = key_piece(r, which, block, head, first, &rows.columns);
            int64_t count = 1;
            const char *next = h + 1 < block->key_heads
                                   ? key_piece(r, which, block, head + 1, first, &count).address
                                   : read_next(r, which, block, first + rows.columns);
            rows.keys = matrix.address;
            rows.key_stride = matrix.row_stride;
            rows.ahead = next != NULL ? next : matrix.address;
            rows.scores = all->scores + h * lines * rows.stride + (first - block->column);
            if (which == ATTENTION_KEY)
                rows.others = all->others + h * lines * rows.depth;
            else
                rows.results = all->results + h * lines * rows.depth;
            attention_run_kernel(matrix.type == ACL_FLOAT16 ? float16 : bfloat16, &rows);
        }
    }
}

static void multiply_keys(const struct run *r, const struct block *block,
                          const struct blas_matrix *queries, const struct forward *f)
{
    int64_t lines = lines_of(block);
    if (queries->stride == r->a->depth && reads_in_place(r, ATTENTION_KEY, block)) {
        run_in_place(r, ATTENTION_KEY, block, KERNEL_ATTENTION_DOTS_FLOAT16,
                     KERNEL_ATTENTION_DOTS_BFLOAT16,
                     &(struct attention_rows){.stride = BLOCK_COLUMNS,
                                              .depth = r->a->depth,
                                              .others = (float *)(uintptr_t)queries->address,
                                              .scores = f->scores});
        return;
    }
    struct blas_matrix keys = bring_keys(r, ATTENTION_KEY, block->batch, block->key_head,
                                         block->column, block->columns, f->keys);
    attention_multiply(lines, block->columns, query_depth(r->a), *queries,
                       attention_transposed(keys), false, f->scores, BLOCK_COLUMNS);
}

/* Adds the values by the scores' exponentials to the results. */
static void add_values(const struct run *r, const struct block *block, bool add,
                       const struct forward *f)
{
    int64_t lines = lines_of(block);
    int64_t depth = attention_padded(r->a->value_depth);
    if (reads_in_place(r, ATTENTION_VALUE, block)) {
        run_in_place(r, ATTENTION_VALUE, block, KERNEL_ATTENTION_WEIGHTED_FLOAT16,
                     KERNEL_ATTENTION_WEIGHTED_BFLOAT16,
                     &(struct attention_rows){.stride = BLOCK_COLUMNS,
                                              .depth = depth,
                                              .scores = f->scores,
                                              .results = f->results});
        return;
    }
    struct blas_matrix values = bring_keys(r, ATTENTION_VALUE, block->batch, block->key_head,
                                           block->column, block->columns, f->values);
    attention_multiply(lines, r->a->value_depth, block->columns,
                       (struct blas_matrix){f->scores, BLOCK_COLUMNS, false}, values, add,
                       f->results, depth);
}

/* Before any column: nothing was seen, or the sink of the head, whose exponential counts alone. */
static void begin_rows(const struct run *r, const struct block *block, const struct forward *f)
{
    const struct work_view *sinks = input(r, ATTENTION_SINK);
    for (int64_t g = 0; g < block->heads; g++) {
        float sink = -(float)INFINITY;
        if (sinks != NULL)
            product_load(sinks->type, view_element(sinks, block->head + g), 0, 0, 1, 1, &sink, 1);
        for (int64_t line = g * block->rows; line < (g + 1) * block->rows; line++) {
            f->maxima[line] = sink;
            f->sums[line] = sinks != NULL ? 1 : 0;
        }
    }
}

/* Exponentials become int8 of a scale, which products of int8 take. */
static void quantise_scores(const struct run *r, const struct block *block, float *scores)
{
    struct restoring by;
    char codes[BLOCK_COLUMNS];
    if (input(r, ATTENTION_WEIGHT_SCALE) == NULL)
        return;
    fill(by.offsets, BLOCK_COLUMNS, 0);
    for (int64_t line = 0; line < lines_of(block); line++) {
        const struct panel row = {scores + line * BLOCK_COLUMNS, 1, block->columns, 0};
        const struct matrix matrix = {.address = codes, .type = ACL_INT8};
        fill(by.scales, BLOCK_COLUMNS, factor_of(r, ATTENTION_WEIGHT_SCALE));
        panel_run(KERNEL_PANEL_QUANTISE, &row,
                  &(struct panel_operands){
                      .numbers = by.scales, .offsets = by.offsets, .out = codes, .out_column = 1});
        fill(by.scales, BLOCK_COLUMNS, 1);
        load_codes(&matrix, &row, by.scales, by.offsets);
    }
}

static void attend(const struct run *r, struct block *block, struct forward *f)
{
    const struct attention *a = r->a;
    int64_t lines = lines_of(block);
    int64_t depth = attention_padded(a->value_depth);
    int64_t first = 0;
    int64_t past = 0;
    float scale = kernel_scale(r);
    struct blas_matrix queries = bring_queries(r, block, f->queries);
    find_columns(r, block, &first, &past);
    memset(f->results, 0, (size_t)(lines * depth) * sizeof *f->results);
    begin_rows(r, block, f);
    bool is_first = true;
    for (int64_t at = first; at < past; at += BLOCK_COLUMNS) {
        block->column = at;
        block->columns = least(BLOCK_COLUMNS, past - at);
        if (!is_chosen(r, block))
            continue;
        multiply_keys(r, block, &queries, f);
        dress_scores(r, block, f->scores, BLOCK_COLUMNS);
        const struct attention_rows rows = {.rows = lines,
                                            .columns = attention_padded(block->columns),
                                            .stride = BLOCK_COLUMNS,
                                            .depth = depth,
                                            .is_first = is_first,
                                            .scores = f->scores,
                                            .maxima = f->maxima,
                                            .sums = f->sums,
                                            .results = f->results,
                                            .scale = &scale};
        attention_run_kernel(KERNEL_ATTENTION_SOFTMAX, &rows);
        drop(r, block, f->scores, BLOCK_COLUMNS);
        quantise_scores(r, block, f->scores);
        add_values(r, block, !is_first, f);
        is_first = false;
    }
    if (input(r, ATTENTION_SUM_SCALE) != NULL) {
        float sum_scale = factor_of(r, ATTENTION_SUM_SCALE);
        panel_apply(KERNEL_PANEL_SCALE, &(struct panel){f->results, lines, depth, depth},
                    &sum_scale);
    }
    finish(r, block, f);
}

static void run_forward_units(int64_t index, int64_t blocks, void *context)
{
    struct run *r = context;
    struct forward f;
    (void)blocks;
    take_forward(r->a, r->scratch + index * r->unit_bytes, &f);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&r->next, 1)) < r->units;) {
        int64_t chunks = divide_up(r->group, r->together);
        int64_t first = unit % r->row_blocks * BLOCK_ROWS;
        int64_t chunk = unit / r->row_blocks % chunks;
        int64_t parts = divide_up(r->a->key_heads, r->key_heads);
        int64_t key_head = unit / r->row_blocks / chunks % parts * r->key_heads;
        int64_t batch = unit / r->row_blocks / chunks / parts;
        int64_t key_heads = least(r->key_heads, r->a->key_heads - key_head);
        int64_t rows = attention_count_of(&r->a->rows, batch);
        struct block block = {
            .batch = batch,
            .key_head = key_head,
            .key_heads = key_heads,
            .head = key_head * r->group + chunk * r->together,
            .heads = key_heads * least(r->together, r->group - chunk * r->together),
            .first = first,
            .rows = least(BLOCK_ROWS, rows - first),
        };
        if (block.rows > 0)
            attend(r, &block, &f);
    }
}

/* Sets the first row to 0. Of int8 nothing is stored from panels. */
static void clear(const struct matrix *to, const float *zeros)
{
    if (to->type != ACL_INT8)
        product_store(to->type, to->address, to->row_stride, to->column_stride, 1, to->columns,
                      zeros, to->columns);
    else
        for (int64_t j = 0; j < to->columns; j++)
            to->address[j * to->column_stride] = 0;
}

/* Rows that do not count are 0, and the logarithms of their sums infinite. */
static void fill_rest(const struct run *r, const float *zeros)
{
    const struct attention *a = r->a;
    const float infinite[1] = {(float)INFINITY};
    if (a->rows.values == NULL || a->query.t >= 0)
        return;
    for (int64_t batch = 0; batch < a->batches; batch++) {
        int64_t begin = first_row(r, batch);
        int64_t end = begin + attention_count_of(&a->rows, batch);
        for (int64_t head = 0; head < a->heads; head++)
            for (int64_t row = 0; row < a->rows.whole; row++) {
                if (row >= begin && row < end)
                    continue;
                struct matrix to = matrix_of(&r->work->outputs[0], &a->out, batch, head, row,
                                             a->value_depth);
                clear(&to, zeros);
                const struct block block = {
                    .batch = batch, .head = head, .heads = 1, .first = row - begin, .rows = 1};
                if (a->writes_log_sums)
                    write_statistic(r, &r->work->outputs[1], &block, infinite);
            }
    }
}

static int64_t most_rows(const struct attention *a)
{
    if (!a->rows.are_totals)
        return a->rows.whole;
    int64_t found = 0;
    for (int64_t b = 0; b < a->batches; b++)
        found = most(found, attention_count_of(&a->rows, b));
    return found;
}

/* How many heads of keys a unit has: several where a few rows read keys and values in place, and
 * those of neighbouring heads lie beside each other. */
static int64_t key_heads_of_unit(const struct run *r, int64_t rows)
{
    const struct attention *a = r->a;
    const struct work_view *keys = input(r, ATTENTION_KEY);
    const struct work_view *values = input(r, ATTENTION_VALUE);
    struct matrix first = matrix_of(keys, &a->key, 0, 0, 0, a->depth);
    struct matrix next = matrix_of(keys, &a->key, 0, 1, 0, a->depth);
    struct matrix value = matrix_of(values, &a->key, 0, 0, 0, a->value_depth);
    int64_t lines = r->group * rows;
    int64_t heads = divide_up(a->batches * a->key_heads, ai_cores_count());
    bool are_beside = next.address - first.address < first.row_stride * width_of(first.type);
    if (a->members > 1 || lines > FEW_LINES || !are_beside || !reads_halves(r, &first) ||
        !reads_halves(r, &value))
        return 1;
    return most(1, least(least(heads, a->key_heads), BLOCK_ROWS / lines));
}

static struct run divide_forward(const struct work *work)
{
    const struct attention *a = work->attributes;
    struct run r = {.work = work, .a = a, .scratch = work->scratch};
    struct forward f;
    int64_t rows = most(most_rows(a), 1);
    r.group = a->heads / a->key_heads;
    r.together = most(1, least(r.group, BLOCK_ROWS / rows));
    r.row_blocks = divide_up(rows, BLOCK_ROWS);
    r.key_heads = key_heads_of_unit(&r, rows);
    r.units = a->batches * divide_up(a->key_heads, r.key_heads) * divide_up(r.group, r.together) *
              r.row_blocks;
    r.unit_bytes = take_forward(a, NULL, &f);
    return r;
}

static uint64_t forward_scratch(const struct work *work)
{
    struct run r = divide_forward(work);
    return (uint64_t)(most(1, least(r.units, ai_cores_count())) * r.unit_bytes);
}

/* Copies the numbers of columns from the input of lengths to memory of the library, because the
 * program may write to its own meanwhile. False, with the failure set, when one is impossible. */
static bool read_lengths(const struct run *r, struct attention *own, int64_t *values,
                         struct task_failure *failure)
{
    const struct work_view *lengths = input(r, ATTENTION_KEY_LENGTHS);
    own->columns.values = values;
    own->columns.size = (uint64_t)own->batches;
    for (int64_t batch = 0; batch < own->batches; batch++) {
        int64_t length = index_at(view_element(lengths, batch), true);
        values[batch] = length;
        if (length >= 0 && length <= own->columns.whole)
            continue;
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "attention: the number of keys at [%" PRId64 "] is %" PRId64 "; 0 to %" PRId64
                 " are there. Nothing was written",
                 batch, length, own->columns.whole);
        return false;
    }
    return true;
}

static void run_units(const struct work *work, const struct attention *a)
{
    struct run r = divide_forward(work);
    r.a = a;
    r.scale = a->scale * factor_of(&r, ATTENTION_SCORE_SCALE);
    r.query_padding = read_padding(&r, ATTENTION_QUERY_PADDING);
    r.key_padding = read_padding(&r, ATTENTION_KEY_PADDING);
    memset(r.scratch, 0, (size_t)r.unit_bytes);
    fill_rest(&r, (const float *)(const void *)r.scratch);
    if (r.units > 0)
        ai_cores_run_function("attention", run_forward_units, least(r.units, ai_cores_count()), &r);
}

static void run_forward(const struct work *work, struct task_failure *failure)
{
    struct run r = divide_forward(work);
    struct attention own = *r.a;
    tell_of_mask(work);
    if (input(&r, ATTENTION_KEY_LENGTHS) == NULL) {
        run_units(work, &own);
        return;
    }
    size_t bytes = (size_t)most(own.batches, 1) * sizeof(int64_t);
    int64_t *values = scratch_take(bytes);
    if (values == NULL) {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        snprintf(failure->text, sizeof failure->text,
                 "no host memory for %zu bytes of scratch, the numbers of keys", bytes);
        return;
    }
    if (read_lengths(&r, &own, values, failure))
        run_units(work, &own);
    scratch_give(values);
}
const struct l0_run attention_kernel_attention = {
    .check = blas_check_work, .scratch_bytes = forward_scratch, .run = run_forward};

/* ---- The gradient ---------------------------------------------------------------------------- */

/* A unit is a batch, a head of keys and a part of the columns. Its dk and dv are complete after all
 * rows. dq grows with each block of columns, and parts are added in sequence. */
struct backward {
    float *queries;
    float *dy;
    float *keys;
    float *values;
    float *scores;
    float *others; /* gradients of the probabilities, then of the scores */
    float *kept;   /* probabilities after the mask of bits */
    float *dk;
    float *dv;
    float *maxima;
    float *parts; /* reciprocals of the sums */
    float *common;
    float *results;
};

static int64_t take_backward(const struct attention *a, char *scratch, struct backward *w)
{
    char *start = scratch;
    int64_t depth = query_depth(a);
    bool drops = a->draws || a->at[ATTENTION_DROP] >= 0;
    w->queries = attention_take(&scratch, BLOCK_ROWS * depth);
    w->dy = attention_take(&scratch, BLOCK_ROWS * a->value_depth);
    w->keys = attention_take(&scratch, BLOCK_COLUMNS * depth);
    w->values = attention_take(&scratch, BLOCK_COLUMNS * a->value_depth);
    w->scores = attention_take(&scratch, BLOCK_ROWS * BLOCK_COLUMNS);
    w->others = attention_take(&scratch, BLOCK_ROWS * BLOCK_COLUMNS);
    w->kept = drops ? attention_take(&scratch, BLOCK_ROWS * BLOCK_COLUMNS) : w->scores;
    w->dk = attention_take(&scratch, BLOCK_COLUMNS * depth);
    w->dv = attention_take(&scratch, BLOCK_COLUMNS * a->value_depth);
    w->maxima = attention_take(&scratch, BLOCK_ROWS);
    w->parts = attention_take(&scratch, BLOCK_ROWS);
    w->common = attention_take(&scratch, BLOCK_ROWS);
    w->results = attention_take(&scratch, BLOCK_ROWS * a->value_depth);
    return scratch - start;
}

static float statistic_at(const struct run *r, enum attention_input which, int64_t batch,
                          int64_t head, int64_t row)
{
    const struct work_view *view = input(r, which);
    int64_t offset = statistic_offset(r, view, batch, head, row);
    float value;
    memcpy(&value, element_at(view->address, offset), sizeof value);
    return value;
}

/* Loads what the rows of one head need: maxima, reciprocals of sums, dy, and the product of dy and
 * the result, which the gradients of all probabilities of a row share. */
static struct blas_matrix bring_rows(const struct run *r, const struct block *block,
                                     struct backward *w)
{
    int64_t depth = r->a->value_depth;
    struct matrix result = queries_of(r, ATTENTION_RESULT, block->batch, block->head);
    struct matrix dy = queries_of(r, ATTENTION_DY, block->batch, block->head);
    int64_t first = first_row(r, block->batch) + block->first;
    result.address = row_at(&result, block->first);
    dy.address = row_at(&dy, block->first);
    load(&result, block->rows, w->results, depth);
    load(&dy, block->rows, w->dy, depth);
    for (int64_t i = 0; i < block->rows; i++) {
        w->maxima[i] = statistic_at(r, ATTENTION_MAXIMA, block->batch, block->head, first + i);
        /* Without sums the maxima are logarithms of them. */
        w->parts[i] = r->a->at[ATTENTION_SUMS] < 0
                          ? 1
                          : statistic_at(r, ATTENTION_SUMS, block->batch, block->head, first + i);
    }
    const struct attention_rows rows = {.rows = block->rows,
                                        .depth = depth,
                                        .others = w->dy,
                                        .maxima = w->common,
                                        .sums = w->parts,
                                        .results = w->results};
    attention_run_kernel(KERNEL_ATTENTION_COMMON, &rows);
    return (struct blas_matrix){w->dy, depth, false};
}

/* Does one block of scores: adds its shares of dq, dk and dv. */
static void attend_backward(const struct run *r, const struct block *block, struct backward *w,
                            struct blas_matrix keys, struct blas_matrix values, float *dq,
                            bool is_first)
{
    const struct attention *a = r->a;
    int64_t depth = query_depth(a);
    int64_t columns = attention_padded(block->columns);
    float scale = kernel_scale(r);
    struct blas_matrix queries = bring_queries(r, block, w->queries);
    struct blas_matrix dy = bring_rows(r, block, w);
    attention_multiply(block->rows, block->columns, depth, queries, attention_transposed(keys),
                       false, w->scores, BLOCK_COLUMNS);
    dress_scores(r, block, w->scores, BLOCK_COLUMNS);
    struct attention_rows rows = {.rows = block->rows,
                                  .columns = columns,
                                  .stride = BLOCK_COLUMNS,
                                  .scores = w->scores,
                                  .others = w->others,
                                  .maxima = w->maxima,
                                  .sums = w->parts,
                                  .scale = &scale};
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
    if (w->kept != w->scores) {
        memcpy(w->kept, w->scores, (size_t)(block->rows * BLOCK_COLUMNS) * sizeof *w->kept);
        drop(r, block, w->kept, BLOCK_COLUMNS);
    }
    const struct blas_matrix kept = {w->kept, BLOCK_COLUMNS, true};
    attention_multiply(block->columns, a->value_depth, block->rows, kept, dy, !is_first, w->dv,
                       a->value_depth);
    attention_multiply(block->rows, block->columns, a->value_depth, dy,
                       attention_transposed(values), false, w->others, BLOCK_COLUMNS);
    drop(r, block, w->others, BLOCK_COLUMNS);
    rows.maxima = w->common;
    rows.scale = &a->scale;
    attention_run_kernel(KERNEL_ATTENTION_GRADIENTS, &rows);
    const struct blas_matrix gradient = {w->others, BLOCK_COLUMNS, false};
    attention_multiply(block->rows, depth, block->columns, gradient, keys, true, dq, depth);
    attention_multiply(block->columns, depth, block->rows, attention_transposed(gradient), queries,
                       !is_first, w->dk, depth);
}

/* The number of elements of dq for a head of keys. */
static int64_t dq_size(const struct run *r)
{
    return r->group * most(most_rows(r->a), 1) * query_depth(r->a);
}

static float *dq_of(const struct run *r, int64_t index, int64_t unit)
{
    int64_t at = r->parts > 1 ? unit : index;
    char *first = r->scratch + least(r->units, ai_cores_count()) * r->unit_bytes;
    return (float *)(void *)first + at * dq_size(r);
}

/* The gradient of keys or values; of the panel's rows the first `depth` columns. */
static void store_columns(const struct run *r, int output, const struct block *block, int64_t depth,
                          const float *panel, int64_t stride)
{
    struct matrix to = matrix_of(&r->work->outputs[output], &r->a->key, block->batch,
                                 block->key_head, first_of(&r->a->columns, block->batch), depth);
    product_store(to.type, row_at(&to, block->column), to.row_stride, to.column_stride,
                  block->columns, depth, panel, stride);
}

static void store_rows(const struct run *r, int output, int64_t batch, int64_t key_head,
                       int64_t depth, const float *dq)
{
    int64_t stride = query_depth(r->a);
    int64_t rows = attention_count_of(&r->a->rows, batch);
    for (int64_t g = 0; g < r->group; g++) {
        struct matrix to = matrix_of(&r->work->outputs[output], &r->a->query, batch,
                                     key_head * r->group + g, first_row(r, batch), depth);
        product_store(to.type, to.address, to.row_stride, to.column_stride, rows, depth,
                      dq + g * rows * stride, stride);
    }
}

static void store_dq(const struct run *r, int64_t batch, int64_t key_head, const float *dq)
{
    const struct attention *a = r->a;
    store_rows(r, 0, batch, key_head, a->depth, dq);
    if (a->rope_depth > 0 && a->rope_out[0] >= 0)
        store_rows(r, a->rope_out[0], batch, key_head, a->rope_depth, dq + a->depth);
}

static void attend_columns(const struct run *r, struct block *block, struct backward *w, float *dq)
{
    const struct attention *a = r->a;
    int64_t rows = attention_count_of(&a->rows, block->batch);
    bool is_first = true;
    struct blas_matrix keys = bring_keys(r, ATTENTION_KEY, block->batch, block->key_head,
                                         block->column, block->columns, w->keys);
    struct blas_matrix values = bring_keys(r, ATTENTION_VALUE, block->batch, block->key_head,
                                           block->column, block->columns, w->values);
    for (int64_t g = 0; g < r->group; g++)
        for (int64_t row = 0; row < rows; row += BLOCK_ROWS) {
            int64_t first = 0;
            int64_t past = 0;
            block->head = block->key_head * r->group + g;
            block->first = row;
            block->rows = least(BLOCK_ROWS, rows - row);
            find_columns(r, block, &first, &past);
            if (first >= block->column + block->columns || past <= block->column ||
                !is_chosen(r, block))
                continue;
            attend_backward(r, block, w, keys, values, dq + (g * rows + row) * query_depth(a),
                            is_first);
            is_first = false;
        }
    if (is_first) {
        memset(w->dk, 0, (size_t)(block->columns * query_depth(a)) * sizeof *w->dk);
        memset(w->dv, 0, (size_t)(block->columns * a->value_depth) * sizeof *w->dv);
    }
    store_columns(r, 1, block, a->depth, w->dk, query_depth(a));
    store_columns(r, 2, block, a->value_depth, w->dv, a->value_depth);
    if (a->rope_depth > 0 && a->rope_out[1] >= 0)
        store_columns(r, a->rope_out[1], block, a->rope_depth, w->dk + a->depth, query_depth(a));
}

static void run_backward_units(int64_t index, int64_t blocks, void *context)
{
    struct run *r = context;
    struct backward w;
    (void)blocks;
    take_backward(r->a, r->scratch + index * r->unit_bytes, &w);
    for (int64_t unit = 0; (unit = atomic_fetch_add(&r->next, 1)) < r->units;) {
        int64_t part = unit % r->parts;
        struct block block = {.batch = unit / r->parts / r->a->key_heads,
                              .key_head = unit / r->parts % r->a->key_heads,
                              .heads = 1};
        int64_t columns = columns_of(r, block.batch);
        int64_t share = divide_up(divide_up(columns, BLOCK_COLUMNS), r->parts) * BLOCK_COLUMNS;
        int64_t past = least((part + 1) * share, columns);
        float *dq = dq_of(r, index, unit);
        memset(dq, 0, (size_t)dq_size(r) * sizeof *dq);
        for (block.column = part * share; block.column < past; block.column += BLOCK_COLUMNS) {
            block.columns = least(BLOCK_COLUMNS, past - block.column);
            attend_columns(r, &block, &w, dq);
        }
        if (r->parts == 1)
            store_dq(r, block.batch, block.key_head, dq);
    }
}

static void add_parts(int64_t index, int64_t blocks, void *context)
{
    struct run *r = context;
    int64_t size = dq_size(r);
    (void)index;
    (void)blocks;
    for (int64_t head = 0; (head = atomic_fetch_add(&r->next, 1)) < r->units / r->parts;) {
        float *dq = dq_of(r, 0, head * r->parts);
        for (int64_t part = 1; part < r->parts; part++)
            for (int64_t i = 0; i < size; i++)
                dq[i] += dq[part * size + i];
        store_dq(r, head / r->a->key_heads, head % r->a->key_heads, dq);
    }
}

/* What a row takes from its sink: its part of the row times what the gradients of all probabilities
 * have in common. */
static void share_sink(const struct block *block, float sink, const struct backward *w)
{
    const float one = 1;
    const struct attention_rows rows = {.rows = block->rows,
                                        .columns = 1,
                                        .stride = 1,
                                        .scores = w->scores,
                                        .maxima = w->maxima,
                                        .sums = w->parts,
                                        .scale = &one};
    for (int64_t i = 0; i < block->rows; i++)
        w->scores[i] = sink;
    attention_run_kernel(KERNEL_ATTENTION_PROBABILITIES, &rows);
}

/* In float64, row after row. */
static void sum_sinks(int64_t index, int64_t blocks, void *context)
{
    struct run *r = context;
    const struct attention *a = r->a;
    struct backward w;
    (void)blocks;
    take_backward(a, r->scratch + index * r->unit_bytes, &w);
    for (int64_t head = 0; (head = atomic_fetch_add(&r->next, 1)) < a->heads;) {
        struct block block = {.head = head, .key_head = head / r->group, .heads = 1};
        double sum = 0;
        float sink;
        memcpy(&sink, view_element(input(r, ATTENTION_SINK), head), sizeof sink);
        for (; block.batch < a->batches; block.batch++) {
            int64_t rows = attention_count_of(&a->rows, block.batch);
            for (block.first = 0; block.first < rows; block.first += BLOCK_ROWS) {
                block.rows = least(BLOCK_ROWS, rows - block.first);
                bring_rows(r, &block, &w);
                share_sink(&block, sink, &w);
                for (int64_t i = 0; i < block.rows; i++)
                    sum -= (double)w.scores[i] * w.common[i];
            }
        }
        float rounded = (float)sum;
        memcpy(view_element(&r->work->outputs[a->sink_out], head), &rounded, sizeof rounded);
    }
}

static struct run divide_backward(const struct work *work)
{
    const struct attention *a = work->attributes;
    struct run r = {
        .work = work, .a = a, .scratch = work->scratch, .query_padding = -1, .key_padding = -1};
    struct backward w;
    int64_t heads = a->batches * a->key_heads;
    r.group = a->heads / a->key_heads;
    r.parts = heads >= ENOUGH_HEADS
                  ? 1
                  : most(1, least(MOST_PARTS, divide_up(a->columns.whole, BLOCK_COLUMNS)));
    r.units = heads * r.parts;
    r.unit_bytes = take_backward(a, NULL, &w);
    return r;
}

static uint64_t backward_scratch(const struct work *work)
{
    struct run r = divide_backward(work);
    int64_t cores = most(1, least(r.units, ai_cores_count())); /* one holds zeros at least */
    int64_t several = r.parts > 1 ? r.units : cores;
    return (uint64_t)(cores * r.unit_bytes + several * dq_size(&r) * (int64_t)sizeof(float));
}

/* Gradients of rows or columns that do not count are 0: those behind the length of each batch, or
 * behind the last one where batches share a dimension. */
static void clear_rest(const struct run *r, int output, bool is_of_rows, int64_t depth)
{
    const struct attention *a = r->a;
    const struct attention_counts *counts = is_of_rows ? &a->rows : &a->columns;
    const float *zeros = (const float *)(const void *)r->scratch;
    int64_t heads = is_of_rows ? a->heads : a->key_heads;
    int64_t batches = counts->are_totals ? 1 : a->batches;
    int64_t last = counts->are_totals && a->batches > 0 ? counts->values[a->batches - 1] : 0;
    if (counts->values == NULL)
        return;
    for (int64_t i = 0; i < batches * heads; i++) {
        int64_t row = counts->are_totals ? last : attention_count_of(counts, i / heads);
        for (; row < counts->whole; row++) {
            struct matrix to = matrix_of(&r->work->outputs[output],
                                         is_of_rows ? &a->query : &a->key, i / heads, i % heads,
                                         row, depth);
            clear(&to, zeros);
        }
    }
}

static void clear_gradients(const struct run *r)
{
    const struct attention *a = r->a;
    if (a->rows.values == NULL && a->columns.values == NULL)
        return;
    memset(r->scratch, 0, (size_t)r->unit_bytes);
    clear_rest(r, 0, true, a->depth);
    clear_rest(r, 1, false, a->depth);
    clear_rest(r, 2, false, a->value_depth);
    for (int i = 0; i < 2; i++)
        if (a->rope_depth > 0 && a->rope_out[i] >= 0)
            clear_rest(r, a->rope_out[i], i == 0, a->rope_depth);
}

static void run_backward(const struct work *work, struct task_failure *failure)
{
    struct run r = divide_backward(work);
    r.scale = r.a->scale;
    (void)failure;
    clear_gradients(&r);
    if (r.units == 0)
        return;
    tell_of_mask(work);
    int64_t cores = least(r.units, ai_cores_count());
    ai_cores_run_function("attention: gradient", run_backward_units, cores, &r);
    if (r.parts > 1) {
        atomic_store(&r.next, 0);
        ai_cores_run_function("attention: sums of parts", add_parts,
                              least(r.units / r.parts, ai_cores_count()), &r);
    }
    if (r.a->sink_out < 0)
        return;
    atomic_store(&r.next, 0);
    ai_cores_run_function("attention: gradient of sinks", sum_sinks, least(r.a->heads, cores), &r);
}
const struct l0_run attention_kernel_attention_grad = {
    .check = blas_check_work, .scratch_bytes = backward_scratch, .run = run_backward};
