/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The step that adds up the gradients of one embedding table, or of two from the same rows:
 * aclnnEmbeddingDenseBackward and infiniopEmbeddingBackward.
 */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_LIST_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* A table: indices of the caller's tensors in the list, and how rows are added (gradient.h). */
struct embedding_table {
    int indices;
    int out;
    uint64_t num_weights;
    uint64_t padding_index;
    bool scale;
    bool accumulate;
    double alpha;
    int64_t integer_alpha;
    bool tells_others; /* for an index out of range: the text says that the other indices took
                        * part */
};

/* Makes the attributes of the step. NULL after an error, and when the scratch does not fit into
 * int64_t, where the list has no error. */
struct embedding_gradient *embedding_list_gradient(struct l0_list *list, int grad,
                                                   const struct embedding_table *tables, int count);

/* Appends the step. */
void embedding_list_gradient_step(struct l0_list *list, int grad,
                                  const struct embedding_table *tables, int count,
                                  const struct embedding_gradient *attributes);

#endif
