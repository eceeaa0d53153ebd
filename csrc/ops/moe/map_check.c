/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens by a map of tokens and experts: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"

aclnnStatus moe_check_two_dims(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t == NULL || t->rank == 2
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, "two dimensions are required");
}

static aclnnStatus has_rows(struct call *call, int tensor, int64_t rows)
{
    const struct tensor *t = call_tensor(call, tensor);
    if (t == NULL || (t->rank > 0 && t->dims[0] == rows))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the first dimension of %s is %" PRId64 "; %" PRId64 " rows are required",
                  call_name(call, tensor), t->rank > 0 ? t->dims[0] : 0, rows);
}

aclnnStatus moe_check_mapped(struct call *call, int map, int wanted, int drops, int permuted,
                             int weights)
{
    const struct tensor *marks = call_tensor(call, map);
    int64_t given = call->arguments[wanted].integer;
    int64_t most = shape_count(marks->dims, 2);
    struct shape shape;
    if (given < 0 || given > most)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0 to %" PRId64 " is required",
                      call_name(call, wanted), given, most);
    for (int i = 0; i < 2; i++)
        if (marks->dims[i] >= MOE_SORTED_LIMIT)
            return call_refuse_shape(call, map,
                                     "less than 16777215 rows and columns are "
                                     "supported");
    moe_shape_mapped(call, map, wanted, drops, &shape);
    aclnnStatus status = has_rows(call, permuted, shape.dims[0]);
    return status == ACLNN_SUCCESS ? has_rows(call, weights, shape.dims[0]) : status;
}

/* The status of the tiling's refusals: op_api gets no operator. */
static aclnnStatus inner(aclnnStatus status)
{
    return status == ACLNN_ERR_PARAM_INVALID ? ACLNN_ERR_INNER_NULLPTR : status;
}

aclnnStatus moe_check_mapped_tokens(struct call *call, int tokens, int map, int probs, int wanted,
                                    int drops, int permuted, int weights, int places)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *marks = call_tensor(call, map);
    struct shape shape;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    if (from->rank != 2 || from->dims[0] != marks->dims[0])
        return inner(call_refuse_shape(call, tokens, "a row for each row of the map is required"));
    moe_shape_mapped(call, map, wanted, drops, &shape);
    if (shape.dims[0] / marks->dims[0] > MOE_MOST_CHOSEN)
        return inner(call_refuse_shape(call, map, "512 rows a token at most are supported"));
    aclnnStatus status = check_same_shape(call, map, probs);
    moe_shape_mapped_tokens(call, tokens, map, wanted, drops, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, permuted, true, &shape, false, "the rows of tokens");
    moe_shape_mapped(call, map, wanted, drops, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, places, true, &shape, false, "one for each row");
    if (status == ACLNN_SUCCESS && call_tensor(call, weights) != NULL)
        status = call_shape_follows(call, weights, true, &shape, false, "one for each row");
    return inner(status);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

aclnnStatus moe_check_above_0(struct call *call, int number)
{
    int64_t given = call->arguments[number].integer;
    return given > 0 ? ACLNN_SUCCESS
                     : report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; at least 1 is required",
                              call_name(call, number), given);
}

aclnnStatus moe_check_one_dim(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t == NULL || t->rank == 1 ? ACLNN_SUCCESS
                                     : call_refuse_shape(call, tensor, "one dimension is required");
}

static aclnnStatus rows_fit(struct call *call, int grad, int weights, int places, int64_t step,
                            int64_t tokens)
{
    const struct tensor *sorted = call_tensor(call, places);
    aclnnStatus status = moe_check_one_dim(call, places);
    if (status != ACLNN_SUCCESS)
        return status;
    if (sorted->dims[0] % step != 0 || sorted->dims[0] / tokens > MOE_MOST_CHOSEN)
        return call_refuse_shape(call, places,
                                 "as many rows for each token or expert, 512 a token "
                                 "at most, are required");
    status = has_rows(call, grad, sorted->dims[0]);
    return status == ACLNN_SUCCESS ? has_rows(call, weights, sorted->dims[0]) : status;
}

aclnnStatus moe_check_mapped_gradient(struct call *call, int grad, int weights, int places, int map,
                                      int experts, int tokens, int drops, int by_tokens,
                                      int by_weights)
{
    const int64_t dims[] = {call->arguments[tokens].integer, call->arguments[experts].integer};
    bool drops_rows = call->arguments[drops].integer != 0;
    struct shape shape;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = rows_fit(call, grad, weights, places, dims[drops_rows], dims[0]);
    if (status == ACLNN_SUCCESS && call_tensor(call, map) != NULL)
        status = call_shape_is(call, map, dims, 2, false, "tokens and experts");
    if (status == ACLNN_SUCCESS)
        status = check_same_type(call, by_tokens, grad);
    moe_shape_mapped_gradient(call, grad, tokens, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, by_tokens, true, &shape, false, "a row for each token");
    if (status != ACLNN_SUCCESS || call_tensor(call, weights) == NULL ||
        call_tensor(call, by_weights) == NULL)
        return inner(status);
    status = check_same_type(call, by_weights, weights);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, by_weights, dims, 2, false, "tokens and experts");
    return inner(status);
}

/* ---- Rows combined to tokens ----------------------------------------------------------------- */

static aclnnStatus map_fits(struct call *call, int map, int probs, bool is_read)
{
    aclnnStatus status = moe_check_two_dims(call, probs);
    if (call_tensor(call, probs) == NULL)
        return status;
    if (status == ACLNN_SUCCESS && is_read && call_tensor(call, map) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, map), call_name(call, probs));
    return status == ACLNN_SUCCESS ? check_same_shape(call, probs, map) : status;
}

static aclnnStatus order_fits(struct call *call, int places, int order, int sorted)
{
    aclnnStatus status = check_given(call, order);
    if (status == ACLNN_SUCCESS)
        status = check_given(call, sorted);
    if (status != ACLNN_SUCCESS)
        return ACLNN_ERR_INNER_NULLPTR;
    status = check_same_shape(call, places, order);
    return status == ACLNN_SUCCESS ? check_same_shape(call, places, sorted) : status;
}

aclnnStatus moe_check_restored(struct call *call, int rows, int places, int map, int probs,
                               int padded, int restored, int out, int order, int sorted,
                               int weights)
{
    const struct tensor *w = call_tensor(call, probs);
    bool is_padded = call->arguments[padded].integer != 0;
    struct shape shape;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = map_fits(call, map, probs, !is_padded);
    if (status != ACLNN_SUCCESS)
        return inner(status);
    bool has_shape = moe_shape_restored(call, rows, probs, restored, &shape);
    status = call_shape_follows(call, out, has_shape, &shape, false, "a row for each token");
    if (status != ACLNN_SUCCESS)
        return inner(status);
    if (shape.dims[0] < 1 || (w != NULL && w->dims[1] < 1))
        return inner(call_refuse_shape(call, out, "tokens and experts are required"));
    int64_t step = is_padded ? (w != NULL ? w->dims[1] : 1) : shape.dims[0];
    status = rows_fit(call, rows, rows, places, step, shape.dims[0]);
    if (status == ACLNN_SUCCESS && is_padded)
        status = order_fits(call, places, order, sorted);
    if (status == ACLNN_SUCCESS && w != NULL)
        status = check_same_shape(call, places, weights);
    return inner(status);
}

/* ---- Gradients of combined tokens ------------------------------------------------------------ */

static int64_t whole(int64_t number, int64_t of)
{
    return (number + of - 1) / of * of;
}

/* Whether the buffer has room for a row of the map, its weights, and the places of some tokens. */
static bool map_has_room(const struct call *call, const struct tensor *grad,
                         const struct tensor *probs, int64_t chosen)
{
    int64_t cores = call->soc->vector_cores;
    int64_t size = data_type_bytes(grad->type, 1);
    int64_t tokens = (grad->dims[0] + cores - 1) / cores;
    int64_t places = chosen > 256 ? chosen : least(tokens * chosen, 256 / chosen * chosen);
    int64_t room = (int64_t)call->soc->unified_buffer_bytes -
                   whole(probs->dims[1], 32) * (1 + size) - whole(places, 32 / size) * (size + 8);
    return room >= 6 * size + 12;
}

/* Whether the sums of the pieces of a row, of which the buffer has one at a time, are 512 at most.
 */
static bool columns_have_room(const struct call *call, const struct tensor *grad)
{
    int64_t size = data_type_bytes(grad->type, 1);
    int64_t most = ((int64_t)call->soc->unified_buffer_bytes - 32 - 2048) / (2 * (8 + size));
    int64_t piece = least(whole(grad->dims[1], 32 / size), most / (32 / size) * (32 / size));
    return piece == 0 || (grad->dims[1] + piece - 1) / piece <= 512;
}

static aclnnStatus weights_fit(struct call *call, int grad, int places, int map, int rows,
                               int probs, bool drops)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *w = call_tensor(call, probs);
    int64_t count = call_tensor(call, places)->dims[0];
    const int64_t dims[] = {count, tokens->dims[1]};
    if (call_tensor(call, map) == NULL || call_tensor(call, rows) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is NULL and %s is not; both are required",
                      call_name(call, call_tensor(call, map) == NULL ? map : rows),
                      call_name(call, probs));
    if (w->rank != 2 || w->dims[0] != tokens->dims[0] || w->dims[1] < 1)
        return call_refuse_shape(call, probs, "experts for each token are required");
    aclnnStatus status = check_same_shape(call, map, probs);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, rows, dims, 2, false, "the rows of tokens");
    if (status != ACLNN_SUCCESS)
        return status;
    if (drops)
        return count % w->dims[1] == 0 && count / w->dims[1] <= tokens->dims[0] &&
                       columns_have_room(call, tokens)
                   ? ACLNN_SUCCESS
                   : call_refuse_shape(call, places,
                                       "as many rows for each expert, no more than tokens, are "
                                       "required");
    int64_t chosen = count / tokens->dims[0];
    return chosen >= 1 && chosen <= least(MOE_MOST_CHOSEN, w->dims[1]) &&
                   map_has_room(call, tokens, w, chosen)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, places,
                                   "rows for each token, 512 and as many as experts at most, are "
                                   "required");
}

aclnnStatus moe_check_restored_gradient(struct call *call, int grad, int places, int numbers,
                                        int map, int rows, int probs, int drops, int by_rows,
                                        int by_weights)
{
    const struct tensor *tokens = call_tensor(call, grad);
    bool drops_rows = call->arguments[drops].integer != 0;
    struct shape shape;
    aclnnStatus status = moe_check_two_dims(call, grad);
    if (status == ACLNN_SUCCESS)
        status = moe_check_one_dim(call, places);
    if (status == ACLNN_SUCCESS)
        status = check_same_shape(call, numbers, places);
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t count = call_tensor(call, places)->dims[0];
    if (tokens->dims[0] < 1)
        return call_refuse_shape(call, grad, "tokens are required");
    if (!drops_rows && count % tokens->dims[0] != 0)
        return call_refuse_shape(call, places, "as many rows for each token are required");
    if (call_tensor(call, probs) != NULL)
        status = weights_fit(call, grad, places, map, rows, probs, drops_rows);
    moe_shape_restored_rows(call, grad, places, &shape);
    if (status == ACLNN_SUCCESS)
        status = call_shape_follows(call, by_rows, true, &shape, false, "the rows of tokens");
    if (status == ACLNN_SUCCESS && call_tensor(call, probs) != NULL &&
        call_tensor(call, by_weights) != NULL)
        status = check_same_shape(call, by_weights, probs);
    return status;
}
