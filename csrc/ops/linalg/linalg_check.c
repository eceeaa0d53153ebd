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
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define LARGEST_ROOT 8192 /* the most columns that the kernel of LinalgCholesky takes */

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

/* Matrices are square where there are elements. For Cholesky they have at most LARGEST_ROOT
 * columns, and out has the same dims. Without elements there is nothing to do. */
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
    aclnnStatus status = check_square(call, self, TENSOR_MAX_DIMS);
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape shape;
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    return call_shape_follows(call, out, linalg_shape_batches(call, self, &shape), &shape, false,
                              "that of self without matrices");
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

/* The shapes of a QR decomposition's results, one after the other. */
static aclnnStatus check_qr_shapes(struct call *call, int self, int q, int r,
                                   bool (*orthogonal)(const struct call *, int, int,
                                                      struct shape *),
                                   bool (*triangle)(const struct call *, int, int, struct shape *),
                                   int how, const char *words)
{
    struct shape shape;
    aclnnStatus status = check_rank(call, self, 2, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = tensor_is_empty(call_tensor(call, self)) &&
                     tensor_is_empty(call_tensor(call, q));
    status = call_shape_follows(call, q, orthogonal(call, self, how, &shape), &shape, false, words);
    return status != ACLNN_SUCCESS ? status
                                   : call_shape_follows(call, r, triangle(call, self, how, &shape),
                                                        &shape, false, "that of the triangles");
}

aclnnStatus linalg_check_linalg_qr(struct call *call, int self, int mode, int q, int r)
{
    bool is_nothing = call->arguments[mode].integer == QR_R_ONLY;
    return check_qr_shapes(call, self, q, r, linalg_shape_qr_orthogonal, linalg_shape_qr_triangle,
                           mode,
                           is_nothing ? "that of nothing" : "that of the orthogonal matrices");
}

aclnnStatus linalg_check_qr(struct call *call, int self, int some, int q, int r)
{
    return check_qr_shapes(call, self, q, r, linalg_shape_qr_some_orthogonal,
                           linalg_shape_qr_some_triangle, some, "that of the orthogonal matrices");
}

aclnnStatus linalg_check_svd(struct call *call, int self, int fullMatrices, int computeUV,
                             int sigma, int u, int v)
{
    struct shape shape;
    bool has_shape = linalg_shape_singular_values(call, self, &shape);
    aclnnStatus status = call_shape_follows(call, sigma, has_shape, &shape, false,
                                            "that of the singular values");
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    if (status != ACLNN_SUCCESS || call->arguments[computeUV].integer == 0)
        return status;
    has_shape = linalg_shape_left_vectors(call, self, fullMatrices, computeUV, &shape);
    status = call_shape_follows(call, u, has_shape, &shape, false,
                                "that of the left singular vectors");
    if (status != ACLNN_SUCCESS)
        return status;
    has_shape = linalg_shape_right_vectors(call, self, fullMatrices, computeUV, &shape);
    return call_shape_follows(call, v, has_shape, &shape, false,
                              "that of the right singular vectors");
}

/* Broadcasts the dims before the matrices; false when they do not broadcast. */
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
