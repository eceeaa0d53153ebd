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

/* ---- Two dimensions at once, and groups of rows ---------------------------------------------- */

/* Blocks of 32 in both. */
aclnnStatus quant_check_mx_choice(struct call *call, int algorithm, int y)
{
    aclDataType type = call_type(call, y);
    int64_t given = call->arguments[algorithm].integer;
    bool fits = given == 0 || (given == 1 && !is_float4(type)) ||
                (given == 2 && type == ACL_FLOAT4_E2M1);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required for %s",
                         call_name(call, algorithm), given,
                         type == ACL_FLOAT4_E2M1   ? "0 or 2"
                         : type == ACL_FLOAT4_E1M2 ? "0"
                                                   : "0 or 1",
                         data_type_name(type));
}

static aclnnStatus scales_along(struct call *call, int scales, int x, int32_t from_last)
{
    int64_t dims[TENSOR_MAX_DIMS + 1];
    const struct tensor *t = call_tensor(call, x);
    quant_mx_scale_dims(t->dims, t->rank, t->rank - from_last, QUANT_MX_BLOCK, dims);
    return call_shape_is(call, scales, dims, t->rank + 1, false,
                         "two for each pair of blocks of 32, behind the other dimensions");
}

aclnnStatus quant_check_dual_results(struct call *call, int x, int y1, int scales1, int y2,
                                     int scales2)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, MOST_DIMS);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS && is_float4(call_type(call, y1)) && t->dims[t->rank - 1] % 2 != 0)
        status = call_refuse_shape(call, x, "an even last dimension is required for float4");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y1);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y2);
    if (status == ACLNN_SUCCESS)
        status = scales_along(call, scales1, x, 1);
    return status == ACLNN_SUCCESS ? scales_along(call, scales2, x, 2) : status;
}

/* Results of elements [m, n], in two kinds of blocks; those of rows begin anew with each group. */
static aclnnStatus both_results(struct call *call, const int64_t dims[2], int groups,
                                const int outputs[4])
{
    int64_t scales[3];
    bool has_groups = groups >= 0 && call_tensor(call, groups) != NULL;
    aclnnStatus status = call_shape_is(call, outputs[0], dims, 2, false, "that of the elements");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, outputs[2], dims, 2, false, "that of the elements");
    quant_mx_scale_dims(dims, 2, 1, QUANT_MX_BLOCK, scales);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, outputs[1], scales, 3, false,
                               "two for each pair of blocks of 32 in a row");
    quant_mx_scale_dims(dims, 2, 0, QUANT_MX_BLOCK, scales);
    if (has_groups)
        scales[0] = quant_mx_group_pairs(dims[0], call_tensor(call, groups)->dims[0]);
    return status == ACLNN_SUCCESS ? call_shape_is(call, outputs[3], scales, 3, false,
                                                   "two for each pair of blocks of 32 rows")
                                   : status;
}

/* Of groups one at least is required where they are told. */
static aclnnStatus some_groups(struct call *call, int groups)
{
    aclnnStatus status = ACLNN_SUCCESS;
    if (call_tensor(call, groups) != NULL)
        status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS && call_tensor(call, groups) != NULL)
        status = check_some_elements(call, groups);
    return status;
}

aclnnStatus quant_check_grouped_dual(struct call *call, int x, int groups, int y1, int scales1,
                                     int y2, int scales2)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = some_groups(call, groups);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS && t->dims[1] % (2 * QUANT_MX_BLOCK) != 0)
        status = call_refuse_shape(call, x, "a multiple of 64 is required as last dimension");
    return status == ACLNN_SUCCESS
               ? both_results(call, t->dims, groups, (const int[]){y1, scales1, y2, scales2})
               : status;
}

aclnnStatus quant_check_unit_dual(struct call *call, int x, int groups, int y1, int scales1, int y2,
                                  int scales2)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t part = is_float4(call_type(call, y1)) ? 4 : 2;
    aclnnStatus status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = some_groups(call, groups);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status != ACLNN_SUCCESS)
        return status;
    if (t->dims[1] % part != 0)
        return call_refuse_shape(call, x,
                                 "a last dimension of a multiple of 2, for float4 of 4, is "
                                 "required");
    const int64_t dims[] = {t->dims[0], t->dims[1] / 2};
    return both_results(call, dims, groups, (const int[]){y1, scales1, y2, scales2});
}

/* The second way to a scale is the only one. */
aclnnStatus quant_check_second_algorithm(struct call *call, int algorithm)
{
    int64_t given = call->arguments[algorithm].integer;
    return given == 1 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 is required",
                               call_name(call, algorithm), given);
}

aclnnStatus quant_check_rint_alone(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return strcmp(given, "rint") == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"rint\" is required",
                        call_name(call, mode), given);
}

aclnnStatus quant_check_known_rounding(struct call *call, int mode)
{
    const char *given = call->arguments[mode].text;
    return quant_find_mx_rounding(given) >= 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; \"rint\", \"round\" or \"floor\" is required",
                        call_name(call, mode), given);
}

aclnnStatus quant_check_blocks_of_32(struct call *call, int block)
{
    int64_t given = call->arguments[block].integer;
    return given == QUANT_MX_BLOCK
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 32 is required",
                        call_name(call, block), given);
}

aclnnStatus quant_check_known_algorithm(struct call *call, int algorithm)
{
    int64_t given = call->arguments[algorithm].integer;
    return given >= 0 && given <= 2
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to 2 is required",
                        call_name(call, algorithm), given);
}

/* float8 has the first and the second way to a scale, float4 the first and the third. */
aclnnStatus quant_check_grouped_algorithm(struct call *call, int algorithm, int y)
{
    int64_t given = call->arguments[algorithm].integer;
    int64_t other = is_float4(call_type(call, y)) ? 2 : 1;
    return given == 0 || given == other
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 "; 0 or %" PRId64 " is required for %s",
                        call_name(call, algorithm), given, other,
                        data_type_name(call_type(call, y)));
}

aclnnStatus quant_check_grouped_range(struct call *call, int largest, int y)
{
    float given = (float)call->arguments[largest].real;
    bool is_e2m1 = call_type(call, y) == ACL_FLOAT4_E2M1;
    float least = is_e2m1 ? 6 : 1.75F;
    return !is_float4(call_type(call, y)) || given == 0 || (given >= least && given <= 2 * least)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0, or %g to %g, is required",
                        call_name(call, largest), (double)given, (double)least, 2 * (double)least);
}

aclnnStatus quant_check_grouped_results(struct call *call, int x, int groups, int y, int scales)
{
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {quant_mx_group_pairs(t->dims[0], call_tensor(call, groups)->dims[0]),
                            t->dims[1], 2};
    return call_shape_is(call, scales, dims, 3, false,
                         "two for each pair of blocks of 32 rows, and a pair more for each group");
}

aclnnStatus quant_check_even_for_float4(struct call *call, int x, int y)
{
    const struct tensor *t = call_tensor(call, x);
    return call->is_empty || !is_float4(call_type(call, y)) || t->dims[t->rank - 1] % 2 == 0
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, x, "an even last dimension is required for float4");
}

aclnnStatus quant_check_dense_result(struct call *call, int result)
{
    return call->is_empty ? ACLNN_SUCCESS : check_dense(call, result);
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
