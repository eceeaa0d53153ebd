/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of one operand: checks. */
#include "ops/unary/unary.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/common.h"
#include "declared/unary.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

/* CANN checks for the types of Ascend910 on all products; the copy refuses bfloat16 later. */
aclnnStatus unary_check_sign_type(struct call *call, int tensor, int out)
{
    return call_type(call, tensor) == ACL_BF16 ? ACLNN_SUCCESS : check_same_type(call, tensor, out);
}

aclnnStatus unary_check_part_type(struct call *call, int self, int out)
{
    aclDataType type = call_type(call, self);
    if (call_type(call, out) == unary_part_type(type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of self is %s and that of out is %s; %s is required",
                  data_type_name(type), data_type_name(call_type(call, out)),
                  data_type_name(unary_part_type(type)));
}

aclnnStatus unary_check_angle_type(struct call *call, int x, int out)
{
    aclDataType type = call_type(call, x);
    aclDataType wanted = type_is_half(type) ? type : ACL_FLOAT;
    if (call_type(call, out) == wanted)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "the data type of x is %s and that of out is %s; %s is required",
        data_type_name(type), data_type_name(call_type(call, out)), data_type_name(wanted));
}

aclnnStatus unary_check_compute_in_out(struct call *call, int self, int out)
{
    aclDataType type = call_type(call, self);
    call->promoted = type_is_float(type) || type_is_complex(type) ? type : call_type(call, out);
    return ACLNN_SUCCESS;
}

aclnnStatus unary_check_compute_bfloat16_in_float(struct call *call, int operand)
{
    check_compute_in_float(call, operand);
    if (call->promoted == ACL_BF16)
        call->promoted = ACL_FLOAT;
    return ACLNN_SUCCESS;
}

aclnnStatus unary_check_compute_in_single(struct call *call, int operand)
{
    call->promoted = call_type(call, operand) == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
    return ACLNN_SUCCESS;
}
