/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingBag: joins rows of a table, bag by bag. One core computes a whole bag, its rows in the
 * sequence of the indices, in float32; so results do not depend on the number of cores. */
#include "ops/embedding/embedding_bag.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/embedding.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"

/* ---- The work -------------------------------------------------------------------------------- */

#define COLUMNS 1024 /* columns that are joined at a time */

/* Rows are prefetched this many indices before they are needed, and at most this many bytes of
 * each. */
#define AHEAD 32
#define AHEAD_BYTES 1024

/* Fewer elements of rows are not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

struct bagging {
    const struct work *work;
    const struct bag_attributes *attributes;
    const char *ordered_places; /* the indices, when they are dense in memory; otherwise NULL */
    const char *table;
    int64_t row_step;  /* in bytes */
    int64_t ask_bytes; /* bytes of a row that are prefetched; 0 when its columns are not dense */
    int64_t bags;
    int64_t places;
    int64_t columns;
    int64_t rows;
    _Atomic int64_t bad_place;  /* position of the first index that is out of range */
    _Atomic int64_t bad_offset; /* position of the first offset that is out of range */
};

static void note(_Atomic int64_t *lowest, int64_t position)
{
    int64_t known = atomic_load(lowest);
    while (position < known && !atomic_compare_exchange_weak(lowest, &known, position))
        continue;
}

static int64_t place_at(const struct bagging *b, int64_t number)
{
    const char *place = b->ordered_places != NULL ? b->ordered_places + number * 8
                                                  : view_element(&b->work->inputs[1], number);
    return index_at(place, true);
}

/* Tested whenever an index is read: the program may change it after the first test. */
static inline bool is_row(const struct bagging *b, int64_t row)
{
    return (uint64_t)row < (uint64_t)b->rows;
}

/* The columns of a row that is needed soon; NULL when there is none to prefetch. */
static inline const char *row_ahead(const struct bagging *b, int64_t number, int64_t column)
{
    if (number >= b->places || b->ask_bytes == 0)
        return NULL;
    int64_t row = place_at(b, number);
    if (!is_row(b, row))
        return NULL;
    return b->table + row * b->row_step + column * view_width(&b->work->inputs[0]);
}

static int64_t offset_at(const struct bagging *b, int64_t number)
{
    return index_at(view_element(&b->work->inputs[2], number), true);
}

static float float_at(const char *address, aclDataType type)
{
    float value = 0;
    uint16_t half = 0;
    if (type == ACL_FLOAT) {
        memcpy(&value, address, sizeof value);
        return value;
    }
    memcpy(&half, address, sizeof half);
    return type == ACL_FLOAT16 ? float_of_float16(half) : float_of_bfloat16(half);
}

static void put_float(char *address, aclDataType type, float value)
{
    uint16_t half;
    if (type == ACL_FLOAT) {
        memcpy(address, &value, sizeof value);
        return;
    }
    half = type == ACL_FLOAT16 ? float16_of_float(value) : bfloat16_of_float(value);
    memcpy(address, &half, sizeof half);
}

/* Columns of a row as float32: the row itself if it is float32, otherwise a copy. */
static const float *load_row(const struct work_view *table, int64_t row, int64_t first,
                             int64_t count, float *copy)
{
    int64_t width = view_width(table);
    const char *source = table->address +
                         (row * table->strides[0] + first * table->strides[1]) * width;
    bool is_dense = table->strides[1] == 1;
    bool is_aligned = (uintptr_t)source % (size_t)width == 0;
    if (is_dense && is_aligned && table->type == ACL_FLOAT)
        return (const float *)(const void *)source;
    if (is_dense && is_aligned && table->type == ACL_FLOAT16) {
        const uint16_t *halves = (const uint16_t *)(const void *)source;
        for (int64_t i = 0; i < count; i++)
            copy[i] = float_of_float16(halves[i]);
    } else if (is_dense && is_aligned) {
        const uint16_t *halves = (const uint16_t *)(const void *)source;
        for (int64_t i = 0; i < count; i++)
            copy[i] = float_of_bfloat16(halves[i]);
    } else {
        for (int64_t i = 0; i < count; i++)
            copy[i] = float_at(source + i * table->strides[1] * width, table->type);
    }
    return copy;
}

/* ---- Sums of dense rows of float32, some columns at a time ----------------------------------- */

#if defined(__AVX512F__)
#define LANES 16
#else
#define LANES 8
#endif

/* How many vectors a part has. Their sums stay in registers. */
#if defined(__AVX2__)
#define PART 8
#else
#define PART 4
#endif

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define INLINE static inline __attribute__((always_inline))

/* Columns of the rows of a bag that are added to sums. */
struct addition {
    const struct bagging *bagging;
    int64_t first; /* the bag's indices: [first, past) */
    int64_t past;
    int64_t column; /* of the rows, where the sums begin */
    int64_t count;
};

/* The factor of a row, which is an addend where its index counts. */
INLINE float factor_at(const struct addition *a, int64_t place)
{
    const struct work_view *factors = &a->bagging->work->inputs[3];
    return float_at(view_element(factors, place), factors->type);
}

INLINE bool is_addend(const struct bagging *b, int64_t row)
{
    return row != b->attributes->padding && is_row(b, row);
}

/* The row that is needed soon, or another one where there is none: without a jump. */
INLINE int64_t row_to_ask(const struct bagging *b, int64_t place)
{
    int64_t row = place_at(b, place + AHEAD < b->places ? place + AHEAD : place);
    return is_row(b, row) ? row : 0;
}

INLINE void add_part(const struct addition *a, bool is_weighted, int64_t vectors, int64_t column,
                     float *sums)
{
    const struct bagging *b = a->bagging;
    const char *table = b->table + (a->column + column) * (int64_t)sizeof(float);
    lanes part[PART];
    lanes *to = (lanes *)(void *)(sums + column);
    for (int64_t i = 0; i < vectors; i++)
        part[i] = to[i];
    for (int64_t at = a->first; at < a->past; at++) {
        int64_t row = place_at(b, at);
        memory_ask_early(table + row_to_ask(b, at) * b->row_step, vectors * (int64_t)sizeof(lanes));
        if (!is_addend(b, row))
            continue;
        const lanes *values = (const lanes *)(const void *)(table + row * b->row_step);
        float factor = is_weighted ? factor_at(a, at) : 1;
#pragma GCC unroll 8
        for (int64_t i = 0; i < vectors; i++)
            if (is_weighted)
                part[i] += factor * values[i];
            else
                part[i] += values[i];
    }
    for (int64_t i = 0; i < vectors; i++)
        to[i] = part[i];
}

/* The columns behind the last whole vector. */
INLINE void add_rest(const struct addition *a, bool is_weighted, int64_t column, float *sums)
{
    const struct bagging *b = a->bagging;
    for (int64_t at = a->first; at < a->past && column < a->count; at++) {
        int64_t row = place_at(b, at);
        if (!is_addend(b, row))
            continue;
        const float *values = (const float *)(const void *)(b->table + row * b->row_step);
        float factor = is_weighted ? factor_at(a, at) : 1;
        for (int64_t i = column; i < a->count; i++)
            sums[i] += is_weighted ? factor * values[a->column + i] : values[a->column + i];
    }
}

INLINE void add_parts(const struct addition *a, bool is_weighted, float *sums)
{
    int64_t column = 0;
    for (; column + PART * LANES <= a->count; column += PART * LANES)
        add_part(a, is_weighted, PART, column, sums);
    for (; column + LANES <= a->count; column += LANES)
        add_part(a, is_weighted, 1, column, sums);
    add_rest(a, is_weighted, column, sums);
}

/* Whether rows of the table can be read in place. */
static bool has_float_rows(const struct work_view *table)
{
    return table->type == ACL_FLOAT && table->strides[1] == 1 &&
           (uintptr_t)table->address % sizeof(float) == 0;
}

static void sum_rows(const struct addition *a, float *sums)
{
    if (a->bagging->attributes->has_weights)
        add_parts(a, true, sums);
    else
        add_parts(a, false, sums);
}

/* Joins some columns of a bag of indices [first, past), of which `size` count. */
static void join_columns(const struct bagging *b, int64_t bag, int64_t first, int64_t past,
                         int64_t column, int64_t count, int64_t size)
{
    const struct bag_attributes *attributes = b->attributes;
    const struct work_view *table = &b->work->inputs[0];
    const struct work_view *out = &b->work->outputs[0];
    float sums[COLUMNS];
    float copy[COLUMNS];
    int64_t rows[COLUMNS];
    bool is_first = true;
    for (int64_t i = 0; i < count; i++)
        sums[i] = 0;
    if (attributes->mode == BAG_MAX)
        for (int64_t i = 0; i < count; i++)
            rows[i] = attributes->empty_place;
    bool sums_rows = attributes->mode != BAG_MAX && has_float_rows(table);
    if (sums_rows)
        sum_rows(&(struct addition){b, first, past, column, count}, sums);
    for (int64_t at = first; at < past && !sums_rows; at++) {
        int64_t row = place_at(b, at);
        const char *ahead = row_ahead(b, at + AHEAD, column);
        if (ahead != NULL)
            memory_ask_early(ahead, b->ask_bytes);
        if (row == attributes->padding || !is_row(b, row))
            continue;
        const float *values = load_row(table, row, column, count, copy);
        if (attributes->mode == BAG_MAX) {
            for (int64_t i = 0; i < count; i++) {
                bool is_larger = is_first || values[i] > sums[i];
                sums[i] = is_larger ? values[i] : sums[i];
                rows[i] = is_larger ? row : rows[i];
            }
        } else if (attributes->has_weights) {
            const struct work_view *factors = &b->work->inputs[3];
            float factor = float_at(view_element(factors, at), factors->type);
            for (int64_t i = 0; i < count; i++)
                sums[i] += factor * values[i];
        } else {
            for (int64_t i = 0; i < count; i++)
                sums[i] += values[i];
        }
        is_first = false;
    }
    if (attributes->mode == BAG_MEAN && size > 0)
        for (int64_t i = 0; i < count; i++)
            sums[i] /= (float)size;
    char *to = out->address + (bag * out->strides[0] + column * out->strides[1]) * view_width(out);
    if (out->type == ACL_FLOAT && out->strides[1] == 1)
        memcpy(to, sums, (size_t)count * sizeof *sums);
    else
        for (int64_t i = 0; i < count; i++)
            put_float(to + i * out->strides[1] * view_width(out), out->type, sums[i]);
    if (attributes->mode != BAG_MAX)
        return;
    const struct work_view *maxima = &b->work->outputs[2];
    for (int64_t i = 0; i < count; i++)
        put_index(maxima->address + (bag * maxima->strides[0] + (column + i) * maxima->strides[1]) *
                                        view_width(maxima),
                  maxima->type == ACL_INT64, rows[i]);
}

/* Finds the indices [*first, *past) of a bag; false when an offset is out of range. */
static bool find_bag(struct bagging *b, int64_t bag, int64_t *first, int64_t *past)
{
    const struct work_view *indices = &b->work->inputs[1];
    if (indices->rank == 2) { /* each row of indices is a bag */
        *first = bag < indices->dims[0] ? bag * indices->dims[1] : 0;
        *past = bag < indices->dims[0] ? *first + indices->dims[1] : 0;
        return true;
    }
    *first = bag == 0 ? 0 : offset_at(b, bag);
    *past = bag + 1 < b->bags ? offset_at(b, bag + 1) : b->places;
    if (*first < 0 || *first > b->places)
        note(&b->bad_offset, bag);
    else if (*past < 0 || *past > b->places)
        note(&b->bad_offset, bag + 1);
    else
        return true;
    return false;
}

static void join_bag(struct bagging *b, int64_t bag)
{
    const struct bag_attributes *attributes = b->attributes;
    const struct work_view *sizes = &b->work->outputs[1];
    int64_t first;
    int64_t past;
    int64_t size = 0;
    bool is_good = true;
    if (!find_bag(b, bag, &first, &past))
        return;
    for (int64_t at = first; at < past; at++) {
        int64_t row = place_at(b, at);
        bool counts = row != attributes->padding;
        size += counts;
        if (counts && !is_row(b, row)) {
            note(&b->bad_place, at);
            is_good = false;
        }
    }
    if (!is_good)
        return;
    for (int64_t column = 0; column < b->columns; column += COLUMNS) {
        int64_t left = b->columns - column;
        join_columns(b, bag, first, past, column, left < COLUMNS ? left : COLUMNS, size);
    }
    int64_t told = attributes->mode == BAG_SUM && !attributes->counts_sums ? 0 : size;
    put_index(view_element(sizes, bag), sizes->type == ACL_INT64, told);
    if (attributes->has_maxima && attributes->mode != BAG_MAX) {
        const struct work_view *maxima = &b->work->outputs[2];
        put_index(view_element(maxima, bag), maxima->type == ACL_INT64, told);
    }
    if (attributes->has_offset2bag) {
        const struct work_view *bags = &b->work->outputs[attributes->has_maxima ? 3 : 2];
        bool is_wide = bags->type == ACL_INT64;
        if (is_wide && view_is_ordered(bags))
            for (int64_t at = first; at < past; at++)
                put_index(bags->address + at * 8, true, bag);
        else
            for (int64_t at = first; at < past; at++)
                put_index(view_element(bags, at), is_wide, bag);
    }
}

static void join_bags(int64_t block, int64_t blocks, void *context)
{
    struct bagging *b = context;
    struct block_share share = share_of_block(b->bags, block, blocks);
    for (int64_t bag = share.first; bag < share.past; bag++)
        join_bag(b, bag);
}

static void run_bag_work(const struct work *work, struct task_failure *failure)
{
    const struct bag_attributes *attributes = work->attributes;
    const struct work_view *sizes = &work->outputs[1];
    struct bagging b = {.work = work, .attributes = attributes};
    b.bags = work->outputs[0].dims[0];
    b.columns = work->outputs[0].dims[1];
    b.places = view_count(&work->inputs[1]);
    b.rows = work->inputs[0].dims[0];
    b.ordered_places = view_is_ordered(&work->inputs[1]) ? work->inputs[1].address : NULL;
    const struct work_view *table = &work->inputs[0];
    int64_t ask = b.columns * view_width(table);
    b.table = table->address;
    b.row_step = table->strides[0] * view_width(table);
    b.ask_bytes = table->strides[1] != 1 ? 0 : ask < AHEAD_BYTES ? ask : AHEAD_BYTES;
    atomic_init(&b.bad_place, INT64_MAX);
    atomic_init(&b.bad_offset, INT64_MAX);
    int64_t blocks = blocks_for(b.places * b.columns, ELEMENTS_A_BLOCK, b.bags);
    ai_cores_run_function("bag", join_bags, blocks, &b);
    if (attributes->counts_sums && attributes->has_last)
        put_index(view_element(sizes, b.bags), sizes->type == ACL_INT64, 0);
    int64_t offset = atomic_load(&b.bad_offset);
    int64_t place = atomic_load(&b.bad_place);
    if (offset == INT64_MAX && place == INT64_MAX)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    if (offset != INT64_MAX)
        snprintf(failure->text, sizeof failure->text,
                 "offsets[%" PRId64 "] is %" PRId64 "; every offset must be in [0, %" PRId64 "]",
                 offset, offset_at(&b, offset), b.places);
    else
        snprintf(failure->text, sizeof failure->text,
                 "indices[%" PRId64 "] is %" PRId64 "; every index must be in [0, %" PRId64 ")",
                 place, place_at(&b, place), b.rows);
}
const struct l0_run embedding_kernel_embedding_bag = {.run = run_bag_work};
