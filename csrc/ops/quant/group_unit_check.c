/* SPDX-License-Identifier: Apache-2.0 */
/* Gated units of groups of rows, weighted and quantised, and their gradient: checks. */
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
#include "ops/quant/active.h"
#include "ops/quant/mx.h"

#define PART 256  /* of the last dimension: both halves of a block of 128 */
#define BLOCK 128 /* with a float32 each */

static aclnnStatus refuse_integer(const struct call *call, int argument, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, argument), call->arguments[argument].integer, required);
}

static aclnnStatus refuse_type(const struct call *call, int tensor, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s", call_name(call, tensor),
                  data_type_name(call_type(call, tensor)), required);
}

static bool is_float4(aclDataType type)
{
    return type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
}

/* ---- SwigluGroupQuant ------------------------------------------------------------------------ */

aclnnStatus quant_check_group_mode(struct call *call, int mode, int block, int power, int limit)
{
    int64_t given = call->arguments[mode].integer;
    int64_t size = call->arguments[block].integer;
    float bound = (float)call->arguments[limit].real;
    if (given < 0 || given > 3)
        return refuse_integer(call, mode, "0 to 3");
    if (given == 0 && size != 0 && size != BLOCK)
        return refuse_integer(call, block, "0 or 128");
    if (given == 1 && size != 0 && size != QUANT_MX_BLOCK)
        return refuse_integer(call, block, "0 or 32");
    if (given == 1 && call->arguments[power].integer == 0)
        return refuse_integer(call, power, "true");
    return bound == -1 || bound > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; -1, or a number above 0, is required",
                        call_name(call, limit), (double)bound);
}

aclnnStatus quant_check_group_types(struct call *call, int mode, int type, int x, int y, int scale,
                                    int origin)
{
    int64_t given = call->arguments[mode].integer;
    aclDataType to = call_type(call, y);
    if (given < 2 && call_type(call, x) == ACL_FLOAT)
        return refuse_type(call, x, "float16 or bfloat16 is required for blocks");
    if (given >= 2 ? to != ACL_HIFLOAT8 : to == ACL_HIFLOAT8 || (given == 0 && is_float4(to)))
        return refuse_type(call, y,
                           "a float8, for blocks of 32 also a float4, is required for "
                           "blocks, hifloat8 without them");
    if (given != 2 && call_type(call, scale) != (given == 1 ? ACL_FLOAT8_E8M0 : ACL_FLOAT))
        return refuse_type(call, scale,
                           "float8_e8m0 is required for blocks of 32, float32 for others");
    if (call_type(call, origin) != call_type(call, x))
        return refuse_type(call, origin, "that of x is required");
    return given >= 2 ? ACLNN_SUCCESS : quant_check_destined(call, y, type);
}

static aclnnStatus group_operands(struct call *call, int64_t rows, int weight, int groups)
{
    const struct tensor *w = call_tensor(call, weight);
    aclnnStatus status = ACLNN_SUCCESS;
    if (w != NULL && shape_elements(w) != rows)
        return call_refuse_shape(call, weight, "a number for each row of x is required");
    if (call_tensor(call, groups) != NULL)
        status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS && call_tensor(call, groups) != NULL)
        status = check_some_elements(call, groups);
    return status;
}

/* The scales of units in these dims. */
static aclnnStatus group_scales(struct call *call, int mode, int groups, const int64_t *units,
                                int32_t rank, int scale)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *g = call_tensor(call, groups);
    int64_t count = g != NULL ? g->dims[0] : 1;
    memcpy(dims, units, (size_t)rank * sizeof *dims);
    dims[rank - 1] /= BLOCK;
    switch (call->arguments[mode].integer) {
    case 0: return call_shape_is(call, scale, dims, rank, false, "one for each block of 128");
    case 1:
        quant_mx_scale_dims(units, rank, rank - 1, QUANT_MX_BLOCK, dims);
        return call_shape_is(call, scale, dims, rank + 1, false,
                             "two for each pair of blocks of 32");
    case 2: return ACLNN_SUCCESS;
    default: return call_shape_is(call, scale, &count, 1, false, "one, or one for each group");
    }
}

aclnnStatus quant_check_group_units(struct call *call, int x, int weight, int groups, int factor,
                                    int mode, int y, int scale, int origin)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    bool is_static = call->arguments[mode].integer == 2;
    aclnnStatus status = check_rank(call, x, 2, call->arguments[mode].integer == 1 ? 7 : 8);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    if (dims[t->rank - 1] % PART != 0)
        return call_refuse_shape(call, x, "a last dimension of a multiple of 256 is required");
    dims[t->rank - 1] /= 2;
    status = group_operands(call, shape_elements(t) / t->dims[t->rank - 1], weight, groups);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, y, dims, t->rank, false, "that of the units");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, origin, dims, t->rank, false, "that of the units");
    if (status == ACLNN_SUCCESS && is_static && call_tensor(call, factor) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; with %s 2 it is required",
                      call_name(call, factor), call_name(call, mode));
    int64_t count = call_tensor(call, groups) != NULL ? call_tensor(call, groups)->dims[0] : 1;
    if (status == ACLNN_SUCCESS && is_static)
        status = call_shape_is(call, factor, &count, 1, false, "one, or one for each group");
    return status == ACLNN_SUCCESS ? group_scales(call, mode, groups, dims, t->rank, scale)
                                   : status;
}

aclnnStatus quant_check_group_units_computed(struct call *call, int mode, int groups)
{
    return call->arguments[mode].integer != 3 || call_tensor(call, groups) == NULL
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is 3 and %s is given; scales that follow from groups are not "
                        "implemented by this library (CANN has them)",
                        call_name(call, mode), call_name(call, groups));
}

/* ---- SwigluGroupQuantGrad -------------------------------------------------------------------- */

aclnnStatus quant_check_group_limit(struct call *call, int limit)
{
    float bound = (float)call->arguments[limit].real;
    return bound == -1 || bound > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; -1, or a number above 0, is required",
                        call_name(call, limit), (double)bound);
}

aclnnStatus quant_check_group_gradient(struct call *call, int grad, int x, int weight, int origin,
                                       int groups, int result, int of_weight)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *w = call_tensor(call, weight);
    aclnnStatus status = check_rank(call, x, 2, 8);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    if (dims[t->rank - 1] % 2 != 0)
        return call_refuse_shape(call, x, "an even last dimension is required");
    dims[t->rank - 1] /= 2;
    status = call_shape_is(call, grad, dims, t->rank, false, "that of the units");
    if (status == ACLNN_SUCCESS)
        status = group_operands(call, shape_elements(t) / t->dims[t->rank - 1], weight, groups);
    if (status == ACLNN_SUCCESS && call_tensor(call, origin) != NULL)
        status = call_shape_is(call, origin, dims, t->rank, false, "that of the units");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, result);
    if (status == ACLNN_SUCCESS && w != NULL && call_tensor(call, of_weight) != NULL)
        status = check_same_shape(call, weight, of_weight);
    return status;
}

aclnnStatus quant_check_weights_together(struct call *call, int weight, int origin, int of_weight)
{
    bool has_weight = call_tensor(call, weight) != NULL;
    bool has_origin = call_tensor(call, origin) != NULL;
    return !has_weight || (has_origin && call_tensor(call, of_weight) != NULL)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is given and %s or %s is not; the first goes with both",
                        call_name(call, weight), call_name(call, origin),
                        call_name(call, of_weight));
}

/* ---- DequantSituQuant ------------------------------------------------------------------------ */

/* Parameters of the call, in its sequence. */
struct situ {
    struct call *call;
    int x, weight, rows, bias, scale, offset, groups;
    int type, y, result;
    int64_t lines; /* rows of x */
    int64_t columns;
    bool is_static;
};

static aclnnStatus absent(const struct situ *s, const int *operands, int count)
{
    for (int i = 0; i < count; i++)
        if (call_tensor(s->call, operands[i]) != NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is given; NULL is required with %s of %s",
                          call_name(s->call, operands[i]), call_name(s->call, s->x),
                          data_type_name(call_type(s->call, s->x)));
    return ACLNN_SUCCESS;
}

static aclnnStatus required(const struct situ *s, int operand)
{
    return call_tensor(s->call, operand) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; with %s of %s, %s, it is required",
                        call_name(s->call, operand), call_name(s->call, s->x),
                        data_type_name(call_type(s->call, s->x)),
                        s->is_static ? "static" : "dynamic");
}

static aclnnStatus one_or(const struct situ *s, int operand, int64_t count)
{
    const struct tensor *t = call_tensor(s->call, operand);
    return t == NULL || shape_elements(t) == count || shape_elements(t) == 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(s->call, operand,
                                   "one number, or one for each column, is required");
}

static aclnnStatus situ_small(const struct situ *s)
{
    const int unused[] = {s->rows, s->groups};
    aclnnStatus status = required(s, s->weight);
    if (status == ACLNN_SUCCESS)
        status = absent(s, unused, 2);
    if (status == ACLNN_SUCCESS)
        status = one_or(s, s->weight, s->columns);
    if (status == ACLNN_SUCCESS)
        status = one_or(s, s->bias, s->columns);
    if (status == ACLNN_SUCCESS)
        status = one_or(s, s->scale, s->columns / 2);
    if (status == ACLNN_SUCCESS && s->is_static)
        status = required(s, s->scale);
    return status == ACLNN_SUCCESS ? one_or(s, s->offset, s->columns / 2) : status;
}

/* Scales or biases of int32: a row for all, or one for each group. */
static aclnnStatus table_of(const struct situ *s, int operand)
{
    const struct tensor *t = call_tensor(s->call, operand);
    const struct tensor *g = call_tensor(s->call, s->groups);
    if (t == NULL)
        return ACLNN_SUCCESS;
    int64_t rows = g != NULL ? g->dims[0] : 1;
    bool fits = t->rank >= 1 && t->rank <= 2 && t->dims[t->rank - 1] == s->columns &&
                shape_elements(t) == rows * s->columns;
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(s->call, operand,
                                    "a number for each column, in a row for each group, is "
                                    "required");
}

static aclnnStatus situ_sums(const struct situ *s)
{
    const int unused[] = {s->scale, s->offset};
    aclnnStatus status = absent(s, unused, 2);
    if (status == ACLNN_SUCCESS)
        status = required(s, s->weight);
    if (status == ACLNN_SUCCESS)
        status = required(s, s->rows);
    if (status == ACLNN_SUCCESS && call_tensor(s->call, s->groups) != NULL)
        status = check_rank(s->call, s->groups, 1, 1);
    if (status == ACLNN_SUCCESS && call_tensor(s->call, s->groups) != NULL)
        status = check_some_elements(s->call, s->groups);
    if (status == ACLNN_SUCCESS)
        status = table_of(s, s->weight);
    if (status == ACLNN_SUCCESS)
        status = table_of(s, s->bias);
    if (status == ACLNN_SUCCESS && shape_elements(call_tensor(s->call, s->rows)) != s->lines)
        status = call_refuse_shape(s->call, s->rows, "a number for each row is required");
    return status;
}

static aclnnStatus situ_results(const struct situ *s)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(s->call, s->x);
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] /= 2;
    aclnnStatus status = call_shape_is(s->call, s->y, dims, t->rank, false, "that of the units");
    return status == ACLNN_SUCCESS
               ? call_shape_is(s->call, s->result, dims, t->rank - 1, false, "one for each row")
               : status;
}

static aclnnStatus situ(struct situ *s)
{
    const struct tensor *t = call_tensor(s->call, s->x);
    const int every[] = {s->weight, s->rows, s->bias, s->scale, s->offset, s->groups};
    const char *type = s->call->arguments[s->type].text;
    s->is_static = type != NULL && quant_is_word(type, "static");
    if (type != NULL && !s->is_static && !quant_is_word(type, "dynamic"))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is \"%s\"; \"static\" or \"dynamic\" is required",
                      call_name(s->call, s->type), type);
    aclnnStatus status = check_rank(s->call, s->x, 2, t->type == ACL_INT8 ? 8 : 2);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(s->call, s->x);
    if (status != ACLNN_SUCCESS)
        return status;
    s->columns = t->dims[t->rank - 1];
    s->lines = shape_elements(t) / s->columns;
    if (s->columns % 2 != 0)
        return call_refuse_shape(s->call, s->x, "an even last dimension is required");
    if (t->type != ACL_INT8 && s->is_static)
        return report(
            ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; with %s of %s \"dynamic\" is required",
            call_name(s->call, s->type), type, call_name(s->call, s->x), data_type_name(t->type));
    status = t->type == ACL_INT8    ? situ_small(s)
             : t->type == ACL_INT32 ? situ_sums(s)
                                    : absent(s, every, 6);
    return status == ACLNN_SUCCESS ? situ_results(s) : status;
}

aclnnStatus quant_check_situ_units(struct call *call, int x, int weight, int rows, int bias,
                                   int scale, int offset, int groups, int type, int y, int result)
{
    struct situ s = {.call = call,
                     .x = x,
                     .weight = weight,
                     .rows = rows,
                     .bias = bias,
                     .scale = scale,
                     .offset = offset,
                     .groups = groups,
                     .type = type,
                     .y = y,
                     .result = result};
    return situ(&s);
}

aclnnStatus quant_check_not_zero(struct call *call, int number)
{
    float given = (float)call->arguments[number].real;
    return given != 0 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID,
                               "%s is %g; a number other than 0 is "
                               "required",
                               call_name(call, number), (double)given);
}
