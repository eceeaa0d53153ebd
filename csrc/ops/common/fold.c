/* SPDX-License-Identifier: Apache-2.0 */
/* Dimensions that are folded. */
#include "ops/common/fold.h"

#include <stdbool.h>
#include <stdint.h>

uint64_t folded_dims(const struct array *dims, int32_t rank)
{
    if (rank == 0) /* a tensor without dimensions: -1 and 0 are allowed and name none */
        return 0;
    if (dims == NULL || dims->size == 0)
        return ((uint64_t)1 << rank) - 1;
    const int64_t *values = array_integers(dims);
    uint64_t folded = 0;
    for (uint64_t i = 0; i < dims->size; i++)
        folded |= (uint64_t)1 << (values[i] < 0 ? values[i] + rank : values[i]);
    return folded;
}

uint64_t folded_dim(int64_t dim, int32_t rank)
{
    return rank == 0 ? 0 : (uint64_t)1 << (dim < 0 ? dim + rank : dim);
}

int32_t fold_shape(const int64_t *dims, int32_t rank, uint64_t folded, bool keep, int64_t *result)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < rank; i++)
        if ((folded >> i & 1) == 0)
            result[kept++] = dims[i];
        else if (keep)
            result[kept++] = 1;
    return kept;
}
