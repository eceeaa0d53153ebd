/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks wait for each other, and say who is there. */
#include <stdint.h>
#include <string.h>

#include "declared/collective.h"
#include "executor/ranks.h"
#include "executor/schedule.h"
#include "ops/collective/collective.h"
#include "ops/common/work_views.h"

static void barrier(const struct work *work, struct task_failure *failure)
{
    const struct within within = ranks_meet(work->ranks, work->task, COLLECTIVE_FIRST, failure);
    (void)memset(work->outputs[0].address, 0, (size_t)view_width(&work->outputs[0]));
    within_barrier(&within);
}

/* Rows and columns are ranks: 1 where both are there. */
static void see_ranks(const struct work *work, struct task_failure *failure)
{
    const struct within within = ranks_meet(work->ranks, work->task, COLLECTIVE_FIRST, failure);
    const struct work_view *out = &work->outputs[0];
    any_int32 *seen = (any_int32 *)(void *)out->address;
    for (int64_t i = 0; i < out->dims[0]; i++)
        for (int64_t j = 0; j < out->dims[1]; j++)
            seen[i * out->dims[1] + j] = within_sees(&within, (uint32_t)i) &&
                                         within_sees(&within, (uint32_t)j);
}

const struct l0_run collective_kernel_barrier = {.run = barrier};
const struct l0_run collective_kernel_see_ranks = {.run = see_ranks};
