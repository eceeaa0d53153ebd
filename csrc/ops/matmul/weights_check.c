/* SPDX-License-Identifier: Apache-2.0 */
/* TransMatmulWeight: checks. */
#include <stdbool.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/common.h"
#include "declared/matmul.h"

aclnnStatus matmul_check_weight_rank(struct call *call, int weight)
{
    bool has_more = call->soc->architecture == ARCHITECTURE_2201 ||
                    call_tensor(call, weight)->type == ACL_INT8;
    return check_rank(call, weight, 2, has_more ? 6 : 2);
}
