/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of tokens sorted by experts of a range, and perhaps quantised: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/moe.h"
#include "declared/copy_layout.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/copy_layout/slice.h"
#include "ops/moe/lists.h"
#include "ops/quant/mx.h"
#include "ops/quant/quant.h"
#include "tensor/arrays.h"
#include "workspace/l0_operators.h"

#define HIGHEST 32768              /* of hifloat8 */
#define LEAST_MAGNITUDE 0x1.a4p-14 /* what a largest one counts as: 0.0001 as bfloat16 */

/* What a call reads: dense tensors; and where the rows of experts go. */
struct routing {
    int tokens;
    int experts;
    int scale;
    int offset;
    int places;
    int64_t first;
    int64_t past;
    int64_t rows;
    int64_t chosen;
    int64_t capacity; /* of each expert; 0: rows follow each other */
    int64_t room;     /* rows of the result */
    int64_t mode;     /* enum moe_routed_mode */
};

/* Whether the kernel of Ascend950 goes over places instead of rows, where experts have room: what
 * it saves of numbers has to outweigh rows that it copies more than once. */
static bool goes_over_places(const struct l0_list *list, const struct routing *r)
{
    const struct l0_tensor x = list->tensors[r->tokens];
    int64_t row = x.dims[1] * data_type_bytes(x.type, 1) +
                  (r->scale != L0_NONE ? (int64_t)sizeof(float) : 0);
    int64_t more = r->room > x.dims[0] ? (r->room - x.dims[0]) * row : 0;
    return r->room <= r->rows && (r->rows - r->room) * (int64_t)sizeof(int32_t) > 4 * more;
}

/* Counts of experts, eight at a time and twice on Ascend950; where they have room once, with two
 * numbers for each core and perhaps one for each place. */
static uint64_t count_bytes(const struct l0_list *list, const struct routing *r)
{
    uint64_t experts = (uint64_t)(r->past - r->first);
    uint64_t aligned = (experts + 7) / 8 * 8 * sizeof(int32_t);
    if (list->architecture != ARCHITECTURE_3510)
        return experts * sizeof(int32_t) + 32;
    if (r->capacity == 0)
        return 2 * aligned;
    return aligned + 8 * (uint64_t)list->soc->vector_cores +
           (goes_over_places(list, r) ? (uint64_t)r->room * sizeof(int32_t) : 0);
}

/* Seven numbers for each row, 64 bytes for each core, what counts take, and a row of floats for
 * each core where rows are quantised by scales that follow from them. Of nothing Ascend950 keeps
 * nothing. */
static uint64_t routing_bytes(const struct l0_list *list, const struct routing *r)
{
    uint64_t cores = list->soc->vector_cores;
    int64_t columns = list->tensors[r->tokens].dims[1];
    bool keeps = r->mode >= ROUTED_BY_ROW && r->mode != ROUTED_HIGH &&
                 r->mode != ROUTED_HIGH_BY_ONE;
    if (list->architecture == ARCHITECTURE_3510 && (r->rows == 0 || columns == 0))
        return L0_SYSTEM_WORKSPACE;
    return L0_SYSTEM_WORKSPACE + 28 * (uint64_t)r->rows + 64 * cores + count_bytes(list, r) +
           (keeps ? 4 * cores * (uint64_t)columns : 0);
}

/* What goes with tokens, [tokens, any], at the places of their rows. */
static int expanded(struct l0_list *list, const struct routing *r, int of_tokens)
{
    const struct l0_tensor from = list->tensors[of_tokens];
    if (of_tokens == L0_NONE)
        return L0_NONE;
    int rows = l0_new_shaped(list, "rows", from.type, (const int64_t[]){r->room, from.dims[1]}, 2);
    moe_put_rows(list, of_tokens, r->places, r->chosen, rows);
    return rows;
}

/* Numbers of 4 bits in a type whose rows are moved. */
static int movable(struct l0_list *list, int numbers)
{
    return numbers != L0_NONE && list->tensors[numbers].type == ACL_FLOAT4_E2M1
               ? l0_convert(list, numbers, ACL_FLOAT)
               : numbers;
}

static int in_rows(struct l0_list *list, const struct routing *r, int tensor)
{
    int64_t tokens = list->tensors[r->tokens].dims[0];
    int64_t each = tensor == L0_NONE || tokens == 0
                       ? 0
                       : (int64_t)list->tensors[tensor].elements / tokens;
    return tensor == L0_NONE ? L0_NONE
                             : l0_reshape(list, tensor, (const int64_t[]){tokens, each}, 2);
}

/* ---- Tokens that are quantised, each by itself ------------------------------------------------
 */

/* Numbers, and scales or L0_NONE, of all tokens. */
struct quantised {
    int numbers;
    int scales;
};

static struct quantised in_blocks(struct l0_list *list, const struct routing *r)
{
    int results[2];
    const struct l0_tensor x = list->tensors[r->tokens];
    bool is_at_least = r->mode >= ROUTED_FIRST_AT_LEAST;
    const struct quant_mx mx = {.axis = 1,
                                .block = QUANT_MX_BLOCK,
                                .scale = r->mode == ROUTED_FLOAT4 ? QUANT_MX_FLOOR
                                         : is_at_least            ? QUANT_MX_LEAST
                                                                  : QUANT_MX_CEIL,
                                .rounding = QUANT_MX_RINT,
                                .type = moe_routing_type(x.type, r->mode),
                                .least = is_at_least ? LEAST_MAGNITUDE : 0};
    quant_mx_results(list, &mx, x.dims, 2, results);
    quant_mx_compute(list, &mx, r->tokens, results);
    return (struct quantised){results[0], results[1]};
}

static struct quantised in_groups(struct l0_list *list, const struct routing *r)
{
    int results[2];
    moe_list_groups(list, r->tokens, r->mode, results);
    return (struct quantised){results[0], results[1]};
}

static struct quantised by_row(struct l0_list *list, const struct routing *r)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    const struct l0_tensor x = list->tensors[r->tokens];
    bool is_high = r->mode == ROUTED_HIGH_BY_ROW;
    const int made[] = {
        l0_new_shaped(list, "quantised", is_high ? ACL_HIFLOAT8 : ACL_INT8, x.dims, 2),
        l0_new_shaped(list, "scale", ACL_FLOAT, (const int64_t[]){x.dims[0], 1}, 2)};
    const int high[] = {r->tokens, list_number_of(list, HIGHEST)};
    const int whole[] = {r->tokens, quant_or_number(list, r->scale, 1), list_number_of(list, 7)};
    if (fold == NULL || list->status != ACLNN_SUCCESS)
        return (struct quantised){L0_NONE, L0_NONE};
    fold->dims = 2;
    if (is_high)
        l0_step(list, L0_STEP_APPLY, &l0_MoeHighRows, high, 2, made, 2, fold);
    else
        l0_step(list, L0_STEP_APPLY, &l0_DynamicQuant, whole, 3, made, 2, fold);
    return (struct quantised){made[0], made[1]};
}

static int as_high(struct l0_list *list, const struct routing *r)
{
    const struct l0_tensor x = list->tensors[r->tokens];
    bool is_scaled = r->mode == ROUTED_HIGH_BY_ONE;
    int high = l0_new_shaped(list, "quantised", ACL_HIFLOAT8, x.dims, 2);
    const int inputs[] = {r->tokens, quant_or_number(list, is_scaled ? r->scale : L0_NONE, 1),
                          list_number_of(list, HIGHEST)};
    if (list->status == ACLNN_SUCCESS)
        l0_step(list, L0_STEP_APPLY, &l0_MoeScaledHigh, inputs, 3, &high, 1, NULL);
    return high;
}

static struct quantised quantised(struct l0_list *list, const struct routing *r)
{
    switch (r->mode) {
    case ROUTED_MOVED: return (struct quantised){r->tokens, r->scale};
    case ROUTED_BY_ONE:
        return (struct quantised){moe_quantised(list, r->tokens,
                                                l0_convert(list, r->scale, ACL_FLOAT16),
                                                l0_convert(list, r->offset, ACL_FLOAT16)),
                                  L0_NONE};
    case ROUTED_HIGH:
    case ROUTED_HIGH_BY_ONE: return (struct quantised){as_high(list, r), L0_NONE};
    case ROUTED_HIGH_BY_ROW:
    case ROUTED_INT4: return by_row(list, r);
    default: return moe_routing_has_groups(r->mode) ? in_groups(list, r) : in_blocks(list, r);
    }
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Rows that an expert's factors multiply are quantised at their places, others before. */
static void write_rows(struct l0_list *list, const struct routing *r, int expandedX, int scales)
{
    if (r->mode == ROUTED_BY_ROW) {
        int rows = expanded(list, r, r->tokens);
        int smooth = moe_rows_of_experts(list, r->scale, r->first, r->experts, r->places, r->rows);
        moe_quantise_rows(list, rows, smooth, expandedX, scales);
        return;
    }
    const struct quantised q = quantised(list, r);
    if (list->status != ACLNN_SUCCESS)
        return;
    moe_store_rows(list, expanded(list, r, in_rows(list, r, movable(list, q.numbers))), expandedX);
    if (q.scales != L0_NONE)
        list_store_reshaped(list, expanded(list, r, in_rows(list, r, q.scales)), scales);
    else if (list->tensors[scales].type == ACL_FLOAT)
        moe_store_number(list, 0, scales);
}

void moe_list_init_routing_v3(struct l0_list *list, int x, int expertIdx, int scaleOptional,
                              int offsetOptional, int64_t expertCapacity, int64_t expertNum,
                              int64_t dropPadMode, int64_t expertTokensNumType, int64_t quantMode,
                              const struct array *activeExpertRange, int64_t rowIdxType,
                              int expandedXOut, int expandedRowIdxOut, int countsOut,
                              int expandedScaleOut)
{
    const int64_t *range = array_integers(activeExpertRange);
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    struct routing r = {.tokens = moe_dense(list, x),
                        .experts = moe_dense(list, expertIdx),
                        .scale = moe_dense(list, scaleOptional),
                        .offset = is_3510 ? moe_dense(list, offsetOptional) : L0_NONE,
                        .first = range[0],
                        .past = range[1],
                        .capacity = dropPadMode == 1 ? expertCapacity : 0,
                        .mode = quantMode};
    const int made[] = {
        moe_like(list, "expanded", expandedXOut), moe_like(list, "row numbers", expandedRowIdxOut),
        moe_like(list, "counts", countsOut), moe_like(list, "scales", expandedScaleOut)};
    if (list->status != ACLNN_SUCCESS || r.tokens == L0_NONE)
        return;
    const struct l0_tensor experts = list->tensors[r.experts];
    r.places = rowIdxType == 1 ? moe_like(list, "places", expandedRowIdxOut) : made[1];
    r.rows = (int64_t)experts.elements;
    r.chosen = experts.dims[1];
    r.room = r.capacity > 0 ? expertNum * r.capacity : r.rows;
    moe_launch(list, &l0_MoeInitRoutingV3, (const int[]){r.tokens, r.experts, r.scale, r.offset}, 4,
               made, 4);
    l0_kernel_workspace(list, routing_bytes(list, &r));
    moe_find_places(list, r.experts,
                    r.capacity > 0
                        ? (struct moe_placing){.experts = expertNum, .capacity = r.capacity}
                        : (struct moe_placing){.first = r.first, .past = r.past},
                    r.places);
    moe_count_rows(list, r.experts,
                   (struct moe_counting){.first = r.first,
                                         .past = r.past,
                                         .is_cumulative = expertTokensNumType == 0,
                                         .is_paired = expertTokensNumType == 2},
                   made[2]);
    if (rowIdxType == 1)
        l0_step(list, L0_STEP_APPLY, &l0_MoeRowsOfPlaces, &r.places, 1, &made[1], 1, NULL);
    moe_return(list, made[0], expandedXOut);
    l0_view_copy(list, made[1], expandedRowIdxOut);
    l0_view_copy(list, made[2], countsOut);
    moe_return(list, made[3], expandedScaleOut);
    write_rows(list, &r, expandedXOut, expandedScaleOut);
}

/* ---- Rows that may be quantised -------------------------------------------------------------- */

/* The largest float16 whose first 8 bits are those of 1.75, and its type's exponent. */
#define LARGEST_CUT (1.75 + 0x1p-7 - 0x1p-10)

/* What is quantised, as the public kernel does: the largest magnitude of float16 is cut to the 8
 * bits of bfloat16, and of float8 a scale is 2^-126 at least unless all numbers are 0. */
static struct quant_mx quantising(aclDataType from, aclDataType to)
{
    struct quant_mx mx = {.axis = 1, .block = QUANT_MX_BLOCK, .type = to};
    double unit = to == ACL_FLOAT8_E5M2 ? 0x1p15 : 0x1p8;
    if (to == ACL_FLOAT4_E2M1)
        return mx;
    mx.scale = QUANT_MX_RANGE;
    mx.largest = (from == ACL_FLOAT16 ? LARGEST_CUT : 1.75) * unit;
    mx.least = mx.largest * 0x1p-126;
    return mx;
}

/* For the size alone: the first rows of a result become the caller's tensor. */
static void return_part(struct l0_list *list, int made, int out)
{
    const struct l0_tensor to = list->tensors[out];
    int part = l0_new_shaped(list, "slice", to.type, to.dims, to.rank);
    if (made == L0_NONE || part == L0_NONE)
        return;
    l0_launch_row(list, &l0_Slice, &made, 1, 0, &part, 1, NULL);
    l0_launch_view_copy(list, part, out);
}

/* A tensor like the caller's, for all rows. */
static int for_all(struct l0_list *list, const char *name, int out, int64_t rows)
{
    const struct l0_tensor like = list->tensors[out];
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, like.dims, (size_t)like.rank * sizeof *dims);
    dims[0] = rows;
    return l0_new_shaped(list, name, like.type, dims, like.rank);
}

/* The kernel writes all rows and their places; what the caller wants of them is cut out. */
void moe_list_permute_by_routing(struct l0_list *list, int tokens, int indices, int64_t mode,
                                 const int *outs)
{
    aclDataType type = moe_quantised_type(mode);
    bool quantises = type != ACL_DT_UNDEFINED;
    struct routing r = {.tokens = moe_dense(list, tokens),
                        .experts = l0_cast(list, moe_dense(list, indices), ACL_INT32),
                        .scale = L0_NONE,
                        .past = MOE_MOST_ROUTED,
                        .mode = mode};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor experts = list->tensors[r.experts];
    r.rows = (int64_t)experts.elements;
    r.chosen = experts.rank == 2 ? experts.dims[1] : 1;
    const int64_t columns = list->tensors[r.tokens].dims[1];
    const int made[] = {for_all(list, "expanded", outs[0], r.rows),
                        l0_new_shaped(list, "row numbers", ACL_INT32, &r.rows, 1),
                        l0_new_shaped(list, "counts", ACL_INT64, &r.past, 1),
                        quantises ? for_all(list, "scales", outs[2], r.rows)
                                  : l0_new_shaped(list, "scales", ACL_FLOAT, &r.rows, 1)};
    if (list->status != ACLNN_SUCCESS)
        return;
    moe_launch(list, &l0_MoeInitRoutingV3, (const int[]){r.tokens, r.experts}, 2, made, 4);
    l0_kernel_workspace(list, routing_bytes(list, &r));
    for (int i = 0; i < (quantises ? 3 : 2); i++)
        return_part(list, made[i == 2 ? 3 : i], outs[i]);
    r.places = made[1];
    moe_find_places(list, r.experts, (struct moe_placing){.past = r.past}, r.places);
    list_store_reshaped(list, l0_part(list, r.places, 0, 0, list->tensors[outs[1]].dims[0]),
                        outs[1]);
    const int64_t dims[] = {list->tensors[outs[0]].dims[0], columns};
    int rows = l0_new_shaped(list, "rows", list->tensors[r.tokens].type, dims, 2);
    moe_put_rows(list, r.tokens, r.places, r.chosen, rows);
    if (!quantises) {
        moe_store_rows(list, rows, outs[0]);
        return;
    }
    int results[2];
    const struct quant_mx mx = quantising(list->tensors[r.tokens].type, type);
    quant_mx_results(list, &mx, dims, 2, results);
    quant_mx_compute(list, &mx, rows, results);
    list_store_reshaped(list, results[0], outs[0]);
    list_store_reshaped(list, results[1], outs[2]);
}
