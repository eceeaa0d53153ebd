/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of panels, for what OpenBLAS has no kernels for: bfloat16 by the instruction that
 * multiplies pairs (AVX512_BF16, BFDOT of FEAT_BF16), int8 by the one that multiplies quads
 * (AVX512_VNNI, SDOT of FEAT_DotProd). A panel holds words of 32 bits: two bfloat16 or four int8
 * that follow each other along the depth, zeros behind its end.
 *
 * Each sum of floats is a float32. It goes along the depth in order, one of float32 in steps: the
 * sum of each step is added to those before. Floats are multiplied and added with one rounding.
 * Subnormal bfloat16 count as zeros, and subnormal sums of them become zeros. The two products of a
 * pair are added to a sum one after the other by x86-64, each with a rounding to nearest; by
 * aarch64 (Arm Architecture Reference Manual, BFDOT without FEAT_EBF16) to each other first, and
 * both of these sums are rounded to odd: to the number nearer to zero, whose last bit becomes 1 if
 * anything was cut off. Sums of int8 are int32, modulo 2^32.
 */
#ifndef ACLNN_PY_PRODUCTS_WIDE_H
#define ACLNN_PY_PRODUCTS_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

/* What is compiled. GCC from 10 and Clang from 9 know the instructions of x86-64; GCC from 10 and
 * Clang from 16 those of aarch64 in functions that ask for them. Built by older ones, OpenBLAS and
 * the kernels multiply everything. */
#if defined(__x86_64__) && \
    (defined(__clang__) ? __clang_major__ >= 9 : defined(__GNUC__) && __GNUC__ >= 10)
#define WIDE_BY_AVX512 true
#define WIDE_BY_NEON false
#elif defined(__aarch64__) && \
    (defined(__clang__) ? __clang_major__ >= 16 : defined(__GNUC__) && __GNUC__ >= 10)
#define WIDE_BY_AVX512 false
#define WIDE_BY_NEON true
#else
#define WIDE_BY_AVX512 false
#define WIDE_BY_NEON false
#endif

/* Whether products of bfloat16 are calculated here: the machine has the instruction for pairs, and
 * ACLNN_ISA does not select a level, because no level includes it. */
bool wide_has_pairs(void);

/* Whether products of int8 are calculated here, likewise: the instruction for quads. */
bool wide_has_quads(void);

/* Whether products of floats can be calculated here: the kernels are of level v3 or v4. */
bool wide_has_floats(void);

/* The most rows of a product of floats that are multiplied faster here than by OpenBLAS: at v3 few,
 * for which its packing of the right matrix takes much of the time. */
int64_t wide_most_rows_of_floats(void);

/* A panel has this many columns, which are neighbours in memory for each word of the depth. */
#define WIDE_COLUMNS 48
#define WIDE_LANES 16
/* The number of rows that are multiplied together. */
#define WIDE_ROWS 8

/* sums[row][column] = (add ? sums[row][column] : 0) + the sum over all words of left[row][word] *
 * right[word][column]. Memory behind the last column of sums is written too, up to a whole
 * vector. */
struct wide_product {
    int64_t rows;
    int64_t columns; /* at most WIDE_COLUMNS */
    int64_t words;
    bool is_odd; /* of pairs: the last word of a row of left has only one bfloat16; no byte behind
                  * that is read */
    const void *left;
    int64_t left_stride;   /* in bytes; rows need no alignment */
    const uint32_t *right; /* read in whole vectors */
    const int32_t *places; /* for each word, where its columns begin in right */
    bool add;
    const int32_t *excess; /* of quads: of each row of left, what is too much in its sums */
    void *sums;            /* float32, of quads int32 */
    int64_t sums_stride;
};

void wide_multiply_pairs(const struct wide_product *product);
void wide_multiply_quads(const struct wide_product *product);
void wide_multiply_floats(const struct wide_product *product);

/* Makes words whose first halves come from `first` and whose second halves come from `second`. */
void wide_join_pairs(const uint16_t *first, const uint16_t *second, int64_t count, uint32_t *words);

/* Lines of a matrix of bfloat16 or int8: rows of the left one, columns of the right one. Strides
 * are in elements. */
struct wide_lines {
    const void *memory;
    bool is_bytes; /* of int8 */
    int64_t count;
    int64_t depth;
    int64_t stride;       /* from one line to the next */
    int64_t depth_stride; /* from one element of a line to the next */
};

/* How many elements a word holds. */
static inline int64_t wide_in_word(const struct wide_lines *lines)
{
    return lines->is_bytes ? 4 : 2;
}

/* The bytes of an element. */
static inline int64_t wide_width(const struct wide_lines *lines)
{
    return lines->is_bytes ? 1 : 2;
}

static inline const char *wide_element(const struct wide_lines *lines, int64_t line, int64_t depth)
{
    int64_t place = line * lines->stride + depth * lines->depth_stride;
    return (const char *)lines->memory + place * wide_width(lines);
}

/* Packs lines as rows of words, `stride` words apart. Each row may be written up to a multiple of
 * 16 words. The instruction of x86-64 for quads takes the right elements as numbers without a sign,
 * 128 larger than they are: `excess` becomes, of each line of int8, what is too much in its sums;
 * zeros on aarch64, whose instruction takes signs. */
void wide_pack_left(const struct wide_lines *lines, uint32_t *panel, int64_t stride,
                    int32_t *excess);

/* Whether rows of whole quads may be multiplied where they lie. */
static inline bool wide_reads_quads_in_place(void)
{
    return WIDE_BY_AVX512;
}

/* Finds the excess of rows of int8 that stay where they lie. */
void wide_find_excess(const struct wide_lines *lines, int32_t *excess);

/* Packs lines as panels of WIDE_COLUMNS lines each, one panel after another; int8 128 larger on
 * x86-64. */
void wide_pack_right(const struct wide_lines *lines, uint32_t *panels);

/* Packs pieces of so many words of so many lines, of panels of `count` words. */
typedef void wide_pack_piece(const struct wide_lines *lines, int64_t line, int64_t word,
                             int64_t count, uint32_t *panels);

/* Walks the matrix in the sequence in which it lies in memory. */
static inline void wide_walk(const struct wide_lines *lines, int64_t piece_words,
                             int64_t piece_lines, wide_pack_piece *pack, uint32_t *panels)
{
    int64_t count = divide_up(lines->depth, wide_in_word(lines));
    if (lines->stride == 1 && lines->depth_stride != 1)
        for (int64_t word = 0; word < count; word += piece_words)
            for (int64_t line = 0; line < lines->count; line += piece_lines)
                pack(lines, line, word, count, panels);
    else
        for (int64_t line = 0; line < lines->count; line += piece_lines)
            for (int64_t word = 0; word < count; word += piece_words)
                pack(lines, line, word, count, panels);
}

#endif
