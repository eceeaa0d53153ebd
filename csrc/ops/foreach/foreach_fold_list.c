/* SPDX-License-Identifier: Apache-2.0 */
/* ForeachNorm and ForeachNonFiniteCheckAndUnscale, which fold the members of tensor lists. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/foreach.h"
#include "declared/binary.h"
#include "declared/fill.h"
#include "declared/logic.h"
#include "declared/reduce.h"
#include "declared/ternary.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "ops/common/work_views.h"
#include "tensor/convert.h"

/* ---- Steps, which have no operators: one kernel does them all -------------------------------- */

static int step(struct l0_list *list, const struct l0_row *row, aclDataType type, int a, int b)
{
    if (a == L0_NONE)
        return L0_NONE;
    const struct l0_tensor first = list->tensors[a];
    int result = l0_new_shaped(list, row->name, type, first.dims, first.rank);
    l0_step(list, L0_STEP_APPLY, row, (int[]){a, b}, b == L0_NONE ? 1 : 2, &result, 1, NULL);
    return result;
}

/* Folds all elements of a tensor to one number without dimensions. */
static int fold_row(struct l0_list *list, const struct l0_row *row, int tensor)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (tensor == L0_NONE || fold == NULL)
        return L0_NONE;
    fold->dims = 1;
    int result = l0_new_shaped(list, row->name, list->tensors[tensor].type, NULL, 0);
    l0_step(list, L0_STEP_APPLY, row, &tensor, 1, &result, 1, fold);
    return result;
}

static int as_row(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const int64_t count = list->tensors[tensor].elements;
    return l0_reshape(list, tensor, &count, 1);
}

static int zero(struct l0_list *list, aclDataType type)
{
    int value = list_constant(list, "number", 0, type);
    int result = l0_new_shaped(list, "zero", type, NULL, 0);
    l0_step(list, L0_STEP_APPLY, &l0_Fill, &value, 1, &result, 1, NULL);
    return result;
}

/* Stores a number without dimensions in one of the caller's tensors. */
static void store(struct l0_list *list, int result, int out)
{
    if (result == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[out];
    int converted = l0_reshape(list, l0_convert(list, result, to.type), to.dims, to.rank);
    l0_step(list, L0_STEP_STORE, NULL, &converted, 1, &out, 1, NULL);
}

/* ---- What the kernel reads and writes -------------------------------------------------------- */

struct members {
    int count;
    int *given; /* indices of the caller's tensors */
    int *dense;
};

static bool take_members(struct l0_list *list, const char *name, const struct tensor_array *tensors,
                         struct members *members)
{
    members->count = (int)tensors->count;
    members->given = l0_take(list, (size_t)members->count * sizeof(int));
    members->dense = l0_take(list, (size_t)members->count * sizeof(int));
    if (members->given == NULL || members->dense == NULL)
        return false;
    for (int i = 0; i < members->count; i++) {
        members->given[i] = l0_user_tensor(list, name, tensors->members[i]);
        members->dense[i] = l0_contiguous(list, members->given[i]);
    }
    return list->status == ACLNN_SUCCESS;
}

/* Appends, for the size alone, the copies of dense results to strided tensors of the caller's. */
static void copy_back(struct l0_list *list, const struct members *members)
{
    int steps = list->step_count;
    for (int i = 0; i < members->count; i++)
        if (members->dense[i] != members->given[i])
            l0_view_copy(list, members->dense[i], members->given[i]);
    if (list->status == ACLNN_SUCCESS)
        list->step_count = steps;
}

/* ---- ForeachNorm ----------------------------------------------------------------------------- */

/* The order of the norm. Ascend950 takes 1 by the integer part, infinity, or otherwise 2. */
static double order_of(const struct l0_list *list, const struct scalar *scalar)
{
    double order = scalar_double(scalar);
    if (list->architecture != ARCHITECTURE_3510 || order == HUGE_VAL)
        return order;
    return order >= 1 && order < 2 ? 1 : 2;
}

static int norm_of(struct l0_list *list, int member, double order)
{
    if (member == L0_NONE)
        return L0_NONE;
    if (list->tensors[member].elements == 0)
        return zero(list, list->tensors[member].type);
    int numbers = l0_convert(list, as_row(list, member), ACL_FLOAT);
    if (order == 2)
        return step(list, &l0_Sqrt, ACL_FLOAT,
                    fold_row(list, &l0_ReduceSum, step(list, &l0_Mul, ACL_FLOAT, numbers, numbers)),
                    L0_NONE);
    numbers = step(list, &l0_Abs, ACL_FLOAT, numbers, L0_NONE);
    if (order == HUGE_VAL)
        return fold_row(list, &l0_LargestMagnitude, numbers);
    if (order == 1)
        return fold_row(list, &l0_ReduceSum, numbers);
    int powers = step(list, &l0_Pow, ACL_FLOAT, numbers,
                      list_constant(list, "number", order, ACL_FLOAT));
    return step(list, &l0_Pow, ACL_FLOAT, fold_row(list, &l0_ReduceSum, powers),
                list_constant(list, "number", 1 / order, ACL_FLOAT));
}

void foreach_list_norm(struct l0_list *list, const struct tensor_array *x,
                       const struct scalar *scalar, const struct tensor_array *out)
{
    struct members read;
    struct members written;
    if (!take_members(list, "x", x, &read) || !take_members(list, "out", out, &written))
        return;
    l0_launch_row(list, &l0_ForeachNorm, read.dense, read.count, 0, written.dense, written.count,
                  NULL);
    for (int i = 0; i < read.count; i++)
        store(list, norm_of(list, read.dense[i], order_of(list, scalar)), written.given[i]);
    copy_back(list, &written);
}

/* ---- ForeachNonFiniteCheckAndUnscale --------------------------------------------------------- */

/* Whether a member has an element that is not finite. */
static int any_not_finite(struct l0_list *list, int member)
{
    int finite = step(list, &l0_IsFinite, ACL_BOOL, as_row(list, member), L0_NONE);
    return fold_row(list, &l0_ReduceAny, step(list, &l0_LogicalNot, ACL_BOOL, finite, L0_NONE));
}

static int without_dims(struct l0_list *list, int tensor)
{
    return tensor == L0_NONE ? L0_NONE : l0_reshape(list, tensor, NULL, 0);
}

void foreach_list_unscale(struct l0_list *list, const struct tensor_array *scaledGrads,
                          int foundInf, int invScale)
{
    struct members grads;
    if (!take_members(list, "scaledGrads", scaledGrads, &grads))
        return;
    int *operands = l0_take(list, (size_t)(grads.count + 2) * sizeof *operands);
    int found = l0_contiguous(list, foundInf);
    int factor = l0_contiguous(list, invScale);
    if (operands == NULL || found == L0_NONE || factor == L0_NONE)
        return;
    memcpy(operands, grads.dense, (size_t)grads.count * sizeof *operands);
    operands[grads.count] = found;
    operands[grads.count + 1] = factor;
    l0_launch_row(list, &l0_ForeachNonFiniteCheckAndUnscale, operands, grads.count + 2, 0,
                  grads.dense, grads.count, NULL);
    int any = any_not_finite(list, grads.dense[0]);
    for (int i = 1; i < grads.count; i++)
        any = step(list, &l0_LogicalOr, ACL_BOOL, any, any_not_finite(list, grads.dense[i]));
    int result = l0_new_shaped(list, "foundInf", ACL_FLOAT, NULL, 0);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2,
            (int[]){any, list_constant(list, "number", 1, ACL_FLOAT), without_dims(list, found)}, 3,
            &result, 1, NULL);
    int scale = without_dims(list, factor);
    for (int i = 0; i < grads.count; i++) {
        int given = grads.given[i];
        int numbers = l0_convert(list, grads.dense[i], ACL_FLOAT);
        int unscaled = step(list, &l0_Mul, ACL_FLOAT, numbers, scale);
        unscaled = l0_convert(list, unscaled, list->tensors[given].type);
        l0_step(list, L0_STEP_STORE, NULL, &unscaled, 1, &given, 1, NULL);
    }
    store(list, result, foundInf);
    copy_back(list, &grads);
}
