/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised and restored by scales that are given: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/quant/quant.h"
#include "tensor/layout.h"

/* ---- Data types ------------------------------------------------------------------------------ */

/* float16 and bfloat16 go with scales of their own type, float32 with any. */
aclnnStatus quant_check_scale_type(struct call *call, int x, int scale)
{
    return call_type(call, x) == ACL_FLOAT ? ACLNN_SUCCESS : check_same_type(call, scale, x);
}

/* An integer names the data type of a result. */
aclnnStatus quant_check_destined(struct call *call, int tensor, int type)
{
    aclDataType is = call_type(call, tensor);
    int64_t named = call->arguments[type].integer;
    return (int64_t)is == named
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 ", and the data type of %s is %s (%d); they must be equal",
                        call_name(call, type), named, call_name(call, tensor), data_type_name(is),
                        (int)is);
}

/* One bfloat16 of scales and zero points wants the other one, and x, to be bfloat16. */
aclnnStatus quant_check_bfloat16_throughout(struct call *call, int x, int scales, int zero_points)
{
    bool has_points = call_gives(call, zero_points);
    const int operands[] = {x, scales, zero_points};
    if (call_type(call, scales) != ACL_BF16 &&
        !(has_points && call_type(call, zero_points) == ACL_BF16))
        return ACLNN_SUCCESS;
    for (int i = 0; i < (has_points ? 3 : 2); i++)
        if (call_type(call, operands[i]) != ACL_BF16)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "the data type of %s is %s; where scales or zero points are bfloat16, "
                          "all operands must be",
                          call_name(call, operands[i]),
                          data_type_name(call_type(call, operands[i])));
    return ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

aclnnStatus quant_check_has_dims(struct call *call, int tensor)
{
    return call_tensor(call, tensor)->rank > 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, "one dimension at least is required");
}

/* An int32 holds eight numbers, even without dimensions. */
aclnnStatus quant_check_dims_unless_int32(struct call *call, int tensor)
{
    return call_type(call, tensor) == ACL_INT32 ? ACLNN_SUCCESS
                                                : quant_check_has_dims(call, tensor);
}

aclnnStatus quant_check_one_dim(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t == NULL || t->rank == 1 ? ACLNN_SUCCESS
                                     : call_refuse_shape(call, tensor, "one dimension is required");
}

/* The result of quantising: eight int4 lie in an int32, two in a byte. */
aclnnStatus quant_check_quantised_shape(struct call *call, int x, int y)
{
    const struct tensor *from = call_tensor(call, x);
    const struct tensor *to = call_tensor(call, y);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = from->rank;
    int64_t packed = to->type == ACL_INT32 ? QUANT_IN_A_WORD : to->type == ACL_INT4 ? 2 : 1;
    if (packed == 1)
        return check_same_shape(call, x, y);
    if (rank == 0 || from->dims[rank - 1] % packed != 0)
        return call_refuse_shape(call, x,
                                 to->type == ACL_INT4
                                     ? "a last dimension of a multiple of 2 is required for int4"
                                     : "a last dimension of a multiple of 8 is required for int32");
    memcpy(dims, from->dims, (size_t)rank * sizeof *dims);
    if (to->type == ACL_INT32)
        dims[rank - 1] /= packed;
    return call_shape_is(call, y, dims, rank, false,
                         to->type == ACL_INT32 ? "eight numbers of x in each int32" : "that of x");
}

/* What was quantised, restored: eight int4 lie in an int32. */
aclnnStatus quant_check_restored_shape(struct call *call, int x, int y)
{
    const struct tensor *from = call_tensor(call, x);
    int64_t dims[TENSOR_MAX_DIMS] = {QUANT_IN_A_WORD};
    int32_t rank = from->rank;
    if (from->type == ACL_INT4 && (rank == 0 || from->dims[rank - 1] % 2 != 0))
        return call_refuse_shape(call, x,
                                 "a last dimension of a multiple of 2 is required of int4");
    if (from->type != ACL_INT32)
        return check_same_shape(call, x, y);
    memcpy(dims, from->dims, (size_t)rank * sizeof *dims);
    if (rank > 0)
        dims[rank - 1] *= QUANT_IN_A_WORD;
    return call_shape_is(call, y, dims, rank > 0 ? rank : 1, false,
                         "eight numbers for each int32 of x");
}

/* The scales lie along the last dimension, or there is one. */
aclnnStatus quant_check_along_last_or_one(struct call *call, int scale, int x)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *whole = call_tensor(call, x);
    if (s == NULL)
        return ACLNN_SUCCESS;
    bool fits = s->rank > 0 && s->rank <= whole->rank &&
                shape_elements(s) == s->dims[s->rank - 1] &&
                (s->dims[s->rank - 1] == 1 || s->dims[s->rank - 1] == whole->dims[whole->rank - 1]);
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, scale,
                                    "one number, or one for each place of the last dimension of x, "
                                    "with 1 in all other dimensions, is required");
}

aclnnStatus quant_check_as_long(struct call *call, int scale, int offset)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *o = call_tensor(call, offset);
    return o == NULL || (o->rank > 0 && o->dims[o->rank - 1] == s->dims[s->rank - 1])
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, offset, "as many numbers as scale has are required");
}

/* -1 and -2 are the last two dimensions; a tensor may have one only. */
aclnnStatus quant_check_one_of_last_two(struct call *call, int x, int axis)
{
    int32_t rank = call_tensor(call, x)->rank;
    int64_t dim = call->arguments[axis].integer;
    int64_t first = rank > 2 ? rank - 2 : 0;
    if (dim < 0)
        dim += rank;
    return dim >= first && dim < rank ? ACLNN_SUCCESS
                                      : report(ACLNN_ERR_PARAM_INVALID,
                                               "%s is %" PRId64 "; %" PRId64 " or %" PRId64
                                               ", or the same counted from the end, is required",
                                               call_name(call, axis), call->arguments[axis].integer,
                                               first, (int64_t)rank - 1);
}

/* The scales lie along one dimension, or there is one: a tensor of one dimension, or of as many as
 * x has. */
aclnnStatus quant_check_along_axis(struct call *call, int scale, int x, int axis)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *whole = call_tensor(call, x);
    int64_t at = call->arguments[axis].integer;
    at += at < 0 ? whole->rank : 0;
    bool has_rank = s->rank == 1 || s->rank == whole->rank;
    int64_t places = has_rank ? s->dims[s->rank == 1 ? 0 : at] : 0;
    return has_rank && (places == 1 || places == whole->dims[at]) && shape_elements(s) == places
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scale,
                                   "one number, or one for each place of the dimension axis of x, "
                                   "with 1 in all other dimensions, is required");
}

/* The same as quant_check_along_axis for one dimension, where axis counts with several scales
 * only. */
aclnnStatus quant_check_scales_along(struct call *call, int scales, int x, int axis)
{
    const struct tensor *s = call_tensor(call, scales);
    const struct tensor *whole = call_tensor(call, x);
    int64_t dim = call->arguments[axis].integer;
    if (s->dims[0] == 1)
        return ACLNN_SUCCESS;
    aclnnStatus status = dim >= -whole->rank && dim < whole->rank
                             ? ACLNN_SUCCESS
                             : report(ACLNN_ERR_PARAM_INVALID,
                                      "%s is %" PRId64 "; %d to %d are the dimensions of %s",
                                      call_name(call, axis), dim, -whole->rank, whole->rank - 1,
                                      call_name(call, x));
    if (status != ACLNN_SUCCESS || s->dims[0] == whole->dims[dim < 0 ? dim + whole->rank : dim])
        return status;
    return call_refuse_shape(call, scales,
                             "one number, or one for each place of the dimension axis of x, is "
                             "required");
}

/* One scale, one for each place of the last dimension, or (on Ascend950) of the last but one. */
aclnnStatus quant_check_along_last_two(struct call *call, int scale, int y)
{
    const struct tensor *s = call_tensor(call, scale);
    const struct tensor *whole = call_tensor(call, y);
    int64_t last = whole->dims[whole->rank - 1];
    int64_t before = whole->rank > 1 ? whole->dims[whole->rank - 2] : last;
    bool fits = false;
    if (s->rank == 1)
        fits = s->dims[0] == 1 || s->dims[0] == last || s->dims[0] == before;
    else if (s->rank == whole->rank && s->rank > 1)
        fits = shape_elements(s) == 1 ||
               (shape_elements(s) == last && s->dims[s->rank - 1] == last) ||
               (shape_elements(s) == before && s->dims[s->rank - 2] == before);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_INNER_NULLPTR,
                         "%s has %" PRId64 " numbers in %d dimensions; one, or one for each place "
                         "of one of the last two dimensions of %s, is required",
                         call_name(call, scale), shape_elements(s), s->rank, call_name(call, y));
}

/* ---- Attributes ------------------------------------------------------------------------------ */

aclnnStatus quant_check_round_mode(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    if (given != NULL && quant_find_rounding(given) >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %s; \"round\", \"floor\", \"ceil\" or \"trunc\" is required",
                  call_name(call, mode), given != NULL ? given : "NULL");
}

/* float8 are rounded to the nearest, hifloat8 in a way of its own too. */
aclnnStatus quant_check_round_mode_of(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    aclDataType type = call_type(call, y);
    bool is_float8 = type_is_float8(type);
    if (!quant_is_float(type))
        return quant_check_round_mode(call, mode);
    if (given != NULL &&
        (strcmp(given, "round") == 0 || (type == ACL_HIFLOAT8 && strcmp(given, "hybrid") == 0)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; \"round\"%s is required for %s",
                  call_name(call, mode), given != NULL ? given : "NULL",
                  is_float8 ? "" : " or \"hybrid\"", data_type_name(type));
}

/* CANN rounds so at random. */
aclnnStatus quant_check_rounding_computed(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return given == NULL || strcmp(given, "hybrid") != 0
               ? ACLNN_SUCCESS
               : report(
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     "%s is %s, rounding at random, which is not implemented by this library (CANN "
                     "has it)",
                     call_name(call, mode), given);
}

/* Scales of float8 are float32, and count once. */
aclnnStatus quant_check_float8_scale(struct call *call, int x, int scale, int sqrt_mode)
{
    aclDataType type = call_type(call, x);
    if (!quant_is_float(type))
        return ACLNN_SUCCESS;
    if (call_type(call, scale) != ACL_FLOAT)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s; with %s of %s it must be float32",
                      call_name(call, scale), data_type_name(call_type(call, scale)),
                      call_name(call, x), data_type_name(type));
    return call->arguments[sqrt_mode].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is true; with %s of %s it must be false",
                        call_name(call, sqrt_mode), call_name(call, x), data_type_name(type));
}

aclnnStatus quant_check_dense_int4(struct call *call, int x)
{
    const struct tensor *t = call_tensor(call, x);
    return t->type != ACL_INT4 || view_is_dense(t)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s of int4 is not contiguous; it must be",
                        call_name(call, x));
}

/* ---- Groups of rows, and products of quantised matrices -------------------------------------- */

/* A row of scales for each group of rows, and one offset. */
aclnnStatus quant_check_group_scales(struct call *call, int x, int scale, int groups, int offset)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *o = call_tensor(call, offset);
    if (o != NULL && shape_elements(o) > 1)
        return call_refuse_shape(call, offset, "one element is required");
    aclnnStatus status = check_matrix(call, x);
    if (status == ACLNN_SUCCESS)
        status = quant_check_one_dim(call, groups);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {call_tensor(call, groups)->dims[0], t->dims[1]};
    return call_shape_is(call, scale, dims, 2, false, "a row for each group");
}

/* The kernel takes one group at least. */
aclnnStatus quant_check_some_groups(struct call *call, int groups)
{
    return call->is_empty || call_tensor(call, groups)->dims[0] > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "%s has no elements; one group at least is required",
                        call_name(call, groups));
}

#define MOST_ROWS 25000

static aclnnStatus refuse_bias(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s is %s in the shape %s; %s is required",
                  call_name(call, tensor), data_type_name(t->type),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), required);
}

static bool is_line(const struct tensor *t, int64_t places, bool may_be_empty)
{
    return t == NULL ||
           (t->rank == 1 && (t->dims[0] == places || (may_be_empty && t->dims[0] == 0)));
}

/* What the tiling of DequantBias refuses: 561002. */
aclnnStatus quant_check_dequant_bias(struct call *call, int x, int weight_scale, int activate_scale,
                                     int bias, int type, int out)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *y = call_tensor(call, out);
    const struct tensor *rows = call_tensor(call, activate_scale);
    const struct tensor *b = call_tensor(call, bias);
    bool is_bfloat16 = call_type(call, weight_scale) == ACL_BF16;
    if (t->rank != 2 || t->dims[0] > MOST_ROWS)
        return refuse_bias(call, x, "a matrix of at most 25000 rows");
    if (!is_line(call_tensor(call, weight_scale), t->dims[1], false))
        return refuse_bias(call, weight_scale, "a number for each column of x");
    if (!is_line(rows, t->dims[0], true) || (rows != NULL && rows->type != ACL_FLOAT))
        return refuse_bias(call, activate_scale, "a float32 for each row of x");
    if (!is_line(b, t->dims[1], true) ||
        (b != NULL && b->type != ACL_FLOAT && b->type != ACL_FLOAT16 && b->type != ACL_BF16 &&
         b->type != ACL_INT32))
        return refuse_bias(call, bias,
                           "a float32, float16, bfloat16 or int32 for each column of x");
    if (call->arguments[type].integer != (int64_t)y->type ||
        y->type != (is_bfloat16 ? ACL_BF16 : ACL_FLOAT16))
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "%s is %" PRId64
                      " and the data type of %s is %s; %s is required with %s of %s",
                      call_name(call, type), call->arguments[type].integer, call_name(call, out),
                      data_type_name(y->type), is_bfloat16 ? "27, bfloat16," : "1, float16,",
                      call_name(call, weight_scale), data_type_name(call_type(call, weight_scale)));
    return same_dims(y->dims, y->rank, t->dims, t->rank) ? ACLNN_SUCCESS
                                                         : refuse_bias(call, out, "the shape of x");
}
