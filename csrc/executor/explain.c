/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of aclnn_ext/aclnn_workspace.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/handle.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "executor/executor.h"
#include "impl/aclnn_ext/aclnn_workspace.h"
#include "runtime/device/options.h"
#include "workspace/describe.h"
#include "workspace/planner.h"

aclnnStatus aclnnExtSelectSocImpl(const char *soc)
{
    struct soc parsed;
    if (soc_select(soc))
        return ACLNN_SUCCESS;
    if (soc_parse(soc, &parsed))
        return report(ACLNN_ERR_INNER, "no host memory for a product");
    return report(ACLNN_ERR_PARAM_INVALID, "soc is \"%.60s\"; " SOC_EXPECTED, soc,
                  soc_suggestion(soc));
}

aclnnStatus aclnnExtSelectDeterministicImpl(int32_t level)
{
    if (level < -1 || level > 3)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "level is %" PRId32 "; 0 to 3, or -1 for that of the process", level);
    options_select_deterministic(level);
    return ACLNN_SUCCESS;
}

static aclnnStatus report_dead(const aclOpExecutor *handle)
{
    char what[96];
    return report(ACLNN_ERR_INNER, "executor is %p, %s; one that phase one made is required",
                  (const void *)handle, handle_describe(handle, what, sizeof what));
}

aclnnStatus aclnnExtGetAssumptionsImpl(const aclOpExecutor *executor, char *text, uint64_t size)
{
    if (executor == NULL || text == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL",
                      executor == NULL ? "executor" : "text");
    if (size == 0)
        return report(ACLNN_ERR_PARAM_INVALID, "size is 0; there must be room for the 0 at least");
    struct executor *found = handle_acquire(executor, HANDLE_EXECUTOR);
    if (found == NULL)
        return report_dead(executor);
    l0_describe_assumptions(&found->list, text, size);
    handle_release(executor);
    return ACLNN_SUCCESS;
}

/* Makes the list again, with the figures that only a description needs. */
static aclnnStatus describe(const struct executor *executor, char *buffer, uint64_t size,
                            uint64_t *length)
{
    struct arena arena;
    struct l0_list list;
    struct workspace_plan plan;
    arena_start(&arena, NULL, 0);
    l0_start(&list, &arena, executor->call.soc, executor->call.deterministic);
    list.wants_figures = true;
    executor_list(executor, &list);
    if (list.status == ACLNN_SUCCESS && planner_run(&list, &plan))
        *length = describe_workspace(executor->call.operator->name, &list, &plan, buffer, size);
    arena_end(&arena);
    return list.status;
}

aclnnStatus aclnnExtDescribeWorkspaceImpl(const aclOpExecutor *executor, char *buffer,
                                          uint64_t size, uint64_t *length)
{
    if (executor == NULL || length == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL",
                      executor == NULL ? "executor" : "length");
    if (buffer == NULL && size > 0)
        return report(ACLNN_ERR_PARAM_NULLPTR, "buffer is NULL with size %" PRIu64, size);
    struct executor *found = handle_acquire(executor, HANDLE_EXECUTOR);
    if (found == NULL)
        return report_dead(executor);
    aclnnStatus status = describe(found, buffer, size, length);
    handle_release(executor);
    return status;
}
