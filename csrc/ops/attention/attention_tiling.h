/* SPDX-License-Identifier: Apache-2.0 */
/* The workspace of kernels of attention: buffers for scores and results of the
 * blocks that each core computes, so that it follows from blocks and cores. Written after the
 * public tilings of ops-transformer (attention, op_host). */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_TILING_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

/* Layouts in the vendor's letters: B batches, S rows, N heads, D columns of a head, H is N by D, T
 * the rows of all batches. */
enum attention_tiling_layout { TILING_BSH, TILING_BSND, TILING_SBH, TILING_BNSD, TILING_TND };

/* What the kernel gets. Heads may have been padded, and dimensions permuted. */
struct attention_tiling_input {
    enum attention_tiling_layout layout;
    uint64_t element_bytes;
    int64_t batches;
    int64_t heads;
    int64_t key_heads;
    int64_t rows;    /* rows of queries; of the longest batch when all share one dimension */
    int64_t columns; /* columns of keys */
    int64_t depth;
    int64_t rope_depth;
    int64_t value_depth;
    const int64_t *row_ends; /* for TND: running sums of the rows of batches; otherwise NULL */
    const int64_t *column_ends;
    int64_t all_rows; /* for TND: the rows that query has */
    bool is_empty;    /* queries or keys have no elements */
    bool is_sparse;   /* by mode and mask, the kernel leaves out blocks of scores */
    bool has_mask;
    bool drops; /* a mask of bits is given, even if it is not read */
    int sparse_mode;
    int precision_mode; /* innerPrecise */
    /* For Ascend950: */
    bool has_pse;
    bool drops_any;     /* keepProb is below 1 */
    bool has_open_rows; /* by mode and mask, rows may be without a pair that counts */
};

/* The workspace of FlashAttentionScore. *knows_cache: it rests on an assumption about the product's
 * cache. */
uint64_t attention_tiling_2201(const struct soc *soc, const struct attention_tiling_input *input,
                               bool *knows_cache);

/* The same on Ascend950. */
uint64_t attention_tiling_3510(const struct soc *soc, const struct attention_tiling_input *input);

/* The same of TND for batches of any lengths. */
uint64_t attention_tiling_most_2201(const struct soc *soc,
                                    const struct attention_tiling_input *input);

/* The workspace of FlashAttentionScoreGrad. False when the tiling is not followed here: for
 * float32, fewer than 1024 rows and columns, batches that share one dimension, and results in a
 * fixed sequence. */
bool attention_tiling_grad_2201(const struct soc *soc, const struct attention_tiling_input *input,
                                bool is_deterministic, uint64_t *bytes);

/* One row of queries for each batch. */
struct attention_row_input {
    uint64_t batches;
    uint64_t heads;
    uint64_t key_heads;
    uint64_t depth;
    uint64_t columns;    /* the most columns that the keys have for a batch */
    uint64_t longest;    /* the most of those that count */
    uint64_t block_size; /* columns of a block of keys; 0: keys are not in blocks */
    bool is_bnsd;
    bool is_float16;
    bool is_precise; /* innerPrecise is 0 */
};

/* The workspace of IncreFlashAttention, and of FusedInferAttentionScore for single rows. */
uint64_t attention_tiling_rows_2201(const struct soc *soc, const struct attention_row_input *input);

/* The largest of it for any number of columns that count; `longest` is not read. */
uint64_t attention_tiling_most_rows_2201(const struct soc *soc,
                                         const struct attention_row_input *input);

#endif
