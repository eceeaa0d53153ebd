/* SPDX-License-Identifier: Apache-2.0 */
/* FusedFloydAttention: each query [B, H, N, M] sees K keys of its row n, [B, H, N, K], and as many
 * of its column m, [B, H, K, M]. The scores of both are added, and so are the values. */
#ifndef ACLNN_PY_OPS_ATTENTION_FLOYD_H
#define ACLNN_PY_OPS_ATTENTION_FLOYD_H

#include <stdbool.h>

#define FLOYD_RANK 5

/* The dimensions of query; those of the keys of rows have FLOYD_KEYS in place of the columns, those
 * of the keys of columns have the keys before the columns. */
enum { FLOYD_BATCHES, FLOYD_HEADS, FLOYD_ROWS, FLOYD_COLUMNS, FLOYD_DEPTH };
enum { FLOYD_KEYS = 3 };

/* What divides the rows, the columns and the keys, by the vendor's tiling. */
#define FLOYD_ROWS_UNIT 16
#define FLOYD_COLUMNS_UNIT 128
#define FLOYD_KEYS_UNIT 128

struct floyd {
    float scale;
    bool has_mask; /* the last input */
};

#endif
