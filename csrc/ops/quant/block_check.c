/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised in rectangles that share a scale, and beside the largest: checks. */
#include "ops/quant/block.h"

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
#include "ops/quant/quant.h"

#define MOST_SIZES 5

static bool is_one_of(int64_t number, const int64_t *numbers)
{
    for (int i = 0; i < MOST_SIZES && numbers[i] != 0; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

aclnnStatus quant_check_block_least(struct call *call, int least)
{
    float given = (float)call->arguments[least].real;
    return given < 0 ? report(ACLNN_ERR_PARAM_INVALID, "%s is %g; 0 or more is required",
                              call_name(call, least), (double)given)
                     : ACLNN_SUCCESS;
}

static aclnnStatus refuse_rounding(const struct call *call, int mode, aclDataType type,
                                   const char *required)
{
    const char *given = call->arguments[mode].text;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; %s is required for %s",
                  call_name(call, mode), given != NULL ? given : "NULL", required,
                  data_type_name(type));
}

aclnnStatus quant_check_block_rounding(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    bool is_hifloat8 = call_type(call, y) == ACL_HIFLOAT8;
    const char *named = given != NULL ? given : "rint";
    return strcmp(named, is_hifloat8 ? "round" : "rint") == 0
               ? ACLNN_SUCCESS
               : refuse_rounding(call, mode, call_type(call, y),
                                 is_hifloat8 ? "\"round\"" : "\"rint\"");
}

/* Before Ascend950 the kernel has one size of a block. */
aclnnStatus quant_check_block_sizes(struct call *call, int height, int width)
{
    static const int64_t heights[2][MOST_SIZES] = {{1}, {1, 64, 128, 256, 512}};
    static const int64_t widths[2][MOST_SIZES] = {{128}, {64, 128, 192, 256}};
    int64_t rows = call->arguments[height].integer;
    int64_t columns = call->arguments[width].integer;
    if (!is_one_of(rows, heights[call_is_on_950(call)]))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                      call_name(call, height), rows,
                      call_is_on_950(call) ? "1, 64, 128, 256 or 512" : "1");
    return is_one_of(columns, widths[call_is_on_950(call)])
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                        call_name(call, width), columns,
                        call_is_on_950(call) ? "64, 128, 192 or 256" : "128");
}

aclnnStatus quant_check_block_largest(struct call *call, int largest, int y)
{
    float given = (float)call->arguments[largest].real;
    bool fits = given == 0 || given == 15 || given == 56 || given == 224 || given == 32768;
    bool is_hifloat8 = call_type(call, y) == ACL_HIFLOAT8;
    return fits && (given == 0 || is_hifloat8)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; %s is required for %s",
                        call_name(call, largest), (double)given,
                        is_hifloat8 ? "0, 15, 56, 224 or 32768" : "0",
                        data_type_name(call_type(call, y)));
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

aclnnStatus quant_check_block_results(struct call *call, int x, int height, int width, int y,
                                      int scales)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 3);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status != ACLNN_SUCCESS)
        return status;
    quant_block_scale_dims(t->dims, t->rank, call->arguments[height].integer,
                           call->arguments[width].integer, dims);
    return call_shape_is(call, scales, dims, t->rank, false, "one for each block of x");
}

/* ---- QuantMax -------------------------------------------------------------------------------- */

aclnnStatus quant_check_known_float8(struct call *call, int type)
{
    int64_t given = call->arguments[type].integer;
    return given == ACL_HIFLOAT8 || given == ACL_FLOAT8_E5M2 || given == ACL_FLOAT8_E4M3FN
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s is %" PRId64 "; 34 (hifloat8), 35 (float8_e5m2) or 36 (float8_e4m3fn) "
                        "is required",
                        call_name(call, type), given);
}

aclnnStatus quant_check_float8_rounding(struct call *call, int mode, int type)
{
    const char *given = call->arguments[mode].text;
    const char *named = given != NULL ? given : "";
    aclDataType wanted = (aclDataType)call->arguments[type].integer;
    bool is_hifloat8 = wanted == ACL_HIFLOAT8;
    bool fits = is_hifloat8 ? strcmp(named, "round") == 0 || strcmp(named, "hybrid") == 0
                            : strcmp(named, "rint") == 0;
    return fits ? ACLNN_SUCCESS
                : refuse_rounding(call, mode, wanted,
                                  is_hifloat8 ? "\"round\" or \"hybrid\"" : "\"rint\"");
}

/* ---- GroupedQuantMax ------------------------------------------------------------------------- */

#define MOST_GROUPS 384

/* A scale and a largest number for each group. */
aclnnStatus quant_check_of_groups(struct call *call, int groups, int scale, int amax)
{
    const struct tensor *g = call_tensor(call, groups);
    aclnnStatus status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, groups, scale);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, groups, amax);
    if (status == ACLNN_SUCCESS && g->dims[0] > MOST_GROUPS)
        status = call_refuse_shape(call, groups, "at most 384 groups are required");
    return status == ACLNN_SUCCESS ? ACLNN_SUCCESS : ACLNN_ERR_INNER_NULLPTR;
}

/* ---- GroupedDynamicBlockQuant ---------------------------------------------------------------- */

aclnnStatus quant_check_group_rounding(struct call *call, int mode, int y)
{
    const char *given = call->arguments[mode].text;
    bool is_hifloat8 = call_type(call, y) == ACL_HIFLOAT8;
    const char *named = given != NULL ? given : "rint";
    bool fits = is_hifloat8 ? strcmp(named, "round") == 0 || strcmp(named, "hybrid") == 0
                            : strcmp(named, "rint") == 0;
    return fits ? ACLNN_SUCCESS
                : refuse_rounding(call, mode, call_type(call, y),
                                  is_hifloat8 ? "\"round\" or \"hybrid\"" : "\"rint\"");
}

aclnnStatus quant_check_group_sizes(struct call *call, int height, int width)
{
    static const int64_t heights[MOST_SIZES] = {1, 128, 256, 512};
    static const int64_t widths[MOST_SIZES] = {64, 128, 192, 256};
    int64_t rows = call->arguments[height].integer;
    int64_t columns = call->arguments[width].integer;
    if (!is_one_of(rows, heights))
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                      call_name(call, height), rows, "1, 128, 256 or 512");
    return is_one_of(columns, widths)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                        call_name(call, width), columns, "64, 128, 192 or 256");
}

aclnnStatus quant_check_group_ends(struct call *call, int type)
{
    int64_t given = call->arguments[type].integer;
    return given == 0 ? ACLNN_SUCCESS
                      : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                               call_name(call, type), given, "0 (rows behind groups)");
}

aclnnStatus quant_check_group_largest(struct call *call, int largest, int y)
{
    float given = (float)call->arguments[largest].real;
    return call_type(call, y) != ACL_HIFLOAT8 || (given >= 0 && given <= 32768)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %g; %s is required for %s",
                        call_name(call, largest), (double)given, "0 to 32768",
                        data_type_name(call_type(call, y)));
}

aclnnStatus quant_check_group_blocks(struct call *call, int x, int groups, int height, int width,
                                     int y, int scales)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *t = call_tensor(call, x);
    aclnnStatus status = check_rank(call, x, 2, 3);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, groups, 1, 1);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, groups);
    if (status == ACLNN_SUCCESS)
        status = check_some_elements(call, x);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, x, y);
    if (status != ACLNN_SUCCESS)
        return status;
    quant_block_scale_dims(t->dims, t->rank, call->arguments[height].integer,
                           call->arguments[width].integer, dims);
    dims[t->rank - 2] = t->dims[t->rank - 2] / call->arguments[height].integer +
                        call_tensor(call, groups)->dims[0];
    return call_shape_is(call, scales, dims, t->rank, false,
                         "one for each whole block of x, and one more down for each group");
}
