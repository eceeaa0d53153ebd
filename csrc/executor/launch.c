/* SPDX-License-Identifier: Apache-2.0 */
/* One run of an executor: its memory, its place on the stream, its scratch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/report.h"
#include "executor/executor.h"
#include "executor/operand.h"
#include "runtime/scratch.h"
#include "runtime/device_memory.h"
#include "runtime/memory.h"
#include "tensor/layout.h"

/* A cache line, whatever the address of the workspace is. */
#define SCRATCH_ALIGNMENT 64

static aclnnStatus resolve_workspace(struct launch *launch, char *workspace, uint64_t size,
                                     int32_t device)
{
    uint64_t needed = launch->executor->workspace_size;
    if (needed == 0)
        return ACLNN_SUCCESS;
    launch->workspace = workspace + device_memory_kernel_offset(workspace);
    if (environment()->check_mode == CHECK_OFF)
        return ACLNN_SUCCESS;
    struct device_allocation allocation;
    aclnnStatus status = operand_check_device("workspace", "workspaceSize asks for", workspace, 0,
                                              size > INT64_MAX ? INT64_MAX : (int64_t)size, device,
                                              &allocation);
    if (status == ACLNN_SUCCESS)
        guard_place(&launch->guard, workspace, needed, &allocation);
    return status;
}

/* The bytes that a view covers, as phase two finds its address. */
static aclnnStatus resolve_tensor(struct launch *launch, int index, int32_t device)
{
    const struct tensor *tensor = &launch->executor->tensors[index];
    const char *name = launch->executor->operator->tensor_names[index];
    if (tensor->storage == NULL)
        return ACLNN_SUCCESS;
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
        status = operand_check(name, "shape, strides and offset reach", base, first, past, device,
                               &launch->memory[index]);
    /* The extent fits into 63 bits, so the offset in bytes does. */
    int64_t offset = tensor->offset * (data_type_bits(tensor->type) / 8);
    launch->addresses[index] = (char *)((intptr_t)base + offset +
                                        device_memory_kernel_offset(base));
    return status;
}

/* ---- What may not share memory ------------------------------------------------------------- */

/* Bytes as the caller sees them; none of a tensor that is left out or has no elements. */
struct range {
    const char *name;
    intptr_t first;
    intptr_t past;
};

static struct range tensor_range(const struct launch *launch, int index)
{
    const struct tensor *tensor = &launch->executor->tensors[index];
    struct range range = {.name = launch->executor->operator->tensor_names[index]};
    int64_t first = 0;
    int64_t past = 0;
    if (launch->addresses[index] == NULL || !tensor_extent(tensor, &first, &past))
        return range;
    range.first = (intptr_t)tensor_address(tensor) + (intptr_t)first;
    range.past = (intptr_t)tensor_address(tensor) + (intptr_t)past;
    return range;
}

static bool ranges_meet(const struct range *a, const struct range *b)
{
    return a->first < b->past && b->first < a->past;
}

static aclnnStatus report_shared(const struct range *written, const struct range *other)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s, bytes %p to %p, is written and shares memory with %s, bytes %p to %p; they "
                  "must lie apart",
                  written->name, (void *)written->first, (void *)written->past, other->name,
                  (void *)other->first, (void *)other->past);
}

/* What is written shares memory with no other operand, and no operand with the workspace. */
static aclnnStatus check_apart(const struct launch *launch, const char *workspace)
{
    const struct operator *operator = launch->executor->operator;
    const struct tensor *tensors = launch->executor->tensors;
    struct range scratch = {"workspace", (intptr_t)workspace,
                            (intptr_t)workspace + (intptr_t)launch->executor->workspace_size};
    struct range ranges[EXECUTOR_MAX_TENSORS];
    for (int i = 0; i < operator->tensor_count; i++)
        ranges[i] = tensor_range(launch, i);
    for (int i = 0; i < operator->tensor_count; i++) {
        if (launch->guard.workspace != NULL && ranges_meet(&scratch, &ranges[i]))
            return report_shared(&scratch, &ranges[i]);
        for (int j = 0; (operator->exclusive & 1u << i) != 0 && j < operator->tensor_count; j++)
            if (i != j && ranges_meet(&ranges[i], &ranges[j]) &&
                tensors_share_bytes(&tensors[i], (uintptr_t)ranges[i].first, &tensors[j],
                                    (uintptr_t)ranges[j].first))
                return report_shared(&ranges[i], &ranges[j]);
    }
    return ACLNN_SUCCESS;
}

/* ---- Memory that has to stay --------------------------------------------------------------- */

/* Puts the operator and the task before what failed. */
static void name_launch(const struct launch *launch, const struct stream *stream,
                        struct task_failure *failure)
{
    char why[sizeof failure->text];
    memcpy(why, failure->text, sizeof why);
    snprintf(failure->text, sizeof failure->text,
             "%s failed on the stream (task %" PRIu64 " of stream %" PRId32 "): %.800s",
             launch->task.name, launch->task.sequence, stream_id(stream), why);
}

/* False, and why, when the memory of a tensor is gone. */
static bool tensors_are_live(const struct launch *launch, const struct stream *stream,
                             const char *when, struct task_failure *failure)
{
    const struct operator *operator = launch->executor->operator;
    for (int i = 0; i < operator->tensor_count; i++) {
        if (operand_is_live(operator->tensor_names[i], &launch->memory[i], when, failure))
            continue;
        name_launch(launch, stream, failure);
        return false;
    }
    return true;
}

/* ---- The run -------------------------------------------------------------------------------- */

/*
 * Where in the workspace scratch lies, NULL without room: just before the guard, so that a write
 * behind its end is noticed, and a fresh workspace needs no page for the guard alone.
 */
static char *room(const struct launch *launch, uint64_t bytes)
{
    uint64_t size = launch->executor->workspace_size;
    if (launch->workspace == NULL || bytes > size - GUARD_BYTES)
        return NULL;
    uint64_t offset = size - GUARD_BYTES - bytes;
    uint64_t excess = (uintptr_t)(launch->workspace + offset) % SCRATCH_ALIGNMENT;
    return offset >= excess ? launch->workspace + offset - excess : NULL;
}

void *launch_scratch(struct launch *launch, uint64_t bytes, struct task_failure *failure)
{
    char *found = room(launch, bytes);
    if (found != NULL) {
        launch->guard.scratch = (uint64_t)(found - launch->workspace);
        launch->guard.scratch_size = bytes;
        return found;
    }
    log_line(LOG_MEM, "%s: %" PRIu64 " bytes of scratch do not fit the workspace of %" PRIu64,
             launch->task.name, bytes, launch->executor->workspace_size);
    launch->pooled = bytes <= SIZE_MAX ? scratch_take((size_t)bytes) : NULL;
    if (launch->pooled == NULL) {
        failure->status = ACL_ERROR_RT_MEMORY_ALLOCATION;
        snprintf(failure->text, sizeof failure->text,
                 "%s failed on the stream: no host memory for %" PRIu64
                 " bytes of scratch, for which the workspace of %" PRIu64 " bytes has no room",
                 launch->task.name, bytes, launch->executor->workspace_size);
    }
    return launch->pooled;
}

static bool fault_fails(const struct launch *launch, const struct stream *stream,
                        struct task_failure *failure)
{
    if (!operand_launch_fails(failure))
        return false;
    name_launch(launch, stream, failure);
    return true;
}

static void run_launch(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct launch *launch = (struct launch *)task;
    if (fault_fails(launch, stream, failure) ||
        !tensors_are_live(launch, stream, "before it ran", failure) ||
        !guard_begin(&launch->guard, task, stream, failure))
        return;
    launch->executor->operator->run(launch, failure);
    scratch_give(launch->pooled);
    launch->pooled = NULL;
    guard_end(&launch->guard, failure);
    tensors_are_live(launch, stream, "while it ran", failure);
}

static void free_launch(struct launch *launch)
{
    for (int i = 0; i < EXECUTOR_MAX_TENSORS; i++)
        operand_drop(&launch->memory[i]);
    free(launch);
}

static void destroy_launch(struct task *task)
{
    struct launch *launch = (struct launch *)task;
    pending_end(&launch->pending);
    handle_release(launch->executor->handle);
    free_launch(launch);
}

/* The last tensor of every operator is its output, also where it may be an input as well. */
static void note_pending(struct launch *launch, const char *workspace, struct stream *stream)
{
    const struct operator *operator = launch->executor->operator;
    if (launch->guard.workspace != NULL)
        pending_range_add(&launch->pending, "workspace", workspace,
                          launch->executor->workspace_size, true);
    for (int i = 0; i < operator->tensor_count; i++) {
        struct range range = tensor_range(launch, i);
        operand_note(&launch->pending, range.name, &launch->executor->tensors[i],
                     (uintptr_t)range.first, (uintptr_t)range.past,
                     i == operator->tensor_count - 1);
    }
    pending_work(&launch->pending, operator->name, stream);
}

static aclnnStatus resolve(struct launch *launch, void *workspace, uint64_t workspaceSize,
                           int32_t device)
{
    aclnnStatus status = resolve_workspace(launch, workspace, workspaceSize, device);
    for (int i = 0; status == ACLNN_SUCCESS && i < launch->executor->operator->tensor_count; i++)
        status = resolve_tensor(launch, i, device);
    if (status == ACLNN_SUCCESS && environment()->check_mode != CHECK_OFF)
        status = check_apart(launch, workspace);
    return status;
}

/* The launch holds a pin of its own on the executor. */
aclnnStatus launch_submit(const struct executor *executor, void *workspace, uint64_t workspaceSize,
                          struct stream *stream)
{
    struct launch *launch = calloc(1, sizeof *launch);
    if (launch == NULL)
        return report(ACLNN_ERR_INNER, "no host memory for a launch");
    launch->executor = executor;
    aclnnStatus status = resolve(launch, workspace, workspaceSize, stream_device(stream));
    if (status != ACLNN_SUCCESS) {
        free_launch(launch);
        return status;
    }
    handle_retain(executor->handle);
    launch->task.name = executor->operator->name;
    launch->task.run = run_launch;
    launch->task.destroy = destroy_launch;
    if (pending_wanted())
        note_pending(launch, workspace, stream);
    stream_submit(stream, &launch->task);
    return ACLNN_SUCCESS;
}
