/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmulSwigluQuant: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/quant/quant.h"
#include "ops/quant/unit_product.h"
#include "tensor/layout.h"

#define MOST_COLUMNS 10240
#define DEPTH_LIMIT 65536
#define SMALL_DEPTH_LIMIT 20000
#define FRACTAL_RANK 5

/* 161001: of int4 a bias is needed. */
aclnnStatus quant_check_unit_bias(struct call *call, int weight, int bias)
{
    aclDataType type = call_type(call, weight);
    bool is_small = type == ACL_INT4 || type == ACL_INT32;
    return !is_small || call_tensor(call, bias) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; with weight of int4 it is required",
                        call_name(call, bias));
}

/* Weight of int8, and blocks, are in fractals. */
aclnnStatus quant_check_unit_format(struct call *call, int weight)
{
    const struct tensor *t = call_tensor(call, weight);
    bool is_plain = t->type != ACL_INT8 && t->rank != FRACTAL_RANK;
    return is_plain || t->format == ACL_FORMAT_FRACTAL_NZ
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is not ACL_FORMAT_FRACTAL_NZ, which is required",
                        call_name(call, weight));
}

aclnnStatus quant_check_unit_storage(struct call *call, int weight)
{
    return call_tensor(call, weight)->storage_rank == FRACTAL_RANK
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, weight, "a storage of five dimensions is required");
}

static aclnnStatus check_scale(const struct unit_product *u)
{
    int scale = call_find(u->call, "weightScale");
    const struct tensor *t = u->scale;
    int64_t columns = u->stored_columns * u->in_one;
    bool fits = t->rank == 2 || (u->is_small && t->rank == 3);
    fits = fits && t->dims[0] == u->weight->dims[0] && t->dims[t->rank - 1] == columns;
    fits = fits && (t->rank == 2 || (t->dims[1] > 0 && u->depth % t->dims[1] == 0));
    if (!fits)
        return call_refuse_shape(
            u->call, scale,
            "a number for each column of each matrix is required, of int4 also "
            "for parts of its rows of one length");
    return columns % 2 == 0 && columns <= MOST_COLUMNS
               ? ACLNN_SUCCESS
               : call_refuse_shape(u->call, scale,
                                   "an even number of columns, at most 10240, is "
                                   "required");
}

aclnnStatus quant_check_unit_product(struct call *call, int x, int xScale, int groups, int output,
                                     int outputScale)
{
    const struct unit_product u = quant_read_unit_product(call);
    const struct tensor *list = call_tensor(call, groups);
    aclnnStatus status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = u.weight->rank == FRACTAL_RANK ? ACLNN_SUCCESS
                                                : check_rank(call, call_find(call, "weight"), 3, 3);
    if (status == ACLNN_SUCCESS)
        status = check_scale(&u);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t rows[] = {u.x->dims[0]};
    const int64_t dims[] = {u.x->dims[0], u.stored_columns * u.in_one / 2};
    const int64_t numbers[] = {u.weight->dims[0], u.stored_columns * u.in_one};
    if (u.x->dims[1] != u.depth || u.depth >= (u.is_small ? SMALL_DEPTH_LIMIT : DEPTH_LIMIT))
        return call_refuse_shape(call, x,
                                 "as many columns as the weight has rows, below 65536, of int4 "
                                 "below 20000, are required");
    status = call_shape_is(call, xScale, rows, 1, false, "the rows of x");
    if (status == ACLNN_SUCCESS && u.is_small)
        status = call_shape_is(call, call_find(call, "bias"), numbers, 2, false,
                               "a number for each column of each matrix");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, output, dims, 2, false, "the rows of x, half of the columns");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, outputScale, rows, 1, false, "the rows of x");
    if (status == ACLNN_SUCCESS && (list->rank != 1 || list->dims[0] > u.weight->dims[0]))
        status = call_refuse_shape(
            call, groups, "one dimension, of at most a number for each matrix, is required");
    call->is_empty = tensor_is_empty(call_tensor(call, output)) || tensor_is_empty(list);
    return status;
}

/* 161002 for the types of what goes with weight of int8, or of int4. */
aclnnStatus quant_check_unit_types(struct call *call, int weightScale, int bias)
{
    const struct unit_product u = quant_read_unit_product(call);
    aclDataType scale = call_type(call, weightScale);
    bool is_word = scale == ACL_UINT64 || scale == ACL_INT64;
    if (is_word != u.is_small)
        return report(
            ACLNN_ERR_PARAM_INVALID,
            "the data type of %s is %s; 64 bits are required with weight of int4, float32, "
            "float16 or bfloat16 with weight of int8",
            call_name(call, weightScale), data_type_name(scale));
    return !u.is_small || call_type(call, bias) == ACL_FLOAT
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; float32 is required",
                        call_name(call, bias), data_type_name(call_type(call, bias)));
}

/* 207000 for int4 in views that this library does not read. */
aclnnStatus quant_check_unit_view(struct call *call, int weight)
{
    const struct unit_product u = quant_read_unit_product(call);
    return (!u.is_small && u.weight->rank == 3) || view_is_dense(u.weight)
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is %s and not contiguous, which is not implemented by this library",
                        call_name(call, weight), data_type_name(u.weight->type));
}
