/* SPDX-License-Identifier: Apache-2.0 */
/* Attention: what the calls hand to the work (attention_kernel.c). A batch has rows of queries, and
 * columns of keys and values. Each head of keys is shared by heads / key_heads heads of queries. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ATTENTION_CACHE_LINE 512 /* bytes; pieces of the memory of gradients are multiples */

/* The index of each dim of a tensor, or -1. H is N by D, T the rows of all batches. Where there is
 * F, columns lie in fractals of D of them. */
struct attention_layout {
    int8_t b, s, n, d, h, t, f;
};

/* The inputs of the work, in this sequence; some may be missing. */
enum attention_input {
    ATTENTION_QUERY,
    ATTENTION_QUERY_ROPE, /* further columns of the queries */
    ATTENTION_PSE,        /* added to the scores */
    ATTENTION_DROP,       /* a bit for each probability: whether it is kept */
    ATTENTION_MASK,       /* true: the pair does not count */
    ATTENTION_TRIANGLE,   /* the mask where a sparse mode says the same, for findings */
    ATTENTION_TABLE,      /* the blocks of keys and values of each batch */
    ATTENTION_QUERY_PADDING,
    ATTENTION_KEY_PADDING,
    ATTENTION_KEY_LENGTHS, /* int64, one a batch: the number of columns, when the call itself does
                            * not know it */
    ATTENTION_KEY_ROPE,
    ATTENTION_KEY_PREFIX, /* keys that come first in all batches */
    ATTENTION_VALUE_PREFIX,
    ATTENTION_KEY_SCALE, /* what restores int8 keys and values: (number + offset) * scale */
    ATTENTION_KEY_OFFSET,
    ATTENTION_VALUE_SCALE,
    ATTENTION_VALUE_OFFSET,
    ATTENTION_BOTH_SCALE, /* of keys, then of values, along the first dimension */
    ATTENTION_BOTH_OFFSET,
    ATTENTION_QUANT_SCALE, /* of int8 results: result * scale + offset, one or one a column of all
                            * heads */
    ATTENTION_QUANT_OFFSET,
    ATTENTION_QUERY_SCALE,  /* of quantised queries, one a row and head */
    ATTENTION_SCORE_SCALE,  /* of products of int8 queries and keys */
    ATTENTION_WEIGHT_SCALE, /* what exponentials are multiplied by before they become int8 */
    ATTENTION_SUM_SCALE,    /* of products of these and int8 values */
    ATTENTION_SINK,         /* a score of each head that has no value */
    ATTENTION_BLOCKS,       /* whether the rows of a block count the columns of another */
    ATTENTION_DY, /* for gradients: the gradient of the result, and what the forward call gave */
    ATTENTION_MAXIMA,
    ATTENTION_SUMS,
    ATTENTION_RESULT,
    ATTENTION_KEY, /* one, or one a batch */
    ATTENTION_VALUE,
    ATTENTION_INPUTS,
};

#define ATTENTION_NUMBERS 6 /* inputs from ATTENTION_KEY_SCALE to ATTENTION_BOTH_OFFSET */

/* How many rows or columns a batch has. */
struct attention_counts {
    const int64_t *values; /* one for all batches, one a batch, or (totals) running sums; NULL: the
                            * tensor's size */
    uint64_t size;
    bool are_totals;
    int64_t whole; /* the size of the tensor for a batch */
};

/* How many rows or columns a batch has, by running sums. */
static inline int64_t attention_count_by_totals(const struct attention_counts *counts,
                                                int64_t batch)
{
    return counts->values[batch] - (batch > 0 ? counts->values[batch - 1] : 0);
}

/* How many rows or columns a batch has. */
static inline int64_t attention_count_of(const struct attention_counts *counts, int64_t batch)
{
    if (counts->values == NULL)
        return counts->whole;
    if (counts->are_totals)
        return attention_count_by_totals(counts, batch);
    return counts->values[counts->size == 1 ? 0 : batch];
}

struct attention {
    struct attention_layout query;
    struct attention_layout key;
    struct attention_layout out;
    int at[ATTENTION_INPUTS]; /* indices among the inputs, or -1 */
    int members;              /* number of tensors of keys, and of values */
    int64_t batches;
    int64_t heads;
    int64_t key_heads;
    int64_t depth;
    int64_t rope_depth;
    int64_t value_depth;
    struct attention_counts rows;
    struct attention_counts columns;
    int64_t prefix_columns; /* columns of the prefix of keys */
    int64_t block_size;     /* columns of a block of the table */
    float scale;
    float keep;
    bool draws; /* what is kept is drawn by seed and offset: there are no bits */
    uint64_t seed;
    uint64_t offset;
    bool scales_first; /* scores are scaled before pse is added */
    int slopes;        /* 0, or 2 or 3 (pseType): pse is a slope of each head, by which the distance
                        * of row and column, or its square root, is taken off */
    int64_t slope_step; /* how much farther the columns lie than the rows */
    int sparse_mode;    /* 0 to 8; -1: all pairs count */
    int64_t before;     /* for bands */
    int64_t after;
    const int64_t *prefixes; /* for sparse modes 5 and 6 */
    bool writes_statistics;
    bool by_heads; /* statistics [T, N, 8] hold the rows of one head after those of another */
    bool writes_log_sums;
    bool sums_as_rows;  /* logarithms of sums lie as queries do, [B, S, N, 1] */
    int64_t block_rows; /* of ATTENTION_BLOCKS */
    int64_t block_columns;
    struct attention_layout numbers[ATTENTION_NUMBERS]; /* of scales and offsets */
    bool numbers_in_blocks; /* they lie in blocks as keys do, else by batch and column */
    bool numbers_are_joint; /* ATTENTION_BOTH_SCALE and ATTENTION_BOTH_OFFSET are given */
    struct attention_layout query_numbers; /* of ATTENTION_QUERY_SCALE */
    bool keys_scale_scores; /* ATTENTION_KEY_SCALE is of scores, those of ropes too */
    int rope_out[2];        /* the outputs for gradients of the ropes of queries and keys, or -1 */
    int sink_out;           /* the output for those of sinks, or -1 */
};

#endif
