/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: kernels. */
#include "ops/matmul/grouped_matmul.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/matmul.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/quantised.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/blas.h"
#include "products/panel.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STEP 256 /* the depth of a step */
#define SHIFT 8  /* of numbers of int8 that the device takes for two of 4 bits */

/* ---- The work -------------------------------------------------------------------------------- */

/* Numbers of columns, in rows that parts of the depth have, or of rows. */
struct numbers {
    const char *address; /* NULL: there are none */
    aclDataType type;
    int64_t stride;
    int64_t part_stride;
    int64_t parts; /* of the depth; 1: all of it */
};

/* Scales of parts of the depth, of rows or of columns: powers of two lie in pairs. */
struct factors {
    const char *address; /* NULL: there are none */
    int64_t along;       /* from a row or column, or a block of columns, to the next */
    int64_t part;        /* from a part of the depth, or a pair of parts, to the next */
    int64_t second;      /* from the first to the second of a pair; 0: there are no pairs */
};

/* A product of one group: addresses of first elements, and strides in elements. */
struct job {
    const char *left;    /* of int4 the first element of all */
    int64_t left_first;  /* of int4 the number of the rows' first element */
    const char *right;   /* of int4 the first element of all */
    int64_t right_first; /* of int4 the number of the matrix's first element */
    char *out;
    const char *bias;      /* NULL: there is none */
    struct numbers scale;  /* of the columns */
    struct numbers offset; /* of the columns */
    struct numbers tokens; /* of the rows */
    struct factors left_factors;
    struct factors right_factors;
    int64_t left_strides[2];
    int64_t right_strides[2];
    int64_t out_strides[2];
    int64_t bias_stride;
    int64_t rows;
    int64_t depth;
    int64_t columns;
    int64_t first_tile;
    int64_t tiles_down;
};

struct run {
    const struct work *work;
    const struct grouped *g;
    struct job *jobs;
    int64_t job_count;
    int64_t tiles;
    char *panels;
    aclDataType type;
    aclDataType weight_type;
    aclDataType bias_type;
    aclDataType out_type;
    _Atomic int64_t next;
};

struct panels {
    float left[TILE_ROWS * STEP];
    float right[STEP * TILE_COLUMNS];
    float sums[TILE_ROWS * TILE_COLUMNS];
    float bias[TILE_COLUMNS];
    float scales[TILE_COLUMNS];
    float offsets[TILE_COLUMNS];
    float scaled[TILE_ROWS * TILE_COLUMNS];  /* sums of parts of the depth, by their scales */
    int32_t whole[TILE_ROWS * TILE_COLUMNS]; /* exact sums of whole numbers */
};

/* Rows and columns of a job that are one tile. */
struct part {
    int64_t row;
    int64_t first;
    int64_t rows;
    int64_t columns;
};

static const char *place(const struct work_view *view, int64_t offset)
{
    return view->address + offset * (data_type_bits(view->type) / 8);
}

static int64_t width_of(aclDataType type)
{
    return data_type_bits(type) / 8;
}

/* ---- What tiles read ------------------------------------------------------------------------- */

static void load_int8(const char *from, const int64_t *strides, int64_t rows, int64_t columns,
                      int shift, float *panel, int64_t panel_stride)
{
    const signed char *numbers = (const signed char *)from;
    for (int64_t i = 0; i < rows; i++) {
        const signed char *row = numbers + i * strides[0];
        float *to = panel + i * panel_stride;
        if (strides[1] == 1)
            for (int64_t j = 0; j < columns; j++)
                to[j] = (float)(row[j] - shift);
        else
            for (int64_t j = 0; j < columns; j++)
                to[j] = (float)(row[j * strides[1]] - shift);
    }
}

/* Elements from `first` on that follow each other, two in a byte. */
static void load_int4_line(const char *memory, int64_t first, int64_t count, float *to)
{
    int64_t odd = count > 0 ? first & 1 : 0;
    const signed char *bytes = (const signed char *)memory + (first + odd) / 2;
    if (odd != 0)
        to[0] = int4_at(memory, first);
    for (int64_t j = 0; j < (count - odd) / 2; j++) {
        to[odd + 2 * j] = (float)((signed char)((unsigned char)bytes[j] << 4) >> 4);
        to[odd + 2 * j + 1] = (float)(bytes[j] >> 4);
    }
    if ((count - odd) % 2 != 0)
        to[count - 1] = int4_at(memory, first + count - 1);
}

#define LINES 16 /* that are read before they are written across rows of the panel */

/* Columns whose elements follow each other. */
static void load_int4_columns(const char *memory, int64_t first, int64_t stride, int64_t rows,
                              int64_t columns, float *panel, int64_t panel_stride)
{
    float lines[LINES][STEP];
    for (int64_t j = 0; j < columns; j += LINES) {
        int64_t count = least(LINES, columns - j);
        for (int64_t line = 0; line < count; line++)
            load_int4_line(memory, first + (j + line) * stride, rows, lines[line]);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t line = 0; line < count; line++)
                panel[i * panel_stride + j + line] = lines[line][i];
    }
}

/* At most STEP rows, of memory whose element `first` is the first one. */
static void load_int4(const char *memory, int64_t first, const int64_t *strides, int64_t rows,
                      int64_t columns, float *panel, int64_t panel_stride)
{
    if (strides[0] == 1 && strides[1] != 1) {
        load_int4_columns(memory, first, strides[1], rows, columns, panel, panel_stride);
        return;
    }
    for (int64_t i = 0; i < rows; i++) {
        int64_t at = first + i * strides[0];
        float *to = panel + i * panel_stride;
        if (strides[1] == 1)
            load_int4_line(memory, at, columns, to);
        else
            for (int64_t j = 0; j < columns; j++)
                to[j] = int4_at(memory, at + j * strides[1]);
    }
}

static void load_left(const struct run *r, const struct job *job, int64_t row, int64_t at,
                      int64_t rows, int64_t depth, float *panel)
{
    const int64_t *strides = job->left_strides;
    int64_t offset = row * strides[0] + at * strides[1];
    const char *from = job->left + offset * width_of(r->type);
    if (r->type == ACL_INT4)
        load_int4(job->left, job->left_first + offset, strides, rows, depth, panel, STEP);
    else if (r->type == ACL_INT8)
        load_int8(from, strides, rows, depth, r->g->is_shifted ? SHIFT : 0, panel, STEP);
    else
        product_load(r->type, from, strides[0], strides[1], rows, depth, panel, STEP);
}

/* Columns [first, first + count) of a part of the depth. */
static void load_numbers(const struct numbers *n, int64_t part, int64_t first, int64_t count,
                         float *to)
{
    int64_t offset = part * n->part_stride + first * n->stride;
    product_load(n->type, n->address + offset * width_of(n->type), 0, n->stride, 1, count, to,
                 count);
}

/* Weights as the numbers that they stand for: (weight + offset) * scale. */
static void restore(struct panels *p, const struct job *job, int64_t at, int64_t depth,
                    int64_t first, int64_t columns)
{
    int64_t length = job->depth / job->scale.parts;
    for (int64_t k = at, past = 0; k < at + depth; k = past) {
        int64_t part = k / length;
        past = least((part + 1) * length, at + depth);
        load_numbers(&job->scale, part, first, columns, p->scales);
        memset(p->offsets, 0, sizeof p->offsets);
        if (job->offset.address != NULL)
            load_numbers(&job->offset, part, first, columns, p->offsets);
        panel_run(
            KERNEL_PANEL_RESTORE,
            &(struct panel){p->right + (k - at) * TILE_COLUMNS, past - k, columns, TILE_COLUMNS},
            &(struct panel_operands){.numbers = p->scales, .offsets = p->offsets});
    }
}

#define WHOLE \
    0x1.8p23F /* added and subtracted it rounds smaller numbers to whole ones, ties to even */

/* Weights times the factors of their parts, rounded to float16 and then to int8. */
static void requantise(struct panels *p, const struct job *job, int64_t at, int64_t depth,
                       int64_t first, int64_t columns)
{
    int64_t length = job->depth / job->offset.parts;
    char *halves = (char *)p->scaled;
    memset(p->offsets, 0, sizeof p->offsets);
    for (int64_t k = at, past = 0; k < at + depth; k = past) {
        float *panel = p->right + (k - at) * TILE_COLUMNS;
        past = least((k / length + 1) * length, at + depth);
        load_numbers(&job->offset, k / length, first, columns, p->scales);
        panel_run(KERNEL_PANEL_RESTORE, &(struct panel){panel, past - k, columns, TILE_COLUMNS},
                  &(struct panel_operands){.numbers = p->scales, .offsets = p->offsets});
    }
    product_store(ACL_FLOAT16, halves, TILE_COLUMNS, 1, depth, columns, p->right, TILE_COLUMNS);
    product_load(ACL_FLOAT16, halves, TILE_COLUMNS, 1, depth, columns, p->right, TILE_COLUMNS);
    for (int64_t i = 0; i < depth; i++)
        for (int64_t j = 0; j < columns; j++) {
            float number = p->right[i * TILE_COLUMNS + j];
            number = number > INT8_MIN ? number : INT8_MIN;
            number = number < INT8_MAX ? number : INT8_MAX;
            p->right[i * TILE_COLUMNS + j] = (number + WHOLE) - WHOLE;
        }
}

static void load_right(const struct run *r, struct panels *p, const struct job *job, int64_t at,
                       int64_t depth, int64_t first, int64_t columns)
{
    const int64_t *strides = job->right_strides;
    int64_t offset = at * strides[0] + first * strides[1];
    const char *from = job->right + offset * width_of(r->weight_type);
    if (r->weight_type == ACL_INT8)
        load_int8(from, strides, depth, columns, 0, p->right, TILE_COLUMNS);
    else if (r->weight_type == ACL_INT4)
        load_int4(job->right, job->right_first + offset, strides, depth, columns, p->right,
                  TILE_COLUMNS);
    else
        product_load(r->weight_type, from, strides[0], strides[1], depth, columns, p->right,
                     TILE_COLUMNS);
    if (r->g->is_requantised && job->offset.address != NULL)
        requantise(p, job, at, depth, first, columns);
    if (r->type != ACL_INT8 && r->weight_type != r->type && job->scale.address != NULL)
        restore(p, job, at, depth, first, columns);
}

/* ---- Scales of parts of the depth -------------------------------------------------------------
 */

#define NAN_POWER 0xFF
#define NAN_BITS 0x7FC00000U
#define LEAST_POWER 0x00400000U /* 2^-127 */
#define MANTISSA_BITS 23

/* The power of two of a part of the depth, as float8_e8m0 has it. */
static float power_at(const struct factors *f, int64_t part, int64_t at)
{
    int64_t offset = at * f->along +
                     (f->second != 0 ? part / 2 * f->part + part % 2 * f->second : part * f->part);
    uint32_t code = (unsigned char)f->address[offset];
    uint32_t bits = code == NAN_POWER ? NAN_BITS : code == 0 ? LEAST_POWER : code << MANTISSA_BITS;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static float block_scale_at(const struct factors *f, int64_t part, int64_t at)
{
    float scale;
    memcpy(&scale, f->address + (at * f->along + part * f->part) * (int64_t)sizeof scale,
           sizeof scale);
    return scale;
}

/* Multiplies x by the powers of its rows. */
static void raise_left(struct panels *p, const struct factors *f, const struct part *part,
                       int64_t at, int64_t depth)
{
    for (int64_t i = 0; i < part->rows; i++)
        for (int64_t k = 0; k < depth; k += GROUPED_POWER_BLOCK) {
            float power = power_at(f, (at + k) / GROUPED_POWER_BLOCK, part->row + i);
            float *numbers = p->left + i * STEP + k;
            for (int64_t j = 0; j < least(GROUPED_POWER_BLOCK, depth - k); j++)
                numbers[j] *= power;
        }
}

/* Multiplies weight by the powers of its columns. */
static void raise_right(struct panels *p, const struct factors *f, const struct part *part,
                        int64_t at, int64_t depth)
{
    memset(p->offsets, 0, sizeof p->offsets);
    for (int64_t k = 0; k < depth; k += GROUPED_POWER_BLOCK) {
        for (int64_t j = 0; j < part->columns; j++)
            p->scales[j] = power_at(f, (at + k) / GROUPED_POWER_BLOCK, part->first + j);
        panel_run(KERNEL_PANEL_RESTORE,
                  &(struct panel){p->right + k * TILE_COLUMNS,
                                  least(GROUPED_POWER_BLOCK, depth - k), part->columns,
                                  TILE_COLUMNS},
                  &(struct panel_operands){.numbers = p->scales, .offsets = p->offsets});
    }
}

static void load_bias(const struct run *r, const struct job *job, int64_t first, int64_t columns,
                      float *to)
{
    product_load(r->bias_type, job->bias + first * job->bias_stride * width_of(r->bias_type), 0,
                 job->bias_stride, 1, columns, to, columns);
}

static char *out_at(const struct run *r, const struct job *job, int64_t row, int64_t first)
{
    return job->out +
           (row * job->out_strides[0] + first * job->out_strides[1]) * width_of(r->out_type);
}

/* ---- Sums of floats -------------------------------------------------------------------------- */

static void multiply(const struct run *r, struct panels *p, const struct job *job,
                     const struct part *part, int64_t at, int64_t depth, bool is_added)
{
    const struct blas_matrix left = {p->left, STEP, false};
    const struct blas_matrix right = {p->right, TILE_COLUMNS, false};
    const struct blas_matrix sums = {p->sums, TILE_COLUMNS, false};
    load_left(r, job, part->row, at, part->rows, depth, p->left);
    load_right(r, p, job, at, depth, part->first, part->columns);
    if (r->g->scaling == SCALES_AS_POWERS && job->left_factors.address != NULL)
        raise_left(p, &job->left_factors, part, at, depth);
    if (r->g->scaling == SCALES_AS_POWERS && job->right_factors.address != NULL)
        raise_right(p, &job->right_factors, part, at, depth);
    blas_gemm(false, part->rows, part->columns, depth, &left, &right, is_added, &sums);
}

/* Adds what the result holds. */
static void add_to_result(const struct run *r, struct panels *p, const struct job *job,
                          const struct part *part)
{
    product_load(r->out_type, out_at(r, job, part->row, part->first), job->out_strides[0],
                 job->out_strides[1], part->rows, part->columns, p->scaled, TILE_COLUMNS);
    for (int64_t i = 0; i < part->rows; i++)
        for (int64_t j = 0; j < part->columns; j++)
            p->sums[i * TILE_COLUMNS + j] += p->scaled[i * TILE_COLUMNS + j];
}

static void store(const struct run *r, struct panels *p, const struct job *job,
                  const struct part *part)
{
    if (job->bias != NULL && r->bias_type != ACL_INT32) {
        load_bias(r, job, part->first, part->columns, p->bias);
        panel_apply(KERNEL_PANEL_ADD,
                    &(struct panel){p->sums, part->rows, part->columns, TILE_COLUMNS}, p->bias);
    }
    if (r->g->is_added)
        add_to_result(r, p, job, part);
    product_store(r->out_type, out_at(r, job, part->row, part->first), job->out_strides[0],
                  job->out_strides[1], part->rows, part->columns, p->sums, TILE_COLUMNS);
}

/* ---- Sums of whole numbers ------------------------------------------------------------------- */

/* Sums of 4 steps are float32 without an error: at most 4 * 256 * 2^14 = 2^24. */
#define EXACT_STEPS 4

static void add_whole(struct panels *p, const struct part *part)
{
    for (int64_t i = 0; i < part->rows; i++)
        for (int64_t j = 0; j < part->columns; j++) {
            int64_t at = i * TILE_COLUMNS + j;
            p->whole[at] = (int32_t)((uint32_t)p->whole[at] + (uint32_t)(int32_t)p->sums[at]);
        }
}

static void add_whole_bias(const struct job *job, struct panels *p, const struct part *part)
{
    for (int64_t j = 0; j < part->columns; j++) {
        uint32_t bias;
        memcpy(&bias, job->bias + (part->first + j) * job->bias_stride * (int64_t)sizeof bias,
               sizeof bias);
        for (int64_t i = 0; i < part->rows; i++)
            p->whole[i * TILE_COLUMNS + j] = (int32_t)((uint32_t)p->whole[i * TILE_COLUMNS + j] +
                                                       bias);
    }
}

static void store_whole(const struct run *r, const struct job *job, const struct panels *p,
                        const struct part *part)
{
    char *to = out_at(r, job, part->row, part->first);
    for (int64_t i = 0; i < part->rows; i++)
        for (int64_t j = 0; j < part->columns; j++)
            memcpy(to + (i * job->out_strides[0] + j * job->out_strides[1]) *
                            (int64_t)sizeof *p->whole,
                   &p->whole[i * TILE_COLUMNS + j], sizeof *p->whole);
}

/* A scale, and an offset in bits 37 to 45, of each word. */
static void load_words(const struct job *job, const struct part *part, int64_t of_depth,
                       struct panels *p)
{
    const struct numbers *n = &job->scale;
    memset(p->scales, 0, sizeof p->scales);
    memset(p->offsets, 0, sizeof p->offsets);
    if (n->address == NULL) /* rows of no group */
        return;
    for (int64_t j = 0; j < part->columns; j++) {
        uint64_t word;
        int64_t at = of_depth * n->part_stride + (part->first + j) * n->stride;
        memcpy(&word, n->address + at * (int64_t)sizeof word, sizeof word);
        p->scales[j] = scale_of_word(word);
        p->offsets[j] = offset_of_word(word);
    }
}

static void store_codes(const struct run *r, struct panels *p, const struct job *job,
                        const struct part *part)
{
    load_words(job, part, 0, p);
    panel_run(KERNEL_PANEL_QUANTISE,
              &(struct panel){p->sums, part->rows, part->columns, TILE_COLUMNS},
              &(struct panel_operands){
                  .numbers = p->scales,
                  .offsets = p->offsets,
                  .out = out_at(r, job, part->row, part->first),
                  .out_row = job->out_strides[0],
                  .out_column = job->out_strides[1],
              });
}

static float token_of(const struct job *job, int64_t row)
{
    float token = 1;
    if (job->tokens.address != NULL)
        memcpy(&token, job->tokens.address + row * job->tokens.stride * (int64_t)sizeof token,
               sizeof token);
    return token;
}

/* sums * scale of the column * scale of the row, one operation after the other. */
static void scale_sums(struct panels *p, const struct job *job, const struct part *part)
{
    if (width_of(job->scale.type) == (int64_t)sizeof(uint64_t))
        load_words(job, part, 0, p);
    else
        load_numbers(&job->scale, 0, part->first, part->columns, p->scales);
    for (int64_t i = 0; i < part->rows; i++) {
        float token = token_of(job, part->row + i);
        float *row = p->sums + i * TILE_COLUMNS;
        for (int64_t j = 0; j < part->columns; j++)
            row[j] = row[j] * p->scales[j] * token;
    }
}

/* The exact sums of a part of the depth. */
static void sum_whole(const struct run *r, struct panels *p, const struct job *job,
                      const struct part *part, int64_t first, int64_t past)
{
    memset(p->whole, 0, sizeof p->whole);
    for (int64_t at = first, step = 0; at < past; at += STEP, step++) {
        multiply(r, p, job, part, at, least(STEP, past - at), step % EXACT_STEPS != 0);
        if (step % EXACT_STEPS == EXACT_STEPS - 1 || at + STEP >= past)
            add_whole(p, part);
    }
}

/* Adds offset * the sum of x to each row. */
static void add_offsets(struct panels *p, const struct job *job, const struct part *part)
{
    load_numbers(&job->offset, 0, part->first, part->columns, p->offsets);
    for (int64_t i = 0; i < part->rows; i++) {
        const signed char *row = (const signed char *)job->left +
                                 (part->row + i) * job->left_strides[0];
        int64_t sum = 0;
        for (int64_t k = 0; k < job->depth; k++)
            sum += row[k * job->left_strides[1]];
        for (int64_t j = 0; j < part->columns; j++)
            p->scaled[i * TILE_COLUMNS + j] += p->offsets[j] * (float)sum;
    }
}

/* (x, or x - 8, @ weight of each part * its scale + bias + offset * the sum of x) * scale of the
 * row. */
static void run_small_tile(const struct run *r, struct panels *p, const struct job *job,
                           const struct part *part)
{
    int64_t parts = job->depth > 0 ? job->scale.parts : 0; /* rows of no group have none */
    memset(p->scaled, 0, sizeof p->scaled);
    for (int64_t k = 0; k < parts; k++) {
        sum_whole(r, p, job, part, k * (job->depth / parts), (k + 1) * (job->depth / parts));
        load_words(job, part, k, p);
        for (int64_t i = 0; i < part->rows; i++)
            for (int64_t j = 0; j < part->columns; j++)
                p->scaled[i * TILE_COLUMNS + j] += (float)p->whole[i * TILE_COLUMNS + j] *
                                                   p->scales[j];
    }
    if (job->bias != NULL) {
        load_bias(r, job, part->first, part->columns, p->bias);
        panel_apply(KERNEL_PANEL_ADD,
                    &(struct panel){p->scaled, part->rows, part->columns, TILE_COLUMNS}, p->bias);
    }
    if (job->offset.address != NULL)
        add_offsets(p, job, part);
    for (int64_t i = 0; i < part->rows; i++) {
        float token = token_of(job, part->row + i);
        for (int64_t j = 0; j < part->columns; j++)
            p->scaled[i * TILE_COLUMNS + j] *= token;
    }
    product_store(r->out_type, out_at(r, job, part->row, part->first), job->out_strides[0],
                  job->out_strides[1], part->rows, part->columns, p->scaled, TILE_COLUMNS);
}

static void run_whole_tile(const struct run *r, struct panels *p, const struct job *job,
                           const struct part *part)
{
    sum_whole(r, p, job, part, 0, job->depth);
    if (job->bias != NULL && r->bias_type == ACL_INT32)
        add_whole_bias(job, p, part);
    if (r->out_type == ACL_INT32) {
        store_whole(r, job, p, part);
        return;
    }
    for (int64_t i = 0; i < TILE_ROWS * TILE_COLUMNS; i++)
        p->sums[i] = (float)p->whole[i];
    if (r->out_type == ACL_INT8) {
        store_codes(r, p, job, part);
        return;
    }
    if (job->scale.address != NULL)
        scale_sums(p, job, part);
    store(r, p, job, part);
}

/* The sums of each block of the depth, by its scale of the row and that of the columns. */
static void run_block_tile(const struct run *r, struct panels *p, const struct job *job,
                           const struct part *part)
{
    memset(p->scaled, 0, sizeof p->scaled);
    for (int64_t at = 0; at < job->depth; at += GROUPED_BLOCK) {
        int64_t block = at / GROUPED_BLOCK;
        multiply(r, p, job, part, at, least(GROUPED_BLOCK, job->depth - at), false);
        for (int64_t j = 0; j < part->columns; j++)
            p->scales[j] = block_scale_at(&job->right_factors, block,
                                          (part->first + j) / GROUPED_BLOCK);
        for (int64_t i = 0; i < part->rows; i++) {
            float own = block_scale_at(&job->left_factors, block, part->row + i);
            for (int64_t j = 0; j < part->columns; j++)
                p->scaled[i * TILE_COLUMNS + j] += p->sums[i * TILE_COLUMNS + j] *
                                                   (own * p->scales[j]);
        }
    }
    product_store(r->out_type, out_at(r, job, part->row, part->first), job->out_strides[0],
                  job->out_strides[1], part->rows, part->columns, p->scaled, TILE_COLUMNS);
}

static void run_tile(const struct run *r, struct panels *p, const struct job *job, int64_t tile)
{
    const struct part part = {
        .row = tile % job->tiles_down * TILE_ROWS,
        .first = tile / job->tiles_down * TILE_COLUMNS,
        .rows = least(TILE_ROWS, job->rows - tile % job->tiles_down * TILE_ROWS),
        .columns = least(TILE_COLUMNS, job->columns - tile / job->tiles_down * TILE_COLUMNS),
    };
    if (matmul_grouped_is_whole(r->type)) {
        bool is_small = r->weight_type == ACL_INT4 && !r->g->is_requantised;
        (is_small ? run_small_tile : run_whole_tile)(r, p, job, &part);
        return;
    }
    if (r->g->scaling == SCALES_OF_BLOCKS) {
        run_block_tile(r, p, job, &part);
        return;
    }
    if (job->depth == 0)
        memset(p->sums, 0, sizeof p->sums);
    for (int64_t at = 0; at < job->depth; at += STEP)
        multiply(r, p, job, &part, at, least(STEP, job->depth - at), at > 0);
    if (r->weight_type == r->type && job->scale.address != NULL)
        scale_sums(p, job, &part); /* of other types it restores weights */
    store(r, p, job, &part);
}

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *r = context;
    struct panels *p = (struct panels *)(void *)(r->panels + block * (int64_t)sizeof *p);
    (void)blocks;
    for (int64_t tile = 0; (tile = atomic_fetch_add(&r->next, 1)) < r->tiles;) {
        int64_t low = 0;
        int64_t high = r->job_count - 1; /* the last job that begins at this tile or before */
        while (low < high) {
            int64_t middle = (low + high + 1) / 2;
            if (r->jobs[middle].first_tile <= tile)
                low = middle;
            else
                high = middle - 1;
        }
        run_tile(r, p, &r->jobs[low], tile - r->jobs[low].first_tile);
    }
}

static const struct work_view *x_of(const struct run *r, int64_t group)
{
    return &r->work->inputs[r->g->x_count > 1 ? group : 0];
}

static const struct work_view *weight_of(const struct run *r, int64_t group)
{
    return &r->work->inputs[r->g->x_count + (r->g->weight_count > 1 ? group : 0)];
}

/* The numbers of a group. */
static struct numbers numbers_of(const struct run *r, enum grouped_operand kind, int64_t group)
{
    int first = matmul_grouped_first_input(r->g, kind);
    const struct work_view *view = &r->work->inputs[first + (r->g->weight_count > 1 ? group : 0)];
    int32_t last = view->rank - 1;
    bool is_joint = r->g->weight_count == 1 && r->g->type != NO_GROUPS;
    bool has_parts = view->rank == (is_joint ? 3 : 2);
    bool is_of_groups = is_joint && last == 0 && view->dims[0] == r->g->groups;
    return (struct numbers){
        .address = place(view, is_joint ? group * view->strides[0] : 0),
        .type = view->type,
        .stride = is_of_groups || view->dims[last] == 1 ? 0 : view->strides[last],
        .part_stride = has_parts ? view->strides[last - 1] : 0,
        .parts = has_parts ? view->dims[last - 1] : 1,
    };
}

/* Of a group, or of its rows, the first of which is `row`. */
static struct numbers tokens_of(const struct run *r, int64_t group, int64_t row)
{
    const struct work_view *view =
        &r->work->inputs[matmul_grouped_first_input(r->g, GROUPED_TOKENS)];
    if (!r->g->are_tokens_of_groups)
        return (struct numbers){.address = place(view, row * view->strides[0]),
                                .stride = view->strides[0]};
    bool has_row = view->rank == 2 && view->dims[1] > 1;
    return (struct numbers){.address = place(view, group * view->strides[0]),
                            .stride = has_row ? view->strides[1] : 0};
}

/* The scales of a group's rows along the depth, from part `part` on. */
static struct factors left_factors_of(const struct run *r, int64_t row, int64_t part)
{
    const struct work_view *view =
        &r->work->inputs[matmul_grouped_first_input(r->g, GROUPED_TOKENS)];
    return (struct factors){
        .address = place(view, row * view->strides[0] + part * view->strides[1]),
        .along = view->strides[0],
        .part = view->strides[1],
        .second = view->rank == 3 ? view->strides[2] : 0};
}

/* The scales of a group's matrix along the depth, from part `part` on. */
static struct factors right_factors_of(const struct run *r, int64_t group, int64_t part)
{
    int first = matmul_grouped_first_input(r->g, GROUPED_SCALE);
    const struct work_view *view = &r->work->inputs[first + (r->g->weight_count > 1 ? group : 0)];
    bool are_pairs = r->g->scaling == SCALES_AS_POWERS && !r->g->are_powers_single;
    int32_t down = view->rank - (are_pairs ? 3 : 2);
    int64_t offset = (down > 0 ? group * view->strides[0] : 0) + part * view->strides[down];
    struct factors f = {.address = place(view, offset),
                        .along = view->strides[down + 1],
                        .part = view->strides[down],
                        .second = are_pairs ? view->strides[down + 2] : 0};
    bool is_dense = are_pairs && f.second == 1 && f.along == 2 &&
                    f.part == 2 * view->dims[down + 1];
    if (r->g->are_powers_swapped && is_dense) {
        f.along = 2 * view->dims[down];
        f.part = 2;
    }
    return f;
}

static const struct work_view *out_of(const struct run *r, int64_t group)
{
    return &r->work->outputs[r->g->out_count > 1 ? group : 0];
}

static void add_job(struct run *r, struct job job)
{
    if (job.rows < 1 || job.columns < 1)
        return;
    if (r->g->is_added && job.depth == 0)
        return;
    job.first_tile = r->tiles;
    job.tiles_down = (job.rows + TILE_ROWS - 1) / TILE_ROWS;
    r->tiles += job.tiles_down * ((job.columns + TILE_COLUMNS - 1) / TILE_COLUMNS);
    r->jobs[r->job_count++] = job;
}

/* The matrix of a group. An int32 has eight int4 along the columns. */
static void set_matrix(const struct run *r, struct job *job, int64_t group)
{
    const struct work_view *weight = weight_of(r, group);
    int32_t last = weight->rank - 1;
    int64_t in_one = r->g->is_packed ? 8 : 1;
    int64_t first = last == 2 ? group * weight->strides[0] * in_one : 0;
    bool is_small = r->weight_type == ACL_INT4;
    job->right = is_small ? weight->address : place(weight, first);
    job->right_first = is_small ? first : 0;
    job->right_strides[0] = weight->strides[last - 1] * in_one;
    job->right_strides[1] = weight->strides[last];
    job->columns = weight->dims[last] * in_one;
}

/* The rows of x from one on. An int32 has eight int4 along the columns. */
static void set_left(const struct run *r, struct job *job, const struct work_view *x, int64_t row)
{
    int64_t in_one = r->g->is_x_packed ? 8 : 1;
    bool is_small = r->type == ACL_INT4;
    job->left = is_small ? x->address : place(x, row * x->strides[0]);
    job->left_first = is_small ? row * x->strides[0] * in_one : 0;
    job->left_strides[0] = x->strides[0] * in_one;
    job->left_strides[1] = x->strides[1];
    job->depth = x->dims[1] * in_one;
}

/* Of rows from `row` on, and of parts of the depth from `part` on. */
static void set_scales(const struct run *r, struct job *job, int64_t group, int64_t row,
                       int64_t part)
{
    if (r->g->scaling != SCALES_OF_SUMS) {
        if (r->g->has_tokens)
            job->left_factors = left_factors_of(r, row, part);
        job->right_factors = right_factors_of(r, group, part);
        return;
    }
    if (r->g->has_scale)
        job->scale = numbers_of(r, GROUPED_SCALE, group);
    if (r->g->has_offset)
        job->offset = numbers_of(r, GROUPED_OFFSET, group);
    if (r->g->has_tokens)
        job->tokens = tokens_of(r, group, row);
}

/* Adds a job: rows of x times the group's matrix. A group of -1 writes zeros. */
static void add_rows(struct run *r, int64_t group, int64_t x_row, int64_t out_row, int64_t rows)
{
    int64_t known = group < 0 ? 0 : group;
    const struct work_view *x = x_of(r, known);
    const struct work_view *out = out_of(r, known);
    struct job job = {
        .out = out->address + out_row * out->strides[0] * width_of(out->type),
        .out_strides = {out->strides[0], out->strides[1]},
        .rows = rows,
    };
    set_left(r, &job, x, x_row);
    if (group < 0)
        job.depth = 0;
    set_matrix(r, &job, known);
    if (r->g->has_bias && group >= 0) {
        const struct work_view *bias =
            &r->work->inputs[matmul_grouped_first_input(r->g, GROUPED_BIAS) +
                             (r->g->weight_count > 1 ? known : 0)];
        job.bias = place(bias, bias->rank == 2 ? known * bias->strides[0] : 0);
        job.bias_stride = bias->strides[bias->rank - 1];
    }
    if (group >= 0)
        set_scales(r, &job, known, x_row, 0);
    add_job(r, job);
}

/* Reads a number of the tensor of groups, or of the array. */
static int64_t group_number(const struct run *r, int64_t at, int64_t column)
{
    if (r->g->ends != NULL)
        return r->g->ends[at];
    const struct work_view *groups =
        &r->work->inputs[matmul_grouped_first_input(r->g, GROUPED_LIST)];
    int64_t offset = at * groups->strides[0] +
                     (groups->rank == 2 ? column * groups->strides[1] : 0);
    return index_at(place(groups, offset), true);
}

/* The end of group `at`, which begins at `first`, limited to what is left. Each number is read only
 * once. */
static int64_t group_end(const struct run *r, int64_t at, int64_t first, int64_t places)
{
    if (r->g->ends == NULL && !r->g->has_tensor)
        return places;
    int64_t number = group_number(r, at, 1);
    if (r->g->ends != NULL || r->g->list_type == ENDS)
        return number < first ? first : least(number, places);
    return number < 0 ? first : first + least(number, places - first);
}

static void divide_rows(struct run *r)
{
    bool is_joined = r->g->x_count == 1 && r->g->out_count == 1;
    int64_t row = 0;
    for (int64_t i = 0; i < r->g->groups; i++) {
        if (r->g->x_count > 1) { /* each group has its rows, in y's single tensor or in one of its
                                  * own */
            int64_t rows = x_of(r, i)->dims[0];
            add_rows(r, i, 0, r->g->out_count > 1 ? 0 : row, rows);
            row += rows;
            continue;
        }
        int64_t group = i;
        if (r->g->list_type == PAIRS && r->g->has_tensor) {
            group = group_number(r, i, 0);
            group = group < 0 ? 0 : least(group, r->g->groups - 1);
        }
        int64_t end = group_end(r, i, row, x_of(r, 0)->dims[0]);
        int64_t rows = is_joined ? end - row : least(end - row, out_of(r, i)->dims[0]);
        add_rows(r, group, row, is_joined ? row : 0, rows);
        row = end;
    }
    if (is_joined)
        add_rows(r, -1, row, row, x_of(r, 0)->dims[0] - row);
}

/* y[g] = x[:, k] weight[k, :], where k runs over the group's part of the depth. */
static void divide_depth(struct run *r)
{
    const struct work_view *x = x_of(r, 0);
    const struct work_view *weight = weight_of(r, 0);
    const struct work_view *out = out_of(r, 0);
    int32_t depth = r->g->is_depth_first ? 0 : 1; /* of x, beside its rows */
    int64_t rows = x->dims[1 - depth];
    int64_t part = r->g->scaling == SCALES_OF_BLOCKS ? GROUPED_BLOCK : 2 * GROUPED_POWER_BLOCK;
    int64_t first = 0;
    for (int64_t i = 0; i < r->g->groups; i++) {
        int64_t end = group_end(r, i, first, x->dims[depth]);
        int64_t places = i * out->strides[0] * (out->rank == 2 ? rows : 1);
        struct job job = {
            .left = place(x, first * x->strides[depth]),
            .right = place(weight, first * weight->strides[0]),
            .out = out->address + places * (data_type_bits(out->type) / 8),
            .left_strides = {x->strides[1 - depth], x->strides[depth]},
            .right_strides = {weight->strides[0], weight->strides[1]},
            .out_strides = {out->strides[out->rank - 2], out->strides[out->rank - 1]},
            .rows = rows,
            .depth = end - first,
            .columns = weight->dims[1],
        };
        /* scales of a group begin behind those of whole parts before it, and one for each group */
        set_scales(r, &job, i, 0, first / part + i);
        add_job(r, job);
        first = end;
    }
}

/* Each x times its matrix. Further dims of x are rows too, which the list has joined. */
static void divide_each(struct run *r)
{
    for (int64_t i = 0; i < r->g->groups; i++)
        add_rows(r, i, 0, 0, x_of(r, i)->dims[0]);
}

/* Groups without a depth keep the result as it was. */
static void keep_result(const struct work *work, struct task_failure *failure)
{
    int groups = matmul_grouped_first_input(work->attributes, GROUPED_LIST);
    const struct work kept = {.inputs = &work->inputs[groups + 1], .outputs = work->outputs};
    index_kernel_copy_self(&kept, failure);
}

static uint64_t panel_bytes(void)
{
    return (uint64_t)ai_cores_count() * sizeof(struct panels);
}

static uint64_t scratch_bytes(const struct work *work)
{
    const struct grouped *g = work->attributes;
    return panel_bytes() + (uint64_t)(g->groups + 1) * sizeof(struct job);
}

static void run_work(const struct work *work, struct task_failure *failure)
{
    struct run r = {.work = work,
                    .g = work->attributes,
                    .panels = work->scratch,
                    .jobs = (struct job *)(void *)(work->scratch + panel_bytes())};
    if (r.g->is_added)
        keep_result(work, failure);
    r.type = r.g->is_x_packed ? ACL_INT4 : work->inputs[0].type;
    r.weight_type = r.g->is_packed ? ACL_INT4 : work->inputs[r.g->x_count].type;
    r.out_type = work->outputs[0].type;
    if (r.g->has_bias)
        r.bias_type = work->inputs[matmul_grouped_first_input(r.g, GROUPED_BIAS)].type;
    if (r.g->type == GROUPS_OF_ROWS)
        divide_rows(&r);
    else if (r.g->type == GROUPS_OF_DEPTH)
        divide_depth(&r);
    else
        divide_each(&r);
    if (r.tiles > 0)
        ai_cores_run_function("grouped_product", run_tiles, least(r.tiles, ai_cores_count()), &r);
}
const struct l0_run matmul_kernel_grouped_product = {.check = blas_check_work,
                                                     .scratch_bytes = scratch_bytes,
                                                     .scratch_steers = true,
                                                     .run = run_work};
const struct l0_run matmul_kernel_grouped_sum = {.check = blas_check_work,
                                                 .scratch_bytes = scratch_bytes,
                                                 .scratch_steers = true,
                                                 .itself_in_place = true,
                                                 .run = run_work};
