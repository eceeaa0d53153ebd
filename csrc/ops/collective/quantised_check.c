/* SPDX-License-Identifier: Apache-2.0 */
/* Quantised products whose sums ranks exchange: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define LEAST_GROUP 32

/* ---- Data types ------------------------------------------------------------------------------ */

static aclnnStatus refuse_type(struct call *call, int tensor, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                  call_name(call, tensor), data_type_name(call_tensor(call, tensor)->type),
                  required);
}

aclnnStatus collective_check_scale_with(struct call *call, int scale, int output)
{
    aclDataType given = call_tensor(call, scale)->type;
    aclDataType wanted = call_tensor(call, output)->type;
    return given == wanted || (given != ACL_BF16 && wanted != ACL_BF16)
               ? ACLNN_SUCCESS
               : refuse_type(call, scale, wanted == ACL_BF16 ? "DT_BF16" : "another one");
}

aclnnStatus collective_check_scale_of_codes(struct call *call, int x1, int scale, int output)
{
    return call_tensor(call, x1)->type == ACL_INT8
               ? collective_check_scale_with(call, scale, output)
               : ACLNN_SUCCESS;
}

aclnnStatus collective_check_scale_of_tokens(struct call *call, int scale, int tokens, int output)
{
    bool is_float = call_tensor(call, scale)->type == ACL_FLOAT;
    return is_float || call_tensor(call, tokens) == NULL ||
                   call_tensor(call, output)->type != ACL_FLOAT16
               ? ACLNN_SUCCESS
               : refuse_type(call, scale, "DT_FLOAT");
}

aclnnStatus collective_check_exchange_scales(struct call *call, int codes, int sums, int output)
{
    const struct tensor *given[] = {call_tensor(call, codes), call_tensor(call, sums)};
    aclDataType type = call_tensor(call, output)->type;
    if ((given[0] == NULL) != (given[1] == NULL))
        return report(ACLNN_ERR_PARAM_INVALID, "one of %s and %s is NULL; both or none may be",
                      call_name(call, codes), call_name(call, sums));
    for (int i = 0; i < 2 && given[0] != NULL; i++)
        if (given[i]->type != type || type == ACL_FLOAT)
            return refuse_type(call, i == 0 ? codes : sums,
                               type == ACL_BF16 ? "DT_BF16" : "DT_FLOAT16");
    return ACLNN_SUCCESS;
}

aclnnStatus collective_check_codes_out(struct call *call, int x1, int output)
{
    aclDataType type = call_tensor(call, output)->type;
    bool is_half = type == ACL_FLOAT16 || type == ACL_BF16;
    return is_half || (type == ACL_FLOAT && call_tensor(call, x1)->type != ACL_INT8)
               ? ACLNN_SUCCESS
               : refuse_type(call, output, "DT_FLOAT16 or DT_BF16");
}

aclnnStatus collective_check_codes_computed(struct call *call)
{
    int x1 = call_find(call, "x1");
    int x2 = call_find(call, "x2");
    int tokens = call_find(call, "x1ScaleOptional");
    int scale = call_find(call, "x2Scale");
    aclDataType type = call_tensor(call, x1)->type;
    const struct tensor *rows = call_tensor(call, tokens);
    bool is_int8 = type == ACL_INT8;
    bool is_small = type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
    if ((call_tensor(call, x2)->type == ACL_INT8) != is_int8)
        return refuse_type(call, x2, "that of x1, or another float");
    if (is_small || call_tensor(call, scale)->type == ACL_FLOAT8_E8M0 ||
        (rows != NULL && (rows->rank != 1 || rows->type == ACL_FLOAT8_E8M0)) ||
        (!is_int8 && call_tensor(call, scale)->rank == 2 && call_tensor(call, scale)->dims[0] != 1))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "%s is %s and %s %s; scales of blocks, of DT_FLOAT8_E8M0 and numbers of four "
                      "bits are not implemented by this library (CANN has it)",
                      call_name(call, x1), data_type_name(type), call_name(call, scale),
                      data_type_name(call_tensor(call, scale)->type));
    for (int i = 0; i < 2; i++) {
        int at = call_find(call, i == 0 ? "groupSize" : "commQuantMode");
        if (call->arguments[at].integer != 0)
            return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                          "%s is %" PRId64 "; other than 0 it is not implemented by this library "
                          "(CANN has it)",
                          call_name(call, at), call->arguments[at].integer);
    }
    return ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* [n] or [1, n], or where one will do [1]. */
static bool is_of_columns(const struct tensor *t, int64_t columns, bool one_will_do)
{
    if (t->rank == 1)
        return t->dims[0] == columns || (one_will_do && t->dims[0] == 1);
    return t->rank == 2 && t->dims[0] == 1 && t->dims[1] == columns;
}

static aclnnStatus check_antiquant(struct call *call, int scale, int64_t depth, int64_t columns)
{
    const struct tensor *given = call_tensor(call, scale);
    int offset = call_find(call, "antiquantOffset");
    int64_t group = call->arguments[call_find(call, "antiquantGroupSize")].integer;
    bool fits = group == 0 ? is_of_columns(given, columns, true)
                           : given->rank == 2 && given->dims[0] == (depth + group - 1) / group &&
                                 given->dims[1] == columns;
    if (!fits)
        return call_refuse_shape(call, scale,
                                 "a scale for each column, of each group, is required");
    return call_tensor(call, offset) == NULL ? ACLNN_SUCCESS
                                             : check_same_shape(call, offset, scale);
}

static aclnnStatus check_columns(struct call *call, const char *name, int64_t columns,
                                 bool one_will_do)
{
    int at = call_find(call, name);
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    return given == NULL || is_of_columns(given, columns, one_will_do)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, at, "a scale for each column is required");
}

static aclnnStatus check_rows(struct call *call, const char *name, int64_t rows)
{
    int at = call_find(call, name);
    const struct tensor *given = at < 0 ? NULL : call_tensor(call, at);
    bool is_float = call_tensor(call, call_find(call, "x1"))->type != ACL_INT8;
    return given == NULL || (given->rank == 1 &&
                             (given->dims[0] == rows || (is_float && given->dims[0] == 1)))
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, at, "a scale for each row is required");
}

aclnnStatus collective_check_reduced_scales(struct call *call)
{
    const struct tensor *left = call_tensor(call, call_find(call, "x1"));
    const struct tensor *right = call_tensor(call, call_find(call, "x2"));
    int antiquant = call_find(call, "antiquantScale");
    int64_t rows = shape_count(left->dims, left->rank - 1);
    int64_t columns = right->dims[1];
    if (antiquant >= 0)
        return check_antiquant(call, antiquant, right->dims[0], columns);
    aclnnStatus status = check_columns(call, "dequantScale", columns, true);
    if (status == ACLNN_SUCCESS)
        status = check_columns(call, "x2Scale", columns, true);
    if (status == ACLNN_SUCCESS)
        status = check_rows(call, "pertokenScaleOptional", rows);
    if (status == ACLNN_SUCCESS)
        status = check_rows(call, "x1ScaleOptional", rows);
    if (status == ACLNN_SUCCESS)
        status = check_columns(call, "commQuantScale1Optional", columns, false);
    return status == ACLNN_SUCCESS ? check_columns(call, "commQuantScale2Optional", columns, false)
                                   : status;
}

aclnnStatus collective_check_weight_groups(struct call *call, int x1, int group)
{
    const struct tensor *left = call_tensor(call, x1);
    int64_t rows = call->arguments[group].integer;
    if (left->rank < 1 || rows == 0 ||
        (rows >= LEAST_GROUP && rows % LEAST_GROUP == 0 && rows < left->dims[left->rank - 1]))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; 0, or a multiple of 32 below the columns of %s is required",
                  call_name(call, group), rows, call_name(call, x1));
}
