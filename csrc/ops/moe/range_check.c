/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a range of places, those of the experts of one rank: checks. */
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

static aclnnStatus two_ends(const struct call *call, int range)
{
    struct shape_numbers ends = shape_numbers(call, range);
    return ends.each == NULL || ends.count == 2
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRId64 " entries; 2 are required",
                        call_name(call, range), ends.count);
}

/* Both ends are places, or behind the last one. */
static aclnnStatus ends_fit(const struct call *call, int range, int wanted, int64_t rows)
{
    struct shape_numbers ends = shape_numbers(call, range);
    if (ends.each == NULL)
        return moe_check_in_range(call, wanted, 0, rows);
    for (int i = 0; i < 2; i++)
        if (ends.each[i] < 0 || ends.each[i] > rows)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is [%" PRId64 ", %" PRId64 "]; 0 to %" PRId64 " is required",
                          call_name(call, range), ends.each[0], ends.each[1], rows);
    return ACLNN_SUCCESS;
}

aclnnStatus moe_check_permuted_range(struct call *call, int tokens, int indices, int probs,
                                     int range, int wanted, int permuted, int places, int weights)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *to = call_tensor(call, permuted);
    const struct tensor *experts = call_tensor(call, indices);
    struct shape shape;
    aclnnStatus status = two_ends(call, range);
    if (status != ACLNN_SUCCESS)
        return status;
    if (experts->rank != 1 && experts->rank != 2)
        return call_refuse_shape(call, indices, "one or two dimensions are required");
    if (from->rank < 1 || from->dims[0] != experts->dims[0])
        return call_refuse_shape(call, indices, "a row for each token is required");
    if (call_tensor(call, probs) != NULL)
        status = check_same_shape(call, probs, indices);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t rows = shape_count(experts->dims, experts->rank);
    if (experts->rank == 2 && (experts->dims[1] < 1 || experts->dims[1] > MOE_MOST_CHOSEN))
        return call_refuse_shape(call, indices, "1 to 512 experts a token are required");
    if (rows >= MOE_SORTED_LIMIT)
        return call_refuse_shape(call, indices, "less than 16777215 elements are supported");
    status = ends_fit(call, range, wanted, rows);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, places, &rows, 1, false, "a place for each row");
    if (status != ACLNN_SUCCESS)
        return status;
    moe_shape_permuted_range(call, tokens, indices, range, wanted, &shape);
    int64_t kept = shape.dims[0];
    if (to->rank < 2 || to->dims[0] != kept ||
        shape_count(to->dims + 1, to->rank - 1) != shape_count(from->dims + 1, from->rank - 1))
        return call_refuse_shape(call, permuted,
                                 "the rows of the range, of as many elements as tokens have, are "
                                 "required");
    return call_tensor(call, probs) == NULL
               ? ACLNN_SUCCESS
               : call_shape_is(call, weights, &kept, 1, false, "a weight for each row");
}

aclnnStatus moe_check_range_gradient(struct call *call, int grad, int places, int probs, int chosen,
                                     int range, int by_tokens, int by_probs)
{
    struct shape shape;
    aclnnStatus status = moe_check_above_0(call, chosen);
    if (status == ACLNN_SUCCESS)
        status = two_ends(call, range);
    if (status == ACLNN_SUCCESS)
        status = moe_check_two_dims(call, grad);
    if (status == ACLNN_SUCCESS)
        status = moe_check_one_dim(call, probs);
    if (status == ACLNN_SUCCESS)
        status = moe_check_one_dim(call, places);
    if (status != ACLNN_SUCCESS)
        return status;
    if (call_tensor(call, places)->dims[0] % call->arguments[chosen].integer != 0)
        return call_refuse_shape(call, places, "a multiple of the experts of a token is required");
    bool has_shape = moe_shape_token_gradient(call, grad, places, chosen, &shape);
    status = call_shape_follows(call, by_tokens, has_shape, &shape, false, "a token for its rows");
    if (status != ACLNN_SUCCESS || call_tensor(call, probs) == NULL)
        return status;
    has_shape = moe_shape_chosen_weights(call, probs, places, chosen, &shape);
    return call_shape_follows(call, by_probs, has_shape, &shape, false,
                              "a weight for each expert of a token");
}

/* Each token has as many places as experts. */
static aclnnStatus chosen_fit(struct call *call, int places, int probs, int64_t chosen)
{
    const struct tensor *w = call_tensor(call, probs);
    int64_t count = call_tensor(call, places)->dims[0];
    if (w != NULL && (w->rank != 2 || w->dims[1] != chosen))
        return call_refuse_shape(call, probs, "the experts of each token are required");
    if (w != NULL && chosen > MOE_MOST_CHOSEN)
        return call_refuse_shape(call, probs, "512 experts a token at most are supported");
    if (count % chosen != 0 || (w != NULL && count != shape_count(w->dims, 2)))
        return call_refuse_shape(call, places, "the experts of all tokens are required");
    return ACLNN_SUCCESS;
}

aclnnStatus moe_check_unpermuted_range(struct call *call, int rows, int places, int probs,
                                       int chosen, int range, int out)
{
    struct shape shape;
    aclnnStatus status = moe_check_above_0(call, chosen);
    if (status == ACLNN_SUCCESS)
        status = two_ends(call, range);
    if (status == ACLNN_SUCCESS)
        status = moe_check_two_dims(call, rows);
    if (status == ACLNN_SUCCESS)
        status = moe_check_one_dim(call, places);
    if (status == ACLNN_SUCCESS)
        status = chosen_fit(call, places, probs, call->arguments[chosen].integer);
    if (status != ACLNN_SUCCESS)
        return status;
    bool has_shape = moe_shape_combined_range(call, rows, places, probs, chosen, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "a row for each token");
}

aclnnStatus moe_check_unpermuted_range_gradient(struct call *call, int grad, int places, int rows,
                                                int probs, int range, int chosen, int by_rows,
                                                int by_weights)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *from = call_tensor(call, rows);
    const struct tensor *w = call_tensor(call, probs);
    struct shape shape;
    aclnnStatus status = moe_check_one_dim(call, places);
    if (status == ACLNN_SUCCESS)
        status = moe_check_two_dims(call, grad);
    if (status == ACLNN_SUCCESS)
        status = moe_check_two_dims(call, rows);
    if (status == ACLNN_SUCCESS)
        status = moe_check_two_dims(call, probs);
    if (status == ACLNN_SUCCESS)
        status = two_ends(call, range);
    if (status != ACLNN_SUCCESS)
        return status;
    if (w != NULL && from == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, rows), call_name(call, probs));
    int64_t k = w != NULL ? w->dims[1] : call->arguments[chosen].integer;
    int64_t count = call_tensor(call, places)->dims[0];
    struct moe_bounds kept = moe_wrapped_range(call->arguments[range].array, count);
    if (k < 1 || k > MOE_MOST_CHOSEN)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is for %" PRId64 " experts a token; 1 to 512 are required",
                      call_name(call, places), k);
    if (kept.past < kept.first)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s begins at %" PRId64 " and ends at %" PRId64
                      "; an end from the beginning on is required",
                      call_name(call, range), kept.first, kept.past);
    if (tokens->dims[0] < 1 || tokens->dims[1] < 1 || (from != NULL && from->dims[0] < 1) ||
        count / k != tokens->dims[0] || count % k != 0)
        return call_refuse_shape(call, grad, "columns, and a row for each token, are required");
    if (w != NULL && w->dims[0] != tokens->dims[0])
        return call_refuse_shape(call, probs, "a row for each token is required");
    if (from != NULL && from->dims[1] != tokens->dims[1])
        return call_refuse_shape(call, rows, "the columns of tokens are required");
    bool has_shape = moe_shape_range_rows(call, rows, grad, places, range, &shape);
    status = call_shape_follows(call, by_rows, has_shape, &shape, false, "the rows of the range");
    return status == ACLNN_SUCCESS && w != NULL ? check_same_shape(call, by_weights, probs)
                                                : status;
}
