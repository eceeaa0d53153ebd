/* SPDX-License-Identifier: Apache-2.0 */
/* NpuFormatCast: checks. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_npu_format_cast_size.h"
#include "base/report.h"
#include "base/soc.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "tensor/tensor.h"

/* ---- NpuFormatCast --------------------------------------------------------------------------- */

/* 161002 on Ascend910, which has no such call. */
aclnnStatus copy_layout_check_has_formats(struct call *call, int srcTensor)
{
    (void)srcTensor;
    return call->soc->architecture != ARCHITECTURE_1001
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s does not have the call; Ascend910B and later have it", call->soc->name);
}
