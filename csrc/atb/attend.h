/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The attention of one sequence, in float32: softmax(scale * q k^T + mask) v for each head. What
 * SelfAttentionOperation and PagedAttentionOperation have in common.
 */
#ifndef ACLNN_PY_ATB_ATTEND_H
#define ACLNN_PY_ATB_ATTEND_H

#include "atb/plan.h"

/* Rows of heads: token t, head h, element i is at offset + t * row + h * head + i. */
struct atb_rows {
    atb_view view;
    int64_t offset;
    int64_t row;
    int64_t head;
    int64_t size; /* elements of a head */
};

/* What is added to the scores: none (view is NULL), or for head h, query i, key j the element at
 * offset + h * head + i * row + j, times factor. */
struct atb_mask {
    atb_view view;
    int64_t offset;
    int64_t head;
    int64_t row;
    double factor;
    bool is_causal;       /* no key behind a query's own place, where queries are the last tokens */
    bool starts_together; /* ... or the first */
};

struct atb_attention {
    int64_t heads;
    int64_t kv_heads;
    double scale;
    bool is_clamped;
    double clamp_min;
    double clamp_max;
};

/* Whether there can be so many heads of queries and of keys, 0 of which are as many. */
int32_t atb_check_heads(int32_t heads, int32_t kv_heads);

/* queries: how many tokens of q and out; keys: of k and v. lse: receives the logarithm of the sum
 * of exponentials of the scores, one a head and token, or NULL. Without keys out is 0, and lse of
 * no meaning. */
void atb_attend(struct single *s, const struct atb_attention *attention, struct atb_rows q,
                int64_t queries, struct atb_rows k, struct atb_rows v, int64_t keys,
                const struct atb_mask *mask, struct atb_rows out, const struct atb_rows *lse);

/* Two views of [.., size] with the elements of each place one behind the other. */
atb_view atb_joined(struct single *s, atb_view first, atb_view second);

/* Dense rows of tokens, [tokens, heads, size] or [tokens, heads * size]; from: the first token. */
struct atb_rows atb_rows_of(atb_view view, int64_t heads, int64_t from);

/* The rows of a sequence that lie in blocks of a cache, [blocks, tokens of a block, heads, size],
 * or with heads in front of tokens. table: the numbers of the blocks of each sequence. */
struct atb_rows atb_rows_of_blocks(struct single *s, atb_view cache, bool heads_first,
                                   atb_view table, int64_t sequence, int64_t tokens);

/* A part of a mask. batch: the sequence; row: the first row of a mask of two dimensions. Fails
 * where it is too small. */
struct atb_mask atb_mask_of(struct single *s, atb_view mask, bool of_heads, int64_t heads,
                            int64_t batch, int64_t row, int64_t queries, int64_t keys);

/* The lengths of sequences, which lie in host memory; fails otherwise. */
struct single_ints atb_lengths(struct single *s, atb_view lengths, const char *what);

/* The lengths of keys: those of queries, or the second of two rows, of which *queries keeps the
 * first. */
struct single_ints atb_key_lengths(atb_view lengths, struct single_ints *queries);

/* Fails where a length is below 0, or all are more than the tokens that a tensor has. */
void atb_check_sum(struct single *s, const char *what, struct single_ints lengths, int64_t tokens);

/* Fails where sequences of a cache have more queries than there are tokens: one each, or as many as
 * `queries` says. */
void atb_check_lengths(struct single *s, struct single_ints lengths, struct single_ints queries,
                       int64_t tokens);

#endif
