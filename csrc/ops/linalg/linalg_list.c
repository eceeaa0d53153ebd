/* SPDX-License-Identifier: Apache-2.0 */
/* Square and other matrices: lists of L0 operators. The work is in linalg_kernel.c. */
#include "ops/linalg/linalg.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/linalg.h"
#include "declared/binary.h"
#include "declared/fill.h"
#include "declared/reduce.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A dense copy of the operand; halves become float32. */
static int widened(struct l0_list *list, int self)
{
    int dense = l0_contiguous(list, self);
    bool is_half = dense != L0_NONE && type_is_half(list->tensors[dense].type);
    return is_half ? l0_cast(list, dense, ACL_FLOAT) : dense;
}

void linalg_list_inverse(struct l0_list *list, int self, int out)
{
    int matrices = widened(list, self);
    if (matrices == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[matrices];
    list_write(list,
               list_apply_shaped(list, &l0_MatrixInverse, matrices, like.dims, like.rank, NULL),
               out);
}

void linalg_list_cholesky(struct l0_list *list, int self, bool upper, int out)
{
    int64_t *flag = l0_take(list, sizeof *flag);
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
    struct l0_fold *fold = l0_take(list, sizeof *fold);
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

void linalg_list_slogdet(struct l0_list *list, int self, int signOut, int logOut)
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

void linalg_list_logdet(struct l0_list *list, int self, int out)
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

void linalg_list_linalg_qr(struct l0_list *list, int self, int64_t mode, int q, int r)
{
    qr(list, self, mode == QR_COMPLETE || mode == QR_R_ONLY ? (enum qr_mode)mode : QR_REDUCED, q,
       r);
}

void linalg_list_qr(struct l0_list *list, int self, bool some, int q, int r)
{
    qr(list, self, some ? QR_REDUCED : QR_COMPLETE, q, r);
}

void linalg_list_svd(struct l0_list *list, int self, bool fullMatrices, bool computeUV, int sigma,
                     int u, int v)
{
    int64_t dims[TENSOR_MAX_DIMS];
    struct svd_attributes *attributes = l0_take(list, sizeof *attributes);
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

/* Appends, for the size, CANN's operators that put ones on the diagonal of A. The work assumes ones
 * there. */
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

void linalg_list_triangular_solve(struct l0_list *list, int self, int A, bool upper, bool transpose,
                                  bool unitriangular, int xOut, int mOut)
{
    bool *flags = l0_take(list, 3 * sizeof *flags);
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
