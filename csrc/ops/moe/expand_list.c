/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by their experts, and the gradients of that: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "operators.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

/* What a call expands, and the caller's results; L0_NONE for those that are not wanted. */
struct expansion {
    int tokens;
    int experts;
    struct moe_placing placing;
    int rows;
    int places;
    int counts;
    bool is_cumulative;
};

/* ---- Workspaces ------------------------------------------------------------------------------ */

static uint64_t count_of(const struct l0_list *list, int tensor)
{
    return (uint64_t)list->tensors[tensor].elements;
}

/* Six numbers for each row that is sorted, and two words for each core. */
static uint64_t permute_bytes(const struct l0_list *list, int experts)
{
    uint64_t rows = count_of(list, experts);
    uint64_t cores = rows <= 32 ? 1 : list->soc->vector_cores;
    return L0_SYSTEM_WORKSPACE + 24 * rows + 64 * cores;
}

/* Eight numbers for each row, two words for each core, on Ascend950 a count for each expert. */
static uint64_t init_bytes(const struct l0_list *list, int experts, int64_t expert_num)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    return L0_SYSTEM_WORKSPACE + 32 * count_of(list, experts) +
           8 * (uint64_t)list->soc->vector_cores + (is_3510 ? 4 * (uint64_t)expert_num : 0);
}

/* ---- Work ------------------------------------------------------------------------------------ */

static void find_places(struct l0_list *list, int experts, struct moe_placing placing, int places)
{
    struct moe_placing *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL)
        return;
    *attributes = placing;
    l0_step(list, L0_STEP_APPLY, &l0_MoeExpertPlaces, &experts, 1, &places, 1, attributes);
}

static void count_rows(struct l0_list *list, int experts, struct moe_counting counting, int counts)
{
    struct moe_counting *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL)
        return;
    *attributes = counting;
    l0_step(list, L0_STEP_APPLY, &l0_MoeExpertCounts, &experts, 1, &counts, 1, attributes);
}

static void expand(struct l0_list *list, const struct l0_row *row, uint64_t workspace,
                   const struct expansion *e)
{
    bool has_room = e->placing.capacity > 0;
    int results[3] = {has_room ? moe_rows_like(list, "rows", e->rows)
                               : moe_like(list, "rows", e->rows),
                      moe_like(list, "places", e->places), moe_like(list, "counts", e->counts)};
    int read[2] = {moe_dense(list, e->tokens), moe_dense(list, e->experts)};
    if (list->status != ACLNN_SUCCESS || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    moe_launch(list, row, read, 2, results, e->counts == L0_NONE ? 2 : 3);
    l0_kernel_workspace(list, workspace);
    int64_t tokens = list->tensors[read[0]].dims[0];
    int64_t rows = (int64_t)count_of(list, e->places);
    find_places(list, read[1], e->placing, results[1]);
    moe_put_rows(list, read[0], results[1], tokens > 0 ? rows / tokens : 1, results[0]);
    moe_return(list, results[0], e->rows);
    moe_store_rows(list, results[0], e->rows);
    l0_view_copy(list, results[1], e->places);
    if (e->counts == L0_NONE)
        return;
    count_rows(list, read[1], (struct moe_counting){.is_cumulative = e->is_cumulative}, results[2]);
    l0_view_copy(list, results[2], e->counts);
}

void moe_list_token_permute(struct l0_list *list, int tokens, int indices, int permuteTokensOut,
                            int sortedIndicesOut)
{
    const struct expansion e = {.tokens = tokens,
                                .experts = indices,
                                .rows = permuteTokensOut,
                                .places = sortedIndicesOut,
                                .counts = L0_NONE};
    if (list->architecture == ARCHITECTURE_3510)
        expand(list, &l0_MoeInitRoutingV2, init_bytes(list, indices, 0), &e);
    else
        expand(list, &l0_MoeTokenPermute, permute_bytes(list, indices), &e);
}

void moe_list_init_routing_v2(struct l0_list *list, int x, int expertIdx, int64_t expertCapacity,
                              int64_t expertNum, int64_t dropPadMode, int64_t countOrCumsumFlag,
                              bool beforeCapacityFlag, int expandedXOut, int expandedRowIdxOut,
                              int countOrCumsumOut, int beforeCapacityOut)
{
    bool drops = dropPadMode == 1;
    bool counts = drops ? beforeCapacityFlag : countOrCumsumFlag > 0;
    const struct expansion e = {
        .tokens = x,
        .experts = expertIdx,
        .placing = {.experts = expertNum, .capacity = drops ? expertCapacity : 0},
        .rows = expandedXOut,
        .places = expandedRowIdxOut,
        .counts = !counts ? L0_NONE
                  : drops ? beforeCapacityOut
                          : countOrCumsumOut,
        .is_cumulative = !drops && countOrCumsumFlag == 1,
    };
    expand(list, &l0_MoeInitRoutingV2, init_bytes(list, expertIdx, expertNum), &e);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The gradient of a token is the sum of those of its rows. */
static void sum_rows(struct l0_list *list, const struct l0_row *row, int grad, int places,
                     int64_t chosen, int out)
{
    int made = moe_like(list, "grad", out);
    int read[2] = {moe_dense(list, grad), moe_dense(list, places)};
    if (list->status != ACLNN_SUCCESS || made == L0_NONE)
        return;
    moe_launch(list, row, read, 2, &made, 1);
    const struct l0_tensor result = list->tensors[out];
    int taken = moe_take_rows(list, moe_as_rows(list, read[0]), read[1], result.dims[0],
                              (struct moe_taking){.chosen = chosen});
    list_store_reshaped(list, moe_fold(list, &l0_MoeSumRows, &taken, 1, 1, result.type), out);
    moe_return(list, made, out);
}

void moe_list_token_permute_grad(struct l0_list *list, int permutedOutputGrad, int sortedIndices,
                                 int64_t numTopk, int out)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    sum_rows(list, is_3510 ? &l0_MoeInitRoutingV2Grad : &l0_MoeTokenPermuteGrad, permutedOutputGrad,
             sortedIndices, numTopk, out);
}

void moe_list_init_routing_v2_grad(struct l0_list *list, int gradExpandedX, int expandedRowIdx,
                                   int64_t topK, int out)
{
    sum_rows(list, &l0_MoeInitRoutingV2Grad, gradExpandedX, expandedRowIdx, topK, out);
}
