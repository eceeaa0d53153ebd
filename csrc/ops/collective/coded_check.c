/* SPDX-License-Identifier: Apache-2.0 */
/* Products between exchanges whose matrices may be quantised, and sums of what is: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "base/status.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define BLOCK 128
#define MX_COLUMNS 64
#define LEAST_COLUMNS 1024
#define MOST_COLUMNS 8192

static const struct tensor *tensor_named(const struct call *call, const char *name)
{
    int at = call_find(call, name);
    return at < 0 ? NULL : call_tensor(call, at);
}

static bool is_half(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

/* Rows of int8 bring their scales to all ranks. */
aclnnStatus collective_check_gathered_group(struct call *call, int text)
{
    bool sends_scales = tensor_named(call, "x1")->type == ACL_INT8 &&
                        tensor_named(call, "x1Scale") != NULL;
    return collective_find(call, text, COLLECTIVE_FIRST, sends_scales ? 2 : 1);
}

/* ---- Data types ------------------------------------------------------------------------------ */

aclnnStatus collective_check_coded_sides(struct call *call, int x1, int x2, int bias, int output)
{
    aclDataType type = call_tensor(call, x1)->type;
    aclDataType other = call_tensor(call, x2)->type;
    bool takes_other = type == ACL_FLOAT8_E4M3FN || type == ACL_FLOAT8_E5M2;
    if (!call_is_on_950(call))
        return ACLNN_SUCCESS;
    if (!takes_other || is_half(other)) {
        aclnnStatus status = check_same_type(call, x2, x1);
        if (status != ACLNN_SUCCESS)
            return status;
    }
    if (is_half(type)) {
        aclnnStatus status = check_same_type(call, output, x1);
        return status != ACLNN_SUCCESS || call_tensor(call, bias) == NULL
                   ? status
                   : check_same_type(call, bias, x1);
    }
    return call_tensor(call, bias) == NULL || call_tensor(call, bias)->type == ACL_FLOAT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; DT_FLOAT is required",
                        call_name(call, bias), data_type_name(call_tensor(call, bias)->type));
}

aclnnStatus collective_check_both_scales(struct call *call)
{
    static const char *const names[] = {"x1Scale", "x2Scale"};
    bool is_plain = is_half(tensor_named(call, "x1")->type) || !call_is_on_950(call);
    for (int i = 0; i < 2 && !is_plain; i++) {
        const struct tensor *scale = tensor_named(call, names[i]);
        if (scale == NULL || scale->rank < 1 || tensor_is_empty(scale))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL or empty; scales are required",
                          names[i]);
    }
    return ACLNN_SUCCESS;
}

/* CANN allows an empty one where there are scales, of which it makes nothing. */
aclnnStatus collective_check_no_largest(struct call *call, int largest, int x1)
{
    const struct tensor *given = call_tensor(call, largest);
    bool is_plain = is_half(call_tensor(call, x1)->type);
    return given == NULL || !call_is_on_950(call) || (!is_plain && tensor_is_empty(given))
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is given; NULL is required",
                        call_name(call, largest));
}

static aclnnStatus refuse_missing(const char *what)
{
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "%s, which is not implemented by this library (CANN has it)", what);
}

/* A scale for each row or column, in one dimension or in two. */
static bool is_of(const struct tensor *t, int64_t count)
{
    return shape_count(t->dims, t->rank) == count && (t->rank == 1 || t->rank == 2);
}

/* What CANN's tilings require of scales, and what this library has not. */
aclnnStatus collective_check_coded_scales(struct call *call)
{
    const struct tensor *left = tensor_named(call, "x1");
    const struct tensor *right = tensor_named(call, "x2");
    const struct tensor *tokens = tensor_named(call, "x1Scale");
    const struct tensor *scale = tensor_named(call, "x2Scale");
    const struct tensor *bias = tensor_named(call, "bias");
    aclDataType out = tensor_named(call, "output")->type;
    bool is_whole = left->type == ACL_INT8;
    if (left->type == ACL_INT4 || right->type == ACL_INT4 || left->type == ACL_FLOAT4_E2M1 ||
        right->type == ACL_FLOAT4_E2M1)
        return refuse_missing("x1 or x2 is of numbers of four bits");
    if (!is_half(left->type) && !is_whole && (tokens->rank != 1 || scale->rank != 1))
        return refuse_missing("x1Scale or x2Scale has scales of blocks");
    (void)(collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              collective_integer(call, "blockSize") == 0 &&
                                  collective_integer(call, "groupSize") == 0,
                              "blockSize or groupSize is not 0, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              tensor_named(call, "quantScale") == NULL,
                              "quantScale is given; NULL is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              call_is_on_950(call) || left->type == right->type,
                              "x1 and x2 are of different data types; one is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              !is_half(left->type) || left->type == out,
                              "output is not of the data type of x1, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              call_is_on_950(call) || bias == NULL ||
                                  call_find(call, "gatherOut") < 0,
                              "bias is given; NULL is required on %s", call->soc->name) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              bias == NULL || (bias->rank == 1 && bias->dims[0] == right->dims[1]),
                              "bias has not a number for each column, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              !is_whole || (scale != NULL && is_of(scale, right->dims[1]) &&
                                            (scale->type == ACL_FLOAT ||
                                             (scale->type == ACL_INT64 && out == ACL_FLOAT16))),
                              "x2Scale is not float32 (or int64 with output of float16), a number "
                              "for each column, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              !is_whole || tokens == NULL ||
                                  (tokens->type == ACL_FLOAT && is_of(tokens, left->dims[0])),
                              "x1Scale is not float32, a number for each row, which is required") &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              is_half(left->type) || is_whole ||
                                  (tokens->type == ACL_FLOAT && scale->type == ACL_FLOAT &&
                                   shape_count(tokens->dims, 1) == 1 &&
                                   shape_count(scale->dims, 1) == 1),
                              "x1Scale and x2Scale are not one float32 each, which are required"));
    return ACLNN_SUCCESS;
}

/* ---- Sums of quantised numbers --------------------------------------------------------------- */

aclnnStatus collective_check_coded_sums(struct call *call, int x, int scales)
{
    aclDataType type = call_tensor(call, x)->type;
    bool takes_powers = type == ACL_FLOAT8_E4M3FN || type == ACL_FLOAT8_E5M2;
    return call_tensor(call, scales)->type == ACL_FLOAT || takes_powers
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of %s is %s; DT_FLOAT is required with this one of %s",
                        call_name(call, scales), data_type_name(call_tensor(call, scales)->type),
                        call_name(call, x));
}

static bool has_scales_of(const struct tensor *scales, const struct tensor *x)
{
    bool is_mx = scales->type == ACL_FLOAT8_E8M0;
    int32_t last = x->rank - 1;
    bool fits = scales->rank == x->rank + is_mx;
    for (int32_t i = 0; fits && i < last; i++)
        fits = scales->dims[i] == x->dims[i];
    return fits && scales->dims[last] == x->dims[last] / (is_mx ? MX_COLUMNS : BLOCK) &&
           (!is_mx || scales->dims[x->rank] == 2);
}

aclnnStatus collective_check_coded_shapes(struct call *call, int x, int scales)
{
    const struct tensor *numbers = call_tensor(call, x);
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    bool has_rank = numbers->rank == 2 || numbers->rank == 3;
    int64_t columns = has_rank ? numbers->dims[numbers->rank - 1] : 0;
    int64_t rows = has_rank ? shape_count(numbers->dims, numbers->rank - 1) : 0;
    if (tensor_is_empty(numbers))
        return report(ACLNN_ERR_INNER_NULLPTR, "%s has no elements; some are required",
                      call_name(call, x));
    (void)(collective_require(call, ACLNN_ERR_INNER_NULLPTR, has_rank,
                              "%s has not two or three dimensions, which are required",
                              call_name(call, x)) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              columns >= LEAST_COLUMNS && columns <= MOST_COLUMNS &&
                                  columns % BLOCK == 0,
                              "%s has %" PRId64 " columns; a multiple of 128 from 1024 to 8192 is "
                              "required",
                              call_name(call, x), columns) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR, rows % ranks == 0,
                              "%s has %" PRId64 " rows; a multiple of the %" PRId64
                              " ranks is required",
                              call_name(call, x), rows, ranks) &&
           collective_require(call, ACLNN_ERR_INNER_NULLPTR,
                              has_scales_of(call_tensor(call, scales), numbers),
                              "%s has not a scale for each 128 numbers, or a pair for each 64, "
                              "which are required",
                              call_name(call, scales)));
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_summed_shape(struct call *call, int x, int output)
{
    const struct tensor *numbers = call_tensor(call, x);
    const struct tensor *out = call_tensor(call, output);
    bool fits = out->rank == numbers->rank;
    for (int32_t i = 0; fits && i < out->rank; i++)
        fits = out->dims[i] == numbers->dims[i];
    (void)collective_require(call, ACLNN_ERR_INNER_NULLPTR, fits,
                             "%s has not the shape of %s, which is required",
                             call_name(call, output), call_name(call, x));
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_scattered_shape(struct call *call, int x, int output)
{
    const struct tensor *numbers = call_tensor(call, x);
    const struct tensor *out = call_tensor(call, output);
    int64_t ranks = collective_size(call, COLLECTIVE_FIRST);
    bool fits = out->rank == 2 && numbers->rank >= 2 &&
                out->dims[0] == shape_count(numbers->dims, numbers->rank - 1) / ranks &&
                out->dims[1] == numbers->dims[numbers->rank - 1];
    (void)collective_require(call, ACLNN_ERR_INNER_NULLPTR, fits,
                             "%s has not the rank's part of the rows of %s, which is required",
                             call_name(call, output), call_name(call, x));
    return ACLNN_SUCCESS;
}
