/* SPDX-License-Identifier: Apache-2.0 */
/* Dense rows of halves that are quantised by scales of their own or by given ones, perhaps after a
 * sum and a norm: each is read from memory once, and walked over while the first-level cache
 * holds it. The numbers equal those of the formulas of DynamicQuant, AddRmsNormDynamicQuant,
 * RmsNormQuant and LayerNormQuant.
 */
#include <float.h>
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

/* Quotients are computed by factors that are prepared: near = number * factor + summand, where
 * factor = gamma * smooth / divisor and summand = beta * smooth / divisor + offset. Both ways
 * together round a product at most ten times, beta ten times, offset three times: a near one of
 * less than 129 is within UNIT * (UNITS + UNITS_OF_SUMMAND * the largest summand) of what the
 * formula gives, and above both are beyond the integers of int8. An integer that is nearer than a
 * half without that margin is the nearest one. What is too large or too small for this count is
 * divided. */
#define UNIT 0x1p-24
#define UNITS 1400
#define UNITS_OF_SUMMAND 24
#define LEAST_DIVISOR 0x1p-60F
#define MOST_DIVISOR 0x1p60F
#define MOST_SMOOTH 0x1p40
#define MOST_FACTOR 0x1p100

#define MAGNITUDE 0x7fffffff /* the bits of a float32 without its sign */

/* How many elements are quantised anew if one of them is in doubt. */
#define DOUBTED 128

/* The factors along a row. With a DIVISOR, the scales are given. */
enum { GAMMA, BETA, SMOOTH, DIVISOR, OFFSET, NEAR_FACTOR, NEAR_SUMMAND, FACTORS };

struct rows {
    const struct work *work;
    const struct vector_level *level;
    const struct work_view *x;
    const struct work_view *more; /* NULL: nothing is added */
    struct numbers factors[FACTORS];
    bool has_norm;
    bool is_given; /* the scales are */
    bool is_plain; /* elements are quantised as they lie in memory */
    int64_t count;
    int64_t columns;
    int64_t room;        /* columns of a row in scratch: whole groups */
    double most_summand; /* the largest magnitude of NEAR_SUMMAND's parts together */
    float epsilon;
    float largest; /* the number that the largest one becomes */
    bool centres;  /* the norm takes the mean away, and its reciprocal root is no result */
    bool streams;
    char *strips; /* [block][elements, sums, quantised] */
};

/* The row that a block works on. */
struct row {
    int64_t first;           /* its first element */
    struct numbers elements; /* the sums, where something is added */
    struct numbers more;     /* what is added */
    char *places;            /* of elements, in scratch */
    char *sums;
    int8_t *quantised;
    float mean;            /* 0 where it stays */
    float rstd;            /* 1 without a norm */
    float scale;           /* of its own; where scales are given, rstd, which is a result */
    struct ahead ahead[2]; /* the next one */
};

/* The bytes of a block, which begins with a cache line. */
static int64_t strip_bytes(int64_t room)
{
    int64_t bytes = room * (int64_t)(sizeof(float) + sizeof(uint16_t) + sizeof(int8_t));
    return round_up(bytes, CACHE_LINE);
}

static uint64_t scratch_bytes(const struct work *work)
{
    int64_t room = room_of_groups(work);
    return (uint64_t)(FACTORS * room * (int64_t)sizeof(float) + BLOCKS * strip_bytes(room));
}

/* Prefetches as many elements of the next row. */
static void ask(struct row *row, int64_t elements)
{
    for (int i = 0; i < 2; i++)
        ahead_ask_early(&row->ahead[i], elements * (int64_t)sizeof(uint16_t));
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* NaN where the inverse is not used. */
static float inverse_of(float divisor)
{
    float size = fabsf(divisor);
    return size >= LEAST_DIVISOR && size <= MOST_DIVISOR ? 1 / divisor : NAN;
}

static float number_of_bits(int32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static int32_t bits_of_number(float number)
{
    int32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
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

#if defined(HAS_HALVES)
/* A row of halves in memory; where it ends within a group, a copy with zeros behind it. */
static struct numbers halves_of(const struct rows *rows, const char *memory, char *places)
{
    size_t bytes = (size_t)rows->columns * sizeof(uint16_t);
    if (rows->columns < rows->room) {
        memcpy(places, memory, bytes);
        memset(places + bytes, 0, (size_t)rows->room * sizeof(uint16_t) - bytes);
        memory = places;
    }
    return numbers_of_halves(memory, rows->x->type);
}
#endif

/* Gives the row its elements; and adds the other ones, where registers have no halves. */
static void read(const struct rows *rows, struct row *row)
{
    const char *x = dense_element(rows->x, row->first);
    const char *more = rows->more == NULL ? NULL : dense_element(rows->more, row->first);
    row->more = (struct numbers){NO_NUMBERS, NULL};
#if defined(HAS_HALVES)
    row->elements = halves_of(rows, x, row->places);
    if (more != NULL)
        row->more = halves_of(rows, more, row->sums);
#else
    float *numbers = (float *)(void *)row->places;
    if (more != NULL) {
        rows->level->operations[VECTOR_ADD][rows->x->type](
            rows->columns, (char *const[]){strip_of(x), strip_of(more), row->sums});
        x = row->sums;
    }
    numbers_at(rows->level, x, rows->x->type, rows->columns, numbers);
    memset(numbers + rows->columns, 0, (size_t)(rows->room - rows->columns) * sizeof(float));
    row->elements = (struct numbers){FLOATS, row->places};
#endif
}

/* A group of elements; their sums with the other ones, which it writes. */
static inline struct group elements_at(const struct row *row, int64_t at)
{
    struct group elements = group_of(&row->elements, at);
#if defined(HAS_HALVES)
    if (row->more.kind != NO_NUMBERS) {
        bool is_bfloat16 = row->more.kind == BFLOAT16;
        struct group more = group_of(&row->more, at);
        char *sums = row->sums + at * (int64_t)sizeof(uint16_t);
        EACH_OF_GROUP(v)
        {
            char *some = sums + v * REGISTER * (int64_t)sizeof(uint16_t);
            put_narrowed(some, with_one_nan(elements.at[v] + more.at[v]), is_bfloat16);
            elements.at[v] = widened(some, is_bfloat16);
        }
    }
#endif
    return elements;
}

/* The sum in float64 of the elements, or of the squares of their distances from the mean, as the
 * vector unit folds rows. */
static inline double total_of(const struct rows *rows, struct row *row, bool is_of_squares)
{
    const struct row given = *row; /* which no store to memory may change */
    double total = 0;
    for (int64_t first = 0; first < rows->columns; first += RUN) {
        int64_t past = rows->columns - first < RUN ? rows->columns : first + RUN;
        int64_t at = first;
        doubles sums[2 * REGISTERS] = {{0}};
        double lanes[LANES];
        for (; at + GROUP <= past; at += GROUP) {
            const struct group each = elements_at(&given, at);
            float distances[GROUP];
            EACH_OF_GROUP(v) put_floats(distances + v * REGISTER, each.at[v] - given.mean);
            _Pragma("GCC unroll 16") for (int half = 0; half < 2 * GROUP / REGISTER; half++)
            {
                doubles some = doubles_at(distances + half * REGISTER / 2);
                sums[half % (2 * REGISTERS)] += is_of_squares ? some * some : some;
            }
            if (!rows->centres)
                ask(row, GROUP / 2);
        }
        memcpy(lanes, sums, sizeof lanes);
        if (at < past) {
            const struct group each = elements_at(&given, at);
            for (int64_t i = 0; at + i < past; i++) {
                double distance = (double)(number_of_group(&each, i) - given.mean);
                lanes[i % LANES] += is_of_squares ? distance * distance : distance;
            }
        }
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                lanes[lane] += lanes[lane + half];
        total += lanes[0];
    }
    return total;
}

/* Writes the sums, which are the row's elements from now on. */
static void write_sums(const struct rows *rows, struct row *row)
{
    char *to = dense_element(&rows->work->outputs[SUM], row->first);
    int64_t bytes = rows->columns * (int64_t)sizeof(uint16_t);
    if (rows->streams)
        memory_stream(to, row->sums, bytes);
    else
        memcpy(to, row->sums, (size_t)bytes);
    if (row->more.kind != NO_NUMBERS)
        row->elements = (struct numbers){row->more.kind, row->sums};
    row->more = (struct numbers){NO_NUMBERS, NULL};
}

/* Gives the row what its values are made of. */
static void compute(const struct rows *rows, struct row *row)
{
    double count = (double)rows->columns;
    double total = 0;
    row->mean = 0;
    row->rstd = 1;
    read(rows, row);
    if (rows->has_norm)
        total = rows->centres ? total_of(rows, row, false) : total_of(rows, row, true);
    if (rows->more != NULL)
        write_sums(rows, row);
    if (rows->centres) {
        rows->level->operations[VECTOR_MEAN_OF][ACL_FLOAT](
            1, (char *const[]){(char *)&total, (char *)&count, strip_of(&row->mean)});
        total = total_of(rows, row, true);
    }
    if (rows->has_norm)
        rows->level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
            1, (char *const[]){(char *)&total, (char *)&count, strip_of(&rows->epsilon),
                               strip_of(&row->rstd)});
}

/* What values are made of. Loops have a copy, which no store to memory may change. */
struct values {
    struct numbers elements;
    bool centres;
    floats mean;
    floats rstd;
    struct numbers gamma;
    struct numbers beta;
    struct numbers smooth;
};

static inline struct values values_of(const struct rows *rows, const struct row *row)
{
    return (struct values){
        row->elements,        rows->centres,       (floats){0} + row->mean, (floats){0} + row->rstd,
        rows->factors[GAMMA], rows->factors[BETA], rows->factors[SMOOTH],
    };
}

/* A group of what is quantised. */
static inline struct group value_at(const struct values *values, int64_t at)
{
    struct group value = group_of(&values->elements, at);
    if (values->centres)
        EACH_OF_GROUP(v) value.at[v] -= values->mean;
    EACH_OF_GROUP(v) value.at[v] *= values->rstd;
    multiply_group(&value, &values->gamma, at);
    add_group(&value, &values->beta, at);
    multiply_group(&value, &values->smooth, at);
    return value;
}

/* The largest magnitude of what is quantised, where NaN is above infinity. */
static float largest_of(const struct rows *rows, const struct row *row)
{
    const struct values values = values_of(rows, row);
    words most = {0};
    int32_t largest = 0;
    int64_t at = 0;
    for (; at + GROUP <= rows->columns; at += GROUP) {
        const struct group value = value_at(&values, at);
        EACH_OF_GROUP(v) most = larger_words(most, (words)value.at[v] & MAGNITUDE);
    }
    for (int lane = 0; lane < REGISTER; lane++)
        largest = most[lane] > largest ? most[lane] : largest;
    if (at < rows->columns) {
        const struct group value = value_at(&values, at);
        for (int i = 0; at + i < rows->columns; i++) {
            int32_t magnitude = bits_of_number(number_of_group(&value, i)) & MAGNITUDE;
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    return number_of_bits(largest);
}

/* Divides. NaN becomes 0. */
static void divide(const struct rows *rows, const struct row *row, int64_t first, int64_t past)
{
    const struct values values = values_of(rows, row);
    const floats scale = (floats){0} + row->scale;
    const struct numbers own = {ONE_NUMBER, strip_of(&scale)};
    const struct numbers *divisor = rows->is_given ? &rows->factors[DIVISOR] : &own;
    for (int64_t at = first; at < past; at += GROUP) {
        struct group quotients = value_at(&values, at);
        const struct group divisors = group_of(divisor, at);
        EACH_OF_GROUP(v) quotients.at[v] /= divisors.at[v];
        add_group(&quotients, &rows->factors[OFFSET], at);
        EACH_OF_GROUP(v)
        {
            /* Integers that int32 does not have would be its least one. */
            words is_above = quotients.at[v] > (float)INT8_MAX;
            words is_number = quotients.at[v] == quotients.at[v];
            words integers = nearest_integers(quotients.at[v]);
            put_codes(row->quantised + at + v * REGISTER,
                      (is_above & INT8_MAX) | (integers & ~is_above & is_number));
        }
    }
}

/* The bits of the largest distance to an integer that leaves no doubt; of 0 where all do. */
static int32_t certain_bits(const struct rows *rows, float inverse)
{
    double margin = UNIT * (UNITS + UNITS_OF_SUMMAND * rows->most_summand * fabs((double)inverse));
    return margin < 0.25 ? bits_of_number((float)(0.5 - margin)) : 0;
}

/* What near quotients of a row are made of, in float32. */
struct near {
    struct numbers elements;
    struct numbers factor;
    struct numbers summand;
    bool centres;
    bool is_scaled; /* by `scale`, behind the summand */
    floats mean;
    floats rstd; /* with the scale, where there is no summand */
    floats scale;
};

static struct near near_of(const struct rows *rows, const struct row *row, float inverse)
{
    bool has_summand = rows->factors[NEAR_SUMMAND].kind != NO_NUMBERS;
    return (struct near){
        .elements = row->elements,
        .factor = rows->factors[NEAR_FACTOR],
        .summand = rows->factors[NEAR_SUMMAND],
        .centres = rows->centres,
        .is_scaled = has_summand && !rows->is_given,
        .mean = (floats){0} + row->mean,
        .rstd = (floats){0} + (has_summand ? row->rstd : row->rstd * inverse),
        .scale = (floats){0} + inverse,
    };
}

static inline struct group near_at(const struct near *near, int64_t at)
{
    struct group group = group_of(&near->elements, at);
    const struct group factors = group_of(&near->factor, at);
    if (near->centres)
        EACH_OF_GROUP(v) group.at[v] -= near->mean;
    EACH_OF_GROUP(v) group.at[v] *= near->rstd;
    if (near->summand.kind == NO_NUMBERS) {
        EACH_OF_GROUP(v) group.at[v] *= factors.at[v];
        return group;
    }
    const struct group summands = group_of(&near->summand, at);
    EACH_OF_GROUP(v) group.at[v] = multiplied_added(group.at[v], factors.at[v], summands.at[v]);
    if (near->is_scaled)
        EACH_OF_GROUP(v) group.at[v] *= near->scale;
    return group;
}

/* Finds near quotients, and divides where these leave a doubt. */
static void quantise(const struct rows *rows, struct row *row)
{
    const float inverse = rows->is_given ? 1 : inverse_of(row->scale);
    const struct near near = near_of(rows, row, inverse);
    const int32_t certain = certain_bits(rows, inverse);
    int8_t *quantised = row->quantised;
    char *y = dense_element(&rows->work->outputs[Y], row->first);
    for (int64_t first = 0; first < rows->columns; first += DOUBTED) {
        int64_t past = rows->room - first < DOUBTED ? rows->room : first + DOUBTED;
        words worst = {0};
        for (int64_t at = first; at < past; at += GROUP) {
            const struct group some = near_at(&near, at);
            EACH_OF_GROUP(v)
            {
                words integers = nearest_integers(some.at[v]);
                floats distance = some.at[v] - __builtin_convertvector(integers, floats);
                worst = larger_words(worst, (words)distance & MAGNITUDE);
                put_codes(quantised + at + v * REGISTER, integers);
            }
        }
        if (!are_negative(worst - certain))
            divide(rows, row, first, past);
        ask(row, past - first);
    }
    if (rows->streams)
        memory_stream(y, (const char *)quantised, rows->columns);
    else
        memcpy(y, quantised, (size_t)rows->columns);
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

static void do_row(const struct rows *rows, struct row *row)
{
    if (rows->is_plain) {
        row->scale = quantise_memory(rows, row);
    } else {
        compute(rows, row);
        row->scale = rows->is_given ? row->rstd
                                    : number_with_one_nan(largest_of(rows, row) / rows->largest);
        quantise(rows, row);
    }
    if (!rows->centres)
        put_number_of_row(rows->level, &rows->work->outputs[SCALE], row->first / rows->columns,
                          row->scale);
}

static void do_rows(int64_t block, int64_t blocks, void *context)
{
    const struct rows *rows = context;
    const struct work_view *views[] = {rows->x, rows->more};
    struct block_share share = share_of_block(rows->count, block, blocks);
    struct row row = {.places = rows->strips + block * strip_bytes(rows->room)};
    row.sums = row.places + rows->room * (int64_t)sizeof(float);
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

static char *places_of(const struct rows *rows, int factor)
{
    return rows->work->scratch + factor * rows->room * (int64_t)sizeof(float);
}

static void set_number(struct rows *rows, int factor, float number)
{
    char *places = places_of(rows, factor);
    strip_fill(sizeof number, places, (const char *)&number, REGISTER);
    rows->factors[factor] = (struct numbers){ONE_NUMBER, places};
}

/* Copies the numbers, since a row of results may be written over them, with zeros behind them.
 * One that changes nothing is left out. */
static void set_factor(struct rows *rows, int factor, int input, float nothing)
{
    const struct work_view *view = &rows->work->inputs[input];
    char *places = places_of(rows, factor);
    float *floats_to = (float *)(void *)places;
    if (view_count(view) == 1) {
        float number = number_of_row(rows->level, view, 0);
        rows->factors[factor] = (struct numbers){NO_NUMBERS, NULL};
        if (number != nothing)
            set_number(rows, factor, number);
        return;
    }
    memset(places, 0, (size_t)rows->room * sizeof(float));
    const any_float *numbers = numbers_at(rows->level, view->address, view->type, rows->columns,
                                          floats_to);
    if (view->type == ACL_FLOAT)
        memcpy(places, numbers, (size_t)rows->columns * sizeof(float));
    rows->factors[factor] = (struct numbers){FLOATS, places};
}

static struct rows rows_of(const struct work *work)
{
    struct rows rows = {
        .work = work,
        .level = &vector_levels[ai_cores_level()],
        .x = &work->inputs[0],
        .columns = columns_of_rows(work),
        .room = room_of_groups(work),
    };
    int64_t elements = view_count(&work->outputs[Y]);
    rows.count = elements / rows.columns;
    rows.streams = elements > STREAMED_BYTES;
    rows.strips = work->scratch + FACTORS * rows.room * (int64_t)sizeof(float);
    return rows;
}

/* The number of a column, or what stands for one that is not there. */
static double number_at(const struct numbers *numbers, int64_t column, double nothing)
{
    const any_float *memory = (const any_float *)(const void *)numbers->memory;
    if (numbers->kind == NO_NUMBERS)
        return nothing;
    return (double)memory[numbers->kind == ONE_NUMBER ? 0 : column];
}

/* A factor as it is multiplied by; NaN where roundings may not count as they should. */
static float near_factor(double gamma, double smooth, double inverse)
{
    float factor = (float)(gamma * smooth * inverse);
    bool is_small = fabs(gamma) <= MOST_FACTOR && fabs(gamma * smooth) <= MOST_FACTOR &&
                    fabs(smooth) <= MOST_SMOOTH;
    return is_small && (factor == 0 || fabsf(factor) >= FLT_MIN) ? factor : NAN;
}

/* Prepares the factors and summands of near quotients, from those of the formula. */
static void set_near(struct rows *rows)
{
    const struct numbers *factors = rows->factors;
    float *factor = (float *)(void *)places_of(rows, NEAR_FACTOR);
    float *summand = (float *)(void *)places_of(rows, NEAR_SUMMAND);
    bool has_summand = factors[BETA].kind != NO_NUMBERS || factors[OFFSET].kind != NO_NUMBERS;
    for (int64_t i = 0; i < rows->room; i++) {
        double inverse = (double)inverse_of((float)number_at(&factors[DIVISOR], i, 1));
        double smooth = number_at(&factors[SMOOTH], i, 1);
        double beta = number_at(&factors[BETA], i, 0);
        double offset = number_at(&factors[OFFSET], i, 0);
        double part = beta * smooth * inverse;
        double size = fabs(part) + fabs(offset);
        factor[i] = i < rows->columns
                        ? near_factor(number_at(&factors[GAMMA], i, 1), smooth, inverse)
                        : 0;
        summand[i] = fabs(beta) <= MOST_FACTOR ? (float)(part + offset) : NAN;
        if (i < rows->columns && size > rows->most_summand)
            rows->most_summand = size;
    }
    rows->factors[NEAR_FACTOR] = (struct numbers){FLOATS, strip_of(factor)};
    if (has_summand)
        rows->factors[NEAR_SUMMAND] = (struct numbers){FLOATS, strip_of(summand)};
}

/* Inputs: smooth, largest from `smooth` on. */
static void set_own_scales(struct rows *rows, int smooth)
{
    set_factor(rows, SMOOTH, smooth, 1);
    rows->is_plain = !rows->has_norm && rows->factors[SMOOTH].kind == NO_NUMBERS;
    rows->largest = number_of_row(rows->level, &rows->work->inputs[smooth + 1], 0);
    if (!rows->is_plain)
        set_near(rows);
}

/* Inputs: scale, offset from `scale` on. What is multiplied by scales is divided by 1. */
static void set_given_scales(struct rows *rows, int scale, bool divides)
{
    rows->is_given = true;
    set_factor(rows, divides ? DIVISOR : SMOOTH, scale, 1);
    if (rows->factors[DIVISOR].kind == NO_NUMBERS)
        set_number(rows, DIVISOR, 1);
    set_factor(rows, OFFSET, scale + 1, 0);
    set_near(rows);
}

/* Inputs: gamma, beta, epsilon from `gamma` on. */
static struct rows normed_rows_of(const struct work *work, int gamma)
{
    struct rows rows = rows_of(work);
    set_factor(&rows, GAMMA, gamma, 1);
    set_factor(&rows, BETA, gamma + 1, 0);
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
