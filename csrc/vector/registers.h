/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a level, for kernels in C: as many float32 as one holds, conversions, and the 32
 * lanes of the vector unit's folds. */
#ifndef ACLNN_PY_VECTOR_REGISTERS_H
#define ACLNN_PY_VECTOR_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/intrinsics.h"
#include "base/unaligned.h"
#include "vector/vector.h"

#define LANES VECTOR_FOLD_LANES
#define RUN VECTOR_FOLD_RUN

/* How many float32 a register of the level holds. */
#if defined(__AVX512F__)
#define REGISTER 16
#elif defined(__AVX__)
#define REGISTER 8
#else
#define REGISTER 4
#endif
#define REGISTERS (LANES / REGISTER)

typedef float floats __attribute__((vector_size(4 * REGISTER), aligned(1), may_alias));
typedef int32_t words __attribute__((vector_size(4 * REGISTER)));
typedef int8_t codes __attribute__((vector_size(REGISTER), aligned(1), may_alias));
typedef float half_floats __attribute__((vector_size(2 * REGISTER), aligned(1), may_alias));
typedef double doubles __attribute__((vector_size(4 * REGISTER)));

/* A loop over the registers that hold the lanes, as so many statements. */
#define EACH_REGISTER(v) _Pragma("GCC unroll 8") for (int v = 0; v < REGISTERS; v++)

static inline floats floats_at(const any_float *memory)
{
    return *(const floats *)(const void *)memory;
}

/* One float in all lanes: the difference from 0 is itself, and no instruction. */
static inline floats all_lanes(const any_float *memory)
{
    return *memory - (floats){0};
}

static inline void put_floats(float *memory, floats values)
{
    *(floats *)(void *)memory = values;
}

/* Reads at most as many floats as a register holds, and zeros for the rest. */
static inline floats first_floats(const any_float *memory, int count)
{
#if defined(__AVX512F__)
    return (floats)_mm512_maskz_loadu_ps((__mmask16)((1U << count) - 1), memory);
#else
    floats values = {0};
    memcpy(&values, memory, (size_t)count * sizeof *memory);
    return values;
#endif
}

/* The same of every other float from the first on. */
static inline floats first_even_floats(const any_float *memory, int count)
{
#if defined(__AVX512F__)
    const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2,
                                          0);
    uint32_t mask = (uint32_t)((UINT64_C(1) << (2 * count - 1)) - 1);
    __m512 low = _mm512_maskz_loadu_ps((__mmask16)mask, memory);
    __m512 high = _mm512_maskz_loadu_ps((__mmask16)(mask >> 16), memory + 16);
    return (floats)_mm512_permutex2var_ps(low, even, high);
#else
    float values[REGISTER] = {0};
    for (int i = 0; i < count; i++)
        values[i] = memory[2 * i];
    return *(const floats *)(const void *)values;
#endif
}

/* Writes at most as many floats as a register holds. */
static inline void put_first_floats(float *memory, floats values, int count)
{
#if defined(__AVX512F__)
    _mm512_mask_storeu_ps(memory, (__mmask16)((1U << count) - 1), (__m512)values);
#else
    memcpy(memory, &values, (size_t)count * sizeof *memory);
#endif
}

/* Writes a whole register past the caches, to an address that is a multiple of its size. */
static inline void put_floats_past(float *memory, floats values)
{
#if defined(__AVX512F__)
    _mm512_stream_ps(memory, (__m512)values);
#elif defined(__AVX__)
    _mm256_stream_ps(memory, (__m256)values);
#elif defined(__x86_64__)
    _mm_stream_ps(memory, (__m128)values);
#else
    put_floats(memory, values);
#endif
}

/* Whether registers convert halves: of float16 and, with a flag, of bfloat16. */
#if defined(__AVX512F__) || defined(__F16C__) || defined(__aarch64__)
#define HAS_HALVES

typedef uint16_t halves __attribute__((vector_size(2 * REGISTER), aligned(1), may_alias));

/* GCC 12 takes a register of AVX or AVX-512 apart for __builtin_convertvector. */
static inline words words_of_halves(halves values)
{
#if defined(__AVX512F__)
    return (words)_mm512_cvtepu16_epi32((__m256i)values);
#elif defined(__AVX2__)
    return (words)_mm256_cvtepu16_epi32((__m128i)values);
#else
    return __builtin_convertvector(values, words);
#endif
}

static inline halves halves_of_words(words values)
{
#if defined(__AVX512F__)
    return (halves)_mm512_cvtepi32_epi16((__m512i)values);
#else
    return __builtin_convertvector(values, halves);
#endif
}

static inline floats widened_halves(halves values, bool is_bfloat16)
{
    if (is_bfloat16)
        return (floats)(words_of_halves(values) << 16);
#if defined(__AVX512F__)
    return (floats)_mm512_cvtph_ps((__m256i)values);
#elif defined(__F16C__)
    return (floats)_mm256_cvtph_ps((__m128i)values);
#else
    return (floats)vcvt_f32_f16((float16x4_t)values);
#endif
}

static inline floats widened(const char *memory, bool is_bfloat16)
{
    return widened_halves(*(const halves *)(const void *)memory, is_bfloat16);
}

/* Words whose upper halves are the nearest bfloat16. The values are no NaN but the one of
 * instructions. */
static inline words rounded_words(floats values)
{
    words bits = (words)values;
#if defined(__AVX512F__)
    __mmask16 is_odd = _mm512_test_epi32_mask((__m512i)bits, _mm512_set1_epi32(0x10000));
    return bits + (words)_mm512_mask_mov_epi32(_mm512_set1_epi32(0x7fff), is_odd,
                                               _mm512_set1_epi32(0x8000));
#else
    return bits + 0x7fff + (bits >> 16 & 1);
#endif
}

/* The values are no NaN but the one of instructions. */
static inline void put_narrowed(char *memory, floats values, bool is_bfloat16)
{
    halves result;
    if (is_bfloat16) {
        result = halves_of_words(rounded_words(values) >> 16);
    } else {
#if defined(__AVX512F__)
        result = (halves)_mm512_cvtps_ph((__m512)values, _MM_FROUND_TO_NEAREST_INT);
#elif defined(__F16C__)
        result = (halves)_mm256_cvtps_ph((__m256)values, _MM_FROUND_TO_NEAREST_INT);
#else
        result = (halves)vcvt_f16_f32((float32x4_t)values);
#endif
    }
    *(halves *)(void *)memory = result;
}

/* The same for two registers, whose elements follow each other. */
static inline void put_two_narrowed(char *memory, floats first, floats second, bool is_bfloat16)
{
#if defined(__AVX512F__)
    if (is_bfloat16) {
        const __m512i upper = _mm512_set_epi16(63, 61, 59, 57, 55, 53, 51, 49, 47, 45, 43, 41, 39,
                                               37, 35, 33, 31, 29, 27, 25, 23, 21, 19, 17, 15, 13,
                                               11, 9, 7, 5, 3, 1);
        _mm512_storeu_si512(memory, _mm512_permutex2var_epi16((__m512i)rounded_words(first), upper,
                                                              (__m512i)rounded_words(second)));
        return;
    }
#elif defined(__AVX2__)
    if (is_bfloat16) {
        const __m256i low = _mm256_srli_epi32((__m256i)rounded_words(first), 16);
        const __m256i high = _mm256_srli_epi32((__m256i)rounded_words(second), 16);
        /* It packs each half of its operands by itself. */
        const __m256i packed = _mm256_packus_epi32(low, high);
        _mm256_storeu_si256((__m256i *)(void *)memory, _mm256_permute4x64_epi64(packed, 0xd8));
        return;
    }
#endif
    put_narrowed(memory, first, is_bfloat16);
    put_narrowed(memory + sizeof(halves), second, is_bfloat16);
}
#endif

/* The nearest integers, between two the even ones; the least for what is none of int32. */
static inline words nearest_integers(floats values)
{
#if defined(__AVX512F__)
    return (words)_mm512_cvtps_epi32((__m512)values);
#elif defined(__AVX__)
    return (words)_mm256_cvtps_epi32((__m256)values);
#elif defined(__x86_64__)
    return (words)_mm_cvtps_epi32((__m128)values);
#elif defined(__aarch64__)
    return (words)vcvtnq_s32_f32((float32x4_t)values);
#endif
}

/* Whether every integer is below 0. */
static inline bool are_negative(words integers)
{
#if defined(__AVX512F__)
    return _mm512_movepi32_mask((__m512i)integers) == 0xffff;
#elif defined(__AVX__)
    return _mm256_movemask_ps((__m256)integers) == 0xff;
#elif defined(__x86_64__)
    return _mm_movemask_ps((__m128)integers) == 0xf;
#elif defined(__aarch64__)
    return vmaxvq_s32((int32x4_t)integers) < 0;
#endif
}

/* The product and the sum, rounded once where the level can, else twice. */
static inline floats multiplied_added(floats value, floats factor, floats summand)
{
#if defined(__AVX512F__)
    return (floats)_mm512_fmadd_ps((__m512)value, (__m512)factor, (__m512)summand);
#elif defined(__FMA__)
    return (floats)_mm256_fmadd_ps((__m256)value, (__m256)factor, (__m256)summand);
#elif defined(__aarch64__)
    return (floats)vfmaq_f32((float32x4_t)summand, (float32x4_t)value, (float32x4_t)factor);
#else
    return value * factor + summand;
#endif
}

/* The larger one of each two integers. */
static inline words larger_words(words one, words other)
{
#if defined(__AVX512F__)
    return (words)_mm512_max_epi32((__m512i)one, (__m512i)other);
#elif defined(__AVX2__)
    return (words)_mm256_max_epi32((__m256i)one, (__m256i)other);
#elif defined(__SSE4_1__)
    return (words)_mm_max_epi32((__m128i)one, (__m128i)other);
#else
    words is_more = one > other;
    return (one & is_more) | (other & ~is_more);
#endif
}

/* Writes integers as int8, the nearest ones that it has. */
static inline void put_codes(int8_t *memory, words integers)
{
    codes result;
#if defined(__AVX512F__)
    result = (codes)_mm512_cvtsepi32_epi8((__m512i)integers);
#elif defined(__AVX__)
    __m128i low = _mm256_castsi256_si128((__m256i)integers);
    __m128i words_of_16 = _mm_packs_epi32(low, _mm256_extractf128_si256((__m256i)integers, 1));
    int64_t eight = _mm_cvtsi128_si64(_mm_packs_epi16(words_of_16, words_of_16));
    memcpy(&result, &eight, sizeof result);
#elif defined(__x86_64__)
    __m128i four = _mm_packs_epi32((__m128i)integers, (__m128i)integers);
    int32_t all = _mm_cvtsi128_si32(_mm_packs_epi16(four, four));
    memcpy(&result, &all, sizeof result);
#elif defined(__aarch64__)
    int16x4_t four = vqmovn_s32((int32x4_t)integers);
    int8x8_t all = vqmovn_s16(vcombine_s16(four, four));
    memcpy(&result, &all, sizeof result);
#endif
    *(codes *)(void *)memory = result;
}

/* With the NaN that the instructions give in place of any other. */
static inline floats with_one_nan(floats values)
{
    words is_nan = (words)(values != values);
    words nan = (words){0} + 0x7fc00000;
#if defined(__AVX__) && !defined(__AVX512F__)
    return (floats)_mm256_blendv_ps((__m256)values, (__m256)nan, (__m256)is_nan);
#else
    return (floats)(((words)values & ~is_nan) | (nan & is_nan));
#endif
}

static inline float number_with_one_nan(float value)
{
    return value == value ? value : __builtin_nanf("");
}

/* Half a register of float32 as float64. */
static inline doubles doubles_at(const any_float *memory)
{
#if defined(__AVX512F__)
    return (doubles)_mm512_cvtps_pd(_mm256_loadu_ps((const float *)(const void *)memory));
#elif defined(__AVX__)
    return (doubles)_mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)memory));
#else
    return __builtin_convertvector(*(const half_floats *)(const void *)memory, doubles);
#endif
}

/* The sum of a register's numbers, joined in pairs. */
static inline double joined_numbers(doubles numbers)
{
    double sums[REGISTER / 2];
    memcpy(sums, &numbers, sizeof sums);
    _Pragma("GCC unroll 4") for (int half = REGISTER / 4; half > 0; half /= 2)
        _Pragma("GCC unroll 4") for (int i = 0; i < half; i++) sums[i] += sums[i + half];
    return sums[0];
}

/* The sum of all lanes, joined in pairs. */
static inline double joined(const float *lanes)
{
    doubles parts[2 * REGISTERS];
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++)
        parts[i] = doubles_at(lanes + i * REGISTER / 2);
    _Pragma("GCC unroll 8") for (int half = REGISTERS; half > 0; half /= 2)
        _Pragma("GCC unroll 8") for (int i = 0; i < half; i++) parts[i] += parts[i + half];
    return joined_numbers(parts[0]);
}

#endif
