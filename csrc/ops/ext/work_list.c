/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ext/work_list.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"

#define MOST_INPUTS 4

void *ext_list_plan(struct l0_list *list, size_t size)
{
    if (list->status != ACLNN_SUCCESS)
        return NULL;
    void *plan = arena_take(list->arena, size);
    if (plan == NULL)
        list->status = report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    else
        memset(plan, 0, size);
    return plan;
}

void ext_list_work(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                   int out, const void *plan)
{
    int given[MOST_INPUTS];
    int given_count = 0;
    for (int i = 0; i < count; i++)
        if (inputs[i] != L0_NONE)
            given[given_count++] = inputs[i];
    l0_launch_row(list, row, given, given_count, 0, &out, 1, NULL);
    if (plan != NULL)
        l0_step(list, L0_STEP_APPLY, row, given, given_count, &out, 1, plan);
}
