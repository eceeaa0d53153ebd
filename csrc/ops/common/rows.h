/* SPDX-License-Identifier: Apache-2.0 */
/* Dense rows as kernels walk over them that work on one row after the other (norms, softmax,
 * quantisation): sums in the 32 lanes of vector.h, in registers, with the bits of the vector unit's
 * folds; conversions; stores. */
#ifndef ACLNN_PY_OPS_COMMON_ROWS_H
#define ACLNN_PY_OPS_COMMON_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/common/shape.h"
#include "vector/memory.h"
#include "vector/registers.h"
#include "vector/vector.h"

/* Short rows are worked on together: so many elements, which a few strips in the first-level cache
 * hold, and so many rows. Longer rows take much longer than what is done once a row. */
#define ELEMENTS_TOGETHER 2048
#define ROWS_TOGETHER 128
#define SHORT_ROW 512

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
    return round_up(columns_of_rows(work), 16);
}

/* The same in whole groups. */
static inline int64_t room_of_groups(const struct work *work)
{
    return round_up(columns_of_rows(work), GROUP);
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
    bool is_aligned = (uintptr_t)memory % sizeof(floats) == 0;
    bool is_direct = view->type == ACL_FLOAT && (is_aligned || !streams);
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

/* How many rows of this length are worked on together. */
static inline int64_t rows_together(int64_t columns)
{
    if (columns > SHORT_ROW)
        return 1;
    int64_t rows = ELEMENTS_TOGETHER / columns;
    return rows < ROWS_TOGETHER ? rows : ROWS_TOGETHER;
}

/* The elements of a strip for rows that are worked on together, with a register behind them. */
static inline int64_t room_of_rows(const struct work *work)
{
    int64_t columns = columns_of_rows(work);
    return columns > SHORT_ROW ? room_of_row(work)
                               : rows_together(columns) * columns / 16 * 16 + 32;
}

/* Repeats a number of each row for all its columns. A register may go over the end of a row: those
 * of the next come later. */
static inline void spread_numbers(const float *numbers, int64_t rows, int64_t columns, float *strip)
{
    for (int64_t row = 0; row < rows; row++) {
        floats number = (floats){0} + numbers[row];
        for (int64_t at = 0; at < columns; at += REGISTER)
            put_floats(strip + row * columns + at, number);
    }
}

#endif
