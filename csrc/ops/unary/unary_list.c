/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of one operand: the rules of CANN's op_api for types, and its lists. */
#include "ops/unary/unary.h"

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/unary.h"
#include "declared/binary.h"
#include "declared/compare.h"
#include "declared/fill.h"
#include "declared/ternary.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Contiguous and ViewCopy; nothing is computed. */
static void copy(struct l0_list *list, int self, int out)
{
    list_write(list, l0_contiguous(list, self), out);
}

void unary_list_of_floats(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    if (type_is_whole(type))
        copy(list, self, out);
    else
        list_unary(list, row, self, type, out);
}

/* One operator whose output has out's type, which is the type of the operand's parts. */
static void write_parts(struct l0_list *list, const struct l0_row *row, int self, int out)
{
    int dense = l0_contiguous(list, self);
    aclDataType type = unary_part_type(list->tensors[self].type);
    list_write(list, list_apply(list, row, type, &dense, 1, 0), out);
}

void unary_list_abs(struct l0_list *list, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    if (type == ACL_UINT8 || type == ACL_BOOL)
        copy(list, self, out);
    else if (!type_is_complex(type))
        list_unary(list, &l0_Abs, self, type, out);
    else
        write_parts(list,
                    list->architecture == ARCHITECTURE_2201 ? &l0_ComplexAbs : &l0_AbsOfComplex,
                    self, out);
}

void unary_list_real(struct l0_list *list, int self, int out)
{
    if (type_is_complex(list->tensors[self].type))
        write_parts(list, &l0_Real, self, out);
    else
        copy(list, self, out);
}

/* The kernel of Sign has no bool, so a bool tensor is cast to int32 and back. */
void unary_list_sign(struct l0_list *list, int self, int result)
{
    aclDataType type = list->tensors[self].type;
    list_unary(list, &l0_Sign, self, type == ACL_BOOL ? ACL_INT32 : type, result);
}

void unary_list_nan_to_num(struct l0_list *list, int self, double nan, double posinf, double neginf,
                           int out)
{
    aclDataType type = list->tensors[self].type;
    if (!type_is_float(type)) {
        copy(list, self, out);
        return;
    }
    const int inputs[] = {l0_contiguous(list, self), list_constant(list, "nan", nan, type),
                          list_constant(list, "posinf", posinf, type),
                          list_constant(list, "neginf", neginf, type)};
    list_write(list, list_apply(list, &l0_NanToNum, type, inputs, 4, 3), out);
}

/* 10 to the power of exponent, or 0 when integers of the type cannot hold it. */
static int power_of_ten(struct l0_list *list, const char *name, int64_t exponent, aclDataType type)
{
    int64_t whole = 1;
    double power = 1;
    for (int64_t i = 0; i < exponent && whole != 0; i++)
        whole = whole > (type == ACL_INT32 ? INT32_MAX : INT64_MAX) / 10 ? 0 : whole * 10;
    for (int64_t i = 0; i < exponent && power <= DBL_MAX; i++)
        power *= 10;
    if (type_is_float(type))
        return list_constant(list, name, power, type);
    return list_integer_constant(list, name, whole, type);
}

void unary_list_round_decimals(struct l0_list *list, int self, int64_t decimals, int out)
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

void unary_list_sqrt(struct l0_list *list, int self, int out)
{
    aclDataType type = list->tensors[self].type;
    aclDataType computed = type == ACL_INT64 ? ACL_DOUBLE : type_is_whole(type) ? ACL_FLOAT : type;
    list_unary(list, &l0_Sqrt, self, computed, out);
}

/* One operator that reads a dense tensor directly, though it computes in another type. */
static int apply_converted(struct l0_list *list, const struct l0_row *row, int dense,
                           aclDataType type)
{
    if (dense == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[dense];
    int steps = list->step_count;
    int result = list_apply(list, row, type, &dense, 1, 0);
    if (like.type == type || result == L0_NONE)
        return result;
    int converted = l0_new_shaped(list, "converted", type, like.dims, like.rank);
    list->step_count = steps;
    l0_step(list, L0_STEP_CAST, NULL, &dense, 1, &converted, 1, NULL);
    l0_step(list, L0_STEP_APPLY, row, &converted, 1, &result, 1, NULL);
    return result;
}

/* The kernel of Log on the device's CPU reads integers itself. */
void unary_list_log(struct l0_list *list, const struct l0_row *row, int self, aclDataType type,
                    int out)
{
    list_write(list, apply_converted(list, row, l0_contiguous(list, self), type), out);
}

void unary_list_angle(struct l0_list *list, int x, int out)
{
    aclDataType type = list->tensors[x].type;
    if (type_is_complex(type))
        write_parts(list, &l0_AngleOfComplex, x, out);
    else
        list_write(list,
                   apply_converted(list, &l0_AngleV2, l0_contiguous(list, x),
                                   type_is_half(type) ? type : ACL_FLOAT),
                   out);
}

void unary_list_logit(struct l0_list *list, int input, double eps, int out)
{
    aclDataType type = list->tensors[input].type;
    const int inputs[] = {l0_contiguous(list, input), list_constant(list, "eps", eps, ACL_FLOAT)};
    list_write(list, list_apply(list, &l0_Logit, type, inputs, 2, 1), out);
}

void unary_list_frac(struct l0_list *list, int input, int out)
{
    aclDataType type = list->tensors[input].type;
    int dense = l0_contiguous(list, input);
    if (type_is_float(type)) {
        int whole = list_apply(list, &l0_Trunc, type, &dense, 1, 0);
        list_write(list, list_apply2(list, &l0_Sub, type, dense, whole), out);
    } else {
        list_write(list, list_zeros_like(list, dense), out);
    }
}

void unary_list_exp2(struct l0_list *list, int self, aclDataType type, int out)
{
    int exponents = l0_cast(list, l0_contiguous(list, self), type);
    int base = list_constant(list, "base", 2, type);
    list_write(list, list_apply2(list, &l0_Pow, type, base, exponents), out);
}

/* The operators that CANN appends where it has no kernel: sin(pi x) / (pi x), and 1 at 0. */
static int composed_sinc(struct l0_list *list, int x, aclDataType type)
{
    int zeros = list_zeros_like(list, x);
    int is_zero = list_apply2(list, &l0_Equal, ACL_BOOL, x, zeros);
    int ones = list_ones_like(list, x);
    int safe = list_apply(list, &l0_SelectV2, type, (int[]){is_zero, ones, x}, 3, 0);
    int pi = list_constant(list, "pi", 3.14159265358979323846, type);
    int angle = list_apply2(list, &l0_Mul, type, safe, pi);
    int sine = list_apply(list, &l0_Sin, type, &angle, 1, 0);
    int quotient = list_apply2(list, &l0_RealDiv, type, sine, angle);
    return list_apply(list, &l0_SelectV2, type, (int[]){is_zero, ones, quotient}, 3, 0);
}

/* The work is that of the kernel everywhere: only the kernel has right numbers where pi x is
 * large. */
void unary_list_sinc(struct l0_list *list, int self, aclDataType type, int out)
{
    int dense = l0_contiguous(list, self);
    bool has_kernel = list->architecture == ARCHITECTURE_3510 && dense != L0_NONE &&
                      l0_has_type(l0_Sinc.ai_core[ARCHITECTURE_3510], list->tensors[dense].type);
    int x = l0_cast(list, dense, type);
    if (has_kernel) {
        list_write(list, list_apply(list, &l0_Sinc, type, &x, 1, 0), out);
        return;
    }
    int steps = list->step_count;
    int result = composed_sinc(list, x, type);
    if (result == L0_NONE)
        return;
    list->step_count = steps;
    l0_step(list, L0_STEP_APPLY, &l0_Sinc, &x, 1, &result, 1, NULL);
    list_write(list, result, out);
}

/* The kernel reads integers itself; float64 is cast to float32 before it, and back. */
void unary_list_asin_with_agent(struct l0_list *list, int x, int y)
{
    int dense = l0_contiguous(list, x);
    if (dense == L0_NONE)
        return;
    aclDataType own = list->tensors[dense].type;
    if (!type_is_float(own))
        list_write(list, list_apply(list, &l0_AsinWithAgentOfInteger, ACL_FLOAT, &dense, 1, 0), y);
    else
        list_unary(list, &l0_AsinWithAgent, x, own == ACL_DOUBLE ? ACL_FLOAT : own, y);
}
