/* SPDX-License-Identifier: Apache-2.0 */
/* Folds of many dense rows. */
#include "vector/row_folds.h"

#include "vector/row_lanes.h"

#define HALF 2 /* bytes */

#define DEFINE(name, fold, type)                                                 \
    static void name##_of_##type(const struct folded_rows *rows, double *totals) \
    {                                                                            \
        fold_rows(fold, type, rows, NULL, totals);                               \
    }

#if defined(HAS_HALVES)
static void add_halves(int64_t count, char *const *operands, bool is_bfloat16)
{
    const any_float *before = (const any_float *)(const void *)operands[0];
    const char *elements = operands[1];
    float *behind = (float *)(void *)operands[2];
    int64_t i = 0;
    for (; i + REGISTER <= count; i += REGISTER)
        put_floats(behind + i, floats_at(before + i) + widened(elements + i * HALF, is_bfloat16));
    if (i < count) {
        size_t rest = (size_t)(count - i);
        char halves_left[REGISTER * HALF] = {0};
        float lanes_left[REGISTER] = {0};
        memcpy(halves_left, elements + i * HALF, rest * HALF);
        memcpy(lanes_left, before + i, rest * sizeof(float));
        put_floats(lanes_left, floats_at((const any_float *)(const void *)lanes_left) +
                                   widened(halves_left, is_bfloat16));
        memcpy(behind + i, lanes_left, rest * sizeof(float));
    }
}

static void add_float16(int64_t count, char *const *operands)
{
    add_halves(count, operands, false);
}

static void add_bfloat16(int64_t count, char *const *operands)
{
    add_halves(count, operands, true);
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
