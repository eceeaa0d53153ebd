/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that are quantised on their way into pages of a cache: what checks, lists and kernels
 * share. */
#ifndef ACLNN_PY_OPS_ATTENTION_CACHE_QUANT_H
#define ACLNN_PY_OPS_ATTENTION_CACHE_QUANT_H

#include <stdbool.h>
#include <stdint.h>

/* Columns behind the others, which KvCompressEpilog keeps or makes hifloat8. */
#define CACHE_ROPE 64

#define CACHE_GROUP 64  /* of float8 of KvCompressEpilog */
#define CACHE_BLOCK 32  /* of IndexerQuantCache, that shares a power of two */
#define CACHE_MOST 8192 /* columns */

/* quantMode of KvCompressEpilog: a row of the cache has the columns behind the others, the
 * quantised ones, and their scales. Then that of IndexerQuantCache, whose scales are in a cache of
 * their own. */
enum cache_quant_mode {
    CACHE_EPILOG_HALVES, /* bfloat16, float8_e4m3fn, scales of bfloat16 */
    CACHE_EPILOG_POWERS, /* with scales of float8_e8m0 */
    CACHE_EPILOG_FLOAT4, /* hifloat8, float4_e2m1, scales of bfloat16 */
    CACHE_EPILOG_MODES,
    CACHE_INDEX_FLOAT8 = CACHE_EPILOG_MODES, /* float8, a power of two for each block */
    CACHE_INDEX_ROW,                         /* float8, a float32 for the row */
    CACHE_INDEX_HIFLOAT8,                    /* without a scale of its own */
    CACHE_INDEX_FLOAT4                       /* float4, a power of two for each block */
};

struct cache_quant {
    enum cache_quant_mode mode;
    int64_t group;   /* of float4 of KvCompressEpilog */
    bool is_rounded; /* its scales of float8 are powers of two */
    float factor;    /* of hifloat8 */
};

/* The bytes that KvCompressEpilog writes into a row, without the zeros behind them. */
static inline int64_t cache_epilog_bytes(const struct cache_quant *q, int64_t columns)
{
    int64_t quantised = columns - CACHE_ROPE;
    if (q->mode == CACHE_EPILOG_FLOAT4)
        return CACHE_ROPE + quantised / 2 + quantised / q->group * 2;
    int64_t scale = q->mode == CACHE_EPILOG_HALVES ? 2 : 1;
    return CACHE_ROPE * 2 + quantised + quantised / CACHE_GROUP * scale;
}

/* With the zeros, up to a whole number of 32 bytes. */
static inline int64_t cache_epilog_room(const struct cache_quant *q, int64_t columns)
{
    int64_t bytes = cache_epilog_bytes(q, columns);
    return q->mode == CACHE_EPILOG_POWERS ? bytes : (bytes + 31) / 32 * 32;
}

#endif
