/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of dense rows: each is walked over two or three times while the first-level cache holds it.
 * The numbers equal those of the formulas of LayerNormV4 and RmsNorm (vector.h says in which
 * sequence they add). */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/row_lanes.h"

#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)

enum { X, WEIGHT }; /* the first inputs */
enum { Y };         /* the first output */

struct norm {
    const struct work *work;
    const struct vector_level *level;
    const struct work_view *mean; /* NULL: it stays 0 */
    const struct work_view *rstd;
    int64_t rows;
    int64_t columns;
    int64_t room; /* elements of a strip in scratch */
    bool streams;
    float epsilon;
    const any_float *weight;
    const any_float *bias;
    float *strips; /* [block][x, y][column] */
};

static uint64_t scratch_bytes(const struct work *work)
{
    return (uint64_t)room_of_rows(work) * (2 + 2 * BLOCKS) * sizeof(float);
}

/* Prefetches the lines that lie as far into the next row as the elements that are worked on. */
static inline void ask_for_lanes(const char *row, int64_t at, int64_t width)
{
    __builtin_prefetch(row + at * width);
    __builtin_prefetch(row + (at + LANES) * width - CACHE_LINE);
}

/* The sum of the elements, or of the squares of their distances from a mean. The row at `ahead` is
 * prefetched; NULL: none. */
static inline double sum_of(const any_float *x, int64_t columns, bool is_squared, float mean,
                            const char *ahead, int64_t width)
{
    double total = 0;
    floats middle = (floats){0} + mean;
    for (int64_t first = 0; first < columns; first += RUN) {
        int64_t past = columns - first < RUN ? columns : first + RUN;
        float lanes[LANES];
        floats sums[REGISTERS] = {{0}};
        int64_t at = first;
        for (; at + LANES <= past; at += LANES) {
            if (ahead != NULL)
                ask_for_lanes(ahead, at, width);
            EACH_REGISTER(v)
            {
                floats each = floats_at(x + at + v * REGISTER);
                if (is_squared)
                    each = (each - middle) * (each - middle);
                sums[v] += each;
            }
        }
        memcpy(lanes, sums, sizeof lanes);
        for (int lane = 0; at + lane < past; lane++) {
            float each = x[at + lane];
            lanes[lane] += is_squared ? (each - mean) * (each - mean) : each;
        }
        double run = joined(lanes);
        total = first == 0 ? run : total + run;
    }
    return total;
}

static void normalize(const struct norm *n, const any_float *x, float mean, float rstd,
                      const struct row_output out)
{
    const any_float *weight = n->weight;
    const any_float *bias = n->bias;
    int64_t at = 0;
    for (; at + REGISTER <= out.columns; at += REGISTER)
        put_register(&out, at,
                     with_one_nan((floats_at(x + at) - mean) * rstd * floats_at(weight + at) +
                                  floats_at(bias + at)));
    for (; at < out.columns; at++)
        out.numbers[at] = number_with_one_nan((x[at] - mean) * rstd * weight[at] + bias[at]);
}

static void do_row(const struct norm *n, float *strips, int64_t row, int64_t next)
{
    const struct work_view *elements = &n->work->inputs[X];
    const struct vector_level *level = n->level;
    double count = (double)n->columns;
    float mean = 0;
    float rstd = 0;
    const any_float *x = numbers_at(level, dense_element(elements, row * n->columns),
                                    elements->type, n->columns, strips);
    struct row_output out = row_output_of(&n->work->outputs[Y], row, n->columns, n->streams,
                                          strips + n->room);
    const char *ahead = dense_element(elements, next * n->columns);
    int64_t width = view_width(elements);
    if (n->mean != NULL) {
        double sum = sum_of(x, n->columns, false, 0, ahead, width);
        level->operations[VECTOR_MEAN_OF][ACL_FLOAT](
            1, (char *const[]){(char *)&sum, (char *)&count, strip_of(&mean)});
        put_number_of_row(level, n->mean, row, mean);
        ahead = NULL;
    }
    double sum = sum_of(x, n->columns, true, mean, ahead, width);
    level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
        1, (char *const[]){(char *)&sum, (char *)&count, strip_of(&n->epsilon), strip_of(&rstd)});
    normalize(n, x, mean, rstd, out);
    put_row(level, &out);
    put_number_of_row(level, n->rstd, row, rstd);
}

/* Writes a number of each of some rows. */
static void put_numbers_of_rows(const struct vector_level *level, const struct work_view *view,
                                int64_t first, int64_t count, const float *numbers)
{
    if (!view_is_ordered(view)) {
        for (int64_t i = 0; i < count; i++)
            put_number_of_row(level, view, first + i, numbers[i]);
        return;
    }
    char *memory = dense_element(view, first);
    if (view->type == ACL_FLOAT)
        memcpy(memory, numbers, (size_t)count * sizeof *numbers);
    else
        level->casts[ACL_FLOAT][view->type](count, (char *const[]){strip_of(numbers), memory});
}

/* What is one number a row is computed for all of them by one instruction. */
static void do_short_rows(const struct norm *n, float *strips, int64_t first, int64_t count)
{
    const struct work_view *elements = &n->work->inputs[X];
    const struct vector_level *level = n->level;
    const int64_t columns = n->columns;
    const any_float *x = numbers_at(level, dense_element(elements, first * columns), elements->type,
                                    count * columns, strips);
    const struct folded_rows rows = {strip_of(x), columns * (int64_t)sizeof(float), count, columns};
    double counts[ROWS_TOGETHER];
    double totals[ROWS_TOGETHER];
    float epsilons[ROWS_TOGETHER];
    float means[ROWS_TOGETHER] = {0};
    float rstds[ROWS_TOGETHER];
    struct row_output out = row_output_of(&n->work->outputs[Y], first, columns, n->streams,
                                          strips + n->room);
    if (columns % REGISTER != 0 && out.is_past) {
        out.numbers = strips + n->room;
        out.is_past = false;
    }
    for (int64_t i = 0; i < count; i++) {
        counts[i] = (double)columns;
        epsilons[i] = n->epsilon;
    }
    if (n->mean != NULL) {
        fold_rows(SUM, FLOAT32_ROW, &rows, NULL, totals);
        level->operations[VECTOR_MEAN_OF][ACL_FLOAT](
            count, (char *const[]){(char *)totals, (char *)counts, strip_of(means)});
        put_numbers_of_rows(level, n->mean, first, count, means);
    }
    fold_rows(SQUARES, FLOAT32_ROW, &rows, means, totals);
    level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
        count,
        (char *const[]){(char *)totals, (char *)counts, strip_of(epsilons), strip_of(rstds)});
    put_numbers_of_rows(level, n->rstd, first, count, rstds);
    struct row_output row = out;
    for (int64_t i = 0; i < count; i++) {
        normalize(n, x + i * columns, means[i], rstds[i], row);
        row.numbers += columns;
    }
    out.columns = count * columns;
    put_row(level, &out);
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct norm *n = context;
    struct block_share share = share_of_block(n->rows, block, blocks);
    float *strips = n->strips + block * 2 * n->room;
    const int64_t together = rows_together(n->columns);
    for (int64_t row = share.first; row < share.past; row += together) {
        int64_t left = share.past - row;
        if (together == 1)
            do_row(n, strips, row, row + (left > 1));
        else
            do_short_rows(n, strips, row, left < together ? left : together);
    }
    memory_stream_end();
}

/* Inputs: x, weight, bias if there is one, epsilon. Outputs: y, mean if there is one, rstd. */
static void run_norm(const struct work *work, bool has_mean)
{
    struct norm n = {
        .work = work,
        .level = &vector_levels[ai_cores_level()],
        .mean = has_mean ? &work->outputs[Y + 1] : NULL,
        .rstd = &work->outputs[Y + 1 + has_mean],
        .columns = columns_of_rows(work),
    };
    float *scratch = (float *)(void *)work->scratch;
    float nothing = -0.0F; /* leaves the sign of a 0 */
    n.rows = view_count(&work->outputs[Y]) / n.columns;
    n.room = room_of_rows(work);
    n.weight = factors_of(n.level, &work->inputs[WEIGHT], n.columns, scratch);
    n.bias = (const any_float *)(scratch + n.room);
    if (has_mean)
        n.bias = factors_of(n.level, &work->inputs[WEIGHT + 1], n.columns, scratch + n.room);
    else
        strip_fill(sizeof nothing, strip_of(n.bias), (const char *)&nothing, n.columns);
    n.strips = scratch + 2 * n.room;
    n.epsilon = number_of_row(n.level, &work->inputs[WEIGHT + 1 + has_mean], 0);
    n.streams = n.rows * n.columns * view_width(&work->outputs[Y]) > STREAMED_BYTES;
    ai_cores_run_function(
        "norm", do_rows,
        blocks_for(n.rows * n.columns, ELEMENTS_A_BLOCK, n.rows < BLOCKS ? n.rows : BLOCKS), &n);
}

static void run_layer_norm(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_norm(work, true);
}

static void run_rms_norm(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_norm(work, false);
}

const struct l0_run norm_kernel_layer_norm = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_layer_norm};
const struct l0_run norm_kernel_rms_norm = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_rms_norm};
