/* SPDX-License-Identifier: Apache-2.0 */
/* Caches of keys and values in pages: what checks, lists and kernels of their scatter and gather
 * share. */
#ifndef ACLNN_PY_OPS_ATTENTION_PAGE_CACHE_H
#define ACLNN_PY_OPS_ATTENTION_PAGE_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A cache is [pages, rows, heads, columns], or for "PA_NZ" [pages, blocks, rows, width] or
 * [pages, heads, blocks, rows, width], with width elements of a row in each block; one of
 * [pages, heads, rows, columns] is of that kind, too. */
struct page_cache {
    bool is_fractal;
    bool has_value;  /* of a scatter: values go into a cache of their own */
    bool has_scale;  /* of a scatter: factors of keys too, and slots that are not there are passed
                      * over */
    bool has_offset; /* of a gather: each batch begins that many rows behind its first page's; of
                      * rows that are shortened: some are before their mean */
    bool has_sums;   /* of a gather: lengths are sums, from 0 on */
};

static inline bool page_cache_is_fractal(const char *mode)
{
    return mode != NULL && strcmp(mode, "PA_NZ") == 0;
}

/* The rows of a page. */
static inline int64_t page_cache_rows(const int64_t *dims, int32_t rank, bool is_fractal)
{
    return is_fractal ? dims[rank - 2] : dims[1];
}

/* The columns that all heads of a row have together. */
static inline int64_t page_cache_columns(const int64_t *dims, int32_t rank, bool is_fractal)
{
    int64_t columns = 1;
    for (int32_t i = 1; i < rank; i++)
        if (i != (is_fractal ? rank - 2 : 1))
            columns *= dims[i];
    return columns;
}

#endif
