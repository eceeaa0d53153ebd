/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/graph/condition.h"

#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/device_memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/graph.h"

struct condition {
    struct graph *graph; /* the one whose capture the condition belongs to */
    uint64_t *value;     /* device memory, in the caller's view */
    uint64_t start;      /* the value at the beginning of a replay */
    bool starts;         /* whether it is set to that */
    aclmdlRICondTaskType type;
    uint32_t count;       /* of inner graphs; 0: no task uses the condition yet */
    struct graph **inner; /* pinned */
};

/* ---- The value ------------------------------------------------------------------------------- */

/* Where kernels, and this file, find the value. */
static _Atomic uint64_t *place_of(const struct condition *condition)
{
    char *address = (char *)condition->value;
    return (_Atomic uint64_t *)(void *)(address + device_memory_kernel_offset(address));
}

static void prepare_condition(void *object)
{
    const struct condition *condition = object;
    if (condition->starts)
        atomic_store(place_of(condition), condition->start);
    for (uint32_t i = 0; i < condition->count; i++)
        graph_prepare(condition->inner[i]);
}

static void free_condition(void *object)
{
    struct condition *condition = object;
    for (uint32_t i = 0; i < condition->count; i++) {
        (void)graph_end(condition->inner[i], entry_name());
        graph_release(condition->inner[i]);
    }
    (void)device_memory_free(condition->value);
    free((void *)condition->inner);
    free(condition);
}

/* The condition's memory, as aclrtMalloc would give it. */
static uint64_t *new_value(int32_t device)
{
    return device_memory_allocate(device, sizeof(uint64_t), DEVICE_MEMORY_ALIGNMENT);
}

static aclError make(struct graph *graph, uint32_t start, aclmdlRICondHandleFlag flag,
                     aclmdlRICondHandle *handle)
{
    struct condition *condition = calloc(1, sizeof *condition);
    if (condition == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a part of a graph");
    condition->graph = graph;
    condition->start = start;
    condition->starts = flag == ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT;
    condition->value = new_value(graph->child.device);
    if (condition->value == NULL) {
        free(condition);
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "device %d has no 8 bytes left for the value of a condition",
                      graph->child.device);
    }
    atomic_store(place_of(condition), 0);
    *handle = graph_add_member(graph, HANDLE_CONDITION, condition, free_condition,
                               prepare_condition);
    if (*handle != NULL)
        return ACL_SUCCESS;
    (void)device_memory_free(condition->value);
    free(condition);
    return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
}

static bool is_captured_now(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    bool captured = graph->state == GRAPH_CAPTURING;
    pthread_mutex_unlock(&graph->lock);
    return captured;
}

aclError aclmdlRICondHandleCreateImpl(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                      aclmdlRICondHandleFlag flag, aclmdlRICondHandle *handle)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (handle == NULL)
        status = REPORT_NULL("handle");
    else if ((unsigned)flag > ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "flag is %d; 0 or ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT (1) is required",
                        (int)flag);
    else if (!is_captured_now(graph))
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "modelRI is not being captured; a condition is made between "
                        "aclmdlRICaptureBegin and aclmdlRICaptureEnd");
    else
        status = make(graph, defaultLaunchValue, flag, handle);
    graph_release(graph);
    return status;
}

aclError aclmdlRICondHandleGetCondPtrImpl(aclmdlRICondHandle handle, uint64_t **ptr)
{
    aclError status;
    const struct condition *condition = graph_acquire_member(handle, HANDLE_CONDITION, "handle",
                                                             &status);
    if (condition == NULL)
        return status;
    if (ptr == NULL)
        status = REPORT_NULL("ptr");
    else
        *ptr = condition->value;
    handle_release(handle);
    return status;
}

/* ---- The task that chooses ------------------------------------------------------------------- */

struct condition_task {
    struct task task;
    struct condition *condition; /* it belongs to the same graph */
};

static void run_inner(const struct condition *condition, uint64_t number, struct task *task,
                      struct stream *stream, struct task_failure *failure)
{
    if (number < condition->count)
        graph_run(condition->inner[number], task, stream, failure);
}

static void run_condition(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct condition *condition = ((struct condition_task *)task)->condition;
    uint64_t value = atomic_load(place_of(condition));
    switch (condition->type) {
    case ACL_MODEL_RI_COND_TYPE_IF:
        run_inner(condition, value != 0 ? 0 : 1, task, stream, failure);
        break;
    case ACL_MODEL_RI_COND_TYPE_SWITCH: run_inner(condition, value, task, stream, failure); break;
    case ACL_MODEL_RI_COND_TYPE_WHILE:
        while (atomic_load(place_of(condition)) != 0 && failure->status == ACL_SUCCESS &&
               !stream_gives_up(stream, task))
            run_inner(condition, 0, task, stream, failure);
        break;
    }
}

static void destroy_condition_task(struct task *task)
{
    free(task);
}

static aclError check_size(aclmdlRICondTaskType type, uint32_t size)
{
    static const struct {
        const char *name;
        uint32_t most;
    } rules[] = {
        [ACL_MODEL_RI_COND_TYPE_IF] = {"ACL_MODEL_RI_COND_TYPE_IF", 2},
        [ACL_MODEL_RI_COND_TYPE_WHILE] = {"ACL_MODEL_RI_COND_TYPE_WHILE", 1},
        [ACL_MODEL_RI_COND_TYPE_SWITCH] = {"ACL_MODEL_RI_COND_TYPE_SWITCH", UINT32_MAX},
    };
    if ((unsigned)type > ACL_MODEL_RI_COND_TYPE_SWITCH)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "params.type is %d; ACL_MODEL_RI_COND_TYPE_IF (0) to "
                      "ACL_MODEL_RI_COND_TYPE_SWITCH (2) is required",
                      (int)type);
    if (size == 0 || size > rules[type].most)
        return report(ACL_ERROR_RT_PARAM_INVALID, "params.size is %u; %s takes 1 to %u graphs",
                      size, rules[type].name, rules[type].most);
    return ACL_SUCCESS;
}

/* Makes the inner graphs, all or none. */
static aclError make_inner(struct condition *condition, const aclmdlRICondTaskParams *params)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    condition->inner = calloc(params->size, sizeof *condition->inner);
    while (condition->inner != NULL && condition->count < params->size) {
        struct graph *graph = graph_new(context, GRAPH_EMPTY);
        if (graph == NULL)
            break;
        graph->is_inner = true;
        params->modelRIArray[condition->count] = graph->child.handle;
        condition->inner[condition->count++] = graph;
    }
    context_release(context);
    condition->type = params->type;
    if (condition->count == params->size)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a part of a graph");
}

static aclError submit_condition(struct condition *condition, const aclmdlRICondTaskParams *params,
                                 struct stream *stream)
{
    struct condition_task *task = calloc(1, sizeof *task);
    aclError status = task != NULL
                          ? make_inner(condition, params)
                          : report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    if (status != ACL_SUCCESS) {
        free(task);
        return status;
    }
    task->task.name = entry_name();
    task->task.run = run_condition;
    task->task.destroy = destroy_condition_task;
    task->task.lasts = params->type == ACL_MODEL_RI_COND_TYPE_WHILE;
    task->condition = condition;
    stream_submit(stream, &task->task);
    return ACL_SUCCESS;
}

static aclError add_task(struct condition *condition, const aclmdlRICondTaskParams *params,
                         struct stream *stream)
{
    struct branch *branch = graph_branch_of(stream);
    if (branch == NULL)
        return report(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                      "stream %d is not captured; call aclmdlRICaptureBegin first",
                      stream->child.id);
    aclError status = ACL_SUCCESS;
    if (branch->graph != condition->graph)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "params.handle belongs to another graph than the one that stream %d is "
                        "captured into",
                        stream->child.id);
    else if (condition->count > 0)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "params.handle is used by a task already; each task needs a condition of "
                        "its own");
    else
        status = submit_condition(condition, params, stream);
    graph_release(branch->graph);
    return status;
}

aclError aclmdlRIAddCondTaskImpl(aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags)
{
    struct stream *object = NULL;
    aclError status;
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (flags != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "flags is %u; 0 is required", flags);
    if (params.modelRIArray == NULL)
        return REPORT_NULL("params.modelRIArray");
    status = check_size(params.type, params.size);
    if (status != ACL_SUCCESS)
        return status;
    struct condition *condition = graph_acquire_member(params.handle, HANDLE_CONDITION,
                                                       "params.handle", &status);
    if (condition == NULL)
        return status;
    status = stream_acquire(stream, &object);
    if (status == ACL_SUCCESS) {
        status = add_task(condition, &params, object);
        stream_release(object);
    }
    handle_release(params.handle);
    return status;
}

/* ---- Whole graphs ---------------------------------------------------------------------------- */

static bool is_ready(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    bool ready = graph->state == GRAPH_READY;
    pthread_mutex_unlock(&graph->lock);
    return ready;
}

bool condition_is_open(struct graph *graph)
{
    bool open = false;
    pthread_mutex_lock(&graph->lock);
    for (const struct graph_member *at = graph->members; at != NULL; at = at->next) {
        const struct condition *condition = at->object;
        for (uint32_t i = 0; at->kind == HANDLE_CONDITION && i < condition->count; i++)
            open |= !is_ready(condition->inner[i]);
    }
    pthread_mutex_unlock(&graph->lock);
    return open;
}
