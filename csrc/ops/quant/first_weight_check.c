/* SPDX-License-Identifier: Apache-2.0 */
/* WeightQuantBatchMatmul: its checks. All of its refusals have one status, NULL too. */
#include "ops/quant/first_weight.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/quant_product.h"

#define SIDE 32

/* The parameters of the call. */
struct first_weight {
    struct call *call;
    int x1, x2, diagonal, offset, scale, add_offset, mul_scale, bias;
    bool flip1, flip2;
    int out;
    struct quant_product_sides sides;
};

static bool is_few(const struct first_weight *w)
{
    return w->sides.rows <= QUANT_FIRST_WEIGHT_FEW;
}

static aclnnStatus one_type(const struct first_weight *w, int operand, aclDataType type)
{
    return call_tensor(w->call, operand) == NULL || call_type(w->call, operand) == type
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                        call_name(w->call, operand), data_type_name(call_type(w->call, operand)),
                        data_type_name(type));
}

static aclnnStatus first_types(const struct first_weight *w)
{
    const struct {
        int operand;
        aclDataType type;
    } every[] = {
        {w->x1, ACL_FLOAT16},        {w->x2, ACL_INT8},
        {w->bias, ACL_FLOAT},        {w->out, ACL_FLOAT16},
        {w->diagonal, ACL_INT8},     {w->offset, ACL_INT32},
        {w->scale, ACL_UINT64},      {w->add_offset, ACL_FLOAT16},
        {w->mul_scale, ACL_FLOAT16},
    };
    for (int i = 0; i < 9; i++) {
        bool is_read = i < 4 || (i < 7 ? is_few(w) : !is_few(w));
        aclnnStatus status = is_read ? one_type(w, every[i].operand, every[i].type) : ACLNN_SUCCESS;
        if (status != ACLNN_SUCCESS)
            return status;
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus first_given(const struct first_weight *w)
{
    const int few[] = {w->diagonal, w->offset, w->scale};
    for (int i = 0; is_few(w) && i < 3; i++)
        if (call_tensor(w->call, few[i]) == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; up to 64 rows it is required",
                          call_name(w->call, few[i]));
    return ACLNN_SUCCESS;
}

/* One number, or one for each column of the product. */
static aclnnStatus along_columns(const struct first_weight *w, int operand, bool is_flipped)
{
    const struct tensor *t = call_tensor(w->call, operand);
    if (t == NULL || t->rank == 0)
        return ACLNN_SUCCESS;
    bool is_line = t->rank == 1;
    int64_t size = t->dims[t->rank - (is_flipped && !is_line ? 2 : 1)];
    bool fits = size == 1 || (size == w->sides.columns && !(is_flipped && is_line));
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(w->call, operand,
                                    "one number, or one for each column of the product, is "
                                    "required");
}

static aclnnStatus first_beside(const struct first_weight *w)
{
    const int64_t square[] = {SIDE, SIDE};
    aclnnStatus status = ACLNN_SUCCESS;
    if (!is_few(w)) {
        status = along_columns(w, w->add_offset, w->flip2);
        return status == ACLNN_SUCCESS ? along_columns(w, w->mul_scale, w->flip2) : status;
    }
    status = along_columns(w, w->offset, false);
    if (status == ACLNN_SUCCESS)
        status = along_columns(w, w->scale, false);
    return status == ACLNN_SUCCESS
               ? call_shape_is(w->call, w->diagonal, square, 2, false, "32 rows and columns")
               : status;
}

static aclnnStatus first_bias(const struct first_weight *w)
{
    const struct tensor *t = call_tensor(w->call, w->bias);
    int64_t last = t == NULL || t->rank == 0 ? 1 : t->dims[t->rank - 1];
    return last == 1 || last == w->sides.columns
               ? ACLNN_SUCCESS
               : call_refuse_shape(w->call, w->bias,
                                   "one number, or one for each column of the product, is "
                                   "required");
}

static aclnnStatus first_product(const struct first_weight *w)
{
    const struct tensor *left = call_tensor(w->call, w->x1);
    const struct tensor *out = call_tensor(w->call, w->out);
    bool fits = out->rank >= 2 && out->rank <= left->rank &&
                out->dims[out->rank - 2] == w->sides.rows &&
                out->dims[out->rank - 1] == w->sides.columns;
    for (int32_t i = 0; fits && i < out->rank - 2; i++)
        fits = left->dims[i] == out->dims[i];
    if (w->sides.depth != w->sides.right_depth)
        return call_refuse_shape(w->call, w->x2, "the depth of x1 is required");
    return fits
               ? ACLNN_SUCCESS
               : call_refuse_shape(w->call, w->out,
                                   "the batches and rows of x1 and the columns of x2 are required");
}

aclnnStatus quant_check_first_weight(struct call *call, int x1, int x2, int diagonal, int offset,
                                     int scale, int add_offset, int mul_scale, int bias, int flip1,
                                     int flip2, int out)
{
    struct first_weight w = {.call = call,
                             .x1 = x1,
                             .x2 = x2,
                             .diagonal = diagonal,
                             .offset = offset,
                             .scale = scale,
                             .add_offset = add_offset,
                             .mul_scale = mul_scale,
                             .bias = bias,
                             .flip1 = call->arguments[flip1].integer != 0,
                             .flip2 = call->arguments[flip2].integer != 0,
                             .out = out};
    const int required[] = {x1, x2, out};
    for (int i = 0; i < 3; i++)
        if (call_tensor(call, required[i]) == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; a tensor is required",
                          call_name(call, required[i]));
    aclnnStatus status = check_rank(call, x1, 2, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, x2, 2, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    w.sides = quant_product_sides(call_tensor(call, x1), call_tensor(call, x2), w.flip1, w.flip2);
    status = first_given(&w);
    if (status == ACLNN_SUCCESS)
        status = first_types(&w);
    if (status == ACLNN_SUCCESS)
        status = first_beside(&w);
    if (status == ACLNN_SUCCESS)
        status = first_bias(&w);
    return status == ACLNN_SUCCESS ? first_product(&w) : status;
}

aclnnStatus quant_check_first_weight_computed(struct call *call, int x2, int out)
{
    return call_tensor(call, x2)->rank == 2 ||
                   call_tensor(call, x2)->rank == call_tensor(call, out)->rank
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s has batches that %s has not, which is not implemented by this library "
                        "(CANN has it)",
                        call_name(call, x2), call_name(call, out));
}
