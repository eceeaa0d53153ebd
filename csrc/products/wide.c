/* SPDX-License-Identifier: Apache-2.0 */
#include "products/wide.h"

#include <string.h>

#include "base/cpu.h"
#include "base/environment.h"
#include "base/number.h"
#include "kernel_levels.h"
#include "runtime/cores/ai_cores.h"

bool wide_has_pairs(void)
{
    return (WIDE_BY_AVX512 || WIDE_BY_NEON) && environment()->isa[0] == '\0' &&
           cpu_has_bfloat16_products();
}

bool wide_has_quads(void)
{
    return (WIDE_BY_AVX512 || WIDE_BY_NEON) && environment()->isa[0] == '\0' &&
           cpu_has_byte_products();
}

static bool is_of_level(const char *name)
{
    return strcmp(kernel_levels[ai_cores_level()].name, name) == 0;
}

bool wide_has_floats(void)
{
    return WIDE_BY_AVX512 && (is_of_level("v3") || is_of_level("v4"));
}

int64_t wide_most_rows_of_floats(void)
{
    return is_of_level("v4") ? INT64_MAX : 64;
}

#if WIDE_BY_AVX512
#include <immintrin.h>

/* AddressSanitizer of GCC 12 does not align variables of 64 bytes that it watches on the stack (GCC
 * bug 110027). */
#define WIDE                                                                  \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16,avx512vnni"), \
                   no_sanitize("address")))
#define INLINE static inline __attribute__((always_inline)) WIDE

#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* ---- Sums ------------------------------------------------------------------------------------ */

#define VECTORS (WIDE_COLUMNS / WIDE_LANES)

INLINE __m512 add_word(bool is_pairs, __m512 sum, const char *left, __m512i right)
{
    int word;
    memcpy(&word, left, sizeof word);
    if (!is_pairs)
        return _mm512_fmadd_ps(_mm512_castsi512_ps(_mm512_set1_epi32(word)),
                               _mm512_castsi512_ps(right), sum);
    return _mm512_dpbf16_ps(sum, (__m512bh)_mm512_set1_epi32(word), (__m512bh)right);
}

/* Adds the last word of a row of odd depth: only its first half exists. */
INLINE __m512 add_half(__m512 sum, const char *left, __m512i right)
{
    uint16_t half;
    memcpy(&half, left, sizeof half);
    return _mm512_dpbf16_ps(sum, (__m512bh)_mm512_set1_epi32(half), (__m512bh)right);
}

/* Inlined where the kind, the number of rows and the number of vectors are constants. Sums of
 * floats are added to those that are there at the end: a sum of sums is rounded less. */
INLINE void multiply_block(bool is_pairs, const struct wide_product *p, int64_t row, int rows,
                           int vectors)
{
    __m512 sums[WIDE_ROWS][VECTORS];
    const char *left = (const char *)p->left + row * p->left_stride;
    float *out = (float *)p->sums + row * p->sums_stride;
    bool is_odd = is_pairs && p->is_odd;
    int64_t whole = p->words - (is_odd ? 1 : 0);
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++)
        sums[r][v] = is_pairs && p->add ? _mm512_loadu_ps(out + r * p->sums_stride + v * WIDE_LANES)
                                        : _mm512_setzero_ps();
    for (int64_t i = 0; i < whole; i++) {
        const uint32_t *right = p->right + p->places[i];
        __m512i columns[VECTORS];
        UNROLLED
        for (int v = 0; v < vectors; v++)
            columns[v] = _mm512_loadu_si512(right + v * WIDE_LANES);
        UNROLLED
        for (int r = 0; r < rows; r++)
            UNROLLED
        for (int v = 0; v < vectors; v++)
            sums[r][v] = add_word(is_pairs, sums[r][v], left + r * p->left_stride + i * 4,
                                  columns[v]);
    }
    if (is_odd) {
        const uint32_t *right = p->right + p->places[whole];
        UNROLLED
        for (int r = 0; r < rows; r++)
            UNROLLED
        for (int v = 0; v < vectors; v++)
            sums[r][v] = add_half(sums[r][v], left + r * p->left_stride + whole * 4,
                                  _mm512_loadu_si512(right + v * WIDE_LANES));
    }
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++) {
        float *to = out + r * p->sums_stride + v * WIDE_LANES;
        if (!is_pairs && p->add)
            sums[r][v] = _mm512_add_ps(_mm512_loadu_ps(to), sums[r][v]);
        _mm512_storeu_ps(to, sums[r][v]);
    }
}

/* The same of quads. */
INLINE void multiply_block_of_quads(const struct wide_product *p, int64_t row, int rows,
                                    int vectors)
{
    __m512i sums[WIDE_ROWS][VECTORS];
    const char *left = (const char *)p->left + row * p->left_stride;
    int32_t *out = (int32_t *)p->sums + row * p->sums_stride;
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++)
        sums[r][v] = _mm512_sub_epi32(
            p->add ? _mm512_loadu_si512(out + r * p->sums_stride + v * WIDE_LANES)
                   : _mm512_setzero_si512(),
            _mm512_set1_epi32(p->excess[row + r]));
    for (int64_t i = 0; i < p->words; i++) {
        const uint32_t *right = p->right + p->places[i];
        __m512i columns[VECTORS];
        UNROLLED
        for (int v = 0; v < vectors; v++)
            columns[v] = _mm512_loadu_si512(right + v * WIDE_LANES);
        UNROLLED
        for (int r = 0; r < rows; r++) {
            int word;
            memcpy(&word, left + r * p->left_stride + i * 4, sizeof word);
            UNROLLED
            for (int v = 0; v < vectors; v++)
                sums[r][v] = _mm512_dpbusd_epi32(sums[r][v], columns[v], _mm512_set1_epi32(word));
        }
    }
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++)
        _mm512_storeu_si512(out + r * p->sums_stride + v * WIDE_LANES, sums[r][v]);
}

INLINE void multiply_block_of_pairs(const struct wide_product *p, int64_t row, int rows,
                                    int vectors)
{
    multiply_block(true, p, row, rows, vectors);
}

INLINE void multiply_block_of_floats(const struct wide_product *p, int64_t row, int rows,
                                     int vectors)
{
    multiply_block(false, p, row, rows, vectors);
}

#define MULTIPLY(kind, rows, vectors)                                                   \
    WIDE static void multiply_##kind##_##rows##_##vectors(const struct wide_product *p, \
                                                          int64_t row)                  \
    {                                                                                   \
        multiply_block_of_##kind(p, row, rows, vectors);                                \
    }
#define MULTIPLY_VECTORS(kind, rows) \
    MULTIPLY(kind, rows, 1)          \
    MULTIPLY(kind, rows, 2)          \
    MULTIPLY(kind, rows, 3)
#define MULTIPLY_ROWS(rows)       \
    MULTIPLY_VECTORS(pairs, rows) \
    MULTIPLY_VECTORS(quads, rows) \
    MULTIPLY_VECTORS(floats, rows)
MULTIPLY_ROWS(1)
MULTIPLY_ROWS(2)
MULTIPLY_ROWS(4)
MULTIPLY_ROWS(8)

typedef void (*multiply_function)(const struct wide_product *product, int64_t row);

#define OF_ROWS(kind, rows) \
    {multiply_##kind##_##rows##_1, multiply_##kind##_##rows##_2, multiply_##kind##_##rows##_3}
#define OF_KIND(kind) {OF_ROWS(kind, 8), OF_ROWS(kind, 4), OF_ROWS(kind, 2), OF_ROWS(kind, 1)}
#define HALVINGS 4 /* the number of times that WIDE_ROWS can be halved */

static void multiply(const multiply_function functions[HALVINGS][VECTORS],
                     const struct wide_product *product)
{
    int64_t vectors = divide_up(product->columns, WIDE_LANES);
    int64_t row = 0;
    for (int i = 0; i < HALVINGS; i++)
        for (int rows = WIDE_ROWS >> i; product->rows - row >= rows; row += rows)
            functions[i][vectors - 1](product, row);
}

void wide_multiply_pairs(const struct wide_product *product)
{
    static const multiply_function functions[HALVINGS][VECTORS] = OF_KIND(pairs);
    multiply(functions, product);
}

void wide_multiply_quads(const struct wide_product *product)
{
    static const multiply_function functions[HALVINGS][VECTORS] = OF_KIND(quads);
    multiply(functions, product);
}

/* ---- Sums of floats by registers of 256 bits --------------------------------------------------
 */

#define BY_AVX2 __attribute__((target("avx2,fma")))
#define AVX2_LANES 8
/* The sums of 4 rows and half a panel leave four of 16 registers: for the columns of a word and the
 * number that they are multiplied by. */
#define AVX2_ROWS 4
#define AVX2_VECTORS (WIDE_COLUMNS / AVX2_LANES / 2)

/* Inlined where the numbers of rows and of vectors are constants. */
static inline __attribute__((always_inline)) BY_AVX2 void multiply_half(
    const struct wide_product *p, int64_t row, int64_t column, int rows, int vectors)
{
    __m256 sums[AVX2_ROWS][AVX2_VECTORS];
    const char *left = (const char *)p->left + row * p->left_stride;
    float *out = (float *)p->sums + row * p->sums_stride + column;
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++)
        sums[r][v] = _mm256_setzero_ps();
    for (int64_t i = 0; i < p->words; i++) {
        const float *right = (const float *)(const void *)(p->right + p->places[i]) + column;
        __m256 columns[AVX2_VECTORS];
        UNROLLED
        for (int v = 0; v < vectors; v++)
            columns[v] = _mm256_loadu_ps(right + v * AVX2_LANES);
        UNROLLED
        for (int r = 0; r < rows; r++) {
            float number;
            memcpy(&number, left + r * p->left_stride + i * 4, sizeof number);
            UNROLLED
            for (int v = 0; v < vectors; v++)
                sums[r][v] = _mm256_fmadd_ps(_mm256_set1_ps(number), columns[v], sums[r][v]);
        }
    }
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < vectors; v++) {
        float *to = out + r * p->sums_stride + v * AVX2_LANES;
        _mm256_storeu_ps(to, p->add ? _mm256_add_ps(_mm256_loadu_ps(to), sums[r][v]) : sums[r][v]);
    }
}

#define MULTIPLY_HALF(rows, vectors)                                                   \
    BY_AVX2 static void multiply_half_##rows##_##vectors(const struct wide_product *p, \
                                                         int64_t row, int64_t column)  \
    {                                                                                  \
        multiply_half(p, row, column, rows, vectors);                                  \
    }
#define MULTIPLY_HALVES(rows) \
    MULTIPLY_HALF(rows, 1)    \
    MULTIPLY_HALF(rows, 2)    \
    MULTIPLY_HALF(rows, 3)
MULTIPLY_HALVES(1)
MULTIPLY_HALVES(2)
MULTIPLY_HALVES(4)

typedef void (*half_function)(const struct wide_product *product, int64_t row, int64_t column);

#define HALF_OF_ROWS(rows) \
    {multiply_half_##rows##_1, multiply_half_##rows##_2, multiply_half_##rows##_3}
#define AVX2_HALVINGS 3

static void multiply_by_avx2(const struct wide_product *product)
{
    static const half_function functions[AVX2_HALVINGS][AVX2_VECTORS] = {
        HALF_OF_ROWS(4), HALF_OF_ROWS(2), HALF_OF_ROWS(1)};
    for (int64_t column = 0; column < product->columns; column += AVX2_VECTORS * AVX2_LANES) {
        int64_t vectors = least(divide_up(product->columns - column, AVX2_LANES), AVX2_VECTORS);
        int64_t row = 0;
        for (int i = 0; i < AVX2_HALVINGS; i++)
            for (int rows = AVX2_ROWS >> i; product->rows - row >= rows; row += rows)
                functions[i][vectors - 1](product, row, column);
    }
}

void wide_multiply_floats(const struct wide_product *product)
{
    static const multiply_function functions[HALVINGS][VECTORS] = OF_KIND(floats);
    if (is_of_level("v4"))
        multiply(functions, product);
    else
        multiply_by_avx2(product);
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* Panels are packed in squares of 16 lines by 16 words. */
#define SIDE 16

/* Which of up to 16 lines that are neighbours in memory have an element at a depth: the elements
 * that are read. */
INLINE __mmask16 lines_at(const struct wide_lines *lines, int64_t line, int64_t depth)
{
    __mmask16 mask = (__mmask16)((1U << least(lines->count - line, SIDE)) - 1);
    return depth < lines->depth ? mask : 0;
}

/* Four rows of 16 bytes, transposed: first their fours of bytes, then the bytes of each four. */
INLINE __m512i quads_of_rows(const __m128i rows[4])
{
    const __m128i columns = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i all = _mm512_castsi128_si512(rows[0]);
    all = _mm512_inserti32x4(all, rows[1], 1);
    all = _mm512_inserti32x4(all, rows[2], 2);
    all = _mm512_inserti32x4(all, rows[3], 3);
    all = _mm512_permutexvar_epi32(_mm512_cvtepu8_epi32(columns), all);
    return _mm512_shuffle_epi8(all, _mm512_broadcast_i32x4(columns));
}

INLINE __m512i quads_across(const struct wide_lines *lines, int64_t line, int64_t depth)
{
    __m128i rows[4];
    UNROLLED
    for (int i = 0; i < 4; i++)
        rows[i] = _mm_maskz_loadu_epi8(lines_at(lines, line, depth + i),
                                       wide_element(lines, line, least(depth + i, lines->depth)));
    return quads_of_rows(rows);
}

/* Two rows of 16 halves, transposed. */
INLINE __m512i pairs_of_rows(const __m256i rows[2])
{
    return _mm512_or_si512(_mm512_cvtepu16_epi32(rows[0]),
                           _mm512_slli_epi32(_mm512_cvtepu16_epi32(rows[1]), 16));
}

INLINE __m512i pairs_across(const struct wide_lines *lines, int64_t line, int64_t depth)
{
    __m256i rows[2];
    UNROLLED
    for (int i = 0; i < 2; i++)
        rows[i] = _mm256_maskz_loadu_epi16(
            lines_at(lines, line, depth + i),
            wide_element(lines, line, least(depth + i, lines->depth)));
    return pairs_of_rows(rows);
}

/* The words of 16 whole lines, from memory in which rows are so far apart. */
INLINE __m512i words_across(bool is_bytes, const char *from, int64_t stride)
{
    __m128i quads[4];
    __m256i pairs[2];
    if (is_bytes) {
        UNROLLED
        for (int i = 0; i < 4; i++)
            quads[i] = _mm_loadu_si128((const void *)(from + i * stride));
        return quads_of_rows(quads);
    }
    UNROLLED
    for (int i = 0; i < 2; i++)
        pairs[i] = _mm256_loadu_si256((const void *)(from + i * stride));
    return pairs_of_rows(pairs);
}

/* Loads the words of 16 lines where elements of the same depth are neighbours in memory. Gives a
 * vector a word. */
INLINE void load_across(const struct wide_lines *lines, int64_t line, int64_t depth,
                        __m512i words[SIDE])
{
    if (lines->is_bytes)
        for (int i = 0; i < SIDE; i++)
            words[i] = quads_across(lines, line, depth + i * 4);
    else
        for (int i = 0; i < SIDE; i++)
            words[i] = pairs_across(lines, line, depth + i * 2);
}

/* Loads the words of 16 lines whose own elements are neighbours in memory. Gives a vector a
 * line. */
INLINE void load_along(const char *from, int64_t stride, int64_t count, int64_t bytes,
                       __m512i words[SIDE])
{
    __mmask64 mask = bytes >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << bytes) - 1;
    UNROLLED
    for (int i = 0; i < SIDE; i++)
        words[i] = _mm512_maskz_loadu_epi8(i < count ? mask : 0, from + i * stride);
}

/* Loads the words of 16 lines of any stride. Gives a vector a line. */
WIDE static void load_scattered(const struct wide_lines *lines, int64_t line, int64_t depth,
                                __m512i words[SIDE])
{
    char dense[SIDE][64];
    int64_t width = wide_width(lines);
    memset(dense, 0, sizeof dense);
    for (int64_t i = 0; i < least(lines->count - line, SIDE); i++)
        for (int64_t k = 0; k < least(lines->depth - depth, SIDE * wide_in_word(lines)); k++)
            memcpy(&dense[i][k * width], wide_element(lines, line + i, depth + k), (size_t)width);
    load_along(dense[0], 64, SIDE, 64, words);
}

/* Transposes 16 vectors of 16 words in four rounds of exchanges, between vectors that are 1, 2, 4
 * and 8 apart. */
INLINE void transpose(__m512i words[SIDE])
{
    __m512i t[SIDE];
    UNROLLED
    for (int i = 0; i < SIDE; i += 2) {
        t[i] = _mm512_unpacklo_epi32(words[i], words[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(words[i], words[i + 1]);
    }
    UNROLLED
    for (int i = 0; i < SIDE; i += 4) {
        words[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        words[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        words[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        words[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    UNROLLED
    for (int i = 0; i < 4; i++)
        UNROLLED
    for (int j = 0; j < SIDE; j += 8) {
        t[j + i] = _mm512_shuffle_i32x4(words[j + i], words[j + i + 4], 0x88);
        t[j + i + 4] = _mm512_shuffle_i32x4(words[j + i], words[j + i + 4], 0xdd);
    }
    UNROLLED
    for (int i = 0; i < 8; i++) {
        words[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        words[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    }
}

/* Whether elements of the same depth are neighbours in memory, and those of a line are not. */
INLINE bool is_across(const struct wide_lines *lines)
{
    return lines->stride == 1 && lines->depth_stride != 1;
}

/* Loads 16 lines, as a vector a word or a vector a line, whichever the memory allows. */
INLINE void load_words(const struct wide_lines *lines, int64_t line, int64_t depth, bool by_lines,
                       __m512i words[SIDE])
{
    int64_t width = wide_width(lines);
    if (is_across(lines))
        load_across(lines, line, depth, words);
    else if (lines->depth_stride == 1)
        load_along(wide_element(lines, line, depth), lines->stride * width, lines->count - line,
                   (lines->depth - depth) * width, words);
    else
        load_scattered(lines, line, depth, words);
    if (is_across(lines) == by_lines)
        transpose(words);
}

WIDE void wide_pack_left(const struct wide_lines *lines, uint32_t *panel, int64_t stride,
                         int32_t *excess)
{
    int64_t elements = wide_in_word(lines);
    for (int64_t line = 0; line < lines->count; line += SIDE) {
        int64_t count = least(lines->count - line, SIDE);
        __m512i sums[SIDE]; /* of int8: 128 times as much */
        memset(sums, 0, sizeof sums);
        for (int64_t depth = 0; depth < lines->depth; depth += SIDE * elements) {
            __m512i words[SIDE];
            load_words(lines, line, depth, true, words);
            for (int64_t i = 0; i < count; i++) {
                _mm512_storeu_si512(panel + (line + i) * stride + depth / elements, words[i]);
                if (lines->is_bytes)
                    sums[i] = _mm512_dpbusd_epi32(sums[i], _mm512_set1_epi8((char)128), words[i]);
            }
        }
        for (int64_t i = 0; lines->is_bytes && i < count; i++)
            excess[line + i] = _mm512_reduce_add_epi32(sums[i]);
    }
}

WIDE void wide_find_excess(const struct wide_lines *lines, int32_t *excess)
{
    for (int64_t line = 0; line < lines->count; line++) {
        const char *from = wide_element(lines, line, 0);
        const __m512i each = _mm512_set1_epi8((char)128);
        __m512i sums[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
        int64_t at = 0;
        for (; at + 128 <= lines->depth; at += 128)
            for (int i = 0; i < 2; i++)
                sums[i] = _mm512_dpbusd_epi32(sums[i], each,
                                              _mm512_loadu_si512(from + at + i * 64));
        for (; at < lines->depth; at += 64) {
            __mmask64 mask = ~(__mmask64)0 >> (64 - least(lines->depth - at, 64));
            sums[0] = _mm512_dpbusd_epi32(sums[0], each, _mm512_maskz_loadu_epi8(mask, from + at));
        }
        excess[line] = _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]));
    }
}

/* Packs 16 words of 16 whole lines whose elements of the same depth are neighbours in memory. */
INLINE void pack_across(bool is_bytes, const char *from, int64_t stride, uint32_t *panel)
{
    const __m512i flipped = _mm512_set1_epi8(is_bytes ? (char)128 : 0);
    for (int i = 0; i < SIDE; i++) {
        __m512i words = words_across(is_bytes, from, stride);
        _mm512_storeu_si512(panel + i * WIDE_COLUMNS, _mm512_xor_si512(words, flipped));
        from += (is_bytes ? 4 : 2) * stride;
    }
}

/* Prefetches a cache line of each of the rows that are packed after those beside them. The
 * processor does not prefetch from one row to the next. */
INLINE void ask_for_rows(const char *from, int64_t stride, int64_t rows)
{
    for (int64_t row = 0; row < rows; row++)
        _mm_prefetch(from + row * stride, _MM_HINT_T1);
}

/* Packs 16 words of 16 lines; the panel consists of whole lines. */
WIDE static void pack_piece(const struct wide_lines *lines, int64_t line, int64_t word,
                            int64_t count, uint32_t *panels)
{
    uint32_t *panel = panels + (line / WIDE_COLUMNS * count + word) * WIDE_COLUMNS +
                      line % WIDE_COLUMNS;
    const __m512i flipped = _mm512_set1_epi8(lines->is_bytes ? (char)128 : 0);
    int64_t depth = wide_in_word(lines) * word;
    __m512i words[SIDE];
    if (is_across(lines) && lines->count - line >= SIDE &&
        lines->depth - depth >= SIDE * wide_in_word(lines)) {
        const char *from = wide_element(lines, line, depth);
        int64_t stride = lines->depth_stride * wide_width(lines);
        if (line % (CPU_CACHE_LINE / wide_width(lines)) == 0)
            ask_for_rows(from + SIDE * wide_in_word(lines) * stride, stride,
                         SIDE * wide_in_word(lines));
        if (lines->is_bytes)
            pack_across(true, from, stride, panel);
        else
            pack_across(false, from, stride, panel);
        return;
    }
    load_words(lines, line, depth, false, words);
    for (int i = 0; i < least(count - word, SIDE); i++)
        _mm512_storeu_si512(panel + i * WIDE_COLUMNS, _mm512_xor_si512(words[i], flipped));
}

void wide_pack_right(const struct wide_lines *lines, uint32_t *panels)
{
    wide_walk(lines, SIDE, SIDE, pack_piece, panels);
}

WIDE void wide_join_pairs(const uint16_t *first, const uint16_t *second, int64_t count,
                          uint32_t *words)
{
    for (int64_t i = 0; i < count; i += SIDE) {
        __mmask16 mask = (__mmask16)((1U << least(count - i, SIDE)) - 1);
        __m512i low = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, first + i));
        __m512i high = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, second + i));
        _mm512_mask_storeu_epi32(words + i, mask,
                                 _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
    }
}

#elif !WIDE_BY_NEON
#if defined(__x86_64__) || defined(__aarch64__)
#pragma message("this compiler knows no products of pairs: bfloat16 is multiplied in float32")
#endif
void wide_multiply_pairs(const struct wide_product *product)
{
    (void)product;
}
void wide_multiply_quads(const struct wide_product *product)
{
    (void)product;
}
void wide_multiply_floats(const struct wide_product *product)
{
    (void)product;
}
void wide_join_pairs(const uint16_t *first, const uint16_t *second, int64_t count, uint32_t *words)
{
    (void)first;
    (void)second;
    (void)count;
    (void)words;
}
void wide_pack_left(const struct wide_lines *lines, uint32_t *panel, int64_t stride,
                    int32_t *excess)
{
    (void)lines;
    (void)panel;
    (void)stride;
    (void)excess;
}
void wide_find_excess(const struct wide_lines *lines, int32_t *excess)
{
    (void)lines;
    (void)excess;
}
void wide_pack_right(const struct wide_lines *lines, uint32_t *panels)
{
    (void)lines;
    (void)panels;
}
#endif
