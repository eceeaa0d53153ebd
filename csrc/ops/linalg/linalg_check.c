/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices by LAPACK: checks. */
#include "ops/linalg/linalg.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/linalg.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define LARGEST_ROOT 8192 /* columns that the kernel of LinalgCholesky takes */

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_matrix(const struct call *call, int tensor, const char *why)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; %s are required",
                  call_name(call, tensor), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  why);
}

static aclnnStatus check_square(struct call *call, int self, int32_t highest)
{
    const struct tensor *t = call_tensor(call, self);
    aclnnStatus status = check_rank(call, self, 2, highest);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[t->rank - 2] != t->dims[t->rank - 1])
        return refuse_matrix(call, self, "square matrices");
    return ACLNN_SUCCESS;
}

/* Matrices: square where there are elements, for roots of at most so many columns; out has the dims
   before the matrices; nothing to do without elements. */
aclnnStatus linalg_check_squares(struct call *call, int self)
{
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    return call->is_empty ? check_rank(call, self, 0, 8) : check_square(call, self, 8);
}

aclnnStatus linalg_check_roots(struct call *call, int self)
{
    const struct tensor *t = call_tensor(call, self);
    aclnnStatus status = check_rank(call, self, 2, 8);
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    status = check_square(call, self, 8);
    if (status == ACLNN_SUCCESS && t->dims[t->rank - 1] > LARGEST_ROOT)
        return refuse_matrix(call, self, "matrices of at most 8192 columns");
    return status;
}

aclnnStatus linalg_check_determinants(struct call *call, int self, int out)
{
    const struct tensor *t = call_tensor(call, self);
    aclnnStatus status = check_square(call, self, TENSOR_MAX_DIMS);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    return call_shape_is(call, out, t->dims, t->rank - 2, false, "that of self without matrices");
}

aclnnStatus linalg_check_complex_like(struct call *call, int self, int out)
{
    if (!type_is_complex(call_type(call, self)) || type_is_complex(call_type(call, out)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, which cannot become %s, that of %s",
                  call_name(call, self), data_type_name(call_type(call, self)),
                  data_type_name(call_type(call, out)), call_name(call, out));
}

/* The shape of a tensor with its last two dims set: others are as they are. */
static int32_t with_matrix(const struct tensor *like, int64_t rows, int64_t columns, int64_t *dims)
{
    memcpy(dims, like->dims, (size_t)like->rank * sizeof *dims);
    dims[like->rank - 2] = rows;
    dims[like->rank - 1] = columns;
    return like->rank;
}

static aclnnStatus check_qr_shapes(struct call *call, int self, enum qr_mode mode, int q, int r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, self);
    aclnnStatus status = check_rank(call, self, 2, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t m = t->dims[t->rank - 2];
    int64_t n = t->dims[t->rank - 1];
    int64_t k = m < n ? m : n;
    call->is_empty = tensor_is_empty(call_tensor(call, self)) &&
                     tensor_is_empty(call_tensor(call, q));
    int32_t rank = with_matrix(t, m, mode == QR_COMPLETE ? m : k, dims);
    if (mode == QR_R_ONLY)
        status = call_shape_is(call, q, (int64_t[]){0}, 1, false, "that of nothing");
    else
        status = call_shape_is(call, q, dims, rank, false, "that of the orthogonal matrices");
    rank = with_matrix(t, mode == QR_COMPLETE ? m : k, n, dims);
    return status != ACLNN_SUCCESS
               ? status
               : call_shape_is(call, r, dims, rank, false, "that of the triangles");
}

aclnnStatus linalg_check_linalg_qr(struct call *call, int self, int mode, int q, int r)
{
    int64_t number = call->arguments[mode].integer;
    return check_qr_shapes(
        call, self,
        number == QR_COMPLETE || number == QR_R_ONLY ? (enum qr_mode)number : QR_REDUCED, q, r);
}

aclnnStatus linalg_check_qr(struct call *call, int self, int some, int q, int r)
{
    return check_qr_shapes(call, self,
                           call->arguments[some].integer != 0 ? QR_REDUCED : QR_COMPLETE, q, r);
}

aclnnStatus linalg_check_svd(struct call *call, int self, int fullMatrices, int computeUV,
                             int sigma, int u, int v)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, self);
    int64_t m = t->dims[t->rank - 2];
    int64_t n = t->dims[t->rank - 1];
    int64_t k = m < n ? m : n;
    bool is_full = call->arguments[fullMatrices].integer != 0;
    with_matrix(t, k, k, dims);
    aclnnStatus status = call_shape_is(call, sigma, dims, t->rank - 1, false,
                                       "that of the singular values");
    call->is_empty = tensor_is_empty(t);
    if (status != ACLNN_SUCCESS || call->arguments[computeUV].integer == 0)
        return status;
    with_matrix(t, m, is_full ? m : k, dims);
    status = call_shape_is(call, u, dims, t->rank, false, "that of the left singular vectors");
    with_matrix(t, n, is_full ? n : k, dims);
    return status != ACLNN_SUCCESS
               ? status
               : call_shape_is(call, v, dims, t->rank, false, "that of the right singular vectors");
}

/* Batches of both, counted from the last dims before the matrices; false: they do not broadcast. */
static bool broadcast_batches(const struct tensor *a, const struct tensor *b, int64_t *dims,
                              int32_t *rank)
{
    *rank = a->rank > b->rank ? a->rank : b->rank;
    for (int32_t back = 3; back <= *rank; back++) {
        int64_t one = back <= a->rank ? a->dims[a->rank - back] : 1;
        int64_t other = back <= b->rank ? b->dims[b->rank - back] : 1;
        if (one != other && one != 1 && other != 1)
            return false;
        dims[*rank - back] = one == 1 ? other : one;
    }
    return true;
}

aclnnStatus linalg_check_triangular(struct call *call, int self, int A, int unit, int x, int m)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = 0;
    const struct tensor *sides = call_tensor(call, self);
    const struct tensor *triangles = call_tensor(call, A);
    aclnnStatus status = check_rank(call, self, 2, 8);
    if (status == ACLNN_SUCCESS)
        status = check_square(call, A, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t n = triangles->dims[triangles->rank - 1];
    if (sides->dims[sides->rank - 2] != n)
        return refuse_matrix(call, self, "as many rows as A has");
    if (!broadcast_batches(sides, triangles, dims, &rank))
        return refuse_matrix(call, self, "batches that broadcast with those of A");
    dims[rank - 2] = n;
    dims[rank - 1] = sides->dims[sides->rank - 1];
    call->is_empty = tensor_is_empty(call_tensor(call, self)) ||
                     tensor_is_empty(call_tensor(call, A));
    status = call_shape_is(call, x, dims, rank, false, "that of the solutions");
    dims[rank - 1] = n;
    if (status == ACLNN_SUCCESS && call_tensor(call, m) != NULL)
        status = call_shape_is(call, m, dims, rank, false, "that of A for each solution");
    if (status != ACLNN_SUCCESS || call->is_empty || call->arguments[unit].integer == 0 ||
        call_type(call, A) == ACL_FLOAT)
        return status;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "unitriangular is true and the data type of A is %s; it must be DT_FLOAT",
                  data_type_name(call_type(call, A)));
}
