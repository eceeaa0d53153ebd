/* SPDX-License-Identifier: Apache-2.0 */
/* Products between exchanges whose matrices may be quantised, and sums of what is: lists of L0
 * operators. CANN has one kernel for the whole; here the work is that of its parts. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/quant/quant_product.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define ADDRESS_BYTES 512 /* where parts of the workspace begin, and rows of matrices */
#define BIAS_ELEMENTS 256 /* to a multiple of which the kernels convert bias */
#define BLOCK 128

#define MOST_INPUTS 5

/* What a call gives, as its kernel takes it; L0_NONE for what it has not. */
struct coded {
    struct l0_list *list;
    const struct call *call;
    int left, right, bias, tokens, scale;
    int inputs[MOST_INPUTS];
    int count;
    int64_t ranks;
};

static int dense_named(struct coded *c, const char *name)
{
    int launched = L0_NONE;
    int dense = collective_list_dense(c->list, list_tensor_named(c->list, c->call, name),
                                      &launched);
    if (launched != L0_NONE)
        c->inputs[c->count++] = launched;
    return dense;
}

/* Scales in one dimension. */
static int flat(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE
               ? L0_NONE
               : l0_reshape(list, tensor, (int64_t[]){list->tensors[tensor].elements}, 1);
}

static struct coded taken(struct l0_list *list, const struct call *call)
{
    struct coded c = {.list = list, .call = call, .ranks = collective_size(call, COLLECTIVE_FIRST)};
    c.left = dense_named(&c, "x1");
    int right = list_tensor_named(list, call, "x2");
    if (right != L0_NONE)
        c.inputs[c.count++] = c.right = matmul_list_for_kernel(list, right);
    c.bias = dense_named(&c, "bias");
    c.tokens = flat(list, dense_named(&c, "x1Scale"));
    c.scale = flat(list, dense_named(&c, "x2Scale"));
    return c;
}

static bool is_half(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

/* Of quantised matrices bias is one of the sums where rows were gathered before, else of what they
 * become. */
static int product(const struct coded *c, int left, int tokens, bool is_early, aclDataType type)
{
    struct l0_list *list = c->list;
    if (left == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    if (is_half(list->tensors[left].type))
        return collective_list_product(list, left, c->right, c->bias, L0_NONE, type);
    int numbers = quant_list_sums_restored(list, left, c->right, is_early ? c->bias : L0_NONE,
                                           c->scale, tokens);
    if (!is_early)
        numbers = collective_list_sum(list, numbers, c->bias);
    return numbers == L0_NONE ? L0_NONE : list_dense_of(list, numbers, type);
}

/* ---- Size ------------------------------------------------------------------------------------ */

static uint64_t width_of(aclDataType type)
{
    return is_half(type) ? 2 : type == ACL_FLOAT ? 4 : 1;
}

/* A matrix whose rows are laid out anew, where they are no multiple of 512 bytes. */
static uint64_t aligned_bytes(int64_t rows, int64_t columns, uint64_t width)
{
    uint64_t row = align_up((uint64_t)columns * width, ADDRESS_BYTES);
    return row == (uint64_t)columns * width ? 0 : (uint64_t)rows * row;
}

static uint64_t both_aligned(const struct coded *c)
{
    const struct l0_tensor l = c->list->tensors[c->left];
    const struct l0_tensor r = c->list->tensors[c->right];
    bool is_turned = r.given != NULL && r.given->strides[0] == 1 && r.dims[0] > 1;
    uint64_t width = width_of(l.type);
    return (l.dims[0] == 1 ? 0 : aligned_bytes(l.dims[0], l.dims[1], width)) +
           aligned_bytes(r.dims[is_turned], r.dims[!is_turned], width);
}

static uint64_t gathered_bytes(const struct coded *c, bool is_kept)
{
    const struct l0_tensor l = c->list->tensors[c->left];
    uint64_t columns = (uint64_t)c->list->tensors[c->right].dims[1];
    uint64_t ranks = (uint64_t)c->ranks;
    uint64_t rows = (uint64_t)l.dims[0] * ranks;
    if (call_is_on_950(c->call))
        return (is_kept ? 0 : align_up(l.bytes, ADDRESS_BYTES) * ranks) +
               (c->bias != L0_NONE && is_half(l.type)
                    ? align_up(columns, BIAS_ELEMENTS) * sizeof(float)
                    : 0);
    return both_aligned(c) + (l.type == ACL_INT8 ? rows * columns * sizeof(int32_t) : 0) +
           (l.type == ACL_INT8 && c->tokens != L0_NONE ? rows * sizeof(float) : 0);
}

static uint64_t scattered_bytes(const struct coded *c, aclDataType out)
{
    const struct l0_tensor l = c->list->tensors[c->left];
    uint64_t columns = (uint64_t)c->list->tensors[c->right].dims[1];
    uint64_t sums = align_up((uint64_t)l.dims[0], ADDRESS_BYTES) *
                    align_up(columns, ADDRESS_BYTES) * sizeof(int32_t);
    if (call_is_on_950(c->call))
        return align_up((uint64_t)l.dims[0] * columns * width_of(out), ADDRESS_BYTES);
    return both_aligned(c) + (l.type == ACL_INT8 ? sums : 0);
}

/* ---- Products -------------------------------------------------------------------------------- */

void collective_list_gathered_codes(struct l0_list *list, const struct call *call)
{
    struct coded c = taken(list, call);
    int out = list_tensor_named(list, call, "output");
    int kept = list_tensor_named(list, call, "gatherOut");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor l = list->tensors[c.left];
    bool is_kept = kept != L0_NONE && list->tensors[kept].elements > 0;
    int results[] = {collective_list_result(list, out), L0_NONE};
    if (is_kept)
        results[1] = collective_list_result(list, kept);
    l0_launch_row(list, &l0_AllGatherMatmulV2, c.inputs, c.count, 0, results, is_kept ? 2 : 1,
                  NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + gathered_bytes(&c, is_kept));
    if (call->late_status != ACLNN_SUCCESS)
        return;
    const int64_t rows = l.dims[0] * c.ranks;
    int all = collective_list_exchanged(list, &l0_HcomAllGather, COLLECTIVE_FIRST, c.left,
                                        (const int64_t[]){rows, l.dims[1]}, 2);
    int tokens = c.tokens;
    if (l.type == ACL_INT8)
        tokens = collective_list_exchanged(list, &l0_HcomAllGather, COLLECTIVE_FIRST, tokens, &rows,
                                           1);
    if (list->status != ACLNN_SUCCESS)
        return;
    collective_list_store(list, product(&c, all, tokens, true, list->tensors[out].type), results[0],
                          out);
    if (is_kept)
        collective_list_store(list, all, results[1], kept);
}

void collective_list_scattered_codes(struct l0_list *list, const struct call *call)
{
    struct coded c = taken(list, call);
    int out = list_tensor_named(list, call, "output");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    int result = collective_list_result(list, out);
    l0_launch_row(list, &l0_MatmulReduceScatterV2, c.inputs, c.count, 0, &result, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + scattered_bytes(&c, like.type));
    if (call->late_status != ACLNN_SUCCESS)
        return;
    int whole = product(&c, c.left, c.tokens, false, like.type);
    int part = collective_list_exchanged(list, &l0_HcomReduceScatter, COLLECTIVE_FIRST, whole,
                                         like.dims, like.rank);
    collective_list_store(list, part, result, out);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

static void summed(struct l0_list *list, const struct call *call, const struct l0_row *row,
                   const struct l0_row *exchange)
{
    struct coded c = {.list = list, .call = call};
    int x = dense_named(&c, "x");
    int scales = dense_named(&c, "scales");
    int out = list_tensor_named(list, call, "output");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    const struct l0_tensor t = list->tensors[x];
    int result = collective_list_result(list, out);
    l0_launch_row(list, row, c.inputs, c.count, 0, &result, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    if (call->late_status != ACLNN_SUCCESS)
        return;
    int64_t columns = t.dims[t.rank - 1];
    const struct quant_matrices m = {1, t.elements / columns, columns};
    const struct quant_blocks blocks = {1, BLOCK, m.rows, columns / BLOCK};
    int numbers = list->tensors[scales].type == ACL_FLOAT
                      ? quant_list_blocks_restored(list, x, scales, L0_NONE, &m, &blocks)
                      : quant_list_mx_restored(list, x, scales, &m, false);
    int sums = collective_list_exchanged(list, exchange, COLLECTIVE_FIRST, numbers, like.dims,
                                         like.rank);
    collective_list_store(list, sums, result, out);
}

void collective_list_summed_codes(struct l0_list *list, const struct call *call)
{
    summed(list, call, &l0_QuantAllReduce, &l0_HcomAllReduce);
}

void collective_list_summed_parts(struct l0_list *list, const struct call *call)
{
    summed(list, call, &l0_QuantReduceScatter, &l0_HcomReduceScatter);
}
