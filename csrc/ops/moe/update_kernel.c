/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of experts: kernels. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/moe.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/moe/moe.h"

/* The copy that a token has: the place of its number in the row of the expert. */
static int64_t place_of_copy(const struct moe_updating *u, int64_t copies, int64_t token)
{
    if (u->is_by_token)
        return token % copies + 1;
    int64_t devices = (u->world + copies - 1) / copies; /* that share a copy */
    return u->rank / devices + 1;
}

static bool find_copy(const struct work *work, int64_t expert, int64_t token, int64_t *copy,
                      struct task_failure *failure)
{
    const struct work_view *table = &work->inputs[1];
    int64_t columns = table->dims[1];
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    if (expert < 0 || expert >= table->dims[0]) {
        snprintf(failure->text, sizeof failure->text,
                 "expertIds has the expert %" PRId64 "; every expert must be in [0, %" PRId64 ")",
                 expert, table->dims[0]);
        return false;
    }
    int64_t copies = index_at(view_element(table, expert * columns), false);
    int64_t place = copies > 0 ? place_of_copy(work->attributes, copies, token) : columns;
    if (place >= columns) {
        snprintf(failure->text, sizeof failure->text,
                 "eplbTable has %" PRId64 " copies of the expert %" PRId64 "; 1 to %" PRId64
                 " are required",
                 copies, expert, columns - 1);
        return false;
    }
    failure->status = 0;
    *copy = index_at(view_element(table, expert * columns + place), false);
    return true;
}

static void run_update(const struct work *work, struct task_failure *failure)
{
    const struct work_view *experts = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    int64_t count = view_count(experts);
    bool is_wide = experts->type == ACL_INT64;
    for (int64_t i = 0; i < count; i++) {
        int64_t copy = 0;
        if (!find_copy(work, index_at(view_element(experts, i), is_wide), i / experts->dims[1],
                       &copy, failure))
            return;
        put_index(view_element(out, i), is_wide, copy);
    }
}
const struct l0_run moe_kernel_update_experts = {.in_place = true, .run = run_update};
