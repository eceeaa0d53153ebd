/* SPDX-License-Identifier: Apache-2.0 */
/* Index and IndexPutImpl: what its checks, lists and kernels share. */
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
    int32_t dim; /* the first that it is about */
};

struct subscripts {
    int32_t count;
    struct entry entries[MOST_ENTRIES];
    int32_t defined; /* entries that are no gaps */
    int32_t covered; /* dimensions that entries are about, gaps too */
    int32_t named;   /* those that are no gaps */
    bool has_mask;
    int32_t first; /* the dimension of the result that those of the indices stand at */
    int32_t rank;  /* of the indices, broadcast */
    int64_t dims[TENSOR_MAX_DIMS]; /* the last one without the places of masks */
};

static inline bool index_has_elements(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor_element_count(tensor, &count) && count > 0;
}

bool index_broadcast_index(struct subscripts *s, const int64_t *dims, int32_t rank);

/* A mask has the sizes of the dimensions that it chooses from. */
aclnnStatus index_compare_mask(const struct tensor *self, const struct tensor *mask, int32_t dim,
                               int32_t entry);

/* Reports 161002 where the entries do not fit what is indexed, or each other. */
aclnnStatus index_find_subscripts(const struct tensor *self, const struct tensor_array *indices,
                                  struct subscripts *s);

/* The dimension of what is indexed that one of the result is, or -1: one of the indices. */
int32_t index_self_dim(const struct subscripts *s, int32_t rank, int32_t position);

static inline int32_t index_result_rank(const struct subscripts *s, int32_t rank)
{
    return s->rank + (rank > 0 ? rank : 1) - s->named;
}

/* The dimension of the result along which the places of masks are. */
static inline int32_t index_found_dim(const struct subscripts *s)
{
    return s->first + s->rank - 1;
}

#endif
