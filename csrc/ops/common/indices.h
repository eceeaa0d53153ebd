/* SPDX-License-Identifier: Apache-2.0 */
/* What operators that look up rows by index have in common. */
#ifndef ACLNN_PY_OPS_COMMON_INDICES_H
#define ACLNN_PY_OPS_COMMON_INDICES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/stream/stream.h"
#include "tensor/tensor.h"

/* The kernels that read indices of one type (KERNEL_... of kernels.h); gather: integers only. */
struct index_kernels {
    aclDataType type;
    int count;
    int scatter;
    int list;
    int gather;
};

/* NULL for types that indices cannot have. */
const struct index_kernels *indices_kernels_of(aclDataType type);

/*
 * The first row that a block of a kernel found out of range, -1 for none. errors lies in scratch
 * and is not trusted: anything that is no row is passed over.
 */
int64_t indices_first_bad_row(const int64_t *errors, int64_t blocks, int64_t rows);

/* A tensor of indices, as work keeps it for its failure. */
struct named_indices {
    const char *name;
    const struct tensor *tensor;
    uint64_t limit;        /* every index is below it */
    bool others_took_part; /* the failure says so */
};

/*
 * The failure of work one of whose indices is out of range, for a row number: "indices[1, 2]
 * (position 5 of 6) is 9; every index must be in [0, 3)". first is the address of the view's first
 * element.
 */
void indices_fail(const struct named_indices *indices, const char *first, int64_t row,
                  struct task_failure *failure);

#endif
