/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of infinirt: those of aclmdlRI. CUDA, whose words these are, tells a graph from what can
 * be launched; here both are objects that hold the same aclmdlRI, which ends with the last of them.
 */
#include <stdlib.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "impl/infinirt.h"
#include "infiniop/object.h"
#include "infiniop/runtime.h"

struct graph {
    struct infini_object object;
    aclmdlRI captured;
};

struct graph_exec {
    struct infini_object object;
    struct graph *graph; /* pinned */
};

static void end_graph(struct infini_object *object)
{
    (void)aclmdlRIDestroyImpl(((struct graph *)object)->captured);
}

static void end_graph_exec(struct infini_object *object)
{
    infini_object_release(&((struct graph_exec *)object)->graph->object);
}

static infiniStatus_t no_object(const char *argument, const void *value, const char *kind)
{
    return INFINI_REPORT(INFINI_STATUS_BAD_PARAM, "%s (%p) is no live %s", argument, value, kind);
}

/* The CPU's calls are done when they return: there is nothing to capture. */
static infiniStatus_t check_device(void)
{
    infiniDevice_t device;
    int device_id;
    infini_current_device(&device, &device_id);
    if (device != INFINI_DEVICE_CPU)
        return INFINI_STATUS_SUCCESS;
    return INFINI_REPORT(INFINI_STATUS_NOT_IMPLEMENTED,
                         "the current device is INFINI_DEVICE_CPU, which has no graphs; select "
                         "INFINI_DEVICE_ASCEND with infinirtSetDevice");
}

infiniStatus_t infinirtStreamBeginCaptureImpl(infinirtStream_t stream,
                                              infinirtStreamCaptureMode_t mode)
{
    infiniStatus_t status = check_device();
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    return infini_status_of(aclmdlRICaptureBeginImpl(stream, (aclmdlRICaptureMode)mode));
}

infiniStatus_t infinirtStreamEndCaptureImpl(infinirtStream_t stream, infinirtGraph_t *graph_ptr)
{
    if (graph_ptr == NULL)
        return infini_null_pointer("graph_ptr");
    infiniStatus_t status = check_device();
    if (status != INFINI_STATUS_SUCCESS)
        return status;
    struct graph *graph = infini_object_new(INFINI_GRAPH, sizeof *graph);
    if (graph == NULL)
        return infini_out_of_memory(sizeof *graph);
    status = infini_status_of(aclmdlRICaptureEndImpl(stream, &graph->captured));
    if (status != INFINI_STATUS_SUCCESS) {
        free(graph);
        return status;
    }
    graph->object.end = end_graph;
    infini_object_open(&graph->object);
    *graph_ptr = graph;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtGraphInstantiateImpl(infinirtGraphExec_t *graph_exec_ptr,
                                            infinirtGraph_t graph, infinirtGraphNode_t *node_ptr,
                                            char *log_buffer, size_t buffer_size)
{
    if (graph_exec_ptr == NULL)
        return infini_null_pointer("graph_exec_ptr");
    if (graph == NULL)
        return infini_null_pointer("graph");
    struct graph *found = infini_object_acquire(graph, INFINI_GRAPH);
    if (found == NULL)
        return no_object("graph", graph, "graph");
    struct graph_exec *exec = infini_object_new(INFINI_GRAPH_EXEC, sizeof *exec);
    if (exec == NULL) {
        infini_object_release(&found->object);
        return infini_out_of_memory(sizeof *exec);
    }
    exec->graph = found;
    exec->object.end = end_graph_exec;
    infini_object_open(&exec->object);
    if (node_ptr != NULL)
        *node_ptr = NULL;
    if (log_buffer != NULL && buffer_size > 0)
        log_buffer[0] = '\0';
    *graph_exec_ptr = exec;
    return INFINI_STATUS_SUCCESS;
}

infiniStatus_t infinirtGraphLuanchImpl(infinirtGraphExec_t graph_exec, infinirtStream_t stream)
{
    if (graph_exec == NULL)
        return infini_null_pointer("graph_exec");
    struct graph_exec *found = infini_object_acquire(graph_exec, INFINI_GRAPH_EXEC);
    if (found == NULL)
        return no_object("graph_exec", graph_exec, "instance of a graph");
    aclError status = aclmdlRIExecuteAsyncImpl(found->graph->captured, stream);
    infini_object_release(&found->object);
    return infini_status_of(status);
}

infiniStatus_t infinirtGraphDestroyImpl(infinirtGraph_t graph)
{
    if (graph == NULL)
        return infini_null_pointer("graph");
    return infini_object_close(graph, INFINI_GRAPH) ? INFINI_STATUS_SUCCESS
                                                    : no_object("graph", graph, "graph");
}

infiniStatus_t infinirtGraphExecDestroyImpl(infinirtGraphExec_t graph_exec)
{
    if (graph_exec == NULL)
        return infini_null_pointer("graph_exec");
    return infini_object_close(graph_exec, INFINI_GRAPH_EXEC)
               ? INFINI_STATUS_SUCCESS
               : no_object("graph_exec", graph_exec, "instance of a graph");
}
