/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnAdd and its forms with numbers: the rules of CANN's op_api for types, and its lists. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "aclnn/opdev/op_errno.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"

/* ---- Types ----------------------------------------------------------------------------------- */

static aclDataType complex_like(aclDataType real)
{
    return real == ACL_DOUBLE    ? ACL_COMPLEX128
           : real == ACL_FLOAT16 ? ACL_COMPLEX32
                                 : ACL_COMPLEX64;
}

aclDataType promote_kinds(aclDataType self, aclDataType other)
{
    if (type_is_complex(self))
        return self;
    if (type_is_complex(other))
        return type_is_float(self) ? complex_like(self) : other;
    if (type_is_float(self))
        return self;
    return self == ACL_BOOL || type_is_float(other) ? type_promote(self, other) : self;
}

static bool survives_rounding(const struct scalar *scalar, aclDataType half)
{
    float value = scalar_float(scalar);
    return fabsf(rounded_to_half(value, half) - value) <= FLT_EPSILON;
}

aclDataType promote_default(aclDataType number)
{
    return type_is_complex(number) ? ACL_COMPLEX64 : type_is_float(number) ? ACL_FLOAT : number;
}

/* A half tensor stays one when the numbers survive in it. */
aclDataType promote_number_3510(aclDataType self, const struct scalar *other,
                                const struct scalar *alpha)
{
    aclDataType type = promote_kinds(self, promote_default(other->type));
    if (type_is_half(type) &&
        (!survives_rounding(other, type) || (alpha != NULL && !survives_rounding(alpha, type))))
        return ACL_FLOAT;
    return type == ACL_COMPLEX32 ? ACL_COMPLEX64 : type;
}

static aclDataType promote_elsewhere(const struct tensor *self, const struct scalar *other,
                                     const struct tensor *out)
{
    if (type_is_complex(self->type) || type_is_complex(other->type))
        return type_promote(self->type, other->type);
    if (type_is_float(self->type))
        return self->type;
    if (other->type == ACL_DOUBLE && out->type == ACL_FLOAT)
        return ACL_FLOAT;
    if (type_is_float(other->type) || self->type == ACL_BOOL)
        return type_promote(self->type, other->type);
    return self->type;
}

aclnnStatus promote_with_number(struct call *call, int self, int number, aclDataType promoted)
{
    call->promoted = promoted;
    if (promoted != ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s and %s is %s; there is no data type for both",
                  call_name(call, self), data_type_name(call_type(call, self)),
                  call_name(call, number), data_type_name(call_type(call, number)));
}

aclnnStatus check_promote_adds(struct call *call, int self, int other, int alpha, int out)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct scalar *number = call_scalar(call, other);
    return promote_with_number(
        call, self, other,
        call->soc->architecture == ARCHITECTURE_3510
            ? promote_number_3510(tensor->type, number, call_scalar(call, alpha))
            : promote_elsewhere(tensor, number, call_tensor(call, out)));
}

aclnnStatus check_promote_rsubs(struct call *call, int self, int other, int alpha)
{
    aclDataType type = call_type(call, self);
    const struct scalar *number = call_scalar(call, other);
    aclDataType promoted = type;
    if (call->soc->architecture == ARCHITECTURE_3510)
        promoted = promote_number_3510(type, number, call_scalar(call, alpha));
    else if (!type_is_float(type) && type_is_float(number->type))
        promoted = type_promote(type, number->type);
    return promote_with_number(call, self, other, promoted);
}

aclnnStatus check_promote_add_v3(struct call *call, int self, int other, int out)
{
    aclDataType number = call_type(call, self);
    aclDataType type = call_type(call, other);
    aclDataType promoted = type;
    if (type_is_complex(type) || type_is_complex(number))
        promoted = type_promote(type, number);
    else if (type_is_float(type) || (number == ACL_DOUBLE && call_type(call, out) == ACL_FLOAT))
        promoted = ACL_FLOAT;
    else if (type_is_float(number) || type == ACL_BOOL)
        promoted = type_promote(type, number);
    return promote_with_number(call, self, other, promoted);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* NaN counts as 1: CANN asks whether it is more or less. */
static bool is_one(double alpha)
{
    return !(alpha > 1 || alpha < 1);
}

bool list_needs_no_factor(const struct l0_list *list, aclDataType type, const struct scalar *alpha)
{
    if (list->architecture != L0_3510)
        return is_one((double)scalar_float(alpha));
    if (type_is_complex(type) || type_is_complex(alpha->type))
        return false;
    return is_one(type == ACL_DOUBLE ? scalar_double(alpha) : (double)scalar_float(alpha));
}

/* The kernels that add and multiply at once: with alpha as an attribute, or as an operand. */
#define AXPY (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_FLOAT16))
#define AXPY_3510 (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16))
#define AXPY_V2_3510                                                           \
    (AXPY_3510 | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_INT8) | \
     L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_BOOL))

static bool takes_axpy(const struct l0_list *list, aclDataType type)
{
    return ((list->architecture == L0_3510 ? AXPY_3510 : AXPY) >> type & 1) != 0;
}

static bool takes_axpy_v2(const struct l0_list *list, aclDataType type)
{
    return list->architecture == L0_3510 && l0_has_type(AXPY_V2_3510, type);
}

int list_axpy(struct l0_list *list, int a, int b, float alpha, aclDataType type)
{
    struct scalar factor = {.type = ACL_FLOAT};
    memcpy(factor.bytes, &alpha, sizeof alpha);
    int constant = l0_constant(list, "alpha", &factor, type_is_float(type) ? ACL_FLOAT : type);
    return list_apply(list, &l0_Axpy, type, (int[]){a, b, constant}, 3, 1);
}

/* self + alpha * other of one type, alpha not 1. */
static int add_scaled(struct l0_list *list, int self, int other, const struct scalar *alpha,
                      aclDataType type)
{
    if (takes_axpy(list, type))
        return list_axpy(list, self, other, scalar_float(alpha), type);
    int factor = l0_constant(list, "alpha", alpha, type);
    if (takes_axpy_v2(list, type))
        return list_apply(list, &l0_AxpyV2, type, (int[]){self, other, factor}, 3, 0);
    int scaled = list_apply2(list, &l0_Mul, type, other, factor);
    return list_apply2(list, &l0_Add, type, self, scaled);
}

void list_add(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
              aclDataType promoted)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    aclDataType a = list->tensors[self].type;
    aclDataType b = list->tensors[other].type;
    /* Add takes a float32 and a half tensor as they are. */
    bool mixed = list_are_mixed(list, self, other) && is_one((double)scalar_float(alpha));
    bool plain = !mixed && list_needs_no_factor(list, promoted, alpha);
    bool as_it_is = plain && a == promoted && b == promoted;
    bool strided = (mixed && list->architecture == L0_3510) ||
                   (as_it_is && list_walks_strides(list, &l0_Add, promoted));
    int left = strided ? self : l0_contiguous(list, self);
    int right = strided ? other : l0_contiguous(list, other);
    if (!mixed) {
        left = l0_cast(list, left, promoted);
        right = l0_cast(list, right, promoted);
    }
    int sum = mixed || plain ? list_apply2(list, &l0_Add, mixed ? ACL_FLOAT : promoted, left, right)
                             : add_scaled(list, left, right, alpha, promoted);
    list_write(list, sum, out);
}

/* True + True of bool tensors is 2 in a type of numbers: CANN makes it 1 again. */
static bool may_be_two(aclDataType self, const struct scalar *other, const struct scalar *alpha,
                       aclDataType out)
{
    return self == ACL_BOOL && other->type == ACL_BOOL && alpha->type == ACL_BOOL &&
           out != ACL_BOOL && scalar_bool(other) && scalar_bool(alpha);
}

void list_adds(struct l0_list *list, int self, const struct scalar *other,
               const struct scalar *alpha, int out, aclDataType promoted)
{
    int number = l0_constant(list, "other", other, promoted);
    if (self == L0_NONE || out == L0_NONE || number == L0_NONE)
        return;
    aclDataType type = list->tensors[self].type;
    aclDataType result = list->tensors[out].type;
    bool plain = list_needs_no_factor(list, promoted, alpha);
    bool strided = type == promoted && list_walks_strides(list, &l0_Add, promoted) &&
                   (plain || (!takes_axpy(list, promoted) && !takes_axpy_v2(list, promoted)));
    int operand = strided ? self : l0_cast(list, l0_contiguous(list, self), promoted);
    int sum = plain ? list_apply2(list, &l0_Add, promoted, operand, number)
                    : add_scaled(list, operand, number, alpha, promoted);
    sum = l0_cast(list, sum, result);
    if (may_be_two(type, other, alpha, result))
        sum = l0_cast(list, l0_cast(list, sum, ACL_BOOL), result);
    l0_view_copy(list, sum, out);
}

/* ---- AddV3: without kernels of Ascend950's own ----------------------------------------------- */

/* self + alpha * other of one type: by Axpy, or by Mul and Add. */
static int add_plainly(struct l0_list *list, int self, int other, const struct scalar *alpha,
                       aclDataType type)
{
    if (is_one((double)scalar_float(alpha)))
        return list_apply2(list, &l0_Add, type, self, other);
    if (l0_has_type(AXPY, type))
        return list_axpy(list, self, other, scalar_float(alpha), type);
    int factor = l0_constant(list, "alpha", alpha, type);
    int scaled = list_apply2(list, &l0_Mul, type, other, factor);
    return list_apply2(list, &l0_Add, type, self, scaled);
}

void list_add_v3(struct l0_list *list, const struct scalar *self, int other,
                 const struct scalar *alpha, int out, aclDataType promoted)
{
    int operand = l0_cast(list, l0_contiguous(list, other), promoted);
    int number = l0_constant(list, "self", self, promoted);
    list_write(list, add_plainly(list, number, operand, alpha, promoted), out);
}
void list_add_relu(struct l0_list *list, int self, int other, const struct scalar *alpha, int out,
                   aclDataType promoted)
{
    if (self == L0_NONE || other == L0_NONE)
        return;
    int left = l0_contiguous(list, self);
    int right = l0_contiguous(list, other);
    bool mixed = list_are_mixed(list, self, other) && is_one((double)scalar_float(alpha));
    aclDataType type = type_is_half(promoted) ? ACL_FLOAT : promoted;
    if (!mixed) {
        left = l0_cast(list, left, type);
        right = l0_cast(list, right, type);
    }
    int sum = mixed ? list_apply2(list, &l0_Add, type, left, right)
                    : add_plainly(list, left, right, alpha, type);
    if (type == ACL_INT16) { /* which Relu has not */
        sum = l0_cast(list, sum, ACL_INT32);
        type = ACL_INT32;
    }
    if (type != ACL_UINT8)
        sum = list_apply(list, &l0_Relu, type, &sum, 1, 0);
    list_write(list, sum, out);
}
