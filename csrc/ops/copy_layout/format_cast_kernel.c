/* SPDX-License-Identifier: Apache-2.0 */
/* NpuFormatCast: kernels. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_npu_format_cast_size.h"
#include "base/data_type.h"
#include "declared/copy_layout.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

/* Copies the elements that both tensors have, in row-major sequence. One of them may count whole
 * blocks. */
static void run_cast(const struct work *work, struct task_failure *failure)
{
    const struct work_view *from = &work->inputs[0];
    const struct work_view *to = &work->outputs[0];
    int64_t given = view_count(from);
    int64_t room = view_count(to);
    int64_t bits = (given < room ? given : room) * data_type_bits(from->type);
    (void)failure;
    if (bits > 0) /* an empty tensor has no address */
        memcpy(to->address, from->address, (size_t)(bits + 7) / 8);
}
const struct l0_run copy_layout_kernel_format_cast = {.run = run_cast};
