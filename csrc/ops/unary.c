/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of one operand: the rules of CANN's op_api for types, and its lists. */
#include <float.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "tensor/convert.h"

/* ---- Types
 * ---------------------------------------------------------------------------------------- */

/* The type of the parts of a complex number; any other type itself. */
static aclDataType part_type(aclDataType type)
{
    switch (type) {
    case ACL_COMPLEX32: return ACL_FLOAT16;
    case ACL_COMPLEX64: return ACL_FLOAT;
    case ACL_COMPLEX128: return ACL_DOUBLE;
    default: return type;
    }
}

aclnnStatus check_part_type(struct call *call, int self, int out)
{
    aclDataType type = call_type(call, self);
    if (call_type(call, out) == part_type(type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of self is %s and that of out is %s; %s is required",
                  data_type_name(type), data_type_name(call_type(call, out)),
                  data_type_name(part_type(type)));
}

aclnnStatus check_compute_in_out(struct call *call, int self, int out)
{
    aclDataType type = call_type(call, self);
    call->promoted = type_is_float(type) || type_is_complex(type) ? type : call_type(call, out);
    return ACLNN_SUCCESS;
}

aclnnStatus check_compute_bfloat16_in_float(struct call *call, int operand)
{
    check_compute_in_float(call, operand);
    if (call->promoted == ACL_BF16)
        call->promoted = ACL_FLOAT;
    return ACLNN_SUCCESS;
}

/* ---- Lists
 * ---------------------------------------------------------------------------------------- */

/* Contiguous and ViewCopy: nothing is computed. */
static void copy(struct l0_list *list, int self, int out)
{
    list_write(list, l0_contiguous(list, self), out);
}

void list_unary_of_floats(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    if (type_is_integer(type) || type == ACL_BOOL)
        copy(list, self, out);
    else
        list_unary(list, row, self, type, out);
}

/* One operator whose output has out's type, which is that of the operand's parts. */
static void write_parts(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    int dense = l0_contiguous(list, self);
    aclDataType type = part_type(list->tensors[self].type);
    list_write(list, list_apply(list, row, type, &dense, 1, 0), out);
}

void list_abs(struct l0_list *list, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    if (type == ACL_UINT8 || type == ACL_BOOL)
        copy(list, self, out);
    else if (!type_is_complex(type))
        list_unary(list, &l0_Abs, self, type, out);
    else
        write_parts(list, list->architecture == L0_2201 ? &l0_ComplexAbs : &l0_AbsOfComplex, self,
                    out);
}

void list_real(struct l0_list *list, int self, int out)
{
    if (type_is_complex(list->tensors[self].type))
        write_parts(list, &l0_Real, self, out);
    else
        copy(list, self, out);
}

/* Sign has no bool: it goes through int32 and back. */
void list_sign(struct l0_list *list, int self, int result)
{
    aclDataType type = list->tensors[self].type;
    list_unary(list, &l0_Sign, self, type == ACL_BOOL ? ACL_INT32 : type, result);
}

/* A number as an attribute, in the type computed in. */
static int attribute(struct l0_list *list, const char *name, double number, aclDataType type)
{
    struct scalar scalar = {.type = ACL_DOUBLE};
    memcpy(scalar.bytes, &number, sizeof number);
    return l0_constant(list, name, &scalar, type);
}

void list_nan_to_num(struct l0_list *list, int self, double nan, double posinf, double neginf,
                     int out)
{
    aclDataType type = list->tensors[self].type;
    if (!type_is_float(type)) {
        copy(list, self, out);
        return;
    }
    const int inputs[] = {l0_contiguous(list, self), attribute(list, "nan", nan, type),
                          attribute(list, "posinf", posinf, type),
                          attribute(list, "neginf", neginf, type)};
    list_write(list, list_apply(list, &l0_NanToNum, type, inputs, 4, 3), out);
}

/* 10^exponent, or 0 where integers of the type have no such number. */
static int power_of_ten(struct l0_list *list, const char *name, int64_t exponent, aclDataType type)
{
    struct scalar scalar = {.type = ACL_INT64};
    int64_t whole = 1;
    double power = 1;
    for (int64_t i = 0; i < exponent && whole != 0; i++)
        whole = whole > (type == ACL_INT32 ? INT32_MAX : INT64_MAX) / 10 ? 0 : whole * 10;
    for (int64_t i = 0; i < exponent && power <= DBL_MAX; i++)
        power *= 10;
    if (type_is_float(type))
        return attribute(list, name, power, type);
    memcpy(scalar.bytes, &whole, sizeof whole);
    return l0_constant(list, name, &scalar, type);
}

void list_round_decimals(struct l0_list *list, int self, int64_t decimals, int out)
{
    aclDataType type = list->tensors[self].type;
    aclDataType numbers = type_is_half(type) ? ACL_FLOAT : type;
    bool is_integer = type_is_integer(type);
    if (decimals == 0 || (is_integer && decimals > 0)) {
        list_unary(list, &l0_Round, self, type, out);
        return;
    }
    int64_t digits = decimals == INT64_MIN ? INT64_MAX : decimals < 0 ? -decimals : decimals;
    const int inputs[] = {
        l0_contiguous(list, self),
        power_of_ten(list, "factor", decimals > 0 ? digits : 0, numbers),
        power_of_ten(list, "divisor", decimals > 0 ? 0 : digits, numbers),
    };
    list_write(list, list_apply(list, &l0_RoundDecimals, type, inputs, 3, 2), out);
}

void list_sqrt(struct l0_list *list, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    aclDataType computed = type == ACL_INT64                           ? ACL_DOUBLE
                           : type_is_integer(type) || type == ACL_BOOL ? ACL_FLOAT
                                                                       : type;
    list_unary(list, &l0_Sqrt, self, computed, out);
}

/* Log reads integers itself, on the device's CPU. */
void list_log(struct l0_list *list, const struct l0_row *row, int self, aclDataType type, int out)
{
    if (list->tensors[self].type == type) {
        list_unary(list, row, self, type, out);
        return;
    }
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[dense];
    int numbers = l0_new_shaped(list, "numbers", type, like.dims, like.rank);
    int logarithms = l0_new_shaped(list, "logarithms", type, like.dims, like.rank);
    if (numbers == L0_NONE || logarithms == L0_NONE)
        return;
    l0_launch(list, row->name, L0_AI_CPU, (int[]){dense, L0_NONE}, (int[]){logarithms, L0_NONE});
    l0_step(list, L0_STEP_CAST, NULL, &dense, 1, &numbers, 1, NULL);
    l0_step(list, L0_STEP_APPLY, row, &numbers, 1, &logarithms, 1, NULL);
    list_write(list, logarithms, out);
}
