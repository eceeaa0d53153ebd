/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnNorm and aclnnLinalgVectorNorm: checks. */
#include "ops/reduce/norm.h"

#include <stdbool.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/reduce.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

/* No complex numbers. Ascend950 computes norms in the operand's type and in float32. */
aclnnStatus reduce_check_norm_types(struct call *call, int self, int out)
{
    aclDataType from = call_type(call, self);
    aclDataType to = call_type(call, out);
    bool is_3510 = call_is_on_950(call);
    if (!type_is_complex(from) && !type_is_complex(to) &&
        (!is_3510 || reduce_norm_has_kernel(from, to)))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of self is %s and that of out is %s; %s has no such norm",
                  data_type_name(from), data_type_name(to), call->soc->name);
}
