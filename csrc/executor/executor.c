/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/executor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl.h"
#include "runtime/options.h"
#include "workspace/planner.h"

static void free_executor(void *object)
{
    struct executor *executor = object;
    for (int i = 0; i < executor->operator->tensor_count; i++)
        if (executor->tensors[i].storage != NULL)
            tensor_drop(&executor->tensors[i]);
    free(executor);
}

static aclnnStatus report_no_room(void)
{
    return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
}

/* "grad [2, 3], indices [2]": cut when it does not fit. */
static void describe_tensors(const struct executor *executor, char *text, size_t size)
{
    char dims[160];
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < executor->operator->tensor_count && length < size; i++)
        length += (size_t)snprintf(
            text + length, size - length, "%s%s %s", i > 0 ? ", " : "",
            executor->operator->tensor_names[i],
            dims_describe(executor->tensors[i].dims, executor->tensors[i].rank, dims, sizeof dims));
}

static aclnnStatus report_too_large(const struct executor *executor)
{
    char tensors[480];
    describe_tensors(executor, tensors, sizeof tensors);
    return report(ACLNN_ERR_PARAM_INVALID, "the workspace for %s does not fit into 63 bits",
                  tensors);
}

void executor_list_itself(const struct executor *executor, uint64_t scratch, struct l0_list *list)
{
    const struct operator *operator = executor->operator;
    int inputs[L0_MAX_ARGUMENTS] = {L0_NONE, L0_NONE, L0_NONE, L0_NONE};
    int outputs[L0_MAX_ARGUMENTS] = {L0_NONE, L0_NONE, L0_NONE, L0_NONE};
    int last = operator->tensor_count - 1;
    int count = 0;
    for (int i = 0; i < last; i++)
        if (executor->tensors[i].storage != NULL)
            inputs[count++] = l0_user_tensor(list, operator->tensor_names[i],
                                             &executor->tensors[i]);
    outputs[0] = l0_user_tensor(list, operator->tensor_names[last], &executor->tensors[last]);
    l0_launch(list, operator->name + strlen("aclnn"), L0_AI_CORE, inputs, outputs);
    if (scratch > 0)
        l0_kernel_workspace(list, scratch);
}

void executor_list(const struct executor *executor, struct l0_list *list)
{
    if (executor->operator->list != NULL)
        executor->operator->list(executor, list);
    else
        executor_list_itself(executor, 0, list);
}

static aclnnStatus size_workspace(struct executor *executor)
{
    struct l0_list list;
    struct workspace_plan plan;
    l0_start(&list, executor->soc, executor->deterministic, NULL);
    executor_list(executor, &list);
    if (list.status != ACLNN_SUCCESS && !list.is_too_large)
        return list.status;
    if (list.is_too_large || !planner_run(&list, &plan))
        return report_too_large(executor);
    executor->workspace_size = plan.size;
    executor->assumptions = list.assumptions;
    return ACLNN_SUCCESS;
}

aclnnStatus executor_create(const struct operator *operator, const struct tensor *const *tensors,
                            const void *plan, size_t plan_size, uint64_t *workspaceSize,
                            aclOpExecutor **out)
{
    struct executor *executor = calloc(1, sizeof *executor + plan_size);
    if (executor == NULL)
        return report_no_room();
    executor->operator = operator;
    executor->soc = soc_current();
    executor->deterministic = options_deterministic_level() > 0;
    for (int i = 0; i < operator->tensor_count; i++)
        if (tensors[i] != NULL)
            tensor_copy(&executor->tensors[i], tensors[i]);
    memcpy(executor->plan, plan, plan_size);
    aclnnStatus status = size_workspace(executor);
    if (status == ACLNN_SUCCESS) {
        executor->handle = handle_create(HANDLE_EXECUTOR, executor, free_executor);
        status = executor->handle != NULL ? ACLNN_SUCCESS : report_no_room();
    }
    if (status != ACLNN_SUCCESS) {
        free_executor(executor);
        return status;
    }
    *workspaceSize = executor->workspace_size;
    *out = executor->handle;
    return ACLNN_SUCCESS;
}

aclnnStatus executor_check_outputs(const uint64_t *workspaceSize, aclOpExecutor *const *executor)
{
    if (workspaceSize != NULL && executor != NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_NULLPTR,
                  "%s is NULL; phase one needs a place for workspaceSize and for executor",
                  workspaceSize == NULL ? "workspaceSize" : "executor");
}

aclnnStatus executor_acquire_tensors(const struct operator *operator,
                                     const aclTensor *const *handles, const struct tensor **tensors)
{
    for (int i = 0; i < operator->tensor_count; i++)
        if (handles[i] == NULL && (operator->optional >> i & 1) == 0)
            return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required",
                          operator->tensor_names[i]);
    for (int i = 0; i < operator->tensor_count; i++) {
        if (handles[i] == NULL)
            continue;
        tensors[i] = tensor_acquire(handles[i]);
        if (tensors[i] == NULL) {
            char what[96];
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %p, %s; a live aclTensor is required",
                          operator->tensor_names[i], (const void *)handles[i],
                          handle_describe(handles[i], what, sizeof what));
        }
    }
    return ACLNN_SUCCESS;
}

void executor_release_tensors(const struct operator *operator, const aclTensor *const *handles,
                              const struct tensor *const *tensors)
{
    for (int i = 0; i < operator->tensor_count; i++)
        if (tensors[i] != NULL)
            tensor_release(handles[i]);
}

static aclnnStatus report_dead(aclOpExecutor *handle)
{
    char what[96];
    return report(ACLNN_ERR_INNER,
                  "executor is %p, %s; phase two needs an executor that "
                  "phase one made and that did not run yet (only executors made repeatable run "
                  "more than once)",
                  (void *)handle, handle_describe(handle, what, sizeof what));
}

static aclnnStatus check_workspace_size(const struct executor *executor, const void *workspace,
                                        uint64_t workspaceSize)
{
    uint64_t needed = executor->workspace_size;
    if (workspace == NULL && (workspaceSize > 0 || needed > 0))
        return report(ACLNN_ERR_PARAM_NULLPTR,
                      "workspace is NULL with workspaceSize %" PRIu64 "; phase one asked for "
                      "%" PRIu64 " bytes of device memory",
                      workspaceSize, needed);
    if (workspaceSize < needed)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "workspaceSize is %" PRIu64 "; phase one asked for %" PRIu64 " bytes",
                      workspaceSize, needed);
    return ACLNN_SUCCESS;
}

static aclnnStatus run_on_stream(const struct executor *executor, void *workspace,
                                 uint64_t workspaceSize, aclrtStream handle)
{
    struct stream *stream = NULL;
    aclError error = stream_acquire(handle, &stream);
    if (error != ACL_SUCCESS)
        return report(ACLNN_ERR_RUNTIME_ERROR,
                      "the stream (%p) cannot be used: status %d, see the text behind this one",
                      handle, error);
    aclnnStatus status = launch_submit(executor, workspace, workspaceSize, stream);
    stream_release(stream);
    return status;
}

/* An executor that runs once is spent now, whatever comes of it: so it is in CANN. */
static bool claim(const struct executor *executor)
{
    return atomic_load(&executor->repeatable) ||
           handle_close(executor->handle, HANDLE_EXECUTOR, executor->operator->name);
}

static aclnnStatus run_claimed(const struct executor *executor, void *workspace,
                               uint64_t workspaceSize, aclrtStream stream)
{
    aclnnStatus status = check_workspace_size(executor, workspace, workspaceSize);
    /* CANN destroys even a repeatable executor when the workspace is missing. */
    if (status == ACLNN_ERR_PARAM_NULLPTR)
        handle_close(executor->handle, HANDLE_EXECUTOR, executor->operator->name);
    if (status == ACLNN_SUCCESS && executor->operator->admit != NULL)
        status = executor->operator->admit(executor);
    if (status == ACLNN_SUCCESS)
        status = run_on_stream(executor, workspace, workspaceSize, stream);
    return status;
}

aclnnStatus executor_run(const struct operator *operator, void *workspace, uint64_t workspaceSize,
                         aclOpExecutor *handle, aclrtStream stream)
{
    if (handle == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "executor is NULL; phase one gives it");
    struct executor *executor = handle_acquire(handle, HANDLE_EXECUTOR);
    if (executor == NULL)
        return report_dead(handle);
    aclnnStatus status;
    if (executor->operator != operator)
        status = report(ACLNN_ERR_INNER, "executor %p was made by %sGetWorkspaceSize",
                        (void *)handle, executor->operator->name);
    else if (!claim(executor))
        status = report_dead(handle);
    else
        status = run_claimed(executor, workspace, workspaceSize, stream);
    handle_release(handle);
    return status;
}
