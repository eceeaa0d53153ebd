/* SPDX-License-Identifier: Apache-2.0 */
/* Index and IndexPutImpl: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_INDEX_H
#define ACLNN_PY_OPS_INDEX_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "executor/call.h"
#include "tensor/layout.h"

#define MOST_ENTRIES 8
#define MOST_DIMS 8

struct entry {
    bool is_gap;
    bool is_mask;
    int32_t dim; /* the first dimension that the entry indexes */
};

struct subscripts {
    int32_t count;
    struct entry entries[MOST_ENTRIES];
    int32_t defined; /* number of entries that are no gaps */
    int32_t covered; /* number of dimensions that entries cover, gaps included */
    int32_t named;   /* number of those that are indexed */
    bool has_mask;
    int32_t first; /* the dimension of the result at which those of the indices stand */
    int32_t rank;  /* rank of the indices' common shape */
    int64_t dims[TENSOR_MAX_DIMS]; /* the last dimension does not count the elements that masks
                                    * choose */
};

static inline bool index_has_elements(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor_element_count(tensor, &count) && count > 0;
}

bool index_broadcast_index(struct subscripts *s, const int64_t *dims, int32_t rank);

/* A mask must have the sizes of the dimensions that it covers. */
aclnnStatus index_compare_mask(const struct tensor *self, const struct tensor *mask, int32_t dim,
                               int32_t entry);

/* Reports 161002 when the entries do not fit the indexed tensor, or each other. */
aclnnStatus index_find_subscripts(const struct tensor *self, const struct tensor_array *indices,
                                  struct subscripts *s);

/* The dimension of the indexed tensor that a dimension of the result comes from; -1: it comes from
 * the indices. */
int32_t index_self_dim(const struct subscripts *s, int32_t rank, int32_t position);

static inline int32_t index_result_rank(const struct subscripts *s, int32_t rank)
{
    return s->rank + (rank > 0 ? rank : 1) - s->named;
}

/* The dimension of the result along which the elements lie that masks choose. */
static inline int32_t index_found_dim(const struct subscripts *s)
{
    return s->first + s->rank - 1;
}

#endif
