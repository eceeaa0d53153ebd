/* SPDX-License-Identifier: Apache-2.0 */
/* Where the elements of a view lie. */
#ifndef ACLNN_PY_TENSOR_LAYOUT_H
#define ACLNN_PY_TENSOR_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/tensor.h"

/* Whether two shapes are the same. */
static inline bool same_dims(const int64_t *a, int32_t a_rank, const int64_t *b, int32_t b_rank)
{
    bool same = a_rank == b_rank;
    for (int32_t i = 0; same && i < a_rank; i++)
        same = a[i] == b[i];
    return same;
}

/* Elements of the view; false when the product does not fit into 63 bits or a dim is negative. */
bool tensor_element_count(const struct tensor *tensor, int64_t *count);

/* A tensor that is given and has no elements. */
bool tensor_is_empty(const struct tensor *tensor);

/*
 * The bytes that the view can touch, relative to the address: [*first, *past). Both 0 for an
 * empty view. False when the arithmetic does not fit into 63 bits.
 */
bool tensor_extent(const struct tensor *tensor, int64_t *first, int64_t *past);

/*
 * Whether two views with elements, whose extents begin at these bytes and meet, share a byte. False
 * is certain; so is true but for views that interleave in more than one dimension, which nobody
 * makes by chance.
 */
bool tensors_share_bytes(const struct tensor *a, uintptr_t a_first, const struct tensor *b,
                         uintptr_t b_first);

/* Whether two elements of the view share memory (a stride of 0, or overlapping rows). */
bool tensor_overlaps_itself(const struct tensor *tensor);

/*
 * The fewest dimensions that reach the same elements in the same order: ones are left out, and a
 * dimension whose steps continue those of the next is joined with it. At least one is left.
 */
int64_t collapse_dims(const int64_t *dims, const int64_t *strides, int rank, int64_t *out_dims,
                      int64_t *out_strides);

#endif
