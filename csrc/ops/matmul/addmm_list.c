/* SPDX-License-Identifier: Apache-2.0 */
/* Matmul, BatchMatMul, Mv, Dot, Ger, and sums of a product and another tensor: lists of L0
 * operators. When alpha is 0 the product is not computed, and when beta is 0 the summand is not
 * read. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/binary.h"
#include "declared/logic.h"
#include "declared/reduce.h"
#include "ops/binary/add.h"
#include "ops/common/list.h"
#include "ops/matmul/matmul.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define KEEP 0
#define USE_HFLOAT32 3
#define FORCE_GROUPS 4

static bool is_near(float number, float other)
{
    return fabsf(number - other) <= FLT_EPSILON;
}

static bool has_elements(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].elements > 0;
}

static aclDataType type_of(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].type;
}

static bool are_halves_alike(const struct l0_list *list, int a, int b)
{
    return type_of(list, a) == type_of(list, b) && type_is_half(type_of(list, a));
}

/* Calls whose products have no groups treat mode 4 as 0 on 910B. */
static int64_t without_groups(const struct l0_list *list, int64_t mode)
{
    return list->architecture == ARCHITECTURE_2201 && mode == FORCE_GROUPS ? KEEP : mode;
}

/* Writes a tensor to out, in out's type and dims. */
static void write_reshaped(struct l0_list *list, int tensor, int out)
{
    if (tensor == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[out];
    int cast = l0_cast(list, tensor, to.type);
    if (cast == L0_NONE)
        return;
    const struct l0_tensor from = list->tensors[cast];
    if (!same_dims(from.dims, from.rank, to.dims, to.rank))
        cast = l0_reshape(list, cast, to.dims, to.rank);
    l0_view_copy(list, cast, out);
}

/* ---- Products -------------------------------------------------------------------------------- */

static int dot(struct l0_list *list, int self, int other, aclDataType type)
{
    int inputs[] = {self, other};
    int out = l0_new_shaped(list, "product", type, NULL, 0);
    aclDataType given = type_of(list, self);
    const struct l0_row *row = given == ACL_FLOAT    ? &l0_DotOfFloats
                               : type_is_half(given) ? &l0_DotOfHalves
                                                     : &l0_Dot;
    struct l0_fold *fold = type_is_half(given) ? l0_take(list, sizeof *fold) : NULL;
    if (fold != NULL)
        fold->dims = 1;
    else if (type_is_half(given))
        return L0_NONE;
    l0_apply(list, row, inputs, 2, 0, &out, 1, fold);
    return out;
}

void matmul_list_matmul(struct l0_list *list, int self, int mat2, int out, int8_t cubeMathType)
{
    if (self == L0_NONE || mat2 == L0_NONE || out == L0_NONE)
        return;
    if (!has_elements(list, self) || !has_elements(list, mat2)) {
        list_write_zeros(list, out);
        return;
    }
    if (list->tensors[self].rank == 1 && list->tensors[mat2].rank == 1) {
        aclDataType type = type_promote(type_of(list, self), type_of(list, mat2));
        int left = l0_contiguous(list, self);
        int right = l0_contiguous(list, mat2);
        left = l0_cast(list, left, type);
        right = l0_cast(list, right, type);
        write_reshaped(list, dot(list, left, right, type), out);
        return;
    }
    const struct product_request request = {
        .left = self, .right = mat2, .out = type_of(list, out), .mode = cubeMathType};
    write_reshaped(list, matmul_list_product(list, &request), out);
}

void matmul_list_batch_matmul(struct l0_list *list, int self, int mat2, int out,
                              int8_t cubeMathType)
{
    if (out == L0_NONE)
        return;
    const struct product_request request = {.left = self,
                                            .right = mat2,
                                            .out = type_of(list, out),
                                            .mode = without_groups(list, cubeMathType)};
    list_write(list, matmul_list_product(list, &request), out);
}

void matmul_list_mv(struct l0_list *list, int self, int vec, int out, int8_t cubeMathType)
{
    if (self == L0_NONE || vec == L0_NONE || out == L0_NONE)
        return;
    if (!has_elements(list, self)) {
        const struct l0_tensor to = list->tensors[out];
        int like = l0_new_shaped(list, "out", to.type, to.dims, to.rank);
        l0_view_copy(list, list_zeros_like(list, like), out);
        return;
    }
    const struct product_request request = {.left = l0_contiguous(list, self),
                                            .right = l0_contiguous(list, vec),
                                            .out = type_of(list, out),
                                            .mode = without_groups(list, cubeMathType)};
    list_write(list, matmul_list_product(list, &request), out);
}

void matmul_list_dot(struct l0_list *list, int self, int tensor, int out)
{
    if (self == L0_NONE || tensor == L0_NONE || out == L0_NONE)
        return;
    if (!has_elements(list, self)) {
        list_write_zeros(list, out);
        return;
    }
    int left = l0_contiguous(list, self);
    int right = l0_contiguous(list, tensor);
    l0_view_copy(list, dot(list, left, right, type_of(list, out)), out);
}

/* ---- Sums of a product and something else ---------------------------------------------------- */

/* A sum of a summand and a product, of matrices or of batches. */
struct sum {
    int self;
    int left;
    int right;
    float beta;
    float alpha;
    aclDataType out;
    int64_t mode;
    bool transpose_left;
    bool transpose_right;
};

static struct product_request request_of(const struct sum *sum)
{
    return (struct product_request){.left = sum->left,
                                    .right = sum->right,
                                    .out = sum->out,
                                    .mode = sum->mode,
                                    .transpose_left = sum->transpose_left,
                                    .transpose_right = sum->transpose_right,
                                    .is_summand = true,
                                    .bias = sum->self,
                                    .alpha = sum->alpha,
                                    .beta = sum->beta};
}

static int product_of(struct l0_list *list, const struct sum *sum)
{
    const struct product_request request = request_of(sum);
    return matmul_list_product(list, &request);
}

static int with_bias(struct l0_list *list, const struct sum *sum, const struct l0_row *row)
{
    struct product_request request = request_of(sum);
    request.has_bias = true;
    request.row = row;
    request.is_summand = row != NULL;
    return matmul_list_product(list, &request);
}

static int muls_unless_one(struct l0_list *list, int tensor, float number)
{
    return is_near(number, 1) ? tensor : list_muls_by(list, tensor, number);
}

/* summand + alpha * product, in the type of both. */
static int add(struct l0_list *list, int summand, int product, float alpha)
{
    if (summand == L0_NONE || product == L0_NONE)
        return L0_NONE;
    aclDataType type = type_promote(type_of(list, summand), type_of(list, product));
    summand = l0_cast(list, summand, type);
    product = l0_cast(list, product, type);
    return is_near(alpha, 1) ? list_apply2(list, &l0_Add, type, summand, product)
                             : binary_list_axpy(list, summand, product, alpha, type);
}

/* Writes beta * self, broadcast to out. */
static void write_summand(struct l0_list *list, int summand, int out)
{
    if (summand == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[out];
    list_write(list, l0_broadcast_to(list, summand, to.dims, to.rank), out);
}

/* Whether self has the shape of the product. Only Ascend950 gets here with transposed matrices. */
static bool is_whole(const struct l0_list *list, const struct sum *sum)
{
    const struct l0_tensor *self = &list->tensors[sum->self];
    const struct l0_tensor *left = &list->tensors[sum->left];
    const struct l0_tensor *right = &list->tensors[sum->right];
    return self->rank == left->rank && (self->rank != 3 || self->dims[0] == left->dims[0]) &&
           self->dims[self->rank - 2] == left->dims[left->rank - 2] &&
           self->dims[self->rank - 1] == right->dims[right->rank - 1];
}

/* Whether 910B uses its kernel that adds in float32: for three halves of one type in mode 4, and
 * where halves give float32. */
static bool takes_groups(const struct l0_list *list, const struct sum *sum)
{
    return list->architecture == ARCHITECTURE_2201 && sum->mode == FORCE_GROUPS &&
           are_halves_alike(list, sum->left, sum->right) &&
           type_of(list, sum->self) == type_of(list, sum->left);
}

static bool takes_gemm(const struct l0_list *list, const struct sum *sum)
{
    aclDataType type = type_of(list, sum->self);
    bool is_wide = are_halves_alike(list, sum->left, sum->right) && sum->out == ACL_FLOAT &&
                   (type == type_of(list, sum->left) || type == ACL_FLOAT);
    return takes_groups(list, sum) || (list->architecture == ARCHITECTURE_2201 && is_wide &&
                                       (sum->mode == FORCE_GROUPS || is_whole(list, sum)));
}

/* Whether 910 divides the depth, which is long compared with rows and columns. Its kernel then adds
 * nothing. */
static bool is_deep(const struct l0_list *list, const struct sum *sum)
{
    const struct l0_tensor *left = &list->tensors[sum->left];
    const struct l0_tensor *right = &list->tensors[sum->right];
    int64_t rows = left->dims[left->rank - 2];
    int64_t columns = right->dims[right->rank - 1];
    return list->architecture == ARCHITECTURE_1001 && left->type == ACL_FLOAT16 &&
           right->type == ACL_FLOAT16 &&
           left->dims[left->rank - 1] / 8 >= (rows > columns ? rows : columns);
}

/* Whether self is a row that is added to every row of the product, which the kernel can do. */
static bool is_bias(const struct l0_list *list, const struct sum *sum)
{
    const struct l0_tensor *self = &list->tensors[sum->self];
    const struct l0_tensor *left = &list->tensors[sum->left];
    const struct l0_tensor *right = &list->tensors[sum->right];
    int64_t columns = right->dims[right->rank - (sum->transpose_right ? 2 : 1)];
    bool is_row = (self->rank == 1 && self->dims[0] == columns) ||
                  (self->rank == 2 && self->dims[0] == 1 && self->dims[1] == columns);
    bool has_types = list->architecture != ARCHITECTURE_1001 ||
                     (self->type != ACL_FLOAT && left->type != ACL_FLOAT &&
                      right->type != ACL_FLOAT);
    bool is_known = left->type != ACL_BF16 || self->type != ACL_FLOAT16;
    return is_near(sum->alpha, 1) && is_near(sum->beta, 1) && is_row && has_types && is_known &&
           !is_deep(list, sum) && (left->rank != 3 || left->dims[0] == 1);
}

static void addmm(struct l0_list *list, struct sum sum, int out)
{
    bool halves = are_halves_alike(list, sum.left, sum.right);
    bool is_wide = halves && list->architecture != ARCHITECTURE_1001 &&
                   (sum.out == ACL_FLOAT || sum.mode == FORCE_GROUPS);
    if (!has_elements(list, sum.left) || !has_elements(list, sum.right) || is_near(sum.alpha, 0)) {
        int summand = muls_unless_one(list, l0_contiguous(list, sum.self), sum.beta);
        write_summand(list, summand, out);
        return;
    }
    if (is_near(sum.beta, 0) && takes_groups(list, &sum)) {
        sum.beta = 0;
        sum.out = type_of(list, sum.self);
        list_write(list, with_bias(list, &sum, &l0_GemmV3), out);
        return;
    }
    if (is_near(sum.beta, 0)) {
        list_write(list, muls_unless_one(list, product_of(list, &sum), sum.alpha), out);
        return;
    }
    if (is_bias(list, &sum) &&
        !(list->architecture == ARCHITECTURE_2201 && halves && sum.out == ACL_FLOAT)) {
        list_write(list, with_bias(list, &sum, NULL), out);
        return;
    }
    if (takes_gemm(list, &sum)) {
        list_write(list, with_bias(list, &sum, &l0_GemmV3), out);
        return;
    }
    int summand = l0_contiguous(list, sum.self);
    if (is_wide)
        summand = l0_cast(list, summand, ACL_FLOAT);
    summand = muls_unless_one(list, summand, sum.beta);
    /* The sum of halves is more exact when the product is not rounded before it. */
    if (halves && list->architecture == ARCHITECTURE_2201 &&
        (sum.mode == KEEP || sum.mode == USE_HFLOAT32))
        sum.mode = FORCE_GROUPS;
    list_write(list, add(list, summand, product_of(list, &sum), sum.alpha), out);
}

void matmul_list_addmm(struct l0_list *list, int self, int mat1, int mat2,
                       const struct scalar *beta, const struct scalar *alpha, int out,
                       int8_t cubeMathType)
{
    if (self == L0_NONE || mat1 == L0_NONE || mat2 == L0_NONE || out == L0_NONE)
        return;
    addmm(list,
          (struct sum){.self = self,
                       .left = mat1,
                       .right = mat2,
                       .beta = scalar_float(beta),
                       .alpha = scalar_float(alpha),
                       .out = type_of(list, out),
                       .mode = cubeMathType},
          out);
}

void matmul_list_gemm(struct l0_list *list, int A, int B, int C, double alpha, double beta,
                      int64_t transA, int64_t transB, int out, int8_t cubeMathType)
{
    if (A == L0_NONE || B == L0_NONE || C == L0_NONE || out == L0_NONE)
        return;
    struct sum sum = {.self = C,
                      .left = A,
                      .right = B,
                      .beta = (float)beta,
                      .alpha = (float)alpha,
                      .out = type_of(list, out),
                      .mode = without_groups(list, cubeMathType),
                      .transpose_left = transA != 0,
                      .transpose_right = transB != 0};
    if (list->architecture == ARCHITECTURE_3510) {
        addmm(list, sum, out);
        return;
    }
    if (!has_elements(list, A) || !has_elements(list, B)) {
        write_summand(list, list_muls_by(list, l0_contiguous(list, C), sum.beta), out);
        return;
    }
    bool adds = !is_near(sum.beta, 0);
    int summand = adds ? muls_unless_one(list, l0_contiguous(list, C), sum.beta) : L0_NONE;
    struct product_request request = request_of(&sum);
    request.left = l0_contiguous(list, A);
    request.right = l0_contiguous(list, B);
    request.is_summand = false;
    request.out = type_of(list, A);
    int product = matmul_list_product(list, &request);
    list_write(list,
               adds ? add(list, summand, product, sum.alpha)
                    : muls_unless_one(list, product, sum.alpha),
               out);
}

void matmul_list_baddbmm(struct l0_list *list, int self, int batch1, int batch2,
                         const struct scalar *beta, const struct scalar *alpha, int out,
                         int8_t cubeMathType)
{
    if (self == L0_NONE || batch1 == L0_NONE || batch2 == L0_NONE || out == L0_NONE)
        return;
    struct sum sum = {.self = self,
                      .left = batch1,
                      .right = batch2,
                      .beta = scalar_float(beta),
                      .alpha = scalar_float(alpha),
                      .out = type_of(list, out),
                      .mode = cubeMathType};
    bool has_product = has_elements(list, batch1) && has_elements(list, batch2);
    if (is_near(sum.beta, 0)) {
        sum.beta = 0;
        if (has_product && takes_groups(list, &sum)) {
            sum.out = type_of(list, self);
            list_write(list, with_bias(list, &sum, &l0_GemmV3), out);
        } else {
            list_write(list, list_muls_by(list, product_of(list, &sum), sum.alpha), out);
        }
        return;
    }
    if (has_product && takes_gemm(list, &sum)) {
        list_write(list, with_bias(list, &sum, &l0_GemmV3), out);
        return;
    }
    int summand = l0_contiguous(list, self);
    if (are_halves_alike(list, batch1, batch2) && sum.out == ACL_FLOAT &&
        list->architecture != ARCHITECTURE_1001)
        summand = l0_cast(list, summand, sum.out);
    summand = list_muls_by(list, summand, sum.beta);
    list_write(list, add(list, summand, product_of(list, &sum), sum.alpha), out);
}

/* Sums over the batch. */
static int join_batches(struct l0_list *list, int product)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (product == L0_NONE || fold == NULL)
        return L0_NONE;
    fold->dims = 1;
    const struct l0_tensor from = list->tensors[product];
    int sum = l0_new_shaped(list, "sum", from.type, from.dims + 1, from.rank - 1);
    l0_apply(list, &l0_ReduceSum, &product, 1, 0, &sum, 1, fold);
    return sum;
}

/* beta * self. CANN multiplies bfloat16 in float32. */
static int scaled_summand(struct l0_list *list, const struct sum *sum)
{
    int dense = l0_contiguous(list, sum->self);
    if (dense != L0_NONE && type_of(list, dense) == ACL_BF16)
        dense = l0_cast(list, dense, ACL_FLOAT);
    return list_muls_by(list, dense, sum->beta);
}

void matmul_list_addbmm(struct l0_list *list, int self, int batch1, int batch2,
                        const struct scalar *beta, const struct scalar *alpha, int out,
                        int8_t cubeMathType)
{
    if (self == L0_NONE || batch1 == L0_NONE || batch2 == L0_NONE || out == L0_NONE)
        return;
    const struct sum sum = {.self = self,
                            .left = batch1,
                            .right = batch2,
                            .beta = scalar_float(beta),
                            .alpha = scalar_float(alpha),
                            .out = type_of(list, out),
                            .mode = without_groups(list, cubeMathType)};
    struct product_request request = request_of(&sum);
    request.is_summand = false;
    if (sum.alpha == 0 && sum.beta == 0) {
        list_write_zeros(list, out);
        return;
    }
    if (sum.alpha == 0) {
        const struct l0_tensor to = list->tensors[out];
        list_write(list, l0_append_broadcast_to(list, scaled_summand(list, &sum), to.dims, to.rank),
                   out);
        return;
    }
    if (sum.beta == 0) {
        int joint = join_batches(list, matmul_list_product(list, &request));
        list_write(list, list_muls_by(list, joint, sum.alpha), out);
        return;
    }
    if (is_bias(list, &sum) && has_elements(list, batch1) && has_elements(list, batch2)) {
        list_write(list, join_batches(list, with_bias(list, &sum, NULL)), out);
        return;
    }
    int summand = scaled_summand(list, &sum);
    int joint = join_batches(list, matmul_list_product(list, &request));
    list_write(list, add(list, summand, joint, sum.alpha), out);
}

/* ---- Vectors --------------------------------------------------------------------------------- */

static int multiply(struct l0_list *list, int a, int b, aclDataType type)
{
    return list_apply2(list, type == ACL_BOOL ? &l0_LogicalAnd : &l0_Mul, type, a, b);
}

/* Multiplies a tensor by a number, in the type of both. */
static int scale_by(struct l0_list *list, int tensor, const struct scalar *number)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    aclDataType type = type_promote(number->type, type_of(list, tensor));
    int factor = l0_constant(list, "factor", number, type);
    return multiply(list, l0_cast(list, tensor, type), factor, type);
}

/* Multiplies rows by a vector and adds them up, for types that the kernel of a product does not
 * have. */
static int sum_of_products(struct l0_list *list, int mat, int vec, aclDataType type)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int elements = multiply(list, mat, vec, type);
    if (elements == L0_NONE || fold == NULL)
        return L0_NONE;
    fold->dims = 2;
    const struct l0_tensor from = list->tensors[elements];
    int sum = l0_new_shaped(list, "sum", type, from.dims, 1);
    l0_apply(list, type == ACL_BOOL ? &l0_ReduceAny : &l0_ReduceSum, &elements, 1, 0, &sum, 1,
             fold);
    return sum;
}

static int matrix_by_vector(struct l0_list *list, int mat, int vec, const struct scalar *alpha,
                            int64_t mode)
{
    aclDataType type = type_promote(type_of(list, mat), type_of(list, vec));
    int right = l0_contiguous(list, vec);
    int left = l0_contiguous(list, mat);
    left = l0_cast(list, left, type);
    right = l0_cast(list, right, type);
    const struct product_request request = {
        .left = left, .right = right, .out = type, .mode = without_groups(list, mode)};
    int product = type == ACL_FLOAT || type_is_half(type)
                      ? matmul_list_product(list, &request)
                      : sum_of_products(list, left, right, type);
    return is_near(scalar_float(alpha), 1) ? product : scale_by(list, product, alpha);
}

void matmul_list_addmv(struct l0_list *list, int self, int mat, int vec, const struct scalar *alpha,
                       const struct scalar *beta, int out, int8_t cubeMathType)
{
    if (self == L0_NONE || mat == L0_NONE || vec == L0_NONE || out == L0_NONE)
        return;
    bool has_product = !is_near(scalar_float(alpha), 0) && has_elements(list, mat) &&
                       has_elements(list, vec);
    bool has_summand = !has_product || !is_near(scalar_float(beta), 0);
    int product = has_product ? matrix_by_vector(list, mat, vec, alpha, cubeMathType) : L0_NONE;
    int summand = has_summand ? l0_contiguous(list, self) : L0_NONE;
    if (has_summand && !is_near(scalar_float(beta), 1))
        summand = scale_by(list, summand, beta);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (!has_product) {
        write_summand(list, summand, out);
        return;
    }
    if (!has_summand) {
        list_write(list, product, out);
        return;
    }
    aclDataType type = type_promote(type_of(list, summand), type_of(list, product));
    summand = l0_cast(list, summand, type);
    product = l0_cast(list, product, type);
    list_write(
        list, list_apply2(list, type == ACL_BOOL ? &l0_LogicalOr : &l0_Add, type, product, summand),
        out);
}

static int as_column(struct l0_list *list, int vector)
{
    return vector == L0_NONE
               ? L0_NONE
               : l0_reshape(list, vector, (int64_t[]){list->tensors[vector].elements, 1}, 2);
}

static int as_row(struct l0_list *list, int vector)
{
    return vector == L0_NONE
               ? L0_NONE
               : l0_reshape(list, vector, (int64_t[]){1, list->tensors[vector].elements}, 2);
}

void matmul_list_ger(struct l0_list *list, int self, int vec2, aclDataType promoted, int out)
{
    int left = l0_cast(list, l0_contiguous(list, self), promoted);
    int right = l0_cast(list, l0_contiguous(list, vec2), promoted);
    bool is_ger = promoted == ACL_FLOAT || promoted == ACL_FLOAT16 ||
                  (promoted == ACL_BF16 && list->architecture == ARCHITECTURE_3510);
    int column = as_column(list, left);
    list_write(list,
               is_ger ? list_apply2(list, &l0_Ger, promoted, column, right)
                      : multiply(list, column, right, promoted),
               out);
}

/* The types for which Ascend950 has a kernel. */
#define ADDR                                                                             \
    (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16) | L0_TYPE(ACL_INT8) | \
     L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_BOOL))

struct addr {
    int self;
    int column;
    int row;
    const struct scalar *beta; /* NULL: 1 */
    const struct scalar *alpha;
    aclDataType type;
};

static int factor_of(struct l0_list *list, const struct scalar *number, aclDataType type)
{
    return number == NULL ? list_number_of(list, 1) : l0_constant(list, "factor", number, type);
}

/* beta * self + alpha * column * row by separate operators. */
static int addr_in_steps(struct l0_list *list, const struct addr *addr)
{
    aclDataType type = addr->type;
    bool scales = addr->alpha != NULL && scalar_float(addr->alpha) != 1;
    int column = scales ? multiply(list, l0_constant(list, "alpha", addr->alpha, type),
                                   addr->column, type)
                        : addr->column;
    int product = addr->row != L0_NONE ? multiply(list, column, addr->row, type) : column;
    float beta = addr->beta == NULL ? 1 : scalar_float(addr->beta);
    if (beta == 0)
        return product;
    int summand = beta == 1 ? addr->self
                            : multiply(list, addr->self,
                                       l0_constant(list, "beta", addr->beta, type), type);
    return list_apply2(list, type == ACL_BOOL ? &l0_LogicalOr : &l0_Add, type, summand, product);
}

/* The same for AddrV2, which multiplies the products by alpha, not a vector. */
static int addr_v2_in_steps(struct l0_list *list, const struct addr *addr)
{
    struct addr unscaled = *addr;
    unscaled.alpha = NULL;
    if (addr->alpha == NULL || scalar_float(addr->alpha) == 1)
        return addr_in_steps(list, &unscaled);
    int product = multiply(list, addr->column, addr->row, addr->type);
    unscaled.column = multiply(list, product, l0_constant(list, "alpha", addr->alpha, addr->type),
                               addr->type);
    unscaled.row = L0_NONE;
    return addr_in_steps(list, &unscaled);
}

void matmul_list_addr(struct l0_list *list, int self, int vec1, int vec2, const struct scalar *beta,
                      const struct scalar *alpha, aclDataType promoted, int out)
{
    int dense = l0_contiguous(list, self);
    int left = l0_contiguous(list, vec1);
    int right = l0_contiguous(list, vec2);
    struct addr addr = {
        .self = l0_cast(list, dense, promoted), .beta = beta, .alpha = alpha, .type = promoted};
    addr.column = as_column(list, l0_cast(list, left, promoted));
    addr.row = as_row(list, l0_cast(list, right, promoted));
    if (addr.row == L0_NONE || out == L0_NONE)
        return;
    if (list->architecture != ARCHITECTURE_3510 || (ADDR >> promoted & 1) == 0) {
        list_write(list, addr_in_steps(list, &addr), out);
        return;
    }
    int operators = list->operator_count;
    int result = addr_in_steps(list, &addr);
    list->operator_count = operators;
    if (result == L0_NONE)
        return;
    const int inputs[] = {addr.self, left, right, factor_of(list, beta, promoted),
                          factor_of(list, alpha, promoted)};
    l0_launch_row(list, &l0_Addr, inputs, 5, 0, &result, 1, NULL);
    list_write(list, result, out);
}

void matmul_list_addr_v2(struct l0_list *list, int self, int vec1, int vec2,
                         const struct scalar *beta, const struct scalar *alpha,
                         aclDataType promoted, int out)
{
    int dense[] = {l0_contiguous(list, self), l0_contiguous(list, vec1), l0_contiguous(list, vec2)};
    for (int i = 0; i < 3; i++)
        dense[i] = l0_cast(list, dense[i], promoted);
    if (dense[0] == L0_NONE || dense[1] == L0_NONE || dense[2] == L0_NONE || out == L0_NONE)
        return;
    struct addr addr = {.self = dense[0], .beta = beta, .alpha = alpha, .type = promoted};
    addr.column = as_column(list, dense[1]);
    addr.row = as_row(list, dense[2]);
    int operators = list->operator_count;
    int result = addr_v2_in_steps(list, &addr);
    if (result != L0_NONE && (ADDR >> promoted & 1) != 0) {
        list->operator_count = operators;
        const int inputs[] = {dense[0], dense[1], dense[2], factor_of(list, beta, promoted),
                              factor_of(list, alpha, promoted)};
        l0_launch_row(list, &l0_AddrV2, inputs, 5, 0, &result, 1, NULL);
    }
    list_write(list, result, out);
}
