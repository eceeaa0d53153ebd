/* SPDX-License-Identifier: Apache-2.0 */
/* Complex and Polar: checks. */
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/binary.h"
#include "ops/common/check.h"

static aclDataType complex_type(aclDataType part)
{
    switch (part) {
    case ACL_FLOAT16: return ACL_COMPLEX32;
    case ACL_FLOAT: return ACL_COMPLEX64;
    case ACL_DOUBLE: return ACL_COMPLEX128;
    default: return part;
    }
}

/* out has the complex type whose parts have the operand's type. */
aclnnStatus binary_check_complex_type(struct call *call, int part, int out)
{
    aclDataType type = call_type(call, part);
    if (call_type(call, out) == complex_type(type))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s and that of %s is %s; %s is required",
                  call_name(call, part), data_type_name(type), call_name(call, out),
                  data_type_name(call_type(call, out)), data_type_name(complex_type(type)));
}
