/* SPDX-License-Identifier: Apache-2.0 */
/* Native sparse attention: what its checks, lists and kernels share. Batches lie one after another
 * in the first dimension, and `ends` says where each ends. */
#ifndef ACLNN_PY_OPS_ATTENTION_NSA_H
#define ACLNN_PY_OPS_ATTENTION_NSA_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/common/work_views.h"

/* Rows of keys become weighted sums of `block` of them, `stride` rows apart. */
struct nsa_compression {
    const int64_t *ends;
    int64_t batches;
    int64_t block;
    int64_t stride;
};

#define NSA_MOST_SELECTED 32 /* blocks for each query */
#define NSA_MOST_SELECTED_IN_PAGES 8192
#define NSA_MOST_COMPRESSED 8192 /* keys of a batch, in pages */
#define NSA_MOST_TOGETHER 4      /* queries of a batch whose keys are in pages */

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
    bool has_statistics;
    int64_t rows_each; /* queries that each batch has room for; 0: as many as it has */
    int64_t page;      /* keys of a page; 0: batches of keys lie one after another */
};

/* Attention to compressed keys, and which blocks of keys its probabilities select. */
struct nsa_importance {
    const int64_t *ends;
    const int64_t *key_ends;
    const int64_t *spare; /* rows of a batch behind those of its last compressed key; NULL: all
                           * queries see all keys */
    int64_t batches;
    int64_t heads;
    int64_t block;  /* rows of a compressed key */
    int64_t stride; /* rows from one to the next */
    int64_t select; /* rows of a block that is selected */
    int64_t count;  /* blocks that are selected */
    float scale;
    bool is_inferred; /* keys are in pages; the first block and the last two are always selected */
    int64_t rows_each;
    int64_t page;
    int mask;     /* inputs; L0_NONE: none */
    int top_mask; /* of blocks that are always selected */
};

/* One compressed key for each batch whose rows have filled a block. */
struct nsa_caching {
    const int64_t *lengths;
    int64_t batches;
    int64_t block;
    int64_t stride;
    int64_t page;
};

static inline int64_t nsa_first(const int64_t *ends, int64_t batch)
{
    return batch == 0 ? 0 : ends[batch - 1];
}

/* The row of the cache that has a row of a batch: `table` has a line of pages for each batch, and
 * is an input of the kernel. An entry outside of the pages reads the first one, so that a mistake
 * of the program stays inside of its own memory. */
static inline int64_t nsa_row_in_pages(const struct work_view *table, int64_t page, int64_t rows,
                                       int64_t batch, int64_t row)
{
    int64_t column = row / page;
    int64_t number = -1;
    if (column < table->dims[1])
        number = index_at(view_element(table, batch * table->dims[1] + column), false);
    if (number < 0 || number >= rows / page)
        number = 0;
    return number * page + row % page;
}

/* How many sums the rows of a batch give. */
static inline int64_t nsa_sums_of(const struct nsa_compression *c, int64_t batch)
{
    int64_t rows = c->ends[batch] - nsa_first(c->ends, batch);
    return rows < c->block ? 0 : (rows - c->block + c->stride) / c->stride;
}

#endif
