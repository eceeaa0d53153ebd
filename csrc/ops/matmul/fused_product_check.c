/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose kernels do more than multiply: batches of matrices that are read and written in
 * another sequence of dimensions, and products followed by an operation on each element. Checks. */
#include "ops/matmul/fused_product.h"

#include <inttypes.h>
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
#include "ops/matmul/matmul.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define MOST_BATCHED 6
#define MOST_GELU_DEPTH 65534

static const int64_t *integers_of(const struct call *call, int parameter)
{
    return array_integers(call->arguments[parameter].array);
}

static bool has_order(const int64_t *order, int64_t a, int64_t b, int64_t c)
{
    return order[0] == a && order[1] == b && order[2] == c;
}

static aclnnStatus refuse_order(const struct call *call, int order, const char *allowed)
{
    const struct array *array = call->arguments[order].array;
    const int64_t *dims = integers_of(call, order);
    if (array->size != 3)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 3 are required",
                      call_name(call, order), array->size);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is [%" PRId64 ", %" PRId64 ", %" PRId64 "]; %s is required",
                  call_name(call, order), dims[0], dims[1], dims[2], allowed);
}

static aclnnStatus check_orders(struct call *call, int left, int right, int out)
{
    if (call->arguments[left].array->size != 3 || (!has_order(integers_of(call, left), 1, 0, 2) &&
                                                   !has_order(integers_of(call, left), 0, 1, 2)))
        return refuse_order(call, left, "[0, 1, 2] or [1, 0, 2]");
    if (call->arguments[right].array->size != 3 || (!has_order(integers_of(call, right), 0, 1, 2) &&
                                                    !has_order(integers_of(call, right), 0, 2, 1)))
        return refuse_order(call, right, "[0, 1, 2] or [0, 2, 1]");
    if (call->arguments[out].array->size != 3 || !has_order(integers_of(call, out), 1, 0, 2))
        return refuse_order(call, out, "[1, 0, 2]");
    return ACLNN_SUCCESS;
}

/* 161002 for what the kernels before Ascend950 cannot do. */
static aclnnStatus check_turned_2201(const struct call *call, const struct turned_sides *sides,
                                     int x1, int x2, bool by_rows, bool is_turned, bool is_plain)
{
    int64_t row = 0;
    bool is_long = sides->depth > LONGEST_SIDE ||
                   __builtin_mul_overflow(sides->batches, sides->depth, &row) || row > LONGEST_SIDE;
    if (sides->columns > LONGEST_SIDE || sides->batches > LONGEST_SIDE)
        return call_refuse_shape(call, x2, "fewer than 65536 batches and columns are required");
    if (!by_rows && sides->depth > LONGEST_SIDE)
        return call_refuse_shape(call, x1,
                                 "a depth below 65536 is required without permX1 of "
                                 "[1, 0, 2]");
    if (by_rows && is_long && !is_plain)
        return call_refuse_shape(call, x1,
                                 "batches times depth below 65536 are required with "
                                 "scale, or batchSplitFactor other than 1");
    if (is_turned && (!is_plain || !by_rows))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "permX2 is [0, 2, 1], which requires permX1 of [1, 0, 2], no scale and a "
                      "batchSplitFactor of 1 on %s",
                      call->soc->family);
    return ACLNN_SUCCESS;
}

/* Matrices in fractals have 16 bits and, before Ascend950, a result of the same type. */
static aclnnStatus check_turned_fractals(const struct call *call, int x1, int x2, int out)
{
    if (call_tensor(call, x2)->format != ACL_FORMAT_FRACTAL_NZ)
        return ACLNN_SUCCESS;
    bool is_half = type_is_half(call_type(call, x1));
    bool is_2201 = call->soc->architecture == ARCHITECTURE_2201;
    bool fits = is_2201 ? call_type(call, out) == call_type(call, x1)
                        : call_type(call, out) != ACL_FLOAT;
    if (is_half && fits)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "x1 is %s and out is %s; with x2 in FRACTAL_NZ x1 must be float16 or bfloat16, and "
        "out %s",
        data_type_name(call_type(call, x1)), data_type_name(call_type(call, out)),
        is_2201 ? "the same" : "not float32");
}

aclnnStatus matmul_check_turned_product(struct call *call, int x1, int x2, int scale, int permX1,
                                        int permX2, int permY, int factor, int out)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *numbers = call_tensor(call, scale);
    int64_t parts = call->arguments[factor].integer;
    int64_t joined = 0;
    if (left->rank != 3 || right->rank != 3)
        return call_refuse_shape(call, left->rank != 3 ? x1 : x2, "three dimensions are required");
    aclnnStatus status = check_orders(call, permX1, permX2, permY);
    if (status == ACLNN_SUCCESS)
        status = check_turned_fractals(call, x1, x2, out);
    if (status != ACLNN_SUCCESS)
        return status;
    bool by_rows = integers_of(call, permX1)[0] == 1;
    bool is_turned = integers_of(call, permX2)[1] == 2;
    const struct turned_sides sides = matmul_fused_product_sides_of(left->dims, right->dims,
                                                                    by_rows, is_turned);
    if (right->dims[0] != sides.batches || right->dims[is_turned ? 2 : 1] != sides.depth)
        return call_refuse_shape(call, x2, "the batches and the depth of x1 are required");
    if (call->soc->architecture == ARCHITECTURE_2201)
        status = check_turned_2201(call, &sides, x1, x2, by_rows, is_turned,
                                   numbers == NULL && parts == 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (tensor_is_empty(left) || tensor_is_empty(right))
        return call_refuse_shape(call, tensor_is_empty(left) ? x1 : x2, "elements are required");
    if (parts < 1 || parts > sides.batches || sides.batches % parts != 0 ||
        (numbers != NULL && parts != 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "batchSplitFactor is %" PRId64 "; a divisor of the %" PRId64
                      " batches, and 1 with scale, is required",
                      parts, sides.batches);
    if (__builtin_mul_overflow(sides.batches, sides.columns, &joined))
        return call_refuse_shape(call, x2, "batches times columns below 2^63 are required");
    if (numbers != NULL &&
        (numbers->rank != 1 || numbers->dims[0] != joined ||
         (call->soc->architecture == ARCHITECTURE_2201 && joined > LONGEST_SIDE)))
        return call_refuse_shape(call, scale,
                                 "a number for each column of each batch, below 65536 before "
                                 "Ascend950, is required");
    if (numbers != NULL && left->type != ACL_FLOAT16)
        return report(ACLNN_ERR_PARAM_INVALID, "x1 is %s; float16 is required with scale",
                      data_type_name(left->type));
    const int64_t whole[] = {sides.rows, sides.batches, sides.columns};
    const int64_t scaled[] = {sides.rows, 1, joined};
    const int64_t split[] = {parts, sides.rows, joined / parts};
    return call_shape_is(call, out,
                         numbers != NULL ? scaled
                         : parts > 1     ? split
                                         : whole,
                         3, false, "that of the product");
}

aclnnStatus matmul_check_fused_kind(struct call *call, int text)
{
    const char *given = call->arguments[text].text;
    if (matmul_fused_product_fused_named(given) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s%s%s; \"\", \"16cast32\", \"add\", \"mul\", \"gelu_erf\", "
                  "\"gelu_tanh\" or \"relu\" is required",
                  call_name(call, text), given == NULL ? "" : "\"", given == NULL ? "NULL" : given,
                  given == NULL ? "" : "\"");
}

/* 161001 unless the operands that the operation needs are given. */
aclnnStatus matmul_check_fused_operands(struct call *call, int text, int bias, int x3)
{
    int kind = matmul_fused_product_fused_named(call->arguments[text].text);
    if (call_tensor(call, bias) != NULL && matmul_fused_product_is_gelu(kind))
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is given; with \"%s\" it must be NULL",
                      call_name(call, bias), matmul_fused_names[kind]);
    if (call_tensor(call, x3) == NULL && matmul_fused_product_takes_x3(kind))
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; with \"%s\" it is required",
                      call_name(call, x3), matmul_fused_names[kind]);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_fused_x3(struct call *call, int x3, int y)
{
    const struct tensor *added = call_tensor(call, x3);
    const struct tensor *out = call_tensor(call, y);
    if (added == NULL)
        return ACLNN_SUCCESS;
    bool fits = added->rank == 2 || (added->rank == 3 && out->rank == 3 &&
                                     (added->dims[0] == 1 || added->dims[0] == out->dims[0]));
    for (int32_t back = 1; fits && back <= 2; back++)
        fits = added->dims[added->rank - back] == out->dims[out->rank - back];
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, x3,
                                    "the last dimensions of y, and its batches or one, "
                                    "are required");
}

aclnnStatus matmul_check_fused_shapes(struct call *call, int x1, int x2, int bias, int x3, int text,
                                      int y)
{
    int kind = matmul_fused_product_fused_named(call->arguments[text].text);
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *out = call_tensor(call, y);
    const struct tensor *summand = call_tensor(call, bias);
    bool is_long = kind == FUSED_NOTHING || kind == FUSED_RELU;
    aclnnStatus status = check_rank(call, x1, 2,
                                    is_long                              ? MOST_BATCHED
                                    : matmul_fused_product_is_gelu(kind) ? 2
                                                                         : MOST_FUSED);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, left->rank, left->rank);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, y, left->rank, left->rank);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; i < left->rank - 2; i++)
        if (left->dims[i] != right->dims[i] || left->dims[i] != out->dims[i])
            return call_refuse_shape(call, left->dims[i] != right->dims[i] ? x2 : y,
                                     "the batches of x1 are required");
    status = check_fused_x3(call, x3, y);
    if (status != ACLNN_SUCCESS || summand == NULL)
        return status;
    if (left->dims[left->rank - 1] == 0)
        return call_refuse_shape(call, x1, "columns are required beside bias");
    return check_rank(call, bias, 1, 2);
}

aclnnStatus matmul_check_fused_types(struct call *call, int x1, int bias, int x3, int text,
                                     int mode, int y)
{
    int kind = matmul_fused_product_fused_named(call->arguments[text].text);
    aclDataType type = call_type(call, x1);
    const struct tensor *summand = call_tensor(call, bias);
    bool is_float = type == ACL_FLOAT;
    if (is_float && (kind == FUSED_TO_FLOAT || matmul_fused_product_is_gelu(kind)))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is float32; with \"%s\" float16 or bfloat16 is required",
                      call_name(call, x1), matmul_fused_names[kind]);
    if (call_type(call, y) != (kind == FUSED_TO_FLOAT ? ACL_FLOAT : type))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s is required", call_name(call, y),
                      data_type_name(call_type(call, y)),
                      data_type_name(kind == FUSED_TO_FLOAT ? ACL_FLOAT : type));
    if (summand != NULL && summand->type != type && summand->type != ACL_FLOAT)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s or float32 is required",
                      call_name(call, bias), data_type_name(summand->type), data_type_name(type));
    if (call_tensor(call, x3) != NULL && call_type(call, x3) != type)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; %s is required", call_name(call, x3),
                      data_type_name(call_type(call, x3)), data_type_name(type));
    if (is_float && call->arguments[mode].integer != USE_HFLOAT32)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 3 is required with float32",
                      call_name(call, mode), call->arguments[mode].integer);
    return ACLNN_SUCCESS;
}

/* 561103 for what CANN refuses while it makes the list, after its checks. */
static aclnnStatus refuse_inside(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_NULLPTR, "the shape of %s is %s; %s", call_name(call, tensor),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), required);
}

/* 561103 where the list of a fused product would fail. */
aclnnStatus matmul_check_fused_product(struct call *call, int x1, int x2, int bias, int x3,
                                       int text, int y)
{
    int kind = matmul_fused_product_fused_named(call->arguments[text].text);
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    const struct tensor *summand = call_tensor(call, bias);
    int64_t rows = left->dims[left->rank - 2];
    int64_t columns = right->dims[right->rank - 1];
    int64_t elements = 0;
    int64_t wanted = rows;
    bool fits = !__builtin_mul_overflow(wanted, columns, &wanted);
    for (int32_t i = 0; i < left->rank - 2; i++)
        fits = fits && !__builtin_mul_overflow(wanted, left->dims[i], &wanted);
    if (left->dims[left->rank - 1] != right->dims[right->rank - 2])
        return refuse_inside(call, x2, "as many rows as x1 has columns are required");
    if (wanted == 0 ||
        (kind == FUSED_TO_FLOAT && (tensor_is_empty(left) || tensor_is_empty(right))))
        return refuse_inside(call, tensor_is_empty(left) ? x1 : x2, "elements are required");
    if (!fits || !tensor_element_count(call_tensor(call, y), &elements) || elements != wanted)
        return refuse_inside(call, y, "as many elements as the product has are required");
    if (summand != NULL && (summand->dims[summand->rank - 1] != columns ||
                            (summand->rank == 2 && summand->dims[0] != 1)))
        return refuse_inside(call, bias, "a number for each column is required");
    if (call_tensor(call, x3) != NULL && !matmul_fused_product_takes_x3(kind))
        return report(ACLNN_ERR_INNER_NULLPTR, "%s is given; with \"%s\" it must be NULL",
                      call_name(call, x3), matmul_fused_names[kind]);
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_product_gelu(struct call *call, int x, int weight, int bias, int y)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    struct shape shape;
    aclnnStatus status = check_rank(call, x, 2, TENSOR_MAX_DIMS);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, weight, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t columns[] = {right->dims[0]};
    if (right->dims[1] != left->dims[left->rank - 1] || tensor_is_empty(right))
        return call_refuse_shape(call, weight,
                                 "a row for each column of the result, as long as those of x, and "
                                 "elements, are required");
    if (call_tensor(call, bias) != NULL)
        status = call_shape_is(call, bias, columns, 1, false, "the rows of the weight");
    return status == ACLNN_SUCCESS
               ? call_shape_follows(call, y, matmul_shape_turned_weight(call, x, weight, &shape),
                                    &shape, false, "that of the product")
               : status;
}

/* 561103 for what the kernel does not take. */
aclnnStatus matmul_check_gelu_kernel(struct call *call, int x)
{
    const struct tensor *left = call_tensor(call, x);
    if (tensor_is_empty(left))
        return refuse_inside(call, x, "elements are required");
    return left->dims[left->rank - 1] <= MOST_GELU_DEPTH
               ? ACLNN_SUCCESS
               : refuse_inside(call, x, "at most 65534 columns are required");
}

aclnnStatus matmul_check_by_tanh(struct call *call, int approximate)
{
    int64_t given = call->arguments[approximate].integer;
    return given == 1
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1, by tanh, is required",
                        call_name(call, approximate), given);
}
