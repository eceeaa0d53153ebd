/* SPDX-License-Identifier: Apache-2.0 */
/* Products of experts' rows between exchanges of two communicators: lists of L0 operators. CANN has
 * one kernel for the whole; here the work is that of its parts. */
#include "ops/collective/batched.h"

#include <string.h>

#include "declared/collective.h"
#include "declared/common.h"
#include "declared/matmul.h"
#include "declared/activation.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "ops/collective/collective.h"
#include "ops/common/check.h"
#include "ops/common/list.h"
#include "workspace/l0_operators.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

static int applied(struct l0_list *list, const struct l0_row *row, const int *inputs, int count)
{
    const struct l0_tensor like = list->tensors[inputs[0]];
    int result = l0_new_shaped(list, "numbers", ACL_FLOAT, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, row, inputs, count, &result, 1, NULL);
    return result;
}

/* Numbers and a bias of each expert in float32. */
static int with_bias(struct l0_list *list, int numbers, int bias)
{
    if (bias == L0_NONE)
        return numbers;
    const struct l0_tensor b = list->tensors[bias];
    const int64_t dims[] = {b.dims[0], 1, b.dims[b.rank - 1]};
    int summand = l0_reshape(list, l0_convert(list, bias, ACL_FLOAT), dims, 3);
    return applied(list, &l0_Add, (int[]){numbers, summand}, 2);
}

static int products(struct l0_list *list, int left, int right)
{
    const struct l0_tensor l = list->tensors[left];
    const int64_t dims[] = {l.dims[0], l.dims[1], list->tensors[right].dims[2]};
    int result = l0_new_shaped(list, "products", ACL_FLOAT, dims, 3);
    l0_step(list, L0_STEP_APPLY, &l0_BatchMatMulV3, (int[]){left, right}, 2, &result, 1, NULL);
    return result;
}

static void store(struct l0_list *list, int numbers, int out)
{
    if (numbers == L0_NONE || out == L0_NONE || list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor like = list->tensors[out];
    l0_view_copy(list, l0_reshape(list, numbers, like.dims, like.rank), out);
}

static int result_like(struct l0_list *list, int out)
{
    if (out == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[out];
    return l0_new_shaped(list, "result", like.type, like.dims, like.rank);
}

/* The kernel for the size: it writes to what the steps store to. */
static void launch(struct l0_list *list, const struct l0_row *row, const int *given, int count,
                   const int *outs, int out_count)
{
    int inputs[3];
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    int inputs_found = 0;
    int results_found = 0;
    uint64_t bytes = L0_SYSTEM_WORKSPACE;
    for (int i = 0; i < count; i++)
        if (given[i] != L0_NONE) {
            inputs[inputs_found++] = given[i];
            bytes += i == 0 ? 2 * list->tensors[given[i]].bytes : 0;
        }
    for (int i = 0; i < out_count; i++)
        if (outs[i] != L0_NONE) {
            results[results_found++] = result_like(list, outs[i]);
            bytes += i == 0 ? list->tensors[outs[i]].bytes : 0;
        }
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_launch_row(list, row, inputs, inputs_found, 0, results, results_found, NULL);
    l0_kernel_workspace(list, bytes);
    for (int i = 0, made = 0; i < out_count; i++)
        if (outs[i] != L0_NONE)
            l0_launch_view_copy(list, results[made++], outs[i]);
}

/* ---- Exchange, then multiply ----------------------------------------------------------------- */

/* The rows of the rank's experts, from all ranks: [experts, rows, columns]. */
static int gathered(struct l0_list *list, const struct batched_sizes *s, int x)
{
    const int64_t sent[] = {s->ep, s->experts, s->rows, s->columns};
    int seen = l0_reshape(list, x, sent, 4);
    int own = collective_list_exchanged(list, &l0_HcomAllToAll, COLLECTIVE_FIRST, seen, sent, 4);
    int by_expert = collective_list_turned(list, own, sent, (const int64_t[]){1, 0, 2, 3}, 4);
    const int64_t parts[] = {s->tp, s->experts, s->ep, s->rows, s->columns};
    int all = collective_list_exchanged(list, &l0_HcomAllGather, COLLECTIVE_SECOND, by_expert,
                                        parts, 5);
    static const int64_t by_row[] = {1, 2, 0, 3, 4};
    static const int64_t by_column[] = {1, 2, 3, 0, 4};
    int whole = collective_list_turned(list, all, parts, s->shares_rows ? by_row : by_column, 5);
    return l0_reshape(
        list, whole, (const int64_t[]){s->experts, batched_all_rows(s), batched_all_columns(s)}, 3);
}

static int activated(struct l0_list *list, int product, int64_t activation, aclDataType type)
{
    static const struct l0_row *const rows[] = {NULL, &l0_Gelu, &l0_SwishOfOne, &l0_Relu,
                                                &l0_FastGelu};
    if (activation == 0)
        return product;
    int numbers = l0_convert(list, product, ACL_FLOAT);
    return list_dense_of(list, applied(list, rows[activation], &numbers, 1), type);
}

void collective_list_gathered_experts(struct l0_list *list, const struct call *call)
{
    int launched[] = {L0_NONE, L0_NONE, L0_NONE};
    int x = collective_list_dense(list, list_tensor_named(list, call, "x"), &launched[0]);
    int weight = collective_list_dense(list, list_tensor_named(list, call, "weight"), &launched[1]);
    int bias = collective_list_dense(list, list_tensor_named(list, call, "biasOptional"),
                                     &launched[2]);
    const int outs[] = {list_tensor_named(list, call, "y1Out"),
                        list_tensor_named(list, call, "y2OutOptional"),
                        list_tensor_named(list, call, "y3OutOptional")};
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor given = list->tensors[x];
    const struct batched_sizes s = batched_gathered(call);
    launch(list, &l0_AlltoAllAllGatherBatchMatMul, launched, 3, outs, 3);
    int rows = gathered(list, &s, x);
    if (list->status != ACLNN_SUCCESS)
        return;
    int product = list_dense_of(list, with_bias(list, products(list, rows, weight), bias),
                                given.type);
    store(list, activated(list, product, collective_integer(call, "actType"), given.type), outs[0]);
    store(list, rows, outs[1]);
    store(list, product, outs[2]);
}

/* ---- Multiply, then exchange ----------------------------------------------------------------- */

/* The rank's part of the sums over the ranks that share the tensors: [experts, rows, columns]. */
static int scattered(struct l0_list *list, const struct batched_sizes *s, int product)
{
    const int64_t by_row[] = {s->experts, s->ep, s->tp, s->rows, s->columns};
    const int64_t by_column[] = {s->experts, s->ep, s->rows, s->tp, s->columns};
    static const int64_t from_row[] = {2, 0, 1, 3, 4};
    static const int64_t from_column[] = {3, 0, 1, 2, 4};
    int parts = collective_list_turned(list, product, s->shares_rows ? by_row : by_column,
                                       s->shares_rows ? from_row : from_column, 5);
    return collective_list_exchanged(list, &l0_HcomReduceScatter, COLLECTIVE_SECOND, parts,
                                     (const int64_t[]){s->experts, s->ep * s->rows, s->columns}, 3);
}

void collective_list_scattered_experts(struct l0_list *list, const struct call *call)
{
    int launched[] = {L0_NONE, L0_NONE, L0_NONE};
    int x = collective_list_dense(list, list_tensor_named(list, call, "x"), &launched[0]);
    int weight = collective_list_dense(list, list_tensor_named(list, call, "weight"), &launched[1]);
    int bias = collective_list_dense(list, list_tensor_named(list, call, "biasOptional"),
                                     &launched[2]);
    int out = list_tensor_named(list, call, "out");
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor given = list->tensors[x];
    const struct batched_sizes s = batched_scattered(call);
    launch(list, &l0_BatchMatMulReduceScatterAlltoAll, launched, 3, &out, 1);
    int product = list_dense_of(list, products(list, x, weight), given.type);
    int part = scattered(list, &s, product);
    if (list->status != ACLNN_SUCCESS)
        return;
    if (bias != L0_NONE)
        part = list_dense_of(list, with_bias(list, l0_convert(list, part, ACL_FLOAT), bias),
                             given.type);
    const int64_t dims[] = {s.experts, s.ep, s.rows, s.columns};
    int back = collective_list_turned(list, part, dims, (const int64_t[]){1, 0, 2, 3}, 4);
    store(list,
          collective_list_exchanged(list, &l0_HcomAllToAll, COLLECTIVE_FIRST, back,
                                    (const int64_t[]){s.ep, s.experts, s.rows, s.columns}, 4),
          out);
}
