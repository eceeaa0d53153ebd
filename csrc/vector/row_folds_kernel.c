/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of many dense rows. */
#include "vector/row_folds.h"

#include "vector/memory.h"
#include "vector/row_lanes.h"

#define PAGE 4096

/* Prefetches what lies a page behind a short row of int64: a processor follows lines by itself, but
 * not into the next page. Where registers have 512 bits this is not known to help. */
INLINE void ask_for_wholes(const char *row, int64_t columns, size_t width)
{
#if !defined(__AVX512F__)
    const int64_t bytes = columns * (int64_t)width;
    if (width == sizeof(int64_t) && bytes <= ASKED_BYTES)
        memory_ask_early(row + PAGE, bytes);
#else
    (void)row, (void)columns, (void)width;
#endif
}

#define DEFINE(name, fold, type)                                                 \
    static void name##_of_##type(const struct folded_rows *rows, double *totals) \
    {                                                                            \
        fold_rows(fold, type, rows, NULL, totals);                               \
    }

#if defined(HAS_HALVES)
INLINE void add_halves(enum type type, int64_t count, char *const *operands)
{
    int64_t i = 0;
    for (; i + REGISTER <= count; i += REGISTER)
        put_elements(FLOAT32_ROW, operands[2], i,
                     elements_at(FLOAT32_ROW, operands[0], i) + elements_at(type, operands[1], i));
    if (i < count)
        put_register_at(FLOAT32_ROW, operands[2], i, count,
                        register_at(FLOAT32_ROW, operands[0], i, count) +
                            register_at(type, operands[1], i, count));
}

static void add_float16(int64_t count, char *const *operands)
{
    add_halves(FLOAT16_ROW, count, operands);
}

static void add_bfloat16(int64_t count, char *const *operands)
{
    add_halves(BFLOAT16_ROW, count, operands);
}

#define ADD_HALVES .add_float16 = add_float16, .add_bfloat16 = add_bfloat16
#define DEFINE_TYPES(name, fold)    \
    DEFINE(name, fold, FLOAT32_ROW) \
    DEFINE(name, fold, FLOAT16_ROW) \
    DEFINE(name, fold, BFLOAT16_ROW)
#define OF_TYPES(name) {name##_of_FLOAT32_ROW, name##_of_FLOAT16_ROW, name##_of_BFLOAT16_ROW}
#else
#define ADD_HALVES .add_float16 = NULL, .add_bfloat16 = NULL
#define DEFINE_TYPES(name, fold) DEFINE(name, fold, FLOAT32_ROW)
#define OF_TYPES(name) {name##_of_FLOAT32_ROW, NULL, NULL}
#endif

DEFINE_TYPES(sum, SUM)
DEFINE_TYPES(squares, SQUARES)
DEFINE_TYPES(product, PRODUCT)
DEFINE_TYPES(largest, LARGEST)
DEFINE_TYPES(least, LEAST)

/* ---- Integers, whose folds are the same in any sequence ---------------------------------------
 */

#define DEFINE_WHOLE(name, type, total_type, begin, joined)           \
    static void name(const struct folded_rows *rows, int64_t *totals) \
    {                                                                 \
        const int64_t columns = rows->columns;                        \
        for (int64_t r = 0; r < rows->count; r++) {                   \
            const char *row = rows->memory + r * rows->step;          \
            ask_for_wholes(row, columns, sizeof(type));               \
            total_type total = begin;                                 \
            for (int64_t i = 0; i < columns; i++) {                   \
                type x;                                               \
                memcpy(&x, row + i * (int64_t)sizeof x, sizeof x);    \
                total = (total_type)(joined);                         \
            }                                                         \
            totals[r] = (int64_t)total;                               \
        }                                                             \
    }

#define DEFINE_WHOLES(suffix, type, unsigned_type, lowest, highest)              \
    DEFINE_WHOLE(product_of_##suffix, unsigned_type, unsigned_type, 1, total *x) \
    DEFINE_WHOLE(largest_of_##suffix, type, type, lowest, x > total ? x : total) \
    DEFINE_WHOLE(least_of_##suffix, type, type, highest, x < total ? x : total)

DEFINE_WHOLES(int32, int32_t, uint32_t, INT32_MIN, INT32_MAX)
DEFINE_WHOLES(int64, int64_t, uint64_t, INT64_MIN, INT64_MAX)
DEFINE_WHOLE(sum_of_int32, int32_t, int64_t, 0, total + x)
DEFINE_WHOLE(sum_of_int64, uint64_t, uint64_t, 0, total + x)

/* Eight bytes at a time: their sum is the highest byte of a product. */
INLINE int64_t ones_of(const char *row, int64_t columns)
{
    int64_t total = 0;
    int64_t i = 0;
    for (; i + 8 <= columns; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, row + i, sizeof bytes);
        total += (int64_t)(bytes * UINT64_C(0x0101010101010101) >> 56);
    }
    for (; i < columns; i++)
        total += row[i];
    return total;
}

static void count_of_bytes(const struct folded_rows *rows, int64_t *totals)
{
    for (int64_t r = 0; r < rows->count; r++)
        totals[r] = ones_of(rows->memory + r * rows->step, rows->columns);
}

static void float_count_of_bytes(const struct folded_rows *rows, double *totals)
{
    for (int64_t r = 0; r < rows->count; r++)
        totals[r] = (double)ones_of(rows->memory + r * rows->step, rows->columns);
}

#define OF_WHOLES(name) {name##_of_int32, name##_of_int64}

const struct row_folds vector_kernel_row_folds = {.sum = OF_TYPES(sum),
                                                  .squares = OF_TYPES(squares),
                                                  .product = OF_TYPES(product),
                                                  .largest = OF_TYPES(largest),
                                                  .least = OF_TYPES(least),
                                                  .whole_sum = OF_WHOLES(sum),
                                                  .whole_product = OF_WHOLES(product),
                                                  .whole_largest = OF_WHOLES(largest),
                                                  .whole_least = OF_WHOLES(least),
                                                  .count = count_of_bytes,
                                                  .float_count = float_count_of_bytes,
                                                  ADD_HALVES};
