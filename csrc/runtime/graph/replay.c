/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs run, stop and end. */
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/trace.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/graph.h"

/* ---- Running --------------------------------------------------------------------------------- */

struct replay {
    struct task task;
    struct graph *graph; /* pinned */
    uint64_t *drawn;     /* of the nodes, or NULL */
};

static void run_replay(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct graph *graph = ((struct replay *)task)->graph;
    graph_prepare(graph);
    graph_run(graph, task, stream, failure);
}

static void note_replay(struct task *task, struct stream *stream, uint64_t sequence)
{
    graph_note(((struct replay *)task)->graph, stream, sequence);
}

static void trace_replay(const struct task *task, struct trace_work *work)
{
    (void)task;
    work->kind = TRACE_GRAPH;
}

static void destroy_replay(struct task *task)
{
    graph_release(((struct replay *)task)->graph);
    free(((struct replay *)task)->drawn);
    free(task);
}

static aclError check_ready(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    enum graph_state state = graph->state;
    pthread_mutex_unlock(&graph->lock);
    if (graph->is_inner)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "modelRI is a graph of a condition, which runs with the graph around it");
    if (state == GRAPH_CAPTURING || state == GRAPH_BUILDING)
        return report(ACL_ERROR_RT_MODEL_CAPTURED,
                      "modelRI is still captured or built; end that first (aclmdlRICaptureEnd, "
                      "aclmdlRIBuildEnd)");
    if (state != GRAPH_READY)
        return report(ACL_ERROR_RT_MODEL_EXECUTE,
                      "modelRI is no whole graph: its capture has failed");
    return ACL_SUCCESS;
}

static aclError submit(struct graph *graph, struct stream *stream)
{
    aclError status = check_ready(graph);
    if (status == ACL_SUCCESS)
        status = stream_refuse_captured(stream, "would run a graph");
    if (status != ACL_SUCCESS)
        return status;
    struct replay *replay = calloc(1, sizeof *replay);
    bool good = false;
    if (replay != NULL)
        replay->drawn = graph_draw(graph, &good);
    if (!good) {
        free(replay);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    }
    graph_retain(graph);
    replay->graph = graph;
    replay->task.name = entry_name();
    replay->task.run = run_replay;
    replay->task.note = note_replay;
    replay->task.trace = trace_replay;
    replay->task.destroy = destroy_replay;
    replay->task.given_up = &graph->is_aborted;
    replay->task.lasts = graph->lasts;
    replay->task.is_held = graph->is_held;
    replay->task.is_urgent = graph->is_urgent;
    replay->task.nodes_drawn = replay->drawn;
    atomic_store(&graph->is_aborted, false);
    stream_submit(stream, &replay->task);
    return ACL_SUCCESS;
}

static aclError execute(aclmdlRI handle, aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status;
    struct graph *graph = graph_acquire(handle, &status);
    if (graph == NULL)
        return status;
    status = stream_acquire(stream, &object);
    if (status == ACL_SUCCESS) {
        status = submit(graph, object);
        stream_release(object);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRIExecuteAsyncImpl(aclmdlRI modelRI, aclrtStream stream)
{
    return execute(modelRI, stream);
}

aclError aclmdlRIExecuteImpl(aclmdlRI modelRI, int32_t timeout)
{
    if (timeout < -1 || timeout == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "timeout is %d; -1 (for ever) or a positive number of milliseconds is "
                      "required",
                      timeout);
    aclError status = execute(modelRI, NULL);
    return status != ACL_SUCCESS ? status : aclrtSynchronizeStreamWithTimeoutImpl(NULL, timeout);
}

aclError aclmdlRIAbortImpl(aclmdlRI modelRI)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    atomic_store(&graph->is_aborted, true);
    graph_release(graph);
    return ACL_SUCCESS;
}

/* ---- The end --------------------------------------------------------------------------------- */

aclError aclmdlRIDestroyImpl(aclmdlRI modelRI)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (graph->is_inner)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "modelRI is a graph of a condition, which ends with the graph around it");
    else if (capture_mode_is_in_force(&graph->mode))
        status = report(ACL_ERROR_RT_MODEL_CAPTURED,
                        "modelRI is being captured; end that with aclmdlRICaptureEnd first");
    else if (!graph_end(graph, "aclmdlRIDestroy"))
        status = report(ACL_ERROR_RT_INVALID_HANDLE,
                        "modelRI %p is being destroyed by another thread", modelRI);
    graph_release(graph);
    return status;
}

aclError aclmdlRIDestroyRegisterCallbackImpl(aclmdlRI modelRI, aclrtCallback func, void *userData)
{
    aclError status;
    if (func == NULL)
        return REPORT_NULL("func");
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    struct graph_callback *callback = calloc(1, sizeof *callback);
    if (callback == NULL) {
        status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a callback");
    } else {
        callback->function = func;
        callback->data = userData;
        pthread_mutex_lock(&graph->lock);
        struct graph_callback **end = &graph->callbacks;
        while (*end != NULL)
            end = &(*end)->next;
        *end = callback;
        pthread_mutex_unlock(&graph->lock);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRIDestroyUnregisterCallbackImpl(aclmdlRI modelRI, aclrtCallback func)
{
    aclError status;
    if (func == NULL)
        return REPORT_NULL("func");
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    pthread_mutex_lock(&graph->lock);
    struct graph_callback **place = &graph->callbacks;
    while (*place != NULL && (*place)->function != func)
        place = &(*place)->next;
    struct graph_callback *removed = *place;
    if (removed != NULL)
        *place = removed->next;
    pthread_mutex_unlock(&graph->lock);
    free(removed);
    if (removed == NULL)
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "func was not registered for modelRI with aclmdlRIDestroyRegisterCallback");
    graph_release(graph);
    return status;
}

/* ---- Names ----------------------------------------------------------------------------------- */

aclError aclmdlRISetNameImpl(aclmdlRI modelRI, const char *name)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (name == NULL) {
        status = REPORT_NULL("name");
    } else {
        pthread_mutex_lock(&graph->lock);
        size_t length = strnlen(name, GRAPH_NAME - 1);
        memcpy(graph->name, name, length);
        graph->name[length] = '\0';
        pthread_mutex_unlock(&graph->lock);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRIGetNameImpl(aclmdlRI modelRI, uint32_t maxLen, char *name)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (name == NULL) {
        status = REPORT_NULL("name");
    } else if (maxLen == 0) {
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "maxLen is 0; room for a name and its end is required");
    } else {
        pthread_mutex_lock(&graph->lock);
        size_t length = strnlen(graph->name, maxLen - 1);
        memcpy(name, graph->name, length);
        name[length] = '\0';
        pthread_mutex_unlock(&graph->lock);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRIGetIdImpl(aclmdlRI modelRI, uint32_t *modelRIId)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (modelRIId == NULL)
        status = REPORT_NULL("modelRIId");
    else
        *modelRIId = (uint32_t)graph->child.id;
    graph_release(graph);
    return status;
}
