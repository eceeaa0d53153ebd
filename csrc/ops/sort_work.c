/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting: each row becomes pairs of an unsigned key, whose order is that of the elements, and the
 * place, which makes all pairs different: so any way of sorting is stable, and gives one result.
 * Rows are shared out among the AI cores; a long row is sorted by all of them. Radix passes from
 * the low digit up, a heap where few are wanted of many. Types of up to 32 bits are pairs of 8
 * bytes, others of 16.
 */
#include <string.h>

#include "base/data_type.h"
#include "executor/schedule.h"
#include "ops/sort.h"
#include "ops/sort_keys.h"
#include "runtime/ai_cores.h"
#include "tensor/convert.h"

/* Rows that are sorted at a time, each with scratch of its own. */
#define MOST_ROWS 16

/* A row that all cores sort together, if there are fewer rows than MOST_ROWS. */
#define LONG_ROW ((int64_t)1 << 18)
#define MOST_PIECES 32

#define DIGIT 8
#define DIGITS 256

/* Fewer are inserted one by one. */
#define SHORT_ROW 32

struct wide {
    uint64_t key;
    uint64_t place;
};

struct sorting {
    const struct work *work;
    const struct sort_attributes *attributes;
    int64_t rows;
    int64_t length;
    int64_t results; /* of a row */
    bool is_wide;
    size_t pair;
};

/* ---- Keys
 * -------------------------------------------------------------------------------------------- */

/* Elements [first, past) of a row as pairs. */
static void load_pairs(const struct sorting *s, const char *row, int64_t first, int64_t past,
                       void *pairs)
{
    const struct work_view *in = &s->work->inputs[0];
    int64_t width = data_type_bits(in->type) / 8;
    int64_t step = in->rank > 0 ? in->strides[s->attributes->dim] * width : width;
    uint64_t all = width == 8 ? UINT64_MAX : ((uint64_t)1 << (width * 8)) - 1;
    uint64_t turned = s->attributes->descending ? all : 0;
    for (int64_t i = first; i < past; i++) {
        uint64_t key = key_of(element_bits(row + i * step, width), in->type) ^ turned;
        if (s->is_wide)
            ((struct wide *)pairs)[i] = (struct wide){key, (uint64_t)i};
        else
            ((uint64_t *)pairs)[i] = key << 32 | (uint64_t)i;
    }
}

/* ---- Sorting
 * ----------------------------------------------------------------------------------------- */

#define NARROW_DIGIT(pair, shift) ((pair) >> (32 + (shift)) & (DIGITS - 1))
#define NARROW_BEFORE(a, b) ((a) < (b))
#define WIDE_DIGIT(pair, shift) ((pair).key >> (shift) & (DIGITS - 1))
#define WIDE_BEFORE(a, b) ((a).key < (b).key || ((a).key == (b).key && (a).place < (b).place))

/* For a type of pairs: counting, moving and inserting, and a heap whose last pair is on top. */
#define DEFINE_SORT(name, type, digit, before)                                                     \
    static void count_##name(const type *pairs, int64_t count, int shift, int64_t *counts)         \
    {                                                                                              \
        memset(counts, 0, DIGITS * sizeof *counts);                                                \
        for (int64_t i = 0; i < count; i++)                                                        \
            counts[digit(pairs[i], shift)]++;                                                      \
    }                                                                                              \
    static void move_##name(const type *from, int64_t count, int shift, int64_t *starts, type *to) \
    {                                                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            to[starts[digit(from[i], shift)]++] = from[i];                                         \
    }                                                                                              \
    static void insert_##name(type *pairs, int64_t count)                                          \
    {                                                                                              \
        for (int64_t i = 1; i < count; i++) {                                                      \
            type moved = pairs[i];                                                                 \
            int64_t at = i;                                                                        \
            for (; at > 0 && before(moved, pairs[at - 1]); at--)                                   \
                pairs[at] = pairs[at - 1];                                                         \
            pairs[at] = moved;                                                                     \
        }                                                                                          \
    }                                                                                              \
    static void sink_##name(type *heap, int64_t count, int64_t at)                                 \
    {                                                                                              \
        type moved = heap[at];                                                                     \
        for (;;) {                                                                                 \
            int64_t child = 2 * at + 1;                                                            \
            if (child + 1 < count && before(heap[child], heap[child + 1]))                         \
                child++;                                                                           \
            if (child >= count || !before(moved, heap[child]))                                     \
                break;                                                                             \
            heap[at] = heap[child];                                                                \
            at = child;                                                                            \
        }                                                                                          \
        heap[at] = moved;                                                                          \
    }                                                                                              \
    static void choose_##name(type *pairs, int64_t count, int64_t wanted)                          \
    {                                                                                              \
        for (int64_t at = wanted / 2 - 1; at >= 0; at--)                                           \
            sink_##name(pairs, wanted, at);                                                        \
        for (int64_t i = wanted; i < count; i++)                                                   \
            if (before(pairs[i], pairs[0])) {                                                      \
                pairs[0] = pairs[i];                                                               \
                sink_##name(pairs, wanted, 0);                                                     \
            }                                                                                      \
        for (int64_t left = wanted - 1; left > 0; left--) {                                        \
            type last = pairs[left];                                                               \
            pairs[left] = pairs[0];                                                                \
            pairs[0] = last;                                                                       \
            sink_##name(pairs, left, 0);                                                           \
        }                                                                                          \
    }                                                                                              \
    static type *sort_##name(type *pairs, type *other, int64_t count, int bits)                    \
    {                                                                                              \
        int64_t starts[DIGITS];                                                                    \
        if (count <= SHORT_ROW) {                                                                  \
            insert_##name(pairs, count);                                                           \
            return pairs;                                                                          \
        }                                                                                          \
        for (int shift = 0; shift < bits; shift += DIGIT) {                                        \
            count_##name(pairs, count, shift, starts);                                             \
            if (starts[digit(pairs[0], shift)] == count)                                           \
                continue;                                                                          \
            for (int64_t i = 0, sum = 0; i < DIGITS; i++) {                                        \
                int64_t own = starts[i];                                                           \
                starts[i] = sum;                                                                   \
                sum += own;                                                                        \
            }                                                                                      \
            move_##name(pairs, count, shift, starts, other);                                       \
            type *swapped = pairs;                                                                 \
            pairs = other;                                                                         \
            other = swapped;                                                                       \
        }                                                                                          \
        return pairs;                                                                              \
    }

DEFINE_SORT(narrow, uint64_t, NARROW_DIGIT, NARROW_BEFORE)
DEFINE_SORT(wide, struct wide, WIDE_DIGIT, WIDE_BEFORE)

/* ---- Results
 * ----------------------------------------------------------------------------------------- */

/* Where a row of a view begins, in bytes from its first element. */
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

static int64_t place_at(const struct sorting *s, const void *pairs, int64_t at)
{
    if (s->is_wide)
        return (int64_t)((const struct wide *)pairs)[at].place;
    return (int64_t)(((const uint64_t *)pairs)[at] & UINT32_MAX);
}

/* Results [first, past) of a row, which begin at the pair `from`. */
static void write_results(const struct sorting *s, int64_t row, const void *pairs, int64_t from,
                          int64_t first, int64_t past)
{
    const struct work_view *in = &s->work->inputs[0];
    const struct work_view *values = &s->work->outputs[0];
    const struct work_view *places = &s->work->outputs[1];
    int32_t dim = s->attributes->dim;
    size_t width = (size_t)(data_type_bits(in->type) / 8);
    int64_t step = in->rank > 0 ? in->strides[dim] * (int64_t)width : 0;
    int64_t value_step = in->rank > 0 ? values->strides[dim] * (int64_t)width : 0;
    int64_t place_step = in->rank > 0 ? places->strides[dim] * 8 : 0;
    const char *source = in->address + row_place(in, dim, row);
    char *value = values->address + row_place(values, dim, row);
    char *position = places->address + row_place(places, dim, row);
    for (int64_t i = first; i < past; i++) {
        int64_t place = place_at(s, pairs, from + i);
        memcpy(value + i * value_step, source + place * step, width);
        memcpy(position + i * place_step, &place, sizeof place);
    }
}

/* The pair that the results of a sorted row begin with. */
static int64_t first_result(const struct sorting *s, int64_t row, const void *pairs)
{
    const struct work_view *in = &s->work->inputs[0];
    int64_t width = data_type_bits(in->type) / 8;
    int32_t dim = s->attributes->dim;
    const char *source = in->address + row_place(in, dim, row);
    int64_t step = in->rank > 0 ? in->strides[dim] * width : 0;
    if (s->attributes->choice == SORT_FIRST)
        return 0;
    if (s->attributes->choice == SORT_ONE)
        return s->attributes->count - 1;
    /* NaNs are the last ones: how many numbers are before them? */
    int64_t low = 0;
    int64_t high = s->length;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (bits_are_nan(element_bits(source + place_at(s, pairs, middle) * step, width), in->type))
            high = middle;
        else
            low = middle + 1;
    }
    if (s->attributes->choice == SORT_MEDIAN)
        return low < s->length ? low : (s->length - 1) / 2;
    return low > 0 ? (low - 1) / 2 : 0;
}

/* ---- Rows
 * -------------------------------------------------------------------------------------------- */

static void *scratch_of(const struct sorting *s, int64_t number)
{
    return s->work->scratch + (size_t)(2 * number * s->length) * s->pair;
}

static void sort_rows(int64_t block, int64_t blocks, void *context)
{
    const struct sorting *s = context;
    const struct work_view *in = &s->work->inputs[0];
    int bits = (int)data_type_bits(in->type);
    void *pairs = scratch_of(s, block);
    void *other = (char *)pairs + (size_t)s->length * s->pair;
    int64_t wanted = s->attributes->count;
    bool is_few = s->attributes->choice <= SORT_ONE && wanted < s->length / 8;
    for (int64_t row = block; row < s->rows; row += blocks) {
        void *sorted = pairs;
        load_pairs(s, in->address + row_place(in, s->attributes->dim, row), 0, s->length, pairs);
        if (is_few && s->is_wide)
            choose_wide(pairs, s->length, wanted);
        else if (is_few)
            choose_narrow(pairs, s->length, wanted);
        else if (s->is_wide)
            sorted = sort_wide(pairs, other, s->length, bits);
        else
            sorted = sort_narrow(pairs, other, s->length, bits);
        write_results(s, row, sorted, first_result(s, row, sorted), 0, s->results);
    }
}

/* ---- One long row
 * ------------------------------------------------------------------------------------ */

struct long_row {
    const struct sorting *s;
    int64_t row;
    int64_t pieces;
    int shift;
    void *pairs;
    void *other;
    int64_t from; /* where the results begin */
    int64_t counts[MOST_PIECES][DIGITS];
};

static int64_t piece_start(int64_t count, int64_t piece, int64_t pieces)
{
    return count / pieces * piece + (piece < count % pieces ? piece : count % pieces);
}

static void load_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    const struct sorting *s = r->s;
    const struct work_view *in = &s->work->inputs[0];
    load_pairs(s, in->address + row_place(in, s->attributes->dim, r->row),
               piece_start(s->length, piece, pieces), piece_start(s->length, piece + 1, pieces),
               r->pairs);
}

static void count_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    int64_t first = piece_start(r->s->length, piece, pieces);
    int64_t count = piece_start(r->s->length, piece + 1, pieces) - first;
    if (r->s->is_wide)
        count_wide((struct wide *)r->pairs + first, count, r->shift, r->counts[piece]);
    else
        count_narrow((uint64_t *)r->pairs + first, count, r->shift, r->counts[piece]);
}

static void move_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    int64_t first = piece_start(r->s->length, piece, pieces);
    int64_t count = piece_start(r->s->length, piece + 1, pieces) - first;
    if (r->s->is_wide)
        move_wide((struct wide *)r->pairs + first, count, r->shift, r->counts[piece], r->other);
    else
        move_narrow((uint64_t *)r->pairs + first, count, r->shift, r->counts[piece], r->other);
}

static void write_piece(int64_t piece, int64_t pieces, void *context)
{
    struct long_row *r = context;
    write_results(r->s, r->row, r->pairs, r->from, piece_start(r->s->results, piece, pieces),
                  piece_start(r->s->results, piece + 1, pieces));
}

/* Counts become where each piece writes the pairs of each digit; false: all have one digit. */
static bool place_pieces(struct long_row *r)
{
    int64_t sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        int64_t before = sum;
        for (int64_t piece = 0; piece < r->pieces; piece++) {
            int64_t own = r->counts[piece][digit];
            r->counts[piece][digit] = sum;
            sum += own;
        }
        if (sum - before == r->s->length)
            return false;
    }
    return true;
}

static void sort_long_row(struct long_row *r)
{
    const struct sorting *s = r->s;
    int bits = (int)data_type_bits(s->work->inputs[0].type);
    r->pairs = scratch_of(s, 0);
    r->other = (char *)r->pairs + (size_t)s->length * s->pair;
    ai_cores_run_function("sort", load_piece, r->pieces, r);
    for (r->shift = 0; r->shift < bits; r->shift += DIGIT) {
        ai_cores_run_function("sort", count_piece, r->pieces, r);
        if (!place_pieces(r))
            continue;
        ai_cores_run_function("sort", move_piece, r->pieces, r);
        void *swapped = r->pairs;
        r->pairs = r->other;
        r->other = swapped;
    }
    r->from = first_result(s, r->row, r->pairs);
    ai_cores_run_function("sort", write_piece, r->pieces, r);
}

/* ---- The work
 * ---------------------------------------------------------------------------------------- */

static struct sorting sorting_of(const struct work *work)
{
    const struct work_view *in = &work->inputs[0];
    const struct sort_attributes *attributes = work->attributes;
    struct sorting s = {.work = work, .attributes = attributes, .rows = 1, .length = 1};
    s.is_wide = data_type_bits(in->type) > 32;
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
    return (uint64_t)(2 * rows_at_a_time(&s) * s.length) * s.pair;
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
    struct long_row row = {.s = &s, .pieces = MOST_PIECES};
    for (row.row = 0; row.row < s.rows; row.row++)
        sort_long_row(&row);
}

extern const struct l0_run run_sort;
const struct l0_run run_sort = {.scratch_bytes = sort_scratch, .run = run_sort_work};
