/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of many dense rows in registers, with the bits of the fold instructions: what one row
 * leaves in lanes is joined for several rows together, since a short row takes no longer than that.
 */
#ifndef ACLNN_PY_VECTOR_ROW_LANES_H
#define ACLNN_PY_VECTOR_ROW_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "vector/registers.h"
#include "vector/row_folds.h"
#include "vector/shuffle.h"

/* SQUARES is a sum of the squares of distances from a number of the row. Lanes of a PRODUCT are
 * float64 from the begin. */
enum fold { SUM, SQUARES, PRODUCT, LARGEST, LEAST };
enum type { FLOAT32_ROW, FLOAT16_ROW, BFLOAT16_ROW };

#define INLINE static inline __attribute__((always_inline))

/* The rows whose lanes are joined together: as many as a register holds float64. */
#define TOGETHER (REGISTER / 2)

typedef int64_t long_words __attribute__((vector_size(4 * REGISTER)));

/* The right numbers where they are larger, or less, else the left ones. */
INLINE floats chosen_floats(enum fold fold, floats left, floats right)
{
#if defined(__AVX512F__)
    return (floats)(fold == LARGEST ? _mm512_max_ps((__m512)right, (__m512)left)
                                    : _mm512_min_ps((__m512)right, (__m512)left));
#elif defined(__AVX__)
    return (floats)(fold == LARGEST ? _mm256_max_ps((__m256)right, (__m256)left)
                                    : _mm256_min_ps((__m256)right, (__m256)left));
#elif defined(__x86_64__)
    return (floats)(fold == LARGEST ? _mm_max_ps((__m128)right, (__m128)left)
                                    : _mm_min_ps((__m128)right, (__m128)left));
#else
    words takes = fold == LARGEST ? right > left : right < left;
    return (floats)(((words)right & takes) | ((words)left & ~takes));
#endif
}

INLINE doubles chosen_doubles(enum fold fold, doubles left, doubles right)
{
#if defined(__AVX512F__)
    return (doubles)(fold == LARGEST ? _mm512_max_pd((__m512d)right, (__m512d)left)
                                     : _mm512_min_pd((__m512d)right, (__m512d)left));
#elif defined(__AVX__)
    return (doubles)(fold == LARGEST ? _mm256_max_pd((__m256d)right, (__m256d)left)
                                     : _mm256_min_pd((__m256d)right, (__m256d)left));
#else
    long_words takes = fold == LARGEST ? right > left : right < left;
    return (doubles)(((long_words)right & takes) | ((long_words)left & ~takes));
#endif
}

INLINE bool is_choice(enum fold fold)
{
    return fold == LARGEST || fold == LEAST;
}

INLINE floats joined_floats(enum fold fold, floats left, floats right)
{
    if (is_choice(fold))
        return chosen_floats(fold, left, right);
    return left + right;
}

INLINE doubles joined_doubles(enum fold fold, doubles left, doubles right)
{
    if (is_choice(fold))
        return chosen_doubles(fold, left, right);
    return fold == PRODUCT ? left * right : left + right;
}

/* Where any of some numbers was NaN: a sum is NaN by itself, a choice leaves it out. */
#if defined(__AVX512F__)
typedef __mmask16 marks;
#else
typedef words marks;
#endif

INLINE marks marks_of(floats numbers)
{
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)numbers, (__m512)numbers, _CMP_UNORD_Q);
#else
    return (words)(numbers != numbers);
#endif
}

INLINE bool are_marked(marks some)
{
#if defined(__AVX512F__)
    return some != 0;
#else
    return !are_negative(~some);
#endif
}

INLINE float identity_of(enum fold fold)
{
    switch (fold) {
    case PRODUCT: return 1;
    case LARGEST: return -INFINITY;
    case LEAST: return INFINITY;
    default: return 0;
    }
}

/* What is folded of elements. */
INLINE floats terms_of(enum fold fold, floats elements, float middle)
{
    if (fold != SQUARES)
        return elements;
    const floats distances = elements - middle;
    return distances * distances;
}

INLINE floats elements_at(enum type type, const char *row, int64_t element)
{
#if defined(HAS_HALVES)
    if (type != FLOAT32_ROW)
        return widened(row + element * (int64_t)sizeof(uint16_t), type == BFLOAT16_ROW);
#else
    (void)type;
#endif
    return floats_at((const any_float *)(const void *)row + element);
}

INLINE int64_t width_of(enum type type)
{
    return (int64_t)(type == FLOAT32_ROW ? sizeof(float) : sizeof(uint16_t));
}

/* The values are no NaN but the one of instructions. */
INLINE void put_elements(enum type type, char *row, int64_t element, floats values)
{
#if defined(HAS_HALVES)
    if (type != FLOAT32_ROW) {
        put_narrowed(row + element * width_of(type), values, type == BFLOAT16_ROW);
        return;
    }
#endif
    put_floats((float *)(void *)(row + element * width_of(type)), values);
}

/* A register from an element on; behind element `past` it has zeros. */
INLINE floats register_at(enum type type, const char *row, int64_t element, int64_t past)
{
    int64_t width = width_of(type);
    if (element + REGISTER <= past)
        return elements_at(type, row, element);
    char rest[REGISTER * sizeof(float)] = {0};
    memcpy(rest, row + element * width, (size_t)((past - element) * width));
    return elements_at(type, rest, 0);
}

/* Writes what lies before element `past`. */
INLINE void put_register_at(enum type type, char *row, int64_t element, int64_t past, floats values)
{
    char rest[REGISTER * sizeof(float)];
    int64_t width = width_of(type);
    if (element + REGISTER <= past) {
        put_elements(type, row, element, values);
        return;
    }
    put_elements(type, rest, 0, values);
    memcpy(row + element * width, rest, (size_t)((past - element) * width));
}

INLINE void put_two_registers(enum type type, char *row, int64_t element, floats first,
                              floats second)
{
#if defined(HAS_HALVES)
    if (type != FLOAT32_ROW) {
        put_two_narrowed(row + element * width_of(type), first, second, type == BFLOAT16_ROW);
        return;
    }
#endif
    put_elements(type, row, element, first);
    put_elements(type, row, element + REGISTER, second);
}

/* What is folded of the `count` elements behind the last whole lanes, and identities behind it. */
INLINE void rest_of(enum fold fold, enum type type, const char *from, int count, float middle,
                    floats rest[REGISTERS])
{
    const floats identity = (floats){0} + identity_of(fold);
#if defined(__AVX512F__)
    const int64_t width = width_of(type);
    uint32_t all = (UINT32_C(1) << count) - 1;
    EACH_REGISTER(v)
    {
        __mmask16 some = (__mmask16)(all >> (v * REGISTER));
        const char *memory = from + v * REGISTER * width;
        floats elements;
        if (type == FLOAT32_ROW)
            elements = (floats)_mm512_maskz_loadu_ps(some, memory);
        else
            elements = widened_halves((halves)_mm256_maskz_loadu_epi16(some, memory),
                                      type == BFLOAT16_ROW);
        const floats terms = terms_of(fold, elements, middle);
        rest[v] = (floats)_mm512_mask_mov_ps((__m512)identity, some, (__m512)terms);
    }
#else
    char memory[LANES * sizeof(float)] = {0};
    words lane = {0};
    _Pragma("GCC unroll 16") for (int i = 0; i < REGISTER; i++) lane[i] = i;
#if defined(__AVX2__)
    if (type == FLOAT32_ROW) {
        EACH_REGISTER(v)
        {
            words some = lane + v * REGISTER < count;
            const float *elements = (const float *)(const void *)from + v * REGISTER;
            const floats loaded = (floats)_mm256_maskload_ps(elements, (__m256i)some);
            const floats terms = terms_of(fold, loaded, middle);
            rest[v] = (floats)_mm256_blendv_ps((__m256)identity, (__m256)terms, (__m256)some);
        }
        return;
    }
#endif
    memcpy(memory, from, (size_t)(count * width_of(type)));
    EACH_REGISTER(v)
    {
        words is_there = lane + v * REGISTER < count;
        words elements = (words)terms_of(fold, elements_at(type, memory, v * REGISTER), middle);
        rest[v] = (floats)((elements & is_there) | ((words)identity & ~is_there));
    }
#endif
}

/* Joins registers of lanes until they are one. */
INLINE doubles joined_registers(enum fold fold, doubles parts[2 * REGISTERS])
{
    _Pragma("GCC unroll 8") for (int half = REGISTERS; half > 0; half /= 2)
        _Pragma("GCC unroll 8") for (int i = 0; i < half; i++)
            parts[i] = joined_doubles(fold, parts[i], parts[i + half]);
    return parts[0];
}

/* The lanes as float64, half a register of them in each part. */
INLINE void doubles_of_lanes(const floats lanes[REGISTERS], doubles parts[2 * REGISTERS])
{
#if defined(__AVX512F__)
    EACH_REGISTER(v)
    {
        __m512 register_of = (__m512)lanes[v];
        parts[2 * v] = (doubles)_mm512_cvtps_pd(_mm512_castps512_ps256(register_of));
        parts[2 * v + 1] = (doubles)_mm512_cvtps_pd(_mm512_extractf32x8_ps(register_of, 1));
    }
#elif defined(__AVX__)
    EACH_REGISTER(v)
    {
        __m256 register_of = (__m256)lanes[v];
        parts[2 * v] = (doubles)_mm256_cvtps_pd(_mm256_castps256_ps128(register_of));
        parts[2 * v + 1] = (doubles)_mm256_cvtps_pd(_mm256_extractf128_ps(register_of, 1));
    }
#else
    float memory[LANES];
    EACH_REGISTER(v) put_floats(memory + v * REGISTER, lanes[v]);
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++)
        parts[i] = doubles_at((const any_float *)memory + i * REGISTER / 2);
#endif
}

/* The lanes as float64, joined until they fill one register. */
INLINE doubles joined_lanes(enum fold fold, const floats lanes[REGISTERS])
{
    doubles parts[2 * REGISTERS];
    doubles_of_lanes(lanes, parts);
    return joined_registers(fold, parts);
}

/* The elements from `from` on as lanes [first, past) of 32, and zeros. */
INLINE void some_lanes_of(enum type type, const char *from, int first, int past,
                          floats lanes[REGISTERS])
{
    const int64_t width = width_of(type);
#if defined(__AVX512F__)
    const uint32_t all = (uint32_t)((UINT64_C(1) << past) - (UINT64_C(1) << first));
    EACH_REGISTER(v)
    {
        const __mmask16 some = (__mmask16)(all >> (v * REGISTER));
        const void *memory = (const void *)((uintptr_t)from +
                                            (uintptr_t)((v * REGISTER - first) * width));
        if (type == FLOAT32_ROW)
            lanes[v] = (floats)_mm512_maskz_loadu_ps(some, memory);
        else
            lanes[v] = widened_halves((halves)_mm256_maskz_loadu_epi16(some, memory),
                                      type == BFLOAT16_ROW);
    }
#else
    char memory[LANES * sizeof(float)] = {0};
    memcpy(memory + first * width, from, (size_t)((past - first) * width));
    EACH_REGISTER(v) lanes[v] = elements_at(type, memory, v * REGISTER);
#endif
}

/* The values of lanes [first, past) in register v, and zeros. */
INLINE floats kept_lanes(floats values, int v, int first, int past)
{
#if defined(__AVX512F__)
    const uint32_t all = (uint32_t)((UINT64_C(1) << past) - (UINT64_C(1) << first));
    return (floats)_mm512_maskz_mov_ps((__mmask16)(all >> (v * REGISTER)), (__m512)values);
#else
    words lane = {0};
    _Pragma("GCC unroll 16") for (int i = 0; i < REGISTER; i++) lane[i] = i + v * REGISTER;
    return (floats)((words)values & (lane >= first) & (lane < past));
#endif
}

/* Multiplies the lanes by 32 numbers. */
INLINE void multiply_lanes(doubles lanes[2 * REGISTERS], const any_float *numbers)
{
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++)
        lanes[i] *= doubles_at(numbers + i * REGISTER / 2);
}

/* The product of a row, joined until it fills one register. */
INLINE doubles product_lanes_of(enum type type, const char *row, int64_t columns)
{
    doubles lanes[2 * REGISTERS];
    float numbers[LANES];
    int64_t at = 0;
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++) lanes[i] = (doubles){0} + 1;
    for (; at + LANES <= columns; at += LANES) {
        if (type == FLOAT32_ROW) {
            multiply_lanes(lanes, (const any_float *)(const void *)row + at);
        } else {
            EACH_REGISTER(v)
            put_floats(numbers + v * REGISTER, elements_at(type, row, at + v * REGISTER));
            multiply_lanes(lanes, numbers);
        }
    }
    if (at < columns) {
        floats rest[REGISTERS];
        rest_of(PRODUCT, type, row + at * width_of(type), (int)(columns - at), 0, rest);
        EACH_REGISTER(v) put_floats(numbers + v * REGISTER, rest[v]);
        multiply_lanes(lanes, numbers);
    }
    return joined_registers(PRODUCT, lanes);
}

/* The lanes of a row as float64, joined until they fill one register. */
INLINE doubles lanes_of(enum fold fold, enum type type, const char *row, int64_t columns,
                        float middle)
{
    floats lanes[REGISTERS];
    marks nan = {0};
    int64_t at = 0;
    EACH_REGISTER(v) lanes[v] = (floats){0} + identity_of(fold);
    for (; at + LANES <= columns; at += LANES) {
        EACH_REGISTER(v)
        {
            const floats elements = terms_of(fold, elements_at(type, row, at + v * REGISTER),
                                             middle);
            lanes[v] = joined_floats(fold, lanes[v], elements);
            if (is_choice(fold))
                nan |= marks_of(elements);
        }
    }
    if (at < columns) {
        floats rest[REGISTERS];
        rest_of(fold, type, row + at * width_of(type), (int)(columns - at), middle, rest);
        EACH_REGISTER(v)
        {
            lanes[v] = joined_floats(fold, lanes[v], rest[v]);
            if (is_choice(fold))
                nan |= marks_of(rest[v]);
        }
    }
    /* They stay, since they are the left ones wherever lanes are joined. */
    if (is_choice(fold) && are_marked(nan))
        EACH_REGISTER(v) lanes[v] = (floats){0} + NAN;
    return joined_lanes(fold, lanes);
}

/* Joins both halves of the `each` numbers that two registers have of each row: the results of the
 * first come before those of the second. */
INLINE doubles joined_halves(enum fold fold, doubles one, doubles other, int each)
{
#if REGISTER == 16
    if (each == 8)
        return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 1, 2, 3, 8, 9, 10, 11),
                              SHUFFLE(long_words, one, other, 4, 5, 6, 7, 12, 13, 14, 15));
    if (each == 4)
        return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 1, 4, 5, 8, 9, 12, 13),
                              SHUFFLE(long_words, one, other, 2, 3, 6, 7, 10, 11, 14, 15));
    return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 2, 4, 6, 8, 10, 12, 14),
                          SHUFFLE(long_words, one, other, 1, 3, 5, 7, 9, 11, 13, 15));
#elif REGISTER == 8
    if (each == 4)
        return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 1, 4, 5),
                              SHUFFLE(long_words, one, other, 2, 3, 6, 7));
    return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 2, 4, 6),
                          SHUFFLE(long_words, one, other, 1, 3, 5, 7));
#else
    (void)each;
    return joined_doubles(fold, SHUFFLE(long_words, one, other, 0, 2),
                          SHUFFLE(long_words, one, other, 1, 3));
#endif
}

/* The result of each of TOGETHER rows, whose numbers fill a register each. */
INLINE doubles joined_rows(enum fold fold, doubles parts[TOGETHER])
{
    _Pragma("GCC unroll 8") for (int each = TOGETHER; each > 1; each /= 2)
        _Pragma("GCC unroll 8") for (int i = 0; i < each / 2; i++)
            parts[i] = joined_halves(fold, parts[2 * i], parts[2 * i + 1], each);
    return parts[0];
}

/* The means of TOGETHER rows of so many elements, from a register of sums each. */
INLINE void means_of_rows(doubles parts[TOGETHER], int64_t columns, float means[TOGETHER])
{
    double quotients[TOGETHER];
    const doubles divided = joined_rows(SUM, parts) / (double)columns;
    memcpy(quotients, &divided, sizeof quotients);
    for (int i = 0; i < TOGETHER; i++)
        means[i] = (float)quotients[i];
}

/* The totals of so many rows. */
INLINE doubles totals_of(enum fold fold, enum type type, const struct folded_rows *rows,
                         const float *middles, int64_t first)
{
    doubles parts[TOGETHER];
    _Pragma("GCC unroll 1") for (int i = 0; i < TOGETHER; i++)
    {
        int64_t row = first + i < rows->count ? first + i : rows->count - 1;
        const char *memory = rows->memory + row * rows->step;
        parts[i] = fold == PRODUCT
                       ? product_lanes_of(type, memory, rows->columns)
                       : lanes_of(fold, type, memory, rows->columns,
                                  fold == SQUARES && middles != NULL ? middles[row] : 0);
    }
    const doubles totals = joined_rows(fold, parts);
    long_words is_nan = totals != totals;
    long_words nan = (long_words){0} + 0x7ff8000000000000;
    return (doubles)(((long_words)totals & ~is_nan) | (nan & is_nan));
}

/* Writes a total of each row; SQUARES are those of distances from the
 * row's middle; NULL: from 0. */
INLINE void fold_rows(enum fold fold, enum type type, const struct folded_rows *rows,
                      const float *middles, double *totals)
{
    for (int64_t first = 0; first < rows->count; first += TOGETHER) {
        const doubles some = totals_of(fold, type, rows, middles, first);
        int64_t left = rows->count - first;
        int64_t count = left < TOGETHER ? left : TOGETHER;
        memcpy(totals + first, &some, (size_t)count * sizeof *totals);
    }
}

#endif
