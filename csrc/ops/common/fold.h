/* SPDX-License-Identifier: Apache-2.0 */
/* Dimensions that are folded, as aclIntArrays name them. */
#ifndef ACLNN_PY_OPS_COMMON_FOLD_H
#define ACLNN_PY_OPS_COMMON_FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/arrays.h"

/* The dimensions that an array names, as bits. Negative ones count from the last. An empty array,
 * or NULL, names all. */
uint64_t folded_dims(const struct array *dims, int32_t rank);

/* The same as folded_dims for a single number. */
uint64_t folded_dim(int64_t dim, int32_t rank);

/* Writes the dims that are left when some are folded, with 1 in place of those where dims are kept.
 * Returns their number. */
int32_t fold_shape(const int64_t *dims, int32_t rank, uint64_t folded, bool keep, int64_t *result);

#endif
