/* SPDX-License-Identifier: Apache-2.0 */
/* Products between exchanges: lists of L0 operators. CANN has one kernel for the whole; here the
 * work is that of its parts. Sums of a product are float32, what is added to them too, and rounded
 * once before they are exchanged. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/collective.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/binary.h"
#include "declared/norm.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "ops/matmul/fused_product.h"
#include "ops/norm/statistics.h"
#include "ops/quant/quant_product.h"
#include "ops/quant/weight_quant.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"

#define V3_WORKSPACE ((uint64_t)20 << 20)
#define SIDE_BYTES 256    /* to a multiple of which the kernels lay out the right matrix */
#define ADDRESS_BYTES 512 /* where parts of their workspace begin */
#define BIAS_ELEMENTS 256 /* to a multiple of which they convert bias */

#define MOST_INPUTS 12

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The first numbers of a bias: it may have more than there are columns. */
static int taken_bias(struct l0_list *list, int bias, int64_t columns)
{
    int dense = bias == L0_NONE ? L0_NONE : l0_contiguous(list, bias);
    if (dense == L0_NONE || list->tensors[dense].dims[0] == columns)
        return dense;
    return l0_part(list, dense, 0, 0, columns);
}

/* ---- Size ------------------------------------------------------------------------------------ */

/* The right matrix in fractals. */
static uint64_t fractal_bytes(const struct l0_tensor *right)
{
    uint64_t width = 2;
    uint64_t rows = align_up((uint64_t)right->dims[0], SIDE_BYTES / width);
    uint64_t columns = align_up((uint64_t)right->dims[1], SIDE_BYTES / width);
    return rows * columns * width;
}

static uint64_t bias_bytes(int64_t columns)
{
    return align_up((uint64_t)columns, BIAS_ELEMENTS) * sizeof(float);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

void collective_list_gathered_product(struct l0_list *list, int x1, int x2, int bias, int output,
                                      int gathered)
{
    if (x1 == L0_NONE || x2 == L0_NONE || output == L0_NONE || gathered == L0_NONE)
        return;
    int left = l0_contiguous(list, x1);
    int right = matmul_list_for_kernel(list, x2);
    if (left == L0_NONE || right == L0_NONE)
        return;
    const struct l0_tensor l = list->tensors[left];
    const struct l0_tensor r = list->tensors[right];
    int64_t ranks_rows = list->tensors[output].dims[0];
    bool keeps = list->tensors[gathered].elements > 0;
    const int inputs[] = {left, right, taken_bias(list, bias, r.dims[1])};
    int results[] = {collective_list_result(list, output), collective_list_result(list, gathered)};
    uint64_t bytes = L0_SYSTEM_WORKSPACE + fractal_bytes(&r);
    if (!keeps)
        bytes += align_up(l.bytes, ADDRESS_BYTES) * (uint64_t)(ranks_rows / l.dims[0]);
    if (bias != L0_NONE)
        bytes += bias_bytes(r.dims[1]);
    l0_launch_row(list, &l0_AllGatherMatmul, inputs, bias == L0_NONE ? 2 : 3, 0, results, 2, NULL);
    l0_kernel_workspace(list, bytes);
    int all = collective_list_exchanged(list, &l0_HcomAllGather, COLLECTIVE_FIRST,
                                        left == x1 ? left : list_dense_of(list, left, l.type),
                                        (const int64_t[]){ranks_rows, l.dims[1]}, 2);
    collective_list_store(list,
                          collective_list_product(list, all, right, inputs[2], L0_NONE, l.type),
                          results[0], output);
    if (keeps)
        collective_list_store(list, all, results[1], gathered);
}

void collective_list_scattered_product(struct l0_list *list, int x1, int x2, int bias, int output)
{
    if (x1 == L0_NONE || x2 == L0_NONE || output == L0_NONE)
        return;
    int left = l0_contiguous(list, x1);
    int right = matmul_list_for_kernel(list, x2);
    if (left == L0_NONE || right == L0_NONE)
        return;
    const struct l0_tensor l = list->tensors[left];
    const struct l0_tensor r = list->tensors[right];
    const struct l0_tensor out = list->tensors[output];
    const int inputs[] = {left, right, taken_bias(list, bias, r.dims[1])};
    int result = collective_list_result(list, output);
    uint64_t product_bytes = (uint64_t)l.dims[0] * (uint64_t)r.dims[1] * 2;
    uint64_t bytes = L0_SYSTEM_WORKSPACE + fractal_bytes(&r) +
                     align_up(product_bytes, ADDRESS_BYTES);
    if (bias != L0_NONE && l.type == ACL_BF16)
        bytes += bias_bytes(r.dims[1]);
    l0_launch_row(list, &l0_MatmulReduceScatter, inputs, bias == L0_NONE ? 2 : 3, 0, &result, 1,
                  NULL);
    l0_kernel_workspace(list, bytes);
    int product = collective_list_product(list, left, right, inputs[2], L0_NONE, l.type);
    collective_list_store(list,
                          collective_list_exchanged(list, &l0_HcomReduceScatter, COLLECTIVE_FIRST,
                                                    product, out.dims, out.rank),
                          result, output);
}

/* What a call with a sum over the ranks is given, as its kernel takes it. */
struct reduced {
    struct l0_list *list;
    const struct call *call;
    int inputs[MOST_INPUTS];
    int count;
    int left, right, bias, x3;
    int scale, tokens; /* of quantised products */
    int weight;        /* the caller's, of products with quantised weights */
    int antiquant, antiquant_offset;
    int codes, sums; /* scales of what ranks exchange in int8, and of its sums */
};

/* A dense tensor of the caller's, which the kernel reads. */
static int input_named(struct reduced *r, const char *name)
{
    int tensor = list_tensor_named(r->list, r->call, name);
    if (tensor == L0_NONE)
        return L0_NONE;
    tensor = strcmp(name, "x2") == 0 ? matmul_list_for_kernel(r->list, tensor)
                                     : l0_contiguous(r->list, tensor);
    r->inputs[r->count++] = tensor;
    return tensor;
}

/* The same by the first of two names that the call has. */
static int input_either(struct reduced *r, const char *name, const char *other)
{
    return input_named(r, call_find(r->call, name) >= 0 ? name : other);
}

static struct reduced taken(struct l0_list *list, const struct call *call)
{
    struct reduced r = {.list = list, .call = call};
    r.left = input_named(&r, "x1");
    r.weight = list_tensor_named(list, call, "x2");
    r.right = input_named(&r, "x2");
    r.bias = input_either(&r, "bias", "biasOptional");
    r.x3 = input_either(&r, "x3", "x3Optional");
    r.scale = input_either(&r, "dequantScale", "x2Scale");
    r.tokens = input_either(&r, "pertokenScaleOptional", "x1ScaleOptional");
    r.antiquant = input_named(&r, "antiquantScale");
    r.antiquant_offset = input_named(&r, "antiquantOffset");
    r.codes = input_named(&r, "commQuantScale1Optional");
    r.sums = input_named(&r, "commQuantScale2Optional");
    return r;
}

/* A tensor with the rows of all batches one after the other. */
static int in_rows(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE || list->tensors[tensor].rank < 3)
        return tensor;
    const struct l0_tensor t = list->tensors[tensor];
    int64_t columns = t.dims[t.rank - 1];
    return l0_reshape(list, tensor, (int64_t[]){t.elements / (columns > 0 ? columns : 1), columns},
                      2);
}

/* The product of quantised operands in float32, as rows by columns. */
static int restored_product(const struct reduced *r)
{
    struct l0_list *list = r->list;
    int left = in_rows(list, r->left);
    if (r->scale != L0_NONE)
        return quant_list_sums_restored(list, left, r->right, r->bias, r->scale, r->tokens);
    int group = call_find(r->call, "antiquantGroupSize");
    int product = quant_list_weights_restored(list, left, r->weight, r->antiquant,
                                              r->antiquant_offset,
                                              (int)r->call->arguments[group].integer);
    return collective_list_sum(list, product, r->bias);
}

static int apply_row(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                     aclDataType type)
{
    const struct l0_tensor like = list->tensors[inputs[0]];
    int result = l0_new_shaped(list, "codes", type, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &result, 1, NULL);
    return result;
}

/* The sum over the ranks of numbers that they exchange as int8, and whose sums they do. */
static int summed_as_codes(const struct reduced *r, int numbers, aclDataType type)
{
    struct l0_list *list = r->list;
    const struct l0_tensor like = list->tensors[numbers];
    int codes = apply_row(list, &l0_ExchangedCodes, (int[]){numbers, r->codes}, 2, ACL_INT8);
    int wide = list_dense_of(list, codes, ACL_INT32);
    int total = collective_list_exchanged(list, &l0_HcomAllReduce, COLLECTIVE_FIRST, wide,
                                          like.dims, like.rank);
    codes = apply_row(list, &l0_SummedCodes, (int[]){total, r->codes, r->sums}, 3, ACL_INT8);
    return apply_row(list, &l0_RestoredCodes, (int[]){codes, r->sums}, 2, type);
}

/* The sum over the ranks of the product. */
static int summed(const struct reduced *r, aclDataType type)
{
    struct l0_list *list = r->list;
    if (list->status != ACLNN_SUCCESS)
        return L0_NONE;
    bool is_plain = r->scale == L0_NONE && r->antiquant == L0_NONE;
    int product = is_plain ? collective_list_product(list, r->left, r->right, r->bias, r->x3, type)
                           : collective_list_sum(list, restored_product(r), in_rows(list, r->x3));
    if (product == L0_NONE || list->status != ACLNN_SUCCESS)
        return L0_NONE;
    product = list_dense_of(list, product, type);
    if (r->codes != L0_NONE)
        return summed_as_codes(r, product, type);
    const struct l0_tensor like = list->tensors[product];
    return collective_list_exchanged(list, &l0_HcomAllReduce, COLLECTIVE_FIRST, product, like.dims,
                                     like.rank);
}

void collective_list_reduced_product(struct l0_list *list, const struct call *call)
{
    int output = list_tensor_named(list, call, "output");
    struct reduced r = taken(list, call);
    int result = output == L0_NONE ? L0_NONE : collective_list_result(list, output);
    l0_launch_row(list, &l0_MatmulAllReduce, r.inputs, r.count, 0, &result, 1, NULL);
    l0_kernel_workspace(list, V3_WORKSPACE);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[output];
    int numbers = summed(&r, like.type);
    if (list->status == ACLNN_SUCCESS)
        collective_list_store(list, l0_reshape(list, numbers, like.dims, like.rank), result,
                              output);
}

/* The sum and the residual, rounded, and its norm. */
void collective_list_reduced_norm(struct l0_list *list, const struct call *call)
{
    int parameter = call_find(call, "epsilon");
    struct reduced r = taken(list, call);
    int residual = input_named(&r, "residual");
    int gamma = input_named(&r, "gamma");
    int y = list_tensor_named(list, call, call_find(call, "y") >= 0 ? "y" : "residual");
    int norm = list_tensor_named(list, call, "normOut");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[residual];
    int results[] = {collective_list_result(list, y), collective_list_result(list, norm)};
    l0_launch_row(list, &l0_MatmulAllReduceAddRmsNorm, r.inputs, r.count, 0, results, 2, NULL);
    l0_kernel_workspace(list, V3_WORKSPACE);
    int sums = l0_reshape(list, summed(&r, like.type), like.dims, like.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    uint64_t folded = norm_last_dims(&like, 1);
    int added = l0_new_shaped(list, "y", like.type, like.dims, like.rank);
    int outputs[] = {l0_new_shaped(list, "norm", like.type, like.dims, like.rank),
                     norm_new_statistic(list, residual, folded, ACL_FLOAT)};
    int epsilon = list_number_of(list, call->arguments[parameter].real);
    l0_step(list, L0_STEP_APPLY, &l0_Add, (int[]){sums, residual}, 2, &added, 1, NULL);
    norm_fold_rows(list, &l0_RmsNorm, (int[]){added, gamma, epsilon}, 3, outputs, 2, folded);
    collective_list_store(list, added, results[0], y);
    collective_list_store(list, outputs[0], results[1], norm);
}
