/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose kernels do more than multiply: lists of L0 operators. */
#include "ops/matmul/fused_product.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/activation.h"
#include "declared/binary.h"
#include "ops/matmul/matmul.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define USE_FLOAT32_SUM 4 /* cubeMathType: the operation after the product is in float32 too */
#define FEW 16            /* Ascend950 does not fuse sides that are smaller than this */
#define V3_WORKSPACE ((uint64_t)20 << 20)
#define EINSUM_WORKSPACE ((uint64_t)24 << 20)

/* Whether Ascend910B uses the kernel with "einsum" tiles, for these layouts and types. */
static bool takes_einsum(const struct l0_list *list, const struct l0_tensor *left, bool has_scale,
                         const struct turned_product *t, int64_t mode)
{
    int64_t row = 0;
    bool is_long = __builtin_mul_overflow(left->dims[1], left->dims[2], &row) || row > LONGEST_SIDE;
    return list->architecture == ARCHITECTURE_2201 && !has_scale && mode != USE_HFLOAT32 &&
           t->parts == 1 && t->is_left_by_rows &&
           (is_long || t->is_right_turned || left->type == ACL_FLOAT);
}

/* ---- Products whose kernels do more: fused_product.c ------------------------------------------
 */
void matmul_list_turned_product(struct l0_list *list, int x1, int x2, int scale,
                                const struct array *permX1, const struct array *permX2, int8_t mode,
                                int32_t factor, int out)
{
    struct turned_product *t = l0_take(list, sizeof *t);
    int left = l0_contiguous(list, x1);
    int right = l0_contiguous(list, x2);
    int numbers = scale == L0_NONE ? L0_NONE : l0_contiguous(list, scale);
    if (t == NULL || left == L0_NONE || right == L0_NONE || out == L0_NONE)
        return;
    t->is_left_by_rows = array_integers(permX1)[0] == 1;
    t->is_right_turned = array_integers(permX2)[1] == 2;
    t->parts = factor;
    const struct l0_tensor like = list->tensors[out];
    const struct l0_tensor multiplied = list->tensors[left];
    aclDataType type = scale == L0_NONE ? multiplied.type : ACL_INT8;
    int product = l0_new_shaped(list, "product", type, like.dims, like.rank);
    int inputs[] = {left, right, numbers};
    l0_launch_row(list, &l0_TransposeBatchMatMul, inputs, scale == L0_NONE ? 2 : 3, 0, &product, 1,
                  NULL);
    l0_kernel_workspace(list, takes_einsum(list, &multiplied, scale != L0_NONE, t, mode)
                                  ? EINSUM_WORKSPACE
                                  : V3_WORKSPACE);
    int sums = scale == L0_NONE ? product
                                : l0_new_shaped(list, "product", ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_TransposeBatchMatMul, inputs, 2, &sums, 1, t);
    if (scale != L0_NONE)
        l0_step(list, L0_STEP_APPLY, &l0_TransposeBatchMatMulScale, (int[]){sums, numbers}, 2,
                &product, 1, NULL);
    list_write(list, product, out);
}

/* Whether Ascend950 multiplies and then adds or multiplies elements separately, because the fused
 * kernel would gain nothing. */
static bool is_taken_apart(const struct l0_list *list, int x1, int x2, int x3, int kind,
                           int64_t mode)
{
    const struct l0_tensor *left = &list->tensors[x1];
    const struct l0_tensor *right = &list->tensors[x2];
    if (list->architecture != ARCHITECTURE_3510 || !matmul_fused_product_takes_x3(kind))
        return false;
    bool is_exact = mode == USE_FLOAT32_SUM && type_is_half(left->type);
    const struct l0_tensor *third = &list->tensors[x3];
    bool shares = left->rank == MOST_FUSED && (third->rank == 2 || third->dims[0] == 1);
    return (!is_exact || left->rank == MOST_FUSED) &&
           (left->dims[left->rank - 1] == 1 || right->dims[right->rank - 1] < FEW ||
            left->dims[left->rank - 2] < FEW || shares);
}

static int fused_step(struct l0_list *list, const struct l0_row *row, int product, int other)
{
    if (product == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[product];
    int out = l0_new_shaped(list, row->name, ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, row, (int[]){product, other}, other == L0_NONE ? 1 : 2, &out, 1,
            NULL);
    return out;
}

int matmul_list_for_kernel(struct l0_list *list, int tensor)
{
    const struct l0_tensor *t = &list->tensors[tensor];
    const struct tensor *given = t->given;
    int32_t last = t->rank - 1;
    bool is_turned = given != NULL && given->strides[last - 1] == 1 &&
                     given->strides[last] == given->dims[last - 1];
    int64_t step = t->dims[last - 1] * t->dims[last];
    for (int32_t i = last - 2; is_turned && i >= 0; i--) {
        is_turned = given->strides[i] == step;
        step *= given->dims[i];
    }
    return is_turned ? tensor : l0_contiguous(list, tensor);
}

static int fused_in_one(struct l0_list *list, int x1, int x2, int bias, int x3, int kind,
                        aclDataType type, const int64_t *dims, int32_t rank)
{
    static const struct l0_row *const rows[FUSED_KINDS] = {
        [FUSED_ADD] = &l0_Add,     [FUSED_MUL] = &l0_Mul,
        [FUSED_GELU] = &l0_GeluV2, [FUSED_GELU_TANH] = &l0_GeluV2Tanh,
        [FUSED_RELU] = &l0_Relu,
    };
    int inputs[4];
    int count = 0;
    int left = inputs[count++] = matmul_list_for_kernel(list, x1);
    int right = inputs[count++] = matmul_list_for_kernel(list, x2);
    if (bias != L0_NONE)
        bias = inputs[count++] = l0_contiguous(list, bias);
    if (x3 != L0_NONE)
        x3 = inputs[count++] = l0_contiguous(list, x3);
    int result = l0_new_shaped(list, "product", type, dims, rank);
    l0_launch_row(list, &l0_FusedMatMul, inputs, count, 0, &result, 1, NULL);
    if (list->architecture == ARCHITECTURE_3510) {
        uint64_t bytes = V3_WORKSPACE;
        if (matmul_fused_product_is_gelu(kind) && dims[rank - 1] < FEW)
            bytes += (uint64_t)dims[rank - 2] * (uint64_t)dims[rank - 1] * sizeof(float);
        l0_kernel_workspace(list, bytes);
    }
    int sums = l0_new_shaped(list, "product", ACL_FLOAT, dims, rank);
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (int[]){left, right}, 2, &sums, 1, NULL);
    if (bias != L0_NONE)
        sums = fused_step(list, &l0_Add, sums, l0_convert(list, bias, ACL_FLOAT));
    if (rows[kind] != NULL)
        sums = fused_step(list, rows[kind], sums,
                          x3 == L0_NONE ? L0_NONE : l0_convert(list, x3, ACL_FLOAT));
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &result, 1, NULL);
    return result;
}

static int fused_apart(struct l0_list *list, int x1, int x2, int bias, int x3, int kind,
                       int64_t mode)
{
    aclDataType type = list->tensors[x1].type;
    bool is_exact = mode == USE_FLOAT32_SUM && type_is_half(type);
    const struct product_request request = {
        .left = x1,
        .right = x2,
        .out = is_exact ? ACL_FLOAT : type,
        .mode = mode,
        .has_bias = bias != L0_NONE,
        .bias = bias,
        .alpha = 1,
        .beta = 1,
    };
    int product = matmul_list_product(list, &request);
    int added = l0_contiguous(list, x3);
    if (product == L0_NONE || added == L0_NONE)
        return L0_NONE;
    aclDataType computed = list->tensors[product].type;
    added = l0_cast(list, added, computed);
    int result = list_apply2(list, kind == FUSED_ADD ? &l0_Add : &l0_Mul, computed, product, added);
    return l0_cast(list, result, type);
}

void matmul_list_fused_product(struct l0_list *list, int x1, int x2, int bias, int x3,
                               const char *text, int8_t mode, int y)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int kind = matmul_fused_product_fused_named(text);
    if (x1 == L0_NONE || x2 == L0_NONE || y == L0_NONE || kind < 0)
        return;
    const struct l0_tensor left = list->tensors[x1];
    const struct l0_tensor out = list->tensors[y];
    memcpy(dims, left.dims, (size_t)left.rank * sizeof *dims);
    dims[left.rank - 1] = list->tensors[x2].dims[left.rank - 1];
    int result = is_taken_apart(list, x1, x2, x3, kind, mode)
                     ? fused_apart(list, x1, x2, bias, x3, kind, mode)
                     : fused_in_one(list, x1, x2, bias, x3, kind, out.type, dims, left.rank);
    if (result != L0_NONE)
        l0_view_copy(list, l0_reshape(list, result, out.dims, out.rank), y);
}

#define GELU_ALIGNMENT 512

void matmul_list_product_gelu(struct l0_list *list, int x, int weight, int bias, int y)
{
    static const bool transposes[] = {false, true};
    if (x == L0_NONE || weight == L0_NONE || y == L0_NONE)
        return;
    int inputs[3] = {l0_contiguous(list, x), l0_contiguous(list, weight)};
    int count = 2;
    if (bias != L0_NONE)
        bias = inputs[count++] = l0_contiguous(list, bias);
    const struct l0_tensor out = list->tensors[y];
    int result = l0_new_shaped(list, "product", out.type, out.dims, out.rank);
    int sums = l0_new_shaped(list, "sums", ACL_FLOAT, out.dims, out.rank);
    if (result == L0_NONE || sums == L0_NONE)
        return;
    l0_launch_row(list, &l0_FusedMatmulGelu, inputs, count, 0, &result, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE +
                                  align_up(list->tensors[result].bytes, GELU_ALIGNMENT));
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, inputs, 2, &sums, 1, transposes);
    if (bias != L0_NONE)
        sums = fused_step(list, &l0_Add, sums, l0_convert(list, bias, ACL_FLOAT));
    sums = fused_step(list, &l0_GeluV2Tanh, sums, L0_NONE);
    if (sums == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &sums, 1, &result, 1, NULL);
    l0_view_copy(list, result, y);
}
