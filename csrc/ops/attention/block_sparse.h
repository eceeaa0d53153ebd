/* SPDX-License-Identifier: Apache-2.0 */
/* Attention whose blocks of rows look at the blocks of columns that a mask chooses: how a call of
 * it or of its gradients is read. The work is that of attention.h. */
#ifndef ACLNN_PY_OPS_ATTENTION_BLOCK_SPARSE_H
#define ACLNN_PY_OPS_ATTENTION_BLOCK_SPARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "ops/attention/attention.h"

/* The work of numbers of blocks: for each block of rows of all batches and each head which blocks
 * of columns they look at, and how many of them count, become a mask of blocks. */
struct block_sparse_chosen {
    const int64_t *first_blocks; /* of the rows of each batch, and behind the last one */
    int64_t batches;
};

#define BLOCK_SPARSE_SCALED 3 /* operands that scales may belong to */

/* Operands of float8_e4m3fn, and the scales of their blocks of rows, [B, N, blocks, 1]. */
struct block_sparse_scale {
    const char *operand;
    const char *scale;
};

static const struct block_sparse_scale block_sparse_scales[BLOCK_SPARSE_SCALED] = {
    {"query", "qDequantScaleOptional"},
    {"key", "kDequantScaleOptional"},
    {"value", "vDequantScaleOptional"},
};

/* The work of scales: what an operand stands for. */
struct block_sparse_scaling {
    struct attention_layout layout;
    struct attention_counts counts; /* ends, where batches share a dimension */
    int64_t batches;
    int64_t block; /* rows that share a scale */
};

/* What the call does not fit, in words. */
struct block_sparse_refusal {
    bool is_of_shapes; /* CANN finds it when it works out the shapes of results; else its tiling */
    char text[320];
};

/* Reads the call. Lengths of batches are as they are given, also where batches share one dimension.
 * False: something does not fit. */
bool attention_block_sparse_read(const struct call *call, struct attention *a,
                                 struct block_sparse_refusal *refusal);

/* The most rows or columns that a batch has. */
int64_t attention_block_sparse_longest(const struct attention_counts *counts, int64_t batches,
                                       bool is_packed);

#endif
