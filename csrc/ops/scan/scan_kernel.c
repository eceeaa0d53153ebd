/* SPDX-License-Identifier: Apache-2.0 */
/* Scans: each line along a dimension is scanned from its first element to its last, one after
 * another. Floating-point sums and products are kept in float64. Neighbouring lines are scanned
 * together. When there are few and long lines, each is cut into pieces of one length: first the
 * total of each piece is computed, and the totals are joined in sequence. All of this follows from
 * the shape, so the number of cores changes no bit. */
#include "ops/scan/scan.h"

#include <instructions.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/scan.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "tensor/convert.h"
#include "vector/shuffle.h"

#define INLINE static inline __attribute__((always_inline))

#define LANES 32      /* the most lines that one block scans together */
#define TOGETHER 4    /* how many lines, or pieces of a line, have their sums in registers */
#define PIECE 65536   /* elements of a piece of a long line */
#define FEW_GROUPS 64 /* with more groups than this, lines are not cut */
#define ALONE 16384   /* fewer elements are not worth waking a thread for */
#define HALVES 1024   /* how many elements of a line are converted at a time */

/* The total of a line so far. */
struct state {
    union {
        double real;
        uint64_t whole;
    } value;
    int64_t place; /* index of the largest or smallest element; -1 before the first element */
};

/* Lines that are scanned together. Steps, and distances between lanes, are in elements. */
struct lines {
    const char *in;
    char *out;    /* NULL: only the totals are wanted */
    char *places; /* NULL: there is none */
    int64_t length;
    int64_t first; /* index of the first element */
    int64_t lanes;
    int64_t in_step;
    int64_t out_step;
    int64_t place_step;
    int64_t in_lane;
    int64_t out_lane;
    int64_t place_lane;
    bool exclusive;
    bool wide_places;
    aclDataType half; /* the type of halves in memory, which are scanned as float32 */
    void (*of_floats)(const struct lines *lines);
    struct state *states;
};

struct scan {
    const struct work *work;
    const struct scan_attributes *attributes;
    void (*one)(const struct lines *lines);
    void (*of_floats)(const struct lines *lines);
    aclDataType type; /* the type that is scanned: that of the parts for complex numbers, float32
                       * for halves */
    int64_t width;
    int64_t length;
    int32_t lane_dim; /* -1: the lines have no neighbours */
    int64_t groups;   /* groups of lines that are scanned together */
    int64_t group_lanes;
    int64_t parts; /* 2 for complex numbers, whose parts are scanned one after the other */
    int64_t pieces;
    struct state *states; /* for every piece of every group of lines */
    bool only_totals;
};

/* ---- One group of lines ---------------------------------------------------------------------- */

/* Scans a few lanes at a time, because each waits only for its own sums, or all lanes in step, in
 * the sequence of the memory. */
#define DEFINE_SCAN(name, type, member, wide, join)                                             \
    INLINE void name##_lanes(const struct lines *lines, int64_t first, int count)               \
    {                                                                                           \
        const struct lines l = *lines;                                                          \
        const type *in = (const type *)(const void *)l.in + first * l.in_lane;                  \
        type *out = (type *)(void *)l.out + (l.out != NULL ? first * l.out_lane : 0);           \
        wide sums[TOGETHER];                                                                    \
        for (int lane = 0; lane < count; lane++)                                                \
            sums[lane] = l.states[first + lane].value.member;                                   \
        for (int64_t i = 0; i < l.length; i++)                                                  \
            for (int lane = 0; lane < count; lane++) {                                          \
                wide before = sums[lane];                                                       \
                sums[lane] = before join(wide) in[lane * l.in_lane + i * l.in_step];            \
                if (out != NULL)                                                                \
                    out[lane * l.out_lane + i * l.out_step] = (type)(l.exclusive ? before       \
                                                                                 : sums[lane]); \
            }                                                                                   \
        for (int lane = 0; lane < count; lane++)                                                \
            l.states[first + lane].value.member = sums[lane];                                   \
    }                                                                                           \
    static void name(const struct lines *l)                                                     \
    {                                                                                           \
        const type *in = (const type *)(const void *)l->in;                                     \
        type *out = (type *)(void *)l->out;                                                     \
        if (l->lanes == 1 || l->in_step * l->in_step < l->in_lane * l->in_lane) {               \
            int64_t lane = 0;                                                                   \
            for (; lane + TOGETHER <= l->lanes; lane += TOGETHER)                               \
                name##_lanes(l, lane, TOGETHER);                                                \
            for (; lane < l->lanes; lane++)                                                     \
                name##_lanes(l, lane, 1);                                                       \
            return;                                                                             \
        }                                                                                       \
        wide sums[LANES];                                                                       \
        for (int64_t lane = 0; lane < l->lanes; lane++)                                         \
            sums[lane] = l->states[lane].value.member;                                          \
        for (int64_t i = 0; i < l->length; i++) {                                               \
            const type *from = in + i * l->in_step;                                             \
            type *to = out != NULL ? out + i * l->out_step : NULL;                              \
            for (int64_t lane = 0; lane < l->lanes; lane++) {                                   \
                wide before = sums[lane];                                                       \
                sums[lane] = before join(wide) from[lane * l->in_lane];                         \
                if (to != NULL)                                                                 \
                    to[lane * l->out_lane] = (type)(l->exclusive ? before : sums[lane]);        \
            }                                                                                   \
        }                                                                                       \
        for (int64_t lane = 0; lane < l->lanes; lane++)                                         \
            l->states[lane].value.member = sums[lane];                                          \
    }

DEFINE_SCAN(sum_float32, any_float, real, double, +)
DEFINE_SCAN(sum_float64, any_double, real, double, +)
DEFINE_SCAN(sum_8, uint8_t, whole, uint64_t, +)
DEFINE_SCAN(sum_16, any_uint16, whole, uint64_t, +)
DEFINE_SCAN(sum_32, any_uint32, whole, uint64_t, +)
DEFINE_SCAN(any_sum_64, any_uint64, whole, uint64_t, +)
DEFINE_SCAN(product_float32, any_float, real, double, *)
DEFINE_SCAN(product_float64, any_double, real, double, *)
DEFINE_SCAN(product_8, uint8_t, whole, uint64_t, *)
DEFINE_SCAN(product_16, any_uint16, whole, uint64_t, *)
DEFINE_SCAN(product_32, any_uint32, whole, uint64_t, *)
DEFINE_SCAN(product_64, any_uint64, whole, uint64_t, *)

typedef uint64_t four_words __attribute__((vector_size(32)));

/* Sums up to each element of a dense line, four at a time: sums of integers are the same in any
 * sequence. Returns the total. */
static uint64_t sum_words(const char *in, char *out, int64_t length, uint64_t total)
{
    const four_words none = {0};
    four_words before = {total, total, total, total};
    int64_t i = 0;
    for (; i + 4 <= length; i += 4) {
        four_words sums;
        memcpy(&sums, in + i * 8, sizeof sums);
        sums += SHUFFLE(four_words, none, sums, 0, 4, 5, 6);
        sums += SHUFFLE(four_words, none, sums, 0, 0, 4, 5);
        const four_words all = SHUFFLE(four_words, sums, sums, 3, 3, 3, 3);
        sums += before;
        before += all;
        memcpy(out + i * 8, &sums, sizeof sums);
    }
    for (total = before[0]; i < length; i++) {
        uint64_t element;
        memcpy(&element, in + i * 8, sizeof element);
        total += element;
        memcpy(out + i * 8, &total, sizeof total);
    }
    return total;
}

static void sum_64(const struct lines *l)
{
    if (l->in_step != 1 || l->out_step != 1 || l->out == NULL || l->exclusive) {
        any_sum_64(l);
        return;
    }
    for (int64_t lane = 0; lane < l->lanes; lane++) {
        uint64_t *total = &l->states[lane].value.whole;
        *total = sum_words(l->in + lane * l->in_lane * 8, l->out + lane * l->out_lane * 8,
                           l->length, *total);
    }
}

static void put_place(const struct lines *l, int64_t lane, int64_t i, int64_t place)
{
    int64_t at = lane * l->place_lane + i * l->place_step;
    if (l->wide_places)
        ((any_int64 *)(void *)l->places)[at] = place;
    else
        ((any_int32 *)(void *)l->places)[at] = (int32_t)place;
}

#define IS_NAN(x) ((x) != (x))
#define IS_NEVER_NAN(x) false

/* Of equal elements the last counts. NaN is above all numbers, and a later NaN above an earlier
 * one. */
#define DEFINE_EXTREME(name, type, member, wide, is_nan, before)                           \
    static void name(const struct lines *l)                                                \
    {                                                                                      \
        const type *in = (const type *)(const void *)l->in;                                \
        type *out = (type *)(void *)l->out;                                                \
        for (int64_t lane = 0; lane < l->lanes; lane++) {                                  \
            struct state *state = &l->states[lane];                                        \
            type most = (type)state->value.member;                                         \
            int64_t place = state->place;                                                  \
            for (int64_t i = 0; i < l->length; i++) {                                      \
                type x = in[lane * l->in_lane + i * l->in_step];                           \
                bool is_next = place < 0 || is_nan(x) || (!is_nan(most) && x before most); \
                most = is_next ? x : most;                                                 \
                place = is_next ? l->first + i : place;                                    \
                if (out != NULL) {                                                         \
                    out[lane * l->out_lane + i * l->out_step] = most;                      \
                    put_place(l, lane, i, place);                                          \
                }                                                                          \
            }                                                                              \
            state->value.member = (wide)most;                                              \
            state->place = place;                                                          \
        }                                                                                  \
    }

#define DEFINE_EXTREMES(suffix, type, member, wide, is_nan)          \
    DEFINE_EXTREME(largest_##suffix, type, member, wide, is_nan, >=) \
    DEFINE_EXTREME(smallest_##suffix, type, member, wide, is_nan, <=)

DEFINE_EXTREMES(float32, any_float, real, double, IS_NAN)
DEFINE_EXTREMES(float64, any_double, real, double, IS_NAN)
DEFINE_EXTREMES(int8, int8_t, whole, uint64_t, IS_NEVER_NAN)
DEFINE_EXTREMES(uint8, uint8_t, whole, uint64_t, IS_NEVER_NAN)
DEFINE_EXTREMES(int16, any_int16, whole, uint64_t, IS_NEVER_NAN)
DEFINE_EXTREMES(int32, any_int32, whole, uint64_t, IS_NEVER_NAN)
DEFINE_EXTREMES(int64, any_int64, whole, uint64_t, IS_NEVER_NAN)

/* Steps are in elements. */
static void copy_halves(char *to, int64_t to_step, const char *from, int64_t from_step,
                        int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * to_step * 2, from + i * from_step * 2, 2);
}

/* Sums and products of halves: converts some elements of a few lanes at a time to float32. */
static void scan_halves(const struct lines *l)
{
    _Alignas(64) uint16_t halves[HALVES];
    _Alignas(64) float floats[TOGETHER][HALVES];
    const struct vector_level *level = &vector_levels[ai_cores_level()];
    struct lines strip = {.in = (const char *)floats,
                          .out = l->out != NULL ? (char *)floats : NULL,
                          .in_step = 1,
                          .out_step = 1,
                          .in_lane = HALVES,
                          .out_lane = HALVES,
                          .exclusive = l->exclusive};
    for (int64_t first = 0; first < l->lanes; first += TOGETHER)
        for (int64_t at = 0; at < l->length; at += HALVES) {
            strip.length = l->length - at < HALVES ? l->length - at : HALVES;
            strip.lanes = l->lanes - first < TOGETHER ? l->lanes - first : TOGETHER;
            strip.states = l->states + first;
            for (int64_t lane = 0; lane < strip.lanes; lane++) {
                const char *in = l->in + ((first + lane) * l->in_lane + at * l->in_step) * 2;
                if (l->in_step != 1)
                    copy_halves((char *)halves, 1, in, l->in_step, strip.length);
                level->casts[l->half][ACL_FLOAT](
                    strip.length,
                    (char *const[]){l->in_step != 1 ? (char *)halves : (char *)(uintptr_t)in,
                                    (char *)floats[lane]});
            }
            l->of_floats(&strip);
            for (int64_t lane = 0; lane < strip.lanes && l->out != NULL; lane++) {
                char *out = l->out + ((first + lane) * l->out_lane + at * l->out_step) * 2;
                level->casts[ACL_FLOAT][l->half](
                    strip.length,
                    (char *const[]){(char *)floats[lane], l->out_step != 1 ? (char *)halves : out});
                if (l->out_step != 1)
                    copy_halves(out, l->out_step, (const char *)halves, 1, strip.length);
            }
        }
}

typedef void (*scanner)(const struct lines *lines);

static scanner scanner_of(enum scan_kind kind, aclDataType type)
{
    static const scanner sums[] = {sum_8, sum_16, sum_32, sum_64};
    static const scanner products[] = {product_8, product_16, product_32, product_64};
    bool is_sum = kind == SCAN_SUM;
    if (kind <= SCAN_PRODUCT && type == ACL_FLOAT)
        return is_sum ? sum_float32 : product_float32;
    if (kind <= SCAN_PRODUCT && type == ACL_DOUBLE)
        return is_sum ? sum_float64 : product_float64;
    if (kind <= SCAN_PRODUCT) {
        int bytes = (int)data_type_bits(type) / 8;
        int size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
        return is_sum ? sums[size] : products[size];
    }
    bool is_largest = kind == SCAN_LARGEST;
    switch (type) {
    case ACL_FLOAT: return is_largest ? largest_float32 : smallest_float32;
    case ACL_DOUBLE: return is_largest ? largest_float64 : smallest_float64;
    case ACL_INT8: return is_largest ? largest_int8 : smallest_int8;
    case ACL_UINT8: return is_largest ? largest_uint8 : smallest_uint8;
    case ACL_INT16: return is_largest ? largest_int16 : smallest_int16;
    case ACL_INT32: return is_largest ? largest_int32 : smallest_int32;
    default: return is_largest ? largest_int64 : smallest_int64;
    }
}

/* ---- Where lines are ------------------------------------------------------------------------- */

static int64_t stride_of(const struct work_view *view, int32_t dim)
{
    return dim < 0 || view->rank == 0 ? 0 : view->strides[dim];
}

/* The offset in elements of the first element of a group's first line. */
static int64_t place_of(const struct scan *s, const struct work_view *view, int64_t group,
                        int64_t *lanes)
{
    int64_t place = 0;
    *lanes = 1;
    if (s->lane_dim >= 0) {
        int64_t parts = (view->dims[s->lane_dim] + LANES - 1) / LANES;
        int64_t first = group % parts * LANES;
        int64_t left = view->dims[s->lane_dim] - first;
        *lanes = left < LANES ? left : LANES;
        place = first * view->strides[s->lane_dim];
        group /= parts;
    }
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (i == s->attributes->dim || i == s->lane_dim)
            continue;
        place += group % view->dims[i] * view->strides[i];
        group /= view->dims[i];
    }
    return place;
}

/* Scans one piece of a group of lines, or all of it. `part` is the part of a complex number.
 * Several pieces of a single line are scanned as lanes. */
static void scan_piece(const struct scan *s, int64_t group, int64_t part, int64_t piece,
                       int64_t pieces, struct state *states)
{
    const struct work *work = s->work;
    const struct work_view *in = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    const struct work_view *places = &work->outputs[1];
    const struct scan_attributes *a = s->attributes;
    bool has_places = a->kind >= SCAN_LARGEST;
    int64_t first = s->pieces > 1 ? piece * PIECE : 0;
    int64_t length = s->pieces > 1 && s->length - first > PIECE ? PIECE : s->length - first;
    int64_t start = a->reverse ? s->length - 1 - first : first;
    int64_t sign = a->reverse ? -1 : 1;
    struct lines l = {.length = length,
                      .first = first,
                      .in_step = sign * s->parts * stride_of(in, a->dim),
                      .out_step = sign * s->parts * stride_of(out, a->dim),
                      .in_lane = s->parts * stride_of(in, s->lane_dim),
                      .out_lane = s->parts * stride_of(out, s->lane_dim),
                      .exclusive = a->exclusive,
                      .half = in->type,
                      .of_floats = s->of_floats,
                      .states = states};
    int64_t at = place_of(s, in, group, &l.lanes) + start * stride_of(in, a->dim);
    l.in = in->address + (at * s->parts + part) * s->width;
    at = place_of(s, out, group, &l.lanes) + start * stride_of(out, a->dim);
    l.out = s->only_totals ? NULL : out->address + (at * s->parts + part) * s->width;
    if (has_places) {
        at = place_of(s, places, group, &l.lanes) + start * stride_of(places, a->dim);
        l.places = places->address + at * (data_type_bits(places->type) / 8);
        l.wide_places = places->type == ACL_INT64;
        l.place_step = sign * stride_of(places, a->dim);
        l.place_lane = stride_of(places, s->lane_dim);
    }
    if (pieces > 1) {
        l.lanes = pieces;
        l.in_lane = PIECE * l.in_step;
        l.out_lane = PIECE * l.out_step;
    }
    s->one(&l);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static void start(const struct scan *s, struct state *states, int64_t lanes)
{
    bool is_real = s->type == ACL_FLOAT || s->type == ACL_DOUBLE;
    for (int64_t lane = 0; lane < lanes; lane++) {
        states[lane] = (struct state){.place = -1};
        if (s->attributes->kind != SCAN_PRODUCT)
            continue;
        if (is_real)
            states[lane].value.real = 1;
        else
            states[lane].value.whole = 1;
    }
}

static void scan_groups(int64_t block, int64_t blocks, void *context)
{
    const struct scan *s = context;
    struct state states[LANES];
    const struct block_share share = share_of_block(s->groups * s->parts, block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        start(s, states, LANES);
        scan_piece(s, i / s->parts, i % s->parts, 0, 1, states);
    }
}

/* How many states a piece has: one for each lane; a line without neighbours has one. */
static int64_t state_lanes(const struct scan *s)
{
    return s->lane_dim < 0 ? 1 : LANES;
}

static struct state *states_of(const struct scan *s, int64_t group, int64_t piece)
{
    return s->states + (group * s->pieces + piece) * state_lanes(s);
}

static void scan_pieces(int64_t block, int64_t blocks, void *context)
{
    const struct scan *s = context;
    bool is_alone = s->lane_dim < 0 && s->attributes->kind <= SCAN_PRODUCT;
    int64_t most = is_alone ? TOGETHER : 1;
    int64_t tasks = (s->pieces + most - 1) / most;
    for (int64_t i = block; i < s->groups * s->parts * tasks; i += blocks) {
        int64_t group = i / tasks;
        int64_t piece = i % tasks * most;
        int64_t past = piece + most < s->pieces ? piece + most : s->pieces;
        /* The last piece may be shorter than the others. */
        int64_t count = past == s->pieces && s->length % PIECE != 0 ? 1 : past - piece;
        for (; piece < past; piece += count) {
            struct state *states = states_of(s, group, piece);
            if (s->only_totals)
                start(s, states, count * state_lanes(s));
            scan_piece(s, group / s->parts, group % s->parts, piece, count, states);
        }
    }
}

/* Joins the total of a lane with the total before it. */
static struct state joined(const struct scan *s, struct state before, struct state after)
{
    bool is_real = s->type == ACL_FLOAT || s->type == ACL_DOUBLE;
    struct state result = before;
    switch (s->attributes->kind) {
    case SCAN_SUM:
        if (is_real)
            result.value.real += after.value.real;
        else
            result.value.whole += after.value.whole;
        return result;
    case SCAN_PRODUCT:
        if (is_real)
            result.value.real *= after.value.real;
        else
            result.value.whole *= after.value.whole;
        return result;
    default: break;
    }
    bool is_largest = s->attributes->kind == SCAN_LARGEST;
    bool next;
    if (before.place < 0)
        next = true;
    else if (is_real) {
        double a = before.value.real;
        double b = after.value.real;
        next = b != b || (a == a && (is_largest ? b >= a : b <= a));
    } else {
        /* Sign-extended, as when it was converted. */
        int64_t a = (int64_t)before.value.whole;
        int64_t b = (int64_t)after.value.whole;
        next = is_largest ? b >= a : b <= a;
    }
    return next ? after : before;
}

/* Replaces the state of each piece by the total of all pieces before it. */
static void join_pieces(const struct scan *s)
{
    for (int64_t group = 0; group < s->groups * s->parts; group++) {
        struct state sums[LANES];
        start(s, sums, LANES);
        for (int64_t piece = 0; piece < s->pieces; piece++) {
            struct state *states = states_of(s, group, piece);
            for (int64_t lane = 0; lane < state_lanes(s); lane++) {
                struct state own = states[lane];
                states[lane] = sums[lane];
                sums[lane] = joined(s, sums[lane], own);
            }
        }
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

/* Lines that are scanned together are neighbours along the last other dimension that is longer than
 * 1. */
static void prepare(struct scan *s, const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    *s = (struct scan){.work = work,
                       .attributes = work->attributes,
                       .type = in->type,
                       .length = 1,
                       .lane_dim = -1,
                       .groups = 1,
                       .parts = type_is_complex(in->type) ? 2 : 1};
    if (s->parts == 2)
        s->type = in->type == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
    s->width = data_type_bits(s->type) / 8;
    if (type_is_half(in->type))
        s->type = ACL_FLOAT;
    s->of_floats = scanner_of(s->attributes->kind, s->type);
    s->one = type_is_half(in->type) ? scan_halves : s->of_floats;
    for (int32_t i = 0; i < in->rank; i++) {
        if (i == s->attributes->dim)
            s->length = in->dims[i];
        else if (in->dims[i] != 1)
            s->lane_dim = i;
    }
    for (int32_t i = 0; i < in->rank; i++)
        if (i != s->attributes->dim)
            s->groups *= i == s->lane_dim ? (in->dims[i] + LANES - 1) / LANES : in->dims[i];
    bool is_long = s->length >= 4 * (int64_t)PIECE && s->groups < FEW_GROUPS;
    s->pieces = is_long ? (s->length + PIECE - 1) / PIECE : 1;
}

static uint64_t scan_scratch(const struct work *work)
{
    struct scan s;
    prepare(&s, work);
    return s.pieces == 1
               ? 0
               : (uint64_t)(s.groups * s.parts * s.pieces * state_lanes(&s)) * sizeof(struct state);
}

static void run_scan_work(const struct work *work, struct task_failure *failure)
{
    struct scan s;
    (void)failure;
    prepare(&s, work);
    int64_t tasks = s.groups * s.parts * s.pieces;
    if (tasks == 0 || s.length == 0)
        return;
    int64_t elements = s.length;
    for (int32_t i = 0; i < work->inputs[0].rank; i++)
        if (i != s.attributes->dim)
            elements *= work->inputs[0].dims[i];
    int64_t blocks = blocks_for(elements, ALONE, tasks);
    if (s.pieces == 1) {
        ai_cores_run_function("scan", scan_groups, blocks, &s);
        return;
    }
    s.states = (struct state *)(void *)work->scratch;
    s.only_totals = true;
    ai_cores_run_function("scan", scan_pieces, blocks, &s);
    join_pieces(&s);
    s.only_totals = false;
    ai_cores_run_function("scan", scan_pieces, blocks, &s);
}

const struct l0_run scan_kernel_scan = {
    .scratch_bytes = scan_scratch, .in_place = true, .run = run_scan_work};
