/* SPDX-License-Identifier: Apache-2.0 */
/* Calls on square and other matrices: their checks, and what CANN makes of them. The work is in
 * linalg.c. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define LARGEST_ROOT 8192 /* columns that the kernel of LinalgCholesky takes */
enum qr_mode { QR_REDUCED, QR_COMPLETE, QR_R_ONLY };

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

aclnnStatus check_squares(struct call *call, int self)
{
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    return call->is_empty ? check_rank(call, self, 0, 8) : check_square(call, self, 8);
}

aclnnStatus check_roots(struct call *call, int self)
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

aclnnStatus check_determinants(struct call *call, int self, int out)
{
    const struct tensor *t = call_tensor(call, self);
    aclnnStatus status = check_square(call, self, TENSOR_MAX_DIMS);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    return call_shape_is(call, out, t->dims, t->rank - 2, false, "that of self without matrices");
}

aclnnStatus check_complex_like(struct call *call, int self, int out)
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

aclnnStatus check_linalg_qr(struct call *call, int self, int mode, int q, int r)
{
    int64_t number = call->arguments[mode].integer;
    return check_qr_shapes(
        call, self,
        number == QR_COMPLETE || number == QR_R_ONLY ? (enum qr_mode)number : QR_REDUCED, q, r);
}

aclnnStatus check_qr(struct call *call, int self, int some, int q, int r)
{
    return check_qr_shapes(call, self,
                           call->arguments[some].integer != 0 ? QR_REDUCED : QR_COMPLETE, q, r);
}

aclnnStatus check_svd(struct call *call, int self, int fullMatrices, int computeUV, int sigma,
                      int u, int v)
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

aclnnStatus check_triangular(struct call *call, int self, int A, int unit, int x, int m)
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

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A dense copy of the operand; halves become float32. */
static int widened(struct l0_list *list, int self)
{
    int dense = l0_contiguous(list, self);
    bool is_half = dense != L0_NONE && type_is_half(list->tensors[dense].type);
    return is_half ? l0_cast(list, dense, ACL_FLOAT) : dense;
}

void list_inverse(struct l0_list *list, int self, int out)
{
    int matrices = widened(list, self);
    if (matrices == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[matrices];
    list_write(list,
               list_apply_shaped(list, &l0_MatrixInverse, matrices, like.dims, like.rank, NULL),
               out);
}

void list_cholesky(struct l0_list *list, int self, bool upper, int out)
{
    int64_t *flag = arena_take(list->arena, sizeof *flag);
    int matrices = widened(list, self);
    if (matrices == L0_NONE || flag == NULL)
        return;
    *flag = upper;
    const struct l0_tensor like = list->tensors[matrices];
    list_write(list, list_apply_shaped(list, &l0_Cholesky, matrices, like.dims, like.rank, flag),
               out);
}

/* The sign of the determinant, and the logarithm of its magnitude. */
static int log_determinant(struct l0_list *list, int self, int *sign)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || fold == NULL)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[dense];
    fold->dims = (uint64_t)1 << (like.rank - 2);
    *sign = l0_new_shaped(list, "sign", like.type, like.dims, like.rank - 2);
    int log = l0_new_shaped(list, "log", like.type, like.dims, like.rank - 2);
    int factors = l0_new_shaped(list, "factors", like.type, like.dims, like.rank - 1);
    int logs = l0_new_shaped(list, "logs", like.type, like.dims, like.rank - 1);
    l0_launch_row(list, &l0_LogMatrixDeterminant, &dense, 1, 0, (int[]){*sign, log}, 2, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_LogMatrixDeterminant, &dense, 1, (int[]){*sign, factors}, 2,
            NULL);
    l0_step(list, L0_STEP_APPLY, &l0_Log, &factors, 1, &logs, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_ReduceSum, &logs, 1, &log, 1, fold);
    return log;
}

void list_slogdet(struct l0_list *list, int self, int signOut, int logOut)
{
    int sign = L0_NONE;
    int log = log_determinant(list, self, &sign);
    if (log == L0_NONE || signOut == L0_NONE || logOut == L0_NONE)
        return;
    sign = l0_cast(list, sign, list->tensors[signOut].type);
    log = l0_cast(list, log, list->tensors[logOut].type);
    l0_view_copy(list, sign, signOut);
    l0_view_copy(list, log, logOut);
}

void list_logdet(struct l0_list *list, int self, int out)
{
    int sign = L0_NONE;
    int log = log_determinant(list, self, &sign);
    if (log == L0_NONE)
        return;
    aclDataType type = list->tensors[log].type;
    int offset = list_apply(list, &l0_Log, type, &sign, 1, 0);
    list_write(list, list_apply2(list, &l0_Add, type, log, offset), out);
}

static void qr(struct l0_list *list, int self, enum qr_mode mode, int q, int r)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int matrices = widened(list, self);
    if (matrices == L0_NONE || q == L0_NONE || r == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[matrices];
    int64_t m = like.dims[like.rank - 2];
    int64_t n = like.dims[like.rank - 1];
    int64_t inner = mode == QR_COMPLETE || m < n ? m : n;
    memcpy(dims, like.dims, (size_t)like.rank * sizeof *dims);
    dims[like.rank - 1] = inner;
    int orthogonal = l0_new_shaped(list, "Q", like.type, dims, like.rank);
    dims[like.rank - 2] = inner;
    dims[like.rank - 1] = n;
    int triangle = l0_new_shaped(list, "R", like.type, dims, like.rank);
    l0_apply(list, &l0_Qr, &matrices, 1, 0, (int[]){orthogonal, triangle}, 2, NULL);
    orthogonal = mode == QR_R_ONLY ? l0_launch_cast(list, orthogonal, list->tensors[q].type)
                                   : l0_cast(list, orthogonal, list->tensors[q].type);
    triangle = l0_cast(list, triangle, list->tensors[r].type);
    if (mode != QR_R_ONLY)
        l0_view_copy(list, orthogonal, q);
    l0_view_copy(list, triangle, r);
}

void list_linalg_qr(struct l0_list *list, int self, int64_t mode, int q, int r)
{
    qr(list, self, mode == QR_COMPLETE || mode == QR_R_ONLY ? (enum qr_mode)mode : QR_REDUCED, q,
       r);
}

void list_qr(struct l0_list *list, int self, bool some, int q, int r)
{
    qr(list, self, some ? QR_REDUCED : QR_COMPLETE, q, r);
}

void list_svd(struct l0_list *list, int self, bool fullMatrices, bool computeUV, int sigma, int u,
              int v)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct svd_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    int matrices = l0_contiguous(list, self);
    if (matrices == L0_NONE || attributes == NULL || sigma == L0_NONE)
        return;
    *attributes = (struct svd_attributes){.is_full = fullMatrices, .has_vectors = computeUV};
    const struct l0_tensor like = list->tensors[matrices];
    int64_t m = like.dims[like.rank - 2];
    int64_t n = like.dims[like.rank - 1];
    int64_t k = m < n ? m : n;
    int32_t rank = computeUV ? like.rank : 0;
    memcpy(dims, like.dims, (size_t)like.rank * sizeof *dims);
    dims[like.rank - 2] = m;
    dims[like.rank - 1] = fullMatrices ? m : k;
    int left = l0_new_shaped(list, "U", like.type, dims, rank);
    dims[like.rank - 2] = k;
    int values = l0_new_shaped(list, "sigma", like.type, dims, like.rank - 1);
    dims[like.rank - 2] = n;
    dims[like.rank - 1] = fullMatrices ? n : k;
    int right = l0_new_shaped(list, "V", like.type, dims, rank);
    l0_apply(list, &l0_Svd, &matrices, 1, 0, (int[]){values, left, right}, 3, attributes);
    l0_view_copy(list, values, sigma);
    if (computeUV) {
        l0_view_copy(list, left, u);
        l0_view_copy(list, right, v);
    }
}

/* What CANN makes of A for ones on its diagonal: the work takes them for granted. */
static int launch_ones(struct l0_list *list, int triangles)
{
    if (triangles == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[triangles];
    int64_t n = like.dims[like.rank - 1];
    int tensors[5];
    for (int i = 0; i < 5; i++)
        tensors[i] = i < 3 ? l0_new_shaped(list, "ones", like.type, (int64_t[]){n, n}, 2)
                           : l0_new_shaped(list, "triangles", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_Eye, NULL, 0, 0, &tensors[0], 1, NULL);
    l0_launch_row(list, &l0_OnesLike, &tensors[0], 1, 0, &tensors[1], 1, NULL);
    l0_launch_row(list, &l0_Sub, (int[]){tensors[1], tensors[0]}, 2, 0, &tensors[2], 1, NULL);
    l0_launch_row(list, &l0_Mul, (int[]){triangles, tensors[2]}, 2, 0, &tensors[3], 1, NULL);
    l0_launch_row(list, &l0_Add, (int[]){tensors[3], tensors[0]}, 2, 0, &tensors[4], 1, NULL);
    return tensors[4];
}

void list_triangular_solve(struct l0_list *list, int self, int A, bool upper, bool transpose,
                           bool unitriangular, int xOut, int mOut)
{
    bool *flags = arena_take(list->arena, 3 * sizeof *flags);
    if (self == L0_NONE || A == L0_NONE || xOut == L0_NONE || flags == NULL)
        return;
    flags[0] = upper;
    flags[1] = transpose;
    flags[2] = unitriangular;
    int sides = l0_contiguous(list, self);
    int triangles = l0_contiguous(list, A);
    const struct l0_tensor x = list->tensors[xOut];
    sides = l0_broadcast_to(list, sides, x.dims, x.rank);
    if (mOut != L0_NONE) {
        const struct l0_tensor m = list->tensors[mOut];
        triangles = l0_broadcast_to(list, triangles, m.dims, m.rank);
        l0_view_copy(list, triangles, mOut);
    }
    int seen = unitriangular ? launch_ones(list, triangles) : triangles;
    int solutions = l0_new_shaped(list, "X", x.type, x.dims, x.rank);
    l0_launch_row(list, &l0_TriangularSolve, (int[]){seen, sides}, 2, 0, &solutions, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_TriangularSolve, (int[]){triangles, sides}, 2, &solutions, 1,
            flags);
    l0_view_copy(list, solutions, xOut);
}
