/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: what its checks, lists and kernels share. Batches lie one after another
 * in the first dimension, and `ends` says where each ends. */
#ifndef ACLNN_PY_OPS_ATTENTION_NSA_H
#define ACLNN_PY_OPS_ATTENTION_NSA_H

#include <stdbool.h>
#include <stdint.h>

/* Rows of keys become weighted sums of `block` of them, `stride` rows apart. */
struct nsa_compression {
    const int64_t *ends;
    int64_t batches;
    int64_t block;
    int64_t stride;
};

#define NSA_MOST_SELECTED 32 /* blocks for each query */

/* Each query sees `count` blocks of keys. */
struct nsa_selection {
    const int64_t *ends;
    const int64_t *key_ends;
    int64_t batches;
    int64_t heads;
    int64_t block;
    int64_t count;
    float scale;
    bool is_causal; /* keys behind the query do not count */
};

static inline int64_t nsa_first(const int64_t *ends, int64_t batch)
{
    return batch == 0 ? 0 : ends[batch - 1];
}

/* How many sums the rows of a batch give. */
static inline int64_t nsa_sums_of(const struct nsa_compression *c, int64_t batch)
{
    int64_t rows = c->ends[batch] - nsa_first(c->ends, batch);
    return rows < c->block ? 0 : (rows - c->block + c->stride) / c->stride;
}

#endif
