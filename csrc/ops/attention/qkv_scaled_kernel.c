/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCacheWithKScale: heads of queries and keys are normalised, turned, multiplied by a
 * matrix and quantised with a factor each, those of values with factors that are given. The program
 * may write to slots and lengths meanwhile, so each number is read once and checked. */
#include "ops/attention/qkv_scaled.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/half.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/schedule.h"
#include "ops/attention/qkv_rows.h"
#include "ops/common/work_views.h"
#include "ops/index/indexed.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 11)
#define MOST_FLOAT8 448.0F

/* Where a token goes. */
struct token_place {
    int64_t position; /* of its angles; -1: nowhere */
    int64_t slot;     /* of the caches; -1: none */
};

struct scaling {
    const struct work *work;
    const struct qkv_scaled *q;
    const struct token_place *places;
};

/* What the rows of a block are computed with. */
struct scaling_factors {
    double queries[QKV_COLUMNS];
    double keys[QKV_COLUMNS];
    double cosines[QKV_COLUMNS];
    double sines[QKV_COLUMNS];
    float rotation[QKV_COLUMNS][QKV_COLUMNS];
};

static const struct work_view *input(const struct scaling *s, enum qkv_scaled_input which)
{
    return &s->work->inputs[which];
}

static int64_t tokens_of(const struct work *work)
{
    return work->inputs[QKV_SCALED_SLOTS].dims[0];
}

/* Stores a row of float32 as float8_e4m3fn, what is too large as the largest number, NaN as 0. */
static void store(const struct work_view *to, int64_t number, float *row)
{
    char codes[QKV_COLUMNS];
    char *address = view_element(to, number);
    for (int64_t j = 0; j < QKV_COLUMNS; j++) {
        float held = row[j] > MOST_FLOAT8 ? MOST_FLOAT8 : row[j];
        held = held < -MOST_FLOAT8 ? -MOST_FLOAT8 : held;
        row[j] = isnan(held) ? 0 : held;
    }
    vector_levels[ai_cores_level()].casts[ACL_FLOAT][ACL_FLOAT8_E4M3FN](
        QKV_COLUMNS, (char *const[]){(char *)row, codes});
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        address[j * to->strides[to->rank - 1]] = codes[j];
}

/* Stores a row, and the factor that makes its largest number that of the type. */
static void store_scaled(const struct work_view *to, const struct work_view *scales, int64_t number,
                         float *row)
{
    float size = 0;
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        size = fabsf(row[j]) <= size || isnan(size) ? size : fabsf(row[j]);
    float scale = size / MOST_FLOAT8;
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        row[j] /= scale;
    store(to, number * QKV_COLUMNS, row);
    memcpy(view_element(scales, number), &scale, sizeof scale);
}

/* The product of a row, rounded to bfloat16, and the matrix, in float32 as the device's cubes have
 * it. */
static void rotate(double *row, const struct scaling_factors *f, float *product)
{
    double sums[QKV_COLUMNS] = {0};
    for (int64_t i = 0; i < QKV_COLUMNS; i++)
        row[i] = (double)float_of_bfloat16(bfloat16_of_float((float)row[i]));
    for (int64_t i = 0; i < QKV_COLUMNS; i++) {
        double factor = row[i];
        for (int64_t j = 0; j < QKV_COLUMNS; j++)
            sums[j] += factor * (double)f->rotation[i][j];
    }
    for (int64_t j = 0; j < QKV_COLUMNS; j++)
        product[j] = (float)sums[j];
}

static void load_angles(const struct scaling *s, int64_t position, struct scaling_factors *f)
{
    const int64_t half = QKV_COLUMNS / 2;
    double angles[QKV_COLUMNS];
    qkv_load(input(s, QKV_SCALED_ANGLES), position * QKV_COLUMNS, angles);
    for (int i = 0; i < 2; i++) {
        memcpy(f->cosines + i * half, angles, (size_t)half * sizeof *angles);
        memcpy(f->sines + i * half, angles + half, (size_t)half * sizeof *angles);
    }
}

static void put_head(const struct scaling *s, int64_t token, int64_t number,
                     const struct scaling_factors *f)
{
    const struct qkv_scaled *q = s->q;
    const struct work_view *outputs = s->work->outputs;
    const struct work_view *cache = &outputs[QKV_SCALED_K_CHANGED];
    const struct token_place place = s->places[token];
    int64_t tokens = tokens_of(s->work);
    bool is_query = number < q->queries;
    bool is_value = number >= q->queries + q->keys;
    int64_t head = is_query ? number : (number - q->queries) % q->keys;
    int64_t all = q->queries + 2 * q->keys;
    int64_t rows = cache->dims[2];
    int64_t line = (place.slot / rows * q->keys + head) * rows + place.slot % rows;
    double row[QKV_COLUMNS];
    float numbers[QKV_COLUMNS];
    if (is_query ? place.position < 0 : place.slot < 0)
        return;
    qkv_load(input(s, QKV_SCALED_X),
             (q->is_by_head ? number * tokens + token : token * all + number) * QKV_COLUMNS, row);
    if (is_value) {
        float scale = 0;
        memcpy(&scale, view_element(input(s, QKV_SCALED_V_SCALE), head), sizeof scale);
        for (int64_t j = 0; j < QKV_COLUMNS; j++)
            numbers[j] = (float)row[j] * scale;
        store(&outputs[QKV_SCALED_V_CHANGED], line * QKV_COLUMNS, numbers);
        return;
    }
    qkv_normalise(row, is_query ? f->queries : f->keys, q->epsilon);
    qkv_turn(row, f->cosines, f->sines);
    rotate(row, f, numbers);
    if (is_query)
        store_scaled(&outputs[QKV_SCALED_QUERIES], &outputs[QKV_SCALED_Q_SCALE],
                     q->is_out_by_head ? head * tokens + token : token * q->queries + head,
                     numbers);
    else
        store_scaled(cache, &outputs[QKV_SCALED_K_SCALE_CHANGED], line, numbers);
}

static void put_tokens(int64_t block, int64_t blocks, void *context)
{
    const struct scaling *s = context;
    const struct work_view *rotation = input(s, QKV_SCALED_ROTATION);
    struct scaling_factors f;
    struct block_share share = share_of_block(tokens_of(s->work), block, blocks);
    qkv_load(input(s, QKV_SCALED_Q_GAMMA), 0, f.queries);
    qkv_load(input(s, QKV_SCALED_K_GAMMA), 0, f.keys);
    product_load(rotation->type, rotation->address, rotation->strides[0], rotation->strides[1],
                 QKV_COLUMNS, QKV_COLUMNS, f.rotation[0], QKV_COLUMNS);
    for (int64_t token = share.first; token < share.past; token++) {
        if (s->places[token].position >= 0)
            load_angles(s, s->places[token].position, &f);
        for (int64_t i = 0; i < s->q->queries + 2 * s->q->keys; i++)
            put_head(s, token, i, &f);
    }
}

/* ---- Places ---------------------------------------------------------------------------------- */

static int64_t number_of(const struct work *work, enum qkv_scaled_input which, int64_t at)
{
    return index_at(view_element(&work->inputs[which], at), false);
}

/* The batch of tokens that is being looked at. */
struct span {
    int64_t batch;
    int64_t first;
    int64_t past;
    int64_t before; /* tokens of earlier calls */
};

static void read_span(const struct work *work, struct span *span)
{
    span->first = number_of(work, QKV_SCALED_ENDS, span->batch);
    span->past = number_of(work, QKV_SCALED_ENDS, span->batch + 1);
    span->before = most(0, number_of(work, QKV_SCALED_LENGTHS, span->batch) -
                               (span->past - span->first));
}

/* Tokens of no batch have their own number as the position, as on the device. */
static void read_places(const struct work *work, struct token_place *places,
                        struct task_failure *failure)
{
    const struct work_view *cache = &work->outputs[QKV_SCALED_K_CHANGED];
    int64_t batches = work->inputs[QKV_SCALED_LENGTHS].dims[0];
    int64_t positions = work->inputs[QKV_SCALED_ANGLES].dims[0];
    int64_t slots = cache->dims[0] * cache->dims[2];
    struct span span = {0, 0, 0, 0};
    read_span(work, &span);
    for (int64_t token = 0; token < tokens_of(work); token++) {
        while (span.batch < batches && token >= span.past)
            if (++span.batch < batches)
                read_span(work, &span);
        int64_t position = token;
        if (span.batch < batches && token >= span.first)
            position = span.before + token - span.first;
        int64_t slot = number_of(work, QKV_SCALED_SLOTS, token);
        bool is_there = position < positions;
        bool has_slot = slot >= 0 && slot < slots;
        places[token] = (struct token_place){is_there ? position : -1,
                                             is_there && has_slot ? slot : -1};
        if (failure->status != 0 || (is_there && has_slot))
            continue;
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        if (is_there)
            snprintf(failure->text, sizeof failure->text,
                     "slotMapping[%" PRId64 "] is outside of the caches, which have %" PRId64
                     " rows",
                     token, slots);
        else
            snprintf(failure->text, sizeof failure->text,
                     "the position of token %" PRId64 " is outside of cosSin, which has %" PRId64
                     " rows",
                     token, positions);
    }
}

static uint64_t scaled_scratch(const struct work *work)
{
    return (uint64_t)tokens_of(work) * sizeof(struct token_place);
}

static void run_scaled(const struct work *work, struct task_failure *failure)
{
    struct token_place *places = (struct token_place *)(void *)work->scratch;
    struct scaling s = {.work = work, .q = work->attributes, .places = places};
    for (int i = 0; i < 3; i++) {
        const struct work kept = {.inputs = &work->inputs[QKV_SCALED_K + i],
                                  .outputs = &work->outputs[QKV_SCALED_K_CHANGED + i]};
        index_kernel_copy_self(&kept, failure);
    }
    read_places(work, places, failure);
    ai_cores_run_function(
        "qkv_scaled", put_tokens,
        blocks_for(view_count(&work->inputs[QKV_SCALED_X]), ELEMENTS_A_BLOCK, tokens_of(work)), &s);
}
const struct l0_run attention_kernel_qkv_scaled = {.scratch_bytes = scaled_scratch,
                                                   .scratch_steers = true,
                                                   .itself_in_place = true,
                                                   .run = run_scaled};
