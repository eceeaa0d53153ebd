/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by experts of a range, and perhaps quantised: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"

/* The sizes of a call. */
struct sizes {
    int64_t tokens;
    int64_t rows;
    int64_t columns;
    int64_t experts;
};

static aclnnStatus scale_fits(struct call *call, int scale, int quant_mode, int expanded_scale,
                              const struct sizes *s)
{
    const int64_t by_expert[] = {s->experts, s->columns};
    int64_t mode = call->arguments[quant_mode].integer;
    if (call_tensor(call, scale) == NULL || mode == 0)
        return ACLNN_SUCCESS;
    aclnnStatus status = ACLNN_SUCCESS;
    if (mode == -1)
        status = call_shape_is(call, scale, &s->tokens, 1, false, "one for each token");
    else if (mode == 1)
        status = call_shape_is(call, scale, by_expert, 2, false, "a row for each expert");
    if (status != ACLNN_SUCCESS)
        return status;
    return call_shape_is(call, expanded_scale, &s->rows, 1, false, "one for each row");
}

aclnnStatus moe_check_routed_v3(struct call *call, int x, int experts, int scale, int expert_num,
                                int type, int quant_mode, int range, int expanded, int places,
                                int counts, int expanded_scale)
{
    const struct tensor *from = call_tensor(call, x);
    const struct tensor *chosen = call_tensor(call, experts);
    struct shape_numbers ends = shape_numbers(call, range);
    if (call_is_on_950(call))
        return ACLNN_SUCCESS; /* its tiling checks alone */
    if (ends.count != 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " entries; 2 are required",
                      call_name(call, range), ends.count);
    if (from->rank != 2)
        return call_refuse_shape(call, x, "two dimensions are required");
    if (chosen->rank != 2 || chosen->dims[0] != from->dims[0])
        return call_refuse_shape(call, experts, "a row for each token is required");
    const struct sizes s = {from->dims[0], shape_count(chosen->dims, 2), from->dims[1],
                            ends.each[1] - ends.each[0]};
    const int64_t all[] = {s.rows, s.columns};
    const int64_t pairs[] = {call->arguments[expert_num].integer, 2};
    int64_t kind = call->arguments[type].integer;
    aclnnStatus status = scale_fits(call, scale, quant_mode, expanded_scale, &s);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, expanded, all, 2, false, "the rows of tokens");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, places, all, 1, false, "one for each row");
    if (status == ACLNN_SUCCESS && kind == 1)
        status = call_shape_is(call, counts, &s.experts, 1, false, "one for each expert");
    if (status == ACLNN_SUCCESS && kind == 2)
        status = call_shape_is(call, counts, pairs, 2, false, "a pair for each expert");
    return status;
}

static aclnnStatus range_fits(const struct call *call, int range, int expert_num, int type)
{
    struct shape_numbers ends = shape_numbers(call, range);
    int64_t most = call->arguments[type].integer == 2 ? MOE_MOST_PAIRED : MOE_MOST_ROUTED;
    if (ends.each[0] >= 0 && ends.each[0] < ends.each[1] && ends.each[1] <= most &&
        ends.each[1] <= call->arguments[expert_num].integer)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 " to %" PRId64 "; experts of which there are %" PRId64
                  ", and %" PRId64 " at most, are required",
                  call_name(call, range), ends.each[0], ends.each[1],
                  call->arguments[expert_num].integer, most);
}

aclnnStatus moe_check_routing_v3(struct call *call, int x, int experts, int active, int expert_num,
                                 int mode, int type, int flag, int quant_mode, int range,
                                 int row_type, int expanded, int expanded_scale)
{
    if (call_is_on_950(call))
        return ACLNN_SUCCESS;
    int64_t rows = shape_count(call_tensor(call, experts)->dims, 2);
    int64_t kept = call->arguments[active].integer;
    bool quantises = call->arguments[quant_mode].integer == 1;
    aclnnStatus status = moe_check_is(call, mode, 0);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, type, 1, 2);
    if (status == ACLNN_SUCCESS)
        status = moe_check_is(call, flag, 1);
    if (status == ACLNN_SUCCESS)
        status = range_fits(call, range, expert_num, type);
    if (status == ACLNN_SUCCESS)
        status = quantises ? ACLNN_SUCCESS : moe_check_is(call, quant_mode, -1);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, row_type, 0, 1);
    if (status == ACLNN_SUCCESS && kept != -1)
        status = moe_check_is(call, active, rows);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_type(call, expanded) != (quantises ? ACL_INT8 : call_type(call, x)) ||
        (quantises && call_type(call, x) == ACL_INT8))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data types of %s and %s do not fit; int8 from floats with %s 1, and the "
                      "same with -1, are supported",
                      call_name(call, x), call_name(call, expanded), call_name(call, quant_mode));
    return call_shape_is(call, expanded_scale, &rows, 1, false, "one for each row");
}

/* ---- Rows that may be quantised -------------------------------------------------------------- */

static aclnnStatus type_is(const struct call *call, int tensor, aclDataType type)
{
    struct type_set only = {{0}};
    if (call_type(call, tensor) == type)
        return ACLNN_SUCCESS;
    only.types[call->soc->architecture] = (uint64_t)1 << type;
    return call_refuse_type(call, (struct argument_name){call_name(call, tensor), -1},
                            call_type(call, tensor), &only);
}

aclnnStatus moe_check_permuted_types(struct call *call, int tokens, int mode, int permuted,
                                     int scale)
{
    int64_t given = call->arguments[mode].integer;
    aclDataType type = moe_quantised_type(given);
    aclnnStatus status = ACLNN_SUCCESS;
    if (given == -1) {
        status = check_same_type(call, permuted, tokens);
        return status == ACLNN_SUCCESS ? type_is(call, scale, ACL_FLOAT) : status;
    }
    if (type == ACL_DT_UNDEFINED)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; -1, 2, 3 or 9 is required",
                      call_name(call, mode), given);
    if (call_type(call, tokens) != ACL_FLOAT16)
        status = type_is(call, tokens, ACL_BF16);
    if (status == ACLNN_SUCCESS)
        status = type_is(call, permuted, type);
    return status == ACLNN_SUCCESS ? type_is(call, scale, ACL_FLOAT8_E8M0) : status;
}

/* CANN cuts its results out of those of all rows, whatever numOutTokens says. */
aclnnStatus moe_check_permuted_tokens_v2(struct call *call, int tokens, int indices, int mode,
                                         int permuted, int places, int scale)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *chosen = call_tensor(call, indices);
    const struct tensor *rows = call_tensor(call, permuted);
    const struct tensor *sorted = call_tensor(call, places);
    aclDataType type = moe_quantised_type(call->arguments[mode].integer);
    int64_t dims[3];
    if (from->rank != 2)
        return call_refuse_shape(call, tokens, "two dimensions are required");
    if (type == ACL_FLOAT4_E2M1 && from->dims[1] % 2 != 0)
        return call_refuse_shape(call, tokens, "an even number of columns is required");
    if ((chosen->rank != 1 && chosen->rank != 2) || chosen->dims[0] != from->dims[0])
        return call_refuse_shape(call, indices, "a row, or a number, for each token is required");
    int64_t all = shape_count(chosen->dims, chosen->rank);
    if (rows->rank != 2 || rows->dims[0] > all || rows->dims[1] != from->dims[1])
        return call_refuse_shape(call, permuted,
                                 "as many columns as tokens have, and at most a row for each of "
                                 "their experts, are required");
    if (sorted->rank != 1 || sorted->dims[0] > all)
        return call_refuse_shape(call, places,
                                 "one dimension, and at most a place for each row, is required");
    if (type == ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    int32_t rank = moe_dims_of_scales(rows->dims[0], rows->dims[1], type, dims);
    return call_shape_is(call, scale, dims, rank, false, "the scales of the rows");
}
