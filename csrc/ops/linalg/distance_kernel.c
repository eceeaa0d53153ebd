/* SPDX-License-Identifier: Apache-2.0 */
/* Cdist and Pdist: kernels. */
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/linalg.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

/* ---- Pairs of rows --------------------------------------------------------------------------- */

/* Of the distances of all pairs of rows, takes those of each row to the rows behind it. */
static void run_pairs(const struct work *work, struct task_failure *failure)
{
    const struct work_view *all = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    int64_t count = all->dims[0];
    int64_t width = view_width(all);
    char *to = out->address;
    (void)failure;
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = i + 1; j < count; j++, to += out->strides[0] * width)
            memcpy(to, all->address + (i * all->strides[0] + j * all->strides[1]) * width,
                   (size_t)width);
}
const struct l0_run linalg_kernel_upper_pairs = {.run = run_pairs};
