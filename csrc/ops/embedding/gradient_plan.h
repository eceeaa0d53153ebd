/* SPDX-License-Identifier: Apache-2.0 */
/* What the two ways to compute the gradient of an embedding table share: sorted, and one pass. */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_PLAN_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "ops/common/indices.h"

/* Where a piece of scratch begins, when the rows are sorted. */
struct embedding_grad_scratch {
    uint64_t places;
    uint64_t bucket_starts;
    uint64_t pairs;
    uint64_t order;
    uint64_t offsets;
    uint64_t counters;
    uint64_t errors;
    uint64_t largest;
    uint64_t accumulators;
    uint64_t total;
};

/* The same, and the kernel, when all rows are added in one pass, for one of two tables. */
struct embedding_grad_one_pass {
    int kernel;         /* -1: not for these types or strides */
    uint64_t sum_bytes; /* of the sums alone, which have to stay in the caches */
    int64_t most_blocks;
    uint64_t row_weights;
    uint64_t sums;
    uint64_t sum_rows;
    uint64_t errors;
    uint64_t total;
};

/* Flat, so that it can be copied. */
struct embedding_grad_plan {
    bool empty;           /* out stays as it is */
    bool rows_empty;      /* no row of grad counts: out becomes zero */
    int64_t columns;      /* of the type that is added: twice those of a complex one */
    int64_t sum_blocks;   /* at most, whatever the machine */
    int64_t column_parts; /* of a row, at most */
    const struct index_kernels *index_kernels;
    int sum_kernel;
    struct embedding_grad_scratch scratch;
    struct embedding_grad_one_pass one_pass;
    int64_t tiling[EMBEDDING_DENSE_GRAD_TILING_SIZE];
};

/* Addresses of the first elements of the views, as kernels see them. */
struct embedding_grad_memory {
    const char *grad;
    const char *indices;
    char *out;
    const char *initial; /* what sums begin with, if they accumulate; NULL: what is in out */
};

/* Puts the addresses of a table's operands among the arguments of a kernel. */
static inline void embedding_grad_bind(const struct embedding_grad_memory *memory,
                                       int64_t *arguments)
{
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_GRAD] = (int64_t)(intptr_t)memory->grad;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_INDICES] = (int64_t)(intptr_t)memory->indices;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_OUT] = (int64_t)(intptr_t)memory->out;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_INITIAL] = (int64_t)(intptr_t)memory->initial;
}

#endif
