/* SPDX-License-Identifier: Apache-2.0 */
/* What the list of a gradient hands to its work. */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_WORK_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_WORK_H

#include "ops/embedding/gradient.h"

#define EMBEDDING_MOST_TABLES 2

/* Attributes of the step: the tables, in the sequence of its outputs. */
struct embedding_gradient {
    int count;
    struct named_indices indices[EMBEDDING_MOST_TABLES];
    struct embedding_grad_division divisions[];
};

#endif
