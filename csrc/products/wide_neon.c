/* SPDX-License-Identifier: Apache-2.0 */
#include "products/wide.h"

#if WIDE_BY_NEON
#include <arm_neon.h>
#include <string.h>

#include "base/number.h"

#define WIDE __attribute__((target("arch=armv8.2-a+bf16+dotprod")))
#define INLINE static inline __attribute__((always_inline)) WIDE

#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* The words of a vector. */
#define LANES 4

/* ---- Sums ------------------------------------------------------------------------------------ */

/* 8 rows by 2 vectors of sums, a vector of words of each row and 2 of the right panel are 26 of the
 * 32 registers. */
#define VECTORS 2

/* sum + right * left[lane], for pairs. The lane is a constant where this is inlined. */
INLINE uint32x4_t add_pair(uint32x4_t sum, uint32x4_t right, uint32x4_t left, int lane)
{
    float32x4_t to = vreinterpretq_f32_u32(sum);
    bfloat16x8_t a = vreinterpretq_bf16_u32(right);
    bfloat16x8_t b = vreinterpretq_bf16_u32(left);
    switch (lane) {
    case 0: return vreinterpretq_u32_f32(vbfdotq_laneq_f32(to, a, b, 0));
    case 1: return vreinterpretq_u32_f32(vbfdotq_laneq_f32(to, a, b, 1));
    case 2: return vreinterpretq_u32_f32(vbfdotq_laneq_f32(to, a, b, 2));
    default: return vreinterpretq_u32_f32(vbfdotq_laneq_f32(to, a, b, 3));
    }
}

/* The same of quads. */
INLINE uint32x4_t add_quad(uint32x4_t sum, uint32x4_t right, uint32x4_t left, int lane)
{
    int32x4_t to = vreinterpretq_s32_u32(sum);
    int8x16_t a = vreinterpretq_s8_u32(right);
    int8x16_t b = vreinterpretq_s8_u32(left);
    switch (lane) {
    case 0: return vreinterpretq_u32_s32(vdotq_laneq_s32(to, a, b, 0));
    case 1: return vreinterpretq_u32_s32(vdotq_laneq_s32(to, a, b, 1));
    case 2: return vreinterpretq_u32_s32(vdotq_laneq_s32(to, a, b, 2));
    default: return vreinterpretq_u32_s32(vdotq_laneq_s32(to, a, b, 3));
    }
}

/* Adds the products of one word of each row, which is in a lane of `left`. */
INLINE void add_words(bool is_pairs, uint32x4_t sums[WIDE_ROWS][VECTORS], int rows,
                      const uint32x4_t left[WIDE_ROWS], int lane, const uint32_t *right)
{
    uint32x4_t columns[VECTORS];
    UNROLLED
    for (int v = 0; v < VECTORS; v++)
        columns[v] = vld1q_u32(right + v * LANES);
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < VECTORS; v++)
        sums[r][v] = is_pairs ? add_pair(sums[r][v], columns[v], left[r], lane)
                              : add_quad(sums[r][v], columns[v], left[r], lane);
}

/* A word of a row of left. Of the last one of an odd depth only the first half exists. */
static inline uint32_t left_word(const char *from, bool is_half)
{
    uint32_t word;
    uint16_t half;
    if (!is_half) {
        memcpy(&word, from, sizeof word);
        return word;
    }
    memcpy(&half, from, sizeof half);
    return half;
}

/* Inlined where the kind and the number of rows are constants. */
INLINE void multiply_block(bool is_pairs, const struct wide_product *p, int64_t row, int64_t column,
                           int rows)
{
    uint32x4_t sums[WIDE_ROWS][VECTORS];
    uint32x4_t words[WIDE_ROWS];
    const char *left = (const char *)p->left + row * p->left_stride;
    const uint32_t *right = p->right + column;
    uint32_t *out = (uint32_t *)p->sums + row * p->sums_stride + column;
    int64_t whole = p->words - (is_pairs && p->is_odd ? 1 : 0);
    int64_t i = 0;
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < VECTORS; v++)
        sums[r][v] = p->add ? vld1q_u32(out + r * p->sums_stride + v * LANES) : vdupq_n_u32(0);
    for (; i + LANES <= whole; i += LANES) {
        UNROLLED
        for (int r = 0; r < rows; r++)
            words[r] = vreinterpretq_u32_u8(
                vld1q_u8((const uint8_t *)left + r * p->left_stride + i * 4));
        UNROLLED
        for (int lane = 0; lane < LANES; lane++)
            add_words(is_pairs, sums, rows, words, lane, right + p->places[i + lane]);
    }
    for (; i < p->words; i++) {
        UNROLLED
        for (int r = 0; r < rows; r++)
            words[r] = vdupq_n_u32(
                left_word(left + r * p->left_stride + i * 4, is_pairs && i == whole));
        add_words(is_pairs, sums, rows, words, 0, right + p->places[i]);
    }
    UNROLLED
    for (int r = 0; r < rows; r++)
        UNROLLED
    for (int v = 0; v < VECTORS; v++)
        vst1q_u32(out + r * p->sums_stride + v * LANES, sums[r][v]);
}

#define MULTIPLY(kind, is_pairs, count)                                                   \
    WIDE static void multiply_##kind##_##count(const struct wide_product *p, int64_t row, \
                                               int64_t column)                            \
    {                                                                                     \
        multiply_block(is_pairs, p, row, column, count);                                  \
    }
#define MULTIPLY_KINDS(count)    \
    MULTIPLY(pairs, true, count) \
    MULTIPLY(quads, false, count)
MULTIPLY_KINDS(1)
MULTIPLY_KINDS(2)
MULTIPLY_KINDS(4)
MULTIPLY_KINDS(8)

typedef void (*multiply_function)(const struct wide_product *product, int64_t row, int64_t column);

#define HALVINGS 4 /* the number of times that WIDE_ROWS can be halved */

static void multiply(const multiply_function functions[HALVINGS],
                     const struct wide_product *product)
{
    int64_t row = 0;
    for (int i = 0; i < HALVINGS; i++)
        for (int rows = WIDE_ROWS >> i; product->rows - row >= rows; row += rows)
            for (int64_t column = 0; column < product->columns; column += VECTORS * LANES)
                functions[i](product, row, column);
}

void wide_multiply_pairs(const struct wide_product *product)
{
    static const multiply_function functions[HALVINGS] = {multiply_pairs_8, multiply_pairs_4,
                                                          multiply_pairs_2, multiply_pairs_1};
    multiply(functions, product);
}

void wide_multiply_quads(const struct wide_product *product)
{
    static const multiply_function functions[HALVINGS] = {multiply_quads_8, multiply_quads_4,
                                                          multiply_quads_2, multiply_quads_1};
    multiply(functions, product);
}

/* wide_has_floats says that nobody calls it here. */
void wide_multiply_floats(const struct wide_product *product)
{
    (void)product;
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* Panels are packed in pieces of 16 lines by 4 words: a vector of 16 int8 is a line across. */
#define LINES 16

struct piece {
    uint32_t words[LANES][LINES];
};

/* Gathers a word, with zeros for the elements that do not exist. */
static uint32_t word_at(const struct wide_lines *lines, int64_t line, int64_t word)
{
    uint32_t bits = 0;
    int64_t first = word * wide_in_word(lines);
    int64_t count = line < lines->count ? least(lines->depth - first, wide_in_word(lines)) : 0;
    for (int64_t i = 0; i < count; i++)
        memcpy((char *)&bits + i * wide_width(lines), wide_element(lines, line, first + i),
               (size_t)wide_width(lines));
    return bits;
}

/* Joins four rows of 16 bytes to words. */
static void join_quads(const struct wide_lines *lines, int64_t line, int64_t depth, uint32_t *words)
{
    uint8x16x4_t rows;
    for (int i = 0; i < 4; i++)
        rows.val[i] = vld1q_u8((const uint8_t *)wide_element(lines, line, depth + i));
    vst4q_u8((uint8_t *)words, rows);
}

void wide_join_pairs(const uint16_t *first, const uint16_t *second, int64_t count, uint32_t *words)
{
    int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint16x8x2_t halves = {{vld1q_u16(first + i), vld1q_u16(second + i)}};
        vst2q_u16((uint16_t *)(words + i), halves);
    }
    for (; i < count; i++)
        words[i] = first[i] | (uint32_t)second[i] << 16;
}

/* Loads a piece where elements of the same depth are neighbours in memory. */
static void load_across(const struct wide_lines *lines, int64_t line, int64_t word,
                        struct piece *piece)
{
    for (int i = 0; i < LANES; i++) {
        int64_t depth = (word + i) * wide_in_word(lines);
        if (lines->is_bytes)
            join_quads(lines, line, depth, piece->words[i]);
        else
            wide_join_pairs((const uint16_t *)(const void *)wide_element(lines, line, depth),
                            (const uint16_t *)(const void *)wide_element(lines, line, depth + 1),
                            LINES, piece->words[i]);
    }
}

/* Loads a piece where the elements of a line are neighbours in memory: the load of four vectors
 * that lie among each other transposes them. */
static void load_along(const struct wide_lines *lines, int64_t line, int64_t word,
                       struct piece *piece)
{
    for (int64_t i = 0; i < LINES; i += LANES) {
        uint32_t rows[LANES * LANES];
        for (int64_t j = 0; j < LANES; j++)
            memcpy(rows + j * LANES, wide_element(lines, line + i + j, word * wide_in_word(lines)),
                   LANES * sizeof *rows);
        uint32x4x4_t columns = vld4q_u32(rows);
        for (int64_t j = 0; j < LANES; j++)
            vst1q_u32(piece->words[j] + i, columns.val[j]);
    }
}

/* Loads 16 lines of 4 words from memory of any strides, with zeros for what does not exist. */
static void load_piece(const struct wide_lines *lines, int64_t line, int64_t word,
                       struct piece *piece)
{
    bool is_whole = line + LINES <= lines->count &&
                    (word + LANES) * wide_in_word(lines) <= lines->depth;
    if (is_whole && lines->depth_stride == 1)
        load_along(lines, line, word, piece);
    else if (is_whole && lines->stride == 1)
        load_across(lines, line, word, piece);
    else
        for (int i = 0; i < LANES; i++)
            for (int64_t j = 0; j < LINES; j++)
                piece->words[i][j] = word_at(lines, line + j, word + i);
}

static void copy_line(const struct wide_lines *lines, int64_t line, uint32_t *words)
{
    int64_t last = lines->depth / wide_in_word(lines);
    memcpy(words, wide_element(lines, line, 0), (size_t)last * sizeof *words);
    if (lines->depth % wide_in_word(lines) != 0)
        words[last] = word_at(lines, line, last);
}

void wide_pack_left(const struct wide_lines *lines, uint32_t *panel, int64_t stride,
                    int32_t *excess)
{
    int64_t words = divide_up(lines->depth, wide_in_word(lines));
    if (lines->is_bytes)
        memset(excess, 0, (size_t)lines->count * sizeof *excess);
    for (int64_t line = 0; lines->depth_stride == 1 && line < lines->count; line++)
        copy_line(lines, line, panel + line * stride);
    for (int64_t line = 0; lines->depth_stride != 1 && line < lines->count; line += LINES)
        for (int64_t word = 0; word < words; word += LANES) {
            struct piece piece;
            load_piece(lines, line, word, &piece);
            for (int64_t i = 0; i < least(lines->count - line, LINES); i++)
                for (int64_t j = 0; j < LANES; j++)
                    panel[(line + i) * stride + word + j] = piece.words[j][i];
        }
}

/* Packs a piece; the panel consists of whole lines. */
static void pack_piece(const struct wide_lines *lines, int64_t line, int64_t word, int64_t count,
                       uint32_t *panels)
{
    uint32_t *panel = panels + (line / WIDE_COLUMNS * count + word) * WIDE_COLUMNS +
                      line % WIDE_COLUMNS;
    struct piece piece;
    load_piece(lines, line, word, &piece);
    for (int64_t i = 0; i < least(count - word, LANES); i++)
        memcpy(panel + i * WIDE_COLUMNS, piece.words[i], sizeof piece.words[i]);
}

void wide_find_excess(const struct wide_lines *lines, int32_t *excess)
{
    memset(excess, 0, (size_t)lines->count * sizeof *excess);
}

void wide_pack_right(const struct wide_lines *lines, uint32_t *panels)
{
    wide_walk(lines, LANES, LINES, pack_piece, panels);
}
#endif
