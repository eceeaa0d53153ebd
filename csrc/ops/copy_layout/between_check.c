/* SPDX-License-Identifier: Apache-2.0 */
/* ViewCopy: checks. */
#include <inttypes.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/copy_layout.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

static aclnnStatus check_count(const struct call *call, int tensor, int64_t wanted)
{
    int64_t count = shape_elements(call_tensor(call, tensor));
    return count == wanted ? ACLNN_SUCCESS
                           : report(ACLNN_ERR_PARAM_INVALID,
                                    "%s has %" PRId64 " numbers; %" PRId64 " are required",
                                    call_name(call, tensor), count, wanted);
}

aclnnStatus copy_layout_check_copied_between(struct call *call, int dst_size, int dst_stride,
                                             int dst_offset, int src_size, int src_stride,
                                             int src_offset)
{
    const int each[] = {dst_stride, src_size, src_stride};
    const int single[] = {dst_offset, src_offset};
    int64_t rank = shape_elements(call_tensor(call, dst_size));
    aclnnStatus status = ACLNN_SUCCESS;
    if (rank < 1 || rank > TENSOR_MAX_DIMS)
        return call_refuse_shape(call, dst_size, "1 to 8 numbers are required");
    for (int i = 0; i < 3 && status == ACLNN_SUCCESS; i++)
        status = check_count(call, each[i], rank);
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS; i++)
        status = check_count(call, single[i], 1);
    return status;
}
