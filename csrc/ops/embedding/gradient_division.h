/* SPDX-License-Identifier: Apache-2.0 */
/* What the two ways to compute the gradient of an embedding table share: by sorting, and in one
 * pass. */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_DIVISION_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_DIVISION_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "ops/common/indices.h"

/* The offsets of the pieces of scratch for sorting. */
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

/* The offsets and the kernel for adding all rows in one pass, for one of two tables. */
struct embedding_grad_one_pass {
    int kernel;         /* -1: none for these types or strides */
    uint64_t sum_bytes; /* bytes of the sums alone, which have to stay in the caches */
    int64_t most_blocks;
    uint64_t row_weights;
    uint64_t sums;
    uint64_t sum_rows;
    uint64_t errors;
    uint64_t total;
};

/* The division of a gradient. It has no pointers into itself, so it can be copied. */
struct embedding_grad_division {
    bool empty;           /* out stays as it is */
    bool rows_empty;      /* no row of grad counts, so out becomes zero */
    int64_t columns;      /* in numbers of the type that is added; a complex element has two */
    int64_t sum_blocks;   /* the most blocks, whatever the machine */
    int64_t column_parts; /* the most parts of a row */
    const struct index_kernels *index_kernels;
    int sum_kernel;
    struct embedding_grad_scratch scratch;
    struct embedding_grad_one_pass one_pass;
    int64_t tiling[EMBEDDING_DENSE_GRAD_TILING_SIZE];
};

/* Addresses of the first elements of the views, for kernels. */
struct embedding_grad_memory {
    const char *grad;
    const char *indices;
    char *out;
    const char *initial; /* what sums begin with, if they accumulate; NULL: what is in out */
};

/* Sets the addresses of a table's operands in the arguments of a kernel. */
static inline void embedding_grad_bind(const struct embedding_grad_memory *memory,
                                       int64_t *arguments)
{
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_GRAD] = (int64_t)(intptr_t)memory->grad;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_INDICES] = (int64_t)(intptr_t)memory->indices;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_OUT] = (int64_t)(intptr_t)memory->out;
    arguments[EMBEDDING_DENSE_GRAD_ARGUMENT_INITIAL] = (int64_t)(intptr_t)memory->initial;
}

#endif
