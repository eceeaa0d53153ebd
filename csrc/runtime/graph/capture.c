/* SPDX-License-Identifier: Apache-2.0 */
/* Captures: from aclmdlRICaptureBegin to aclmdlRICaptureEnd a stream's work goes into a graph. */
#include <string.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/graph/condition.h"
#include "runtime/stream/context.h"
#include "runtime/stream/graph.h"

/* Streams that are driven by others, which the vendor does not capture. */
#define NOT_CAPTURED (ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY)

static aclError check_product(void)
{
    if (strcmp(environment()->soc.family, "Ascend910") != 0)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "%s captures no streams; Ascend910B and later do (ACLNN_SOC)",
                  environment()->soc.name);
}

static aclError check_mode(aclmdlRICaptureMode mode)
{
    if ((unsigned)mode <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "mode is %d; ACL_MODEL_RI_CAPTURE_MODE_GLOBAL (0) to "
                  "ACL_MODEL_RI_CAPTURE_MODE_RELAXED (2) is required",
                  (int)mode);
}

static aclError check_stream(struct stream *stream)
{
    if (stream->is_default)
        return report(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                      "stream is the default stream of its context; only streams of "
                      "aclrtCreateStream can be captured");
    if ((stream->flags & NOT_CAPTURED) != 0)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "stream %d has the flags 0x%x; streams without ACL_STREAM_PERSISTENT, "
                      "_CPU_SCHEDULE and _DEVICE_USE_ONLY can be captured",
                      stream->child.id, stream->flags);
    return stream_refuse_captured(stream, "would be captured");
}

static aclError begin(struct graph *graph, struct stream *stream, aclmdlRICaptureMode mode)
{
    aclError status = graph_join(graph, stream, BRANCH_ORIGIN);
    if (status == ACL_SUCCESS)
        capture_mode_enter(&graph->mode, stream->child.context, mode);
    return status;
}

static aclError begin_new(struct stream *stream, aclmdlRICaptureMode mode)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    struct graph *graph = graph_new(context, GRAPH_CAPTURING);
    context_release(context);
    if (graph == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    aclError status = begin(graph, stream, mode);
    if (status != ACL_SUCCESS)
        (void)graph_end(graph, entry_name());
    graph_release(graph);
    return status;
}

aclError aclmdlRICaptureBeginImpl(aclrtStream stream, aclmdlRICaptureMode mode)
{
    struct stream *object = NULL;
    if (stream == NULL)
        return REPORT_NULL("stream");
    aclError status = check_mode(mode);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = check_product();
    if (status == ACL_SUCCESS)
        status = check_stream(object);
    if (status == ACL_SUCCESS)
        status = begin_new(object, mode);
    stream_release(object);
    return status;
}

/* Begins the capture into a graph of a condition. */
static aclError begin_inner(struct graph *graph, struct stream *stream, aclmdlRICaptureMode mode)
{
    pthread_mutex_lock(&graph->lock);
    bool is_empty = graph->state == GRAPH_EMPTY;
    if (is_empty)
        graph->state = GRAPH_CAPTURING;
    pthread_mutex_unlock(&graph->lock);
    if (!graph->is_inner)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "modelRI is no graph of a condition; aclmdlRIAddCondTask gives such graphs");
    if (!is_empty)
        return report(ACL_ERROR_RT_MODEL_CAPTURED,
                      "modelRI was captured already; each graph of a condition is captured once");
    aclError status = begin(graph, stream, mode);
    if (status != ACL_SUCCESS)
        graph->state = GRAPH_EMPTY;
    return status;
}

aclError aclmdlRICaptureToModelRIBeginImpl(aclrtStream stream, aclmdlRI modelRI,
                                           aclmdlRICaptureMode mode)
{
    struct stream *object = NULL;
    aclError status;
    if (stream == NULL)
        return REPORT_NULL("stream");
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    status = check_mode(mode);
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (object != NULL) {
        status = check_stream(object);
        if (status == ACL_SUCCESS)
            status = begin_inner(graph, object, mode);
        stream_release(object);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRICaptureGetInfoImpl(aclrtStream stream, aclmdlRICaptureStatus *status,
                                    aclmdlRI *modelRI)
{
    struct stream *object = NULL;
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (status == NULL && modelRI == NULL)
        return report(ACL_ERROR_INVALID_PARAM,
                      "status and modelRI are both NULL; a valid pointer is required in one");
    aclError found = stream_acquire(stream, &object);
    if (found != ACL_SUCCESS)
        return found;
    struct branch *branch = graph_branch_of(object);
    stream_release(object);
    aclmdlRICaptureStatus is = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    aclmdlRI graph = NULL;
    if (branch != NULL) {
        pthread_mutex_lock(&branch->graph->lock);
        is = branch->graph->state == GRAPH_VOID ? ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
                                                : ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
        pthread_mutex_unlock(&branch->graph->lock);
        graph = branch->graph->child.handle;
        graph_release(branch->graph);
    }
    if (status != NULL)
        *status = is;
    if (modelRI != NULL)
        *modelRI = graph;
    return ACL_SUCCESS;
}

/* Whether a group of the graph is open on one of its streams. */
static bool has_open_group(struct graph *graph)
{
    bool open = false;
    pthread_mutex_lock(&graph->lock);
    for (const struct branch *branch = graph->branches; branch != NULL; branch = branch->next)
        open |= branch->group != NULL;
    pthread_mutex_unlock(&graph->lock);
    return open;
}

/* What a capture must be to become a graph that runs. */
static aclError check_whole(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    bool is_void = graph->state == GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
    if (graph->mode.mode != ACL_MODEL_RI_CAPTURE_MODE_RELAXED && !capture_mode_is_own(&graph->mode))
        return report(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                      "another thread began the capture; the same one has to end it, unless its "
                      "mode is ACL_MODEL_RI_CAPTURE_MODE_RELAXED");
    if (is_void)
        return report(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                      "the capture is void: a call before failed that belonged to it");
    if (condition_is_open(graph))
        return report(ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING,
                      "a graph of a condition was not captured, or its capture has not ended");
    if (has_open_group(graph))
        return report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                      "a group of tasks is open; end it with aclmdlRICaptureTaskGrpEnd before");
    return graph_check_joined(graph);
}

/* Ends a capture; a graph that does not become ready is destroyed, unless one around it is its
 * owner. */
static aclError end(struct graph *graph)
{
    aclError status = check_whole(graph);
    graph_part(graph);
    pthread_mutex_lock(&graph->lock);
    graph->state = status == ACL_SUCCESS ? GRAPH_READY : GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
    if (status != ACL_SUCCESS && !graph->is_inner)
        (void)graph_end(graph, entry_name());
    return status;
}

static aclError end_at(struct branch *branch, aclmdlRI *out)
{
    struct graph *graph = branch->graph;
    if (out == NULL && !graph->is_inner)
        return REPORT_NULL("modelRI");
    if (branch->role != BRANCH_ORIGIN)
        return report(
            ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
            "the capture did not begin on stream %d, which has joined it by an event; end "
            "it on the stream where it began",
            branch->stream_id);
    aclError status = end(graph);
    if (out != NULL)
        *out = status == ACL_SUCCESS ? graph->child.handle : NULL;
    return status;
}

aclError aclmdlRICaptureEndImpl(aclrtStream stream, aclmdlRI *modelRI)
{
    struct stream *object = NULL;
    if (stream == NULL)
        return REPORT_NULL("stream");
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct branch *branch = graph_branch_of(object);
    if (branch == NULL || branch->graph->state == GRAPH_BUILDING)
        status = report(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                        "stream %d is not captured; call aclmdlRICaptureBegin first",
                        object->child.id);
    else
        status = end_at(branch, modelRI);
    if (branch != NULL)
        graph_release(branch->graph);
    stream_release(object);
    return status;
}
