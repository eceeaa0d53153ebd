/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by experts of a range, and perhaps quantised: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/moe.h"
#include "operators.h"
#include "ops/common/list.h"
#include "ops/copy_layout/slice.h"
#include "ops/moe/lists.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

/* What a call reads: dense tensors; and where the rows of experts go. */
struct routing {
    int tokens;
    int experts;
    int scale;
    int places;
    int64_t first;
    int64_t rows;
    int64_t chosen;
};

/* Seven numbers for each row, 64 bytes for each core, a count for each expert (of Ascend950 two, of
 * eight experts at a time), and a row of floats for each core where rows are quantised. */
static uint64_t routing_bytes(const struct l0_list *list, int64_t rows, int64_t experts,
                              int64_t columns, bool quantises)
{
    uint64_t cores = list->soc->vector_cores;
    uint64_t counts = list->architecture == ARCHITECTURE_3510
                          ? ((uint64_t)experts + 7) / 8 * 8 * 2 * sizeof(int32_t)
                          : (uint64_t)experts * sizeof(int32_t) + 32;
    return L0_SYSTEM_WORKSPACE + 28 * (uint64_t)rows + 64 * cores + counts +
           (quantises ? 4 * cores * (uint64_t)columns : 0);
}

/* The rows of tokens at their places. */
static int expanded(struct l0_list *list, const struct routing *r)
{
    const struct l0_tensor from = list->tensors[r->tokens];
    int rows = l0_new_shaped(list, "rows", from.type, (const int64_t[]){r->rows, from.dims[1]}, 2);
    moe_put_rows(list, r->tokens, r->places, r->chosen, rows);
    return rows;
}

static void move_scales(struct l0_list *list, const struct routing *r, int scales)
{
    const int64_t dims[] = {list->tensors[r->tokens].dims[0], 1};
    int rows = l0_new_shaped(list, "scales", ACL_FLOAT, (const int64_t[]){r->rows, 1}, 2);
    moe_put_rows(list, l0_reshape(list, r->scale, dims, 2), r->places, r->chosen, rows);
    list_store_reshaped(list, rows, scales);
}

static void move(struct l0_list *list, const struct routing *r, int expandedX, int scales)
{
    moe_store_rows(list, expanded(list, r), expandedX);
    if (r->scale != L0_NONE)
        move_scales(list, r, scales);
    else
        moe_store_number(list, 0, scales);
}

void moe_list_init_routing_v3(struct l0_list *list, int x, int expertIdx, int scaleOptional,
                              int64_t expertTokensNumType, int64_t quantMode,
                              const struct array *activeExpertRange, int64_t rowIdxType,
                              int expandedXOut, int expandedRowIdxOut, int countsOut,
                              int expandedScaleOut)
{
    const int64_t *range = array_integers(activeExpertRange);
    struct routing r = {.tokens = moe_dense(list, x),
                        .experts = moe_dense(list, expertIdx),
                        .scale = moe_dense(list, scaleOptional),
                        .first = range[0]};
    const int made[] = {
        moe_like(list, "expanded", expandedXOut), moe_like(list, "row numbers", expandedRowIdxOut),
        moe_like(list, "counts", countsOut), moe_like(list, "scales", expandedScaleOut)};
    if (list->status != ACLNN_SUCCESS || r.tokens == L0_NONE)
        return;
    const struct l0_tensor experts = list->tensors[r.experts];
    r.places = rowIdxType == 1 ? moe_like(list, "places", expandedRowIdxOut) : made[1];
    r.rows = (int64_t)experts.elements;
    r.chosen = experts.dims[1];
    moe_launch(list, &l0_MoeInitRoutingV3, (const int[]){r.tokens, r.experts, r.scale}, 3, made, 4);
    l0_kernel_workspace(list, routing_bytes(list, r.rows, range[1] - range[0],
                                            list->tensors[r.tokens].dims[1], quantMode == 1));
    moe_find_places(list, r.experts, (struct moe_placing){.first = r.first, .past = range[1]},
                    r.places);
    moe_count_rows(list, r.experts,
                   (struct moe_counting){
                       .first = r.first, .past = range[1], .is_paired = expertTokensNumType == 2},
                   made[2]);
    if (rowIdxType == 1)
        l0_step(list, L0_STEP_APPLY, &l0_MoeRowsOfPlaces, &r.places, 1, &made[1], 1, NULL);
    moe_return(list, made[0], expandedXOut);
    l0_view_copy(list, made[1], expandedRowIdxOut);
    l0_view_copy(list, made[2], countsOut);
    moe_return(list, made[3], expandedScaleOut);
    if (quantMode == 1) {
        int rows = expanded(list, &r);
        int smooth = moe_rows_of_experts(list, r.scale, r.first, r.experts, r.places, r.rows);
        moe_quantise_rows(list, rows, smooth, expandedXOut, expandedScaleOut);
    } else
        move(list, &r, expandedXOut, expandedScaleOut);
}

/* The kernel writes all rows and their places; what the caller wants of them is cut out. */
void moe_list_permute_bytes(struct l0_list *list, int tokens, int indices, int permuteTokensOut,
                            int sortedIndicesOut)
{
    struct routing r = {.tokens = moe_dense(list, tokens), .scale = L0_NONE};
    int experts = moe_dense(list, indices);
    if (list->status != ACLNN_SUCCESS)
        return;
    r.experts = l0_cast(list, experts, ACL_INT32);
    if (r.experts == L0_NONE)
        return;
    const struct l0_tensor chosen = list->tensors[r.experts];
    const struct l0_tensor from = list->tensors[r.tokens];
    r.rows = chosen.elements;
    r.chosen = chosen.rank == 2 ? chosen.dims[1] : 1;
    r.places = l0_new_shaped(list, "row numbers", ACL_INT32, &r.rows, 1);
    const int64_t most = MOE_MOST_ROUTED;
    const int made[] = {
        l0_new_shaped(list, "expanded", from.type, (const int64_t[]){r.rows, from.dims[1]}, 2),
        r.places, l0_new_shaped(list, "counts", ACL_INT64, &most, 1),
        l0_new_shaped(list, "scales", ACL_FLOAT, &r.rows, 1)};
    int kept = moe_like(list, "kept", permuteTokensOut);
    if (list->status != ACLNN_SUCCESS)
        return;
    moe_launch(list, &l0_MoeInitRoutingV3, (const int[]){r.tokens, r.experts}, 2, made, 4);
    l0_kernel_workspace(list, routing_bytes(list, r.rows, most, from.dims[1], false));
    l0_launch_row(list, &l0_Slice, made, 1, 0, &kept, 1, NULL);
    moe_return(list, kept, permuteTokensOut);
    moe_find_places(list, r.experts, (struct moe_placing){.past = most}, r.places);
    moe_put_rows(list, r.tokens, r.places, r.chosen, kept);
    moe_store_rows(list, kept, permuteTokensOut);
    int64_t count = list->tensors[sortedIndicesOut].dims[0];
    l0_view_copy(list, copy_layout_list_part(list, &l0_Slice, r.places, 0, 0, count),
                 sortedIndicesOut);
}
