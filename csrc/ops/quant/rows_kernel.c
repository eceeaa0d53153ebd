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

/* The least and the largest magnitude of a divisor whose inverse is used. */
#define LEAST 0x1p-60F
#define MOST 0x1p60F
#define MOST_OFFSET 256.0F

/* Where quotient and offset are not above 256, the product with the inverse is within 3 / 2^16 of
 * the float32 quotient, and each of the two sums within 2^-15 of what is added: an integer that is
 * nearer than 0.5 - 2^-13 is the nearest one. */
#define MOST_CODE 0x43800001 /* the bits above those of 256 */
#define CERTAIN 0x3efff000   /* those of 0.5 - 2^-13 */

#define MAGNITUDE 0x7fffffff /* the bits of a float32 without its sign */

/* How many elements are quantised anew if one of them is in doubt. */
#define DOUBTED 64

/* The factors along a row. With a DIVISOR, the scales are given. */
enum { GAMMA, BETA, SMOOTH, DIVISOR, INVERSE, OFFSET, FACTORS };

/* Numbers as float32: of each column, or one for all. */
struct factor {
    const any_float *numbers;
    int64_t mask; /* of the column; 0: one for all */
};

struct rows {
    const struct work *work;
    const struct vector_level *level;
    const struct work_view *x;
    const struct work_view *more; /* NULL: nothing is added */
    struct factor factors[FACTORS];
    bool has_norm;
    bool is_given; /* the scales are */
    bool is_plain; /* elements are quantised as they lie in memory */
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
    int64_t first;  /* its first element */
    float *numbers; /* the elements, in float32 */
    char *sums;
    int8_t *quantised;
    float rstd;            /* 1 without a norm */
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
        ahead_ask_early(&row->ahead[i], elements * (int64_t)sizeof(uint16_t));
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static inline floats factor_at(const struct factor *factor, int64_t column)
{
    return floats_at(factor->numbers + (column & factor->mask));
}

static inline float number_at(const struct factor *factor, int64_t column)
{
    return factor->numbers[column & factor->mask];
}

/* NaN where the inverse is not used. */
static float inverse_of(float divisor)
{
    float size = fabsf(divisor);
    return size >= LEAST && size <= MOST ? 1 / divisor : NAN;
}

static float number_of_bits(int32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* The largest magnitude of a row in memory, where NaN is above infinity. */
static float largest_in_memory(const struct rows *rows, const char *row)
{
    int32_t lanes[LANES] = {0};
    int32_t largest = 0;
    rows->level->folds[VECTOR_MAXIMUM_MAGNITUDE][rows->x->type](
        rows->columns,
        (char *const[]){(char *)(uintptr_t)row, (char *)lanes, (char *)(uintptr_t)row});
    for (int lane = 0; lane < LANES; lane++)
        largest = lanes[lane] > largest ? lanes[lane] : largest;
    return number_of_bits(largest);
}

/* The sum in float64 of a row's numbers, or of their squares, which it holds exactly. */
struct total {
    bool is_of_squares;
    doubles sums[2 * REGISTERS];
    double total;
};

/* Adds as many numbers as there are lanes. */
static inline void total_add(struct total *total, const float *numbers)
{
    _Pragma("GCC unroll 16") for (int v = 0; v < 2 * REGISTERS; v++)
    {
        doubles each = doubles_at(numbers + v * REGISTER / 2);
        total->sums[v] += total->is_of_squares ? each * each : each;
    }
}

/* Adds fewer numbers than there are lanes, and joins these: a run has ended. */
static void total_end_run(struct total *total, const float *numbers, int64_t count)
{
    double lanes[LANES];
    memcpy(lanes, total->sums, sizeof lanes);
    memset(total->sums, 0, sizeof total->sums);
    for (int64_t lane = 0; lane < count; lane++) {
        double each = (double)numbers[lane];
        lanes[lane] += total->is_of_squares ? each * each : each;
    }
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++)
            lanes[lane] += lanes[lane + half];
    total->total += lanes[0];
}

#if defined(HAS_HALVES)
/* Reads as many elements of the row as there are lanes; adds the other row's, and writes the sums.
 */
static inline void read_lanes(const char *x, const char *more, char *sums, float *numbers,
                              bool is_bfloat16)
{
    EACH_REGISTER(v)
    {
        int64_t bytes = v * REGISTER * (int64_t)sizeof(uint16_t);
        floats each = widened(x + bytes, is_bfloat16);
        if (more != NULL) {
            each += widened(more + bytes, is_bfloat16);
            put_narrowed(sums + bytes, with_one_nan(each), is_bfloat16);
            each = widened(sums + bytes, is_bfloat16);
        }
        put_floats(numbers + v * REGISTER, each);
    }
}
#endif

/* Gives the row its numbers: the elements of X, or its sums with MORE, which are a result. The
 * total of the numbers, or of their squares. */
static inline double read(const struct rows *rows, struct row *row, bool is_bfloat16)
{
    struct total total = {.is_of_squares = !rows->centres};
    aclDataType type = rows->x->type;
    int64_t width = (int64_t)sizeof(uint16_t);
    const char *x = dense_element(rows->x, row->first);
    const char *more = rows->more == NULL ? NULL : dense_element(rows->more, row->first);
    char *sums = rows->streams || more == NULL
                     ? row->sums
                     : dense_element(&rows->work->outputs[SUM], row->first);
    float *numbers = row->numbers;
    for (int64_t first = 0; first < rows->columns; first += RUN) {
        int64_t past = rows->columns - first < RUN ? rows->columns : first + RUN;
        int64_t at = first;
#if defined(HAS_HALVES)
        for (; at + LANES <= past; at += LANES) {
            int64_t bytes = at * width;
            read_lanes(x + bytes, more == NULL ? NULL : more + bytes, sums + bytes, numbers + at,
                       is_bfloat16);
            total_add(&total, numbers + at);
            if (at & LANES)
                ask(row, LANES);
        }
#else
        (void)is_bfloat16;
#endif
        char *rest = (char *)(uintptr_t)x + at * width;
        if (more != NULL) {
            rows->level->operations[VECTOR_ADD][type](
                past - at,
                (char *const[]){rest, (char *)(uintptr_t)more + at * width, sums + at * width});
            rest = sums + at * width;
        }
        numbers_at(rows->level, rest, type, past - at, numbers + at);
        for (; at + LANES <= past; at += LANES)
            total_add(&total, numbers + at);
        total_end_run(&total, numbers + at, past - at);
    }
    memset(numbers + rows->columns, 0, (size_t)(rows->room - rows->columns) * sizeof(float));
    if (more != NULL && rows->streams)
        memory_stream(dense_element(&rows->work->outputs[SUM], row->first), sums,
                      rows->columns * width);
    return total.total;
}

/* Takes the mean away. The total of the squares. */
static double subtract(float *numbers, int64_t columns, float mean)
{
    struct total total = {.is_of_squares = true};
    for (int64_t first = 0; first < columns; first += RUN) {
        int64_t past = columns - first < RUN ? columns : first + RUN;
        int64_t at = first;
        for (; at + LANES <= past; at += LANES) {
            EACH_REGISTER(v)
            {
                float *some = numbers + at + v * REGISTER;
                put_floats(some, floats_at(some) - mean);
            }
            total_add(&total, numbers + at);
        }
        for (int64_t rest = at; rest < past; rest++)
            numbers[rest] -= mean;
        total_end_run(&total, numbers + at, past - at);
    }
    return total.total;
}

/* Gives the row what its values are made of. */
static void compute(const struct rows *rows, struct row *row)
{
    double count = (double)rows->columns;
    double total = rows->x->type == ACL_BF16 ? read(rows, row, true) : read(rows, row, false);
    float mean = 0;
    row->rstd = 1;
    if (rows->centres) {
        rows->level->operations[VECTOR_MEAN_OF][ACL_FLOAT](
            1, (char *const[]){(char *)&total, (char *)&count, strip_of(&mean)});
        total = subtract(row->numbers, rows->columns, mean);
    }
    if (rows->has_norm)
        rows->level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
            1, (char *const[]){(char *)&total, (char *)&count, strip_of(&rows->epsilon),
                               strip_of(&row->rstd)});
}

/* What values are made of. Loops have a copy, which no store to memory may change. */
struct values {
    const float *numbers;
    floats rstd;
    struct factor gamma;
    struct factor beta;
    struct factor smooth;
};

static inline struct values values_of(const struct rows *rows, const struct row *row)
{
    return (struct values){row->numbers, (floats){0} + row->rstd, rows->factors[GAMMA],
                           rows->factors[BETA], rows->factors[SMOOTH]};
}

/* What is quantised, of a register of the row. */
static inline floats value_at(const struct values *values, int64_t at)
{
    floats value = floats_at(values->numbers + at) * values->rstd * factor_at(&values->gamma, at);
    return (value + factor_at(&values->beta, at)) * factor_at(&values->smooth, at);
}

/* The largest magnitude of what is quantised, where NaN is above infinity. */
static float largest_of(const struct rows *rows, const struct row *row)
{
    const struct values values = values_of(rows, row);
    words most = {0};
    int32_t largest = 0;
    int64_t at = 0;
    for (; at + REGISTER <= rows->columns; at += REGISTER) {
        words magnitude = (words)value_at(&values, at) & MAGNITUDE;
        words is_more = magnitude > most;
        most = (magnitude & is_more) | (most & ~is_more);
    }
    for (int lane = 0; lane < REGISTER; lane++)
        largest = most[lane] > largest ? most[lane] : largest;
    if (at < rows->columns) {
        words rest = (words)value_at(&values, at) & MAGNITUDE;
        for (int lane = 0; at + lane < rows->columns; lane++)
            largest = rest[lane] > largest ? rest[lane] : largest;
    }
    return number_of_bits(largest);
}

/* Divides. NaN becomes 0. */
static void divide(const struct rows *rows, const struct row *row, const struct factor *divisor,
                   int64_t first, int64_t past)
{
    const struct values values = values_of(rows, row);
    for (int64_t at = first; at < past; at += REGISTER) {
        floats quotients = value_at(&values, at) / factor_at(divisor, at) +
                           factor_at(&rows->factors[OFFSET], at);
        /* Integers that int32 does not have would be its least one. */
        words is_above = quotients > (float)INT8_MAX;
        words is_number = quotients == quotients;
        words integers = nearest_integers(quotients);
        put_codes(row->quantised + at, (is_above & INT8_MAX) | (integers & ~is_above & is_number));
    }
}

/* Multiplies by inverses, and divides where that leaves a doubt. */
static void quantise(const struct rows *rows, struct row *row, const struct factor *divisor,
                     const struct factor inverse)
{
    const struct values values = values_of(rows, row);
    const struct factor offset = rows->factors[OFFSET];
    int8_t *quantised = row->quantised;
    char *y = dense_element(&rows->work->outputs[Y], row->first);
    for (int64_t first = 0; first < rows->columns; first += DOUBTED) {
        int64_t past = rows->room - first < DOUBTED ? rows->room : first + DOUBTED;
        words is_certain = ~(words){0};
        for (int64_t at = first; at < past; at += REGISTER) {
            floats near = value_at(&values, at) * factor_at(&inverse, at);
            floats total = near + factor_at(&offset, at);
            words integers = nearest_integers(total);
            words distance = (words)(total - __builtin_convertvector(integers, floats));
            /* Both are below 0 where the magnitudes, by their bits, are small enough. */
            is_certain &= (distance & MAGNITUDE) - CERTAIN;
            is_certain &= ((words)near & MAGNITUDE) - MOST_CODE;
            put_codes(quantised + at, integers);
        }
        if (!are_negative(is_certain))
            divide(rows, row, divisor, first, past);
        ask(row, past - first);
    }
    if (rows->streams)
        memory_stream(y, (const char *)row->quantised, rows->columns);
    else
        memcpy(y, row->quantised, (size_t)rows->columns);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Elements of memory by a scale of their own. */
static float quantise_memory(const struct rows *rows, struct row *row)
{
    const char *elements = dense_element(rows->x, row->first);
    float scale = number_with_one_nan(largest_in_memory(rows, elements) / rows->largest);
    char *y = dense_element(&rows->work->outputs[Y], row->first);
    char *to = rows->streams ? (char *)row->quantised : y;
    int64_t width = view_width(rows->x);
    for (int64_t at = 0; at < rows->columns; at += PIECE) {
        int64_t count = rows->columns - at < PIECE ? rows->columns - at : PIECE;
        ask(row, count);
        rows->level->rows[VECTOR_ROUNDED_QUOTIENT][rows->x->type](
            count,
            (char *const[]){(char *)(uintptr_t)elements + at * width, strip_of(&scale), to + at});
    }
    if (rows->streams)
        memory_stream(y, to, rows->columns);
    return scale;
}

/* Numbers by a scale of their own. */
static float quantise_numbers(const struct rows *rows, struct row *row)
{
    float scale = number_with_one_nan(largest_of(rows, row) / rows->largest);
    float divisors[REGISTER];
    float inverses[REGISTER];
    for (int lane = 0; lane < REGISTER; lane++) {
        divisors[lane] = scale;
        inverses[lane] = inverse_of(scale);
    }
    quantise(rows, row, &(struct factor){divisors, 0}, (struct factor){inverses, 0});
    return scale;
}

static void do_row(const struct rows *rows, struct row *row)
{
    float number;
    if (!rows->is_plain)
        compute(rows, row);
    if (rows->is_given) {
        quantise(rows, row, &rows->factors[DIVISOR], rows->factors[INVERSE]);
        number = row->rstd;
    } else {
        number = rows->is_plain ? quantise_memory(rows, row) : quantise_numbers(rows, row);
    }
    if (!rows->centres)
        put_number_of_row(rows->level, &rows->work->outputs[SCALE], row->first / rows->columns,
                          number);
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct rows *rows = context;
    const struct work_view *views[] = {rows->x, rows->more};
    struct block_share share = share_of_block(rows->count, block, blocks);
    struct row row = {
        .numbers = (float *)(void *)(rows->strips + block * strip_bytes(rows->room)),
    };
    row.sums = (char *)(row.numbers + rows->room);
    row.quantised = (int8_t *)(row.sums + rows->room * (int64_t)sizeof(uint16_t));
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

/* The places of a factor, where a whole register can be read behind every column. */
static float *places_of(const struct rows *rows, int factor)
{
    return (float *)(void *)rows->work->scratch + factor * rows->room;
}

static void set_number(struct rows *rows, int factor, float number)
{
    float *places = places_of(rows, factor);
    for (int lane = 0; lane < REGISTER; lane++)
        places[lane] = number;
    rows->factors[factor] = (struct factor){places, 0};
}

/* float32 are read where they lie, by every row, and no row writes over them: in_place lets an
 * input share identical views alone, and all else that shares memory is copied before the work
 * runs. SCALE is the only output of float32. Beside given scales it has the roots, with a 1 where a
 * factor has the columns; and where the work finds the scales, factors are of the type of x. */
static void set_factor(struct rows *rows, int factor, int input)
{
    const struct work_view *view = &rows->work->inputs[input];
    float *places = places_of(rows, factor);
    if (view_count(view) == 1) {
        set_number(rows, factor, number_of_row(rows->level, view, 0));
        return;
    }
    const any_float *numbers = numbers_at(rows->level, view->address, view->type, rows->columns,
                                          places);
    if (rows->columns < rows->room) {
        memmove(places, numbers, (size_t)rows->columns * sizeof(float));
        memset(places + rows->columns, 0, (size_t)(rows->room - rows->columns) * sizeof(float));
        numbers = places;
    }
    rows->factors[factor] = (struct factor){numbers, ~(int64_t)0};
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
    set_number(&rows, GAMMA, 1);
    set_number(&rows, BETA, 0);
    set_number(&rows, SMOOTH, 1);
    set_number(&rows, OFFSET, 0);
    return rows;
}

/* Inputs: smooth, largest from `smooth` on. */
static void set_own_scales(struct rows *rows, int smooth)
{
    set_factor(rows, SMOOTH, smooth);
    rows->is_plain = !rows->has_norm && rows->factors[SMOOTH].mask == 0 &&
                     rows->factors[SMOOTH].numbers[0] == 1;
    rows->largest = number_of_row(rows->level, &rows->work->inputs[smooth + 1], 0);
}

/* Inputs: scale, offset from `scale` on. What is multiplied by scales is divided by 1. */
static void set_given_scales(struct rows *rows, int scale, bool divides)
{
    float *inverses = places_of(rows, INVERSE);
    rows->is_given = true;
    set_factor(rows, divides ? DIVISOR : SMOOTH, scale);
    if (!divides)
        set_number(rows, DIVISOR, 1);
    set_factor(rows, OFFSET, scale + 1);
    int64_t mask = rows->factors[DIVISOR].mask | rows->factors[OFFSET].mask;
    for (int64_t i = 0; i < (mask == 0 ? REGISTER : rows->room); i++) {
        float offset = number_at(&rows->factors[OFFSET], i);
        bool is_small = fabsf(offset) <= MOST_OFFSET;
        inverses[i] = is_small ? inverse_of(number_at(&rows->factors[DIVISOR], i)) : NAN;
    }
    rows->factors[INVERSE] = (struct factor){inverses, mask};
}

/* Inputs: gamma, beta, epsilon from `gamma` on. */
static struct rows normed_rows_of(const struct work *work, int gamma)
{
    struct rows rows = rows_of(work);
    set_factor(&rows, GAMMA, gamma);
    set_factor(&rows, BETA, gamma + 1);
    rows.has_norm = true;
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
