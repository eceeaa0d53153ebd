/* SPDX-License-Identifier: Apache-2.0 */
/* Dimensions that are folded, as aclIntArrays name them. */
#ifndef ACLNN_PY_OPS_COMMON_FOLD_H
#define ACLNN_PY_OPS_COMMON_FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/arrays.h"

/* Bit d: dimension d is named, negative ones counted from the last; an empty array, or
   NULL, names all. */
uint64_t folded_dims(const struct array *dims, int32_t rank);

/* The same of one dimension. */
uint64_t folded_dim(int64_t dim, int32_t rank);

/* The dims that are left, with 1 in place of those folded where they are kept. Their number. */
int32_t fold_shape(const int64_t *dims, int32_t rank, uint64_t folded, bool keep, int64_t *result);

#endif
