/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnDiv, aclnnDivMod and their forms with numbers and in place: the rules of CANN's op_api for
 * types, and its lists.
 */
#include "ops/binary/div.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "declared/unary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Kernels of Ascend910B and 910_93 take two floating-point tensors of different types. */
static bool are_mixed(const struct l0_list *list, aclDataType a, aclDataType b)
{
    return list->architecture == ARCHITECTURE_2201 && (a == ACL_FLOAT || type_is_half(a)) &&
           (b == ACL_FLOAT || type_is_half(b));
}

/* Appends RealDiv in a type. Quotients of int32 and bool are float32. */
static int divide(struct l0_list *list, int a, int b, aclDataType type)
{
    bool to_float = type == ACL_BOOL || type == ACL_INT32;
    return list_apply2(list, &l0_RealDiv, to_float ? ACL_FLOAT : type, a, b);
}

/* Gives a tensor in a type. When it has that type and the kernel walks strides, nothing is
 * appended. */
static int operand(struct l0_list *list, int tensor, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    if (list->tensors[tensor].type == type && list_walks_strides(list, &l0_RealDiv, type))
        return tensor;
    return l0_cast(list, l0_contiguous(list, tensor), type);
}

static void div_tensors(struct l0_list *list, int self, int other, int out, aclDataType promoted,
                        bool keeps_type)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    aclDataType a = list->tensors[self].type;
    aclDataType b = list->tensors[other].type;
    int quotient = L0_NONE;
    if (are_mixed(list, a, b)) {
        int left = l0_contiguous(list, self);
        int right = l0_contiguous(list, other);
        aclDataType type = keeps_type || a == b ? a : ACL_FLOAT;
        quotient = list_apply2(list, &l0_RealDiv, type, left, right);
    } else {
        int left = operand(list, self, promoted);
        quotient = divide(list, left, operand(list, other, promoted), promoted);
    }
    list_write(list, quotient, out);
}

void binary_list_div(struct l0_list *list, int self, int other, int out, aclDataType promoted)
{
    div_tensors(list, self, other, out, promoted, false);
}

void binary_list_inplace_div(struct l0_list *list, int selfRef, int other, aclDataType promoted)
{
    div_tensors(list, selfRef, other, selfRef, promoted, true);
}

/* Whether Ascend950 multiplies by the reciprocal, which is computed in float64. */
static bool takes_reciprocal(const struct l0_list *list, int self, aclDataType number)
{
    const struct l0_tensor *tensor = &list->tensors[self];
    if (list->architecture != ARCHITECTURE_3510 || !type_is_float(number))
        return false;
    return (tensor->type == ACL_FLOAT || type_is_half(tensor->type)) &&
           (number != ACL_DOUBLE || view_is_dense(tensor->given));
}

void binary_list_divs(struct l0_list *list, int self, const struct scalar *other, int out,
                      aclDataType promoted)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int quotient = L0_NONE;
    bool mixed = are_mixed(list, type, other->type) && type != other->type;
    if (mixed || (list->architecture == ARCHITECTURE_2201 && type == ACL_BF16 &&
                  other->type == ACL_DOUBLE)) {
        int number = l0_constant(list, "other", other,
                                 other->type == ACL_DOUBLE ? ACL_FLOAT : other->type);
        quotient = list_apply2(list, &l0_RealDiv, type, l0_contiguous(list, self), number);
    } else if (takes_reciprocal(list, self, other->type)) {
        int dense = l0_cast(list, l0_contiguous(list, self), promoted);
        quotient = list_muls_by(list, dense, (float)(1.0 / scalar_double(other)));
    } else {
        int number = l0_constant(list, "other", other, promoted);
        quotient = divide(list, operand(list, self, promoted), number, promoted);
    }
    list_write(list, quotient, out);
}

/* ---- With a mode ----------------------------------------------------------------------------- */

static bool is_fraction_free(aclDataType type)
{
    return type == ACL_INT64 || type == ACL_INT16;
}

/* Whether TruncateDiv of Ascend950 takes the types without a conversion. */
static bool truncates_as_it_is(aclDataType a, aclDataType b)
{
    if (a == b)
        return a == ACL_FLOAT || type_is_half(a) ||
               (type_is_integer(a) && a <= ACL_INT64 && a != ACL_UINT16 && a != ACL_UINT32);
    bool has_float = a == ACL_FLOAT || b == ACL_FLOAT;
    aclDataType other = a == ACL_FLOAT ? b : a;
    return has_float && (other == ACL_FLOAT16 || other == ACL_INT32);
}

/* For two floating-point tensors of different types. Trunc writes to the tensor that it reads. */
static int divide_mixed(struct l0_list *list, int left, int right, int64_t mode, bool keeps_type)
{
    aclDataType a = list->tensors[left].type;
    aclDataType type = a == list->tensors[right].type ? a : ACL_FLOAT;
    aclDataType kept = keeps_type ? a : type;
    if (mode == FLOORED)
        return list_apply2(list, &l0_FloorDiv, kept, left, right);
    if (mode == EXACT)
        return list_apply2(list, &l0_RealDiv, kept, left, right);
    int quotient = list_apply2(list, &l0_RealDiv, type, left, right);
    l0_apply(list, &l0_Trunc, &quotient, 1, 0, &quotient, 1, NULL);
    return quotient;
}

/* The type that the kernel computes in: call->promoted, except that Ascend950 floors int16 in
 * int32. */
static aclDataType kernel_type(const struct l0_list *list, aclDataType promoted, int64_t mode)
{
    bool widens = list->architecture == ARCHITECTURE_3510 && promoted == ACL_INT16 &&
                  mode == FLOORED;
    return widens ? ACL_INT32 : promoted;
}

static int divide_by_mode(struct l0_list *list, int left, int right, int64_t mode,
                          aclDataType promoted)
{
    aclDataType type = kernel_type(list, promoted, mode);
    if (mode == FLOORED)
        return l0_cast(list, list_apply2(list, &l0_FloorDiv, type, left, right), promoted);
    if (mode == EXACT)
        return divide(list, left, right, type);
    aclDataType result = type == ACL_BOOL ? ACL_FLOAT : type;
    int quotient = list_apply2(list, &l0_RealDiv, result, left, right);
    return is_fraction_free(result) ? quotient
                                    : list_apply(list, &l0_Trunc, result, &quotient, 1, 0);
}

static void div_mod(struct l0_list *list, int self, int other, int64_t mode, int out,
                    aclDataType promoted, bool keeps_type)
{
    static const int64_t one[] = {1};
    int right = l0_contiguous(list, other);
    int left = l0_contiguous(list, self);
    if (left == L0_NONE || right == L0_NONE)
        return;
    aclDataType a = list->tensors[left].type;
    aclDataType b = list->tensors[right].type;
    int quotient = L0_NONE;
    if (list->architecture == ARCHITECTURE_3510 && mode == TRUNCATED) {
        if (list->tensors[right].rank == 0)
            right = l0_broadcast_to(list, right, one, 1);
        if (truncates_as_it_is(a, b)) {
            quotient = list_apply2(list, &l0_TruncateDiv, a == b ? a : ACL_FLOAT, left, right);
        } else {
            left = l0_cast(list, left, promoted);
            right = l0_cast(list, right, promoted);
            quotient = list_apply2(list, &l0_TruncateDiv, promoted, left, right);
        }
    } else if (are_mixed(list, a, b)) {
        quotient = divide_mixed(list, left, right, mode, keeps_type);
    } else {
        left = l0_cast(list, left, kernel_type(list, promoted, mode));
        right = l0_cast(list, right, kernel_type(list, promoted, mode));
        quotient = divide_by_mode(list, left, right, mode, promoted);
    }
    list_write(list, quotient, out);
}

void binary_list_div_mod(struct l0_list *list, int self, int other, int mode, int out,
                         aclDataType promoted)
{
    div_mod(list, self, other, mode, out, promoted, false);
}

void binary_list_inplace_div_mod(struct l0_list *list, int selfRef, int other, int mode,
                                 aclDataType promoted)
{
    div_mod(list, selfRef, other, mode, selfRef, promoted, true);
}

void binary_list_div_mods(struct l0_list *list, int self, const struct scalar *other, int mode,
                          int out, aclDataType promoted)
{
    int left = l0_contiguous(list, self);
    if (left == L0_NONE)
        return;
    aclDataType type = list->tensors[left].type;
    int quotient = L0_NONE;
    bool truncates = list->architecture == ARCHITECTURE_3510 && mode == TRUNCATED;
    if (truncates && truncates_as_it_is(type, other->type)) {
        int number = l0_constant(list, "other", other, other->type);
        aclDataType result = type == other->type ? type : ACL_FLOAT;
        quotient = list_apply2(list, &l0_TruncateDiv, result, left, number);
    } else if (truncates) {
        left = l0_cast(list, left, promoted);
        int number = l0_constant(list, "other", other, promoted);
        quotient = list_apply2(list, &l0_TruncateDiv, promoted, left, number);
    } else if (are_mixed(list, type, other->type)) {
        int number = l0_constant(list, "other", other, other->type);
        quotient = divide_mixed(list, left, number, mode, true);
    } else {
        left = l0_cast(list, left, kernel_type(list, promoted, mode));
        int number = l0_constant(list, "other", other, kernel_type(list, promoted, mode));
        quotient = divide_by_mode(list, left, number, mode, promoted);
    }
    list_write(list, quotient, out);
}

/* Operands of another shape than out are broadcast first. */
static int broadcast_like(struct l0_list *list, int tensor, int out)
{
    int dense = l0_contiguous(list, tensor);
    if (dense == L0_NONE || out == L0_NONE)
        return L0_NONE;
    const struct l0_tensor result = list->tensors[out];
    return l0_broadcast_to(list, dense, result.dims, result.rank);
}

void binary_list_div_v3(struct l0_list *list, int self, int other, int64_t mode, int out)
{
    static const struct l0_row *const rows[] = {&l0_DivV3, &l0_DivV3Truncated, &l0_DivV3Floored};
    int a = broadcast_like(list, self, out);
    int b = broadcast_like(list, other, out);
    if (b != L0_NONE)
        l0_view_copy(list, list_apply2(list, rows[mode], list->tensors[out].type, a, b), out);
}
