/* SPDX-License-Identifier: Apache-2.0 */
/* Unique, Unique2, UniqueConsecutive, UniqueDim: find elements, or slices along a dimension, that
 * differ from the one before, with or without a sort before that. NaN differs from every number and
 * from NaN; 0 equals -0. The work first counts the new ones in each piece, so that each piece knows
 * where its results go. So results do not depend on the number of cores. */
#include "ops/sort/unique.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/sort/sort_keys.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/convert.h"

/* ---- The work: slices ------------------------------------------------------------------------ */

#define MOST_PIECES 32
#define ELEMENTS_A_PIECE ((int64_t)1 << 15)

struct slices {
    const struct work *work;
    const struct unique_attributes *attributes;
    int64_t count;  /* number of slices */
    int64_t length; /* elements of a slice */
    int64_t inner;  /* elements of a slice behind the dimension */
    int64_t parts;  /* keys of an element: 2 for a complex number */
    bool is_float;
    uint64_t nan;   /* the key of NaN, for floating-point types */
    uint64_t *keys; /* of all slices; NULL: computed when they are needed */
    int64_t *order; /* the sequence of sorted slices; NULL: they are not sorted */
    int64_t *other;
    int64_t run; /* length of the runs that are merged */
    int64_t pieces;
    int64_t found[MOST_PIECES]; /* new ones in each piece */
    int64_t last[MOST_PIECES];  /* index of the last new one in the piece; -1: none */
    int64_t total;
};

static aclDataType part_type(aclDataType type)
{
    return type == ACL_COMPLEX64 ? ACL_FLOAT : type == ACL_COMPLEX128 ? ACL_DOUBLE : type;
}

static int64_t piece_first(const struct slices *s, int64_t piece)
{
    int64_t rest = s->count % s->pieces;
    return s->count / s->pieces * piece + (piece < rest ? piece : rest);
}

/* The address of an element of a slice, by its number in row-major sequence. */
static const char *slice_element(const struct work_view *view, int32_t dim, int64_t slice,
                                 int64_t number)
{
    int64_t offset = 0;
    if (dim < 0)
        return view_element(view, slice);
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (i == dim)
            continue;
        offset += number % view->dims[i] * view->strides[i];
        number /= view->dims[i];
    }
    return view->address + (offset + slice * view->strides[dim]) * view_width(view);
}

static void make_keys(int64_t piece, int64_t pieces, void *context)
{
    struct slices *s = context;
    const struct work_view *self = &s->work->inputs[0];
    aclDataType type = part_type(self->type);
    int64_t width = data_type_bits(type) / 8;
    (void)pieces;
    for (int64_t slice = piece_first(s, piece); slice < piece_first(s, piece + 1); slice++) {
        uint64_t *keys = s->keys + slice * s->length * s->parts;
        for (int64_t i = 0; i < s->length; i++) {
            const char *element = slice_element(self, s->attributes->dim, slice, i);
            for (int64_t part = 0; part < s->parts; part++)
                *keys++ = key_of(element_bits(element + part * width, width), type);
        }
    }
}

static int64_t slice_at(const struct slices *s, int64_t number)
{
    return s->order != NULL ? s->order[number] : number;
}

static bool is_same(const struct slices *s, int64_t a, int64_t b)
{
    const struct work_view *self = &s->work->inputs[0];
    if (s->keys == NULL) {
        int64_t width = view_width(self);
        uint64_t left = key_of(element_bits(self->address + a * width, width), self->type);
        uint64_t right = key_of(element_bits(self->address + b * width, width), self->type);
        return left == right && !(s->is_float && left == s->nan);
    }
    int64_t count = s->length * s->parts;
    const uint64_t *left = s->keys + a * count;
    const uint64_t *right = s->keys + b * count;
    for (int64_t i = 0; i < count; i++)
        if (left[i] != right[i] || (s->is_float && left[i] == s->nan))
            return false;
    return true;
}

/* Compares dense elements by their type: whether one differs from the one before. */
#define INLINE static inline __attribute__((always_inline))

INLINE bool differs(const char *first, int64_t i, aclDataType type, int64_t width)
{
    if (i == 0)
        return true;
    uint64_t left = key_of(element_bits(first + (i - 1) * width, width), type);
    uint64_t right = key_of(element_bits(first + i * width, width), type);
    bool is_float = type == ACL_FLOAT || type == ACL_DOUBLE || type == ACL_FLOAT16 ||
                    type == ACL_BF16;
    return left != right || (is_float && right == UINT64_MAX >> (64 - width * 8));
}

static bool is_new(const struct slices *s, int64_t number)
{
    return number == 0 || !is_same(s, slice_at(s, number - 1), slice_at(s, number));
}

/* ---- The work: order ------------------------------------------------------------------------- */

static bool is_before(const struct slices *s, int64_t a, int64_t b)
{
    int64_t count = s->length * s->parts;
    const uint64_t *left = s->keys + a * count;
    const uint64_t *right = s->keys + b * count;
    for (int64_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] < right[i];
    return false;
}

/* Each block merges its share of the pairs of runs. */
static void merge_runs(int64_t block, int64_t blocks, void *context)
{
    struct slices *s = context;
    for (int64_t first = block * 2 * s->run; first < s->count; first += blocks * 2 * s->run) {
        int64_t middle = first + s->run < s->count ? first + s->run : s->count;
        int64_t past = middle + s->run < s->count ? middle + s->run : s->count;
        int64_t left = first;
        int64_t right = middle;
        for (int64_t to = first; to < past; to++) {
            bool takes_right = left == middle ||
                               (right < past && is_before(s, s->order[right], s->order[left]));
            s->other[to] = s->order[takes_right ? right++ : left++];
        }
    }
}

static void sort_slices(struct slices *s)
{
    for (int64_t i = 0; i < s->count; i++)
        s->order[i] = i;
    for (s->run = 1; s->run < s->count; s->run *= 2) {
        int64_t pairs = (s->count + 2 * s->run - 1) / (2 * s->run);
        int64_t blocks = s->count * s->length / ELEMENTS_A_PIECE + 1;
        blocks = blocks < pairs ? blocks : pairs;
        ai_cores_run_function("unique", merge_runs, blocks < MOST_PIECES ? blocks : MOST_PIECES, s);
        int64_t *swapped = s->order;
        s->order = s->other;
        s->other = swapped;
    }
}

/* ---- The work: what differs ------------------------------------------------------------------ */

INLINE void count_flat(struct slices *s, int64_t piece, aclDataType type, int64_t width)
{
    const char *first = s->work->inputs[0].address;
    int64_t past = piece_first(s, piece + 1);
    int64_t found = 0;
    int64_t last = -1;
    for (int64_t i = piece_first(s, piece); i < past; i++) {
        bool is_next = differs(first, i, type, width);
        found += is_next;
        last = is_next ? i : last;
    }
    s->found[piece] = found;
    s->last[piece] = last;
}

static void count_new(int64_t piece, int64_t pieces, void *context)
{
    struct slices *s = context;
    (void)pieces;
    s->last[piece] = -1;
    if (s->keys == NULL) {
#define COUNT(type, width) count_flat(s, piece, type, width)
        FOR_TYPE(s->work->inputs[0].type, COUNT);
#undef COUNT
        return;
    }
    for (int64_t i = piece_first(s, piece); i < piece_first(s, piece + 1); i++)
        if (is_new(s, i)) {
            s->found[piece]++;
            s->last[piece] = i;
        }
}

/* Copies a slice to a dense tensor of the shape that was found. */
static void put_slice(const struct slices *s, int64_t slice, int64_t number)
{
    const struct work_view *self = &s->work->inputs[0];
    const struct work_view *out = &s->work->outputs[0];
    size_t width = (size_t)view_width(self);
    int32_t dim = s->attributes->dim;
    for (int64_t i = 0; i < s->length; i++) {
        int64_t outer = i / s->inner;
        int64_t place = (outer * s->total + number) * s->inner + i % s->inner;
        memcpy(view_element(out, place), slice_element(self, dim, slice, i), width);
    }
}

static void put_wide(const struct work_view *view, int64_t number, int64_t value)
{
    memcpy(view_element(view, number), &value, sizeof value);
}

/* The same for dense elements and dense outputs. */
struct flat_outputs {
    char *values;
    char *counts;       /* NULL: there is none */
    char *inverse;      /* NULL: there is none */
    const char *places; /* NULL: the elements are not sorted */
};

static bool find_flat_outputs(const struct slices *s, struct flat_outputs *flat)
{
    const struct work_view *outputs = s->work->outputs;
    int32_t count = 1 + s->attributes->has_counts + s->attributes->has_inverse;
    bool has_places = s->attributes->has_places;
    bool is_flat = s->keys == NULL && (!has_places || view_is_ordered(&s->work->inputs[1]));
    for (int32_t i = 0; i < count; i++)
        is_flat = is_flat && view_is_ordered(&outputs[i]);
    *flat = (struct flat_outputs){
        .values = outputs[0].address,
        .counts = s->attributes->has_counts ? outputs[1].address : NULL,
        .inverse = s->attributes->has_inverse ? outputs[count - 1].address : NULL,
        .places = has_places ? s->work->inputs[1].address : NULL,
    };
    return is_flat;
}

INLINE void write_flat(const struct slices *s, const struct flat_outputs *to, int64_t piece,
                       int64_t number, int64_t start, aclDataType type, int64_t width)
{
    const struct flat_outputs flat = *to;
    const char *first = s->work->inputs[0].address;
    int64_t past = piece_first(s, piece + 1);
    int64_t last = number + s->found[piece]; /* no more than were counted when room was made */
    for (int64_t i = piece_first(s, piece); i < past; i++) {
        if (differs(first, i, type, width) && number < last) {
            int64_t count = i - start;
            if (flat.counts != NULL && number >= 0)
                memcpy(flat.counts + number * 8, &count, 8);
            number++;
            start = i;
            memcpy(flat.values + number * width, first + i * width, (size_t)width);
        }
        if (flat.inverse == NULL)
            continue;
        int64_t place = i;
        if (flat.places != NULL)
            memcpy(&place, flat.places + i * 8, 8);
        memcpy(flat.inverse + place * 8, &number, 8);
    }
    int64_t count = s->count - start;
    if (flat.counts != NULL && piece == s->pieces - 1)
        memcpy(flat.counts + number * 8, &count, 8);
}

static void write_new(int64_t piece, int64_t pieces, void *context)
{
    struct slices *s = context;
    const struct unique_attributes *attributes = s->attributes;
    const struct work_view *counts = attributes->has_counts ? &s->work->outputs[1] : NULL;
    const struct work_view *inverse = attributes->has_inverse
                                          ? &s->work->outputs[attributes->has_counts ? 2 : 1]
                                          : NULL;
    int64_t number = -1;
    int64_t start = -1;
    (void)pieces;
    for (int64_t i = 0; i < piece; i++) {
        number += s->found[i];
        start = s->last[i] >= 0 ? s->last[i] : start;
    }
    struct flat_outputs flat;
    if (find_flat_outputs(s, &flat)) {
#define WRITE(type, width) write_flat(s, &flat, piece, number, start, type, width)
        FOR_TYPE(s->work->inputs[0].type, WRITE);
#undef WRITE
        return;
    }
    for (int64_t i = piece_first(s, piece); i < piece_first(s, piece + 1); i++) {
        if (is_new(s, i)) {
            if (counts != NULL && number >= 0)
                put_wide(counts, number, i - start);
            number++;
            start = i;
            put_slice(s, slice_at(s, i), number);
        }
        if (inverse == NULL)
            continue;
        int64_t place = slice_at(s, i);
        if (attributes->has_places)
            memcpy(&place, view_element(&s->work->inputs[1], i), sizeof place);
        put_wide(inverse, place, number);
    }
    if (counts != NULL && piece == s->pieces - 1)
        put_wide(counts, number, s->count - start);
}

/* False, with the failure set, when an output is too small. */
static bool has_room(const char *name, int64_t room, int64_t needed, struct task_failure *failure)
{
    if (needed <= room)
        return true;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s has room for %" PRId64 ", and %" PRId64 " were found for it", name, room, needed);
    return false;
}

static struct slices slices_of(const struct work *work)
{
    const struct work_view *self = &work->inputs[0];
    struct slices s = {.work = work, .attributes = work->attributes, .length = 1, .parts = 1};
    int32_t dim = s.attributes->dim;
    int64_t all = view_count(self);
    aclDataType type = part_type(self->type);
    s.parts = type != self->type ? 2 : 1;
    s.count = dim < 0 ? all : self->dims[dim];
    s.length = dim < 0 || s.count == 0 ? 1 : all / s.count;
    s.inner = 1;
    for (int32_t i = dim + 1; dim >= 0 && i < self->rank; i++)
        s.inner *= self->dims[i];
    s.is_float = type_is_float(type);
    s.nan = UINT64_MAX >> (64 - data_type_bits(type));
    s.pieces = s.count * s.length / ELEMENTS_A_PIECE + 1;
    s.pieces = s.pieces < MOST_PIECES ? s.pieces : MOST_PIECES;
    s.pieces = s.pieces < s.count ? s.pieces : s.count;
    return s;
}

static bool wants_keys(const struct slices *s)
{
    return s->attributes->dim >= 0 || s->parts > 1 || !view_is_ordered(&s->work->inputs[0]);
}

static uint64_t unique_scratch(const struct work *work)
{
    struct slices s = slices_of(work);
    uint64_t bytes = wants_keys(&s) ? (uint64_t)(s.count * s.length * s.parts) * 8 : 0;
    return bytes + (s.attributes->sorts ? (uint64_t)s.count * 16 : 0);
}

static void run_unique_work(const struct work *work, struct task_failure *failure)
{
    struct slices s = slices_of(work);
    const struct unique_attributes *attributes = s.attributes;
    const struct work_view *out = &work->outputs[0];
    if (s.count == 0 || s.length == 0)
        return;
    if (wants_keys(&s)) {
        s.keys = (uint64_t *)(void *)work->scratch;
        ai_cores_run_function("unique", make_keys, s.pieces, &s);
    }
    if (attributes->sorts) {
        s.order = (int64_t *)(void *)(s.keys + s.count * s.length * s.parts);
        s.other = s.order + s.count;
        sort_slices(&s);
    }
    ai_cores_run_function("unique", count_new, s.pieces, &s);
    for (int64_t i = 0; i < s.pieces; i++)
        s.total += s.found[i];
    if (!has_room("valueOut", view_count(out), s.total * s.length, failure))
        return;
    if (attributes->has_counts &&
        !has_room("countsOut", view_count(&work->outputs[1]), s.total, failure))
        return;
    if (attributes->has_inverse &&
        !has_room("inverseOut", view_count(&work->outputs[attributes->has_counts ? 2 : 1]), s.count,
                  failure))
        return;
    ai_cores_run_function("unique", write_new, s.pieces, &s);
    work->found[0] = (struct found_dims){.rank = 1, .dims = {s.total}};
    if (attributes->dim >= 0) {
        const struct work_view *self = &work->inputs[0];
        work->found[0].rank = self->rank;
        memcpy(work->found[0].dims, self->dims, (size_t)self->rank * sizeof *self->dims);
        work->found[0].dims[attributes->dim] = s.total;
    }
    if (attributes->has_counts)
        work->found[1] = (struct found_dims){.rank = 1, .dims = {s.total}};
}
const struct l0_run sort_kernel_unique = {.scratch_bytes = unique_scratch,
                                          .scratch_steers = true,
                                          .run = run_unique_work,
                                          .finds_dims = 2};
