/* SPDX-License-Identifier: Apache-2.0 */
/* What work in C needs of its views: counts, addresses of elements, indices of two widths,
 * conversions of halves. */
#ifndef ACLNN_PY_OPS_COMMON_WORK_VIEWS_H
#define ACLNN_PY_OPS_COMMON_WORK_VIEWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "executor/schedule.h"

/* Floats at any address: an operand need not be aligned. */
typedef float any_float __attribute__((aligned(1)));
typedef double any_double __attribute__((aligned(1)));
typedef int16_t any_int16 __attribute__((aligned(1)));
typedef int32_t any_int32 __attribute__((aligned(1)));
typedef int64_t any_int64 __attribute__((aligned(1)));
typedef uint16_t any_uint16 __attribute__((aligned(1)));
typedef uint32_t any_uint32 __attribute__((aligned(1)));
typedef uint64_t any_uint64 __attribute__((aligned(1)));

static inline int64_t view_width(const struct work_view *view)
{
    return data_type_bits(view->type) / 8;
}

static inline int64_t view_count(const struct work_view *view)
{
    int64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++)
        if (view->dims[i] == 0)
            return 0; /* the other dims may then be anything */
    for (int32_t i = 0; i < view->rank; i++)
        count *= view->dims[i];
    return count;
}

/* Whether the elements are dense, in row-major sequence. */
static inline bool view_is_ordered(const struct work_view *view)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

/* The address of an element by its number in row-major sequence. */
static inline char *view_element(const struct work_view *view, int64_t number)
{
    int64_t offset = 0;
    if (view->rank == 1)
        return view->address + number * view->strides[0] * view_width(view);
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        offset += number % view->dims[i] * view->strides[i];
        number /= view->dims[i];
    }
    return view->address + offset * view_width(view);
}

/* Reads an index of int32 or int64. The program may write to indices meanwhile, so each is read
 * only once, and the value that was checked is the one that is used. */
static inline int64_t index_at(const char *address, bool is_wide)
{
    return is_wide ? *(const volatile any_int64 *)(const void *)address
                   : *(const volatile any_int32 *)(const void *)address;
}

static inline void put_index(char *address, bool is_wide, int64_t value)
{
    int32_t narrow = (int32_t)value;
    if (is_wide)
        memcpy(address, &value, sizeof value);
    else
        memcpy(address, &narrow, sizeof narrow);
}

/* ---- Halves, by arithmetic that compilers vectorise ------------------------------------------ */

static inline float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of_float16(uint16_t half)
{
    uint32_t size = (uint32_t)(half & 0x7FFF) << 13;
    float scaled = float_of_bits(size) * 0x1p112F;
    uint32_t special = size >= 0x0F800000 ? 0x7F800000 : 0;
    return float_of_bits(bits_of_float(scaled) | special | (uint32_t)(half & 0x8000) << 16);
}

static inline float float_of_bfloat16(uint16_t half)
{
    return float_of_bits((uint32_t)half << 16);
}

/* Rounds to the nearest, ties to even. */
static inline uint16_t float16_of_float(float value)
{
    uint32_t bits = bits_of_float(value);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t size = bits & 0x7FFFFFFF;
    if (size > 0x7F800000)
        return 0x7E00;
    if (size >= 0x477FF000)
        return (uint16_t)(sign | 0x7C00);
    if (size < 0x38800000)
        return (uint16_t)(sign | (bits_of_float(float_of_bits(size) + 0.5F) - 0x3F000000));
    return (uint16_t)(sign | (size + 0xFFF + (size >> 13 & 1) - 0x38000000) >> 13);
}

static inline uint16_t bfloat16_of_float(float value)
{
    uint32_t bits = bits_of_float(value);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return 0x7FC0;
    return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#endif
