/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by their experts, and the gradients of that: checks. */
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

/* ---- Attributes ------------------------------------------------------------------------------ */

aclnnStatus moe_check_is_false(struct call *call, int mode)
{
    return call->arguments[mode].integer == 0
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is true; false is supported",
                        call_name(call, mode));
}

aclnnStatus moe_check_is(const struct call *call, int number, int64_t required)
{
    int64_t given = call->arguments[number].integer;
    return given == required
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %" PRId64 " is supported",
                        call_name(call, number), given, required);
}

aclnnStatus moe_check_in_range(const struct call *call, int number, int64_t least, int64_t most)
{
    int64_t given = call->arguments[number].integer;
    if (given >= least && given <= most)
        return ACLNN_SUCCESS;
    if (most == INT64_MAX)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; at least %" PRId64 " is required",
                      call_name(call, number), given, least);
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %" PRId64 "; %" PRId64 " to %" PRId64 " is required",
                  call_name(call, number), given, least, most);
}

aclnnStatus moe_check_from_0(struct call *call, int number)
{
    return moe_check_in_range(call, number, 0, INT64_MAX);
}

static aclnnStatus routing_numbers(const struct call *call, int active, int capacity,
                                   int expert_num, int mode, int count_flag)
{
    bool drops = call->arguments[mode].integer == 1;
    bool counts = call->arguments[count_flag].integer > 0;
    bool is_3510 = call_is_on_950(call);
    aclnnStatus status = moe_check_in_range(call, capacity, drops ? 1 : 0, INT64_MAX);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, expert_num, drops || counts ? 1 : 0, INT64_MAX);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, mode, 0, 1);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, count_flag, 0, 2);
    if (status == ACLNN_SUCCESS && !is_3510)
        status = moe_check_in_range(call, active, 0, INT64_MAX);
    return status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Each token has a row, or a number, of experts. */
static aclnnStatus experts_fit(const struct call *call, int tokens, int experts, bool may_be_line)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *chosen = call_tensor(call, experts);
    if (chosen->rank != 2 && (!may_be_line || chosen->rank != 1))
        return call_refuse_shape(call, experts,
                                 may_be_line ? "one or two dimensions are required"
                                             : "two dimensions are required");
    if (from->rank < 1 || from->dims[0] != chosen->dims[0])
        return call_refuse_shape(call, experts, "a row for each token is required");
    return ACLNN_SUCCESS;
}

/* The first rows of all, and of all places; of each as many as the caller likes. */
static aclnnStatus first_rows_fit(struct call *call, int permuted, int places, int64_t rows,
                                  int64_t columns)
{
    const struct tensor *to = call_tensor(call, permuted);
    const struct tensor *sorted = call_tensor(call, places);
    if (to->rank != 2 || to->dims[0] > rows || to->dims[1] != columns)
        return call_refuse_shape(call, permuted, "some of the rows are required");
    if (sorted->rank != 1 || sorted->dims[0] > rows)
        return call_refuse_shape(call, places, "places of some of the rows are required");
    return ACLNN_SUCCESS;
}

aclnnStatus moe_check_permuted_tokens(struct call *call, int tokens, int indices, int wanted,
                                      int permuted, int places)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *to = call_tensor(call, permuted);
    const struct tensor *experts = call_tensor(call, indices);
    bool is_3510 = call_is_on_950(call);
    struct shape shape;
    if (is_3510 ? from->rank != 2 : from->rank < 2)
        return call_refuse_shape(call, tokens,
                                 is_3510 ? "two dimensions are required"
                                         : "two dimensions at least are required");
    aclnnStatus status = experts_fit(call, tokens, indices, true);
    if (status != ACLNN_SUCCESS)
        return status;
    if (!is_3510 && experts->rank == 2 && experts->dims[1] > MOE_MOST_CHOSEN)
        return call_refuse_shape(call, indices, "512 experts a token at most are supported");
    if (!is_3510 && shape_count(experts->dims, experts->rank) >= MOE_SORTED_LIMIT)
        return call_refuse_shape(call, indices, "less than 16777215 elements are supported");
    if (is_3510 && call_type(call, tokens) == ACL_INT8)
        return first_rows_fit(call, permuted, places, shape_count(experts->dims, experts->rank),
                              from->dims[1]);
    bool has_shape = moe_shape_places(call, indices, &shape);
    status = call_shape_follows(call, places, has_shape, &shape, false, "a place for each row");
    if (status != ACLNN_SUCCESS)
        return status;
    moe_shape_permuted(call, tokens, indices, wanted, &shape);
    int64_t columns = shape_count(from->dims + 1, from->rank - 1);
    if (to->rank < 2 || to->dims[0] != shape.dims[0] ||
        shape_count(to->dims + 1, to->rank - 1) != columns)
        return call_refuse_shape(call, permuted,
                                 "the rows that are kept, of as many elements as tokens have, are "
                                 "required");
    return ACLNN_SUCCESS;
}

/* A count for each expert, where it is wanted. */
static aclnnStatus counts_fit(struct call *call, int counts, bool has_shape,
                              const struct shape *shape)
{
    if (shape->rank == SHAPE_ABSENT)
        return ACLNN_SUCCESS;
    if (call_tensor(call, counts) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL, and counts are asked for",
                      call_name(call, counts));
    return call_shape_follows(call, counts, has_shape, shape, false, "a count for each expert");
}

aclnnStatus moe_check_routed(struct call *call, int x, int experts, int active, int capacity,
                             int expert_num, int mode, int count_flag, int before_flag,
                             int expanded, int places, int counts, int before)
{
    bool is_3510 = call_is_on_950(call);
    const struct tensor *from = call_tensor(call, x);
    struct shape shape;
    if (from->rank != 2)
        return call_refuse_shape(call, x, "two dimensions are required");
    aclnnStatus status = experts_fit(call, x, experts, is_3510);
    if (status == ACLNN_SUCCESS)
        status = routing_numbers(call, active, capacity, expert_num, mode, count_flag);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call->arguments[mode].integer == 1)
        status = moe_check_in_range(call, capacity, 1, from->dims[0]);
    bool has_shape = moe_shape_expanded(call, x, experts, active, capacity, expert_num, mode,
                                        &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, expanded, has_shape, &shape, false,
                                    "the rows that are kept");
    has_shape = moe_shape_places(call, experts, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, places, has_shape, &shape, false, "a place for each row");
    has_shape = moe_shape_counts(call, expert_num, mode, count_flag, &shape);
    if (status == ACLNN_SUCCESS)
        status = counts_fit(call, counts, has_shape, &shape);
    has_shape = moe_shape_counts_before(call, expert_num, mode, before_flag, &shape);
    return status == ACLNN_SUCCESS ? counts_fit(call, before, has_shape, &shape) : status;
}

static aclnnStatus one_number(struct call *call, int tensor)
{
    if (call_tensor(call, tensor) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL, and rows are quantised by it",
                      call_name(call, tensor));
    return call_shape_is(call, tensor, (const int64_t[]){1}, 1, false, "one number");
}

/* What rows are multiplied by before they are quantised by scales of their own. */
static aclnnStatus smooth_fits(struct call *call, int scale, int x, int expert_num)
{
    const struct tensor *s = call_tensor(call, scale);
    int64_t experts = call->arguments[expert_num].integer;
    if (s == NULL || (s->rank == 2 && (s->dims[0] == 1 || s->dims[0] == experts) &&
                      s->dims[1] == call_tensor(call, x)->dims[1]))
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, scale, "one row, or a row for each expert, is required");
}

aclnnStatus moe_check_routed_quant(struct call *call, int x, int experts, int scale, int offset,
                                   int active, int capacity, int expert_num, int mode,
                                   int quant_mode, int scales)
{
    struct shape shape;
    aclnnStatus status = moe_check_in_range(call, quant_mode, 0, 1);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call->arguments[quant_mode].integer == 0) {
        status = one_number(call, scale);
        return status == ACLNN_SUCCESS ? one_number(call, offset) : status;
    }
    status = smooth_fits(call, scale, x, expert_num);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, scales) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL, and rows have scales of their own",
                      call_name(call, scales));
    bool has_shape = moe_shape_row_scales(call, x, experts, active, capacity, expert_num, mode,
                                          quant_mode, &shape);
    return call_shape_follows(call, scales, has_shape, &shape, false, "a scale for each row");
}

aclnnStatus moe_check_numbered(struct call *call, int x, int numbers, int experts, int active,
                               int expanded, int places, int sorted)
{
    struct shape shape;
    if (call_tensor(call, x)->rank != 2)
        return call_refuse_shape(call, x, "two dimensions are required");
    aclnnStatus status = experts_fit(call, x, experts, false);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, numbers, experts);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, active, 0, INT64_MAX);
    if (status != ACLNN_SUCCESS)
        return status;
    bool has_shape = moe_shape_numbered(call, x, experts, active, &shape);
    status = call_shape_follows(call, expanded, has_shape, &shape, false, "the rows of activeNum");
    has_shape = moe_shape_places(call, experts, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, places, has_shape, &shape, false, "a place for each row");
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, sorted, has_shape, &shape, false,
                                    "an expert for each row");
    return status;
}

aclnnStatus moe_check_sorted_experts(struct call *call, int sorted, int expert_num, int out)
{
    const struct tensor *experts = call_tensor(call, sorted);
    const int64_t *count = &call->arguments[expert_num].integer;
    if (experts->rank != 1 || experts->dims[0] > MOE_SORTED_LIMIT + 1)
        return call_refuse_shape(call, sorted,
                                 "one dimension of 16777216 elements at most is required");
    aclnnStatus status = moe_check_in_range(call, expert_num, 1, MOE_MOST_SCORED);
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, out, count, 1, false, "a number for each expert")
               : status;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

static aclnnStatus gradient_fits(struct call *call, int grad, int places, int chosen, int out)
{
    struct shape shape;
    aclnnStatus status = moe_check_in_range(call, chosen, 1, INT64_MAX);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, places)->rank != 1)
        return call_refuse_shape(call, places, "one dimension is required");
    if (call_tensor(call, places)->dims[0] % call->arguments[chosen].integer != 0)
        return call_refuse_shape(call, places, "a multiple of the experts of a token is required");
    bool has_shape = moe_shape_token_gradient(call, grad, places, chosen, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "a token for its rows");
}

aclnnStatus moe_check_permuted_gradient(struct call *call, int grad, int places, int chosen,
                                        int out)
{
    bool is_3510 = call_is_on_950(call);
    if (call_tensor(call, grad)->rank != 2)
        return call_refuse_shape(call, grad, "two dimensions are required");
    if (!is_3510 && call->arguments[chosen].integer > MOE_MOST_CHOSEN)
        return moe_check_in_range(call, chosen, 1, MOE_MOST_CHOSEN);
    return gradient_fits(call, grad, places, chosen, out);
}

aclnnStatus moe_check_routed_gradient(struct call *call, int grad, int places, int chosen, int mode,
                                      int active, int out)
{
    const struct tensor *rows = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    int64_t most = call->arguments[active].integer;
    aclnnStatus status = moe_check_in_range(call, mode, 0, 1);
    bool drops = call->arguments[mode].integer == 1;
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, chosen, 1, INT64_MAX);
    if (status == ACLNN_SUCCESS)
        status = moe_check_in_range(call, active, 0, INT64_MAX);
    if (status != ACLNN_SUCCESS)
        return status;
    if (rows->rank != (drops ? 3 : 2))
        return call_refuse_shape(
            call, grad, drops ? "three dimensions are required" : "two dimensions are required");
    if (!drops && (sorted->rank != 1 || rows->dims[0] != (most > 0 ? most : sorted->dims[0])))
        return call_refuse_shape(call, grad,
                                 most > 0 ? "the rows of activeNum are required"
                                          : "a row for each place is required");
    return gradient_fits(call, grad, places, chosen, out);
}
