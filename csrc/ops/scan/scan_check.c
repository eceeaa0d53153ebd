/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums, products, largest and smallest elements: checks. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/scan.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

/* A tensor without dimensions is reshaped first, which makes it ND. */
aclnnStatus scan_check_kept_format_of_dims(struct call *call, int tensor, int out)
{
    return call_tensor(call, tensor)->rank > 0 ? check_kept_format(call, tensor, out)
                                               : ACLNN_SUCCESS;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus scan_check_dim_of_number(struct call *call, int tensor, int dim)
{
    return call_dim_is_known(call, tensor, dim, (int32_t)scalar_int64(call->arguments[dim].scalar));
}

aclnnStatus scan_check_type_if_any(struct call *call, int out, int dtype)
{
    if (call->arguments[dtype].integer == ACL_DT_UNDEFINED)
        return ACLNN_SUCCESS;
    return check_same_type(call, out, dtype);
}
