/* SPDX-License-Identifier: Apache-2.0 */
/* The aclnnPow calls: the rules of CANN's op_api for types and exponents. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/binary.h"
#include "declared/common.h"
#include "ops/common/check.h"
#include "ops/common/promotion.h"
#include "tensor/convert.h"

/* ---- Types and numbers ----------------------------------------------------------------------- */

/* The type in which a tensor and a number are computed. */
static aclDataType computed(const struct call *call, aclDataType tensor, aclDataType number,
                            bool is_single)
{
    if (call_is_on_950(call)) {
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

/* The common type must be castable to out's type too, and two bool operands have no power. */
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
        return report(ACLNN_ERR_PARAM_INVALID,
                      "both operands are DT_BOOL; another data type is required in one of them");
    return status == ACLNN_SUCCESS ? check_cast(call, CALL_PROMOTED, out) : status;
}

aclnnStatus binary_check_promote_power(struct call *call, int self, int exponent, int out)
{
    return check_power(call, self, exponent, out, call_type(call, exponent));
}

aclnnStatus binary_check_promote_power_of_number(struct call *call, int self, int exponent, int out)
{
    return check_power(call, exponent, self, out, call_type(call, exponent));
}

aclnnStatus binary_check_two_bools(struct call *call, int self, int exponent)
{
    if (call_type(call, self) != ACL_BOOL || call_type(call, exponent) != ACL_BOOL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "both operands are DT_BOOL; another data type is required in one of them");
}

/* Whether a number is outside a type's range. CANN does not look at float64, bool and
 * complex128. */
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

aclnnStatus binary_check_exponent(struct call *call, int exponent)
{
    const struct scalar *number = call_scalar(call, exponent);
    if (!call_is_on_950(call))
        return ACLNN_SUCCESS;
    if (type_is_integer(call->promoted) && scalar_double(number) <= -1)
        return report(ACLNN_ERR_PARAM_INVALID, "exponent is %g; integers have no negative powers",
                      scalar_double(number));
    if (overflows(number, call->promoted))
        return report(ACLNN_ERR_PARAM_INVALID, "exponent is %g, which is out of the range of %s",
                      scalar_double(number), data_type_name(call->promoted));
    return ACLNN_SUCCESS;
}
