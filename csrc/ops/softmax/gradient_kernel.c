/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of a softmax of dense rows, and of its logarithm: short rows together, while the
 * first-level cache holds them. The numbers equal those of the formulas of SoftmaxGrad and
 * LogSoftmaxGrad. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/softmax.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/row_lanes.h"

#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)

/* How many elements, a cache line of halves, are prefetched at once. */
#define ASKED (CACHE_LINE / (int64_t)sizeof(uint16_t))

/* Strips of a block: products or exponentials, what is written past the caches, and operands that
 * no instruction converts. */
enum { TERMS, RESULTS, GRADIENTS, OUTPUTS, STRIPS };

struct gradient {
    const struct work_view *g;
    const struct work_view *y; /* what the softmax, or its logarithm, gave */
    const struct work_view *x;
    const struct vector_level *level;
    int64_t rows;
    int64_t columns;
    int64_t room; /* elements of a strip */
    bool is_logarithm;
    bool streams;
    float *strips; /* [block][strip][element] */
};

/* Some rows, as numbers that instructions convert. */
struct rows {
    const char *g;
    const char *y;
    char *x;
    int64_t count;
    int64_t columns;
};

static uint64_t scratch_bytes(const struct work *work)
{
    return (uint64_t)room_of_rows(work) * STRIPS * BLOCKS * sizeof(float);
}

/* The sum of a row that is longer than others are joined with. */
INLINE double sum_of(enum type type, const char *row, int64_t columns)
{
    double total = 0;
    for (int64_t first = 0; first < columns; first += RUN) {
        int64_t count = columns - first < RUN ? columns - first : RUN;
        const char *memory = row + first * width_of(type);
        double part = joined_numbers(lanes_of(SUM, type, memory, count, 0));
        total = first == 0 ? part : total + part;
    }
    return total;
}

/* Prefetches what lies in memory behind the rows, as far as the element lies in them. */
INLINE void ask_behind(enum type type, const char *memory, const struct rows *r, int64_t element)
{
    const int64_t width = width_of(type);
    memory_ask_early(memory + (r->count * r->columns + element) * width, ASKED * width);
}

/* The sums of rows. */
INLINE void sum_rows(enum type type, const char *memory, const struct rows *r, float *sums)
{
    const struct folded_rows rows = {memory, r->columns * width_of(type), r->count, r->columns};
    double totals[ROWS_TOGETHER];
    if (r->columns > SHORT_ROW)
        totals[0] = sum_of(type, memory, r->columns);
    else
        fold_rows(SUM, type, &rows, NULL, totals);
    for (int64_t row = 0; row < r->count; row++)
        sums[row] = (float)totals[row];
}

/* The gradient of a softmax, y * (g - sum), or where there are terms of its logarithm,
 * g - terms * sum. */
INLINE floats gradient_at(enum type type, const struct rows *r, const float *terms, float sum,
                          int64_t at, int64_t past)
{
    floats x = register_at(type, r->g, at, past);
    if (terms == NULL)
        x = register_at(type, r->y, at, past) * (x - sum);
    else
        x = x - floats_at(terms + at) * sum;
    return with_one_nan(x);
}

/* Writes the gradients of all rows. A function of its own, it keeps its constants in registers. */
INLINE void put_gradients(enum type type, const struct rows *r, const float *terms,
                          const float *sums)
{
    for (int64_t row = 0; row < r->count; row++) {
        const float sum = sums[row];
        int64_t at = row * r->columns;
        const int64_t past = at + r->columns;
        for (; at + 2 * REGISTER <= past; at += 2 * REGISTER)
            put_two_registers(type, r->x, at, gradient_at(type, r, terms, sum, at, past),
                              gradient_at(type, r, terms, sum, at + REGISTER, past));
        for (; at < past; at += REGISTER)
            put_register_at(type, r->x, at, past, gradient_at(type, r, terms, sum, at, past));
    }
}

#define DEFINE_PUT(type)                                                                       \
    static __attribute__((noinline)) void put_##type(const struct rows *r, const float *terms, \
                                                     const float *sums)                        \
    {                                                                                          \
        if (terms != NULL)                                                                     \
            put_gradients(type, r, terms, sums);                                               \
        else                                                                                   \
            put_gradients(type, r, NULL, sums);                                                \
    }

DEFINE_PUT(FLOAT32_ROW)
#if defined(HAS_HALVES)
DEFINE_PUT(FLOAT16_ROW)
DEFINE_PUT(BFLOAT16_ROW)
#endif

typedef void put_rows(const struct rows *r, const float *terms, const float *sums);

INLINE void do_typed(enum type type, const struct gradient *s, const struct rows r, float *strips,
                     put_rows *put)
{
    const int64_t past = r.count * r.columns;
    float *terms = strips + TERMS * s->room;
    float sums[ROWS_TOGETHER];
    for (int64_t at = 0; at < past; at += ASKED) {
        ask_behind(type, r.g, &r, at);
        ask_behind(type, r.y, &r, at);
        int64_t end = past - at < ASKED ? past : at + ASKED;
        for (int64_t i = at; i < end; i += REGISTER) {
            floats term = register_at(type, r.y, i, past);
            if (!s->is_logarithm)
                term = register_at(type, r.g, i, past) * term;
            put_floats(terms + i, term);
        }
    }
    if (s->is_logarithm) {
        s->level->operations[VECTOR_EXP][ACL_FLOAT](
            past, (char *const[]){strip_of(terms), strip_of(terms)});
        sum_rows(type, r.g, &r, sums);
    } else {
        sum_rows(FLOAT32_ROW, strip_of(terms), &r, sums);
    }
    put(&r, s->is_logarithm ? terms : NULL, sums);
}

static void do_some_rows(const struct gradient *s, float *strips, int64_t first, int64_t count)
{
    const aclDataType type = s->x->type;
    const int64_t elements = count * s->columns;
    char *memory = dense_element(s->x, first * s->columns);
    char *results = strip_of(strips + RESULTS * s->room);
    struct rows r = {.g = dense_element(s->g, first * s->columns),
                     .y = dense_element(s->y, first * s->columns),
                     .x = s->streams ? results : memory,
                     .count = count,
                     .columns = s->columns};
    if (type == ACL_FLOAT) {
        do_typed(FLOAT32_ROW, s, r, strips, put_FLOAT32_ROW);
    } else {
#if defined(HAS_HALVES)
        if (type == ACL_BF16)
            do_typed(BFLOAT16_ROW, s, r, strips, put_BFLOAT16_ROW);
        else
            do_typed(FLOAT16_ROW, s, r, strips, put_FLOAT16_ROW);
#else
        char *to = r.x;
        r.g = strip_of(numbers_at(s->level, r.g, type, elements, strips + GRADIENTS * s->room));
        r.y = strip_of(numbers_at(s->level, r.y, type, elements, strips + OUTPUTS * s->room));
        r.x = results;
        do_typed(FLOAT32_ROW, s, r, strips, put_FLOAT32_ROW);
        s->level->casts[ACL_FLOAT][type](elements, (char *const[]){results, to});
#endif
    }
    if (s->streams)
        memory_stream(memory, results, elements * view_width(s->x));
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct gradient *s = context;
    struct block_share share = share_of_block(s->rows, block, blocks);
    const int64_t together = rows_together(s->columns);
    for (int64_t row = share.first; row < share.past; row += together) {
        int64_t left = share.past - row;
        do_some_rows(s, s->strips + block * STRIPS * s->room, row,
                     left < together ? left : together);
    }
    memory_stream_end();
}

static void run(const struct work *work, bool is_logarithm)
{
    struct gradient s = {
        .g = &work->inputs[is_logarithm ? 0 : 1],
        .y = &work->inputs[is_logarithm ? 1 : 0],
        .x = &work->outputs[0],
        .level = &vector_levels[ai_cores_level()],
        .columns = columns_of_rows(work),
        .room = room_of_rows(work),
        .is_logarithm = is_logarithm,
        .strips = (float *)(void *)work->scratch,
    };
    int64_t elements = view_count(s.x);
    s.rows = elements / s.columns;
    s.streams = elements * view_width(s.x) > memory_streamed_bytes();
    ai_cores_run_function("softmax gradient", do_rows,
                          blocks_for(elements, ELEMENTS_A_BLOCK, s.rows < BLOCKS ? s.rows : BLOCKS),
                          &s);
}

static void run_softmax(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run(work, false);
}

static void run_logarithm(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run(work, true);
}

const struct l0_run softmax_kernel_grad_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_softmax};
const struct l0_run softmax_kernel_log_grad_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_logarithm};
