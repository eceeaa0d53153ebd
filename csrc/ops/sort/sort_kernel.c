/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting. Each element of a row becomes a pair: an unsigned key that sorts like the element, and
 * the index. All pairs differ, so every way to sort them is stable and gives the same result. Rows
 * are divided among the AI cores; a long row is sorted by all of them. When all elements are
 * wanted, radix passes sort from the lowest digit on. When few are wanted, only elements that come
 * before the last of the best so far are kept. When one is wanted, pairs are partitioned around one
 * of them; in a long row digits are counted from the highest on. Pairs have 8 bytes for types of up
 * to 32 bits and 16 for others, but 8 in a long row whose keys all have the same upper half. */
#include "ops/sort/sort.h"

#include <stdatomic.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/sort.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/sort/sort_keys.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/convert.h"

/* How many rows are sorted at a time, each with scratch of its own. */
#define MOST_ROWS 16

/* All cores sort a row of at least this length together, when there are fewer rows than
 * MOST_ROWS. */
#define LONG_ROW ((int64_t)1 << 18)
#define PIECES 16

#define DIGIT 8
#define DIGITS 256
#define MOST_DIGITS 8 /* digits of a key */

/* Bits of a digit for long rows: where pairs are moved, and where they are only counted. */
#define LONG_DIGIT 11
#define LONG_DIGITS 2048
#define RANK_DIGIT 16
#define RANK_DIGITS 65536

/* How many elements are compared at once with the last of the best. */
#define BLOCK 32

/* Shorter rows are sorted by insertion. */
#define SHORT_ROW 32

/* At least this many pairs are collected before the worst are dropped; later twice as many as are
 * wanted. */
#define LEAST_CHOSEN 1024

struct wide {
    uint64_t key;
    uint64_t place;
};

struct sorting {
    const struct work *work;
    const struct sort_attributes *attributes;
    int64_t rows;
    int64_t length;
    int64_t results; /* results of a row */
    int64_t width;   /* bytes of an element */
    int64_t step;    /* bytes from one element to the next */
    aclDataType type;
    uint64_t turned; /* what keys are XORed with: all bits when the sort is descending */
    bool is_wide;
    uint64_t above; /* the upper half of all keys, for types of 64 bits whose pairs have 8 bytes */
    size_t pair;
};

/* ---- Keys ------------------------------------------------------------------------------------ */

#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t key_at(const char *row, int64_t place, int64_t step, aclDataType type,
                       int64_t width, uint64_t turned)
{
    return key_of(element_bits(row + place * step, width), type) ^ turned;
}

/* The element of a key; false when several elements have that key. */
INLINE bool bits_of_key(uint64_t key, aclDataType type, uint64_t *bits)
{
    uint64_t sign = (uint64_t)1 << (type == ACL_DOUBLE ? 63 : type == ACL_FLOAT ? 31 : 15);
    switch (type) {
    case ACL_FLOAT:
    case ACL_DOUBLE:
    case ACL_FLOAT16:
    case ACL_BF16:
        *bits = key > sign ? key - sign : sign | (sign - key);
        return key != sign && key != (sign | (sign - 1));
    case ACL_BOOL: return false;
    default: *bits = key_of(key, type); return true;
    }
}

INLINE void load_typed(const char *row, int64_t step, int64_t first, int64_t past, void *pairs,
                       bool is_wide, uint64_t turned, aclDataType type, int64_t width)
{
    for (int64_t i = first; i < past; i++) {
        uint64_t key = key_at(row, i, step, type, width, turned);
        if (width == 8 && is_wide)
            ((struct wide *)pairs)[i] = (struct wide){key, (uint64_t)i};
        else
            ((uint64_t *)pairs)[i] = key << 32 | (uint64_t)i;
    }
}

/* Loads elements [first, past) of a row as pairs. */
static void load_pairs(const struct sorting *s, const char *row, int64_t first, int64_t past,
                       void *pairs)
{
#define LOAD(type, width) \
    load_typed(row, s->step, first, past, pairs, s->is_wide, s->turned, type, width)
    FOR_TYPE(s->type, LOAD);
#undef LOAD
}

/* ---- Sorting --------------------------------------------------------------------------------- */

#define NARROW_KEY(pair) ((pair) >> 32)
#define NARROW_BEFORE(a, b) ((a) < (b))
#define WIDE_KEY(pair) ((pair).key)
#define WIDE_BEFORE(a, b) ((a).key < (b).key || ((a).key == (b).key && (a).place < (b).place))

/* The ways to sort a type of pairs. Placing moves a pair to where it belongs among those before it,
 * which are sorted. Insertion and merging take pairs in any sequence. Radix passes
 * take pairs in the sequence of their indices; all digits are counted before the first pass.
 * Partitioning puts the first `wanted` pairs before all others; it compares with the middle of
 * three pairs, and merges instead when that was a bad choice too often. */
#define DEFINE_SORT(name, type, key, before)                                                     \
    static void place_##name(type *pairs, int64_t at)                                            \
    {                                                                                            \
        type moved = pairs[at];                                                                  \
        for (; at > 0 && before(moved, pairs[at - 1]); at--)                                     \
            pairs[at] = pairs[at - 1];                                                           \
        pairs[at] = moved;                                                                       \
    }                                                                                            \
    static void insert_##name(type *pairs, int64_t count)                                        \
    {                                                                                            \
        for (int64_t i = 1; i < count; i++)                                                      \
            place_##name(pairs, i);                                                              \
    }                                                                                            \
    static type *order_##name(type *pairs, type *other, int64_t count)                           \
    {                                                                                            \
        for (int64_t first = 0; first < count; first += SHORT_ROW)                               \
            insert_##name(pairs + first, count - first < SHORT_ROW ? count - first : SHORT_ROW); \
        for (int64_t run = SHORT_ROW; run < count; run *= 2) {                                   \
            for (int64_t first = 0; first < count; first += 2 * run) {                           \
                int64_t middle = first + run < count ? first + run : count;                      \
                int64_t past = middle + run < count ? middle + run : count;                      \
                int64_t left = first;                                                            \
                int64_t right = middle;                                                          \
                for (int64_t to = first; to < past; to++) {                                      \
                    bool takes_left = right == past ||                                           \
                                      (left < middle && before(pairs[left], pairs[right]));      \
                    other[to] = pairs[takes_left ? left++ : right++];                            \
                }                                                                                \
            }                                                                                    \
            type *swapped = pairs;                                                               \
            pairs = other;                                                                       \
            other = swapped;                                                                     \
        }                                                                                        \
        return pairs;                                                                            \
    }                                                                                            \
    static type *sort_##name(type *pairs, type *other, int64_t count, int bits)                  \
    {                                                                                            \
        int64_t counts[MOST_DIGITS][DIGITS];                                                     \
        int passes = bits / DIGIT;                                                               \
        if (count <= SHORT_ROW) {                                                                \
            insert_##name(pairs, count);                                                         \
            return pairs;                                                                        \
        }                                                                                        \
        memset(counts, 0, (size_t)passes * sizeof *counts);                                      \
        for (int64_t i = 0; i < count; i++)                                                      \
            for (int pass = 0; pass < passes; pass++)                                            \
                counts[pass][key(pairs[i]) >> (pass * DIGIT) & (DIGITS - 1)]++;                  \
        for (int pass = 0; pass < passes; pass++) {                                              \
            int64_t *starts = counts[pass];                                                      \
            int shift = pass * DIGIT;                                                            \
            if (starts[key(pairs[0]) >> shift & (DIGITS - 1)] == count)                          \
                continue;                                                                        \
            for (int64_t i = 0, sum = 0; i < DIGITS; i++) {                                      \
                int64_t own = starts[i];                                                         \
                starts[i] = sum;                                                                 \
                sum += own;                                                                      \
            }                                                                                    \
            for (int64_t i = 0; i < count; i++)                                                  \
                other[starts[key(pairs[i]) >> shift & (DIGITS - 1)]++] = pairs[i];               \
            type *swapped = pairs;                                                               \
            pairs = other;                                                                       \
            other = swapped;                                                                     \
        }                                                                                        \
        return pairs;                                                                            \
    }                                                                                            \
    static void part_##name(type *pairs, type *other, int64_t count, int64_t wanted)             \
    {                                                                                            \
        int64_t low = 0;                                                                         \
        int64_t high = count - 1;                                                                \
        int rounds = 2 * (64 - __builtin_clzll((uint64_t)count | 1));                            \
        while (high - low >= SHORT_ROW && rounds-- > 0) {                                        \
            type a = pairs[low];                                                                 \
            type b = pairs[low + (high - low) / 2];                                              \
            type c = pairs[high];                                                                \
            type middle = before(a, b) ? (before(b, c)   ? b                                     \
                                          : before(a, c) ? c                                     \
                                                         : a)                                    \
                                       : (before(a, c)   ? a                                     \
                                          : before(b, c) ? c                                     \
                                                         : b);                                   \
            int64_t left = low;                                                                  \
            int64_t right = high;                                                                \
            while (left <= right) {                                                              \
                while (before(pairs[left], middle))                                              \
                    left++;                                                                      \
                while (before(middle, pairs[right]))                                             \
                    right--;                                                                     \
                if (left > right)                                                                \
                    break;                                                                       \
                type moved = pairs[left];                                                        \
                pairs[left++] = pairs[right];                                                    \
                pairs[right--] = moved;                                                          \
            }                                                                                    \
            if (wanted - 1 <= right)                                                             \
                high = right;                                                                    \
            else if (wanted - 1 >= left)                                                         \
                low = left;                                                                      \
            else                                                                                 \
                return;                                                                          \
        }                                                                                        \
        int64_t rest = high - low + 1;                                                           \
        type *sorted = order_##name(pairs + low, other, rest);                                   \
        if (sorted != pairs + low)                                                               \
            memcpy(pairs + low, sorted, (size_t)rest * sizeof *pairs);                           \
    }

DEFINE_SORT(narrow, uint64_t, NARROW_KEY, NARROW_BEFORE)
DEFINE_SORT(wide, struct wide, WIDE_KEY, WIDE_BEFORE)

/* ---- Results --------------------------------------------------------------------------------- */

/* The offset in bytes of a view's row from its first element. */
static int64_t row_place(const struct work_view *view, int32_t dim, int64_t row)
{
    int64_t place = 0;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (i == dim)
            continue;
        place += row % view->dims[i] * view->strides[i];
        row /= view->dims[i];
    }
    return place * (data_type_bits(view->type) / 8);
}

static const char *row_of(const struct sorting *s, int64_t row)
{
    const struct work_view *in = &s->work->inputs[0];
    return in->address + row_place(in, s->attributes->dim, row);
}

INLINE void write_typed(const char *source, const void *pairs, int64_t first, int64_t past,
                        int64_t step, bool is_wide, uint64_t above, uint64_t turned, char *value,
                        int64_t value_step, char *position, int64_t place_step, aclDataType type,
                        int64_t width)
{
    for (int64_t i = first; i < past; i++) {
        bool is_pair = width == 8 && is_wide;
        uint64_t narrow = is_pair ? 0 : ((const uint64_t *)pairs)[i];
        uint64_t key = is_pair ? ((const struct wide *)pairs)[i].key : narrow >> 32 | above;
        uint64_t place = is_pair ? ((const struct wide *)pairs)[i].place : narrow & UINT32_MAX;
        uint64_t bits = 0;
        if (!bits_of_key(key ^ turned, type, &bits))
            bits = element_bits(source + (int64_t)place * step, width);
        memcpy(value + i * value_step, &bits, (size_t)width);
        memcpy(position + i * place_step, &place, sizeof place);
    }
}

/* Writes results [first, past) of a row. */
static void write_results(const struct sorting *s, int64_t row, const void *pairs, int64_t first,
                          int64_t past)
{
    const struct work_view *values = &s->work->outputs[0];
    const struct work_view *places = &s->work->outputs[1];
    int32_t dim = s->attributes->dim;
    bool is_one = s->work->inputs[0].rank == 0;
    int64_t value_step = is_one ? 0 : values->strides[dim] * s->width;
    int64_t place_step = is_one ? 0 : places->strides[dim] * 8;
    const char *source = row_of(s, row);
    char *value = values->address + row_place(values, dim, row);
    char *position = places->address + row_place(places, dim, row);
#define WRITE(type, width)                                                                   \
    write_typed(source, pairs, first, past, s->step, s->is_wide, s->above, s->turned, value, \
                value_step, position, place_step, type, width)
    FOR_TYPE(s->type, WRITE);
#undef WRITE
}

/* Writes the result of a row that has only one: the element at an index. */
static void write_one(const struct sorting *s, int64_t row, int64_t place)
{
    const struct work_view *values = &s->work->outputs[0];
    const struct work_view *places = &s->work->outputs[1];
    int32_t dim = s->attributes->dim;
    memcpy(values->address + row_place(values, dim, row), row_of(s, row) + place * s->step,
           (size_t)s->width);
    memcpy(places->address + row_place(places, dim, row), &place, sizeof place);
}

/* The rank of the result in a row that has so many NaN, which come last. */
static int64_t rank_of(const struct sorting *s, int64_t nans)
{
    int64_t numbers = s->length - nans;
    switch (s->attributes->choice) {
    case SORT_ONE: return s->attributes->count - 1;
    case SORT_MEDIAN: return nans > 0 ? numbers : (s->length - 1) / 2;
    default: return numbers > 0 ? (numbers - 1) / 2 : 0;
    }
}

static bool counts_nans(const struct sorting *s)
{
    return s->attributes->choice > SORT_ONE && type_is_float(s->type);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void *scratch_of(const struct sorting *s, int64_t number)
{
    return s->work->scratch + (size_t)(2 * number * s->length) * s->pair;
}

/* Which of a block of dense elements have keys below one: a bit for each. */
#define WHICH_BELOW(BITS)                                                                   \
    do {                                                                                    \
        uint##BITS##_t elements[BLOCK];                                                     \
        memcpy(elements, row, sizeof elements);                                             \
        for (int i = 0; i < BLOCK; i++) {                                                   \
            uint##BITS##_t key = key_of_##BITS(elements[i], type) ^ (uint##BITS##_t)turned; \
            found |= (uint32_t)(key < (uint##BITS##_t)last) << i;                           \
        }                                                                                   \
    } while (0)

INLINE uint32_t which_below(const char *row, uint64_t last, uint64_t turned, aclDataType type,
                            int64_t width)
{
    uint32_t found = 0;
    switch (width) {
    case 1: WHICH_BELOW(8); break;
    case 2: WHICH_BELOW(16); break;
    case 4: WHICH_BELOW(32); break;
    default: WHICH_BELOW(64); break;
    }
    return found;
}

/* Puts the first `wanted` pairs before all others. */
static void part(const struct sorting *s, void *pairs, void *other, int64_t count, int64_t wanted)
{
    if (s->is_wide)
        part_wide(pairs, other, count, wanted);
    else
        part_narrow(pairs, other, count, wanted);
}

/* Puts the last of some pairs to where it belongs among the others, which are sorted. */
static void place_last(const struct sorting *s, void *pairs, int64_t count)
{
    if (s->is_wide)
        place_wide(pairs, count - 1);
    else
        place_narrow(pairs, count - 1);
}

/* The largest key of some pairs, which are sorted or not. */
static uint64_t last_key(const struct sorting *s, const void *pairs, int64_t count, bool is_sorted)
{
    uint64_t last = 0;
    for (int64_t i = is_sorted ? count - 1 : 0; i < count; i++) {
        uint64_t key = s->is_wide ? ((const struct wide *)pairs)[i].key
                                  : ((const uint64_t *)pairs)[i] >> 32;
        last = key > last ? key : last;
    }
    return last;
}

/* Finds the `wanted` first of elements [first, past) of a row, as pairs from pairs[first] on, in
 * any sequence. Elements that do not come before the last of the best so far are passed over. A few
 * best are kept sorted; of more, as many again are collected before the worst are dropped. There
 * are more elements than `wanted`, and `other` has as much room as pairs. */
INLINE void choose_typed(const struct sorting *s, const char *row, void *pairs, void *other,
                         int64_t first, int64_t past, int64_t wanted, aclDataType type,
                         int64_t width)
{
    bool is_few = wanted < SHORT_ROW;
    int64_t room = is_few ? wanted : 4 * wanted > LEAST_CHOSEN ? 4 * wanted : LEAST_CHOSEN;
    room = room < past - first ? room : past - first;
    load_typed(row, s->step, first, first + room, pairs, width == 8, s->turned, type, width);
    char *best = (char *)pairs + (size_t)first * s->pair;
    char *rest = (char *)other + (size_t)first * s->pair;
    int64_t full = is_few ? wanted + 1 : 2 * wanted < room ? 2 * wanted : room;
    part(s, best, rest, room, wanted);
    int64_t count = wanted;
    uint64_t last = last_key(s, best, count, is_few);
    for (int64_t start = first + room; start < past; start += BLOCK) {
        int64_t left = past - start;
        uint32_t found = left < BLOCK ? ((uint32_t)1 << left) - 1 : UINT32_MAX;
        if (s->step == width && left >= BLOCK)
            found = which_below(row + start * width, last, s->turned, type, width);
        for (; found != 0; found &= found - 1) {
            int64_t i = start + __builtin_ctz(found);
            uint64_t key = key_at(row, i, s->step, type, width, s->turned);
            if (key >= last)
                continue;
            if (width == 8)
                ((struct wide *)(void *)best)[count++] = (struct wide){key, (uint64_t)i};
            else
                ((uint64_t *)(void *)best)[count++] = key << 32 | (uint64_t)i;
            if (count < full)
                continue;
            if (is_few)
                place_last(s, best, count);
            else
                part(s, best, rest, count, wanted);
            count = wanted;
            last = last_key(s, best, count, is_few);
        }
    }
    part(s, best, rest, count, wanted);
}

static void choose(const struct sorting *s, const char *row, void *pairs, void *other,
                   int64_t first, int64_t past, int64_t wanted)
{
#define CHOOSE(type, width) choose_typed(s, row, pairs, other, first, past, wanted, type, width)
    FOR_TYPE(s->type, CHOOSE);
#undef CHOOSE
}

/* Sorts all pairs of a row, which come in the sequence of their indices. */
static void *sort_pairs(const struct sorting *s, void *pairs, void *other)
{
    int bits = (int)s->width * 8;
    return s->is_wide ? (void *)sort_wide(pairs, other, s->length, bits)
                      : (void *)sort_narrow(pairs, other, s->length, bits);
}

/* Sorts pairs that come in any sequence. */
static void *order_pairs(const struct sorting *s, void *pairs, void *other, int64_t count)
{
    return s->is_wide ? (void *)order_wide(pairs, other, count)
                      : (void *)order_narrow(pairs, other, count);
}

static int64_t nans_among(const struct sorting *s, const void *pairs)
{
    uint64_t nan = UINT64_MAX >> (64 - s->width * 8);
    int64_t nans = 0;
    for (int64_t i = 0; i < s->length; i++)
        nans += (s->is_wide ? ((const struct wide *)pairs)[i].key
                            : ((const uint64_t *)pairs)[i] >> 32) == nan;
    return nans;
}

/* Finds the only result of a row by partitioning its pairs. */
static void find_one(const struct sorting *s, int64_t row, void *pairs, void *other)
{
    load_pairs(s, row_of(s, row), 0, s->length, pairs);
    int64_t rank = rank_of(s, counts_nans(s) ? nans_among(s, pairs) : 0);
    part(s, pairs, other, s->length, rank + 1);
    write_one(s, row,
              (int64_t)(s->is_wide ? ((struct wide *)pairs)[rank].place
                                   : ((uint64_t *)pairs)[rank] & UINT32_MAX));
}

static void sort_rows(int64_t block, int64_t blocks, void *context)
{
    const struct sorting *s = context;
    void *pairs = scratch_of(s, block);
    void *other = (char *)pairs + (size_t)s->length * s->pair;
    bool is_few = s->results < (s->results < SHORT_ROW ? s->length : s->length / 8);
    for (int64_t row = block; row < s->rows; row += blocks) {
        void *sorted;
        if (s->attributes->choice != SORT_FIRST) {
            find_one(s, row, pairs, other);
            continue;
        }
        if (is_few) {
            choose(s, row_of(s, row), pairs, other, 0, s->length, s->results);
            sorted = order_pairs(s, pairs, other, s->results);
        } else {
            load_pairs(s, row_of(s, row), 0, s->length, pairs);
            sorted = sort_pairs(s, pairs, other);
        }
        write_results(s, row, sorted, 0, s->results);
    }
}

/* ---- One long row ---------------------------------------------------------------------------- */

struct long_row {
    const struct sorting *s;
    int64_t row;
    int shift;
    void *pairs;
    void *other;
    uint64_t prefix;         /* the bits of the sought key above the digit */
    int64_t *counts;         /* counts of each piece */
    _Atomic uint64_t varies; /* bits in which keys differ */
};

static int64_t piece_start(int64_t count, int64_t piece)
{
    return count / PIECES * piece + (piece < count % PIECES ? piece : count % PIECES);
}

static void load_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    const struct sorting *s = r->s;
    (void)pieces;
    load_pairs(s, row_of(s, r->row), piece_start(s->length, piece),
               piece_start(s->length, piece + 1), r->pairs);
}

INLINE uint64_t varies_typed(const char *row, int64_t step, int64_t first, int64_t past,
                             uint64_t turned, aclDataType type, int64_t width)
{
    uint64_t begin = key_at(row, 0, step, type, width, turned);
    uint64_t varies = 0;
    for (int64_t i = first; i < past; i++)
        varies |= key_at(row, i, step, type, width, turned) ^ begin;
    return varies;
}

static void find_varying(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    const struct sorting *s = r->s;
    const char *row = row_of(s, r->row);
    int64_t first = piece_start(s->length, piece);
    int64_t past = piece_start(s->length, piece + 1);
    (void)pieces;
#define VARIES(type, width) \
    atomic_fetch_or(&r->varies, varies_typed(row, s->step, first, past, s->turned, type, width))
    FOR_TYPE(s->type, VARIES);
#undef VARIES
}

#define LONG_DIGIT_OF(key) ((key) >> r->shift & (LONG_DIGITS - 1))

static void count_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    int64_t first = piece_start(r->s->length, piece);
    int64_t past = piece_start(r->s->length, piece + 1);
    int64_t *counts = r->counts + piece * LONG_DIGITS;
    (void)pieces;
    memset(counts, 0, LONG_DIGITS * sizeof *counts);
    if (r->s->is_wide) {
        const struct wide *wide = r->pairs;
        for (int64_t i = first; i < past; i++)
            counts[LONG_DIGIT_OF(wide[i].key)]++;
    } else {
        const uint64_t *narrow = r->pairs;
        for (int64_t i = first; i < past; i++)
            counts[LONG_DIGIT_OF(narrow[i] >> 32)]++;
    }
}

static void move_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    int64_t first = piece_start(r->s->length, piece);
    int64_t past = piece_start(r->s->length, piece + 1);
    int64_t *starts = r->counts + piece * LONG_DIGITS;
    (void)pieces;
    if (r->s->is_wide) {
        const struct wide *wide = r->pairs;
        struct wide *to = r->other;
        for (int64_t i = first; i < past; i++)
            to[starts[LONG_DIGIT_OF(wide[i].key)]++] = wide[i];
    } else {
        const uint64_t *narrow = r->pairs;
        uint64_t *to = r->other;
        for (int64_t i = first; i < past; i++)
            to[starts[LONG_DIGIT_OF(narrow[i] >> 32)]++] = narrow[i];
    }
}

static void write_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    (void)pieces;
    write_results(r->s, r->row, r->pairs, piece_start(r->s->results, piece),
                  piece_start(r->s->results, piece + 1));
}

/* Turns counts into the positions where each piece writes the pairs of each digit. False when all
 * have the same digit. */
static bool place_pieces(struct long_row *r)
{
    int64_t sum = 0;
    for (int digit = 0; digit < LONG_DIGITS; digit++) {
        int64_t before = sum;
        for (int64_t piece = 0; piece < PIECES; piece++) {
            int64_t own = r->counts[piece * LONG_DIGITS + digit];
            r->counts[piece * LONG_DIGITS + digit] = sum;
            sum += own;
        }
        if (sum - before == r->s->length)
            return false;
    }
    return true;
}

/* Pairs of 64-bit types have 8 bytes when all keys have the same upper half. */
static struct sorting narrowed(struct long_row *r)
{
    struct sorting s = *r->s;
    atomic_init(&r->varies, s.is_wide ? 0 : UINT64_MAX);
    if (!s.is_wide)
        return s;
    ai_cores_run_function("sort", find_varying, PIECES, r);
    if (atomic_load(&r->varies) >> 32 != 0 || s.length > UINT32_MAX)
        return s;
    uint64_t begin = key_of(element_bits(row_of(&s, r->row), s.width), s.type) ^ s.turned;
    s.is_wide = false;
    s.pair = sizeof(uint64_t);
    s.above = begin >> 32 << 32;
    return s;
}

static void sort_long_row(struct long_row *r)
{
    const struct sorting own = narrowed(r);
    const struct sorting *s = &own;
    uint64_t varies = atomic_load(&r->varies);
    r->s = s;
    r->pairs = scratch_of(s, 0);
    r->other = (char *)r->pairs + (size_t)s->length * s->pair;
    r->counts = (int64_t *)(void *)((char *)r->other + (size_t)s->length * s->pair);
    ai_cores_run_function("sort", load_piece, PIECES, r);
    for (r->shift = 0; r->shift < s->width * 8; r->shift += LONG_DIGIT) {
        if ((varies >> r->shift & (LONG_DIGITS - 1)) == 0)
            continue;
        ai_cores_run_function("sort", count_piece, PIECES, r);
        if (!place_pieces(r))
            continue;
        ai_cores_run_function("sort", move_piece, PIECES, r);
        void *swapped = r->pairs;
        r->pairs = r->other;
        r->other = swapped;
    }
    ai_cores_run_function("sort", write_piece, PIECES, r);
}

/* ---- A few of a long row --------------------------------------------------------------------- */

static void choose_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    const struct sorting *s = r->s;
    (void)pieces;
    choose(s, row_of(s, r->row), r->pairs, r->other, piece_start(s->length, piece),
           piece_start(s->length, piece + 1), s->results);
}

static void choose_of_long_row(struct long_row *r)
{
    const struct sorting *s = r->s;
    size_t bytes = (size_t)s->results * s->pair;
    r->pairs = scratch_of(s, 0);
    r->other = (char *)r->pairs + (size_t)s->length * s->pair;
    ai_cores_run_function("sort", choose_piece, PIECES, r);
    for (int64_t piece = 1; piece < PIECES; piece++)
        memmove((char *)r->pairs + (size_t)piece * bytes,
                (char *)r->pairs + (size_t)piece_start(s->length, piece) * s->pair, bytes);
    part(s, r->pairs, r->other, PIECES * s->results, s->results);
    write_results(s, r->row, order_pairs(s, r->pairs, r->other, s->results), 0, s->results);
}

/* ---- One of a long row ----------------------------------------------------------------------- */

INLINE void count_typed(const struct long_row *r, const char *row, int64_t first, int64_t past,
                        int64_t *counts, aclDataType type, int64_t width)
{
    int above = r->shift + RANK_DIGIT;
    for (int64_t i = first; i < past; i++) {
        uint64_t key = key_at(row, i, r->s->step, type, width, 0);
        bool is_meant = above >= width * 8 || key >> above == r->prefix;
        counts[key >> r->shift & (RANK_DIGITS - 1)] += is_meant;
    }
}

static void count_digits(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    const char *row = row_of(r->s, r->row);
    int64_t first = piece_start(r->s->length, piece);
    int64_t past = piece_start(r->s->length, piece + 1);
    int64_t *counts = r->counts + piece * RANK_DIGITS;
    (void)pieces;
    memset(counts, 0, RANK_DIGITS * sizeof *counts);
#define COUNT(type, width) count_typed(r, row, first, past, counts, type, width)
    FOR_TYPE(r->s->type, COUNT);
#undef COUNT
}

static int64_t count_of(const struct long_row *r, int64_t digit)
{
    int64_t sum = 0;
    for (int64_t piece = 0; piece < PIECES; piece++)
        sum += r->counts[piece * RANK_DIGITS + digit];
    return sum;
}

/* Every pass reads the elements, and the program may change them between two passes; then the
 * result may be any element. */
static void find_long_one(struct long_row *r)
{
    const struct sorting *s = r->s;
    int bits = (int)s->width * 8;
    int64_t rank = -1;
    int64_t digit = 0;
    r->counts = (int64_t *)(void *)s->work->scratch;
    for (r->shift = bits > RANK_DIGIT ? bits - RANK_DIGIT : 0; r->shift >= 0;
         r->shift -= RANK_DIGIT) {
        ai_cores_run_function("sort", count_digits, PIECES, r);
        if (rank < 0) /* only NaN has this digit */
            rank = rank_of(s, counts_nans(s) ? count_of(r, RANK_DIGITS - 1) : 0);
        int64_t own = 0;
        for (digit = 0; digit < RANK_DIGITS - 1; digit++) {
            own = count_of(r, digit);
            if (rank < own)
                break;
            rank -= own;
        }
        r->prefix = r->prefix << RANK_DIGIT | (uint64_t)digit;
    }
    int64_t piece = 0;
    while (piece < PIECES - 1 && rank >= r->counts[piece * RANK_DIGITS + digit])
        rank -= r->counts[piece++ * RANK_DIGITS + digit];
    const char *row = row_of(s, r->row);
    int64_t place = piece_start(s->length, piece);
    for (; place < s->length - 1; place++)
        if (key_at(row, place, s->step, s->type, s->width, 0) == r->prefix && rank-- == 0)
            break;
    write_one(s, r->row, place);
}

/* ---- The work -------------------------------------------------------------------------------- */

static struct sorting sorting_of(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    const struct sort_attributes *attributes = work->attributes;
    struct sorting s = {.work = work, .attributes = attributes, .rows = 1, .length = 1};
    s.type = in->type;
    s.width = data_type_bits(in->type) / 8;
    s.step = in->rank > 0 ? in->strides[attributes->dim] * s.width : s.width;
    s.turned = attributes->descending ? UINT64_MAX >> (64 - s.width * 8) : 0;
    s.is_wide = s.width > 4;
    s.pair = s.is_wide ? sizeof(struct wide) : sizeof(uint64_t);
    for (int32_t i = 0; i < in->rank; i++) {
        if (i == attributes->dim)
            s.length = in->dims[i];
        else
            s.rows *= in->dims[i];
    }
    s.results = attributes->choice == SORT_FIRST ? attributes->count : 1;
    return s;
}

static bool is_long(const struct sorting *s)
{
    return s->length >= LONG_ROW && s->rows < MOST_ROWS;
}

static int64_t rows_at_a_time(const struct sorting *s)
{
    if (is_long(s))
        return 1;
    return s->rows < MOST_ROWS ? s->rows : MOST_ROWS;
}

static uint64_t sort_scratch(const struct work *work)
{
    struct sorting s = sorting_of(work);
    if (is_long(&s) && s.attributes->choice != SORT_FIRST)
        return (uint64_t)PIECES * RANK_DIGITS * sizeof(int64_t);
    return (uint64_t)(2 * rows_at_a_time(&s) * s.length) * s.pair +
           (is_long(&s) ? (uint64_t)PIECES * LONG_DIGITS * sizeof(int64_t) : 0);
}

static void run_sort_work(const struct work *work, struct task_failure *failure)
{
    struct sorting s = sorting_of(work);
    (void)failure;
    if (s.rows == 0 || s.length == 0 || s.results == 0)
        return;
    if (!is_long(&s)) {
        ai_cores_run_function("sort", sort_rows, rows_at_a_time(&s), &s);
        return;
    }
    for (int64_t row = 0; row < s.rows; row++) {
        struct long_row r = {.s = &s, .row = row};
        if (s.attributes->choice != SORT_FIRST)
            find_long_one(&r);
        else if (s.results < s.length / (8 * PIECES))
            choose_of_long_row(&r);
        else
            sort_long_row(&r);
    }
}

const struct l0_run sort_kernel_sort = {
    .scratch_bytes = sort_scratch, .scratch_steers = true, .run = run_sort_work};
