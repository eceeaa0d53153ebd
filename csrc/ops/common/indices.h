/* SPDX-License-Identifier: Apache-2.0 */
/* What operators share that find rows by index. */
#ifndef ACLNN_PY_OPS_COMMON_INDICES_H
#define ACLNN_PY_OPS_COMMON_INDICES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/stream/stream.h"
#include "tensor/tensor.h"

/* The kernels that read indices of one type (KERNEL_... of kernels.h), and what those for any type
 * are told. gather exists for integers only. */
struct index_kernels {
    aclDataType type;
    int number; /* EMBEDDING_DENSE_GRAD_INDEX_... */
    int count;
    int scatter;
    int list;
    int gather;
};

/* The kernels for a type; NULL when indices cannot have that type. */
const struct index_kernels *indices_kernels_of(aclDataType type);

/* The first row that some block of a kernel found out of range; -1 when none did. errors lies in
 * scratch, where the program may write, so values that are no row are ignored. */
int64_t indices_first_bad_row(const int64_t *errors, int64_t blocks, int64_t rows);

/* A tensor of indices, with what the text of a failure needs. */
struct named_indices {
    const char *name;
    const struct tensor *tensor;
    uint64_t limit;        /* every index must be below this */
    bool others_took_part; /* the failure's text says that other tensors took part */
};

/* Sets the failure of work that found an index out of range, by the row of that index: "indices[1,
 * 2] (position 5 of 6) is 9; every index must be in [0, 3)". first is the address of the view's
 * first element. */
void indices_fail(const struct named_indices *indices, const char *first, int64_t row,
                  struct task_failure *failure);

#endif
