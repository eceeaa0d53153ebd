/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that multiply matrices and vectors: checks. */
#include "ops/matmul/matmul.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_mode(const struct call *call, int64_t mode, const char *why)
{
    return report(ACLNN_ERR_PARAM_INVALID, "cubeMathType is %" PRId64 "; %s on %s", mode, why,
                  call->soc->family);
}

aclnnStatus matmul_check_cube_math_type(struct call *call, int self, int mat2, int mode)
{
    int64_t given = call->arguments[mode].integer;
    bool has_float = call_type(call, self) == ACL_FLOAT || call_type(call, mat2) == ACL_FLOAT;
    if (call->soc->architecture == ARCHITECTURE_1001) {
        if (has_float && (given == KEEP_SUM_FLOAT || given == KEEP || given == USE_HFLOAT32))
            return refuse_mode(call, given,
                               "float32 matrices are multiplied in float16, modes 1 and 2,");
        /* Beyond these numbers the device reads outside of its table. */
        if (given < KEEP || given > FORCE_GROUPS)
            return refuse_mode(call, given, "0 to 4 are supported");
        return ACLNN_SUCCESS;
    }
    int64_t lowest = call->soc->architecture == ARCHITECTURE_2201 ? KEEP_SUM_FLOAT : KEEP;
    if (given < lowest || given > FORCE_GROUPS)
        return refuse_mode(call, given,
                           lowest == KEEP ? "0 to 4 are supported" : "-1 to 4 are supported");
    return ACLNN_SUCCESS;
}

/* 161002 for mode 4 on Ascend910: sums of a product and another tensor have no groups there. */
aclnnStatus matmul_check_cube_math_groups(struct call *call, int mode)
{
    int64_t given = call->arguments[mode].integer;
    return given == FORCE_GROUPS ? refuse_mode(call, given, "sums have no groups, mode 4,")
                                 : ACLNN_SUCCESS;
}

aclnnStatus matmul_check_product_shape(struct call *call, int self, int mat2, int out)
{
    char shape[100];
    const struct tensor *left = call_tensor(call, self);
    const struct tensor *right = call_tensor(call, mat2);
    const struct tensor *result = call_tensor(call, out);
    const int64_t dims[] = {left->dims[0], right->dims[1]};
    if (left->dims[1] != right->dims[0])
        return report(ACLNN_ERR_PARAM_INVALID,
                      "self has %" PRId64 " columns and mat2 %" PRId64 " rows; they must be equal",
                      left->dims[1], right->dims[0]);
    if (result->rank == 2 && result->dims[0] == dims[0] && result->dims[1] == dims[1])
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; [%" PRId64 ", %" PRId64
                  "], the rows of self by the columns of mat2, is required",
                  dims_describe(result->dims, result->rank, shape, sizeof shape), dims[0], dims[1]);
}

#define MOST_PRODUCT_DIMS 6 /* the most dims of an operand of aclnnMatmul */

/* Refuses two shapes that cannot be multiplied, or added. */
static aclnnStatus refuse_pair(const struct call *call, int a, int b, const char *why)
{
    char left[160];
    char right[160];
    const struct tensor *one = call_tensor(call, a);
    const struct tensor *other = call_tensor(call, b);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shapes of %s, %s, and of %s, %s, do not go together: %s", call_name(call, a),
                  dims_describe(one->dims, one->rank, left, sizeof left), call_name(call, b),
                  dims_describe(other->dims, other->rank, right, sizeof right), why);
}

/* Whether the batches of two operands, counted from the last dim, are equal or 1. */
static bool batches_broadcast(const struct tensor *a, const struct tensor *b)
{
    for (int32_t back = 3; back <= a->rank && back <= b->rank; back++) {
        int64_t one = a->dims[a->rank - back];
        int64_t other = b->dims[b->rank - back];
        if (one != other && one != 1 && other != 1)
            return false;
    }
    return true;
}

/* Whether a shape broadcasts to these dims. */
static bool broadcasts_to(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    if (tensor->rank > rank)
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] != 1 && tensor->dims[i] != dims[rank - tensor->rank + i])
            return false;
    return true;
}

/* ---- Matmul, BatchMatMul --------------------------------------------------------------------- */

/* Vectors, matrices and batches can be multiplied as NumPy does. When there are no elements, out
 * included, there is nothing to do. out has as many elements as the product (561103). */
aclnnStatus matmul_check_multiplied(struct call *call, int self, int mat2)
{
    const struct tensor *left = call_tensor(call, self);
    const struct tensor *right = call_tensor(call, mat2);
    aclnnStatus status = check_rank(call, self, 1, MOST_PRODUCT_DIMS);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, mat2, 1, MOST_PRODUCT_DIMS);
    if (status != ACLNN_SUCCESS)
        return status;
    if (left->dims[left->rank - 1] != right->dims[right->rank > 1 ? right->rank - 2 : 0])
        return refuse_pair(call, self, mat2, "columns of the first are rows of the second");
    if (!batches_broadcast(left, right))
        return refuse_pair(call, self, mat2, "batches are equal or 1");
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_no_product(struct call *call, int self, int mat2, int out)
{
    call->is_empty = tensor_is_empty(call_tensor(call, out)) &&
                     (tensor_is_empty(call_tensor(call, self)) ||
                      tensor_is_empty(call_tensor(call, mat2)));
    return ACLNN_SUCCESS;
}

/* Counts the elements of the product of checked operands; false when that does not fit into
 * int64_t. */
static bool product_elements(const struct tensor *left, const struct tensor *right, int64_t *count)
{
    int32_t rank = left->rank > right->rank ? left->rank : right->rank;
    bool fits = true;
    *count = 1;
    for (int32_t back = rank; back > 2; back--) {
        int64_t a = back <= left->rank ? left->dims[left->rank - back] : 1;
        int64_t b = back <= right->rank ? right->dims[right->rank - back] : 1;
        fits = fits && !__builtin_mul_overflow(*count, a == 1 ? b : a, count);
    }
    if (left->rank > 1)
        fits = fits && !__builtin_mul_overflow(*count, left->dims[left->rank - 2], count);
    if (right->rank > 1)
        fits = fits && !__builtin_mul_overflow(*count, right->dims[right->rank - 1], count);
    return fits;
}

aclnnStatus matmul_check_takes_product(struct call *call, int self, int mat2, int out)
{
    int64_t wanted = 0;
    int64_t count = 0;
    if (call->is_empty || tensor_is_empty(call_tensor(call, self)) ||
        tensor_is_empty(call_tensor(call, mat2)))
        return check_rank(call, out, 0, TENSOR_MAX_DIMS);
    if (product_elements(call_tensor(call, self), call_tensor(call, mat2), &wanted) &&
        tensor_element_count(call_tensor(call, out), &count) && count == wanted)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "%s has %" PRId64 " elements; %" PRId64 ", as the product has, are required",
                  call_name(call, out), count, wanted);
}

/* Both have three dims; the second has as many rows as the first has columns; batches are equal or
 * 1. */
static aclnnStatus check_batches(struct call *call, int self, int mat2)
{
    aclnnStatus status = check_rank(call, self, 3, 3);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, mat2, 3, 3);
    return status == ACLNN_SUCCESS ? matmul_check_multiplied(call, self, mat2) : status;
}

aclnnStatus matmul_check_batch_product(struct call *call, int self, int mat2, int out)
{
    aclnnStatus status = check_batches(call, self, mat2);
    if (status != ACLNN_SUCCESS)
        return status;
    const struct tensor *left = call_tensor(call, self);
    const struct tensor *right = call_tensor(call, mat2);
    int64_t batches = left->dims[0] >= right->dims[0] ? left->dims[0] : right->dims[0];
    const int64_t dims[] = {batches, left->dims[1], right->dims[2]};
    call->is_empty = left->dims[0] == 0 || left->dims[1] == 0 || right->dims[2] == 0;
    return call_shape_is(call, out, dims, 3, false, "that of the product");
}

/* ---- Sums of a product and something else ---------------------------------------------------- */

/* Finds the dims of a product of matrices; reports when they cannot be multiplied. */
static aclnnStatus find_product(struct call *call, int left, int right, bool flip_left,
                                bool flip_right, int64_t *dims)
{
    const struct tensor *a = call_tensor(call, left);
    const struct tensor *b = call_tensor(call, right);
    aclnnStatus status = check_matrix(call, left);
    if (status == ACLNN_SUCCESS)
        status = check_matrix(call, right);
    if (status != ACLNN_SUCCESS)
        return status;
    if (a->dims[flip_left ? 0 : 1] != b->dims[flip_right ? 1 : 0])
        return refuse_pair(call, left, right, "columns of the first are rows of the second");
    dims[0] = a->dims[flip_left ? 1 : 0];
    dims[1] = b->dims[flip_right ? 0 : 1];
    return ACLNN_SUCCESS;
}

/* out has the dims of the product, or no elements like the product. */
static aclnnStatus check_sum_out(struct call *call, int self, int out, const int64_t *dims)
{
    bool is_nothing = dims[0] == 0 || dims[1] == 0;
    call->is_empty = is_nothing || tensor_is_empty(call_tensor(call, self));
    if (is_nothing && tensor_is_empty(call_tensor(call, out)))
        return check_rank(call, out, 0, TENSOR_MAX_DIMS);
    return call_shape_is(call, out, dims, 2, false, "that of the product");
}

/* Sums of a product and a tensor that broadcasts to it. When they are empty there is nothing to
 * do. */
aclnnStatus matmul_check_sum_with_product(struct call *call, int self, int mat1, int mat2, int out)
{
    int64_t dims[2];
    aclnnStatus status = find_product(call, mat1, mat2, false, false, dims);
    /* CANN requires a dimension of the storage, not of the view. Storages of torch_npu always have
     * one. */
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, call_tensor(call, self)->storage_rank > 0 ? 0 : 1, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!broadcasts_to(call_tensor(call, self), dims, 2))
        return refuse_pair(call, self, mat1, "it does not broadcast to the product");
    return check_sum_out(call, self, out, dims);
}

aclnnStatus matmul_check_gemm(struct call *call, int A, int B, int C, int transA, int transB,
                              int out)
{
    int64_t dims[2];
    aclnnStatus status = find_product(call, A, B, call->arguments[transA].integer != 0,
                                      call->arguments[transB].integer != 0, dims);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!broadcasts_to(call_tensor(call, C), dims, 2))
        return refuse_pair(call, C, A, "it does not broadcast to the product");
    return check_sum_out(call, C, out, dims);
}

/* Both are empty, or neither is. */
static aclnnStatus check_same_emptiness(struct call *call, int self, int batch1, bool is_nothing)
{
    call->is_empty = is_nothing;
    if (tensor_is_empty(call_tensor(call, self)) == is_nothing)
        return ACLNN_SUCCESS;
    return refuse_pair(call, self, batch1, "one sum has elements and the other none");
}

aclnnStatus matmul_check_sum_with_batches(struct call *call, int self, int batch1, int batch2,
                                          int out)
{
    aclnnStatus status = check_batches(call, batch1, batch2);
    const struct tensor *left = call_tensor(call, batch1);
    const struct tensor *right = call_tensor(call, batch2);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {left->dims[0], left->dims[1], right->dims[2]};
    status = check_same_emptiness(call, self, batch1, dims[0] == 0 || dims[1] == 0 || dims[2] == 0);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!broadcasts_to(call_tensor(call, self), dims, 3))
        return refuse_pair(call, self, batch1, "it does not broadcast to the product");
    if (left->dims[0] == 1 && right->dims[0] != 1)
        return refuse_pair(call, batch1, batch2, "the first has all batches");
    return call_shape_is(call, out, dims, 3, false, "that of the product");
}

aclnnStatus matmul_check_sum_with_all_batches(struct call *call, int self, int batch1, int batch2,
                                              int out)
{
    aclnnStatus status = check_batches(call, batch1, batch2);
    const struct tensor *left = call_tensor(call, batch1);
    const struct tensor *right = call_tensor(call, batch2);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {left->dims[1], right->dims[2]};
    status = check_same_emptiness(call, self, batch1, dims[0] == 0 || dims[1] == 0);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 1, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!broadcasts_to(call_tensor(call, self), dims, 2))
        return refuse_pair(call, self, batch1, "it does not broadcast to the product");
    return call_shape_is(call, out, dims, 2, false, "that of the product of a batch");
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* The vector has the matrix' type, unless the matrix is empty. */
aclnnStatus matmul_check_same_type_of_matrix(struct call *call, int self, int vec)
{
    return tensor_is_empty(call_tensor(call, self)) ? ACLNN_SUCCESS
                                                    : check_same_type(call, self, vec);
}

aclnnStatus matmul_check_matrix_by_vector(struct call *call, int self, int vec, int out)
{
    aclnnStatus status = check_matrix(call, self);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, vec, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 1, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, self)->dims[1] != call_tensor(call, vec)->dims[0])
        return refuse_pair(call, self, vec, "columns of the first are rows of the second");
    struct shape shape;
    return call_shape_follows(call, out, matmul_shape_matrix_rows(call, self, &shape), &shape,
                              false, "the rows of the matrix");
}

static bool is_near(const struct call *call, int scalar, float number)
{
    return fabsf(scalar_float(call_scalar(call, scalar)) - number) <= FLT_EPSILON;
}

static aclnnStatus join_types(const struct call *call, aclDataType *type, aclDataType other,
                              int parameter)
{
    aclDataType common = type_promote(*type, other);
    if (common == ACL_DT_UNDEFINED)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %s and %s is %s; there is no data type for both", "what it meets",
                      data_type_name(*type), call_name(call, parameter), data_type_name(other));
    *type = common;
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_promote_addmv(struct call *call, int self, int mat, int vec, int alpha,
                                       int beta)
{
    aclDataType product = call_type(call, mat);
    aclDataType summand = call_type(call, self);
    aclnnStatus status = join_types(call, &product, call_type(call, vec), vec);
    if (status == ACLNN_SUCCESS && !is_near(call, alpha, 1))
        status = join_types(call, &product, call_type(call, alpha), alpha);
    if (status == ACLNN_SUCCESS && !is_near(call, beta, 1))
        status = join_types(call, &summand, call_type(call, beta), beta);
    if (status == ACLNN_SUCCESS)
        status = join_types(call, &product, summand, self);
    if (status == ACLNN_SUCCESS)
        call->promoted = product;
    return status;
}

aclnnStatus matmul_check_sum_with_vector(struct call *call, int self, int mat, int vec, int alpha,
                                         int out)
{
    const struct tensor *summand = call_tensor(call, self);
    aclnnStatus status = matmul_check_matrix_by_vector(call, mat, vec, out);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 0, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    bool may_repeat = !is_near(call, alpha, 0);
    call->is_empty = tensor_is_empty(call_tensor(call, self));
    if (summand->rank == 0 || summand->dims[0] == call_tensor(call, mat)->dims[0] ||
        (summand->dims[0] == 1 && may_repeat))
        return ACLNN_SUCCESS;
    return refuse_pair(call, self, mat, "it does not broadcast to the product");
}

aclnnStatus matmul_check_inner_product(struct call *call, int self, int tensor, int out)
{
    aclnnStatus status = check_rank(call, self, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, tensor, 1, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, self)->dims[0] != call_tensor(call, tensor)->dims[0])
        return refuse_pair(call, self, tensor, "vectors have one length");
    return check_rank(call, out, 0, 0);
}

aclnnStatus matmul_check_outer_product(struct call *call, int self, int vec2, int out)
{
    aclnnStatus status = check_rank(call, self, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, vec2, 1, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape shape;
    matmul_shape_outer(call, self, vec2, &shape);
    call->is_empty = shape.dims[0] == 0 || shape.dims[1] == 0;
    return call_shape_follows(call, out, true, &shape, false, "that of the product");
}

static aclnnStatus check_addr_factor(const struct call *call, int factor, bool are_integral)
{
    const struct scalar *scalar = call_scalar(call, factor);
    if (scalar == NULL)
        return ACLNN_SUCCESS;
    bool is_bool = scalar->type == ACL_BOOL && call->promoted != ACL_BOOL;
    if (!is_bool && !(are_integral && !type_is_whole(scalar->type)))
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; with tensors of %s %s is required",
        call_name(call, factor), data_type_name(scalar->type), data_type_name(call->promoted),
        are_integral ? "an integer" : "a number other than bool");
}

aclnnStatus matmul_check_addr_factors(struct call *call, int self, int vec1, int vec2, int beta,
                                      int alpha)
{
    bool are_integral = type_is_whole(call_type(call, self)) &&
                        type_is_whole(call_type(call, vec1)) &&
                        type_is_whole(call_type(call, vec2));
    aclnnStatus status = check_addr_factor(call, beta, are_integral);
    return status == ACLNN_SUCCESS ? check_addr_factor(call, alpha, are_integral) : status;
}

aclnnStatus matmul_check_sum_with_outer_product(struct call *call, int self, int vec1, int vec2,
                                                int out)
{
    aclnnStatus status = check_rank(call, vec1, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, vec2, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, 0, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape shape;
    matmul_shape_outer(call, vec1, vec2, &shape);
    if (!broadcasts_to(call_tensor(call, self), shape.dims, 2))
        return refuse_pair(call, self, vec1, "it does not broadcast to the product");
    call->is_empty = shape.dims[0] == 0 || shape.dims[1] == 0;
    return call->is_empty && self != out
               ? check_rank(call, out, 0, TENSOR_MAX_DIMS)
               : call_shape_follows(call, out, true, &shape, false, "that of the product");
}
