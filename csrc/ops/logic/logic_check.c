/* SPDX-License-Identifier: Apache-2.0 */
/* Truth values and classes of numbers: checks. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/logic.h"
#include "ops/common/check.h"
#include "tensor/convert.h"

/* For calls that CANN generates: the tiling checks the rank. */
aclnnStatus logic_check_tiled_rank(struct call *call, int tensor, int highest)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank <= highest)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_TILING_ERROR, "%s has %d dimensions; the kernel takes up to %d",
                  call_name(call, tensor), given->rank, highest);
}

/* For complex numbers, whose parts are a dimension of their own on the device. */
aclnnStatus logic_check_complex_rank(struct call *call, int tensor, int highest)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (!type_is_complex(given->type) || given->rank <= highest)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %d dimensions; of complex numbers at most %d are supported",
                  call_name(call, tensor), given->rank, highest);
}
