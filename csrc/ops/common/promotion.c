/* SPDX-License-Identifier: Apache-2.0 */
/* The type in which a call computes with a tensor and a number. */
#include "ops/common/promotion.h"

#include <float.h>
#include <math.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

aclnnStatus promote_with_number(struct call *call, int self, int number, aclDataType promoted)
{
    call->promoted = promoted;
    if (promoted != ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s and %s is %s; there is no data type for both",
                  call_name(call, self), data_type_name(call_type(call, self)),
                  call_name(call, number), data_type_name(call_type(call, number)));
}

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

/* A half tensor stays a half when the type can hold the numbers. */
aclDataType promote_number_3510(aclDataType self, const struct scalar *other,
                                const struct scalar *alpha)
{
    aclDataType type = promote_kinds(self, promote_default(other->type));
    if (type_is_half(type) &&
        (!survives_rounding(other, type) || (alpha != NULL && !survives_rounding(alpha, type))))
        return ACL_FLOAT;
    return type == ACL_COMPLEX32 ? ACL_COMPLEX64 : type;
}
