/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with indices into the first dimensions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_INDEX_ND_H
#define ACLNN_PY_OPS_INDEX_ND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/layout.h"

/* Writes the dims of what rows of indices name, and returns their number; -1: a row has too many
 * indices. */
int32_t index_nd_named_dims(const struct tensor *target, const struct tensor *places,
                            int64_t *dims);

static inline bool index_nd_are_dims(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return same_dims(tensor->dims, tensor->rank, dims, rank);
}

/* Whether TfScatterAdd takes the last dimension of indices as a row of them. */
static inline bool index_nd_names_rows(const struct tensor *target, const struct tensor *places,
                                       const struct tensor *updates)
{
    int64_t dims[2 * TENSOR_MAX_DIMS];
    int32_t rank = index_nd_named_dims(target, places, dims);
    return rank >= 0 && index_nd_are_dims(updates, dims, rank);
}

#endif
