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

/* Counts the elements of the view; false when the product does not fit into int64_t or a dimension
 * is negative. */
bool tensor_element_count(const struct tensor *tensor, int64_t *count);

/* Whether the tensor is given and has no elements. */
bool tensor_is_empty(const struct tensor *tensor);

/* The bytes that the view can touch, relative to the address: [*first, *past). Both are 0 for an
 * empty view. False when the arithmetic does not fit into int64_t. */
bool tensor_extent(const struct tensor *tensor, int64_t *first, int64_t *past);

/* Whether two views that are not empty, whose extents begin at these bytes and overlap, share a
 * byte. False is certain. True may be wrong for views with other strides than one another, or that
 * interleave in two dimensions at once, for elements of less than a byte, and where a call reads
 * more than a view. */
bool tensors_share_bytes(const struct tensor *a, uintptr_t a_first, const struct tensor *b,
                         uintptr_t b_first);

/* Whether two elements of the view share memory (a stride of 0, or overlapping rows). */
bool tensor_overlaps_itself(const struct tensor *tensor);

/* Reduces dims and strides to the fewest dimensions that reach the same elements in the same
 * sequence: dimensions of one element are left out, and a dimension is joined with the next where
 * their steps continue. At least one dimension is left. */
int64_t collapse_dims(const int64_t *dims, const int64_t *strides, int rank, int64_t *out_dims,
                      int64_t *out_strides);

#endif
