/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnDiv, aclnnDivMod and their forms with numbers and in place: the rules of CANN's op_api for
 * types, and its lists.
 */
#include "base/report.h"
#include "aclnn/opdev/op_errno.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* The modes of aclnnDivMod. */
enum { EXACT, TRUNCATED, FLOORED };

/* ---- Types
 * ---------------------------------------------------------------------------------------- */

static bool is_whole(aclDataType type)
{
    return type == ACL_BOOL || type_is_integer(type);
}

/* Ascend910B and 910_93 divide two tensors of int32 without a conversion. */
static bool is_int32_pair(const struct call *call, aclDataType a, aclDataType b)
{
    return call->soc->architecture == ARCHITECTURE_2201 && a == ACL_INT32 && b == ACL_INT32;
}

/* Ascend950, by the common type: int32 and bool are divided as they are. */
static aclDataType computed_3510(aclDataType type, int64_t mode)
{
    bool converts = mode == EXACT && type_is_integer(type) && type != ACL_INT32;
    return converts ? ACL_FLOAT : type;
}

/* Others: everything that no AI core divides is float32, so is float64 where there is a mode. */
static aclDataType computed_elsewhere(const struct call *call, aclDataType common, aclDataType a,
                                      aclDataType b, int64_t mode, bool has_mode)
{
    if (mode == FLOORED)
        return common == ACL_BOOL ? ACL_FLOAT : common;
    if (type_is_half(common) || type_is_complex(common) || common == ACL_BOOL ||
        common == ACL_FLOAT || is_int32_pair(call, a, b))
        return common;
    return common == ACL_DOUBLE && !has_mode ? ACL_DOUBLE : ACL_FLOAT;
}

static aclDataType of_tensors(const struct call *call, aclDataType a, aclDataType b, int64_t mode,
                              bool has_mode)
{
    aclDataType common = type_promote(a, b);
    if (common == ACL_DT_UNDEFINED)
        return common;
    return call->soc->architecture == ARCHITECTURE_3510
               ? computed_3510(common, mode)
               : computed_elsewhere(call, common, a, b, mode, has_mode);
}

/* aclnnDivs: the tensor's type counts, and only a complex number changes it. */
static aclDataType of_number(const struct call *call, aclDataType self, aclDataType number)
{
    bool keeps = !is_whole(self) || is_int32_pair(call, self, number) ||
                 (self == ACL_BOOL && number == ACL_BOOL);
    aclDataType type = keeps ? self : ACL_FLOAT;
    if (type_is_complex(number))
        type = type_promote(type, number);
    if (call->soc->architecture != ARCHITECTURE_3510)
        return type;
    if (type_promote(self, number) == ACL_INT32)
        return ACL_INT32;
    return type_is_half(type) ? ACL_FLOAT : type;
}

/* Ascend950's common type of a tensor and a number, which the output has to take. */
static aclDataType common_3510(aclDataType self, aclDataType number, int64_t mode)
{
    aclDataType type = computed_3510(promote_kinds(self, promote_default(number)), mode);
    if (mode == TRUNCATED && type_is_half(type))
        return ACL_FLOAT;
    return type == ACL_COMPLEX32 ? ACL_COMPLEX64 : type;
}

/* What the output has to take: the type computed in, before CANN's exceptions. */
static aclnnStatus check_output(struct call *call, int self, int other, int out, int64_t mode,
                                bool is_number)
{
    aclDataType a = call_type(call, self);
    aclDataType b = call_type(call, other);
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    aclDataType type = is_number ? (is_3510 ? common_3510(a, b, mode) : a) : type_promote(a, b);
    if (is_3510 && mode == EXACT && is_whole(type))
        type = ACL_FLOAT;
    aclnnStatus status = promote_with_number(call, self, other, type);
    if (status != ACLNN_SUCCESS || (is_3510 && mode == TRUNCATED))
        return status;
    return check_cast(call, CALL_PROMOTED, out);
}

aclnnStatus check_promote_div(struct call *call, int self, int other, int out)
{
    bool is_number = call->arguments[other].tensor != NULL &&
                     call->operator->parameters[other].kind == ARGUMENT_SCALAR;
    aclnnStatus status = check_output(call, self, other, out, EXACT, is_number);
    aclDataType a = call_type(call, self);
    aclDataType b = call_type(call, other);
    call->promoted = is_number ? of_number(call, a, b) : of_tensors(call, a, b, EXACT, false);
    return status;
}

aclnnStatus check_promote_floor_divide(struct call *call, int self, int other, int out)
{
    aclDataType a = call_type(call, self);
    aclDataType b = call_type(call, other);
    bool is_number = call->operator->parameters[other].kind == ARGUMENT_SCALAR;
    bool is_3510 = call->soc->architecture == ARCHITECTURE_3510;
    aclDataType type = is_number && is_3510 ? promote_kinds(a, promote_default(b))
                                            : type_promote(a, b);
    if (is_number && is_3510 && type_is_half(type))
        type = ACL_FLOAT;
    aclnnStatus status = promote_with_number(call, self, other, type);
    if (status == ACLNN_SUCCESS && is_3510)
        status = check_cast(call, CALL_PROMOTED, out);
    call->promoted = type == ACL_BOOL ? ACL_FLOAT : type;
    return status;
}

/* ---- Lists
 * ----------------------------------------------------------------------------------------- */

/* Kernels of Ascend910B and 910_93 take two floating types that differ. */
static bool are_mixed(const struct l0_list *list, aclDataType a, aclDataType b)
{
    return list->architecture == L0_2201 && (a == ACL_FLOAT || type_is_half(a)) &&
           (b == ACL_FLOAT || type_is_half(b));
}

/* RealDiv in a type; int32 and bool have quotients in float32. */
static int divide(struct l0_list *list, int a, int b, aclDataType type)
{
    bool to_float = type == ACL_BOOL || type == ACL_INT32;
    return list_apply2(list, &l0_RealDiv, to_float ? ACL_FLOAT : type, a, b);
}

/* A tensor in a type; as it lies where that is its own and the kernel walks strides. */
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

void list_div(struct l0_list *list, int self, int other, int out, aclDataType promoted)
{
    div_tensors(list, self, other, out, promoted, false);
}

void list_inplace_div(struct l0_list *list, int selfRef, int other, aclDataType promoted)
{
    div_tensors(list, selfRef, other, selfRef, promoted, true);
}

/* What Ascend950 multiplies by the reciprocal, computed in float64. */
static bool takes_reciprocal(const struct l0_list *list, int self, aclDataType number)
{
    const struct l0_tensor *tensor = &list->tensors[self];
    if (list->architecture != L0_3510 || !type_is_float(number))
        return false;
    return (tensor->type == ACL_FLOAT || type_is_half(tensor->type)) &&
           (number != ACL_DOUBLE || view_is_dense(tensor->given));
}

void list_divs(struct l0_list *list, int self, const struct scalar *other, int out,
               aclDataType promoted)
{
    if (self == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    int quotient = L0_NONE;
    bool mixed = are_mixed(list, type, other->type) && type != other->type;
    if (mixed || (list->architecture == L0_2201 && type == ACL_BF16 && other->type == ACL_DOUBLE)) {
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
