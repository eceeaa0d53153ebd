/* SPDX-License-Identifier: Apache-2.0 */
/* Between views in memory and dense strips, by the width of an element. */
#ifndef ACLNN_PY_VECTOR_MEMORY_H
#define ACLNN_PY_VECTOR_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Rows by columns of elements in memory; steps in bytes, of any sign, 0 repeats. Where the columns
 * of a box that is gathered are dense and `goes_on` is set, what lies behind them is wanted soon.
 */
struct box {
    int64_t rows;
    int64_t columns;
    int64_t row_step;
    int64_t column_step;
    bool goes_on;
};

/* Reads the elements, of 1, 2, 4, 8 or 16 bytes, row by row into a dense strip. */
void box_gather(int width, char *strip, const char *memory, const struct box *box);

/* Writes a dense strip to the elements. */
void box_scatter(int width, char *memory, const char *strip, const struct box *box);

/* Fills a strip with one element. */
void strip_fill(int width, char *strip, const char *element, int64_t count);

/* Whether a row of so many bytes is worth it: whole cache lines, or few of them in part. */
bool memory_streams(const char *to, int64_t bytes);

/* Copies bytes past the caches; memory_stream_end comes behind the last. */
void memory_stream(char *to, const char *from, int64_t bytes);
void memory_stream_end(void);

#endif
