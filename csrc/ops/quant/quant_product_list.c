/* SPDX-License-Identifier: Apache-2.0 */
/* Products of quantised matrices: lists of L0 operators. Sums of whole numbers are
 * int32, modulo 2^32; what follows is float32, one operation after the other, and rounded once. */
#include "ops/quant/quant_product.h"

#include <string.h>

#include "declared/common.h"
#include "declared/quant.h"
#include "declared/activation.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

struct product {
    struct l0_list *list;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank;
    aclDataType out;
    int left, right;                 /* as the kernel takes them */
    int tokens, scale, offset, bias; /* dense, or L0_NONE */
};

/* One row of numbers of 64 bits as float32: the scale in its lower bits, or the offset above. */
static int from_words(struct product *p, const struct l0_row *row)
{
    const struct l0_tensor words = p->list->tensors[p->scale];
    int numbers = l0_new_shaped(p->list, "numbers", ACL_FLOAT, words.dims, words.rank);
    int bits = l0_convert(p->list, p->scale, ACL_UINT64);
    l0_step(p->list, L0_STEP_APPLY, row, &bits, 1, &numbers, 1, NULL);
    return numbers;
}

static bool has_words(const struct product *p)
{
    aclDataType type = p->list->tensors[p->scale].type;
    return type == ACL_UINT64 || type == ACL_INT64;
}

/* The operand as the kernel multiplies it: int8, or float32 of floats. */
static int factor(struct l0_list *list, int tensor)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor t = list->tensors[tensor];
    memcpy(dims, t.dims, (size_t)t.rank * sizeof *dims);
    if (t.type == ACL_INT8)
        return tensor;
    if (t.type != ACL_INT32)
        return l0_convert(list, tensor, t.type == ACL_INT4 ? ACL_INT8 : ACL_FLOAT);
    dims[t.rank - 1] *= QUANT_IN_A_WORD;
    return quant_unpacked(list, tensor, dims, t.rank);
}

static int formula(struct product *p, const struct l0_row *row, aclDataType type, const int *inputs,
                   int count)
{
    int result = l0_new_shaped(p->list, "restored", type, p->dims, p->rank);
    l0_step(p->list, L0_STEP_APPLY, row, inputs, count, &result, 1, NULL);
    return result;
}

/* What becomes of the sums. */
static int restored(struct product *p, int sums)
{
    struct l0_list *list = p->list;
    bool is_exact = p->bias != L0_NONE && list->tensors[p->bias].type == ACL_INT32;
    bool is_early = is_exact || (p->bias != L0_NONE && has_words(p));
    aclDataType type = list->tensors[sums].type;
    if (is_early)
        sums = formula(p, &l0_QuantProductAdded, type,
                       (int[]){sums, l0_convert(list, p->bias, type)}, 2);
    if (p->out == ACL_INT32)
        return sums;
    int scale = has_words(p) ? from_words(p, &l0_QuantWordScale) : p->scale;
    if (p->out == ACL_INT8) {
        int offset = p->offset != L0_NONE ? p->offset : from_words(p, &l0_QuantWordOffset);
        return formula(p, &l0_QuantProductCodes, ACL_INT8, (int[]){sums, scale, offset}, 3);
    }
    const int inputs[] = {
        sums, scale, quant_or_number(list, quant_along(list, p->tokens, p->rank, p->rank - 2), 1),
        quant_or_number(list, is_early ? L0_NONE : p->bias, 0)};
    return formula(p, &l0_DequantBias, p->out, inputs, 4);
}

int quant_list_multiplied(struct l0_list *list, int left, int right, bool flip1, bool flip2,
                          const int64_t *dims, int32_t rank)
{
    bool *flips = l0_take(list, 2 * sizeof *flips);
    if (left == L0_NONE || right == L0_NONE || flips == NULL)
        return L0_NONE;
    flips[0] = flip1;
    flips[1] = flip2;
    aclDataType type = list->tensors[left].type == ACL_INT8 ? ACL_INT32 : ACL_FLOAT;
    int sums = l0_new_shaped(list, "sums", type, dims, rank);
    if (sums == L0_NONE)
        return L0_NONE;
    const int factors[] = {left, right};
    l0_step(list, L0_STEP_APPLY, &l0_QuantBatchMatmulV3, factors, 2, &sums, 1, flips);
    return sums;
}

static int multiplied(struct product *p, bool flip1, bool flip2)
{
    int left = factor(p->list, p->left);
    int right = factor(p->list, p->right);
    return quant_list_multiplied(p->list, left, right, flip1, flip2, p->dims, p->rank);
}

static void set_dims(struct product *p, int x1, int x2, bool flip1, bool flip2)
{
    const struct tensor *left = p->list->tensors[x1].given;
    const struct tensor *right = p->list->tensors[x2].given;
    const struct quant_product_sides sides = quant_product_sides(left, right, flip1, flip2);
    p->rank = quant_product_batches(left, right, p->dims);
    p->dims[p->rank++] = sides.rows;
    p->dims[p->rank++] = sides.columns;
}

/* What a call gives, made dense, with the dims of the product. */
static struct product taken(struct l0_list *list, const struct quant_product_call *at)
{
    struct product p = {.list = list, .out = list->tensors[at->out].type};
    p.left = matmul_list_for_kernel(list, at->x1);
    p.right = matmul_list_for_kernel(list, at->x2);
    p.bias = quant_dense(list, at->bias);
    p.scale = quant_dense(list, at->scale);
    p.offset = quant_dense(list, at->offset);
    p.tokens = quant_dense(list, at->tokens);
    set_dims(&p, at->x1, at->x2, at->flip1 == 1, at->flip2 == 1);
    return p;
}

static int launch(struct product *p, const struct l0_row *row)
{
    int result = l0_new_shaped(p->list, "product", p->out, p->dims, p->rank);
    const int launched[] = {p->left, p->right, p->scale, p->offset, p->bias, p->tokens};
    quant_launch(p->list, row, launched, 6, &result, 1);
    return result;
}

/* Writes numbers in the dims of the product to the result of the kernel, and that to out. */
static void store(struct product *p, int numbers, int result, int out)
{
    struct l0_list *list = p->list;
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor wanted = list->tensors[out];
    l0_step(list, L0_STEP_CAST, NULL, &numbers, 1, &result, 1, NULL);
    l0_view_copy(list, l0_reshape(list, result, wanted.dims, wanted.rank), out);
}

void quant_list_quant_product(struct l0_list *list, int x1, int x2, int tokens, int scale,
                              int offset, int bias, bool flip1, bool flip2, int out)
{
    if (x1 == L0_NONE || x2 == L0_NONE || scale == L0_NONE || out == L0_NONE)
        return;
    const struct quant_product_call at = {x1, x2, tokens, scale, offset, bias, flip1, flip2, out};
    struct product p = taken(list, &at);
    int result = launch(&p, &l0_QuantBatchMatmulV3);
    int sums = multiplied(&p, flip1, flip2);
    if (list->status == ACLNN_SUCCESS)
        store(&p, restored(&p, sums), result, out);
}

int quant_list_sums_restored(struct l0_list *list, int x1, int x2, int bias, int scale, int tokens)
{
    if (x1 == L0_NONE || x2 == L0_NONE || scale == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    struct product p = {.list = list,
                        .dims = {list->tensors[x1].dims[0], list->tensors[x2].dims[1]},
                        .rank = 2,
                        .out = ACL_FLOAT,
                        .left = x1,
                        .right = x2,
                        .tokens = tokens,
                        .scale = scale,
                        .offset = L0_NONE,
                        .bias = L0_NONE};
    int sums = multiplied(&p, false, false);
    if (sums == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[sums].type;
    if (bias != L0_NONE)
        sums = formula(&p, &l0_QuantProductAdded, type, (int[]){sums, l0_convert(list, bias, type)},
                       2);
    return restored(&p, sums);
}

int quant_list_sums_scaled(struct l0_list *list, int sums, int bias, int scale, aclDataType type)
{
    if (sums == L0_NONE || scale == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[sums];
    struct product p = {.list = list,
                        .rank = given.rank,
                        .out = type,
                        .tokens = L0_NONE,
                        .scale = scale,
                        .offset = L0_NONE,
                        .bias = bias};
    memcpy(p.dims, given.dims, (size_t)given.rank * sizeof *p.dims);
    return restored(&p, sums);
}

void quant_list_activated_product(struct l0_list *list, int x1, int x2, int tokens, int scale,
                                  int bias, const char *activation, int out)
{
    if (x1 == L0_NONE || x2 == L0_NONE || scale == L0_NONE || out == L0_NONE)
        return;
    const struct quant_product_call at = {x1, x2, tokens, scale, L0_NONE, bias, false, false, out};
    struct product p = taken(list, &at);
    int result = launch(&p, &l0_FusedQuantMatMul);
    int sums = multiplied(&p, false, false);
    if (list->status != ACLNN_SUCCESS)
        return;
    p.out = ACL_FLOAT;
    int numbers = restored(&p, sums);
    bool is_tanh = strcmp(activation, "gelu_tanh") == 0;
    store(&p, formula(&p, is_tanh ? &l0_GeluV2Tanh : &l0_GeluV2, ACL_FLOAT, &numbers, 1), result,
          out);
}

/* The words may be one for all columns, or more than there are columns. */
static void list_words(struct l0_list *list, const struct l0_row *row,
                       const struct quant_product_call *at)
{
    if (at->x1 == L0_NONE || at->x2 == L0_NONE || at->scale == L0_NONE || at->out == L0_NONE)
        return;
    struct product p = taken(list, at);
    int result = launch(&p, row);
    int sums = multiplied(&p, at->flip1 == 1, at->flip2 == 1);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (list->tensors[p.scale].dims[0] > 1)
        p.scale = l0_part(list, p.scale, 0, 0, p.dims[p.rank - 1]);
    store(&p, restored(&p, sums), result, at->out);
}

void quant_list_word_product(struct l0_list *list, int x1, int x2, int bias, int scale, bool flip1,
                             bool flip2, int out)
{
    const struct quant_product_call at = {x1, x2, L0_NONE, scale, L0_NONE, bias, flip1, flip2, out};
    list_words(list, &l0_QuantBatchMatmul, &at);
}

void quant_list_coded_product(struct l0_list *list, int x1, int x2, int scale, int bias, bool flip1,
                              bool flip2, int out)
{
    const struct quant_product_call at = {x1, x2, L0_NONE, scale, L0_NONE, bias, flip1, flip2, out};
    list_words(list, &l0_BatchMatmulFixpipe, &at);
}

void quant_list_factor_product(struct l0_list *list, int x1, int x2, int bias, double scale,
                               int out)
{
    if (x1 == L0_NONE || x2 == L0_NONE || out == L0_NONE)
        return;
    const struct quant_product_call at = {x1,   x2,    L0_NONE, L0_NONE, L0_NONE,
                                          bias, false, false,   out};
    struct product p = taken(list, &at);
    int result = launch(&p, &l0_QuantBatchMatmul);
    int sums = multiplied(&p, false, false);
    if (list->status != ACLNN_SUCCESS)
        return;
    p.scale = list_constant(list, "deqScale", quant_product_cut((float)scale), ACL_FLOAT);
    store(&p, restored(&p, sums), result, out);
}
