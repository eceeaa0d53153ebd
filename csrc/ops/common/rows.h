/* SPDX-License-Identifier: Apache-2.0 */
/* Dense rows as kernels walk over them that work on one row after the other (norms, softmax,
 * quantisation): sums in the 32 lanes of vector.h, in registers, with the bits of the vector unit's
 * folds; conversions; stores. */
#ifndef ACLNN_PY_OPS_COMMON_ROWS_H
#define ACLNN_PY_OPS_COMMON_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/common/shape.h"
#include "vector/memory.h"
#include "vector/vector.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define RUN 4096 /* elements whose lanes are joined in float64 */
#define LANES VECTOR_FOLD_LANES

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

static inline void put_floats(float *memory, floats values)
{
    *(floats *)(void *)memory = values;
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

static inline floats widened(const char *memory, bool is_bfloat16)
{
    halves values = *(const halves *)(const void *)memory;
    if (is_bfloat16)
        return (floats)(__builtin_convertvector(values, words) << 16);
#if defined(__AVX512F__)
    return (floats)_mm512_cvtph_ps((__m256i)values);
#elif defined(__F16C__)
    return (floats)_mm256_cvtph_ps((__m128i)values);
#else
    return (floats)vcvt_f32_f16((float16x4_t)values);
#endif
}

/* The values are no NaN but the one of instructions. */
static inline void put_narrowed(char *memory, floats values, bool is_bfloat16)
{
    halves result;
    if (is_bfloat16) {
        words bits = (words)values;
        words rounded = bits + 0x7fff + (bits >> 16 & 1);
        result = __builtin_convertvector(rounded >> 16, halves);
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
    return (floats)(((words)values & ~is_nan) | (nan & is_nan));
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
#else
    return __builtin_convertvector(*(const half_floats *)(const void *)memory, doubles);
#endif
}

/* The sum of all lanes, joined in pairs. */
static inline double joined(const float *lanes)
{
    double sums[REGISTER / 2];
    doubles parts[2 * REGISTERS];
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++)
        parts[i] = doubles_at(lanes + i * REGISTER / 2);
    _Pragma("GCC unroll 8") for (int half = REGISTERS; half > 0; half /= 2)
        _Pragma("GCC unroll 8") for (int i = 0; i < half; i++) parts[i] += parts[i + half];
    memcpy(sums, &parts[0], sizeof sums);
    _Pragma("GCC unroll 4") for (int half = REGISTER / 4; half > 0; half /= 2)
        _Pragma("GCC unroll 4") for (int i = 0; i < half; i++) sums[i] += sums[i + half];
    return sums[0];
}

/* Some numbers of a row, in registers: so many that what they have in common is asked seldom, and
 * whole lanes of a fold. */
#define GROUP (4 * REGISTER > LANES ? 4 * REGISTER : LANES)
#define EACH_OF_GROUP(v) _Pragma("GCC unroll 8") for (int v = 0; v < GROUP / REGISTER; v++)

struct group {
    floats at[GROUP / REGISTER];
};

/* What the columns of a row have: nothing, one number for all, which fills a register in memory, or
 * a number each, whole groups in memory. */
struct numbers {
    enum { NO_NUMBERS, ONE_NUMBER, FLOATS, FLOAT16, BFLOAT16 } kind;
    const char *memory;
};

/* The numbers of a group of columns. */
static inline struct group group_of(const struct numbers *numbers, int64_t column)
{
    struct group group;
    const any_float *memory = (const any_float *)(const void *)numbers->memory;
#if defined(HAS_HALVES)
    const char *halves_from = numbers->memory + column * (int64_t)sizeof(uint16_t);
    const int64_t width = REGISTER * (int64_t)sizeof(uint16_t);
    if (numbers->kind == FLOAT16) {
        EACH_OF_GROUP(v) group.at[v] = widened(halves_from + v * width, false);
        return group;
    }
    if (numbers->kind == BFLOAT16) {
        EACH_OF_GROUP(v) group.at[v] = widened(halves_from + v * width, true);
        return group;
    }
#endif
    bool is_one = numbers->kind == ONE_NUMBER;
    EACH_OF_GROUP(v) group.at[v] = floats_at(is_one ? memory : memory + column + v * REGISTER);
    return group;
}

static inline float number_of_group(const struct group *group, int64_t number)
{
    return group->at[number / REGISTER][number % REGISTER];
}

static inline void multiply_group(struct group *group, const struct numbers *by, int64_t column)
{
    if (by->kind == NO_NUMBERS)
        return;
    const struct group others = group_of(by, column);
    EACH_OF_GROUP(v) group->at[v] *= others.at[v];
}

static inline void add_group(struct group *group, const struct numbers *more, int64_t column)
{
    if (more->kind == NO_NUMBERS)
        return;
    const struct group others = group_of(more, column);
    EACH_OF_GROUP(v) group->at[v] += others.at[v];
}

/* Halves in memory, of ACL_FLOAT16 or ACL_BF16. */
static inline struct numbers numbers_of_halves(const char *memory, aclDataType type)
{
    return (struct numbers){type == ACL_BF16 ? BFLOAT16 : FLOAT16, memory};
}

/* The length of rows, by the first output and its number of last dimensions. */
static inline int64_t columns_of_rows(const struct work *work)
{
    const struct work_view *elements = &work->outputs[0];
    int32_t last = *(const int32_t *)work->attributes;
    return shape_count(elements->dims + elements->rank - last, last);
}

/* The columns that a row has in scratch, where it begins with a cache line. */
static inline int64_t room_of_row(const struct work *work)
{
    return (columns_of_rows(work) + 15) & ~(int64_t)15;
}

/* The same in whole groups. */
static inline int64_t room_of_groups(const struct work *work)
{
    return (columns_of_rows(work) + GROUP - 1) / GROUP * GROUP;
}

static inline char *strip_of(const void *numbers)
{
    return (char *)(uintptr_t)numbers;
}

/* The address of a dense view's element. */
static inline char *dense_element(const struct work_view *view, int64_t number)
{
    return view->address + number * view_width(view);
}

/* Numbers as float32: in place, or converted to the buffer. */
static inline const any_float *numbers_at(const struct vector_level *level, const char *memory,
                                          aclDataType type, int64_t count, float *buffer)
{
    if (type == ACL_FLOAT)
        return (const any_float *)(const void *)memory;
    level->casts[type][ACL_FLOAT](count,
                                  (char *const[]){(char *)(uintptr_t)memory, strip_of(buffer)});
    return buffer;
}

/* A number of each row. */
static inline float number_of_row(const struct vector_level *level, const struct work_view *view,
                                  int64_t row)
{
    float number = 0;
    return *numbers_at(level, view_element(view, row), view->type, 1, &number);
}

/* A factor for each column: one that stands for all is repeated. */
static inline const any_float *factors_of(const struct vector_level *level,
                                          const struct work_view *view, int64_t columns,
                                          float *buffer)
{
    bool is_one = view_count(view) == 1;
    const any_float *factors = numbers_at(level, view->address, view->type, is_one ? 1 : columns,
                                          buffer);
    if (!is_one)
        return factors;
    float factor = factors[0];
    strip_fill(sizeof factor, strip_of(buffer), (const char *)&factor, columns);
    return buffer;
}

/* Where the elements of a row are written: memory where that is float32, or a strip. */
struct row_output {
    float *numbers;
    char *memory;
    int64_t columns;
    aclDataType type;
    bool is_past; /* past the caches, register by register */
    bool streams; /* past the caches, from the strip */
};

static inline struct row_output row_output_of(const struct work_view *view, int64_t row,
                                              int64_t columns, bool streams, float *strip)
{
    char *memory = dense_element(view, row * columns);
    bool is_float = view->type == ACL_FLOAT;
    bool is_aligned = (uintptr_t)memory % sizeof(floats) == 0;
    bool is_direct = is_float && is_aligned;
    return (struct row_output){
        .numbers = is_direct ? (float *)(void *)memory : strip,
        .memory = memory,
        .columns = columns,
        .type = view->type,
        .is_past = is_direct && streams,
        .streams = streams,
    };
}

static inline void put_register(const struct row_output *out, int64_t at, floats values)
{
    if (out->is_past)
        put_floats_past(out->numbers + at, values);
    else
        put_floats(out->numbers + at, values);
}

/* Writes the row to memory where it lies in the strip. */
static inline void put_row(const struct vector_level *level, const struct row_output *out)
{
    int64_t bytes = out->columns * data_type_bits(out->type) / 8;
    char *numbers = strip_of(out->numbers);
    if (numbers == out->memory)
        return;
    if (out->type != ACL_FLOAT)
        level->casts[ACL_FLOAT][out->type](
            out->columns, (char *const[]){numbers, out->streams ? numbers : out->memory});
    if (out->streams)
        memory_stream(out->memory, numbers, bytes);
    else if (out->type == ACL_FLOAT)
        memcpy(out->memory, numbers, (size_t)bytes);
}

/* Writes a number of each row. */
static inline void put_number_of_row(const struct vector_level *level, const struct work_view *view,
                                     int64_t row, float number)
{
    char *memory = view_element(view, row);
    if (view->type == ACL_FLOAT)
        memcpy(memory, &number, sizeof number);
    else
        level->casts[ACL_FLOAT][view->type](1, (char *const[]){strip_of(&number), memory});
}

#endif
