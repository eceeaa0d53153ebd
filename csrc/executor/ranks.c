/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/ranks.h"

#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/handle.h"
#include "base/report.h"
#include "executor/operator.h"

static bool waits(const struct call_group *group)
{
    return group->communicator != NULL && group->communicator->size > 1;
}

aclnnStatus ranks_check(const struct call *call)
{
    for (int i = 0; i < CALL_MOST_GROUPS; i++) {
        const struct communicator *communicator = call->groups[i].communicator;
        if (communicator == NULL)
            continue;
        if (handle_kind_of(communicator->handle) != HANDLE_COMMUNICATOR)
            return report(ACLNN_ERR_INNER,
                          "communicator \"%s\" was destroyed between the two phases; it has to "
                          "stay until the work has run",
                          communicator->name);
        if (within_check(communicator) != HCCL_SUCCESS)
            return ACLNN_ERR_INNER;
    }
    return ACLNN_SUCCESS;
}

void ranks_drop(struct call *call)
{
    for (int i = 0; i < CALL_MOST_GROUPS; i++)
        if (call->groups[i].communicator != NULL)
            communicator_give_back(call->groups[i].communicator);
}

bool ranks_prepare(struct ranks *ranks, struct task *task)
{
    bool any = false;
    for (int i = 0; ranks->groups != NULL && i < CALL_MOST_GROUPS; i++)
        any = any || waits(&ranks->groups[i]);
    if (!any)
        return false;
    task->lasts = true;
    task->is_held = true;
    task->is_urgent = true;
    ranks->is_queued = true;
    return true;
}

uint64_t ranks_draw(const struct ranks *ranks)
{
    uint64_t drawn = 0;
    for (int i = 0; i < CALL_MOST_GROUPS; i++)
        if (waits(&ranks->groups[i]))
            drawn |=
                (within_draw(ranks->groups[i].communicator, ranks->groups[i].numbers) & UINT32_MAX)
                << (32 * i);
    return drawn;
}

void ranks_begin(struct ranks *ranks, struct stream *stream)
{
    ranks->stream = stream;
    ranks->has_run = true;
    memset(ranks->met, 0, sizeof ranks->met);
}

void ranks_end(struct ranks *ranks, const struct task *task, const struct task_failure *failure)
{
    bool is_dropped = failure == NULL;
    /* A task of a graph may never have been replayed. */
    if (!ranks->is_queued ||
        (is_dropped ? ranks->has_run || task->sequence == 0 : failure->status == ACL_SUCCESS))
        return;
    for (int i = 0; i < CALL_MOST_GROUPS; i++)
        if (waits(&ranks->groups[i]) && ranks->met[i] < ranks->groups[i].numbers)
            within_leave(ranks->groups[i].communicator, task->name,
                         is_dropped ? "its stream dropped the work" : failure->text);
}

struct within ranks_meet(struct ranks *ranks, const struct task *task, int group,
                         struct task_failure *failure)
{
    uint32_t first = (uint32_t)(task->drawn >> (32 * group));
    return (struct within){.communicator = ranks->groups[group].communicator,
                           .caller = task->name,
                           .number = first + ranks->met[group]++,
                           .task = task,
                           .stream = ranks->stream,
                           .failure = failure};
}
