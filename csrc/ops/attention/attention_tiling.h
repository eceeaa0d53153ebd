/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels of attention ask for on 910B and 910_93: buffers for the scores and results of
 * the blocks that each core works on, so that sizes follow from blocks and cores. Written after the
 * public tilings of ops-transformer (attention, op_host).
 */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_TILING_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

/* Layouts, in the vendor's words: B batches, S rows, N heads, D columns of a head, H is N by D, T
   the rows of all batches. */
enum attention_tiling_layout { TILING_BSH, TILING_BSND, TILING_SBH, TILING_BNSD, TILING_TND };

/* What the kernel gets: heads may have been padded, and dimensions permuted. */
struct attention_tiling_input {
    enum attention_tiling_layout layout;
    uint64_t element_bytes;
    int64_t batches;
    int64_t heads;
    int64_t key_heads;
    int64_t rows;    /* of queries; of the longest batch where all lie in one dimension */
    int64_t columns; /* of keys */
    int64_t depth;
    int64_t rope_depth;
    int64_t value_depth;
    const int64_t *row_ends; /* of TND: sums of the rows of each batch; NULL otherwise */
    const int64_t *column_ends;
    int64_t all_rows; /* of TND: what query has */
    bool is_empty;    /* queries or keys have no elements */
    bool is_sparse;   /* the kernel leaves out blocks of scores: by mode and mask */
    bool has_mask;
    bool drops; /* a mask of bits is given, be it read or not */
    int sparse_mode;
    int precision_mode; /* innerPrecise */
};

/* What FlashAttentionScore asks for. *knows_cache: it rests on what we take for the size of the
   product's cache. */
uint64_t attention_tiling_2201(const struct soc *soc, const struct attention_tiling_input *input,
                               bool *knows_cache);

/* What FlashAttentionScoreGrad asks for. False where the tiling is not followed: of float32, of
   fewer than 1024 rows and columns, of batches in one dimension, of results in a fixed order. */
bool attention_tiling_grad_2201(const struct soc *soc, const struct attention_tiling_input *input,
                                bool is_deterministic, uint64_t *bytes);

/* A row of queries for each batch. */
struct attention_row_input {
    uint64_t batches;
    uint64_t heads;
    uint64_t key_heads;
    uint64_t depth;
    uint64_t columns;    /* that the keys have for a batch, at most */
    uint64_t longest;    /* of those that count */
    uint64_t block_size; /* of keys in blocks; 0: they are none */
    bool is_bnsd;
    bool is_float16;
    bool is_precise; /* innerPrecise is 0 */
};

/* What IncreFlashAttention asks for, and FusedInferAttentionScore for single rows. */
uint64_t attention_tiling_rows_2201(const struct soc *soc, const struct attention_row_input *input);

#endif
