/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls whose indices name what lies in the first dimensions: what its checks, lists and kernels
 * share.
 */
#ifndef ACLNN_PY_OPS_INDEX_ND_H
#define ACLNN_PY_OPS_INDEX_ND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/layout.h"

/* What rows of indices name, as the dims of another tensor; -1: they name too much. */
int32_t index_nd_named_dims(const struct tensor *target, const struct tensor *places,
                            int64_t *dims);

static inline bool index_nd_are_dims(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return same_dims(tensor->dims, tensor->rank, dims, rank);
}

/* Whether indices are rows of places for TfScatterAdd. */
static inline bool index_nd_names_rows(const struct tensor *target, const struct tensor *places,
                                       const struct tensor *updates)
{
    int64_t dims[2 * TENSOR_MAX_DIMS];
    int32_t rank = index_nd_named_dims(target, places, dims);
    return rank >= 0 && index_nd_are_dims(updates, dims, rank);
}

#endif
