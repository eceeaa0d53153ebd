/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/executor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry.h"
#include "base/data_type.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl.h"
#include "runtime/device_memory.h"
#include "runtime/memory.h"
#include "runtime/options.h"
#include "workspace/planner.h"

uint64_t launch_scratch_bytes(const struct launch *launch)
{
    return launch->workspace != NULL ? launch->executor->workspace_size : 0;
}

static void free_executor(void *object)
{
    struct executor *executor = object;
    for (int i = 0; i < executor->operator->tensor_count; i++)
        tensor_drop(&executor->tensors[i]);
    free(executor);
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

static aclnnStatus size_workspace(struct executor *executor)
{
    struct l0_list list;
    struct workspace_plan plan;
    l0_start(&list, executor->soc, executor->deterministic, NULL);
    executor->operator->list(executor, &list);
    if (list.status != ACLNN_SUCCESS && !list.is_too_large)
        return list.status;
    if (list.is_too_large || !planner_run(&list, &plan))
        return report_too_large(executor);
    executor->workspace_size = plan.size;
    executor->assumptions = list.assumptions;
    return ACLNN_SUCCESS;
}

aclnnStatus executor_create(const struct operator *operator, const struct tensor *const *tensors,
                            const void *plan, size_t plan_size, struct executor **out)
{
    struct executor *executor = calloc(1, sizeof *executor + plan_size);
    if (executor == NULL)
        return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    executor->operator = operator;
    executor->soc = soc_current();
    executor->deterministic = options_deterministic_level() > 0;
    for (int i = 0; i < operator->tensor_count; i++)
        tensor_copy(&executor->tensors[i], tensors[i]);
    memcpy(executor->plan, plan, plan_size);
    aclnnStatus status = size_workspace(executor);
    if (status != ACLNN_SUCCESS) {
        free_executor(executor);
        return status;
    }
    *out = executor;
    return ACLNN_SUCCESS;
}

aclnnStatus executor_publish(struct executor *executor, uint64_t *workspaceSize,
                             aclOpExecutor **out)
{
    aclOpExecutor *handle = handle_create(HANDLE_EXECUTOR, executor, free_executor);
    if (handle == NULL) {
        free_executor(executor);
        return report(ACLNN_ERR_INNER_CREATE_EXECUTOR, "no host memory for an executor");
    }
    executor->handle = handle;
    *workspaceSize = executor->workspace_size;
    *out = handle;
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
        if (handles[i] == NULL)
            return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; an aclTensor is required",
                          operator->tensor_names[i]);
    for (int i = 0; i < operator->tensor_count; i++) {
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

/*
 * Whether the bytes [first, past) from address on are device memory of that device, all in the
 * live allocation that address lies in. name is the argument in the text, needs what it asks for.
 */
static aclnnStatus check_memory(const char *name, const char *needs, const char *address,
                                int64_t first, int64_t past, int32_t device)
{
    char place[MEMORY_TEXT];
    struct device_allocation allocation;
    if (!device_memory_find(address, &allocation))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is at %p, %s; it must be live memory from aclrtMalloc", name,
                      (const void *)address, memory_describe(address, place, sizeof place));
    if (allocation.device != device)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is at %p on device %d; the stream belongs to device %d", name,
                      (const void *)address, allocation.device, device);
    int64_t at = address - allocation.address;
    int64_t low;
    int64_t high;
    if (!__builtin_add_overflow(at, first, &low) && !__builtin_add_overflow(at, past, &high) &&
        low >= 0 && high <= (int64_t)allocation.size)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is at %p, which is byte %" PRId64 " of an allocation of %zu bytes; %s the "
                  "bytes from %" PRId64 " to %" PRId64 " relative to that address, which do not "
                  "all lie in the allocation",
                  name, (const void *)address, at, allocation.size, needs, first, past);
}

static aclnnStatus resolve_workspace(struct launch *launch, char *workspace, uint64_t size,
                                     int32_t device)
{
    if (launch->executor->workspace_size == 0)
        return ACLNN_SUCCESS;
    aclnnStatus status = ACLNN_SUCCESS;
    if (environment()->check_mode != CHECK_OFF)
        status = check_memory("workspace", "workspaceSize asks for", workspace, 0,
                              size > INT64_MAX ? INT64_MAX : (int64_t)size, device);
    launch->workspace = workspace + device_memory_kernel_offset(workspace);
    return status;
}

/* The bytes that a view covers, as phase two finds its address. */
static aclnnStatus resolve_tensor(struct launch *launch, int index, int32_t device)
{
    const struct tensor *tensor = &launch->executor->tensors[index];
    const char *name = launch->executor->operator->tensor_names[index];
    int64_t first = 0;
    int64_t past = 0;
    int64_t count = 0;
    if (!tensor_element_count(tensor, &count) || !tensor_extent(tensor, &first, &past))
        return report(ACLNN_ERR_PARAM_INVALID, "%s covers more than 2^63 bytes", name);
    if (count == 0)
        return ACLNN_SUCCESS;
    char *base = tensor_address(tensor);
    if (base == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the address of %s is NULL; phase two needs device memory (set it with "
                      "aclCreateTensor or aclSetTensorAddr)",
                      name);
    aclnnStatus status = ACLNN_SUCCESS;
    if (environment()->check_mode != CHECK_OFF)
        status = check_memory(name, "shape, strides and offset reach", base, first, past, device);
    /* The extent fits into 63 bits, so the offset in bytes does. */
    int64_t offset = tensor->offset * (data_type_bits(tensor->type) / 8);
    launch->addresses[index] = (char *)((intptr_t)base + offset +
                                        device_memory_kernel_offset(base));
    return status;
}

static void run_launch(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct launch *launch = (const struct launch *)task;
    (void)stream;
    launch->executor->operator->run(launch, failure);
}

static void destroy_launch(struct task *task)
{
    const struct launch *launch = (const struct launch *)task;
    handle_release(launch->executor->handle);
    free(task);
}

static aclnnStatus resolve(struct launch *launch, void *workspace, uint64_t workspaceSize,
                           int32_t device)
{
    aclnnStatus status = resolve_workspace(launch, workspace, workspaceSize, device);
    for (int i = 0; status == ACLNN_SUCCESS && i < launch->executor->operator->tensor_count; i++)
        status = resolve_tensor(launch, i, device);
    return status;
}

/* Queues one run; the launch holds a pin of its own on the executor. */
static aclnnStatus submit(const struct executor *executor, void *workspace, uint64_t workspaceSize,
                          struct stream *stream)
{
    struct launch *launch = calloc(1, sizeof *launch);
    if (launch == NULL)
        return report(ACLNN_ERR_INNER, "no host memory for a launch");
    launch->executor = executor;
    aclnnStatus status = resolve(launch, workspace, workspaceSize, stream_device(stream));
    if (status != ACLNN_SUCCESS) {
        free(launch);
        return status;
    }
    handle_retain(executor->handle);
    launch->task.name = executor->operator->name;
    launch->task.run = run_launch;
    launch->task.destroy = destroy_launch;
    stream_submit(stream, &launch->task);
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
    aclnnStatus status = submit(executor, workspace, workspaceSize, stream);
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
