/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by their experts, and the gradients of that: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "ops/common/list.h"
#include "ops/moe/lists.h"
#include "workspace/l0_operators.h"

/* How rows become int8: by one scale and offset, or each by a scale of its own. */
enum quantising { NOT_QUANTISED, BY_ONE_SCALE, BY_ROW };

/* What a call expands, and the caller's results; L0_NONE for those that are not wanted. */
struct expansion {
    int tokens;
    int experts;
    struct moe_placing placing;
    int rows;
    int places;
    int counts;
    bool is_cumulative;
    enum quantising quantising;
    int scale; /* of rows of their own scales what they are multiplied by before */
    int offset;
    int scales;
};

/* ---- Workspaces ------------------------------------------------------------------------------ */

static uint64_t count_of(const struct l0_list *list, int tensor)
{
    return (uint64_t)list->tensors[tensor].elements;
}

/* The cores that sort rows. */
static uint64_t sorting_cores(const struct l0_list *list, int experts)
{
    return count_of(list, experts) <= 32 ? 1 : list->soc->vector_cores;
}

/* So many bytes for each row that is sorted, and two words for each core. */
static uint64_t sorted_bytes(const struct l0_list *list, int experts, uint64_t row_bytes,
                             uint64_t cores)
{
    return L0_SYSTEM_WORKSPACE + row_bytes * count_of(list, experts) + 64 * cores;
}

/* Eight numbers for each row, two words for each core, and a count for each expert that has one. */
static uint64_t init_bytes(const struct l0_list *list, int experts, int64_t counted)
{
    return L0_SYSTEM_WORKSPACE + 32 * count_of(list, experts) +
           8 * (uint64_t)list->soc->vector_cores + 4 * (uint64_t)counted;
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* The rows before they are quantised, each by itself. */
static void quantise_expanded(struct l0_list *list, const struct expansion *e, const int *read,
                              int places, int64_t chosen)
{
    const struct l0_tensor from = list->tensors[read[0]];
    int64_t count = list->tensors[e->scales].elements;
    int rows = l0_new_shaped(list, "rows", from.type, (const int64_t[]){count, from.dims[1]}, 2);
    moe_put_rows(list, read[0], places, chosen, rows);
    int smooth = moe_rows_of_experts(list, read[2], 0, read[1], places, count);
    moe_quantise_rows(list, rows, smooth, e->rows, e->scales);
}

static void store_expanded(struct l0_list *list, const struct expansion *e, const int *read,
                           const int *results)
{
    int64_t tokens = list->tensors[read[0]].dims[0];
    int64_t chosen = tokens > 0 ? (int64_t)count_of(list, e->places) / tokens : 1;
    int from = read[0];
    moe_return(list, results[0], e->rows);
    if (e->quantising == BY_ROW) {
        quantise_expanded(list, e, read, results[1], chosen);
        return;
    }
    if (e->quantising == BY_ONE_SCALE)
        from = moe_quantised(list, from, l0_convert(list, read[2], ACL_FLOAT16),
                             l0_convert(list, read[3], ACL_FLOAT16));
    moe_put_rows(list, from, results[1], chosen, results[0]);
    moe_store_rows(list, results[0], e->rows);
}

static void expand(struct l0_list *list, const struct l0_row *row, uint64_t workspace,
                   const struct expansion *e)
{
    bool has_room = e->placing.capacity > 0;
    int written[4];
    int count = 2;
    int results[4] = {has_room ? moe_rows_like(list, "rows", e->rows)
                               : moe_like(list, "rows", e->rows),
                      moe_like(list, "places", e->places), moe_like(list, "counts", e->counts),
                      moe_like(list, "scales", e->scales)};
    int read[4] = {moe_dense(list, e->tokens), moe_dense(list, e->experts),
                   moe_dense(list, e->scale), moe_dense(list, e->offset)};
    if (list->status != ACLNN_SUCCESS || results[0] == L0_NONE || results[1] == L0_NONE)
        return;
    memcpy(written, results, 2 * sizeof *written);
    for (int i = 2; i < 4; i++)
        if (results[i] != L0_NONE)
            written[count++] = results[i];
    moe_launch(list, row, read, 4, written, count);
    l0_kernel_workspace(list, workspace);
    moe_find_places(list, read[1], e->placing, results[1]);
    store_expanded(list, e, read, results);
    l0_view_copy(list, results[1], e->places);
    if (e->scales != L0_NONE)
        moe_return(list, results[3], e->scales);
    if (e->counts == L0_NONE)
        return;
    moe_count_rows(list, read[1], (struct moe_counting){.is_cumulative = e->is_cumulative},
                   results[2]);
    l0_view_copy(list, results[2], e->counts);
}

void moe_list_token_permute(struct l0_list *list, int tokens, int indices, int permuteTokensOut,
                            int sortedIndicesOut)
{
    const struct expansion e = {.tokens = tokens,
                                .experts = indices,
                                .rows = permuteTokensOut,
                                .places = sortedIndicesOut,
                                .counts = L0_NONE,
                                .scale = L0_NONE,
                                .offset = L0_NONE,
                                .scales = L0_NONE};
    if (list->architecture == ARCHITECTURE_3510 && list->tensors[tokens].type == ACL_INT8)
        moe_list_permute_by_routing(list, tokens, indices, ROUTED_MOVED,
                                    (const int[]){permuteTokensOut, sortedIndicesOut});
    else if (list->architecture == ARCHITECTURE_3510)
        expand(list, &l0_MoeInitRoutingV2, init_bytes(list, indices, 0), &e);
    else
        expand(list, &l0_MoeTokenPermute,
               sorted_bytes(list, indices, 24, sorting_cores(list, indices)), &e);
}

void moe_list_token_permute_v2(struct l0_list *list, int tokens, int indices, int64_t quantMode,
                               int permuteTokensOut, int sortedIndicesOut, int expandedScaleOut)
{
    if (list->architecture == ARCHITECTURE_3510)
        moe_list_permute_by_routing(
            list, tokens, indices, quantMode,
            (const int[]){permuteTokensOut, sortedIndicesOut, expandedScaleOut});
    else
        moe_list_token_permute(list, tokens, indices, permuteTokensOut, sortedIndicesOut);
    if (list->tensors[expandedScaleOut].type == ACL_FLOAT)
        moe_store_number(list, 0, expandedScaleOut);
}

/* How second versions are asked to place and count. */
struct routing {
    int64_t capacity;
    int64_t experts;
    int64_t drop_mode;
    int64_t count_flag;
    bool before_flag;
    int counts;
    int before;
};

static struct expansion routed(int x, int experts, int rows, int places, const struct routing *r)
{
    bool drops = r->drop_mode == 1;
    int counts = drops ? (r->before_flag ? r->before : L0_NONE)
                       : (r->count_flag > 0 ? r->counts : L0_NONE);
    return (struct expansion){
        .tokens = x,
        .experts = experts,
        .placing = {.experts = r->experts, .capacity = drops ? r->capacity : 0},
        .rows = rows,
        .places = places,
        .counts = counts,
        .is_cumulative = !drops && r->count_flag == 1,
        .scale = L0_NONE,
        .offset = L0_NONE,
        .scales = L0_NONE,
    };
}

void moe_list_init_routing_v2(struct l0_list *list, int x, int expertIdx, int64_t expertCapacity,
                              int64_t expertNum, int64_t dropPadMode, int64_t countOrCumsumFlag,
                              bool beforeCapacityFlag, int expandedXOut, int expandedRowIdxOut,
                              int countOrCumsumOut, int beforeCapacityOut)
{
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    const struct routing how = {expertCapacity,    expertNum,          dropPadMode,
                                countOrCumsumFlag, beforeCapacityFlag, countOrCumsumOut,
                                beforeCapacityOut};
    const struct expansion e = routed(x, expertIdx, expandedXOut, expandedRowIdxOut, &how);
    expand(list, &l0_MoeInitRoutingV2, init_bytes(list, expertIdx, is_3510 ? expertNum : 0), &e);
}

/* ---- Quantised rows -------------------------------------------------------------------------- */

/* What the kernel has of its unified buffer. On Ascend950 a part is kept for threads. */
static int64_t buffer_of(const struct l0_list *list)
{
    return (int64_t)list->soc->unified_buffer_bytes -
           (list->architecture == ARCHITECTURE_3510 ? 40960 : 0);
}

static int64_t whole_blocks(int64_t bytes)
{
    return (bytes + 31) / 32 * 32;
}

/* Whether rows that are quantised do not fit whole beside the places of a core's rows; a column
 * takes so many bytes. */
static bool cuts_quantised(int64_t buffer, int64_t rows, int64_t columns, int64_t bytes)
{
    int64_t room = buffer - 64;
    int64_t row_bytes = 4 * whole_blocks(4 * rows);
    int64_t most_rows = (room - 6144 * bytes) / 4 / 32 * 32 / 4;
    if (row_bytes + whole_blocks(columns) * bytes < room || columns < 6144)
        return false;
    return columns > (rows < most_rows ? (room - row_bytes) / 32 * 32 / bytes : 6144);
}

/* The same of rows that are moved as they are. */
static bool cuts_moved(int64_t buffer, int64_t rows, int64_t columns, int64_t size)
{
    int64_t row_bytes = whole_blocks(8 * rows + 32);
    int64_t most_rows = (buffer - whole_blocks(16376 * size) - 32) / 4 / 2 / 32 * 32;
    if (row_bytes + whole_blocks(columns * size) < buffer || columns < 16376)
        return false;
    return columns > (rows < most_rows ? (buffer - row_bytes) / size / 32 * 32 : 16376);
}

/* Rows that do not fit whole are kept as floats, one a core. */
static uint64_t cut_bytes(const struct l0_list *list, const struct expansion *e)
{
    const struct l0_tensor from = list->tensors[e->tokens];
    int64_t cores = list->soc->vector_cores;
    int64_t buffer = buffer_of(list);
    int64_t columns = from.dims[1];
    int64_t rows = ((int64_t)count_of(list, e->experts) + cores - 1) / cores;
    bool fits = e->scale == L0_NONE && columns == 7168 &&
                buffer > whole_blocks(columns) * 21 + 64 + 512;
    if (e->quantising != BY_ROW || rows == 0)
        return 0;
    bool cuts = (!fits && cuts_quantised(buffer, rows, columns, 21)) ||
                (e->placing.capacity > 0
                     ? cuts_quantised(buffer, rows, columns, 15)
                     : cuts_moved(buffer, rows, columns, data_type_bytes(from.type, 1)));
    return cuts ? 4 * (uint64_t)(cores * columns) : 0;
}

void moe_list_init_routing_quant_v2(struct l0_list *list, int x, int expertIdx, int scale,
                                    int offset, int64_t expertCapacity, int64_t expertNum,
                                    int64_t dropPadMode, int64_t countOrCumsumFlag,
                                    bool beforeCapacityFlag, int64_t quantMode, int expandedXOut,
                                    int expandedRowIdxOut, int countOrCumsumOut,
                                    int beforeCapacityOut, int dynamicQuantScaleOut)
{
    const struct routing how = {expertCapacity,    expertNum,          dropPadMode,
                                countOrCumsumFlag, beforeCapacityFlag, countOrCumsumOut,
                                beforeCapacityOut};
    struct expansion e = routed(x, expertIdx, expandedXOut, expandedRowIdxOut, &how);
    e.quantising = quantMode == 1 ? BY_ROW : BY_ONE_SCALE;
    e.scale = scale;
    e.offset = offset;
    e.scales = quantMode == 1 ? dynamicQuantScaleOut : L0_NONE;
    expand(list, &l0_MoeInitRoutingQuantV2,
           init_bytes(list, expertIdx, expertNum) + cut_bytes(list, &e), &e);
}

/* ---- Rows by numbers of the caller ----------------------------------------------------------- */

/* The kernel has launched tensors for what is read and written; rows come from `tokens`, which may
 * be the quantised ones. */
static void store_numbered(struct l0_list *list, int tokens, const int *read, const int *made,
                           const int *outs)
{
    int64_t count = (int64_t)count_of(list, read[2]);
    int order = l0_new_shaped(list, "order", ACL_INT32, &count, 1);
    if (order == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeOrderOfRows, &read[2], 1, (const int[]){order, made[2]}, 2,
            NULL);
    int numbers = moe_take_elements(list, read[1], order);
    if (numbers == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_MoeRowsOfPlaces, &numbers, 1, &made[1], 1, NULL);
    moe_put_rows(list, tokens, made[1], 0, made[0]);
    moe_return(list, made[0], outs[0]);
    moe_store_rows(list, made[0], outs[0]);
    l0_view_copy(list, made[1], outs[1]);
    l0_view_copy(list, made[2], outs[2]);
}

static void expand_numbered(struct l0_list *list, const struct l0_row *row, uint64_t workspace,
                            const int *inputs, const int *outs, const double *quantising)
{
    const int made[] = {moe_like(list, "rows", outs[0]), moe_like(list, "places", outs[1]),
                        moe_like(list, "experts", outs[2])};
    const int read[] = {moe_dense(list, inputs[0]), moe_dense(list, inputs[1]),
                        moe_dense(list, inputs[2])};
    if (list->status != ACLNN_SUCCESS || read[0] == L0_NONE || read[2] == L0_NONE)
        return;
    int tokens = read[0];
    moe_launch(list, row, read, 3, made, 3);
    l0_kernel_workspace(list, workspace);
    if (quantising != NULL)
        tokens = moe_quantised(list, tokens,
                               list_constant(list, "scale", quantising[0], ACL_FLOAT16),
                               list_constant(list, "offset", quantising[1], ACL_FLOAT16));
    store_numbered(list, tokens, read, made, outs);
}

void moe_list_init_routing(struct l0_list *list, int x, int rowIdx, int expertIdx, int expandedXOut,
                           int expandedRowIdxOut, int expandedExpertIdxOut)
{
    expand_numbered(list, &l0_MoeInitRouting,
                    sorted_bytes(list, expertIdx, 28, list->soc->vector_cores),
                    (const int[]){x, rowIdx, expertIdx},
                    (const int[]){expandedXOut, expandedRowIdxOut, expandedExpertIdxOut}, NULL);
}

/* The definition has float32 attributes. */
void moe_list_init_routing_quant(struct l0_list *list, int x, int rowIdx, int expertIdx,
                                 double scale, double offset, int expandedXOut,
                                 int expandedRowIdxOut, int expandedExpertIdxOut)
{
    const double quantising[] = {(float)scale, (float)offset};
    expand_numbered(list, &l0_MoeInitRoutingQuant,
                    sorted_bytes(list, expertIdx, 28, sorting_cores(list, rowIdx)),
                    (const int[]){x, rowIdx, expertIdx},
                    (const int[]){expandedXOut, expandedRowIdxOut, expandedExpertIdxOut},
                    quantising);
}

/* ---- Counts ---------------------------------------------------------------------------------- */

void moe_list_compute_expert_tokens(struct l0_list *list, int sortedExperts, int64_t numExperts,
                                    int out)
{
    int made = moe_like(list, "counts", out);
    int experts = moe_dense(list, sortedExperts);
    if (list->status != ACLNN_SUCCESS || made == L0_NONE || experts == L0_NONE)
        return;
    moe_launch(list, &l0_MoeComputeExpertTokens, &experts, 1, &made, 1);
    l0_kernel_workspace(list,
                        L0_SYSTEM_WORKSPACE + 4 * (uint64_t)numExperts * list->soc->vector_cores);
    moe_count_rows(list, experts, (struct moe_counting){.is_cumulative = true}, made);
    l0_view_copy(list, made, out);
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

/* ---- Rows of a range of places --------------------------------------------------------------- */

/* Weights at the places of their rows, or 0 without weights. */
static void store_permuted_probs(struct l0_list *list, int probs, int places,
                                 struct moe_bounds bounds, int out)
{
    const struct l0_tensor like = list->tensors[out];
    if (probs == L0_NONE) {
        moe_store_number(list, 0, out);
        return;
    }
    int made = l0_new_shaped(list, "weights", like.type,
                             (const int64_t[]){(int64_t)like.elements, 1}, 2);
    moe_put_rows_within(list, moe_each_as_row(list, probs), places,
                        (struct moe_putting){.repeated = 1, .bounds = bounds}, made);
    list_store_reshaped(list, made, out);
}

/* Where all rows are wanted the kernel takes no notice of where the range begins. */
void moe_list_token_permute_with_ep(struct l0_list *list, int tokens, int indices, int probs,
                                    const struct array *range, int permuteTokensOut,
                                    int sortedIndicesOut, int permuteProbsOut)
{
    const int outs[] = {permuteTokensOut, sortedIndicesOut, permuteProbsOut};
    const int made[] = {moe_like(list, "rows", outs[0]), moe_like(list, "places", outs[1]),
                        moe_like(list, "weights", outs[2])};
    const int read[] = {moe_dense(list, tokens), moe_dense(list, indices), moe_dense(list, probs)};
    if (list->status != ACLNN_SUCCESS || read[0] == L0_NONE || made[1] == L0_NONE)
        return;
    const struct l0_tensor from = list->tensors[read[0]];
    const struct l0_tensor to = list->tensors[made[0]];
    int64_t count = (int64_t)count_of(list, outs[1]);
    struct moe_bounds bounds = {.first = to.dims[0] == count ? 0 : moe_range_of(range).first};
    moe_launch(list, &l0_MoeTokenPermuteWithEp, read, 3, made, 3);
    l0_kernel_workspace(list, sorted_bytes(list, indices, 16, sorting_cores(list, indices)));
    moe_find_places(list, read[1], (struct moe_placing){0}, made[1]);
    moe_put_rows_within(
        list, read[0], made[1],
        (struct moe_putting){.repeated = from.dims[0] > 0 ? count / from.dims[0] : 1,
                             .bounds = bounds},
        made[0]);
    moe_return(list, made[0], outs[0]);
    moe_return(list, made[2], outs[2]);
    moe_store_rows(list, made[0], outs[0]);
    l0_view_copy(list, made[1], outs[1]);
    store_permuted_probs(list, read[2], made[1], bounds, outs[2]);
}

void moe_list_token_permute_with_ep_grad(struct l0_list *list, int permutedTokensGrad,
                                         int sortedIndices, int permutedProbsGrad, int64_t numTopk,
                                         const struct array *range, int tokenGradOut,
                                         int probsGradOut)
{
    const struct moe_taking taking = {.chosen = numTopk, .bounds = moe_range_of(range)};
    const int outs[] = {tokenGradOut, probsGradOut};
    const int made[] = {moe_like(list, "grad", outs[0]), moe_like(list, "probs grad", outs[1])};
    const int read[] = {moe_dense(list, permutedTokensGrad), moe_dense(list, sortedIndices),
                        moe_dense(list, permutedProbsGrad)};
    if (list->status != ACLNN_SUCCESS || made[0] == L0_NONE || read[1] == L0_NONE)
        return;
    moe_launch(list, &l0_MoeTokenPermuteWithEpGrad, read, 3, made, 2);
    int64_t tokens = list->tensors[made[0]].dims[0];
    int taken = moe_take_rows(list, read[0], read[1], tokens, taking);
    list_store_reshaped(
        list, moe_fold(list, &l0_MoeSumRows, &taken, 1, 1, list->tensors[made[0]].type), outs[0]);
    moe_return(list, made[0], outs[0]);
    moe_return(list, made[1], outs[1]);
    if (read[2] == L0_NONE)
        moe_store_number(list, 0, outs[1]);
    else
        list_store_reshaped(
            list, moe_take_rows(list, moe_each_as_row(list, read[2]), read[1], tokens, taking),
            outs[1]);
}
