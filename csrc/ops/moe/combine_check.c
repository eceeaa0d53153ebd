/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of experts combined to tokens, and the gradients of that: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"

/* ---- Data types ------------------------------------------------------------------------------ */

/* On Ascend950 any; elsewhere that of the rows, or float32 beside bfloat16 where that is allowed.
 */
aclnnStatus moe_check_weight_type(struct call *call, int weights, int rows, int may_be_wider)
{
    if (call_tensor(call, weights) == NULL || call_is_on_950(call))
        return ACLNN_SUCCESS;
    bool is_wider = may_be_wider != 0 && call_type(call, rows) == ACL_BF16 &&
                    call_type(call, weights) == ACL_FLOAT;
    return is_wider ? ACLNN_SUCCESS : check_same_type(call, weights, rows);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A number for each expert of each token; all of them are places. */
static aclnnStatus numbers_fit(struct call *call, int numbers, int places)
{
    const struct tensor *t = call_tensor(call, numbers);
    const struct tensor *sorted = call_tensor(call, places);
    if (t == NULL)
        return ACLNN_SUCCESS;
    if (t->rank != 2 || t->dims[1] < 1)
        return call_refuse_shape(call, numbers, "two dimensions with columns are required");
    if (shape_count(t->dims, 2) != sorted->dims[0])
        return call_refuse_shape(call, numbers, "a number for each place is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus like_tokens(struct call *call, int tensor, const struct shape *tokens)
{
    return call_tensor(call, tensor) == NULL
               ? ACLNN_SUCCESS
               : call_shape_follows(call, tensor, true, tokens, false, "a row for each token");
}

aclnnStatus moe_check_unpermuted(struct call *call, int rows, int places, int weights, int out)
{
    const struct tensor *w = call_tensor(call, weights);
    struct shape shape;
    if (call_tensor(call, rows)->rank != 2)
        return call_refuse_shape(call, rows, "two dimensions are required");
    if (call_tensor(call, places)->rank != 1)
        return call_refuse_shape(call, places, "one dimension is required");
    aclnnStatus status = numbers_fit(call, weights, places);
    if (status != ACLNN_SUCCESS)
        return status;
    if (w != NULL && call->soc->architecture == ARCHITECTURE_2201 && w->dims[1] > MOE_MOST_CHOSEN)
        return call_refuse_shape(call, weights, "512 experts a token at most are supported");
    bool has_shape = moe_shape_combined(call, rows, places, weights, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "a row for each token");
}

/* A bias has a row for each expert, and the experts of the tokens say which. */
static aclnnStatus bias_fits(struct call *call, int bias, int experts, int64_t columns,
                             int64_t expert_num)
{
    const struct tensor *b = call_tensor(call, bias);
    if (b == NULL)
        return ACLNN_SUCCESS;
    if (call_tensor(call, experts) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, experts), call_name(call, bias));
    if (b->rank != 2 || b->dims[0] < 1 || b->dims[1] != columns)
        return call_refuse_shape(call, bias, "a row for each expert is required");
    if (expert_num >= 0 && b->dims[0] != expert_num)
        return call_refuse_shape(call, bias, "a row for each expert is required");
    return ACLNN_SUCCESS;
}

/* With k the operands of a V4, else of a V2. `how` is what dropPadMode says. */
static aclnnStatus check_finalized(struct call *call, int rows, int places, int x1, int x2,
                                   int bias, int scales, int experts, int64_t how, int k, int out)
{
    const struct tensor *from = call_tensor(call, rows);
    const struct tensor *chosen = call_tensor(call, experts);
    struct shape shape;
    if (call_tensor(call, places)->rank != 1)
        return call_refuse_shape(call, places, "one dimension is required");
    if (from->rank != (how % 2 == 1 ? 3 : 2))
        return call_refuse_shape(call, rows,
                                 how % 2 == 1 ? "three dimensions are required"
                                              : "two dimensions are required");
    aclnnStatus status = numbers_fit(call, scales, places);
    if (status == ACLNN_SUCCESS)
        status = numbers_fit(call, experts, places);
    if (status != ACLNN_SUCCESS)
        return status;
    if (chosen != NULL && chosen->dims[1] != moe_special_chosen(call, scales, k))
        return call_refuse_shape(call, experts, "the experts of each token are required");
    bool has_shape = k < 0 ? moe_shape_combined(call, rows, places, scales, &shape)
                           : moe_shape_finalized(call, rows, places, scales, k, &shape);
    if (call_tensor(call, x1) == NULL && call_tensor(call, x2) != NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, x1), call_name(call, x2));
    status = like_tokens(call, x1, &shape);
    if (status == ACLNN_SUCCESS)
        status = like_tokens(call, x2, &shape);
    if (status == ACLNN_SUCCESS)
        status = bias_fits(call, bias, experts, from->dims[from->rank - 1],
                           how % 2 == 1 ? from->dims[0] : -1);
    if (status != ACLNN_SUCCESS)
        return status;
    return call_shape_follows(call, out, has_shape, &shape, false, "a row for each token");
}

/* The same where dropPadMode is an argument; there are as many experts as a token chooses. */
static aclnnStatus check_finalized_by(struct call *call, int rows, int places, int x1, int x2,
                                      int bias, int scales, int experts, int mode, int k, int out)
{
    const struct tensor *b = call_tensor(call, bias);
    aclnnStatus status = moe_check_in_range(call, mode, 0, 3);
    if (status == ACLNN_SUCCESS)
        status = check_finalized(call, rows, places, x1, x2, bias, scales, experts,
                                 call->arguments[mode].integer, k, out);
    if (status == ACLNN_SUCCESS && b != NULL && b->dims[0] < call_tensor(call, experts)->dims[1])
        status = call_refuse_shape(call, bias, "as many experts as a token chooses are required");
    return status;
}

aclnnStatus moe_check_finalized(struct call *call, int rows, int places, int x1, int x2, int bias,
                                int scales, int experts, int mode, int out)
{
    return check_finalized_by(call, rows, places, x1, x2, bias, scales, experts, mode, -1, out);
}

aclnnStatus moe_check_finalized_whole(struct call *call, int rows, int places, int x1, int x2,
                                      int bias, int scales, int experts, int out)
{
    aclnnStatus status = check_finalized(call, rows, places, x1, x2, bias, scales, experts, 0, -1,
                                         out);
    if (status == ACLNN_SUCCESS &&
        call_tensor(call, rows)->dims[0] != call_tensor(call, places)->dims[0])
        status = call_refuse_shape(call, rows, "a row for each place is required");
    return status;
}

/* How many experts a token has: Ascend950 alone reads k, and requires it to be that of the scales
 * where it is above 1. */
aclnnStatus moe_check_finalized_of(struct call *call, int rows, int places, int x1, int x2,
                                   int bias, int scales, int experts, int mode, int k, int out)
{
    const struct tensor *w = call_tensor(call, scales);
    int64_t given = call->arguments[k].integer;
    if (call_is_on_950(call)) {
        if (w == NULL ? given < 1 : w->rank == 2 && given > 1 && given != w->dims[1])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is %" PRId64 "; the columns of %s, or without it 1 or more, are "
                          "required",
                          call_name(call, k), given, call_name(call, scales));
        if (w == NULL && call_tensor(call, places)->rank == 1 &&
            call_tensor(call, places)->dims[0] % given != 0)
            return call_refuse_shape(call, places, "k for each token are required");
    }
    return check_finalized_by(call, rows, places, x1, x2, bias, scales, experts, mode, k, out);
}

/* A row for each expert of the range. */
static aclnnStatus mixes_fit(struct call *call, int tensor, const struct moe_range *range,
                             int64_t columns)
{
    return call_tensor(call, tensor) == NULL
               ? ACLNN_SUCCESS
               : call_shape_is(call, tensor, (const int64_t[]){range->past - range->first, columns},
                               2, false, "a row for each constant expert");
}

static aclnnStatus range_is_of(const struct call *call, int parameter,
                               const struct moe_range *range, int64_t experts)
{
    bool is_none = range->first == -1 && range->past == -1;
    if (is_none || experts == 0 ||
        (range->first >= 0 && range->first < range->past && range->past <= experts))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is [%" PRId64 ", %" PRId64 "]; experts from the first to before the second, "
                  "of %" PRId64 ", or [-1, -1] are required",
                  call_name(call, parameter), range->first, range->past, experts);
}

static aclnnStatus ranges_apart(const struct call *call, int a, int b, const struct moe_range *one,
                                const struct moe_range *other)
{
    return one->first == -1 || other->first == -1 || one->past <= other->first ||
                   other->past <= one->first
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s and %s have an expert both; ranges apart are required",
                        call_name(call, a), call_name(call, b));
}

/* What the tiling of Ascend950 requires of experts that compute nothing; on other products nobody
 * reads them. */
aclnnStatus moe_check_special_experts(struct call *call, int rows, int bias, int x, int alpha1,
                                      int alpha2, int v, int mode, int zero, int copied,
                                      int constant, int out)
{
    const struct tensor *from = call_tensor(call, rows);
    const int mixes[] = {alpha1, alpha2, v};
    const int parameters[] = {zero, copied, constant};
    struct moe_range ranges[3];
    if (!call_is_on_950(call))
        return ACLNN_SUCCESS;
    int64_t experts = call_tensor(call, bias) != NULL          ? call_tensor(call, bias)->dims[0]
                      : call->arguments[mode].integer % 2 == 1 ? from->dims[0]
                                                               : 0;
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 3; i++)
        ranges[i] = moe_special_range(call->arguments[parameters[i]].array);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = mixes_fit(call, mixes[i], &ranges[2], from->dims[from->rank - 1]);
    if (status == ACLNN_SUCCESS && call_tensor(call, x) != NULL)
        status = check_same_shape(call, x, out);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = range_is_of(call, parameters[i], &ranges[i], experts);
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++) {
        int a = i == 2 ? 1 : 0;
        int b = i == 0 ? 1 : 2;
        status = ranges_apart(call, parameters[a], parameters[b], &ranges[a], &ranges[b]);
    }
    return status;
}

/* ---- Gradients ------------------------------------------------------------------------------- */

aclnnStatus moe_check_unpermuted_gradient(struct call *call, int rows, int grad, int places,
                                          int weights, int by_rows, int by_weights)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *from = call_tensor(call, rows);
    struct shape shape;
    aclnnStatus status = moe_check_unpermuted(call, rows, places, weights, grad);
    if (status != ACLNN_SUCCESS)
        return status;
    if (tokens->dims[0] == 0 || tokens->dims[1] == 0 || from->dims[0] == 0)
        return call_refuse_shape(call, tokens->dims[0] == 0 || tokens->dims[1] == 0 ? grad : rows,
                                 "elements are required");
    status = check_same_shape(call, rows, by_rows);
    if (status != ACLNN_SUCCESS || call_tensor(call, weights) == NULL)
        return status;
    bool has_shape = moe_shape_of_weights(call, weights, &shape);
    return call_shape_follows(call, by_weights, has_shape, &shape, false, "that of the weights");
}

aclnnStatus moe_check_finalized_gradient(struct call *call, int grad, int places, int rows,
                                         int scales, int experts, int bias, int mode, int active,
                                         int expert_num, int capacity, int by_rows, int by_scales)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    bool has_scales = call_tensor(call, scales) != NULL;
    int64_t how = call->arguments[mode].integer;
    int64_t count = call->arguments[expert_num].integer;
    struct shape shape;
    if (how != 0 && how != 1)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 or 1 is required",
                      call_name(call, mode), how);
    if (how == 1 && (count < 1 || call->arguments[capacity].integer < 1))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 " and %s %" PRId64 "; both must be at least 1",
                      call_name(call, expert_num), count, call_name(call, capacity),
                      call->arguments[capacity].integer);
    if (tokens->rank != 2)
        return call_refuse_shape(call, grad, "two dimensions are required");
    if (sorted->rank != 1)
        return call_refuse_shape(call, places, "one dimension is required");
    if (!has_scales && tokens->dims[0] != sorted->dims[0])
        return call_refuse_shape(call, grad, "a row for each place is required");
    bool has_shape = moe_shape_combined_rows(call, grad, places, active, expert_num, capacity, mode,
                                             &shape);
    aclnnStatus status = ACLNN_SUCCESS;
    if (has_scales && call_tensor(call, rows) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, rows), call_name(call, scales));
    if (has_scales)
        status = call_shape_follows(call, rows, has_shape, &shape, false, "that of its gradient");
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, by_rows, has_shape, &shape, false,
                                    "the rows of which tokens were combined");
    if (status != ACLNN_SUCCESS || !has_scales)
        return status;
    status = numbers_fit(call, scales, places);
    if (status == ACLNN_SUCCESS && call_tensor(call, scales)->dims[0] != tokens->dims[0])
        status = call_refuse_shape(call, scales, "a row for each token is required");
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, scales, experts);
    if (status == ACLNN_SUCCESS)
        status = bias_fits(call, bias, experts, tokens->dims[1], how == 1 ? count : -1);
    return status == ACLNN_SUCCESS ? check_same_shape(call, scales, by_scales) : status;
}
