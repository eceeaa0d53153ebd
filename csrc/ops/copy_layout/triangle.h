/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_TRIANGLE_H
#define ACLNN_PY_OPS_COPY_LAYOUT_TRIANGLE_H

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"

static inline int64_t copy_layout_triangle_magnitude(int64_t value)
{
    return value == INT64_MIN ? INT64_MAX : value < 0 ? -value : value;
}

/* The number of elements on a diagonal of a matrix; 0 or less when there is no such diagonal. */
static inline int64_t copy_layout_triangle_diagonal_length(const int64_t *dims, int64_t diagonal)
{
    int64_t rows = diagonal < 0 ? dims[0] - copy_layout_triangle_magnitude(diagonal) : dims[0];
    int64_t columns = diagonal > 0 ? dims[1] - diagonal : dims[1];
    int64_t length = rows < columns ? rows : columns;
    return length > 0 ? length : 0;
}

/* The size of the square matrix with so many elements on the diagonal; -1 when it does not fit into
 * int64_t. */
static inline int64_t copy_layout_triangle_matrix_edge(int64_t elements, int64_t diagonal)
{
    int64_t edge = 0;
    return __builtin_add_overflow(elements, copy_layout_triangle_magnitude(diagonal), &edge) ? -1
                                                                                             : edge;
}

#endif
