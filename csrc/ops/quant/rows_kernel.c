/* SPDX-License-Identifier: Apache-2.0 */
/* Dense rows of halves that are quantised by scales of their own or by given ones, perhaps after a
 * sum and a norm: each is read from memory once, and walked over while the first-level cache
 * holds it. The numbers equal those of the formulas of DynamicQuant, AddRmsNormDynamicQuant,
 * RmsNormQuant and LayerNormQuant.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/quant.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define BLOCKS 16
#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)

/* The elements that are done between two requests for memory. */
#define PIECE 1024

enum output { Y, SCALE, SUM };

/* The least and the largest magnitude of a divisor that VECTOR_CODE_OF takes the inverse of. */
#define LEAST 0x1p-60F
#define MOST 0x1p60F

/* The factors along a row, as float32. With a DIVISOR, the scales are given. */
enum factor { GAMMA, BETA, SMOOTH, DIVISOR, INVERSE, OFFSET, FACTORS };

struct rows {
    const struct work *work;
    const struct vector_level *level;
    const struct work_view *x;
    const struct work_view *more;      /* NULL: nothing is added */
    const any_float *factors[FACTORS]; /* NULL: there are none; without GAMMA there is no norm */
    int64_t count;
    int64_t columns;
    int64_t room; /* columns of a row in scratch */
    float epsilon;
    float largest; /* the number that the largest one becomes */
    bool centres;  /* the norm takes the mean away, and its reciprocal root is no result */
    bool streams;
    char *strips; /* [block][float32, sums, quantised] */
};

/* The row that a block works on. */
struct row {
    int64_t first; /* its first element */
    float *numbers;
    char *sums;
    char *quantised;
    struct ahead ahead[2]; /* the next one */
};

/* The bytes of a block, which begins with a cache line. */
static int64_t strip_bytes(int64_t room)
{
    int64_t bytes = room * (int64_t)(sizeof(float) + sizeof(uint16_t) + sizeof(int8_t));
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static uint64_t scratch_bytes(const struct work *work)
{
    int64_t room = room_of_row(work);
    return (uint64_t)(FACTORS * room * (int64_t)sizeof(float) + BLOCKS * strip_bytes(room));
}

/* Prefetches as many elements of the next row. */
static void ask(struct row *row, int64_t elements)
{
    for (int i = 0; i < 2; i++)
        ahead_ask(&row->ahead[i], elements * (int64_t)sizeof(uint16_t));
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The largest magnitude of a row, where NaN is above infinity; prefetches the next one. */
static float largest_of(const struct rows *rows, const char *row, aclDataType type,
                        const char *next)
{
    int32_t lanes[LANES] = {0};
    int32_t largest = 0;
    float number;
    rows->level->folds[VECTOR_MAXIMUM_MAGNITUDE][type](
        rows->columns,
        (char *const[]){(char *)(uintptr_t)row, (char *)lanes, (char *)(uintptr_t)next});
    for (int lane = 0; lane < LANES; lane++)
        largest = lanes[lane] > largest ? lanes[lane] : largest;
    memcpy(&number, &largest, sizeof number);
    return number;
}

/* The sum of the elements, or of their squares, which float64 holds exactly. */
static inline double sum_of(const any_float *x, int64_t columns, bool is_squared)
{
    double total = 0;
    for (int64_t first = 0; first < columns; first += RUN) {
        int64_t past = columns - first < RUN ? columns : first + RUN;
        doubles sums[2 * REGISTERS] = {{0}};
        double lanes[LANES];
        int64_t at = first;
        for (; at + LANES <= past; at += LANES)
            _Pragma("GCC unroll 16") for (int v = 0; v < 2 * REGISTERS; v++)
            {
                doubles each = doubles_at(x + at + v * REGISTER / 2);
                sums[v] += is_squared ? each * each : each;
            }
        memcpy(lanes, sums, sizeof lanes);
        for (int lane = 0; at + lane < past; lane++) {
            double each = (double)x[at + lane];
            lanes[lane] += is_squared ? each * each : each;
        }
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                lanes[lane] += lanes[lane + half];
        total = first == 0 ? lanes[0] : total + lanes[0];
    }
    return total;
}

static float rstd_of(const struct rows *rows, const any_float *x)
{
    double sum = sum_of(x, rows->columns, true);
    double count = (double)rows->columns;
    float rstd = 0;
    rows->level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
        1,
        (char *const[]){(char *)&sum, (char *)&count, strip_of(&rows->epsilon), strip_of(&rstd)});
    return rstd;
}

static void take_mean_away(const struct rows *rows, float *x)
{
    double sum = sum_of(x, rows->columns, false);
    double count = (double)rows->columns;
    float mean = 0;
    rows->level->operations[VECTOR_MEAN_OF][ACL_FLOAT](
        1, (char *const[]){(char *)&sum, (char *)&count, strip_of(&mean)});
    for (int64_t i = 0; i < rows->columns; i++)
        x[i] -= mean;
}

static void multiply(const any_float *x, float number, const any_float *factors, float *out,
                     int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = x[i] * number * factors[i];
}

static void add(float *out, const any_float *summands, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        out[i] += summands[i];
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Where the row's elements lie: in X, or where the sum of both was written. */
static const char *elements_of(const struct rows *rows, struct row *row)
{
    int64_t width = view_width(rows->x);
    const char *x = dense_element(rows->x, row->first);
    if (rows->more == NULL)
        return x;
    char *to = dense_element(&rows->work->outputs[SUM], row->first);
    char *sums = rows->streams ? row->sums : to;
    for (int64_t at = 0; at < rows->columns; at += PIECE) {
        int64_t count = rows->columns - at < PIECE ? rows->columns - at : PIECE;
        ask(row, count / 2);
        rows->level->operations[VECTOR_ADD][rows->x->type](
            count, (char *const[]){(char *)(uintptr_t)x + at * width,
                                   dense_element(rows->more, row->first + at), sums + at * width});
    }
    if (rows->streams)
        memory_stream(to, sums, rows->columns * width);
    return sums;
}

/* Computes what is quantised as float32; gives the reciprocal root, 1 without a norm. */
static float compute(const struct rows *rows, struct row *row, const char *elements)
{
    const any_float *const *factors = rows->factors;
    float *numbers = row->numbers;
    float rstd = 1;
    numbers_at(rows->level, elements, rows->x->type, rows->columns, numbers);
    ask(row, rows->columns / 8);
    if (rows->centres)
        take_mean_away(rows, numbers);
    if (factors[GAMMA] != NULL) {
        rstd = rstd_of(rows, numbers);
        multiply(numbers, rstd, factors[GAMMA], numbers, rows->columns);
    }
    if (factors[BETA] != NULL)
        add(numbers, factors[BETA], rows->columns);
    if (factors[SMOOTH] != NULL)
        multiply(numbers, 1, factors[SMOOTH], numbers, rows->columns);
    ask(row, rows->columns / 8);
    return rstd;
}

static void quantise(const struct rows *rows, struct row *row, const char *numbers,
                     aclDataType type, float scale)
{
    char *y = dense_element(&rows->work->outputs[Y], row->first);
    char *to = rows->streams ? row->quantised : y;
    int64_t width = data_type_bits(type) / 8;
    for (int64_t at = 0; at < rows->columns; at += PIECE) {
        int64_t count = rows->columns - at < PIECE ? rows->columns - at : PIECE;
        ask(row, count);
        rows->level->rows[VECTOR_ROUNDED_QUOTIENT][type](
            count,
            (char *const[]){(char *)(uintptr_t)numbers + at * width, strip_of(&scale), to + at});
    }
    if (rows->streams)
        memory_stream(y, to, rows->columns);
}

/* By the scales that are given. */
static void quantise_by_given(const struct rows *rows, struct row *row)
{
    const any_float *const *factors = rows->factors;
    char *y = dense_element(&rows->work->outputs[Y], row->first);
    char *to = rows->streams ? row->quantised : y;
    for (int64_t at = 0; at < rows->columns; at += PIECE) {
        int64_t count = rows->columns - at < PIECE ? rows->columns - at : PIECE;
        ask(row, count);
        rows->level->operations[VECTOR_CODE_OF][ACL_FLOAT](
            count, (char *const[]){strip_of(row->numbers + at), strip_of(factors[DIVISOR] + at),
                                   strip_of(factors[INVERSE] + at), strip_of(factors[OFFSET] + at),
                                   to + at});
    }
    if (rows->streams)
        memory_stream(y, to, rows->columns);
}

static void do_row(const struct rows *rows, struct row *row)
{
    const char *elements = elements_of(rows, row);
    if (rows->factors[DIVISOR] != NULL) {
        float rstd = compute(rows, row, elements);
        quantise_by_given(rows, row);
        if (!rows->centres)
            put_number_of_row(rows->level, &rows->work->outputs[SCALE], row->first / rows->columns,
                              rstd);
        return;
    }
    bool is_plain = rows->factors[GAMMA] == NULL && rows->factors[SMOOTH] == NULL;
    aclDataType type = is_plain ? rows->x->type : ACL_FLOAT;
    if (!is_plain) {
        (void)compute(rows, row, elements);
        elements = strip_of(row->numbers);
    }
    float largest = largest_of(rows, elements, type, elements);
    float scale = number_with_one_nan(largest / rows->largest);
    quantise(rows, row, elements, type, scale);
    put_number_of_row(rows->level, &rows->work->outputs[SCALE], row->first / rows->columns, scale);
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct rows *rows = context;
    const struct work_view *views[] = {rows->x, rows->more};
    struct block_share share = share_of_block(rows->count, block, blocks);
    struct row row = {.numbers = (float *)(void *)(rows->strips + block * strip_bytes(rows->room))};
    row.sums = (char *)(row.numbers + rows->room);
    row.quantised = row.sums + rows->room * (int64_t)sizeof(uint16_t);
    for (int64_t i = share.first; i < share.past; i++) {
        row.first = i * rows->columns;
        for (int j = 0; j < 2 && i + 1 < share.past && views[j] != NULL; j++)
            row.ahead[j] = (struct ahead){dense_element(views[j], row.first + rows->columns),
                                          rows->columns * view_width(views[j])};
        do_row(rows, &row);
    }
    memory_stream_end();
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* Factors along a row, NULL where they are the number that changes nothing. */
static const any_float *factors_at(struct rows *rows, enum factor factor, int input, float nothing)
{
    float *buffer = (float *)(void *)rows->work->scratch + factor * rows->room;
    const struct work_view *view = &rows->work->inputs[input];
    const any_float *factors = factors_of(rows->level, view, rows->columns, buffer);
    return view_count(view) == 1 && factors[0] == nothing ? NULL : factors;
}

static struct rows rows_of(const struct work *work)
{
    struct rows rows = {
        .work = work,
        .level = &vector_levels[ai_cores_level()],
        .x = &work->inputs[0],
        .columns = columns_of_rows(work),
        .room = room_of_row(work),
    };
    int64_t elements = view_count(&work->outputs[Y]);
    rows.count = elements / rows.columns;
    rows.streams = elements > STREAMED_BYTES;
    rows.strips = work->scratch + FACTORS * rows.room * (int64_t)sizeof(float);
    return rows;
}

/* Inputs: smooth, largest from `smooth` on. */
static void set_own_scales(struct rows *rows, int smooth)
{
    rows->factors[SMOOTH] = factors_at(rows, SMOOTH, smooth, 1);
    rows->largest = number_of_row(rows->level, &rows->work->inputs[smooth + 1], 0);
}

/* Inputs: scale, offset from `scale` on. What is multiplied by scales is divided by 1. */
static void set_given_scales(struct rows *rows, int scale, bool divides)
{
    float *buffer = (float *)(void *)rows->work->scratch;
    float *inverse = buffer + INVERSE * rows->room;
    float *ones = buffer + DIVISOR * rows->room;
    rows->factors[OFFSET] = factors_at(rows, OFFSET, scale + 1, NAN);
    rows->factors[INVERSE] = inverse;
    if (divides) {
        rows->factors[DIVISOR] = factors_at(rows, DIVISOR, scale, NAN);
    } else {
        for (int64_t i = 0; i < rows->columns; i++)
            ones[i] = 1;
        rows->factors[DIVISOR] = ones;
        rows->factors[SMOOTH] = factors_at(rows, SMOOTH, scale, 1);
    }
    for (int64_t i = 0; i < rows->columns; i++) {
        float divisor = rows->factors[DIVISOR][i];
        bool is_normal = fabsf(divisor) >= LEAST && fabsf(divisor) <= MOST;
        inverse[i] = is_normal ? 1 / divisor : NAN;
    }
}

/* Inputs: gamma, beta, epsilon from `gamma` on. */
static struct rows normed_rows_of(const struct work *work, int gamma)
{
    struct rows rows = rows_of(work);
    rows.factors[GAMMA] = factors_at(&rows, GAMMA, gamma, NAN);
    rows.factors[BETA] = factors_at(&rows, BETA, gamma + 1, 0);
    rows.epsilon = number_of_row(rows.level, &work->inputs[gamma + 2], 0);
    return rows;
}

static void run(struct rows *rows)
{
    int64_t blocks = rows->count < BLOCKS ? rows->count : BLOCKS;
    ai_cores_run_function("quantisation of rows", do_rows,
                          blocks_for(rows->count * rows->columns, ELEMENTS_A_BLOCK, blocks), rows);
}

static void run_dynamic(const struct work *work, struct task_failure *failure)
{
    struct rows rows = rows_of(work);
    (void)failure;
    set_own_scales(&rows, 1);
    run(&rows);
}

static void run_normed(const struct work *work, struct task_failure *failure)
{
    struct rows rows = normed_rows_of(work, 1);
    (void)failure;
    set_own_scales(&rows, 4);
    run(&rows);
}

static void run_added(const struct work *work, struct task_failure *failure)
{
    struct rows rows = normed_rows_of(work, 2);
    (void)failure;
    rows.more = &work->inputs[1];
    set_own_scales(&rows, 5);
    run(&rows);
}

static void run_by_given(const struct work *work, bool adds, bool divides, bool centres)
{
    int gamma = adds ? 2 : 1;
    struct rows rows = normed_rows_of(work, gamma);
    rows.more = adds ? &work->inputs[1] : NULL;
    rows.centres = centres;
    set_given_scales(&rows, gamma + 3, divides);
    run(&rows);
}

static void run_given(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_by_given(work, false, true, false);
}

static void run_given_times(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_by_given(work, false, false, false);
}

static void run_centred_given(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_by_given(work, false, true, true);
}

static void run_added_given(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_by_given(work, true, true, false);
}

static void run_added_given_times(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_by_given(work, true, false, false);
}

const struct l0_run quant_kernel_dynamic_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_dynamic};
const struct l0_run quant_kernel_normed_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_normed};
const struct l0_run quant_kernel_added_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_added};
const struct l0_run quant_kernel_given_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_given};
const struct l0_run quant_kernel_given_times_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_given_times};
const struct l0_run quant_kernel_centred_given_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_centred_given};
const struct l0_run quant_kernel_added_given_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_added_given};
const struct l0_run quant_kernel_added_given_times_rows = {
    .scratch_bytes = scratch_bytes, .in_place = true, .run = run_added_given_times};
