/* SPDX-License-Identifier: Apache-2.0 */
/* The aclnnPow calls: the rules of CANN's op_api for types and exponents, and its lists. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/promotion.h"
#include "tensor/convert.h"

/* ---- Types and numbers ----------------------------------------------------------------------- */

/* The type that a tensor and a number are computed in. */
static aclDataType computed(const struct call *call, aclDataType tensor, aclDataType number,
                            bool is_single)
{
    if (call->soc->architecture == ARCHITECTURE_3510) {
        aclDataType type = promote_kinds(tensor, promote_default(number));
        return type == ACL_COMPLEX32 ? ACL_COMPLEX64 : type;
    }
    if (is_single)
        return ACL_FLOAT;
    if (type_is_complex(number))
        return type_promote(tensor, number);
    if (type_is_float(tensor))
        return tensor;
    return type_is_float(number) || tensor == ACL_BOOL ? type_promote(tensor, number) : tensor;
}

/* The common type has to convert to the output's too, and two bool have no power. */
static aclnnStatus check_power(struct call *call, int tensor, int number, int out,
                               aclDataType exponent)
{
    aclDataType a = call_type(call, tensor);
    aclDataType b = call_type(call, number);
    aclnnStatus status = promote_with_number(call, tensor, number, type_promote(a, b));
    if (status == ACLNN_SUCCESS)
        status = check_cast(call, CALL_PROMOTED, out);
    if (status != ACLNN_SUCCESS)
        return status;
    bool is_single = exponent == ACL_DOUBLE && call_type(call, out) == ACL_FLOAT;
    status = promote_with_number(call, tensor, number, computed(call, a, b, is_single));
    if (status == ACLNN_SUCCESS && a == ACL_BOOL && b == ACL_BOOL)
        return report(ACLNN_ERR_PARAM_INVALID, "both operands are DT_BOOL, which has no powers");
    return status == ACLNN_SUCCESS ? check_cast(call, CALL_PROMOTED, out) : status;
}

aclnnStatus check_promote_power(struct call *call, int self, int exponent, int out)
{
    return check_power(call, self, exponent, out, call_type(call, exponent));
}

aclnnStatus check_promote_power_of_number(struct call *call, int self, int exponent, int out)
{
    return check_power(call, exponent, self, out, call_type(call, exponent));
}

aclnnStatus check_two_bools(struct call *call, int self, int exponent)
{
    if (call_type(call, self) != ACL_BOOL || call_type(call, exponent) != ACL_BOOL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "both operands are DT_BOOL, which has no powers");
}

/* Whether a number is outside a type's range; float64, bool and complex128 are not looked at. */
static bool overflows(const struct scalar *number, aclDataType type)
{
    double value = scalar_double(number);
    int bits = (int)data_type_bits(type);
    if (type == ACL_FLOAT || type == ACL_COMPLEX64)
        return isfinite(value) && fabs(value) > 0x1.fffffep+127;
    if (type == ACL_FLOAT16)
        return isfinite(value) && fabs(value) > 65504;
    if (type == ACL_BF16)
        return isfinite(value) && fabs(value) > 0x1.fep+127;
    if (!type_is_integer(type))
        return false;
    double limit = ldexp(1, type == ACL_UINT8 ? 8 : bits - 1);
    return !(value >= (type == ACL_UINT8 ? 0 : -limit) && value < limit);
}

aclnnStatus check_exponent(struct call *call, int exponent)
{
    const struct scalar *number = call_scalar(call, exponent);
    if (call->soc->architecture != ARCHITECTURE_3510)
        return ACLNN_SUCCESS;
    if (type_is_integer(call->promoted) && scalar_double(number) <= -1)
        return report(ACLNN_ERR_PARAM_INVALID, "exponent is %g; integers have no negative powers",
                      scalar_double(number));
    if (overflows(number, call->promoted))
        return report(ACLNN_ERR_PARAM_INVALID, "exponent is %g, which %s does not hold",
                      scalar_double(number), data_type_name(call->promoted));
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Pows of Ascend910B and 910_93, for the exponents that it is made for. */
static bool takes_pows(const struct l0_list *list, aclDataType type, float exponent)
{
    static const float known[] = {0.5F, 2, 3, -0.5F, -1, -2};
    if (list->architecture != L0_2201 || !(type == ACL_FLOAT || type_is_half(type)))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (exponent == known[i])
            return true;
    return false;
}

static bool takes_square(const struct l0_list *list, aclDataType type, float exponent)
{
    return exponent == 2 && (list->architecture != L0_3510 || type == ACL_FLOAT ||
                             type_is_half(type) || type == ACL_INT64 || type_is_complex(type));
}

void list_pow_tensor_scalar(struct l0_list *list, int self, const struct scalar *exponent, int out,
                            aclDataType promoted)
{
    int base = l0_cast(list, l0_contiguous(list, self), promoted);
    float value = scalar_float(exponent);
    int power = base;
    if (takes_pows(list, promoted, value)) {
        int number = l0_constant(list, "exponent", exponent, promoted);
        power = list_apply2(list, &l0_Pows, promoted, base, number);
    } else if (takes_square(list, promoted, value)) {
        bool widens = promoted == ACL_INT8 || promoted == ACL_UINT8 || promoted == ACL_BOOL ||
                      promoted == ACL_INT16;
        aclDataType type = widens ? ACL_INT32 : promoted;
        base = l0_cast(list, base, type);
        power = list_apply(list, &l0_Square, type, &base, 1, 0);
    } else if (value != 1 || list->architecture == L0_3510) {
        int number = l0_constant(list, "exponent", exponent, promoted);
        power = list_apply2(list, &l0_Pow, promoted, base, number);
    }
    list_write(list, power, out);
}

/* The device's CPU of Ascend910B and 910_93 converts the exponents itself. */
static bool converts_itself(const struct l0_list *list, aclDataType type, aclDataType self,
                            aclDataType exponent)
{
    return list->architecture == L0_2201 && self != ACL_BOOL && exponent != ACL_BOOL &&
           self != ACL_BF16 && exponent != ACL_BF16 && !l0_has_type(l0_Pow.ai_core[L0_2201], type);
}

void list_pow_scalar_tensor(struct l0_list *list, const struct scalar *self, int exponent, int out,
                            aclDataType promoted)
{
    if (exponent == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[out];
    aclDataType type = list->tensors[exponent].type;
    if (list->architecture == L0_3510 && scalar_float(self) == 1 && !type_is_complex(type) &&
        !type_is_complex(shape.type)) {
        l0_view_copy(list, list_fill(list, shape.type, 1, shape.dims, shape.rank), out);
        return;
    }
    int power = l0_contiguous(list, exponent);
    if (!converts_itself(list, promoted, self->type, type))
        power = l0_cast(list, power, promoted);
    int base = l0_constant(list, "self", self, promoted);
    list_write(list, list_apply2(list, &l0_Pow, promoted, base, power), out);
}
