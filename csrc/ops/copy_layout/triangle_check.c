/* SPDX-License-Identifier: Apache-2.0 */
/* Triangles and diagonals of matrices: checks. */
#include "ops/copy_layout/triangle.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The tensor has at least two dimensions. One without elements may have fewer. */
aclnnStatus copy_layout_check_matrices(struct call *call, int tensor)
{
    int64_t count = 0;
    bool is_empty = tensor_element_count(call_tensor(call, tensor), &count) && count == 0;
    return check_rank(call, tensor, is_empty ? 0 : 2, 8);
}

/* When there is no such diagonal, or a tensor without elements has no main one, the call has
 * nothing to do. */
aclnnStatus copy_layout_check_no_diagonal(struct call *call, int self, int diagonal)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t number = call->arguments[diagonal].integer;
    int64_t count = 0;
    if (!tensor_element_count(tensor, &count))
        return ACLNN_SUCCESS;
    call->is_empty = (count == 0 && number == 0) ||
                     (tensor->rank == 2 && number > 0 && tensor->dims[1] == number) ||
                     (tensor->rank == 2 && number < 0 &&
                      tensor->dims[0] == copy_layout_triangle_magnitude(number));
    return ACLNN_SUCCESS;
}

static aclnnStatus matrix_shape_is(const struct call *call, int out, int64_t elements,
                                   int64_t diagonal)
{
    int64_t edge = copy_layout_triangle_matrix_edge(elements, diagonal);
    const int64_t dims[] = {edge, edge};
    return call_shape_is(call, out, dims, 2, true, "a matrix with self on the diagonal");
}

aclnnStatus copy_layout_check_diagonal_shape(struct call *call, int self, int diagonal, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    int64_t number = call->arguments[diagonal].integer;
    int64_t count = 0;
    tensor_element_count(tensor, &count);
    if (count == 0)
        return check_rank(call, out, 0, TENSOR_MAX_DIMS);
    if (tensor->rank < 2)
        return matrix_shape_is(call, out, count, number);
    const int64_t length = copy_layout_triangle_diagonal_length(tensor->dims, number);
    if (length > 0)
        return call_shape_is(call, out, &length, 1, true, "that of the diagonal");
    return report(ACLNN_ERR_PARAM_INVALID,
                  "diagonal is %" PRId64 "; self has %" PRId64 " rows and %" PRId64 " columns",
                  number, tensor->dims[0], tensor->dims[1]);
}

aclnnStatus copy_layout_check_diag_flat_shape(struct call *call, int self, int diagonal, int out)
{
    int64_t count = 0;
    tensor_element_count(call_tensor(call, self), &count);
    aclnnStatus status = matrix_shape_is(call, out, count, call->arguments[diagonal].integer);
    return status == ACLNN_SUCCESS ? check_rank(call, out, 0, 8) : status;
}
