/* SPDX-License-Identifier: Apache-2.0 */
/* AddLora, FusedPatchMlp, MatmulSwiglu and SwigluGatedMlp: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "ops/common/list.h"
#include "ops/copy_layout/join.h"
#include "ops/matmul/matmul.h"
#include "workspace/l0_operators.h"

#define SIDE 16                   /* of a block of the cube unit */
#define SPARE ((uint64_t)1 << 20) /* bytes */
#define COUNTERS 3                /* uint32 for each row */

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Products of float32 matrices, of the right ones transposed where they are flipped. */
static int multiplied(struct l0_list *list, int left, int right, bool is_flipped,
                      const int64_t *dims, int32_t rank)
{
    bool *flips = l0_take(list, 2 * sizeof *flips);
    int sums = l0_new_shaped(list, "product", ACL_FLOAT, dims, rank);
    if (left == L0_NONE || right == L0_NONE || flips == NULL || sums == L0_NONE)
        return L0_NONE;
    flips[0] = false;
    flips[1] = is_flipped;
    l0_step(list, L0_STEP_APPLY, &l0_MatMulV3, (const int[]){left, right}, 2, &sums, 1, flips);
    return sums;
}

/* ---- AddLora --------------------------------------------------------------------------------- */

/* Of all rows by all weights of a layer, those of each row's own. Rows without any are zero. */
static int by_own(struct l0_list *list, int rows, int weights, int64_t layer, int indices)
{
    const struct l0_tensor w = list->tensors[weights];
    const struct l0_tensor x = list->tensors[rows];
    const int64_t one[] = {1, x.dims[0], x.dims[1]};
    const int64_t matrices[] = {w.dims[0], w.dims[2], w.dims[3]};
    const int64_t all[] = {w.dims[0], x.dims[0], w.dims[2]};
    const int64_t own[] = {x.dims[0], w.dims[2]};
    int of_layer = list_dense_of(list, l0_part(list, weights, 1, layer, 1), ACL_FLOAT);
    int left = l0_reshape(list, l0_convert(list, rows, ACL_FLOAT), one, 3);
    int products = multiplied(list, left, l0_reshape(list, of_layer, matrices, 3), true, all, 3);
    int chosen = l0_new_shaped(list, "rows", ACL_FLOAT, own, 2);
    if (products == L0_NONE || chosen == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_AddLoraRows, (const int[]){products, indices}, 2, &chosen, 1,
            NULL);
    return list_dense_of(list, chosen, x.type);
}

/* Sums in some columns, and what is before and behind them. */
static int with_columns(struct l0_list *list, int y, int sums, int64_t first)
{
    const struct l0_tensor t = list->tensors[y];
    int64_t past = first + list->tensors[sums].dims[1];
    int parts[3];
    int count = 0;
    struct along *along = l0_take(list, sizeof *along);
    int joined = l0_new_shaped(list, "sums", t.type, t.dims, 2);
    if (along == NULL || joined == L0_NONE)
        return L0_NONE;
    if (first > 0)
        parts[count++] = list_dense_of(list, l0_part(list, y, 1, 0, first), t.type);
    parts[count++] = sums;
    if (past < t.dims[1])
        parts[count++] = list_dense_of(list, l0_part(list, y, 1, past, t.dims[1] - past), t.type);
    *along = (struct along){.dim = 1};
    l0_step(list, L0_STEP_APPLY, &l0_ConcatD, parts, count, &joined, 1, along);
    return joined;
}

static uint64_t lora_workspace(const struct l0_tensor *x, const struct l0_tensor *b)
{
    uint64_t rows = (uint64_t)((x->dims[0] + SIDE - 1) / SIDE * SIDE);
    uint64_t columns = (uint64_t)(b->dims[3] + b->dims[2]);
    return L0_SYSTEM_WORKSPACE + (uint64_t)x->elements * 2 + rows * columns * 2 +
           rows * COUNTERS * sizeof(uint32_t) + SPARE;
}

void matmul_list_add_lora(struct l0_list *list, int y, int x, int weightB, int indices,
                          int weightAOptional, int64_t layerIdx, double scale, int64_t yOffset,
                          int64_t ySliceSize, int out)
{
    if (y == L0_NONE || x == L0_NONE || weightB == L0_NONE || indices == L0_NONE || out == L0_NONE)
        return;
    int launched[5] = {l0_contiguous(list, y), l0_contiguous(list, x), l0_contiguous(list, weightB),
                       l0_contiguous(list, indices), L0_NONE};
    if (weightAOptional != L0_NONE)
        launched[4] = l0_contiguous(list, weightAOptional);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor all = list->tensors[launched[0]];
    const struct l0_tensor b = list->tensors[launched[2]];
    int64_t columns = ySliceSize < 0 ? b.dims[2] : ySliceSize;
    const int64_t dims[] = {all.dims[0], columns};
    int result = l0_new_shaped(list, "result", all.type, all.dims, 2);
    l0_launch_row(list, &l0_AddLora, launched, weightAOptional == L0_NONE ? 4 : 5, 0, &result, 1,
                  NULL);
    l0_kernel_workspace(list, lora_workspace(&list->tensors[launched[1]], &b));
    int rows = launched[1];
    if (launched[4] != L0_NONE)
        rows = by_own(list, rows, launched[4], layerIdx, launched[3]);
    int products = rows == L0_NONE ? L0_NONE
                                   : by_own(list, rows, launched[2], layerIdx, launched[3]);
    int sums = l0_new_shaped(list, "slice", all.type, dims, 2);
    if (products == L0_NONE || sums == L0_NONE)
        return;
    const int inputs[] = {l0_part(list, launched[0], 1, yOffset, columns),
                          l0_part(list, products, 1, 0, columns),
                          list_number_of(list, (float)scale)};
    l0_step(list, L0_STEP_APPLY, &l0_AddLoraSlice, inputs, 3, &sums, 1, NULL);
    int joined = with_columns(list, launched[0], sums, yOffset);
    if (joined == L0_NONE)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &joined, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}

/* ---- FusedPatchMlp --------------------------------------------------------------------------- */

/* Some numbers of a line as a float32 matrix. */
static int matrix_of(struct l0_list *list, int line, int64_t first, int64_t rows, int64_t columns)
{
    const int64_t dims[] = {rows, columns};
    return l0_reshape(list,
                      list_dense_of(list, l0_part(list, line, 0, first, rows * columns), ACL_FLOAT),
                      dims, 2);
}

/* A layer: products and a bias, and but for the last one Gelu in the type of the numbers. */
static int layer_of(struct l0_list *list, int rows, int weights, int bias, aclDataType type,
                    bool is_last)
{
    const int64_t dims[] = {list->tensors[rows].dims[0], list->tensors[weights].dims[1]};
    int sums = multiplied(list, rows, weights, false, dims, 2);
    int biased = l0_new_shaped(list, "sums", ACL_FLOAT, dims, 2);
    int active = l0_new_shaped(list, "active", type, dims, 2);
    if (sums == L0_NONE || biased == L0_NONE || active == L0_NONE)
        return L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){sums, bias}, 2, &biased, 1, NULL);
    if (is_last)
        return biased;
    l0_step(list, L0_STEP_APPLY, &l0_GeluV2Tanh, &biased, 1, &active, 1, NULL);
    return l0_convert(list, active, ACL_FLOAT);
}

void matmul_list_fused_patch_mlp(struct l0_list *list, int x, int weights, int biases,
                                 int64_t numLayers, int out)
{
    if (x == L0_NONE || weights == L0_NONE || biases == L0_NONE || out == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x), l0_contiguous(list, weights),
                            l0_contiguous(list, biases)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor t = list->tensors[launched[0]];
    int64_t patch = t.dims[t.rank - 1];
    int64_t hidden = list->tensors[launched[2]].elements / numLayers;
    const int64_t given[] = {t.elements / patch, patch};
    const int64_t wanted[] = {given[0], hidden};
    const int64_t lines[2][1] = {{list->tensors[launched[1]].elements},
                                 {list->tensors[launched[2]].elements}};
    uint64_t between = (uint64_t)(given[0] * hidden * data_type_bits(t.type) / 8);
    int result = l0_new_shaped(list, "result", t.type, wanted, 2);
    l0_launch_row(list, &l0_FusedPatchMlp, launched, 3, 0, &result, 1, NULL);
    l0_kernel_workspace(list, numLayers == 1 ? 0 : L0_SYSTEM_WORKSPACE + 2 * between);
    int rows = l0_reshape(list, l0_convert(list, launched[0], ACL_FLOAT), given, 2);
    int all = l0_reshape(list, launched[1], lines[0], 1);
    int bias = l0_reshape(list, launched[2], lines[1], 1);
    int64_t first = 0;
    for (int64_t i = 0; i < numLayers && list->status == ACLNN_SUCCESS; i++) {
        int64_t depth = i == 0 ? patch : hidden;
        rows = layer_of(list, rows, matrix_of(list, all, first, depth, hidden),
                        matrix_of(list, bias, i * hidden, 1, hidden), t.type, i == numLayers - 1);
        first += depth * hidden;
    }
    if (rows == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_CAST, NULL, &rows, 1, &result, 1, NULL);
    const struct l0_tensor o = list->tensors[out];
    l0_view_copy(list, l0_reshape(list, result, o.dims, o.rank), out);
}

/* ---- MatmulSwiglu ---------------------------------------------------------------------------- */

void matmul_list_swiglu(struct l0_list *list, int x, int weight, int bias, bool transposeWeight,
                        int out)
{
    if (x == L0_NONE || weight == L0_NONE || bias == L0_NONE || out == L0_NONE)
        return;
    const int launched[] = {l0_contiguous(list, x), l0_contiguous(list, weight),
                            l0_contiguous(list, bias)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor t = list->tensors[launched[0]];
    const struct l0_tensor o = list->tensors[out];
    const int64_t depth = t.dims[t.rank - 1];
    const int64_t both = list->tensors[launched[2]].dims[0];
    const int64_t left[] = {t.elements / depth, depth};
    const int64_t sides[] = {left[0], both};
    const int64_t half[] = {left[0], both / 2};
    int result = l0_new_shaped(list, "result", t.type, half, 2);
    l0_launch_row(list, &l0_MatmulSwiglu, launched, 3, 0, &result, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)(left[0] * both) * sizeof(float));
    int sums = multiplied(list, l0_reshape(list, launched[0], left, 2), launched[1],
                          transposeWeight, sides, 2);
    int biased = l0_new_shaped(list, "sums", ACL_FLOAT, sides, 2);
    int gated = l0_new_shaped(list, "gated", ACL_FLOAT, half, 2);
    if (sums == L0_NONE || biased == L0_NONE || gated == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_Add, (const int[]){sums, launched[2]}, 2, &biased, 1, NULL);
    const int halves[] = {l0_part(list, biased, 1, 0, both / 2),
                          l0_part(list, biased, 1, both / 2, both / 2)};
    l0_step(list, L0_STEP_APPLY, &l0_SwiGlu, halves, 2, &gated, 1, NULL);
    l0_step(list, L0_STEP_CAST, NULL, &gated, 1, &result, 1, NULL);
    l0_view_copy(list, l0_reshape(list, result, o.dims, o.rank), out);
}

/* ---- SwigluGatedMlp -------------------------------------------------------------------------- */

void matmul_list_gated_mlp(struct l0_list *list, int x, int gateUpWeight, int downWeight,
                           int64_t cubeMathType, int y)
{
    if (x == L0_NONE || gateUpWeight == L0_NONE || downWeight == L0_NONE || y == L0_NONE)
        return;
    const int dense[] = {l0_contiguous(list, x), l0_contiguous(list, gateUpWeight),
                         l0_contiguous(list, downWeight)};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor t = list->tensors[dense[0]];
    const struct l0_tensor o = list->tensors[y];
    const int64_t inner = list->tensors[dense[2]].dims[0];
    const int64_t rows[] = {t.elements / t.dims[t.rank - 1], t.dims[t.rank - 1]};
    const int64_t half[] = {rows[0], inner};
    int both = matmul_list_product(
        list, &(struct product_request){.left = l0_reshape(list, dense[0], rows, 2),
                                        .right = dense[1],
                                        .out = t.type,
                                        .mode = cubeMathType});
    int hidden = l0_new_shaped(list, "hidden", t.type, half, 2);
    if (both == L0_NONE || hidden == L0_NONE)
        return;
    l0_launch_row(list, &l0_SwigluGatedMlp, (const int[]){both, dense[1], dense[2]}, 3, 0, &hidden,
                  1, NULL);
    const int halves[] = {l0_part(list, both, 1, 0, inner), l0_part(list, both, 1, inner, inner)};
    l0_step(list, L0_STEP_APPLY, &l0_SwiGlu, halves, 2, &hidden, 1, NULL);
    int result = matmul_list_product(
        list, &(struct product_request){
                  .left = hidden, .right = dense[2], .out = t.type, .mode = cubeMathType});
    if (result != L0_NONE)
        l0_view_copy(list, l0_reshape(list, result, o.dims, o.rank), y);
}
