/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs that are built without a capture: streams are bound to them, and keep what is submitted.
 */
#include "runtime/graph/build.h"

#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"
#include "runtime/stream/graph.h"

aclError aclmdlRIBuildBeginImpl(aclmdlRI *modelRI, uint32_t flag)
{
    if (modelRI == NULL)
        return REPORT_NULL("modelRI");
    if (flag != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "flag is %u; 0 is required", flag);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    struct graph *graph = graph_new(context, GRAPH_BUILDING);
    context_release(context);
    if (graph == NULL)
        return ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    *modelRI = graph->child.handle;
    graph_release(graph);
    return ACL_SUCCESS;
}

static aclError refuse_built(void)
{
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "modelRI is not being built; this comes between aclmdlRIBuildBegin and "
                  "aclmdlRIBuildEnd");
}

static aclError check_building(struct graph *graph)
{
    return graph_is_being_built(graph) ? ACL_SUCCESS : refuse_built();
}

/* Both objects of a call, pinned; release_both gives them back. */
static aclError acquire_both(aclmdlRI modelRI, aclrtStream stream, struct graph **graph,
                             struct stream **object)
{
    aclError status;
    *object = NULL;
    *graph = graph_acquire(modelRI, &status);
    if (*graph == NULL)
        return status;
    status = stream != NULL ? stream_acquire(stream, object) : REPORT_NULL("stream");
    if (status != ACL_SUCCESS)
        graph_release(*graph);
    return status;
}

static void release_both(struct graph *graph, struct stream *stream)
{
    stream_release(stream);
    graph_release(graph);
}

static aclError bind_stream(struct graph *graph, struct stream *stream, uint32_t flag)
{
    aclError status = check_building(graph);
    if (status != ACL_SUCCESS)
        return status;
    if (flag != ACL_MODEL_STREAM_FLAG_HEAD && flag != ACL_MODEL_STREAM_FLAG_DEFAULT)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is 0x%x; ACL_MODEL_STREAM_FLAG_HEAD (0) or "
                      "ACL_MODEL_STREAM_FLAG_DEFAULT (0x7fffffff) is required",
                      flag);
    if ((stream->flags & ACL_STREAM_PERSISTENT) == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "stream %d has the flags 0x%x; a graph is built on streams of "
                      "ACL_STREAM_PERSISTENT (aclrtCreateStreamWithConfig)",
                      stream->child.id, stream->flags);
    if (stream_is_captured(stream))
        return report(ACL_ERROR_RT_STREAM_MODEL, "stream %d is bound to a graph already",
                      stream->child.id);
    return graph_join(graph, stream,
                      flag == ACL_MODEL_STREAM_FLAG_HEAD ? BRANCH_ORIGIN : BRANCH_CALLED);
}

aclError aclmdlRIBindStreamImpl(aclmdlRI modelRI, aclrtStream stream, uint32_t flag)
{
    struct graph *graph;
    struct stream *object;
    aclError status = acquire_both(modelRI, stream, &graph, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = bind_stream(graph, object, flag);
    release_both(graph, object);
    return status;
}

/* The graph's branch on the stream, its graph pinned; NULL, with a report and *status. */
static struct branch *acquire_branch(struct graph *graph, struct stream *stream, aclError *status)
{
    struct branch *branch = graph_branch_of(stream);
    *status = ACL_SUCCESS;
    if (branch != NULL && branch->graph == graph)
        return branch;
    if (branch != NULL)
        graph_release(branch->graph);
    *status = report(ACL_ERROR_RT_STREAM_MODEL,
                     "stream %d is not bound to modelRI; call aclmdlRIBindStream first",
                     stream->child.id);
    return NULL;
}

/* The first end counts. */
static aclError end_branch(struct branch *branch)
{
    struct graph *graph = branch->graph;
    pthread_mutex_lock(&graph->lock);
    bool may_end = branch->is_open || graph->state == GRAPH_BUILDING;
    if (may_end && branch->end == BRANCH_NO_END)
        branch->end = branch->submitted;
    if (may_end)
        branch->is_open = false;
    pthread_mutex_unlock(&graph->lock);
    return may_end ? ACL_SUCCESS : refuse_built();
}

aclError aclmdlRIEndTaskImpl(aclmdlRI modelRI, aclrtStream stream)
{
    struct graph *graph;
    struct stream *object;
    aclError status = acquire_both(modelRI, stream, &graph, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct branch *branch = acquire_branch(graph, object, &status);
    if (branch != NULL) {
        status = end_branch(branch);
        graph_release(graph);
    }
    release_both(graph, object);
    return status;
}

aclError aclmdlRIBuildEndImpl(aclmdlRI modelRI, void *reserve)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    if (reserve != NULL)
        status = report(ACL_ERROR_INVALID_PARAM, "reserve is %p; NULL is required", reserve);
    else
        status = check_building(graph);
    if (status == ACL_SUCCESS) {
        pthread_mutex_lock(&graph->lock);
        graph->state = GRAPH_READY;
        pthread_mutex_unlock(&graph->lock);
    }
    graph_release(graph);
    return status;
}

aclError aclmdlRIUnbindStreamImpl(aclmdlRI modelRI, aclrtStream stream)
{
    struct graph *graph;
    struct stream *object;
    aclError status = acquire_both(modelRI, stream, &graph, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct branch *branch = acquire_branch(graph, object, &status);
    if (branch != NULL) {
        graph_leave(branch);
        graph_release(graph);
    }
    release_both(graph, object);
    return status;
}

static aclError clean(struct stream *stream)
{
    if ((stream->flags & ACL_STREAM_PERSISTENT) == 0)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "stream %d has the flags 0x%x; a stream of ACL_STREAM_PERSISTENT keeps tasks",
                      stream->child.id, stream->flags);
    struct branch *branch = graph_branch_of(stream);
    if (branch == NULL)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "stream %d is bound to no graph; call aclmdlRIBindStream first",
                      stream->child.id);
    aclError status = branch_clean(branch);
    graph_release(branch->graph);
    return status;
}

aclError aclrtPersistentTaskCleanImpl(aclrtStream stream)
{
    struct stream *object;
    if (stream == NULL)
        return REPORT_NULL("stream");
    aclError status = product_require(PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                      "streams that are cleaned of their tasks");
    if (status == ACL_SUCCESS)
        status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = clean(object);
    stream_release(object);
    return status;
}

struct branch *build_acquire_branch(aclrtStream handle, const char *argument, aclError *status)
{
    struct stream *stream = NULL;
    *status = stream_acquire(handle, &stream);
    if (*status != ACL_SUCCESS)
        return NULL;
    struct branch *branch = graph_branch_of(stream);
    bool is_bound = branch != NULL && graph_is_being_built(branch->graph);
    if (!is_bound) {
        if (branch != NULL)
            graph_release(branch->graph);
        *status = report(ACL_ERROR_RT_STREAM_MODEL,
                         "%s is stream %d, which is bound to no graph that is being built; call "
                         "aclmdlRIBindStream first",
                         argument, stream->child.id);
    }
    stream_release(stream);
    return is_bound ? branch : NULL;
}
