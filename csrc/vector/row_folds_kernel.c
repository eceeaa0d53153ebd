/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of many dense rows. */
#include "vector/row_folds.h"

#include "vector/row_lanes.h"

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

const struct row_folds vector_kernel_row_folds = {.sum = OF_TYPES(sum),
                                                  .squares = OF_TYPES(squares),
                                                  .product = OF_TYPES(product),
                                                  .largest = OF_TYPES(largest),
                                                  .least = OF_TYPES(least),
                                                  ADD_HALVES};
