/* SPDX-License-Identifier: Apache-2.0 */
/* Products of float8 in blocks that pass a unit and are quantised in blocks again: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/common/shape.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant_product.h"
#include "ops/quant/scaled_product.h"

#define WHOLE_GROUP (INT64_C(1) << 32 | INT64_C(1) << 16 | QUANT_MX_BLOCK)
#define GROUP_BITS INT64_C(0xFFFFFFFFFFFF)

/* A matrix in fractals with more than one row and column. */
aclnnStatus quant_check_wide_fractals(struct call *call, int x2)
{
    const struct tensor *right = call_tensor(call, x2);
    if (right->format != ACL_FORMAT_FRACTAL_NZ)
        return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; FRACTAL_NZ is required",
                      call_name(call, x2), format_name(right->format));
    for (int32_t i = right->rank - 2; i < right->rank; i++)
        if (i < 0 || right->dims[i] == 1)
            return call_refuse_shape(call, x2, "sides of more than 1 are required");
    return fills_fractals(right)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x2,
                                   "a storage of blocks of 16 rows of 32 bytes is required");
}

/* Text attributes, which CANN refuses with 161002 where they are NULL too. */
aclnnStatus quant_check_activated_modes(struct call *call, int activation, int quantised,
                                        int rounding, int algorithm)
{
    const char *unit = call->arguments[activation].text;
    const char *mode = call->arguments[quantised].text;
    const char *round = call->arguments[rounding].text;
    int64_t scale = call->arguments[algorithm].integer;
    bool is_unit = unit != NULL &&
                   (strcmp(unit, "gelu_tanh") == 0 || strcmp(unit, "gelu_erf") == 0);
    if (is_unit && mode != NULL && strcmp(mode, "mx") == 0 && round != NULL &&
        strcmp(round, "rint") == 0 && (scale == 0 || scale == 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %.40s, %s %.40s, %s %.40s and %s %" PRId64
                  "; \"gelu_tanh\" or \"gelu_erf\", \"mx\", \"rint\", and 0 or 1 are required",
                  call_name(call, activation), unit == NULL ? "NULL" : unit,
                  call_name(call, quantised), mode == NULL ? "NULL" : mode,
                  call_name(call, rounding), round == NULL ? "NULL" : round,
                  call_name(call, algorithm), scale);
}

static aclnnStatus check_scale(struct call *call, int matrix, int scale, int other, bool is_down)
{
    const struct tensor *given = call_tensor(call, matrix);
    const struct tensor *batch = call_tensor(call, other);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = batch->rank - 2;
    int64_t rows = given->dims[given->rank - 2];
    int64_t columns = given->dims[given->rank - 1];
    memcpy(dims, batch->dims, (size_t)rank * sizeof *dims);
    dims[rank++] = is_down ? shape_quotient_up(rows, 2 * QUANT_MX_BLOCK) : rows;
    dims[rank++] = is_down ? columns : shape_quotient_up(columns, 2 * QUANT_MX_BLOCK);
    dims[rank++] = 2;
    aclnnStatus status = call_shape_is(call, scale, dims, rank, false,
                                       "two scales for each 64 numbers of the depth");
    bool is_turned = quant_scaled_is_turned(given);
    if (status == ACLNN_SUCCESS && rows > 1 && columns > 1 && dims[rank - 2] > 1 &&
        dims[rank - 3] > 1 && is_turned != quant_powers_are_turned(call_tensor(call, scale)))
        status = call_refuse_shape(call, scale,
                                   "it has to lie in memory as its matrix does, transposed or not");
    return status;
}

static aclnnStatus check_bias(struct call *call, int bias, int64_t batches, int64_t columns,
                              int32_t rank)
{
    const int64_t dims[] = {batches, 1, columns};
    const struct tensor *given = call_tensor(call, bias);
    if (given == NULL)
        return ACLNN_SUCCESS;
    if (given->rank == 3 && rank == 3)
        return call_shape_is(call, bias, dims, 3, false, "[batch, 1, n]");
    return call_shape_is(call, bias, dims + 2, 1, false, "[n]");
}

static aclnnStatus check_group(const struct call *call, int size)
{
    int64_t given = call->arguments[size].integer;
    if (given >= 0 && ((given & GROUP_BITS) == 0 || (given & GROUP_BITS) == WHOLE_GROUP))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; 0, or 32 | 1 << 16 | 1 << 32, is required",
                  call_name(call, size), given);
}

aclnnStatus quant_check_activated_mx(struct call *call, int x1, int x2, int x1Scale, int x2Scale,
                                     int bias, int flip1, int flip2, int groupSize, int y,
                                     int yScale)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    bool is_flipped1 = call->arguments[flip1].integer != 0;
    bool is_flipped2 = call->arguments[flip2].integer != 0;
    const struct quant_product_sides sides = quant_product_sides(left, right, is_flipped1,
                                                                 is_flipped2);
    struct shape shape;
    aclnnStatus status = check_group(call, groupSize);
    if (status != ACLNN_SUCCESS)
        return status;
    if (sides.depth != sides.right_depth)
        return call_refuse_shape(call, x2, "as many rows as x1 has columns are required");
    shape.rank = quant_product_batches(left, right, shape.dims);
    if (shape.rank < 0)
        return call_refuse_shape(call, x2, "batches that broadcast with those of x1 are required");
    int64_t batches = shape_count(shape.dims, shape.rank);
    shape_push(&shape, sides.rows);
    shape_push(&shape, sides.columns);
    status = check_bias(call, bias, batches, sides.columns, shape.rank);
    if (status == ACLNN_SUCCESS)
        status = check_scale(call, x1, x1Scale, x1, is_flipped1);
    if (status == ACLNN_SUCCESS)
        status = check_scale(call, x2, x2Scale, x1, !is_flipped2);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, y, shape.dims, shape.rank, false, "that of the product");
    if (status != ACLNN_SUCCESS)
        return status;
    struct shape scales = {.rank = shape.rank + 1};
    quant_mx_scale_dims(shape.dims, shape.rank, shape.rank - 1, QUANT_MX_BLOCK, scales.dims);
    return call_shape_is(call, yScale, scales.dims, scales.rank, false,
                         "two scales for each 64 numbers of a row");
}

/* The scales of x2 have the batches of x1. */
aclnnStatus quant_check_same_batches(struct call *call, int x1, int x2)
{
    const struct tensor *left = call_tensor(call, x1);
    const struct tensor *right = call_tensor(call, x2);
    size_t size = (size_t)(left->rank - 2) * sizeof *left->dims;
    if (left->rank == right->rank && memcmp(left->dims, right->dims, size) == 0)
        return ACLNN_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "batches of %s and %s differ, which is not implemented by this library (CANN has "
                  "it)",
                  call_name(call, x1), call_name(call, x2));
}
