/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of many rows by index: the rows are sorted by their place, and then each place is read and
 * written once, by one core, its rows in the order of the indices. The bits are those of adding one
 * row after the other.
 */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_SUMS_H
#define ACLNN_PY_OPS_INDEX_INDEXED_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"

/* out = initial, out[index[i], :] += source[i, :]; rows are dense. Steps are of elements. */
struct indexed_sums {
    aclDataType type;
    aclDataType index_type; /* int32 or int64 */
    int64_t columns;
    int64_t rows;   /* of the source */
    int64_t places; /* rows of out */
    int64_t source_step;
    int64_t out_step;
    int64_t initial_step;
    int64_t index_step;
    bool from_end; /* negative indices count from the end */
};

/* Whether sorting is worth it, for these types and sizes. The same on every machine. */
bool index_kernel_sums_sorts(const struct indexed_sums *sums);

/* Bytes of scratch for such sums; 0 when they do not fit into 63 bits. */
uint64_t index_kernel_sums_scratch(const struct indexed_sums *sums);

/* Where the first elements lie. */
struct indexed_sums_memory {
    const char *source;
    const char *index;
    const char *initial; /* NULL: out is begun */
    char *out;
};

/* Adds them up; the first row whose index is out of range, or -1. Such rows are left out. */
int64_t index_kernel_sums_run(const struct indexed_sums *sums,
                              const struct indexed_sums_memory *memory, char *scratch);

#endif
