/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in blocks that share a power of two: checks. */
#include "ops/quant/mx.h"

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

#define LARGEST_BLOCK 1024
#define LEAST_RANGE 6
#define LARGEST_RANGE 12
#define MOST_DIMS 7

static bool is_float4(aclDataType type)
{
    return type == ACL_FLOAT4_E2M1 || type == ACL_FLOAT4_E1M2;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* float4 is rounded in three ways, float8 to the nearest. */
aclnnStatus quant_check_mx_rounding(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    int rounding = quant_find_mx_rounding(given);
    bool fits = is_float4(call_type(call, y)) ? rounding >= 0 : rounding == QUANT_MX_RINT;
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"rint\"%s is required for %s",
                         call_name(call, mode), given,
                         is_float4(call_type(call, y)) ? ", \"round\" or \"floor\"" : "",
                         data_type_name(call_type(call, y)));
}

aclnnStatus quant_check_mx_block(struct call *call, int x, int block)
{
    int64_t given = call->arguments[block].integer;
    bool is_32 = call_type(call, x) == ACL_FLOAT;
    bool fits = given > 0 && given <= LARGEST_BLOCK && given % QUANT_MX_BLOCK == 0 &&
                (!is_32 || given == QUANT_MX_BLOCK);
    return fits
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required for %s",
                        call_name(call, block), given, is_32 ? "32" : "a multiple of 32 up to 1024",
                        data_type_name(call_type(call, x)));
}

/* What the scales of a data type follow from. */
aclnnStatus quant_check_mx_algorithm(struct call *call, int algorithm, int y, int block)
{
    aclDataType type = call_type(call, y);
    int64_t given = call->arguments[algorithm].integer;
    bool fits = given == 0 || (given == 1 && !is_float4(type)) ||
                (given == 2 && type == ACL_FLOAT4_E2M1);
    if (!fits)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required for %s",
                      call_name(call, algorithm), given,
                      type == ACL_FLOAT4_E2M1   ? "0 or 2"
                      : type == ACL_FLOAT4_E1M2 ? "0"
                                                : "0 or 1",
                      data_type_name(type));
    return given != 2 || call->arguments[block].integer == QUANT_MX_BLOCK
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; with %s 2 it must be 32",
                        call_name(call, block), call->arguments[block].integer,
                        call_name(call, algorithm));
}

aclnnStatus quant_check_mx_range(struct call *call, int largest)
{
    float given = (float)call->arguments[largest].real;
    return given == 0 || (given >= LEAST_RANGE && given <= LARGEST_RANGE)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0, or 6 to 12, is required",
                        call_name(call, largest), (double)given);
}

aclnnStatus quant_check_mx_least(struct call *call, int least, int algorithm)
{
    float given = (float)call->arguments[least].real;
    bool is_used = call->arguments[algorithm].integer == 1;
    return given == 0 || (is_used && given > 0)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; with %s %" PRId64 " %s is required",
                        call_name(call, least), (double)given, call_name(call, algorithm),
                        call->arguments[algorithm].integer, is_used ? "0 or more" : "0");
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

aclnnStatus quant_check_mx_axis(struct call *call, int x, int axis)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t given = call->arguments[axis].integer;
    aclnnStatus status = check_rank(call, x, 1, MOST_DIMS);
    if (status != ACLNN_SUCCESS)
        return status;
    return given >= -t->rank && given < t->rank
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %d to %d are the dimensions",
                        call_name(call, axis), given, -t->rank, t->rank - 1);
}

/* Two float4 lie in a byte. */
aclnnStatus quant_check_mx_results(struct call *call, int x, int axis, int block, int y, int scales)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    int64_t at = call->arguments[axis].integer;
    at = at < 0 ? at + t->rank : at;
    aclnnStatus status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS && is_float4(call_type(call, y)) && t->dims[t->rank - 1] % 2 != 0)
        status = call_refuse_shape(call, x, "an even last dimension is required for float4");
    if (status == ACLNN_SUCCESS && t->type == ACL_FLOAT && t->dims[at] < QUANT_MX_BLOCK)
        status = call_refuse_shape(call, x,
                                   "a whole block along the dimension of the blocks is required "
                                   "for float32");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status != ACLNN_SUCCESS)
        return status;
    quant_mx_scale_dims(t->dims, t->rank, at, call->arguments[block].integer, dims);
    return call_shape_is(call, scales, dims, t->rank + 1, false,
                         "two for each pair of blocks, behind the other dimensions");
}

/* ---- Restored numbers ------------------------------------------------------------------------ */

aclnnStatus quant_check_scales_beside(struct call *call, int scales, int x)
{
    int32_t rank = call_tensor(call, x)->rank;
    return call_tensor(call, scales)->rank == rank + 1
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, scales, "one dimension more than x is required");
}

aclnnStatus quant_check_dense_float4(struct call *call, int x)
{
    bool fits = call->is_empty || !is_float4(call_type(call, x)) ||
                view_is_dense(call_tensor(call, x));
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID, "%s is of %s and not contiguous",
                         call_name(call, x), data_type_name(call_type(call, x)));
}

static aclnnStatus restored(struct call *call, int x, int scales, int axis, int y)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    int64_t given = call->arguments[axis].integer;
    int32_t last = t->rank - 1;
    if (is_float4(t->type) && t->dims[last] % 2 != 0)
        return call_refuse_shape(call, x, "an even last dimension is required for float4");
    if (given != last && given != -1)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; the last dimension is required",
                      call_name(call, axis), given);
    aclnnStatus status = check_same_shape(call, x, y);
    quant_mx_scale_dims(t->dims, t->rank, last, QUANT_MX_BLOCK, dims);
    return status == ACLNN_SUCCESS ? call_shape_is(call, scales, dims, t->rank + 1, false,
                                                   "two for each pair of blocks of 32")
                                   : status;
}

/* What the tiling refuses. */
aclnnStatus quant_check_restored_blocks(struct call *call, int x, int scales, int axis, int y)
{
    return call->is_empty || restored(call, x, scales, axis, y) == ACLNN_SUCCESS
               ? ACLNN_SUCCESS
               : ACLNN_ERR_INNER_NULLPTR;
}
