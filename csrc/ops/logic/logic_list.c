/* SPDX-License-Identifier: Apache-2.0 */
/* Truth values and classes of numbers: the lists of CANN's op_api. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/logic.h"
#include "declared/compare.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/compare/compare.h"
#include "tensor/convert.h"

void logic_list_logical(struct l0_list *list, const struct l0_row *row, int self, int other,
                        int out)
{
    int a = compare_list_operand(list, self, ACL_BOOL);
    int b = compare_list_operand(list, other, ACL_BOOL);
    list_write(list, list_apply2(list, row, ACL_BOOL, a, b), out);
}

void logic_list_logical_not(struct l0_list *list, int self, int out)
{
    int truth = compare_list_operand(list, self, ACL_BOOL);
    list_write(list, list_apply(list, &l0_LogicalNot, ACL_BOOL, &truth, 1, 0), out);
}

/* The kernel of Ascend950 takes two tensors of one type without a cast. */
void logic_list_logical_or(struct l0_list *list, int self, int other, int out)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    bool as_they_are = list->architecture == ARCHITECTURE_3510 &&
                       list->tensors[other].type == type &&
                       l0_has_type(l0_LogicalOr.ai_core[ARCHITECTURE_3510], type);
    int a = l0_contiguous(list, self);
    int b = l0_contiguous(list, other);
    if (!as_they_are) {
        a = l0_cast(list, a, ACL_BOOL);
        b = l0_cast(list, b, ACL_BOOL);
    }
    if (a == L0_NONE || b == L0_NONE)
        return;
    const int operands[] = {a, b};
    const struct l0_tensor result = list->tensors[out];
    int either = l0_new_shaped(list, "either", ACL_BOOL, result.dims, result.rank);
    l0_launch_row(list, &l0_LogicalOr, operands, 2, 0, &either, 1, NULL);
    const int truths[] = {l0_convert(list, a, ACL_BOOL), l0_convert(list, b, ACL_BOOL)};
    l0_step(list, L0_STEP_APPLY, &l0_LogicalOr, truths, 2, &either, 1, NULL);
    list_write(list, either, out);
}

/* Whether a number is not 0; of a complex number, whether any part is not 0. */
static int truth_of(struct l0_list *list, int tensor)
{
    int dense = l0_contiguous(list, tensor);
    if (dense == L0_NONE || !type_is_complex(list->tensors[dense].type))
        return l0_cast(list, dense, ACL_BOOL);
    const struct l0_tensor whole = list->tensors[dense];
    int64_t dims[TENSOR_MAX_DIMS];
    memcpy(dims, whole.dims, (size_t)whole.rank * sizeof *dims);
    dims[whole.rank] = 2;
    /* The device reads the parts as real numbers, converts them, and finds whether either is not
     * 0. */
    int parts = l0_view(list, dense, whole.type == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE);
    int read = l0_launch_cast(list, l0_reshape(list, parts, dims, whole.rank + 1), ACL_BOOL);
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    int result = l0_new_shaped(list, "truth", ACL_BOOL, whole.dims, whole.rank);
    if (read == L0_NONE || fold == NULL || result == L0_NONE)
        return L0_NONE;
    fold->dims = (uint64_t)1 << whole.rank;
    l0_launch_row(list, &l0_ReduceAny, &read, 1, 0, &result, 1, fold);
    l0_step(list, L0_STEP_CAST, NULL, &dense, 1, &result, 1, NULL);
    return result;
}

void logic_list_logical_xor(struct l0_list *list, int self, int other, int out)
{
    int a = truth_of(list, self);
    int b = truth_of(list, other);
    list_write(list, list_apply2(list, &l0_NotEqual, ACL_BOOL, a, b), out);
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* Writes the same truth value everywhere. */
static int same_truth(struct l0_list *list, int out, bool value, aclDataType type)
{
    const struct l0_tensor result = list->tensors[out];
    return list_fill(list, type, value ? 1 : 0, result.dims, result.rank);
}

void logic_list_is_finite(struct l0_list *list, int self, int out)
{
    if (self == L0_NONE || out == L0_NONE)
        return;
    if (!type_is_float(list->tensors[self].type)) {
        l0_view_copy(list, same_truth(list, out, true, ACL_BOOL), out);
        return;
    }
    int dense = l0_contiguous(list, self);
    l0_view_copy(list, list_apply(list, &l0_IsFinite, ACL_BOOL, &dense, 1, 0), out);
}

void logic_list_is_infinite(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    bool is_float = type_is_float(list->tensors[dense].type);
    l0_view_copy(list,
                 is_float ? list_apply(list, row, ACL_BOOL, &dense, 1, 0)
                          : same_truth(list, out, false, ACL_BOOL),
                 out);
}

/* Ascend950 has a kernel for it; other products compute what is less than 0. CANN documents that -0
 * has the sign bit, so the step is the same for all products. */
void logic_list_signbit(struct l0_list *list, int self, int out)
{
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor number = list->tensors[dense];
    if (number.type == ACL_BOOL) {
        l0_view_copy(list, same_truth(list, out, false, list->tensors[out].type), out);
        return;
    }
    int sign = l0_new_shaped(list, "sign", ACL_BOOL, number.dims, number.rank);
    if (list->architecture == ARCHITECTURE_3510 &&
        l0_has_type(l0_Signbit.ai_core[ARCHITECTURE_3510], number.type)) {
        l0_launch_row(list, &l0_Signbit, &dense, 1, 0, &sign, 1, NULL);
    } else {
        int zero = l0_host_tensor(list, "zero", number.type, 1);
        l0_launch_row(list, &l0_Less, (int[]){dense, zero}, 2, 0, &sign, 1, NULL);
    }
    l0_step(list, L0_STEP_APPLY, &l0_Signbit, &dense, 1, &sign, 1, NULL);
    list_write(list, sign, out);
}

void logic_list_is_inf(struct l0_list *list, int x, int out)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor number = list->tensors[dense];
    int inf = l0_new_shaped(list, "inf", ACL_BOOL, number.dims, number.rank);
    l0_launch_row(list, &l0_IsInf, &dense, 1, 0, &inf, 1, NULL);
    /* Integers and bool are always finite. */
    int real = type_is_float(number.type) ? dense : l0_convert(list, dense, ACL_FLOAT);
    l0_step(list, L0_STEP_APPLY, &l0_IsInf, &real, 1, &inf, 1, NULL);
    l0_view_copy(list, inf, out);
}
