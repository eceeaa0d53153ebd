/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attention: what the calls hand to the work (attention_kernel.c). A batch b has rows of queries
 * and columns of keys and values; heads share the keys of heads / key_heads of them.
 */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_H

#include <stdbool.h>
#include <stdint.h>

/* Where the dims of a tensor are: positions, or -1. H is N by D, T all rows of all batches. */
struct attention_layout {
    int8_t b, s, n, d, h, t;
};

/* The inputs of the work, in this order, those that are there. */
enum attention_input {
    ATTENTION_QUERY,
    ATTENTION_QUERY_ROPE, /* more columns of the queries */
    ATTENTION_PSE,        /* is added to the scores */
    ATTENTION_DROP,       /* a bit for each probability: whether it stays */
    ATTENTION_MASK,       /* true: does not count */
    ATTENTION_TRIANGLE,   /* the mask where a sparse mode says the same, for findings */
    ATTENTION_TABLE,      /* blocks of keys and values, by batch */
    ATTENTION_QUERY_PADDING,
    ATTENTION_KEY_PADDING,
    ATTENTION_KEY_LENGTHS, /* int64, one a batch: the columns, where a call does not know them */
    ATTENTION_KEY_ROPE,
    ATTENTION_KEY_PREFIX, /* the first keys of all batches */
    ATTENTION_VALUE_PREFIX,
    ATTENTION_DY, /* of gradients: that of the result, and what the forward call gave */
    ATTENTION_MAXIMA,
    ATTENTION_SUMS,
    ATTENTION_RESULT,
    ATTENTION_KEY, /* one, or one a batch */
    ATTENTION_VALUE,
    ATTENTION_INPUTS,
};

/* How many rows or columns a batch has. */
struct attention_counts {
    const int64_t
        *values; /* one for all, one a batch, or (totals) sums; NULL: all that there are */
    uint64_t size;
    bool are_totals;
    int64_t whole; /* what the tensor has for a batch */
};

struct attention {
    struct attention_layout query;
    struct attention_layout key;
    struct attention_layout out;
    int at[ATTENTION_INPUTS]; /* positions among the inputs, or -1 */
    int members;              /* of keys and values */
    int64_t batches;
    int64_t heads;
    int64_t key_heads;
    int64_t depth;
    int64_t rope_depth;
    int64_t value_depth;
    struct attention_counts rows;
    struct attention_counts columns;
    int64_t prefix_columns; /* of the prefix of keys */
    int64_t block_size;     /* of the table's blocks */
    float scale;
    float keep;
    bool scales_first; /* before what is added */
    int sparse_mode;   /* 0 to 8; -1: all pairs */
    int64_t before;    /* of bands */
    int64_t after;
    const int64_t *prefixes; /* of sparse modes 5 and 6 */
    bool writes_statistics;
    bool writes_log_sums;
};

#endif
