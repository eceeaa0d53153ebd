/* SPDX-License-Identifier: Apache-2.0 */
/* Products with quantised weights: checks. */
#include "ops/quant/weight_quant.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/quant.h"
#include "executor/operator.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"

#define LARGEST_SIDE 65535
#define GROUP_UNIT 32
#define SMALL_GROUP 64 /* for weights of 4 bits in fractals */
#define LARGE_GROUP 128

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s in the shape %s; %s", call_name(call, tensor),
                  data_type_name(t->type), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  required);
}

static bool is_wide(aclDataType type)
{
    return type == ACL_UINT64 || type == ACL_INT64;
}

/* Whether a tensor has one number a column, in one or two dimensions. */
static bool is_row(const struct tensor *t, int64_t columns, bool one_will_do)
{
    int64_t count = t->rank == 0 ? 0 : t->dims[t->rank - 1];
    return (t->rank == 1 || (t->rank == 2 && t->dims[0] == 1)) &&
           (count == columns || (one_will_do && count == 1));
}

static aclnnStatus check_scales(const struct call *call, int scale, int offset, int64_t depth,
                                int64_t columns, int64_t group, const struct tensor *weight)
{
    bool is_transposed_weight = quant_weight_is_transposed(weight);
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *o = call_tensor(call, offset);
    bool fits = s->rank >= 1 && s->rank <= 2 &&
                (group == 0 ? is_row(s, columns, true)
                            : s->rank == 2 && s->dims[0] == (depth + group - 1) / group &&
                                  s->dims[1] == columns);
    if (!fits)
        return refuse(call, scale,
                      "a number for all, for each column, or for each column of "
                      "each group is required");
    if (!is_transposed_weight && !view_is_dense(s))
        return refuse(call, scale, "it must be contiguous, as weight is");
    if (o == NULL)
        return ACLNN_SUCCESS;
    if (!quant_weight_is_whole(weight->type))
        return refuse(call, offset, "NULL is required with weights that are no whole numbers");
    if (o->rank != s->rank || memcmp(o->dims, s->dims, (size_t)s->rank * sizeof *s->dims) != 0)
        return refuse(call, offset, "the shape of antiquantScale is required");
    if (!is_transposed_weight && !view_is_dense(o))
        return refuse(call, offset, "it must be contiguous, as weight is");
    bool is_right = is_wide(s->type) ? o->type == ACL_INT32 : o->type == s->type;
    return is_right ? ACLNN_SUCCESS
                    : refuse(call, offset,
                             "the data type that goes with antiquantScale is "
                             "required");
}

static aclnnStatus check_optional(const struct call *call, int quant_scale, int quant_offset,
                                  int bias, const struct tensor *x, int64_t columns)
{
    const struct tensor *s = call_tensor(call, quant_scale);
    const struct tensor *o = call_tensor(call, quant_offset);
    const struct tensor *b = call_tensor(call, bias);
    bool is_950 = call_is_on_950(call);
    if (o != NULL && s == NULL)
        return refuse(call, quant_offset, "quantScaleOptional is required beside it");
    if (s != NULL && (!is_wide(s->type) || !is_row(s, columns, s->rank == 1) || !view_is_dense(s)))
        return refuse(call, quant_scale,
                      "a number for all, or for each column, in 64 bits, contiguous, is required");
    if (o != NULL && (o->type != ACL_FLOAT || o->rank != s->rank || !view_is_dense(o) ||
                      memcmp(o->dims, s->dims, (size_t)s->rank * sizeof *s->dims) != 0))
        return refuse(call, quant_offset,
                      "float32 in the shape of quantScaleOptional, contiguous, is required");
    if (b == NULL)
        return ACLNN_SUCCESS;
    bool is_right = x->type == ACL_FLOAT16
                        ? b->type == ACL_FLOAT16
                        : b->type == ACL_FLOAT || (is_950 && b->type == ACL_BF16);
    if (!is_right || !(is_row(b, columns, false) || quant_weight_is_left_out(b)) ||
        !view_is_dense(b))
        return refuse(call, bias,
                      "a number for each column, contiguous, is required: float16 "
                      "with x of float16, else float32");
    return ACLNN_SUCCESS;
}

/* Weights of 4 bits in fractals, whether each is an element or eight are one. */
static aclnnStatus check_fractals(const struct call *call, int x, int weight, int scale,
                                  bool is_quantised, int64_t depth, int64_t columns, int64_t group)
{
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *numbers = call_tensor(call, scale);
    bool is_one = numbers->dims[numbers->rank - 1] == 1;
    bool is_transposed = quant_weight_is_transposed(right);
    if (is_quantised)
        return refuse(call, weight, "quantScaleOptional must be NULL with fractals of int4");
    if (group == 0)
        return !is_one && is_transposed
                   ? ACLNN_SUCCESS
                   : refuse(call, weight,
                            "fractals of int4 must be transposed, with a scale for each column");
    if (quant_weight_is_transposed(call_tensor(call, x)) || is_transposed ||
        (group != SMALL_GROUP && group != LARGE_GROUP) || depth % group != 0 ||
        columns % SMALL_GROUP != 0)
        return refuse(call, weight,
                      "fractals of int4 in groups must not be transposed, nor x; groups have 64 or "
                      "128 rows and divide them, and 64 divides the columns");
    return ACLNN_SUCCESS;
}

/* Weights of whole numbers in fractals, on Ascend950. */
static aclnnStatus check_fractals_950(const struct call *call, int x, int weight, int scale,
                                      int64_t depth, int64_t columns, int64_t group)
{
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *numbers = call_tensor(call, scale);
    bool is_int8 = right->type == ACL_INT8;
    if (is_int8 && (depth > LARGEST_SIDE || columns > LARGEST_SIDE))
        return refuse(call, weight, "with fractals of int8 sides of at most 65535 are required");
    if (!is_int8 && quant_weight_is_transposed(right))
        return refuse(call, weight, "fractals of int4 must not be transposed");
    if ((is_int8 || group > 0) && quant_weight_is_transposed(call_tensor(call, x)))
        return refuse(call, x, "with fractals of int8, or in groups, it must not be transposed");
    if (is_int8 && group != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "antiquantGroupSize is %" PRId64 "; with fractals of int8 0 is required",
                      group);
    return group > 0 || numbers->dims[numbers->rank - 1] != 1
               ? ACLNN_SUCCESS
               : refuse(call, scale, "with fractals a number for each column is required");
}

/* Weights of 4 bits with floating points, which float32 holds by eight, and of 8 bits. */
static aclnnStatus check_small_floats(const struct call *call, int weight, int scale, int64_t group,
                                      int64_t columns)
{
    aclDataType type = call_type(call, weight);
    const struct tensor *numbers = call_tensor(call, scale);
    bool has_powers = numbers->type == ACL_FLOAT8_E8M0;
    bool is_four = type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT;
    if (is_four && (has_powers ? group != GROUP_UNIT : group == 0))
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "antiquantGroupSize is %" PRId64 "; with weight of float4 and antiquantScale of "
            "%s %s is required",
            group, data_type_name(numbers->type), has_powers ? "32" : "a multiple of 32 above 0");
    if (is_four || quant_weight_is_whole(type))
        return ACLNN_SUCCESS;
    if (has_powers)
        return refuse(call, scale, "with weight of 8 bits DT_FLOAT8_E8M0 is not supported");
    if (group != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "antiquantGroupSize is %" PRId64 "; with weight of %s 0 is required", group,
                      data_type_name(type));
    return columns == 1 || !is_row(numbers, 1, true)
               ? ACLNN_SUCCESS
               : refuse(call, scale, "with weight of 8 bits a number for each column is required");
}

aclnnStatus quant_check_weight_quant_product(struct call *call, int x, int weight, int scale,
                                             int offset, int quant_scale, int quant_offset,
                                             int bias, int group, int y)
{
    const struct tensor *left = call_tensor(call, x);
    const struct tensor *right = call_tensor(call, weight);
    const struct tensor *out = call_tensor(call, y);
    int64_t size = call->arguments[group].integer;
    int64_t depth = 0;
    int64_t columns = 0;
    bool is_quantised = call_tensor(call, quant_scale) != NULL;
    if (left->rank != 2 || right->rank != 2 || out->rank != 2)
        return refuse(call,
                      left->rank != 2    ? x
                      : right->rank != 2 ? weight
                                         : y,
                      "two dimensions are required");
    quant_weight_find_sides(right, &depth, &columns);
    if (is_quantised ? out->type != ACL_INT8 : out->type != left->type)
        return refuse(call, y, "int8 is required with quantScaleOptional, else the type of x");
    if (is_wide(call_type(call, scale))
            ? left->type != ACL_FLOAT16 || right->type != ACL_INT8 || out->type != ACL_FLOAT16
            : call_type(call, scale) != left->type && call_type(call, scale) != ACL_FLOAT8_E8M0)
        return refuse(call, scale,
                      "the data type of x is required, or 64 bits with x and y of "
                      "float16 and weight of int8");
    bool is_long = !call_is_on_950(call) &&
                   (depth > LARGEST_SIDE || columns > LARGEST_SIDE ||
                    (quant_weight_is_transposed(left) && left->dims[0] > LARGEST_SIDE));
    if (left->dims[1] != depth || depth < 1 || left->dims[0] < 1 || columns < 1 || is_long)
        return refuse(call, weight,
                      "rows as many as x has columns, above 0 and at most 65535, "
                      "are required");
    if (right->type == ACL_INT4 && (quant_weight_is_transposed(right) ? depth : columns) % 2 != 0)
        return refuse(call, weight,
                      "an even number of elements in its inner dimension is required");
    if (out->dims[0] != left->dims[0] || out->dims[1] != columns)
        return refuse(call, y, "the rows of x and the columns of weight are required");
    if (size != 0 && (size < GROUP_UNIT || size % GROUP_UNIT != 0 || size >= depth))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "antiquantGroupSize is %" PRId64 "; 0, or a multiple of 32 below the rows of "
                      "weight is required",
                      size);
    if (!(quant_weight_is_transposed(left) || view_is_dense(left)) ||
        !(quant_weight_is_transposed(right) || view_is_dense(right)) || !view_is_dense(out))
        return refuse(call,
                      !view_is_dense(out)                                         ? y
                      : !quant_weight_is_transposed(left) && !view_is_dense(left) ? x
                                                                                  : weight,
                      "contiguous elements are required, or (but of y) transposed ones");
    aclnnStatus status = check_scales(call, scale, offset, depth, columns, size, right);
    if (status == ACLNN_SUCCESS)
        status = check_optional(call, quant_scale, quant_offset, bias, left, columns);
    if (status == ACLNN_SUCCESS)
        status = check_small_floats(call, weight, scale, size, columns);
    bool is_fractal = right->format == ACL_FORMAT_FRACTAL_NZ && quant_weight_is_whole(right->type);
    if (status != ACLNN_SUCCESS || !is_fractal)
        return status;
    if (call_is_on_950(call))
        return check_fractals_950(call, x, weight, scale, depth, columns, size);
    if (right->type != ACL_INT8)
        status = check_fractals(call, x, weight, scale, is_quantised, depth, columns, size);
    return status;
}

/* 161001 when the operand is given. */
aclnnStatus quant_check_not_taken(struct call *call, int operand)
{
    return call_tensor(call, operand) == NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is not NULL; %s takes none",
                        call_name(call, operand), call->soc->name);
}

aclnnStatus quant_check_fractal_sides(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    bool is_thin = t->rank >= 2 && (t->dims[t->rank - 1] == 1 || t->dims[t->rank - 2] == 1);
    return t->format == ACL_FORMAT_FRACTAL_NZ && is_thin
               ? refuse(call, tensor, "fractals of more than one row and column are required")
               : ACLNN_SUCCESS;
}

/* 207000 for whole numbers with powers of two, which this library does not compute. */
aclnnStatus quant_check_weights_computed(struct call *call, int weight, int scale)
{
    if (!quant_weight_is_whole(call_type(call, weight)) ||
        call_type(call, scale) != ACL_FLOAT8_E8M0)
        return ACLNN_SUCCESS;
    return report(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "the data type of %s is %s, which is not implemented by this library (CANN has it)",
        call_name(call, scale), data_type_name(call_type(call, scale)));
}

/* 361001 on Ascend910. */
aclnnStatus quant_check_has_weight_quant(struct call *call, int x)
{
    (void)x;
    return call->soc->architecture != ARCHITECTURE_1001
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_RUNTIME_ERROR,
                        "%s does not have the call; Ascend910B and later have it", call->soc->name);
}

/* 361001 before Ascend950. */
aclnnStatus quant_check_has_fractal_weight_quant(struct call *call, int x)
{
    (void)x;
    return call_is_on_950(call)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_RUNTIME_ERROR, "%s does not have the call; Ascend950 has it",
                        call->soc->name);
}

/* float4 may lie in rows of another length. */
aclnnStatus quant_check_in_fractals(struct call *call, int weight)
{
    const struct tensor *t = call_tensor(call, weight);
    bool is_right = t->type == ACL_FLOAT4_E2M1 ? format_is_fractal(t->format)
                                               : t->format == ACL_FORMAT_FRACTAL_NZ;
    return is_right ? ACLNN_SUCCESS
                    : report(ACLNN_ERR_PARAM_INVALID,
                             "the format of %s is not ACL_FORMAT_FRACTAL_NZ, which is required",
                             call_name(call, weight));
}
