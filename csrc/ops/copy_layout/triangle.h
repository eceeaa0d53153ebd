/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_TRIANGLE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_TRIANGLE_H

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

static inline int64_t copy_layout_triangle_magnitude(int64_t value)
{
    return value == INT64_MIN ? INT64_MAX : value < 0 ? -value : value;
}

/* Elements on a diagonal of a matrix; below 0 or 0: none. */
static inline int64_t copy_layout_triangle_diagonal_length(const int64_t *dims, int64_t diagonal)
{
    int64_t rows = diagonal < 0 ? dims[0] - copy_layout_triangle_magnitude(diagonal) : dims[0];
    int64_t columns = diagonal > 0 ? dims[1] - diagonal : dims[1];
    int64_t length = rows < columns ? rows : columns;
    return length > 0 ? length : 0;
}

/* The edge of the matrix with so many elements on the diagonal; -1: beyond 63 bits. */
static inline int64_t copy_layout_triangle_matrix_edge(int64_t elements, int64_t diagonal)
{
    int64_t edge = 0;
    return __builtin_add_overflow(elements, copy_layout_triangle_magnitude(diagonal), &edge) ? -1
                                                                                             : edge;
}

#endif
