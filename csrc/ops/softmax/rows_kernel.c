/* SPDX-License-Identifier: Apache-2.0 */
/* Softmax of dense rows, and its logarithm: each row is walked over while the first-level cache
 * holds it. The numbers equal those of the formulas of SoftmaxV2 and LogSoftmaxV2: the vector unit
 * folds (vector.h says in which sequence it adds) and computes.
 */
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
#define STRIPS 3 /* of a block */
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)

struct softmax {
    const struct work_view *x;
    const struct work_view *y;
    const struct vector_level *level;
    int64_t rows;
    int64_t columns;
    int64_t room; /* elements of a strip in scratch */
    bool is_logarithm;
    bool streams;
    float *strips; /* [block][x, exponentials, numbers of rows][column] */
};

static uint64_t scratch_bytes(const struct work *work)
{
    return (uint64_t)room_of_rows(work) * STRIPS * BLOCKS * sizeof(float);
}

/* The largest number of a row, NaN if one is; prefetches the next row. */
static float largest_of(const struct softmax *s, const char *row, const char *next)
{
    float lanes[LANES];
    for (int lane = 0; lane < LANES; lane++)
        lanes[lane] = -__builtin_inff();
    s->level->folds[VECTOR_MAXIMUM][s->x->type](
        s->columns, (char *const[]){strip_of((const any_float *)(const void *)row), strip_of(lanes),
                                    (char *)(uintptr_t)next});
    for (int half = LANES / 2; half > 0; half /= 2)
        s->level->operations[VECTOR_MAXIMUM][ACL_FLOAT](
            half, (char *const[]){strip_of(lanes), strip_of(lanes + half), strip_of(lanes)});
    return lanes[0];
}

static float sum_of(const struct softmax *s, const any_float *numbers)
{
    double total = 0;
    for (int64_t first = 0; first < s->columns; first += RUN) {
        float lanes[LANES] = {0};
        int64_t count = s->columns - first < RUN ? s->columns - first : RUN;
        char *run = strip_of(numbers + first);
        s->level->folds[VECTOR_ADD][ACL_FLOAT](count, (char *const[]){run, strip_of(lanes), run});
        total = first == 0 ? joined(lanes) : total + joined(lanes);
    }
    return (float)total;
}

static void do_row(const struct softmax *s, float *strips, int64_t row, int64_t next)
{
    const struct vector_level *level = s->level;
    const char *memory = dense_element(s->x, row * s->columns);
    float largest = largest_of(s, memory, dense_element(s->x, next * s->columns));
    float *exponentials = strips + s->room;
    const any_float *x = numbers_at(level, memory, s->x->type, s->columns, strips);
    struct row_output out = row_output_of(s->y, row, s->columns, s->streams, exponentials);
    level->rows[VECTOR_EXP_BELOW][ACL_FLOAT](
        s->columns, (char *const[]){strip_of(x), strip_of(&largest), strip_of(exponentials)});
    float sum = sum_of(s, exponentials);
    float other = 0;
    int operation = s->is_logarithm ? VECTOR_LOG : VECTOR_RECIPROCAL;
    level->operations[operation][ACL_FLOAT](1, (char *const[]){strip_of(&sum), strip_of(&other)});
    char *result = strip_of(s->streams ? exponentials : out.numbers);
    if (s->is_logarithm)
        level->rows[VECTOR_SUB_BOTH][ACL_FLOAT](
            s->columns, (char *const[]){strip_of(x), strip_of(&largest), strip_of(&other), result});
    else
        level->rows[VECTOR_MUL][ACL_FLOAT](
            s->columns, (char *const[]){strip_of(exponentials), strip_of(&other), result});
    out.numbers = (float *)(void *)result;
    put_row(level, &out);
}

/* What is one number a row is computed for all of them by one instruction. */
static void do_short_rows(const struct softmax *s, float *strips, int64_t first, int64_t count)
{
    const struct vector_level *level = s->level;
    const int64_t elements = count * s->columns;
    const int64_t row_bytes = s->columns * (int64_t)sizeof(float);
    const char *memory = dense_element(s->x, first * s->columns);
    float *exponentials = strips + s->room;
    float *spread = exponentials + s->room;
    double totals[ROWS_TOGETHER];
    float numbers[ROWS_TOGETHER];
    struct row_output out = row_output_of(s->y, first, s->columns, s->streams, exponentials);
    out.columns = elements;
    char *result = strip_of(s->streams ? exponentials : out.numbers);
    const any_float *x = numbers_at(level, memory, s->x->type, elements, strips);
    const struct folded_rows rows = {strip_of(x), row_bytes, count, s->columns};
    fold_rows(LARGEST, FLOAT32_ROW, &rows, NULL, totals);
    for (int64_t row = 0; row < count; row++)
        numbers[row] = (float)totals[row];
    spread_numbers(numbers, count, s->columns, spread);
    level->operations[VECTOR_EXP_BELOW][ACL_FLOAT](
        elements, (char *const[]){strip_of(x), strip_of(spread), strip_of(exponentials)});
    const struct folded_rows powers = {strip_of(exponentials), row_bytes, count, s->columns};
    fold_rows(SUM, FLOAT32_ROW, &powers, NULL, totals);
    for (int64_t row = 0; row < count; row++)
        numbers[row] = (float)totals[row];
    int operation = s->is_logarithm ? VECTOR_LOG : VECTOR_RECIPROCAL;
    level->operations[operation][ACL_FLOAT](count,
                                            (char *const[]){strip_of(numbers), strip_of(numbers)});
    spread_numbers(numbers, count, s->columns, s->is_logarithm ? exponentials : spread);
    if (s->is_logarithm)
        level->operations[VECTOR_SUB_BOTH][ACL_FLOAT](
            elements,
            (char *const[]){strip_of(x), strip_of(spread), strip_of(exponentials), result});
    else
        level->operations[VECTOR_MUL][ACL_FLOAT](
            elements, (char *const[]){strip_of(exponentials), strip_of(spread), result});
    out.numbers = (float *)(void *)result;
    put_row(level, &out);
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct softmax *s = context;
    struct block_share share = share_of_block(s->rows, block, blocks);
    float *strips = s->strips + block * STRIPS * s->room;
    const int64_t together = rows_together(s->columns);
    for (int64_t row = share.first; row < share.past; row += together) {
        int64_t left = share.past - row;
        if (together == 1)
            do_row(s, strips, row, row + (left > 1));
        else
            do_short_rows(s, strips, row, left < together ? left : together);
    }
    memory_stream_end();
}

static void run(const struct work *work, bool is_logarithm)
{
    struct softmax s = {
        .x = &work->inputs[0],
        .y = &work->outputs[0],
        .level = &vector_levels[ai_cores_level()],
        .columns = columns_of_rows(work),
        .room = room_of_rows(work),
        .is_logarithm = is_logarithm,
        .strips = (float *)(void *)work->scratch,
    };
    int64_t elements = view_count(s.y);
    s.rows = elements / s.columns;
    s.streams = elements * view_width(s.y) > STREAMED_BYTES;
    ai_cores_run_function("softmax", do_rows,
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

const struct l0_run softmax_kernel_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_softmax};
const struct l0_run softmax_kernel_log_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_logarithm};
