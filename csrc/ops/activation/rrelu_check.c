/* SPDX-License-Identifier: Apache-2.0 */
/* RReluWithNoise: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/activation.h"
#include "tensor/layout.h"

aclnnStatus activation_check_noise(struct call *call, int self, int noise, int training)
{
    int64_t count = 0;
    int64_t found = 0;
    tensor_element_count(call_tensor(call, self), &count);
    tensor_element_count(call_tensor(call, noise), &found);
    if (call->arguments[training].integer == 0 || count <= found)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "noise has %" PRId64 " element(s); %" PRId64 ", as many as self, are required",
                  found, count);
}
