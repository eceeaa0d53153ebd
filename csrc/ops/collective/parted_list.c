/* SPDX-License-Identifier: Apache-2.0 */
/* Products whose rows or columns the ranks send each other in parts: lists of L0 operators. CANN
 * has one kernel for the whole; here the work is that of its parts. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/collective.h"
#include "declared/common.h"
#include "declared/quant.h"
#include "ops/collective/collective.h"
#include "ops/collective/parted.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/quant/quant.h"
#include "ops/quant/quant_product.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define ADDRESS_BYTES 512 /* where parts of the workspace begin */
#define BIAS_ELEMENTS 256 /* to a multiple of which the kernels convert bias */
#define TILE_BYTES ((uint64_t)128 * 256 * 4 * 2) /* two tiles of sums for a cube core */
#define MX_SCALE_COLUMNS 64

#define MOST_INPUTS 5

/* What a call gives, as its kernel takes it; L0_NONE for what it has not. */
struct parted {
    struct l0_list *list;
    const struct call *call;
    int left, right, bias, tokens, scale;
    int rows; /* the left matrix, for the exchange */
    int inputs[MOST_INPUTS];
    int count;
    int64_t ranks;
    int64_t mode; /* PARTED_PLAIN and so on */
};

static int input(struct parted *p, int tensor)
{
    if (tensor != L0_NONE)
        p->inputs[p->count++] = tensor;
    return tensor;
}

static int dense_named(struct parted *p, const char *name, const char *other)
{
    int launched = L0_NONE;
    bool has_first = call_find(p->call, name) >= 0;
    int tensor = list_tensor_named(p->list, p->call, has_first ? name : other);
    int dense = collective_list_dense(p->list, tensor, &launched);
    input(p, launched);
    return dense;
}

static struct parted taken(struct l0_list *list, const struct call *call)
{
    struct parted p = {.list = list,
                       .call = call,
                       .ranks = collective_size(call, COLLECTIVE_FIRST),
                       .mode = collective_integer(call, "x1QuantMode")};
    bool is_turned = collective_integer(call, "transposeX2") != 0;
    p.rows = p.left = dense_named(&p, "x1", "x1");
    int right = collective_list_matrix(list, call, "x2", is_turned && p.mode != PARTED_MX);
    p.right = right == L0_NONE ? right : input(&p, matmul_list_for_kernel(list, right));
    p.bias = dense_named(&p, "biasOptional", "biasOptional");
    p.tokens = dense_named(&p, "x1Scale", "x1ScaleOptional");
    p.scale = dense_named(&p, "x2Scale", "x2Scale");
    return p;
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* The product of quantised matrices in float32: on Ascend950 bias is one of the sums, elsewhere of
 * what they become. */
static int restored(const struct parted *p, int left, int tokens)
{
    struct l0_list *list = p->list;
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    const struct l0_tensor l = list->tensors[left];
    const struct l0_tensor r = list->tensors[p->right];
    if (p->mode == PARTED_MX) {
        const int64_t dims[] = {1, l.dims[0], r.dims[0]};
        const struct quant_matrices rows = {1, l.dims[0], l.dims[1]};
        const struct quant_matrices columns = {1, r.dims[0], r.dims[1]};
        int sums = quant_list_multiplied(
            list, quant_list_mx_restored(list, left, tokens, &rows, false),
            quant_list_mx_restored(list, p->right, p->scale, &columns, false), false, true, dims,
            3);
        return collective_list_sum(list, l0_reshape(list, sums, dims + 1, 2), p->bias);
    }
    bool is_early = call_is_on_950(p->call);
    int sums = quant_list_sums_restored(list, left, p->right, is_early ? p->bias : L0_NONE,
                                        p->scale, tokens);
    return is_early ? sums : collective_list_sum(list, sums, p->bias);
}

static int product(const struct parted *p, int left, int tokens, aclDataType type)
{
    if (p->scale == L0_NONE)
        return collective_list_product(p->list, left, p->right, p->bias, L0_NONE, type);
    int numbers = restored(p, left, tokens);
    return numbers == L0_NONE ? L0_NONE : list_dense_of(p->list, numbers, type);
}

/* The rank's rows of a tensor, with the columns of all ranks side by side. */
static int gathered(const struct parted *p, int tensor)
{
    struct l0_list *list = p->list;
    if (tensor == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    const struct l0_tensor t = list->tensors[tensor];
    const int64_t parts[] = {p->ranks, t.dims[0] / p->ranks, t.elements / t.dims[0]};
    int seen = l0_reshape(list, tensor, parts, 3);
    int moved = collective_list_exchanged(list, &l0_HcomAllToAll, COLLECTIVE_FIRST, seen, parts, 3);
    int by_row = collective_list_turned(list, moved, parts, (const int64_t[]){1, 0, 2}, 3);
    return l0_reshape(list, by_row, (const int64_t[]){parts[1], p->ranks * parts[2]}, 2);
}

/* Rows as the numbers of x2's kind that they become with a scale each, which `tokens` gets. */
static int quantised(const struct parted *p, int rows, int *tokens)
{
    struct l0_list *list = p->list;
    int results[QUANT_MOST_RESULTS];
    if (rows == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    aclDataType wanted = (aclDataType)collective_integer(p->call, "x1QuantDtype");
    aclDataType type = call_is_on_950(p->call) ? wanted : ACL_INT8;
    const struct quant_work work = {
        .formula = &l0_DynamicQuant,
        .held = &l0_DynamicQuantHeld,
        .inputs = {rows, quant_or_number(list, p->tokens, 1),
                   list_number_of(list, quant_largest(type))},
        .input_count = 3,
        .results = {{.type = type}, {.type = ACL_FLOAT, .is_statistic = true}},
        .result_count = 2,
        .folded = 2,
    };
    quant_new_results(list, &work, results);
    quant_compute(list, &work, results);
    *tokens = list->status != ACLNN_SUCCESS
                  ? L0_NONE
                  : l0_reshape(list, results[1], list->tensors[rows].dims, 1);
    return *tokens == L0_NONE ? L0_NONE : results[0];
}

/* ---- Size ------------------------------------------------------------------------------------ */

static uint64_t bias_bytes(const struct parted *p, int64_t columns)
{
    return p->bias == L0_NONE ? 0 : align_up((uint64_t)columns, BIAS_ELEMENTS) * sizeof(float);
}

static uint64_t gathered_bytes(const struct parted *p, const struct l0_tensor *out, bool is_kept)
{
    const struct l0_tensor x = p->list->tensors[p->left];
    uint64_t rows = (uint64_t)(x.dims[0] / p->ranks);
    uint64_t moved = align_up(x.bytes, ADDRESS_BYTES);
    if (call_is_on_910b(p->call))
        return p->mode == PARTED_PLAIN
                   ? 0
                   : (uint64_t)x.dims[0] * (uint64_t)out->dims[1] * sizeof(int32_t);
    uint64_t both = is_kept ? moved : 2 * moved;
    if (p->mode == PARTED_PLAIN)
        return both + bias_bytes(p, out->dims[1]);
    if (p->mode == PARTED_MX) {
        uint64_t pairs = ((uint64_t)x.dims[1] + MX_SCALE_COLUMNS - 1) / MX_SCALE_COLUMNS;
        return both + 2 * align_up(rows * (uint64_t)p->ranks * pairs * 2, ADDRESS_BYTES);
    }
    return both + align_up(rows * sizeof(float), ADDRESS_BYTES) +
           align_up((uint64_t)x.elements, ADDRESS_BYTES);
}

static uint64_t scattered_bytes(const struct parted *p, const struct l0_tensor *out)
{
    const struct l0_tensor x = p->list->tensors[p->left];
    const struct l0_tensor r = p->list->tensors[p->right];
    int64_t columns = r.dims[p->mode == PARTED_MX ? 0 : 1];
    if (call_is_on_910b(p->call))
        return p->mode == PARTED_PLAIN ? 0 : TILE_BYTES * p->call->soc->ai_cores;
    uint64_t width = out->type == ACL_FLOAT ? sizeof(float) : sizeof(uint16_t);
    uint64_t product = align_up((uint64_t)x.dims[0] * (uint64_t)columns * width, ADDRESS_BYTES);
    return 2 * product + (call_is_on_950(p->call) ? 0 : bias_bytes(p, columns));
}

/* ---- Calls ----------------------------------------------------------------------------------- */

void collective_list_gathered_parts(struct l0_list *list, const struct call *call)
{
    struct parted p = taken(list, call);
    int out = list_tensor_named(list, call, "output");
    int kept = list_tensor_named(list, call, "alltoAllOutOptional");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    bool is_kept = kept != L0_NONE && list->tensors[kept].elements > 0;
    int results[] = {collective_list_result(list, out), L0_NONE};
    if (is_kept)
        results[1] = collective_list_result(list, kept);
    l0_launch_row(list, &l0_AlltoAllMatmul, p.inputs, p.count, 0, results, is_kept ? 2 : 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + gathered_bytes(&p, &like, is_kept));
    if (call->late_status != ACLNN_SUCCESS || list->tensors[p.left].elements == 0)
        return;
    int tokens = p.tokens;
    int rows = gathered(&p, p.rows);
    int left = rows;
    if (p.mode == PARTED_MX) {
        tokens = gathered(&p, p.tokens);
    } else if (p.mode != PARTED_PLAIN) {
        left = quantised(&p, rows, &tokens);
    }
    collective_list_store(list, product(&p, left, tokens, like.type), results[0], out);
    if (is_kept)
        collective_list_store(list, rows, results[1], kept);
}

void collective_list_scattered_parts(struct l0_list *list, const struct call *call)
{
    struct parted p = taken(list, call);
    int out = list_tensor_named(list, call, "output");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    int result = collective_list_result(list, out);
    l0_launch_row(list, &l0_MatmulAlltoAll, p.inputs, p.count, 0, &result, 1, NULL);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + scattered_bytes(&p, &like));
    if (call->late_status != ACLNN_SUCCESS || list->tensors[p.left].elements == 0)
        return;
    int whole = product(&p, p.left, p.tokens, like.type);
    if (whole == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor made = list->tensors[whole];
    const int64_t seen[] = {made.dims[0], p.ranks, made.dims[1] / p.ranks};
    const int64_t sent[] = {seen[1], seen[0], seen[2]};
    int parts = collective_list_turned(list, whole, seen, (const int64_t[]){1, 0, 2}, 3);
    int moved = collective_list_exchanged(list, &l0_HcomAllToAll, COLLECTIVE_FIRST, parts, sent, 3);
    collective_list_store(list, l0_reshape(list, moved, like.dims, like.rank), result, out);
}
