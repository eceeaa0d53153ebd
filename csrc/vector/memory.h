/* SPDX-License-Identifier: Apache-2.0 */
/* Between views in memory and dense strips, by the width of an element. */
#ifndef ACLNN_PY_VECTOR_MEMORY_H
#define ACLNN_PY_VECTOR_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define CACHE_LINE 64

/* Results of more bytes are larger than the caches of a core, and written past them. */
#define STREAMED_BYTES ((int64_t)4 << 20)

/* What is asked for at once of memory that is read soon: fewer lines than a core waits for. */
#define ASKED_BYTES (16 * CACHE_LINE)

/* Memory that is read soon. */
struct ahead {
    const char *memory;
    int64_t bytes; /* that have not been asked for yet */
};

/* Asks for the next of it, `most` bytes at most; how many it asked for, in whole lines. */
static inline int64_t ahead_ask(struct ahead *ahead, int64_t most)
{
    int64_t asked = 0;
    for (; ahead->bytes > 0 && asked < most; asked += CACHE_LINE) {
        __builtin_prefetch(ahead->memory);
        ahead->memory += CACHE_LINE;
        ahead->bytes -= CACHE_LINE;
    }
    return asked;
}

/*
 * Asks for memory that is read, though not soon, of the second-level cache: a core waits for few
 * lines of the first.
 */
static inline void memory_ask_early(const char *memory, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += CACHE_LINE)
        __builtin_prefetch(memory + at, 0, 2);
}

/* Asks for the next `most` bytes of it, by memory_ask_early. */
static inline void ahead_ask_early(struct ahead *ahead, int64_t most)
{
    if (ahead->bytes <= 0)
        return;
    memory_ask_early(ahead->memory, most);
    ahead->memory += most;
    ahead->bytes -= most;
}

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

/* The same by the instruction set: memory_kernel.c. */
struct memory_kernel {
    void (*gather)(int width, char *strip, const char *memory, const struct box *box);
    void (*scatter)(int width, char *memory, const char *strip, const struct box *box);
    void (*fill)(int width, char *strip, const char *element, int64_t count);
    void (*stream)(char *to, const char *from, int64_t bytes);
};

extern const struct memory_kernel vector_kernel_memory;

#endif
