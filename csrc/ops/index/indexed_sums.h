/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of many rows by index. The rows are sorted by index. Then one core reads and writes each row
 * of out once, and adds its rows in the sequence of the indices. The result has the same bits as
 * adding one row after another. */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_SUMS_H
#define ACLNN_PY_OPS_INDEX_INDEXED_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"

/* out = initial, out[index[i], :] += source[i, :]. Rows are dense; steps are in elements. */
struct indexed_sums {
    aclDataType type;
    aclDataType index_type; /* int32 or int64 */
    int64_t columns;
    int64_t rows;   /* rows of the source */
    int64_t places; /* rows of out */
    int64_t source_step;
    int64_t out_step;
    int64_t initial_step;
    int64_t index_step;
    bool from_end; /* negative indices count from the end */
};

/* Whether sorting pays for these types and sizes. The answer is the same on every machine. */
bool index_kernel_sums_sorts(const struct indexed_sums *sums);

/* Bytes of scratch for such sums; 0 when they do not fit into int64_t. */
uint64_t index_kernel_sums_scratch(const struct indexed_sums *sums);

/* The addresses of first elements. */
struct indexed_sums_memory {
    const char *source;
    const char *index;
    const char *initial; /* NULL: out holds the initial values */
    char *out;
};

/* Computes the sums. Returns the first row whose index is out of range, or -1. Such rows are left
 * out. */
int64_t index_kernel_sums_run(const struct indexed_sums *sums,
                              const struct indexed_sums_memory *memory, char *scratch);

#endif
