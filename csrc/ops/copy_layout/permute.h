/* SPDX-License-Identifier: Apache-2.0 */
/* Permute, Flip, Roll, Flatten, ConfusionTranspose: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_PERMUTE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_PERMUTE_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "tensor/arrays.h"
#include "tensor/tensor.h"
#include "workspace/l0.h"

int copy_layout_list_transpose(struct l0_list *list, int tensor, const int64_t *order);

/* The dimension that an entry names, counted from the front. */
static inline int64_t copy_layout_permute_front_dim(const struct array *dims, uint64_t number,
                                                    int32_t rank)
{
    int64_t dim = array_integers(dims)[number];
    return dim < 0 ? dim + rank : dim;
}

/* Dimension i is shifted by shifts[i] elements. */
struct roll {
    int64_t shifts[TENSOR_MAX_DIMS];
};

static inline void copy_layout_permute_dims(const struct array *perm, const int64_t *dims,
                                            int64_t *permuted)
{
    for (uint64_t i = 0; i < perm->size; i++)
        permuted[i] = dims[array_integers(perm)[i]];
}

#endif
