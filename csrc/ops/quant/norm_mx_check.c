/* SPDX-License-Identifier: Apache-2.0 */
/* Norms quantised in blocks that share a power of two, and quantised gradients of norms: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/quant/mx.h"

#define MOST_DIMS 7

/* ---- RmsNormDynamicMxQuant, AddRmsNormDynamicMxQuant ----------------------------------------- */

/* There is nothing to do where a dimension in front of those of gamma is 0. */
aclnnStatus quant_check_no_rows(struct call *call, int x, int gamma)
{
    const struct tensor *t = call_tensor(call, x);
    int32_t rows = t->rank - call_tensor(call, gamma)->rank;
    for (int32_t i = 0; i < rows; i++)
        call->is_empty = call->is_empty || t->dims[i] == 0;
    return ACLNN_SUCCESS;
}

/* float4 has one way to a scale, float8 two. */
aclnnStatus quant_check_norm_algorithm(struct call *call, int algorithm, int y)
{
    aclDataType type = call_type(call, y);
    bool is_float8 = type_is_float8(type);
    int64_t given = call->arguments[algorithm].integer;
    return given == 0 || (given == 1 && is_float8)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required for %s",
                        call_name(call, algorithm), given, is_float8 ? "0 or 1" : "0",
                        data_type_name(type));
}

static aclnnStatus factors(struct call *call, int factor, const struct tensor *t)
{
    return call_tensor(call, factor) == NULL
               ? ACLNN_SUCCESS
               : call_shape_is(call, factor, &t->dims[t->rank - 1], 1, false,
                               "the last dimension of the elements");
}

static aclnnStatus norm_operands(struct call *call, int x, int gamma, int beta, int y)
{
    const struct tensor *t = call_tensor(call, x);
    aclDataType type = call_type(call, y);
    bool is_float4 = type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
    aclnnStatus status = check_rank(call, x, 1, MOST_DIMS);
    if (status == ACLNN_SUCCESS && is_float4 && t->dims[t->rank - 1] % 2 != 0)
        status = call_refuse_shape(call, x, "an even last dimension is required for float4");
    if (status == ACLNN_SUCCESS)
        status = factors(call, gamma, t);
    if (status == ACLNN_SUCCESS)
        status = factors(call, beta, t);
    return status == ACLNN_SUCCESS ? check_same_shape(call, x, y) : status;
}

static aclnnStatus norm_scales(struct call *call, int x, int scales)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    quant_mx_scale_dims(t->dims, t->rank, t->rank - 1, QUANT_MX_BLOCK, dims);
    return call_shape_is(call, scales, dims, t->rank + 1, false,
                         "two for each pair of blocks of 32");
}

static aclnnStatus as_inner(aclnnStatus status)
{
    return status == ACLNN_SUCCESS ? status : ACLNN_ERR_INNER_NULLPTR;
}

aclnnStatus quant_check_mx_norm(struct call *call, int x, int gamma, int beta, int y, int scales)
{
    aclnnStatus status = norm_operands(call, x, gamma, beta, y);
    return as_inner(status == ACLNN_SUCCESS ? norm_scales(call, x, scales) : status);
}

/* The reciprocal roots, where they are wanted. */
aclnnStatus quant_check_wanted_roots(struct call *call, int rstd, int wanted, int x)
{
    bool has_roots = call->arguments[wanted].integer != 0;
    if (has_roots && call_type(call, rstd) != ACL_FLOAT)
        return report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s; float32 is required",
                      call_name(call, rstd), data_type_name(call_type(call, rstd)));
    return quant_check_roots_of(call, rstd, wanted, x);
}

/* ---- RmsNormGradQuant ------------------------------------------------------------------------ */

/* The first dimensions of the elements, as many as gamma leaves. */
static aclnnStatus rows_of(struct call *call, int rstd, int dy, int gamma)
{
    const struct tensor *t = call_tensor(call, dy);
    int32_t rows = t->rank - call_tensor(call, gamma)->rank;
    return rows < 0 ? call_refuse_shape(call, gamma, "the last dimensions of dy are required")
                    : call_shape_is(call, rstd, t->dims, rows, false,
                                    "the dimensions in front of those of gamma");
}

/* What the tiling refuses. */
aclnnStatus quant_check_norm_gradient(struct call *call, int dy, int x, int rstd, int gamma,
                                      int scale, int offset, int dx, int dgamma)
{
    static const int64_t one = 1;
    aclnnStatus status = check_rank(call, dy, 2, TENSOR_MAX_DIMS);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, dy);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, dy, x);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, scale, &one, 1, false, "one number");
    if (status == ACLNN_SUCCESS && call_tensor(call, offset) != NULL)
        status = call_shape_is(call, offset, &one, 1, false, "one number");
    if (status == ACLNN_SUCCESS)
        status = rows_of(call, rstd, dy, gamma);
    if (status == ACLNN_SUCCESS)
        status = quant_check_last_dims_of(call, gamma, dy);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, dy, dx);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, gamma, dgamma);
    return as_inner(status);
}

aclnnStatus quant_check_static_word(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return given != NULL && strcmp(given, "static") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR, "%s is \"%s\"; \"static\" is required",
                        call_name(call, mode), given != NULL ? given : "NULL");
}
