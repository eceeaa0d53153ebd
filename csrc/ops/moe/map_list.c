/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens by a map of tokens and experts: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/common.h"
#include "declared/index.h"
#include "declared/moe.h"
#include "declared/binary.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/index/rows.h"
#include "ops/moe/lists.h"
#include "ops/sort/sort.h"
#include "workspace/l0_operators.h"

/* Four numbers for each row that is sorted, with dropping on each core, and two words for each
 * core. */
static uint64_t permute_bytes(const struct l0_list *list, int64_t tokens, int64_t rows, bool drops)
{
    uint64_t cores = list->soc->vector_cores;
    uint64_t sorted = drops ? cores * (uint64_t)tokens : (uint64_t)rows;
    return L0_SYSTEM_WORKSPACE + 16 * sorted + 64 * cores;
}

/* For the size alone: the work reads the map as it lies. */
static int launch_transposed(struct l0_list *list, int tensor)
{
    static const int64_t order[] = {1, 0};
    return tensor == L0_NONE ? L0_NONE : list_launch_transpose(list, tensor, order);
}

/* What CANN's operator makes in place of a result that a call does not have: no element. */
static int nothing(struct l0_list *list)
{
    return l0_new_shaped(list, "nothing", ACL_FLOAT, (const int64_t[]){0}, 1);
}

static void map_rows(struct l0_list *list, int map, struct moe_mapping mapping, const int *found)
{
    struct moe_mapping *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL)
        return;
    *attributes = mapping;
    l0_step(list, L0_STEP_APPLY, &l0_MoeMapRows, &map, 1, found, 3, attributes);
}

void moe_list_token_permute_with_routing_map(struct l0_list *list, int tokens, int routingMap,
                                             int probsOptional, bool dropAndPad,
                                             int permuteTokensOut, int permuteProbsOutOptional,
                                             int sortedIndicesOut)
{
    int x = moe_dense(list, tokens);
    int map = moe_dense(list, routingMap);
    int launched_map = launch_transposed(list, map);
    int probs = moe_dense(list, probsOptional);
    int launched_probs = launch_transposed(list, probs);
    if (list->status != ACLNN_SUCCESS || x == L0_NONE || map == L0_NONE)
        return;
    const struct l0_tensor marks = list->tensors[map];
    int64_t rows = list->tensors[sortedIndicesOut].dims[0];
    const int found[] = {moe_like(list, "places", sortedIndicesOut),
                         l0_new_shaped(list, "tokens of rows", ACL_INT32, &rows, 1),
                         l0_new_shaped(list, "elements of rows", ACL_INT64, &rows, 1)};
    const int permuted = moe_like(list, "rows", permuteTokensOut);
    const int weights = probs == L0_NONE ? L0_NONE
                                         : moe_like(list, "weights", permuteProbsOutOptional);
    const int made[] = {dropAndPad ? nothing(list) : permuted,
                        weights == L0_NONE ? nothing(list) : weights, found[0]};
    if (list->status != ACLNN_SUCCESS)
        return;
    moe_launch(list, &l0_MoeTokenPermuteWithRoutingMap,
               (const int[]){x, launched_map, launched_probs}, 3, made, 3);
    l0_kernel_workspace(list, permute_bytes(list, marks.dims[0], rows, dropAndPad));
    map_rows(list, map,
             (struct moe_mapping){rows / marks.dims[0], dropAndPad ? rows / marks.dims[1] : 0},
             found);
    l0_view_copy(list, found[0], sortedIndicesOut);
    moe_return(list, weights, permuteProbsOutOptional);
    if (dropAndPad)
        moe_launch(list, &l0_GatherV3, (const int[]){x, found[0]}, 2, &permuted, 1);
    moe_return(list, permuted, permuteTokensOut);
    if (probs != L0_NONE)
        list_store_reshaped(list, moe_take_elements(list, probs, found[2]),
                            permuteProbsOutOptional);
    list_store_reshaped(list,
                        moe_take_rows(list, x, found[1], rows, (struct moe_taking){.chosen = 1}),
                        permuteTokensOut);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The element of the map that each row is of. */
static int elements_of_rows(struct l0_list *list, int map, int places, int64_t tokens,
                            int64_t experts, bool drops)
{
    struct moe_mapping *attributes = l0_take(list, sizeof *attributes);
    int64_t rows = list->tensors[places].elements;
    const int found[] = {l0_new_shaped(list, "places", ACL_INT32, &rows, 1),
                         l0_new_shaped(list, "tokens of rows", ACL_INT32, &rows, 1),
                         l0_new_shaped(list, "elements of rows", ACL_INT64, &rows, 1)};
    if (attributes == NULL || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    *attributes = (struct moe_mapping){experts, rows / experts};
    if (drops)
        l0_step(list, L0_STEP_APPLY, &l0_MoeSlotElements, &places, 1, &found[2], 1, attributes);
    else
        map_rows(list, map, (struct moe_mapping){rows / tokens, 0}, found);
    return found[2];
}

/* The sorted numbers of tokens, and where each was; L0_NONE for both where they are not sorted. */
struct ordered {
    int tokens;
    int positions;
};

/* CANN sorts the numbers as if they were float32, whose sequence is the same. */
static struct ordered launch_order(struct l0_list *list, int tokens)
{
    struct ordered order = {L0_NONE, L0_NONE};
    order.tokens = sort_list_indices(list, l0_view(list, tokens, ACL_FLOAT), &order.positions);
    if (order.tokens == L0_NONE)
        return order;
    order.tokens = l0_view(list, order.tokens, ACL_INT32);
    return order;
}

static bool is_half(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].type != ACL_FLOAT;
}

/* Adds rows to those of the tokens that are named; of halves they are added in the order of the
 * tokens. The operators change zeros, `sums`; the steps store the result. */
static void add_rows(struct l0_list *list, int sums, int rows, int tokens, struct ordered order,
                     int out)
{
    if (list->status != ACLNN_SUCCESS || rows == L0_NONE)
        return;
    if (is_half(list, sums))
        l0_launch_row(list, &l0_InplaceIndexAddWithSorted,
                      (const int[]){sums, rows, order.tokens, order.positions}, 4, 0, &sums, 1,
                      NULL);
    else
        l0_launch_row(list, &l0_InplaceIndexAdd, (const int[]){sums, tokens, rows}, 3, 0, &sums, 1,
                      NULL);
    int zeros = moe_like(list, "zeros", sums);
    int value = list_constant(list, "value", 0, list->tensors[sums].type);
    l0_step(list, L0_STEP_APPLY, &l0_Fill, &value, 1, &zeros, 1, NULL);
    index_list_step_add(list, zeros, tokens, rows, out);
}

/* What the gradients of a call are made from, and the caller's results. */
struct map_gradient {
    int rows;
    int weights; /* L0_NONE where there are none, or their gradient is not wanted */
    int places;
    int map;
    int64_t tokens;
    int64_t experts;
    int by_tokens;
    int by_weights;
};

/* A dense tensor of zeros like the caller's, for the size alone. */
static int launch_zeros(struct l0_list *list, int out)
{
    return out == L0_NONE ? L0_NONE : l0_zeros_like(list, l0_contiguous(list, out));
}

/* The gradient of weights is scattered into a map that lies by experts. */
static int launch_scattered(struct l0_list *list, const struct map_gradient *g, int zeros)
{
    int target = launch_transposed(list, zeros);
    int marks = launch_transposed(list, l0_launch_cast(list, g->map, ACL_BOOL));
    if (target == L0_NONE || marks == L0_NONE)
        return L0_NONE;
    int scattered = l0_new_shaped(list, "scattered", list->tensors[target].type,
                                  list->tensors[target].dims, 2);
    l0_launch_row(list, &l0_MaskedScatter, (const int[]){target, marks, g->weights}, 3, 0,
                  &scattered, 1, NULL);
    return launch_transposed(list, scattered);
}

static void weight_gradient(struct l0_list *list, const struct map_gradient *g, bool drops)
{
    int elements = elements_of_rows(list, g->map, g->places, g->tokens, g->experts, drops);
    list_store_reshaped(list, moe_put_elements(list, g->weights, elements, g->tokens * g->experts),
                        g->by_weights);
}

static void gradients_of_all(struct l0_list *list, const struct map_gradient *g, int sums,
                             int zeros)
{
    int64_t chosen = list->tensors[g->places].elements / g->tokens;
    moe_launch(list, &l0_MoeTokenPermuteWithRoutingMapGrad,
               (const int[]){g->rows, g->weights, g->places, g->map}, 4, &sums, 1);
    int taken = moe_take_rows(list, g->rows, g->places, g->tokens,
                              (struct moe_taking){.chosen = chosen});
    list_store_reshaped(
        list, moe_fold(list, &l0_MoeSumRows, &taken, 1, 1, list->tensors[sums].type), g->by_tokens);
    moe_return(list, sums, g->by_tokens);
    if (zeros == L0_NONE)
        return;
    moe_return(list, launch_scattered(list, g, zeros), g->by_weights);
    weight_gradient(list, g, false);
}

static void gradients_with_drops(struct l0_list *list, const struct map_gradient *g, int sums,
                                 int zeros)
{
    if (zeros != L0_NONE) {
        moe_launch(list, &l0_MoeTokenPermuteWithRoutingMapGrad,
                   (const int[]){g->rows, g->weights, g->places, g->map}, 4,
                   (const int[]){sums, zeros}, 2);
        moe_return(list, zeros, g->by_weights);
        weight_gradient(list, g, true);
    }
    struct ordered order = {L0_NONE, L0_NONE};
    if (is_half(list, sums))
        order = launch_order(list, g->places);
    add_rows(list, sums, g->rows, g->places, order, g->by_tokens);
    moe_return(list, sums, g->by_tokens);
}

void moe_list_token_permute_with_routing_map_grad(struct l0_list *list, int tokenGrad,
                                                  int probsGrad, int sortedIndices, int routingMap,
                                                  int64_t numExperts, int64_t tokensNum,
                                                  bool dropAndPad, int tokensGradOut,
                                                  int probsGradOut)
{
    struct map_gradient g = {.tokens = tokensNum,
                             .experts = numExperts,
                             .by_tokens = tokensGradOut,
                             .by_weights = probsGrad == L0_NONE ? L0_NONE : probsGradOut};
    g.rows = moe_dense(list, tokenGrad);
    g.weights = moe_dense(list, probsGrad);
    int sums = launch_zeros(list, g.by_tokens);
    int zeros = launch_zeros(list, g.by_weights);
    g.places = moe_dense(list, sortedIndices);
    g.map = moe_dense(list, routingMap);
    if (list->status != ACLNN_SUCCESS || sums == L0_NONE)
        return;
    if (dropAndPad)
        gradients_with_drops(list, &g, sums, zeros);
    else
        gradients_of_all(list, &g, sums, zeros);
}

/* ---- Rows combined to tokens ----------------------------------------------------------------- */

/* What a call combines: dense tensors, L0_NONE for what is not given; and what its kernel makes. */
struct mapped {
    int rows;
    int places;
    int map;
    int probs;
    bool drops;
    int sums;
    int weights; /* L0_NONE without probs */
    int numbers; /* the weights again, which the work finds, as [rows, 1]; without dropping those of
                  * the places, else those of the rows */
};

static void launch_combined(struct l0_list *list, const struct mapped *m)
{
    int64_t rows = list->tensors[m->places].elements;
    const int made[] = {m->sums, l0_new_shaped(list, "order", ACL_INT32, &rows, 1),
                        l0_new_shaped(list, "sorted", ACL_INT32, &rows, 1),
                        m->weights == L0_NONE ? nothing(list) : m->weights};
    moe_launch(list, &l0_MoeTokenUnpermuteWithRoutingMap,
               (const int[]){m->rows, m->places, m->map, m->probs}, 4, made, 4);
    l0_kernel_workspace(list, m->drops ? L0_SYSTEM_WORKSPACE : 2 * L0_SYSTEM_WORKSPACE);
}

/* The element of the map that each place is of: CANN's kernel selects weights by token. */
static int elements_of_places(struct l0_list *list, int map, int places, int64_t tokens)
{
    int64_t rows = list->tensors[places].elements;
    const int found[] = {l0_new_shaped(list, "places", ACL_INT32, &rows, 1),
                         l0_new_shaped(list, "tokens of rows", ACL_INT32, &rows, 1),
                         l0_new_shaped(list, "elements of rows", ACL_INT64, &rows, 1)};
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    map_rows(list, map, (struct moe_mapping){rows / tokens, 0}, found);
    return moe_take_elements(list, found[2], found[0]);
}

static int find_weights(struct l0_list *list, const struct mapped *m)
{
    const struct l0_tensor probs = list->tensors[m->probs];
    int elements = m->drops ? elements_of_rows(list, m->map, m->places, probs.dims[0],
                                               probs.dims[1], true)
                            : elements_of_places(list, m->map, m->places, probs.dims[0]);
    return moe_take_elements(list, m->probs, elements);
}

/* The rows times their weights. */
static int weighted(struct l0_list *list, const struct mapped *m)
{
    const struct l0_tensor like = list->tensors[m->rows];
    if (m->weights == L0_NONE)
        return m->rows;
    int rows = l0_new_shaped(list, "weighted", like.type, like.dims, 2);
    if (rows == L0_NONE || m->numbers == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_Mul, (const int[]){m->rows, m->weights}, 2, 0, &rows, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_MoeGradOfRows, (const int[]){m->rows, m->numbers}, 2, &rows, 1,
            NULL);
    return rows;
}

/* The work of the sort, whose results are the caller's. */
static void order_rows(struct l0_list *list, int places, const int *outs)
{
    const int made[] = {moe_like(list, "order", outs[1]), moe_like(list, "sorted", outs[2])};
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeOrderOfRows, &places, 1, made, 2, NULL);
    list_store_reshaped(list, made[0], outs[1]);
    list_store_reshaped(list, made[1], outs[2]);
}

static void combine_with_drops(struct l0_list *list, const struct mapped *m, const int *outs)
{
    int rows = weighted(list, m);
    int sums = launch_zeros(list, outs[0]);
    struct ordered order = launch_order(list, m->places);
    if (list->status != ACLNN_SUCCESS)
        return;
    add_rows(list, sums, rows, m->places, order, outs[0]);
    moe_return(list, m->weights, outs[3]);
    moe_return(list, order.positions, outs[1]);
    moe_return(list, order.tokens, outs[2]);
    moe_return(list, sums, outs[0]);
    list_store_reshaped(list, m->numbers, outs[3]);
    order_rows(list, m->places, outs);
}

static int three_dims(struct l0_list *list, int rows, int64_t chosen)
{
    const struct l0_tensor t = list->tensors[rows];
    return rows == L0_NONE
               ? L0_NONE
               : l0_reshape(list, rows, (const int64_t[]){t.dims[0] / chosen, chosen, t.dims[1]},
                            3);
}

static void combine_all(struct l0_list *list, const struct mapped *m, const int *outs)
{
    const struct l0_tensor tokens = list->tensors[outs[0]];
    const struct moe_taking taking = {.chosen = list->tensors[m->places].elements / tokens.dims[0]};
    const int inputs[] = {
        moe_take_rows(list, m->rows, m->places, tokens.dims[0], taking),
        list_number_of(list, 0),
        m->weights == L0_NONE ? list_number_of(list, 1)
                              : three_dims(list, m->numbers, taking.chosen),
    };
    moe_return(list, m->sums, outs[0]);
    moe_return(list, m->weights, outs[3]);
    list_store_reshaped(list, moe_fold(list, &l0_MoeWeighRows, inputs, 3, 1, tokens.type), outs[0]);
    list_store_reshaped(list, m->numbers, outs[3]);
}

void moe_list_token_unpermute_with_routing_map(struct l0_list *list, int permutedTokens,
                                               int sortedIndices, int routingMap, int probs,
                                               bool paddedMode, int unpermutedTokens, int outIndex,
                                               int permuteTokenId, int permuteProbs)
{
    const int outs[] = {unpermutedTokens, outIndex, permuteTokenId, permuteProbs};
    struct mapped m = {moe_dense(list, permutedTokens),
                       moe_dense(list, sortedIndices),
                       moe_dense(list, routingMap),
                       moe_dense(list, probs),
                       paddedMode,
                       moe_like(list, "tokens", unpermutedTokens),
                       L0_NONE,
                       L0_NONE};
    if (list->status != ACLNN_SUCCESS || m.rows == L0_NONE || m.places == L0_NONE)
        return;
    const struct l0_tensor places = list->tensors[m.places];
    if (m.probs != L0_NONE)
        m.weights = l0_new_shaped(list, "weights", list->tensors[m.probs].type, places.dims, 1);
    if (!paddedMode || m.probs != L0_NONE)
        launch_combined(list, &m);
    if (m.probs != L0_NONE)
        m.numbers = find_weights(list, &m);
    if (paddedMode)
        combine_with_drops(list, &m, outs);
    else
        combine_all(list, &m, outs);
}

/* ---- Gradients of combined tokens ------------------------------------------------------------ */

/* Dense tensors, L0_NONE for what is not given. */
struct restored_gradient {
    int grad;    /* [tokens, columns] */
    int places;  /* the row of each of them that were combined */
    int numbers; /* with dropping their tokens */
    int map;
    int rows;
    int probs;
    int by_rows; /* what the kernel makes */
};

/* What weights count: rows, the gradient of their tokens and the elements of the map, all of
 * [a, b], of which the gradient may be [a, 1]. */
struct weighted_rows {
    int rows;
    int grad;
    int elements;
};

/* Rows of the gradient times their weights, as rows. */
static int weighted_gradient(struct l0_list *list, const struct restored_gradient *g,
                             const struct weighted_rows *w)
{
    const struct l0_tensor like = list->tensors[w->rows];
    int weights = moe_take_elements(list, g->probs, w->elements);
    int products = l0_new_shaped(list, "products", like.type, like.dims, 3);
    if (weights == L0_NONE || products == L0_NONE)
        return L0_NONE;
    weights = l0_reshape(list, weights, (const int64_t[]){like.dims[0], like.dims[1], 1}, 3);
    if (weights == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MoeGradOfRows, (const int[]){w->grad, weights}, 2, &products,
            1, NULL);
    return moe_as_rows(list, products);
}

static void store_weight_gradient(struct l0_list *list, const struct restored_gradient *g,
                                  const struct weighted_rows *w, int out)
{
    if (out == L0_NONE)
        return;
    const struct l0_tensor probs = list->tensors[g->probs];
    const int inputs[] = {w->rows, list_number_of(list, 0), w->grad};
    int sums = moe_fold(list, &l0_MoeGradOfWeights, inputs, 3, 2, probs.type);
    list_store_reshaped(list, moe_put_elements(list, sums, w->elements, (int64_t)probs.elements),
                        out);
}

static void by_token(struct l0_list *list, const struct restored_gradient *g, const int *outs)
{
    int64_t rows = list->tensors[g->places].elements;
    int64_t tokens = list->tensors[g->grad].dims[0];
    const struct weighted_rows w = {
        .rows = moe_take_rows(list, g->rows, g->places, tokens,
                              (struct moe_taking){.chosen = rows / tokens}),
        .grad = three_dims(list, g->grad, 1),
        .elements = elements_of_places(list, g->map, g->places, tokens),
    };
    if (list->status != ACLNN_SUCCESS)
        return;
    moe_put_rows(list, weighted_gradient(list, g, &w), g->places, 1, g->by_rows);
    list_store_reshaped(list, g->by_rows, outs[0]);
    store_weight_gradient(list, g, &w, outs[1]);
}

static void by_slot(struct l0_list *list, const struct restored_gradient *g, const int *outs)
{
    const struct l0_tensor probs = list->tensors[g->probs];
    int64_t rows = list->tensors[g->places].elements;
    int tokens = moe_put_elements(list, g->numbers, g->places, rows);
    const struct weighted_rows w = {
        .rows = three_dims(list, g->rows, 1),
        .grad = moe_take_rows(list, g->grad, tokens, rows, (struct moe_taking){.chosen = 1}),
        .elements = elements_of_rows(list, L0_NONE, tokens, probs.dims[0], probs.dims[1], true),
    };
    if (list->status != ACLNN_SUCCESS)
        return;
    list_store_reshaped(list, weighted_gradient(list, g, &w), outs[0]);
    store_weight_gradient(list, g, &w, outs[1]);
}

/* Rows of the gradient as they are. */
static void without_weights(struct l0_list *list, const struct restored_gradient *g, bool drops,
                            const int *outs)
{
    int64_t rows = list->tensors[g->places].elements;
    int from = g->grad;
    if (drops)
        from = moe_as_rows(
            list, moe_take_rows(list, g->grad, g->numbers, rows, (struct moe_taking){.chosen = 1}));
    if (from == L0_NONE)
        return;
    moe_put_rows(list, from, g->places, drops ? 1 : rows / list->tensors[g->grad].dims[0],
                 g->by_rows);
    list_store_reshaped(list, g->by_rows, outs[0]);
    if (outs[1] != L0_NONE)
        moe_store_number(list, 0, outs[1]);
}

void moe_list_token_unpermute_with_routing_map_grad(struct l0_list *list, int grad, int outIndex,
                                                    int permuteTokenId, int routingMap,
                                                    int permutedTokens, int probs, bool dropAndPad,
                                                    int permutedTokensGradOut, int probsGradOut)
{
    const int outs[] = {permutedTokensGradOut, probsGradOut};
    const int made[] = {moe_like(list, "row gradient", outs[0]),
                        moe_like(list, "weight gradient", outs[1])};
    const struct restored_gradient g = {moe_dense(list, grad),
                                        moe_dense(list, outIndex),
                                        moe_dense(list, permuteTokenId),
                                        moe_dense(list, routingMap),
                                        moe_dense(list, permutedTokens),
                                        moe_dense(list, probs),
                                        made[0]};
    if (list->status != ACLNN_SUCCESS || g.by_rows == L0_NONE || g.grad == L0_NONE)
        return;
    moe_launch(list, &l0_MoeTokenUnpermuteWithRoutingMapGrad,
               (const int[]){g.grad, g.places, g.numbers, g.map, g.rows, g.probs}, 6, made,
               made[1] == L0_NONE ? 1 : 2);
    moe_return(list, made[0], outs[0]);
    if (made[1] != L0_NONE)
        moe_return(list, made[1], outs[1]);
    if (g.probs == L0_NONE)
        without_weights(list, &g, dropAndPad, outs);
    else if (dropAndPad)
        by_slot(list, &g, outs);
    else
        by_token(list, &g, outs);
}
