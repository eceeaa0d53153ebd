/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operators of three and more operands: checks. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/ternary.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Clamp ----------------------------------------------------------------------------------- */

/* The type that stands for the kind of a number: float32 for any floating-point one. */
static aclDataType kind_of(const struct scalar *bound)
{
    return type_is_complex(bound->type) ? ACL_COMPLEX64
           : type_is_float(bound->type) ? ACL_FLOAT
                                        : bound->type;
}

/* Ascend950: self keeps its type unless the bounds are of a higher kind, which another check
 * refuses. */
static aclDataType with_bounds(aclDataType self, aclDataType bounds)
{
    if (type_is_complex(bounds))
        return bounds;
    return type_is_float(self) || !type_is_float(bounds) ? self : type_promote(self, bounds);
}

aclnnStatus ternary_check_promote_clamp(struct call *call, int self, int low, int high, int out)
{
    const struct scalar *bounds[] = {call_scalar(call, low), call_scalar(call, high)};
    aclDataType type = ACL_DT_UNDEFINED;
    if (!call_is_on_950(call)) {
        call->promoted = call_tensor(call, out)->type;
        return ACLNN_SUCCESS;
    }
    for (int i = 0; i < 2; i++)
        if (bounds[i] != NULL)
            type = type == ACL_DT_UNDEFINED ? kind_of(bounds[i])
                                            : type_promote(type, kind_of(bounds[i]));
    call->promoted = type == ACL_DT_UNDEFINED ? ACL_DT_UNDEFINED
                                              : with_bounds(call_tensor(call, self)->type, type);
    if (call->promoted != ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "there is no data type for self and its bounds");
}

/* ---- AxpyV2 ---------------------------------------------------------------------------------- */

aclnnStatus ternary_check_one_factor(struct call *call, int factor)
{
    int64_t count = 0;
    if (tensor_element_count(call_tensor(call, factor), &count) && count == 1)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, factor, "one element is required");
}
