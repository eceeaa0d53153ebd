/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by experts of a range, and perhaps quantised, on Ascend950: what the tiling
 * checks, in its order. Parameters are found by their names. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"
#include "ops/quant/mx.h"

#define TYPE(type) ((uint64_t)1 << (type))

struct routing {
    struct call *call;
    int x, experts, scale, offset, range, rows, places, counts, scales;
    int64_t capacity, expert_num, drops, type, mode, row_type, active;
};

static int64_t integer(const struct call *call, const char *name)
{
    return call->arguments[call_find(call, name)].integer;
}

static struct routing read_routing(struct call *call)
{
    return (struct routing){.call = call,
                            .x = call_find(call, "x"),
                            .experts = call_find(call, "expertIdx"),
                            .scale = call_find(call, "scaleOptional"),
                            .offset = call_find(call, "offsetOptional"),
                            .range = call_find(call, "activeExpertRangeOptional"),
                            .rows = call_find(call, "expandedXOut"),
                            .places = call_find(call, "expandedRowIdxOut"),
                            .counts = call_find(call, "expertTokensCountOrCumsumOut"),
                            .scales = call_find(call, "expandedScaleOut"),
                            .capacity = integer(call, "expertCapacity"),
                            .expert_num = integer(call, "expertNum"),
                            .drops = integer(call, "dropPadMode"),
                            .type = integer(call, "expertTokensNumType"),
                            .mode = integer(call, "quantMode"),
                            .row_type = integer(call, "rowIdxType"),
                            .active = integer(call, "activeNum")};
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static aclnnStatus check_mode(const struct routing *r)
{
    bool is_known = r->mode >= ROUTED_MOVED && r->mode <= ROUTED_LAST && r->mode != 10;
    return is_known ? ACLNN_SUCCESS
                    : report(ACLNN_ERR_PARAM_INVALID,
                             "quantMode is %" PRId64 "; -1 to 9 or 11 to 17 is "
                             "required",
                             r->mode);
}

/* Experts have room for so many rows. */
static aclnnStatus check_room(const struct routing *r)
{
    const struct call *call = r->call;
    aclnnStatus status = moe_check_is(call, call_find(call, "expertTokensNumType"), 1);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, call_find(call, "expertCapacity"), 1, INT64_MAX);
    if (status == ACLNN_SUCCESS)
        status = moe_check_is(call, call_find(call, "quantMode"), ROUTED_MOVED);
    return status == ACLNN_SUCCESS ? moe_check_is(call, call_find(call, "rowIdxType"), 0) : status;
}

static aclnnStatus check_numbers(const struct routing *r)
{
    const struct call *call = r->call;
    int64_t most = r->type == 2 ? MOE_MOST_PAIRED : MOE_MOST_ROUTED;
    aclnnStatus status = moe_check_in_range(call, call_find(call, "expertTokensNumType"), 0, 2);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, call_find(call, "expertNum"), 1, most);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, call_find(call, "dropPadMode"), 0, 1);
    if (status == ACLNN_SUCCESS && r->drops == 1)
        status = check_room(r);
    if (status == ACLNN_SUCCESS)
        status = moe_check_is(call, call_find(call, "expertTokensNumFlag"), 1);
    if (status == ACLNN_SUCCESS)
        status = check_mode(r);
    return status == ACLNN_SUCCESS ? moe_check_in_range(call, call_find(call, "rowIdxType"), 0, 1)
                                   : status;
}

static aclnnStatus check_range(const struct routing *r)
{
    struct shape_numbers ends = shape_numbers(r->call, r->range);
    if (ends.count != 2)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " entries; 2 are required",
                      call_name(r->call, r->range), ends.count);
    bool fits = ends.each[0] >= 0 && ends.each[0] < ends.each[1] && ends.each[1] <= r->expert_num;
    if (fits && r->drops == 1)
        fits = ends.each[0] == 0 && ends.each[1] == r->expert_num;
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "%s is %" PRId64 " to %" PRId64 "; experts of which there are %" PRId64
                         ", with dropPadMode 1 all, are required",
                         call_name(r->call, r->range), ends.each[0], ends.each[1], r->expert_num);
}

/* ---- Operands -------------------------------------------------------------------------------- */

static uint64_t types_of_x(int64_t mode)
{
    const uint64_t halves = TYPE(ACL_FLOAT16) | TYPE(ACL_BF16);
    const uint64_t floats = halves | TYPE(ACL_FLOAT);
    switch (mode) {
    case ROUTED_MOVED:
        return floats | TYPE(ACL_INT8) | TYPE(ACL_HIFLOAT8) | TYPE(ACL_FLOAT8_E5M2) |
               TYPE(ACL_FLOAT8_E4M3FN) | TYPE(ACL_FLOAT4_E2M1);
    case ROUTED_BY_ONE:
    case ROUTED_BY_ROW: return floats; /* of int8, says the page, results mean nothing */
    case ROUTED_INT4: return TYPE(ACL_FLOAT) | TYPE(ACL_BF16);
    default: return halves;
    }
}

static bool has_blocks(aclDataType x)
{
    return x == ACL_FLOAT8_E5M2 || x == ACL_FLOAT8_E4M3FN || x == ACL_FLOAT4_E2M1;
}

static aclnnStatus check_x(const struct routing *r)
{
    const struct tensor *x = call_tensor(r->call, r->x);
    const struct tensor *experts = call_tensor(r->call, r->experts);
    if (x->rank != 2)
        return call_refuse_shape(r->call, r->x, "two dimensions are required");
    if (!call_has_type(types_of_x(r->mode), x->type))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of x is %s; with quantMode %" PRId64 " another is required",
                      data_type_name(x->type), r->mode);
    return experts->rank == 2 && experts->dims[0] == x->dims[0]
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->experts, "a row for each token is required");
}

static aclnnStatus check_one_number(const struct routing *r, int tensor)
{
    static const int64_t one = 1;
    const struct tensor *t = call_tensor(r->call, tensor);
    if (t == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is NULL; with quantMode %" PRId64 " it is required",
                      call_name(r->call, tensor), r->mode);
    if (t->type != ACL_FLOAT)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; DT_FLOAT is required",
                      call_name(r->call, tensor), data_type_name(t->type));
    return call_shape_is(r->call, tensor, &one, 1, false, "one number");
}

/* What a scale is of by mode. */
static aclnnStatus check_scale(const struct routing *r)
{
    const struct tensor *x = call_tensor(r->call, r->x);
    const struct tensor *t = call_tensor(r->call, r->scale);
    struct shape_numbers ends = shape_numbers(r->call, r->range);
    if (r->mode == ROUTED_BY_ONE || r->mode == ROUTED_HIGH_BY_ONE)
        return check_one_number(r, r->scale);
    if (t == NULL)
        return ACLNN_SUCCESS;
    bool is_moved = r->mode == ROUTED_MOVED;
    aclDataType type = is_moved && has_blocks(x->type) ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
    if (t->type != type)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                      call_name(r->call, r->scale), data_type_name(t->type), data_type_name(type));
    const int64_t powers[] = {x->dims[0], shape_quotient_up(x->dims[1], 2 * QUANT_MX_BLOCK), 2};
    const int64_t factors[] = {r->mode == ROUTED_INT4 ? 1 : ends.each[1] - ends.each[0],
                               x->dims[1]};
    if (is_moved)
        return call_shape_is(r->call, r->scale, powers, type == ACL_FLOAT ? 1 : 3, false,
                             "what goes with each token");
    return r->mode == ROUTED_BY_ROW || r->mode == ROUTED_INT4
               ? call_shape_is(r->call, r->scale, factors, 2, false, "rows of factors")
               : ACLNN_SUCCESS;
}

static aclnnStatus check_sizes(const struct routing *r)
{
    const struct tensor *x = call_tensor(r->call, r->x);
    int64_t rows = shape_count(call_tensor(r->call, r->experts)->dims, 2);
    if (r->mode == ROUTED_INT4 && x->dims[1] % 2 != 0)
        return call_refuse_shape(r->call, r->x, "an even number of columns is required of int4");
    if (r->drops == 1 && r->capacity > x->dims[0])
        return moe_check_in_range(r->call, call_find(r->call, "expertCapacity"), 1, x->dims[0]);
    return rows == 0 || x->dims[1] == 0 || r->active == -1
               ? ACLNN_SUCCESS
               : moe_check_is(r->call, call_find(r->call, "activeNum"), rows);
}

/* ---- Results --------------------------------------------------------------------------------- */

static aclnnStatus follows(const struct routing *r, int tensor, bool has_shape,
                           const struct shape *shape)
{
    return call_shape_follows(r->call, tensor, has_shape, shape, false, "what follows");
}

static aclnnStatus check_scales(const struct routing *r)
{
    struct call *call = r->call;
    struct shape shape;
    bool is_read = r->mode != ROUTED_BY_ONE && r->mode != ROUTED_HIGH &&
                   r->mode != ROUTED_HIGH_BY_ONE &&
                   (r->mode != ROUTED_MOVED || call_tensor(call, r->scale) != NULL);
    if (!is_read)
        return ACLNN_SUCCESS;
    bool has_shape = moe_shape_routed_scales(
        call, r->x, r->experts, r->scale, call_find(call, "expertCapacity"),
        call_find(call, "expertNum"), call_find(call, "dropPadMode"), call_find(call, "quantMode"),
        &shape);
    aclDataType type = moe_shape_routed_scale_type(call, r->scale, call_find(call, "quantMode"));
    if (call_type(call, r->scales) != type)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                      call_name(call, r->scales), data_type_name(call_type(call, r->scales)),
                      data_type_name(type));
    return follows(r, r->scales, has_shape, &shape);
}

static aclnnStatus check_results(const struct routing *r)
{
    struct call *call = r->call;
    struct shape shape;
    aclDataType type = moe_routing_type(call_type(call, r->x), r->mode);
    bool has_shape = moe_shape_routed_rows(
        call, r->x, r->experts, call_find(call, "expertCapacity"), call_find(call, "expertNum"),
        call_find(call, "dropPadMode"), &shape);
    aclnnStatus status = follows(r, r->rows, has_shape, &shape);
    if (status == ACLNN_SUCCESS && call_type(call, r->rows) != type)
        return report(ACLNN_ERR_PARAM_INVALID, "the data type of %s is %s; %s is required",
                      call_name(call, r->rows), data_type_name(call_type(call, r->rows)),
                      data_type_name(type));
    has_shape = moe_shape_places(call, r->experts, &shape);
    if (status == ACLNN_SUCCESS)
        status = follows(r, r->places, has_shape, &shape);
    has_shape = moe_shape_range_counts(call, call_find(call, "expertNum"),
                                       call_find(call, "expertTokensNumType"), r->range, &shape);
    return status == ACLNN_SUCCESS ? follows(r, r->counts, has_shape, &shape) : status;
}

aclnnStatus moe_check_routing_tiled(struct call *call)
{
    const struct routing r = read_routing(call);
    aclnnStatus status = check_numbers(&r);
    if (status == ACLNN_SUCCESS)
        status = check_range(&r);
    if (status == ACLNN_SUCCESS)
        status = check_x(&r);
    if (status == ACLNN_SUCCESS)
        status = check_scale(&r);
    if (status == ACLNN_SUCCESS && r.mode == ROUTED_BY_ONE)
        status = check_one_number(&r, r.offset);
    if (status == ACLNN_SUCCESS)
        status = check_sizes(&r);
    if (status == ACLNN_SUCCESS)
        status = check_results(&r);
    return status == ACLNN_SUCCESS ? check_scales(&r) : status;
}
