/* SPDX-License-Identifier: Apache-2.0 */
/* What a graph consists of: its streams, their tasks, and the arguments of these. */
#include <string.h>

#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/graph.h"

/* ---- Streams --------------------------------------------------------------------------------- */

static aclError report_short(const char *count, uint32_t given, uint32_t needed)
{
    return report(ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY,
                  "%s is %u; room for %u is required (ask with NULL for the array first)", count,
                  given, needed);
}

static uint32_t count_branches(const struct graph *graph)
{
    uint32_t count = 0;
    for (const struct branch *at = graph->branches; at != NULL; at = at->next)
        count++;
    return count;
}

/* The handle of a branch, which is made when it is asked for first. */
static aclrtStream handle_of_branch(struct branch *branch)
{
    if (branch->handle == NULL)
        branch->handle = graph_add_member(branch->graph, HANDLE_GRAPH_STREAM, branch, NULL, NULL);
    return branch->handle;
}

static aclError list_streams(struct graph *graph, aclrtStream *streams, uint32_t *count)
{
    uint32_t number = count_branches(graph);
    if (streams == NULL) {
        *count = number;
        return ACL_SUCCESS;
    }
    if (*count < number)
        return report_short("*numStreams", *count, number);
    *count = number;
    /* The list has the newest first. */
    for (struct branch *at = graph->branches; at != NULL; at = at->next)
        if ((streams[--number] = handle_of_branch(at)) == NULL)
            return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    return ACL_SUCCESS;
}

/* The graph, pinned, when it is whole; NULL, with a report and *status. */
static struct graph *acquire_ready(aclmdlRI handle, aclError *status)
{
    struct graph *graph = graph_acquire(handle, status);
    if (graph == NULL)
        return NULL;
    pthread_mutex_lock(&graph->lock);
    bool ready = graph->state == GRAPH_READY;
    pthread_mutex_unlock(&graph->lock);
    if (ready)
        return graph;
    *status = report(ACL_ERROR_RT_MODEL_CAPTURED,
                     "modelRI is no whole graph yet; end its capture (aclmdlRICaptureEnd) first");
    graph_release(graph);
    return NULL;
}

aclError aclmdlRIGetStreamsImpl(aclmdlRI modelRI, aclrtStream *streams, uint32_t *numStreams)
{
    aclError status;
    if (numStreams == NULL)
        return REPORT_NULL("numStreams");
    struct graph *graph = acquire_ready(modelRI, &status);
    if (graph == NULL)
        return status;
    status = list_streams(graph, streams, numStreams);
    graph_release(graph);
    return status;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static aclmdlRITask handle_of_node(struct graph *graph, struct node *node)
{
    if (node->handle == NULL)
        node->handle = graph_add_member(graph, HANDLE_GRAPH_TASK, node, NULL, NULL);
    return node->handle;
}

static aclError list_tasks(const struct branch *branch, aclmdlRITask *tasks, uint32_t *count)
{
    struct graph *graph = branch->graph;
    uint32_t number = 0;
    if (tasks == NULL) {
        *count = branch->submitted;
        return ACL_SUCCESS;
    }
    if (*count < branch->submitted)
        return report_short("*numTasks", *count, branch->submitted);
    for (uint32_t i = 0; i < graph->node_count; i++)
        if (graph->nodes[i]->branch == branch && graph->nodes[i]->place != NODE_GONE &&
            (tasks[number++] = handle_of_node(graph, graph->nodes[i])) == NULL)
            return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    *count = number;
    return ACL_SUCCESS;
}

aclError aclmdlRIGetTasksByStreamImpl(aclrtStream stream, aclmdlRITask *tasks, uint32_t *numTasks)
{
    aclError status;
    if (numTasks == NULL)
        return REPORT_NULL("numTasks");
    const struct branch *branch = graph_acquire_member(stream, HANDLE_GRAPH_STREAM, "stream",
                                                       &status);
    if (branch == NULL)
        return status;
    status = list_tasks(branch, tasks, numTasks);
    handle_release(stream);
    return status;
}

static struct node *acquire_node(aclmdlRITask task, aclError *status)
{
    return graph_acquire_member(task, HANDLE_GRAPH_TASK, "task", status);
}

/* The graph's lock is held while a node's task is looked at or changed. */
static void lock_node(const struct node *node)
{
    pthread_mutex_lock(&node->branch->graph->lock);
}

static void unlock_node(const struct node *node)
{
    pthread_mutex_unlock(&node->branch->graph->lock);
}

aclError aclmdlRITaskGetTypeImpl(aclmdlRITask task, aclmdlRITaskType *type)
{
    aclError status;
    if (type == NULL)
        return REPORT_NULL("type");
    const struct node *node = acquire_node(task, &status);
    if (node == NULL)
        return status;
    lock_node(node);
    *type = node->task->type;
    unlock_node(node);
    handle_release(task);
    return ACL_SUCCESS;
}

aclError aclmdlRITaskGetSeqIdImpl(aclmdlRITask task, uint32_t *id)
{
    aclError status;
    if (id == NULL)
        return REPORT_NULL("id");
    const struct node *node = acquire_node(task, &status);
    if (node == NULL)
        return status;
    *id = node->number;
    handle_release(task);
    return ACL_SUCCESS;
}

aclError aclmdlRITaskGetParamsImpl(aclmdlRITask task, aclmdlRITaskParams *params)
{
    aclError status;
    if (params == NULL)
        return REPORT_NULL("params");
    const struct node *node = acquire_node(task, &status);
    if (node == NULL)
        return status;
    memset(params, 0, sizeof *params);
    lock_node(node);
    params->type = node->task->type;
    if (node->task->params != NULL)
        node->task->params->get(node->task, params);
    unlock_node(node);
    handle_release(task);
    return ACL_SUCCESS;
}

static aclError set_params(struct task *task, const aclmdlRITaskParams *params)
{
    if (params->type != task->type)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "params->type is %d; %d, the type of task, is required", (int)params->type,
                      (int)task->type);
    if (task->params == NULL || task->params->set == NULL)
        return report(
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
            "the arguments of %s cannot be set here; those of tasks of "
            "aclrtValueWrite and aclrtValueWait can, and operators are replaced by groups "
            "(aclmdlRICaptureTaskGrpBegin)",
            task->name);
    return task->params->set(task, params);
}

aclError aclmdlRITaskSetParamsImpl(aclmdlRITask task, aclmdlRITaskParams *params)
{
    aclError status;
    if (params == NULL)
        return REPORT_NULL("params");
    const struct node *node = acquire_node(task, &status);
    if (node == NULL)
        return status;
    lock_node(node);
    status = set_params(node->task, params);
    unlock_node(node);
    handle_release(task);
    return status;
}

aclError aclmdlRITaskDisableImpl(aclmdlRITask task)
{
    aclError status;
    struct node *node = acquire_node(task, &status);
    if (node == NULL)
        return status;
    lock_node(node);
    node->is_to_be_disabled = true;
    unlock_node(node);
    handle_release(task);
    return ACL_SUCCESS;
}

aclError aclmdlRIUpdateImpl(aclmdlRI modelRI)
{
    aclError status;
    struct graph *graph = acquire_ready(modelRI, &status);
    if (graph == NULL)
        return status;
    pthread_mutex_lock(&graph->lock);
    for (uint32_t i = 0; i < graph->node_count; i++)
        graph->nodes[i]->is_disabled = graph->nodes[i]->is_to_be_disabled;
    pthread_mutex_unlock(&graph->lock);
    graph_release(graph);
    return ACL_SUCCESS;
}
