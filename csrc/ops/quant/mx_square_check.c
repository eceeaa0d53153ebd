/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers in squares that share a power of two, gated units in blocks, and numbers scaled twice:
 * checks. */
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
#include "ops/quant/mx.h"

#define LEVEL0 512
#define MOST_GROUPS 256

static bool is_float4(aclDataType type)
{
    return type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
}

static aclnnStatus refuse_integer(const struct call *call, int argument, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, argument), call->arguments[argument].integer, required);
}

/* ---- Squares --------------------------------------------------------------------------------- */

aclnnStatus quant_check_square_algorithm(struct call *call, int algorithm, int y)
{
    int64_t given = call->arguments[algorithm].integer;
    bool has_range = call_type(call, y) == ACL_FLOAT4_E2M1;
    return given == 0 || (given == 2 && has_range)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required for %s",
                        call_name(call, algorithm), given, has_range ? "0 or 2" : "0",
                        data_type_name(call_type(call, y)));
}

aclnnStatus quant_check_square_range(struct call *call, int largest, int algorithm)
{
    float given = (float)call->arguments[largest].real;
    bool is_used = call->arguments[algorithm].integer == 2;
    return given == 0 || (is_used && (given == 6 || given == 7))
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with %s %" PRId64 " %s is required",
                        call_name(call, largest), (double)given, call_name(call, algorithm),
                        call->arguments[algorithm].integer, is_used ? "0, 6 or 7" : "0");
}

static aclnnStatus pairs_along(struct call *call, int scales, const int64_t *of, int32_t rank,
                               int32_t axis)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    quant_mx_scale_dims(of, rank, axis, QUANT_MX_BLOCK, dims);
    return call_shape_is(call, scales, dims, rank + 1, false,
                         "two for each pair of blocks of 32, behind the other dimensions");
}

aclnnStatus quant_check_square_results(struct call *call, int x, int y, int scales1, int scales2)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 3);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    bool is_half = is_float4(call_type(call, y)) || is_float4(t->type);
    if (is_half && t->dims[t->rank - 1] % 2 != 0)
        return call_refuse_shape(call, x, "an even last dimension is required for float4");
    status = check_same_shape(call, x, y);
    if (status == ACLNN_SUCCESS)
        status = pairs_along(call, scales1, t->dims, t->rank, t->rank - 1);
    return status == ACLNN_SUCCESS ? pairs_along(call, scales2, t->dims, t->rank, t->rank - 2)
                                   : status;
}

aclnnStatus quant_check_blocks_before(struct call *call, int scales, int x)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 3);
    return status == ACLNN_SUCCESS ? pairs_along(call, scales, t->dims, t->rank, t->rank - 1)
                                   : status;
}

/* ---- Gated units ----------------------------------------------------------------------------- */

/* One of the last two dimensions. */
static bool is_last_or_before(const struct call *call, int x, int dim)
{
    int32_t rank = call_tensor(call, x)->rank;
    int64_t given = call->arguments[dim].integer;
    int64_t at = given < 0 ? given + rank : given;
    return at == rank - 1 || at == rank - 2;
}

aclnnStatus quant_check_last_or_before(struct call *call, int x, int dim)
{
    aclnnStatus status = check_rank(call, x, 2, 7);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    return is_last_or_before(call, x, dim)
               ? ACLNN_SUCCESS
               : refuse_integer(call, dim, "one of the last two dimensions of x");
}

static bool is_last(const struct call *call, int x, int dim)
{
    int64_t given = call->arguments[dim].integer;
    return given == -1 || given == call_tensor(call, x)->rank - 1;
}

aclnnStatus quant_check_block_variant(struct call *call, int mode, int limit, int x, int dim)
{
    int64_t given = call->arguments[mode].integer;
    float bound = (float)call->arguments[limit].real;
    if (given != 0 && given != 1)
        return refuse_integer(call, mode, "0 or 1");
    if (given == 1 && !is_last(call, x, dim))
        return refuse_integer(call, mode, "0 with halves of another dimension than the last one");
    return given == 0 || bound > 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with %s 1 it must be above 0",
                        call_name(call, limit), (double)bound, call_name(call, mode));
}

aclnnStatus quant_check_block_groups(struct call *call, int groups, int x, int dim, int axis)
{
    const struct tensor *t = call_tensor(call, groups);
    if (t == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_rank(call, groups, 1, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[0] < 1 || t->dims[0] > MOST_GROUPS)
        return call_refuse_shape(call, groups, "1 to 256 groups are required");
    bool fits = (is_last(call, x, dim) && is_last(call, x, axis)) ||
                call_tensor(call, x)->rank == 2;
    return fits ? ACLNN_SUCCESS
                : call_refuse_shape(call, x,
                                    "two dimensions are required with groups where halves or "
                                    "blocks lie along another dimension than the last one");
}

/* Units of x, whose dimension of the halves is known to be one of the last two. */
static aclnnStatus unit_dims(struct call *call, int x, int32_t at, int y, int64_t *dims)
{
    const struct tensor *t = call_tensor(call, x);
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    if (dims[at] % 2 != 0)
        return call_refuse_shape(call, x, "an even dimension of the halves is required");
    dims[at] /= 2;
    if (is_float4(call_type(call, y)) && dims[t->rank - 1] % 2 != 0)
        return call_refuse_shape(call, x,
                                 "an even last dimension of the units is required for "
                                 "float4");
    return call_shape_is(call, y, dims, t->rank, false, "that of the units");
}

aclnnStatus quant_check_unit_blocks(struct call *call, int x, int groups, int dim, int axis, int y,
                                    int scales)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t pairs[3];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    int32_t at = is_last(call, x, dim) ? t->rank - 1 : t->rank - 2;
    int32_t along = is_last(call, x, axis) ? t->rank - 1 : t->rank - 2;
    aclnnStatus status = unit_dims(call, x, at, y, dims);
    if (status != ACLNN_SUCCESS)
        return status;
    if (g == NULL || along == t->rank - 1)
        return pairs_along(call, scales, dims, t->rank, along);
    pairs[0] = quant_mx_group_pairs(dims[0], g->dims[0]);
    pairs[1] = dims[1];
    pairs[2] = 2;
    return call_shape_is(call, scales, pairs, 3, false,
                         "two for each pair of blocks of 32 rows, and a pair more for each group");
}

aclnnStatus quant_check_above_zero(struct call *call, int number)
{
    float given = (float)call->arguments[number].real;
    return given > 0 ? ACLNN_SUCCESS
                     : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a number above 0 is required",
                              call_name(call, number), (double)given);
}

aclnnStatus quant_check_situ_blocks(struct call *call, int x, int axis, int y, int scales)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 1, 7);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS && call->arguments[axis].integer != -1)
        status = refuse_integer(call, axis, "-1");
    if (status == ACLNN_SUCCESS)
        status = unit_dims(call, x, t->rank - 1, y, dims);
    return status == ACLNN_SUCCESS ? pairs_along(call, scales, dims, t->rank, t->rank - 1) : status;
}

/* ---- Gradients of gated units ---------------------------------------------------------------- */

static aclnnStatus gradient_dims(struct call *call, int x, int grad)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 6);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    if (dims[t->rank - 1] % (2 * QUANT_MX_BLOCK) != 0)
        return call_refuse_shape(call, x, "a multiple of 64 is required as last dimension");
    dims[t->rank - 1] /= 2;
    return call_shape_is(call, grad, dims, t->rank, false,
                         "that of x with half its last dimension");
}

aclnnStatus quant_check_unit_gradient(struct call *call, int x, int grad, int groups, int y1,
                                      int scales1, int y2, int scales2)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *g = call_tensor(call, groups);
    aclnnStatus status = gradient_dims(call, x, grad);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y1);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y2);
    if (status == ACLNN_SUCCESS && g != NULL)
        status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS && g != NULL)
        status = check_some_elements(call, groups);
    if (status == ACLNN_SUCCESS)
        status = pairs_along(call, scales1, t->dims, t->rank, t->rank - 1);
    if (status != ACLNN_SUCCESS)
        return status;
    quant_mx_scale_dims(t->dims, t->rank, t->rank - 2, QUANT_MX_BLOCK, dims);
    if (g != NULL)
        dims[t->rank - 2] = quant_mx_group_pairs(t->dims[t->rank - 2], g->dims[0]);
    return call_shape_is(call, scales2, dims, t->rank + 1, false,
                         "two for each pair of blocks of 32 rows");
}

/* Groups of one matrix. */
aclnnStatus quant_check_gradient_computed(struct call *call, int x, int groups)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t batches = 1;
    for (int32_t i = 0; i + 2 < t->rank; i++)
        batches *= t->dims[i];
    return call_tensor(call, groups) == NULL || batches == 1
               ? ACLNN_SUCCESS
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "%s is given, and %s has more than one matrix; groups of each of them are "
                        "not implemented by this library (CANN has them)",
                        call_name(call, groups), call_name(call, x));
}

/* ---- Numbers scaled twice -------------------------------------------------------------------- */

aclnnStatus quant_check_levels(struct call *call, int first, int second)
{
    if (call->arguments[first].integer != LEVEL0)
        return refuse_integer(call, first, "512");
    return call->arguments[second].integer == QUANT_MX_BLOCK ? ACLNN_SUCCESS
                                                             : refuse_integer(call, second, "32");
}

aclnnStatus quant_check_level_results(struct call *call, int x, int smooth, int y, int first,
                                      int second)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 1, 7);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t last = t->dims[t->rank - 1];
    if (last % 2 != 0)
        return call_refuse_shape(call, x, "an even last dimension is required for float4");
    if (call_tensor(call, smooth) != NULL)
        status = call_shape_is(call, smooth, &last, 1, false, "that of the last dimension of x");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status != ACLNN_SUCCESS)
        return status;
    memcpy(dims, t->dims, (size_t)t->rank * sizeof *dims);
    dims[t->rank - 1] = (last + LEVEL0 - 1) / LEVEL0;
    status = call_shape_is(call, first, dims, t->rank, false, "one for each 512 numbers of a row");
    return status == ACLNN_SUCCESS ? pairs_along(call, second, t->dims, t->rank, t->rank - 1)
                                   : status;
}
