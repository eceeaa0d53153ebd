/* SPDX-License-Identifier: Apache-2.0 */
/* Selects rows of a table by index, for infiniopEmbedding. */
#ifndef ACLNN_PY_OPS_EMBEDDING_ROWS_LIST_H
#define ACLNN_PY_OPS_EMBEDDING_ROWS_LIST_H

#include "kernels.h"
#include "ops/common/indices.h"
#include "workspace/l0.h"

/* Attributes of the step. */
struct embedding_rows {
    struct named_indices indices;
    int kernel;
    int64_t blocks;
    int64_t tiling[EMBEDDING_TILING_SIZE];
};

#define EMBEDDING_ROWS_MOST_BLOCKS 16

/* Appends the step: out[i...] = weight[indices[i...]], for tensors of the caller's in the list. The
 * rows of weight and out are dense; indices are integers. */
void embedding_list_rows(struct l0_list *list, int weight, int indices, int out);

#endif
