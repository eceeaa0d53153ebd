/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between views in memory and dense strips, by the width of an element. */
#ifndef ACLNN_PY_VECTOR_MEMORY_H
#define ACLNN_PY_VECTOR_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpu.h"

#define CACHE_LINE CPU_CACHE_LINE

/* Kernels of rows, whose inputs pass through the caches too, write results of more bytes than this
 * past the caches, since they do not fit into those of a core. */
#define STREAMED_BYTES ((int64_t)4 << 20)

/* The vector unit writes results of more bytes than this past the caches: half of the cache that
 * cores share, because operands take the other half; and results of half as many where all together
 * are larger than that cache. 4 MiB at least, and where its size is not known; 16 MiB at most,
 * since other programs use it too. */
int64_t memory_streamed_bytes(void);

/* How much memory is prefetched at once, fewer cache lines than a core can wait for, and for how
 * many elements of an instruction. */
#define ASKED_BYTES (16 * CACHE_LINE)
#define ASKED_ELEMENTS 1024

/* Memory that will be read soon. */
struct ahead {
    const char *memory;
    int64_t bytes; /* how many bytes have not been prefetched yet */
};

/* Prefetches the next bytes, `most` at most, and returns how many, in whole cache lines. */
static inline int64_t ahead_ask(struct ahead *ahead, int64_t most)
{
    int64_t asked = 0;
    for (; asked < ahead->bytes && asked < most; asked += CACHE_LINE)
        __builtin_prefetch(ahead->memory + asked);
    ahead->memory += asked;
    ahead->bytes -= asked;
    return asked;
}

/* Prefetches memory that is read later into the second-level cache: a core can wait for only a few
 * lines of the first. */
static inline void memory_ask_early(const char *memory, int64_t bytes)
{
    for (int64_t at = 0; at < bytes; at += CACHE_LINE)
        __builtin_prefetch(memory + at, 0, 2);
}

/* Prefetches the next `most` bytes with memory_ask_early. */
static inline void ahead_ask_early(struct ahead *ahead, int64_t most)
{
    if (ahead->bytes <= 0)
        return;
    memory_ask_early(ahead->memory, most);
    ahead->memory += most;
    ahead->bytes -= most;
}

/* Rows by columns of elements in memory. Steps are in bytes and of any sign; 0 repeats an element.
 * `goes_on` says, of a box with dense columns that is gathered, that the memory behind the columns
 * will be read soon. */
struct box {
    int64_t rows;
    int64_t columns;
    int64_t row_step;
    int64_t column_step;
    bool goes_on;
};

/* In place of a width: two elements lie in a byte, the first in its lower half. Addresses and steps
 * count half bytes, and each element has a byte of a strip. */
#define PACKED (-1)

/* Where a packed element lies, counted in half bytes. */
static inline char *packed_address(const void *byte, bool is_upper)
{
    return (char *)((uintptr_t)byte * 2 + is_upper);
}

/* Reads the elements, of 1, 2, 4, 8 or 16 bytes or PACKED, row by row into a dense strip. */
void box_gather(int width, char *strip, const char *memory, const struct box *box);

/* The same, into rows whose first elements lie `to_step` bytes apart. */
void box_move(int width, char *to, int64_t to_step, const char *memory, const struct box *box);

/* Writes a dense strip to the elements. */
void box_scatter(int width, char *memory, const char *strip, const struct box *box);

/* Fills a strip with one element. */
void strip_fill(int width, char *strip, const char *element, int64_t count);

/* Fills a strip with numbers that follow each other: int64 where elements have 8 bytes, otherwise
 * int32. */
void strip_number(int width, char *strip, int64_t first, int64_t count);

/* Whether a row of so many bytes is worth writing past the caches: most of its cache lines are
 * whole. */
bool memory_streams(const char *to, int64_t bytes);

/* Copies bytes past the caches. Call memory_stream_end after the last. */
void memory_stream(char *to, const char *from, int64_t bytes);
void memory_stream_end(void);

/* The functions above as memory_kernel.c compiles them for one level. */
struct memory_kernel {
    void (*gather)(int width, char *to, int64_t to_step, const char *memory, const struct box *box);
    void (*scatter)(int width, char *memory, const char *strip, const struct box *box);
    void (*fill)(int width, char *strip, const char *element, int64_t count);
    void (*number)(int width, char *strip, int64_t first, int64_t count);
    void (*stream)(char *to, const char *from, int64_t bytes);
};

extern const struct memory_kernel vector_kernel_memory;

#endif
