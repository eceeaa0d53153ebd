/* SPDX-License-Identifier: Apache-2.0 */
/* The mixture of experts: shapes of results. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/moe.h"
#include "ops/common/shape.h"
#include "ops/moe/moe.h"
#include "ops/moe/routed_product.h"
#include "ops/quant/mx.h"

/* ---- Expanded rows --------------------------------------------------------------------------- */

/* As many rows as are sorted, or a part of them: 0 and less count from the end. */
static int64_t part_of(int64_t rows, int64_t wanted)
{
    int64_t part = wanted <= 0 ? shape_sum(wanted, rows) : wanted;
    return shape_larger(shape_smaller(part, rows), 0);
}

/* A row for each expert that a token has chosen. */
bool moe_shape_permuted(const struct call *call, int tokens, int indices, int wanted,
                        struct shape *shape)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *experts = call_tensor(call, indices);
    if (from->rank == 0)
        return false;
    shape_copy(shape, from);
    shape->dims[0] = part_of(shape_count(experts->dims, experts->rank),
                             shape_integer(call, wanted));
    return true;
}

/* A place for each row. */
bool moe_shape_places(const struct call *call, int indices, struct shape *shape)
{
    const struct tensor *experts = call_tensor(call, indices);
    return shape_line(shape, shape_count(experts->dims, experts->rank));
}

/* What quantMode makes of rows, ACL_DT_UNDEFINED where it leaves them as they are. */
static aclDataType permuted_type(const struct call *call, int mode)
{
    return call_is_on_950(call) ? moe_quantised_type(shape_integer(call, mode)) : ACL_DT_UNDEFINED;
}

/* float8 or float4 where rows are quantised. */
aclDataType moe_shape_permuted_type(const struct call *call, int tokens, int mode)
{
    aclDataType type = permuted_type(call, mode);
    return type != ACL_DT_UNDEFINED ? type : call_type(call, tokens);
}

aclDataType moe_shape_permuted_scale_type(const struct call *call, int mode)
{
    return permuted_type(call, mode) != ACL_DT_UNDEFINED ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
}

/* The scales of quantised rows; otherwise one number, as CANN wants a tensor all the same. */
bool moe_shape_permuted_scales(const struct call *call, int tokens, int indices, int wanted,
                               int mode, struct shape *shape)
{
    struct shape rows;
    aclDataType type = permuted_type(call, mode);
    if (type == ACL_DT_UNDEFINED)
        return shape_none(shape);
    if (!moe_shape_permuted(call, tokens, indices, wanted, &rows) || rows.rank != 2)
        return false;
    shape->rank = moe_dims_of_scales(rows.dims[0], rows.dims[1], type, shape->dims);
    return true;
}

/* The rows, or so many for each expert where rows are dropped. */
bool moe_shape_expanded(const struct call *call, int x, int experts, int active, int capacity,
                        int expert_num, int mode, struct shape *shape)
{
    const struct tensor *from = call_tensor(call, x);
    if (from->rank != 2)
        return false;
    if (shape_integer(call, mode) == 0)
        return moe_shape_permuted(call, x, experts, active, shape);
    shape->rank = 0;
    shape_push(shape, shape_integer(call, expert_num));
    shape_push(shape, shape_integer(call, capacity));
    shape_push(shape, from->dims[1]);
    return true;
}

/* A count for each expert where rows are not dropped and counts are wanted. */
bool moe_shape_counts(const struct call *call, int expert_num, int mode, int flag,
                      struct shape *shape)
{
    return shape_integer(call, mode) == 0 && shape_integer(call, flag) > 0
               ? shape_line(shape, shape_integer(call, expert_num))
               : shape_absent(shape);
}

/* A count for each expert where rows are dropped and counts are wanted. */
bool moe_shape_counts_before(const struct call *call, int expert_num, int mode, int flag,
                             struct shape *shape)
{
    return shape_integer(call, mode) == 1 && shape_integer(call, flag) != 0
               ? shape_line(shape, shape_integer(call, expert_num))
               : shape_absent(shape);
}

/* A scale for each row, where rows are quantised by scales of their own. */
bool moe_shape_row_scales(const struct call *call, int x, int experts, int active, int capacity,
                          int expert_num, int mode, int quant_mode, struct shape *shape)
{
    struct shape rows;
    if (shape_integer(call, quant_mode) != 1)
        return shape_absent(shape);
    return moe_shape_expanded(call, x, experts, active, capacity, expert_num, mode, &rows) &&
           shape_line(shape, shape_count(rows.dims, rows.rank - 1));
}

/* The rows of so many tokens. */
bool moe_shape_numbered(const struct call *call, int x, int experts, int active,
                        struct shape *shape)
{
    const struct tensor *from = call_tensor(call, x);
    const struct tensor *chosen = call_tensor(call, experts);
    if (from->rank != 2 || chosen->rank != 2)
        return false;
    int64_t tokens = shape_larger(shape_smaller(chosen->dims[0], shape_integer(call, active)), 0);
    return shape_pair(shape, tokens * chosen->dims[1], from->dims[1]);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

/* A token for so many places. */
bool moe_shape_token_gradient(const struct call *call, int grad, int places, int chosen,
                              struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    if (rows->rank < 2 || sorted->rank != 1)
        return false;
    return shape_pair(shape, shape_quotient(sorted->dims[0], shape_integer(call, chosen)),
                      rows->dims[rows->rank - 1]);
}

/* A token for the weights of its experts; without weights each token has one expert. */
bool moe_shape_combined(const struct call *call, int rows, int places, int weights,
                        struct shape *shape)
{
    const struct tensor *from = call_tensor(call, rows);
    const struct tensor *sorted = call_tensor(call, places);
    const struct tensor *w = call_tensor(call, weights);
    if (from->rank < 2 || sorted->rank != 1 || (w != NULL && w->rank != 2))
        return false;
    return shape_pair(shape, w != NULL ? w->dims[0] : sorted->dims[0], from->dims[from->rank - 1]);
}

bool moe_shape_finalized(const struct call *call, int rows, int places, int weights, int k,
                         struct shape *shape)
{
    int64_t chosen = moe_special_chosen(call, weights, k);
    bool has_shape = moe_shape_combined(call, rows, places, weights, shape);
    if (!has_shape || chosen < 1)
        return false;
    if (call_tensor(call, weights) == NULL)
        shape->dims[0] /= chosen;
    return true;
}

/* The gradient of weights; without weights one number, which CANN wants a tensor for all the same.
 */
bool moe_shape_of_weights(const struct call *call, int weights, struct shape *shape)
{
    const struct tensor *w = call_tensor(call, weights);
    shape->rank = 0;
    return w == NULL || shape_copy(shape, w);
}

/* The type of the weights, or of the rows where there are none. */
aclDataType moe_shape_type_of_weights(const struct call *call, int weights, int rows)
{
    return call_type(call, call_tensor(call, weights) != NULL ? weights : rows);
}

/* The rows of which tokens were combined. */
bool moe_shape_combined_rows(const struct call *call, int grad, int places, int active,
                             int expert_num, int capacity, int mode, struct shape *shape)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    int64_t most = shape_integer(call, active);
    if (tokens->rank != 2 || sorted->rank != 1)
        return false;
    if (shape_integer(call, mode) == 0)
        return shape_pair(shape, most > 0 && most < sorted->dims[0] ? most : sorted->dims[0],
                          tokens->dims[1]);
    shape->rank = 0;
    shape_push(shape, shape_integer(call, expert_num));
    shape_push(shape, shape_integer(call, capacity));
    shape_push(shape, tokens->dims[1]);
    return true;
}

/* The rows of a range of places; without one as many as are wanted. */
bool moe_shape_permuted_range(const struct call *call, int tokens, int indices, int range,
                              int wanted, struct shape *shape)
{
    const struct tensor *from = call_tensor(call, tokens);
    const struct tensor *experts = call_tensor(call, indices);
    struct shape_numbers ends = shape_numbers(call, range);
    if (from->rank == 0 || (ends.each != NULL && ends.count != 2))
        return false;
    int64_t count = ends.count == 2 ? shape_difference(ends.each[1], ends.each[0])
                                    : shape_integer(call, wanted);
    shape_copy(shape, from);
    shape->dims[0] = part_of(shape_count(experts->dims, experts->rank), count);
    return true;
}

/* A weight for each of these rows, where there are weights; otherwise one number, which CANN wants
 * a tensor for all the same. */
bool moe_shape_permuted_probs(const struct call *call, int probs, int tokens, int indices,
                              int range, int wanted, struct shape *shape)
{
    struct shape rows;
    if (call_tensor(call, probs) == NULL)
        return shape_none(shape);
    return moe_shape_permuted_range(call, tokens, indices, range, wanted, &rows) &&
           shape_line(shape, rows.dims[0]);
}

/* A weight for each expert of a token, where there are weights of rows; otherwise one number. */
bool moe_shape_chosen_weights(const struct call *call, int weights, int places, int chosen,
                              struct shape *shape)
{
    const struct tensor *sorted = call_tensor(call, places);
    int64_t k = shape_integer(call, chosen);
    if (call_tensor(call, weights) == NULL)
        return shape_none(shape);
    return sorted->rank == 1 && shape_pair(shape, shape_quotient(sorted->dims[0], k), k);
}

/* A token for the weights of its experts, or for so many places. */
bool moe_shape_combined_range(const struct call *call, int rows, int places, int weights,
                              int chosen, struct shape *shape)
{
    return call_tensor(call, weights) != NULL
               ? moe_shape_combined(call, rows, places, weights, shape)
               : moe_shape_token_gradient(call, rows, places, chosen, shape);
}

/* The rows that are given, or those of the range. */
bool moe_shape_range_rows(const struct call *call, int rows, int grad, int places, int range,
                          struct shape *shape)
{
    const struct tensor *from = call_tensor(call, rows);
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    if (from != NULL)
        return shape_copy(shape, from);
    if (tokens->rank != 2 || sorted->rank != 1)
        return false;
    struct moe_bounds kept = moe_wrapped_range(call->arguments[range].array, sorted->dims[0]);
    return shape_pair(shape, shape_larger(kept.past - kept.first, 0), tokens->dims[1]);
}

/* ---- Chosen experts -------------------------------------------------------------------------- */

/* So many experts of each token. */
bool moe_shape_chosen(const struct call *call, int x, int k, struct shape *shape)
{
    const struct tensor *scores = call_tensor(call, x);
    if (scores->rank != 2)
        return false;
    return shape_pair(shape, scores->dims[0], shape_integer(call, k));
}

/* ---- Rows by a map --------------------------------------------------------------------------- */

/* As many rows as each token, or with dropping each expert, has the same number of. */
static bool mapped_rows(const struct call *call, int map, int wanted, int drops, int64_t *rows)
{
    const struct tensor *marks = call_tensor(call, map);
    if (marks->rank != 2)
        return false;
    int64_t step = marks->dims[shape_integer(call, drops) != 0];
    step = step > 0 ? step : 1;
    *rows = shape_integer(call, wanted) / step * step;
    return true;
}

/* A number for each row. */
bool moe_shape_mapped(const struct call *call, int map, int wanted, int drops, struct shape *shape)
{
    int64_t rows = 0;
    return mapped_rows(call, map, wanted, drops, &rows) && shape_line(shape, rows);
}

/* The same as moe_shape_mapped where there are weights; otherwise none. */
bool moe_shape_mapped_weights(const struct call *call, int weights, int map, int wanted, int drops,
                              struct shape *shape)
{
    return call_tensor(call, weights) == NULL ? shape_absent(shape)
                                              : moe_shape_mapped(call, map, wanted, drops, shape);
}

/* The rows of tokens. */
bool moe_shape_mapped_tokens(const struct call *call, int tokens, int map, int wanted, int drops,
                             struct shape *shape)
{
    int64_t rows = 0;
    const struct tensor *from = call_tensor(call, tokens);
    return from->rank == 2 && mapped_rows(call, map, wanted, drops, &rows) &&
           shape_pair(shape, rows, from->dims[1]);
}

/* The gradient of tokens, so many of them. */
bool moe_shape_mapped_gradient(const struct call *call, int grad, int tokens, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, grad);
    return rows->rank == 2 && shape_pair(shape, shape_integer(call, tokens), rows->dims[1]);
}

/* The gradient of weights, where there is one of rows. */
bool moe_shape_map_gradient(const struct call *call, int weights, int tokens, int experts,
                            struct shape *shape)
{
    return call_tensor(call, weights) == NULL
               ? shape_absent(shape)
               : shape_pair(shape, shape_integer(call, tokens), shape_integer(call, experts));
}

/* The tokens that rows are combined to: as many as have weights, or as a shape says. */
bool moe_shape_restored(const struct call *call, int rows, int weights, int restored,
                        struct shape *shape)
{
    const struct tensor *from = call_tensor(call, rows);
    const struct tensor *w = call_tensor(call, weights);
    struct shape_numbers numbers = shape_numbers(call, restored);
    if (from->rank != 2 || (w != NULL ? w->rank != 2 : numbers.count != 2))
        return false;
    return shape_pair(shape, w != NULL ? w->dims[0] : numbers.each[0], from->dims[1]);
}

/* A weight for each row, where there are weights. */
bool moe_shape_row_weights(const struct call *call, int weights, int places, struct shape *shape)
{
    return call_tensor(call, weights) == NULL ? shape_absent(shape)
                                              : shape_copy(shape, call_tensor(call, places));
}

/* The rows that tokens were combined from. */
bool moe_shape_restored_rows(const struct call *call, int grad, int places, struct shape *shape)
{
    const struct tensor *tokens = call_tensor(call, grad);
    const struct tensor *sorted = call_tensor(call, places);
    return tokens->rank == 2 && sorted->rank == 1 &&
           shape_pair(shape, sorted->dims[0], tokens->dims[1]);
}

/* ---- Rows of a range of experts -------------------------------------------------------------- */

/* A count for each expert of the range, or a pair for each of all. */
bool moe_shape_range_counts(const struct call *call, int expert_num, int type, int range,
                            struct shape *shape)
{
    struct shape_numbers ends = shape_numbers(call, range);
    if (shape_integer(call, type) == 2)
        return shape_pair(shape, shape_integer(call, expert_num), 2);
    return ends.count == 2 && shape_line(shape, shape_difference(ends.each[1], ends.each[0]));
}

/* A row for each expert of each token, or so many for each expert where rows are dropped. */
bool moe_shape_routed_rows(const struct call *call, int x, int experts, int capacity,
                           int expert_num, int mode, struct shape *shape)
{
    const struct tensor *from = call_tensor(call, x);
    const struct tensor *chosen = call_tensor(call, experts);
    if (from->rank != 2)
        return false;
    if (shape_integer(call, mode) == 0)
        return shape_pair(shape, shape_count(chosen->dims, chosen->rank), from->dims[1]);
    shape->rank = 0;
    shape_push(shape, shape_integer(call, expert_num));
    shape_push(shape, shape_integer(call, capacity));
    shape_push(shape, from->dims[1]);
    return true;
}

/* What rows become by quantMode. */
aclDataType moe_shape_maybe_quantised(const struct call *call, int x, int mode)
{
    return moe_routing_type(call_type(call, x), shape_integer(call, mode));
}

/* A scale for each row, or powers of two for the pairs of blocks of each. */
bool moe_shape_routed_scales(const struct call *call, int x, int experts, int scale, int capacity,
                             int expert_num, int drop_mode, int mode, struct shape *shape)
{
    struct shape rows;
    int64_t how = shape_integer(call, mode);
    bool is_float4 = how == ROUTED_FLOAT4;
    bool moves_powers = how == ROUTED_MOVED && call_tensor(call, scale) != NULL &&
                        call_type(call, scale) == ACL_FLOAT8_E8M0;
    if (!moe_shape_routed_rows(call, x, experts, capacity, expert_num, drop_mode, &rows))
        return false;
    int64_t count = shape_count(rows.dims, rows.rank - 1);
    int64_t columns = rows.dims[rows.rank - 1];
    if (moe_routing_has_groups(how) && !moe_routing_has_pairs(how))
        return shape_pair(shape, count, moe_routing_groups(columns, how));
    if (moe_routing_has_pairs(how)) {
        if (!shape_pair(shape, count, moe_routing_groups(columns, how) / 2))
            return false;
        shape_push(shape, 2);
        return true;
    }
    if (!moves_powers && !moe_routing_has_blocks(how))
        return shape_line(shape, count);
    int64_t pairs = shape_quotient_up(columns, 2 * QUANT_MX_BLOCK);
    if (!shape_pair(shape, count, is_float4 || moves_powers ? pairs : 2 * pairs))
        return false;
    if (is_float4 || moves_powers)
        shape_push(shape, 2);
    return true;
}

aclDataType moe_shape_routed_scale_type(const struct call *call, int scale, int mode)
{
    int64_t how = shape_integer(call, mode);
    bool moves_powers = how == ROUTED_MOVED && call_tensor(call, scale) != NULL &&
                        call_type(call, scale) == ACL_FLOAT8_E8M0;
    return moves_powers || moe_routing_has_blocks(how) ? ACL_FLOAT8_E8M0 : ACL_FLOAT;
}

/* The rows of x, the most that there may be, and the columns of the matrices. */
bool moe_shape_routed_product(const struct call *call, int x, int weight, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, x);
    const struct tensor *matrices = call_tensor(call, weight);
    if (rows == NULL || matrices == NULL || rows->rank != 2 || matrices->rank != 3)
        return false;
    const struct routed_product r = moe_read_routed_product(call);
    return shape_pair(shape, rows->dims[0],
                      r.is_new && (r.is_fractal || r.tuning >= 0) ? moe_routed_matrices(&r).columns
                                                                  : moe_routed_columns(matrices));
}

/* k numbers for each row. */
bool moe_shape_softmax_chosen(const struct call *call, int x, int k, struct shape *shape)
{
    const struct tensor *scores = call_tensor(call, x);
    if (scores->rank < 1)
        return false;
    shape_copy(shape, scores);
    shape->dims[shape->rank - 1] = shape_integer(call, k);
    return true;
}

/* A number for each score, where it is asked for, and softmax is of them all. */
bool moe_shape_softmax_result(const struct call *call, int x, int renorm, int wanted,
                              struct shape *shape)
{
    return shape_integer(call, renorm) == 0 && shape_integer(call, wanted) != 0
               ? shape_copy(shape, call_tensor(call, x))
               : shape_absent(shape);
}

/* ---- FFN ------------------------------------------------------------------------------------- */

aclDataType moe_shape_ffn_type(const struct call *call, int x, int scale)
{
    const struct tensor *factors = call_tensor(call, scale);
    aclDataType type = call_tensor(call, x)->type;
    if (type != ACL_INT8)
        return type;
    return factors != NULL && factors->type == ACL_BF16 ? ACL_BF16 : ACL_FLOAT16;
}
