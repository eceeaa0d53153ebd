/* SPDX-License-Identifier: Apache-2.0 */
/* LayerNorm: the check of how it is computed. */
#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/norm.h"
#include "ops/common/check.h"

enum { HALF_MODE = 2 };

aclnnStatus norm_check_layer_norm_mode(struct call *call, int input, int weight, int bias, int mode)
{
    const int operands[] = {input, weight, bias};
    int64_t given = call->arguments[mode].integer;
    if (given < 0 || given > HALF_MODE)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 0, 1 and 2 are supported",
                      call_name(call, mode), given);
    for (int i = 0; given == HALF_MODE && i < 3; i++)
        if (call_tensor(call, operands[i]) != NULL && call_type(call, operands[i]) != ACL_FLOAT16)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "%s is 2, and the data type of %s is %s; DT_FLOAT16 is required",
                          call_name(call, mode), call_name(call, operands[i]),
                          data_type_name(call_type(call, operands[i])));
    return ACLNN_SUCCESS;
}
