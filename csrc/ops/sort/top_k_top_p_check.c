/* SPDX-License-Identifier: Apache-2.0 */
/* ApplyTopKTopP: checks. */
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/sort.h"
#include "ops/common/check.h"

aclnnStatus sort_check_row_numbers(struct call *call, int logits, int numbers)
{
    const struct tensor *rows = call_tensor(call, logits);
    const struct tensor *given = call_tensor(call, numbers);
    return given == NULL || given->dims[0] == rows->dims[0]
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s has not as many elements as %s has rows; one for each is required",
                        call_name(call, numbers), call_name(call, logits));
}
