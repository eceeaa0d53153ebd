/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of experts combined to tokens, and the gradients of that: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

/* What rows are combined with: dense tensors, L0_NONE for what is not given. */
struct combining {
    int rows;
    int places;
    int shared[2];               /* summands in the shape of the tokens */
    int bias;                    /* a row for each expert */
    int weights;                 /* [tokens, chosen] */
    int experts;                 /* [tokens, chosen] */
    int64_t chosen;              /* without weights; 0: 1 */
    struct moe_special *special; /* NULL: each row is an expert's */
    int special_inputs[SPECIAL_INPUTS];
    bool by_column;
    struct moe_bounds bounds;
};

static int or_number(struct l0_list *list, int tensor, double number)
{
    return tensor == L0_NONE ? list_number_of(list, number) : tensor;
}

static int64_t chosen_of(const struct l0_list *list, int weights)
{
    return weights == L0_NONE ? 1 : list->tensors[weights].dims[1];
}

/* A number for each row of [tokens, chosen, columns]. */
static int beside_rows(struct l0_list *list, int tensor)
{
    const struct l0_tensor t = list->tensors[tensor];
    if (tensor == L0_NONE)
        return L0_NONE;
    return l0_reshape(list, tensor, (const int64_t[]){t.dims[0], t.dims[1], 1}, 3);
}

/* A row for all rows of a token. */
static int beside_tokens(struct l0_list *list, int tensor)
{
    const struct l0_tensor t = list->tensors[tensor];
    if (tensor == L0_NONE)
        return L0_NONE;
    return l0_reshape(list, tensor, (const int64_t[]){t.dims[0], 1, t.dims[1]}, 3);
}

/* The rows of the experts that each token has chosen. */
static int chosen_bias(struct l0_list *list, int bias, int experts, int64_t tokens, int64_t chosen)
{
    if (bias == L0_NONE || experts == L0_NONE)
        return L0_NONE;
    return moe_take_rows(list, bias, experts, tokens, (struct moe_taking){.chosen = chosen});
}

/* Rows of experts that compute nothing in place of those at their places. Where there is no row,
 * there is no expert, and it counts 0. */
static int special_rows(struct l0_list *list, const struct combining *c, int rows, int *experts,
                        int *weights)
{
    const struct l0_tensor taken = list->tensors[rows];
    const struct l0_tensor numbers = list->tensors[c->experts];
    const struct l0_tensor counts = list->tensors[c->weights];
    int inputs[SPECIAL_INPUTS];
    int count = 0;
    int outputs = c->weights == L0_NONE ? 2 : 3;
    for (int i = 0; i < SPECIAL_INPUTS; i++) {
        int given = i == SPECIAL_ROWS ? rows : c->special_inputs[i];
        c->special->at[i] = given == L0_NONE ? -1 : count;
        if (given != L0_NONE)
            inputs[count++] = given;
    }
    int made[3] = {l0_new_shaped(list, "special rows", ACL_FLOAT, taken.dims, taken.rank),
                   l0_new_shaped(list, "experts", numbers.type, numbers.dims, numbers.rank)};
    if (outputs == 3)
        made[2] = l0_new_shaped(list, "weights", counts.type, counts.dims, counts.rank);
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_MoeSpecialRows, inputs, count, made, outputs, c->special);
    *experts = made[1];
    if (outputs == 3)
        *weights = made[2];
    return made[0];
}

/* ---- Combining ------------------------------------------------------------------------------- */

static int weighted_sums(struct l0_list *list, const struct combining *c, int64_t tokens,
                         aclDataType type)
{
    int64_t chosen = c->weights == L0_NONE && c->chosen > 0 ? c->chosen
                                                            : chosen_of(list, c->weights);
    int experts = c->experts;
    int weights = c->weights;
    int rows = moe_take_rows(list, c->rows, c->places, tokens,
                             (struct moe_taking){chosen, c->by_column, c->bounds});
    if (c->special != NULL)
        rows = special_rows(list, c, rows, &experts, &weights);
    int inputs[3] = {
        rows,
        or_number(list, chosen_bias(list, c->bias, experts, tokens, chosen), 0),
        or_number(list, beside_rows(list, weights), 1),
    };
    return moe_fold(list, &l0_MoeWeighRows, inputs, 3, 1, type);
}

static void combine(struct l0_list *list, const struct combining *c, int made, int out)
{
    const struct l0_tensor result = list->tensors[made];
    bool is_shared = c->shared[0] != L0_NONE;
    int sums = weighted_sums(list, c, result.dims[0], is_shared ? ACL_FLOAT : result.type);
    moe_return(list, made, out);
    if (sums == L0_NONE || !is_shared) {
        list_store_reshaped(list, sums, out);
        return;
    }
    const int inputs[] = {l0_reshape(list, sums, result.dims, 2), c->shared[0],
                          or_number(list, c->shared[1], 0)};
    if (inputs[0] == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeAddShared, inputs, 3, &made, 1, NULL);
    list_store_reshaped(list, made, out);
}

void moe_list_token_unpermute(struct l0_list *list, int permutedTokens, int sortedIndices,
                              int probsOptional, int out)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    int made = moe_like(list, "tokens", out);
    const struct combining c = {.rows = moe_dense(list, permutedTokens),
                                .places = moe_dense(list, sortedIndices),
                                .shared = {L0_NONE, L0_NONE},
                                .bias = L0_NONE,
                                .weights = moe_dense(list, probsOptional),
                                .experts = L0_NONE};
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    moe_launch(list, is_3510 ? &l0_MoeFinalizeRoutingV2 : &l0_MoeTokenUnpermute,
               (const int[]){c.rows, c.places, c.weights}, 3, &made, 1);
    combine(list, &c, made, out);
}

void moe_list_token_unpermute_with_ep(struct l0_list *list, int permutedTokens, int sortedIndices,
                                      int probs, int64_t numTopk, const struct array *range,
                                      int out)
{
    int made = moe_like(list, "tokens", out);
    const struct combining c = {.rows = moe_dense(list, permutedTokens),
                                .places = moe_dense(list, sortedIndices),
                                .shared = {L0_NONE, L0_NONE},
                                .bias = L0_NONE,
                                .weights = moe_dense(list, probs),
                                .experts = L0_NONE,
                                .chosen = numTopk,
                                .bounds = moe_range_of(range)};
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    moe_launch(list, &l0_MoeTokenUnpermuteWithEp, (const int[]){c.rows, c.places, c.weights}, 3,
               &made, 1);
    combine(list, &c, made, out);
}

/* The kernel that combines, and the work; `made` was made before what c has. */
static void finalize(struct l0_list *list, const struct l0_row *row, struct combining *c, int made,
                     int out)
{
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    moe_launch(list, row,
               (const int[]){c->rows, c->places, c->shared[0], c->shared[1], c->bias, c->weights,
                             c->experts},
               7, &made, 1);
    c->rows = moe_as_rows(list, c->rows);
    combine(list, c, made, out);
}

void moe_list_finalize_routing(struct l0_list *list, int expandedX, int x1, int x2Optional,
                               int bias, int scales, int expandedRowIdx, int expandedExpertIdx,
                               int out)
{
    int made = moe_like(list, "y", out);
    struct combining c = {.by_column = true};
    c.rows = moe_dense(list, expandedX);
    c.shared[0] = moe_dense(list, x1);
    c.shared[1] = moe_dense(list, x2Optional);
    c.bias = moe_dense(list, bias);
    c.weights = moe_dense(list, scales);
    c.places = moe_dense(list, expandedRowIdx);
    c.experts = moe_dense(list, expandedExpertIdx);
    finalize(list, &l0_MoeFinalizeRouting, &c, made, out);
}

void moe_list_finalize_routing_v2(struct l0_list *list, int expandedX, int expandedRowIdx,
                                  int x1Optional, int x2Optional, int biasOptional,
                                  int scalesOptional, int expertIdxOptional, int64_t dropPadMode,
                                  int out)
{
    int made = moe_like(list, "y", out);
    struct combining c = {
        .rows = moe_dense(list, expandedX),
        .places = moe_dense(list, expandedRowIdx),
        .shared = {moe_dense(list, x1Optional), moe_dense(list, x2Optional)},
        .bias = moe_dense(list, biasOptional),
        .weights = moe_dense(list, scalesOptional),
        .experts = moe_dense(list, expertIdxOptional),
        .by_column = dropPadMode < 2,
    };
    finalize(list, &l0_MoeFinalizeRoutingV2, &c, made, out);
}

/* Ascend950 alone reads what is beside the operands of V2. */
static void take_special(struct l0_list *list, struct combining *c, const int *inputs,
                         const struct array *const *ranges, int64_t mode)
{
    bool is_mixed = inputs[1] != L0_NONE && inputs[2] != L0_NONE && inputs[3] != L0_NONE;
    if (list->architecture != ARCHITECTURE_3510 || inputs[0] == L0_NONE || c->experts == L0_NONE)
        return;
    struct moe_special *special = l0_take(list, sizeof *special);
    if (special == NULL)
        return;
    *special = (struct moe_special){
        .absent = moe_special_range(ranges[0]),
        .copied = moe_special_range(ranges[1]),
        .mixed = is_mixed ? moe_special_range(ranges[2]) : (struct moe_range){-1, -1},
        .taking = {.chosen = list->tensors[c->experts].dims[1], .by_column = mode < 2},
        .limit = list->tensors[c->rows].dims[0],
    };
    c->special = special;
    c->special_inputs[SPECIAL_PLACES] = c->places;
    c->special_inputs[SPECIAL_EXPERTS] = c->experts;
    c->special_inputs[SPECIAL_TOKENS] = inputs[0];
    c->special_inputs[SPECIAL_WEIGHTS] = c->weights;
    for (int i = 1; i < 4; i++)
        c->special_inputs[SPECIAL_WEIGHTS + i] = is_mixed ? inputs[i] : L0_NONE;
}

void moe_list_finalize_routing_v4(struct l0_list *list, int expandedX, int expandedRowIdx,
                                  int x1Optional, int x2Optional, int biasOptional,
                                  int scalesOptional, int expertIdxOptional, int xOptional,
                                  int alpha1Optional, int alpha2Optional, int vOptional,
                                  int64_t dropPadMode, const struct array *zeroExpertRange,
                                  const struct array *copyExpertRange,
                                  const struct array *constantExpertRange, int64_t k, int out)
{
    const struct array *const ranges[] = {zeroExpertRange, copyExpertRange, constantExpertRange};
    int made = moe_like(list, "y", out);
    struct combining c = {
        .rows = moe_dense(list, expandedX),
        .places = moe_dense(list, expandedRowIdx),
        .shared = {moe_dense(list, x1Optional), moe_dense(list, x2Optional)},
        .bias = moe_dense(list, biasOptional),
        .weights = moe_dense(list, scalesOptional),
        .experts = moe_dense(list, expertIdxOptional),
        .chosen = list->architecture == ARCHITECTURE_3510 ? k : 0,
        .by_column = dropPadMode < 2,
    };
    const int more[] = {moe_dense(list, xOptional), moe_dense(list, alpha1Optional),
                        moe_dense(list, alpha2Optional), moe_dense(list, vOptional)};
    int used = list->architecture == ARCHITECTURE_3510 ? 4 : 0;
    int inputs[11] = {c.rows, c.places, c.shared[0], c.shared[1], c.bias, c.weights, c.experts};
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    for (int i = 0; i < used; i++)
        inputs[7 + i] = more[i];
    moe_launch(list, &l0_MoeFinalizeRoutingV2, inputs, 7 + used, &made, 1);
    c.rows = moe_as_rows(list, c.rows);
    take_special(list, &c, more, ranges, dropPadMode);
    combine(list, &c, made, out);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient by rows: that by their token, times their weight. */
static void row_gradient(struct l0_list *list, const struct combining *c, int grad, int made)
{
    const struct l0_tensor tokens = list->tensors[grad];
    int64_t chosen = chosen_of(list, c->weights);
    struct moe_putting putting = {.repeated = 1, .bounds = c->bounds};
    if (c->weights == L0_NONE) {
        putting.repeated = c->chosen > 0 ? c->chosen : 1;
        moe_put_rows_within(list, grad, c->places, putting, made);
        return;
    }
    const int64_t dims[] = {tokens.dims[0], chosen, tokens.dims[1]};
    const int inputs[] = {beside_tokens(list, grad), beside_rows(list, c->weights)};
    int products = l0_new_shaped(list, "products", tokens.type, dims, 3);
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE || products == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeGradOfRows, inputs, 2, &products, 1, NULL);
    int rows = l0_reshape(list, products, (const int64_t[]){dims[0] * chosen, dims[2]}, 2);
    moe_put_rows_within(list, rows, c->places, putting, made);
}

/* The gradient by weights: rows times the gradient by their token, summed. */
static void weight_gradient(struct l0_list *list, const struct combining *c, int grad, int out)
{
    int64_t tokens = list->tensors[grad].dims[0];
    int64_t chosen = chosen_of(list, c->weights);
    const int inputs[] = {
        moe_take_rows(list, moe_as_rows(list, c->rows), c->places, tokens,
                      (struct moe_taking){.chosen = chosen, .bounds = c->bounds}),
        or_number(list, chosen_bias(list, c->bias, c->experts, tokens, chosen), 0),
        beside_tokens(list, grad),
    };
    list_store_reshaped(
        list, moe_fold(list, &l0_MoeGradOfWeights, inputs, 3, 2, list->tensors[out].type), out);
}

static void gradients(struct l0_list *list, const struct l0_row *row, const struct combining *c,
                      int grad, int by_rows, int by_weights)
{
    const int made[2] = {moe_rows_like(list, "row gradient", by_rows),
                         moe_like(list, "weight gradient", by_weights)};
    if (list->status != ACLNN_SUCCESS || made[0] == L0_NONE || grad == L0_NONE)
        return;
    moe_launch(list, row, (const int[]){grad, c->places, c->rows, c->weights, c->experts, c->bias},
               6, made, 2);
    row_gradient(list, c, grad, made[0]);
    moe_return(list, made[0], by_rows);
    moe_return(list, made[1], by_weights);
    list_store_reshaped(list, made[0], by_rows);
    if (c->weights != L0_NONE)
        weight_gradient(list, c, grad, by_weights);
    else
        moe_store_number(list, 0, by_weights);
}

void moe_list_token_unpermute_grad(struct l0_list *list, int permuteTokens,
                                   int unpermutedTokensGrad, int sortedIndices, int probsOptional,
                                   int permutedTokensGradOut, int probsGradOut)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    const struct combining c = {.rows = moe_dense(list, permuteTokens),
                                .places = moe_dense(list, sortedIndices),
                                .bias = L0_NONE,
                                .weights = moe_dense(list, probsOptional),
                                .experts = L0_NONE};
    gradients(list, is_3510 ? &l0_MoeFinalizeRoutingV2Grad : &l0_MoeTokenUnpermuteGrad, &c,
              moe_dense(list, unpermutedTokensGrad), permutedTokensGradOut, probsGradOut);
}

void moe_list_finalize_routing_v2_grad(struct l0_list *list, int gradY, int expandedRowIdx,
                                       int expandedXOptional, int scalesOptional,
                                       int expertIdxOptional, int biasOptional,
                                       int gradExpandedXOut, int gradScalesOut)
{
    const struct combining c = {.rows = moe_dense(list, expandedXOptional),
                                .places = moe_dense(list, expandedRowIdx),
                                .bias = moe_dense(list, biasOptional),
                                .weights = moe_dense(list, scalesOptional),
                                .experts = moe_dense(list, expertIdxOptional)};
    gradients(list, &l0_MoeFinalizeRoutingV2Grad, &c, moe_dense(list, gradY), gradExpandedXOut,
              gradScalesOut);
}

/* Of rows from 0 on there are no more than the rows that are given. */
void moe_list_token_unpermute_with_ep_grad(struct l0_list *list, int grad, int sortedIndices,
                                           int permutedTokens, int probs, const struct array *range,
                                           int64_t topkNum, int permutedTokensGradOut,
                                           int probsGradOut)
{
    int64_t count = list->tensors[sortedIndices].elements;
    const struct combining c = {.places = moe_dense(list, sortedIndices),
                                .rows = moe_dense(list, permutedTokens),
                                .bias = L0_NONE,
                                .weights = moe_dense(list, probs),
                                .experts = L0_NONE,
                                .chosen = topkNum,
                                .bounds = moe_wrapped_range(range, count)};
    gradients(list, &l0_MoeTokenUnpermuteWithEpGrad, &c, moe_dense(list, grad),
              permutedTokensGradOut, probsGradOut);
}
