/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/not_finite.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call_stack.h"
#include "base/environment.h"
#include "base/finding.h"
#include "executor/launch.h"
#include "executor/operator.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Numbers of a call ----------------------------------------------------------------------- */

static unsigned kind_of(double number)
{
    return isnan(number) ? NOT_FINITE_NAN : isinf(number) ? NOT_FINITE_INFINITY : 0;
}

static unsigned kind_of_scalar(const struct scalar *scalar)
{
    return scalar != NULL ? kind_of(scalar_double(scalar)) : 0;
}

static unsigned kinds_of_scalars(const struct scalar_array *scalars)
{
    unsigned kinds = 0;
    for (uint64_t i = 0; scalars != NULL && i < scalars->count; i++)
        kinds |= kind_of_scalar(scalars->members[i]);
    return kinds;
}

static unsigned kinds_of_floats(const struct array *array)
{
    unsigned kinds = 0;
    for (uint64_t i = 0; array != NULL && i < array->size; i++)
        kinds |= kind_of((double)((const float *)array->values)[i]);
    return kinds;
}

unsigned not_finite_numbers(const struct call *call)
{
    unsigned kinds = 0;
    for (int i = 0; i < call->operator->parameter_count; i++) {
        const struct argument *argument = &call->arguments[i];
        switch (call->operator->parameters[i].kind) {
        case ARGUMENT_SCALAR: kinds |= kind_of_scalar(argument->scalar); break;
        case ARGUMENT_SCALAR_LIST: kinds |= kinds_of_scalars(argument->scalars); break;
        case ARGUMENT_FLOAT_ARRAY: kinds |= kinds_of_floats(argument->array); break;
        case ARGUMENT_REAL: kinds |= kind_of(argument->real); break;
        default: break;
        }
    }
    return kinds;
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* A type of floating point, or of pairs of it. */
struct layout_of_type {
    unsigned width; /* bytes of one part; 0: it has neither NaN nor infinity, or is not looked at */
    unsigned parts; /* of an element */
    uint64_t exponent; /* the bits that are all 1 in what is not finite */
};

#define EXPONENT_16 UINT64_C(0x7c00)
#define EXPONENT_BFLOAT16 UINT64_C(0x7f80)
#define EXPONENT_32 UINT64_C(0x7f800000)
#define EXPONENT_64 UINT64_C(0x7ff0000000000000)

static struct layout_of_type layout_of(aclDataType type)
{
    switch (type) {
    case ACL_FLOAT16: return (struct layout_of_type){2, 1, EXPONENT_16};
    case ACL_BF16: return (struct layout_of_type){2, 1, EXPONENT_BFLOAT16};
    case ACL_FLOAT: return (struct layout_of_type){4, 1, EXPONENT_32};
    case ACL_DOUBLE: return (struct layout_of_type){8, 1, EXPONENT_64};
    case ACL_COMPLEX32: return (struct layout_of_type){2, 2, EXPONENT_16};
    case ACL_COMPLEX64: return (struct layout_of_type){4, 2, EXPONENT_32};
    case ACL_COMPLEX128: return (struct layout_of_type){8, 2, EXPONENT_64};
    default: return (struct layout_of_type){0, 0, 0};
    }
}

static uint64_t bits_at(const char *address, unsigned width)
{
    uint64_t bits = 0;
    memcpy(&bits, address, width);
    return bits;
}

/* Parts that lie one behind the other, 64 bytes at a time. */
#define DEFINE_ROW(BITS)                                                         \
    static bool row_of_##BITS(const char *at, int64_t count, uint64_t exponent)  \
    {                                                                            \
        typedef uint##BITS##_t lanes __attribute__((vector_size(64)));           \
        enum { COUNT = sizeof(lanes) / sizeof(uint##BITS##_t) };                 \
        lanes found = {0};                                                       \
        const lanes ones = found + (uint##BITS##_t)exponent;                     \
        uint##BITS##_t all = 0;                                                  \
        for (; count >= COUNT; count -= COUNT, at += sizeof(lanes)) {            \
            lanes some;                                                          \
            memcpy(&some, at, sizeof some);                                      \
            found |= (lanes)((some & ones) == ones);                             \
        }                                                                        \
        for (int i = 0; i < COUNT; i++)                                          \
            all |= found[i];                                                     \
        for (; count > 0; count--, at += sizeof(uint##BITS##_t))                 \
            all |= (bits_at(at, sizeof(uint##BITS##_t)) & exponent) == exponent; \
        return all != 0;                                                         \
    }

DEFINE_ROW(16)
DEFINE_ROW(32)
DEFINE_ROW(64)

static bool row_has(const char *at, int64_t count, int64_t step, struct layout_of_type layout)
{
    int64_t bytes = (int64_t)layout.width * layout.parts;
    if (step != 1) {
        for (int64_t i = 0; i < count; i++)
            if (row_has(at + i * step * bytes, 1, 1, layout))
                return true;
        return false;
    }
    count *= layout.parts;
    return layout.width == 2   ? row_of_16(at, count, layout.exponent)
           : layout.width == 4 ? row_of_32(at, count, layout.exponent)
                               : row_of_64(at, count, layout.exponent);
}

/* The dimensions of a view, and where it is in them. */
struct walk {
    int64_t rank;
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t strides[TENSOR_MAX_DIMS];
    int64_t at[TENSOR_MAX_DIMS];
};

/* To the next place in the first so many dimensions, the last the fastest; false behind the last.
 */
static bool step(struct walk *walk, int64_t rank)
{
    for (int64_t i = rank; i-- > 0;) {
        if (++walk->at[i] < walk->dims[i])
            return true;
        walk->at[i] = 0;
    }
    return false;
}

static int64_t offset_of(const struct walk *walk)
{
    int64_t offset = 0;
    for (int64_t i = 0; i < walk->rank; i++)
        offset += walk->at[i] * walk->strides[i];
    return offset;
}

/* Whether any element is not finite: all that is looked at where none is. */
static bool has_any(const struct tensor *tensor, const char *address, struct layout_of_type layout)
{
    struct walk walk = {.rank = 0};
    walk.rank = collapse_dims(tensor->dims, tensor->strides, tensor->rank, walk.dims, walk.strides);
    int64_t last = walk.rank - 1;
    do {
        const char *row = address + offset_of(&walk) * (int64_t)layout.width * layout.parts;
        if (row_has(row, walk.dims[last], walk.strides[last], layout))
            return true;
    } while (step(&walk, last));
    return false;
}

static unsigned kinds_of_element(const char *address, struct layout_of_type layout)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < layout.parts; i++) {
        uint64_t sign = UINT64_C(1) << (8 * layout.width - 1);
        uint64_t magnitude = bits_at(address + (size_t)i * layout.width, layout.width) & ~sign;
        if (magnitude >= layout.exponent)
            kinds |= magnitude == layout.exponent ? NOT_FINITE_INFINITY : NOT_FINITE_NAN;
    }
    return kinds;
}

/* What a tensor has, and the places of the first NaN and of the first infinity. */
struct content {
    unsigned kinds;
    struct walk first[2];
};

static void look_at(const struct tensor *tensor, const char *address, struct content *out)
{
    struct layout_of_type layout = layout_of(tensor->type);
    struct walk walk = {.rank = tensor->rank};
    out->kinds = 0;
    if (address == NULL || layout.width == 0 || !has_any(tensor, address, layout))
        return;
    memcpy(walk.dims, tensor->dims, sizeof walk.dims);
    memcpy(walk.strides, tensor->strides, sizeof walk.strides);
    do {
        const char *element = address + offset_of(&walk) * (int64_t)layout.width * layout.parts;
        unsigned added = kinds_of_element(element, layout) & ~out->kinds;
        if (added & NOT_FINITE_NAN)
            out->first[0] = walk;
        if (added & NOT_FINITE_INFINITY)
            out->first[1] = walk;
        out->kinds |= added;
    } while (out->kinds != (NOT_FINITE_NAN | NOT_FINITE_INFINITY) && step(&walk, walk.rank));
}

/* ---- Launches -------------------------------------------------------------------------------- */

struct not_finite {
    unsigned given;
    struct content contents[]; /* of the operands that are only written */
};

struct not_finite *not_finite_begin(const struct launch *launch)
{
    struct content content;
    if (!environment()->checks_nan)
        return NULL;
    size_t bytes = (size_t)launch->operand_count * sizeof content;
    struct not_finite *before = calloc(1, sizeof *before + bytes);
    if (before == NULL)
        return NULL;
    before->given = launch->given_not_finite;
    for (int i = 0; i < launch->operand_count; i++) {
        const struct operand *operand = &launch->operands[i];
        bool is_out = operand->role == ROLE_OUT;
        look_at(operand->tensor, launch->places[i].address,
                is_out ? &before->contents[i] : &content);
        if (!is_out)
            before->given |= content.kinds;
    }
    return before;
}

static void put_place(const struct walk *walk, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int64_t i = 0; i < walk->rank && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%" PRId64 "%s",
                                   i == 0 ? "[" : ", ", walk->at[i],
                                   i + 1 == walk->rank ? "]" : "");
}

static void tell(const struct launch *launch, const struct stream *stream, int number,
                 const struct walk *first, bool is_nan)
{
    char place[160];
    put_place(first, place, sizeof place);
    finding_asked_about(
        FINDING_NAN, launch->task.name, launch->task.queued_in,
        "%s%s is %s, and nothing that the call was given is (task %" PRIu64 " of stream %" PRId32
        "); look at its inputs: a division by 0, a logarithm or root outside of its domain, or a "
        "number beyond the range of the data type gives one",
        ARGUMENT_TEXT(launch->operands[number].name), place, is_nan ? "NaN" : "infinite",
        launch->task.sequence, stream_id(stream));
}

/* What was there before the call at the same place was not written by it. */
static bool is_new(const struct content *before, const struct content *after, int which)
{
    unsigned kind = which == 0 ? NOT_FINITE_NAN : NOT_FINITE_INFINITY;
    return (after->kinds & kind) != 0 &&
           ((before->kinds & kind) == 0 || memcmp(before->first[which].at, after->first[which].at,
                                                  sizeof after->first[which].at) != 0);
}

/* One finding for a launch: a NaN, or else an infinity. */
static bool tell_kind(const struct not_finite *before, const struct launch *launch,
                      const struct stream *stream, int which)
{
    struct content after;
    for (int i = 0; i < launch->operand_count; i++) {
        const struct operand *operand = &launch->operands[i];
        if (operand->role == ROLE_IN || launch->places[i].finds_dims)
            continue;
        look_at(operand->tensor, launch->places[i].address, &after);
        if (!is_new(&before->contents[i], &after, which))
            continue;
        tell(launch, stream, i, &after.first[which], which == 0);
        return true;
    }
    return false;
}

void not_finite_end(struct not_finite *before, const struct launch *launch,
                    const struct stream *stream, bool has_succeeded)
{
    if (before == NULL)
        return;
    bool told = !has_succeeded || (before->given & NOT_FINITE_NAN) != 0 ||
                tell_kind(before, launch, stream, 0);
    if (!told && before->given == 0)
        (void)tell_kind(before, launch, stream, 1);
    free(before);
}
