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

/* ---- Types ----------------------------------------------------------------------------------- */

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

static aclDataType of_number_by_mode(const struct call *call, aclDataType self, aclDataType number,
                                     int64_t mode)
{
    if (call->soc->architecture == ARCHITECTURE_3510) {
        aclDataType type = common_3510(self, number, mode);
        return mode != TRUNCATED && type_is_half(type) ? ACL_FLOAT : type;
    }
    aclDataType common = type_promote(self, number);
    if (mode == FLOORED)
        return common == ACL_BOOL ? ACL_FLOAT : common;
    if (type_is_complex(common) || common == ACL_BOOL)
        return common;
    bool keeps = self == ACL_FLOAT || type_is_half(self) || is_int32_pair(call, self, number);
    return keeps ? self : ACL_FLOAT;
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
    aclnnStatus status = check_output(call, self, other, out, EXACT, false);
    call->promoted = of_tensors(call, call_type(call, self), call_type(call, other), EXACT, false);
    return status;
}

aclnnStatus check_promote_divs(struct call *call, int self, int other, int out)
{
    aclnnStatus status = check_output(call, self, other, out, EXACT, true);
    call->promoted = of_number(call, call_type(call, self), call_type(call, other));
    return status;
}

/* Quotients of bool without a fraction: RealDiv makes them float32 itself, others want it. */
static void convert_bool(struct call *call, int64_t mode)
{
    if (call->promoted == ACL_BOOL &&
        (mode == FLOORED || (mode == TRUNCATED && call->soc->architecture == ARCHITECTURE_3510)))
        call->promoted = ACL_FLOAT;
}

aclnnStatus check_promote_div_mod(struct call *call, int self, int other, int mode, int out)
{
    int64_t how = call->arguments[mode].integer;
    aclnnStatus status = check_output(call, self, other, out, how, false);
    call->promoted = of_tensors(call, call_type(call, self), call_type(call, other), how, true);
    convert_bool(call, how);
    return status;
}

aclnnStatus check_promote_div_mods(struct call *call, int self, int other, int mode, int out)
{
    int64_t how = call->arguments[mode].integer;
    aclnnStatus status = check_output(call, self, other, out, how, true);
    call->promoted = of_number_by_mode(call, call_type(call, self), call_type(call, other), how);
    convert_bool(call, how);
    return status;
}

aclnnStatus check_division_mode(struct call *call, int mode)
{
    int64_t how = call->arguments[mode].integer;
    if (how >= EXACT && how <= FLOORED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "mode is %d; 0 (exact), 1 (without the fraction) and 2 (rounded down) are there",
                  (int)how);
}

aclnnStatus check_division_of_complex(struct call *call, int mode)
{
    if (call->arguments[mode].integer == EXACT || !type_is_complex(call->promoted))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "mode is %d, which complex quotients do not have; only 0 is for them",
                  (int)call->arguments[mode].integer);
}

/* The type found so far is checked, and bool is computed in float32. */
static aclnnStatus floor_divide_in(struct call *call, int self, int other, int out,
                                   aclDataType type)
{
    aclnnStatus status = promote_with_number(call, self, other, type);
    if (status == ACLNN_SUCCESS && call->soc->architecture == ARCHITECTURE_3510)
        status = check_cast(call, CALL_PROMOTED, out);
    call->promoted = type == ACL_BOOL ? ACL_FLOAT : type;
    return status;
}

aclnnStatus check_promote_floor_divide(struct call *call, int self, int other, int out)
{
    return floor_divide_in(call, self, other, out,
                           type_promote(call_type(call, self), call_type(call, other)));
}

aclnnStatus check_promote_floor_divides(struct call *call, int self, int other, int out)
{
    aclDataType type = call_type(call, self);
    aclDataType number = call_type(call, other);
    if (call->soc->architecture != ARCHITECTURE_3510)
        return floor_divide_in(call, self, other, out, type_promote(type, number));
    type = promote_kinds(type, promote_default(number));
    return floor_divide_in(call, self, other, out, type_is_half(type) ? ACL_FLOAT : type);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

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

/* ---- With a mode ----------------------------------------------------------------------------- */

static bool is_fraction_free(aclDataType type)
{
    return type == ACL_INT64 || type == ACL_INT16;
}

/* What Ascend950's TruncateDiv takes without a conversion. */
static bool truncates_as_it_is(aclDataType a, aclDataType b)
{
    if (a == b)
        return a == ACL_FLOAT || type_is_half(a) ||
               (type_is_integer(a) && a <= ACL_INT64 && a != ACL_UINT16 && a != ACL_UINT32);
    bool has_float = a == ACL_FLOAT || b == ACL_FLOAT;
    aclDataType other = a == ACL_FLOAT ? b : a;
    return has_float && (other == ACL_FLOAT16 || other == ACL_INT32);
}

/* Two floating types that differ: Trunc writes where it reads. */
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

/* Both in the type computed in, but on Ascend950, which rounds int16 down in int32. */
static aclDataType kernel_type(const struct l0_list *list, aclDataType promoted, int64_t mode)
{
    bool widens = list->architecture == L0_3510 && promoted == ACL_INT16 && mode == FLOORED;
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
    if (list->architecture == L0_3510 && mode == TRUNCATED) {
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

void list_div_mod(struct l0_list *list, int self, int other, int64_t mode, int out,
                  aclDataType promoted)
{
    div_mod(list, self, other, mode, out, promoted, false);
}

void list_inplace_div_mod(struct l0_list *list, int selfRef, int other, int64_t mode,
                          aclDataType promoted)
{
    div_mod(list, selfRef, other, mode, selfRef, promoted, true);
}

void list_div_mods(struct l0_list *list, int self, const struct scalar *other, int64_t mode,
                   int out, aclDataType promoted)
{
    int left = l0_contiguous(list, self);
    if (left == L0_NONE)
        return;
    aclDataType type = list->tensors[left].type;
    int quotient = L0_NONE;
    bool truncates = list->architecture == L0_3510 && mode == TRUNCATED;
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
