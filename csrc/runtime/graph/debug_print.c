/* SPDX-License-Identifier: Apache-2.0 */
/* A graph as text: lines on standard error, and a file of trace events that chrome://tracing and
 * Perfetto show. The times in the file only put tasks one behind the other, as in CANN's. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/log.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/graph.h"

/* ---- Names ----------------------------------------------------------------------------------- */

/* CANN's name of a task's type. Of tasks that it calls by their call's function the name is that.
 */
static const char *type_name(const struct task *task)
{
    switch (task->type) {
    case ACL_MODEL_RI_TASK_KERNEL: return "KERNEL_AICORE";
    case ACL_MODEL_RI_TASK_EVENT_RECORD: return "EVENT_RECORD";
    case ACL_MODEL_RI_TASK_EVENT_WAIT: return "EVENT_WAIT";
    case ACL_MODEL_RI_TASK_EVENT_RESET: return "EVENT_RESET";
    case ACL_MODEL_RI_TASK_VALUE_WRITE: return "MEM_WRITE_VALUE";
    case ACL_MODEL_RI_TASK_VALUE_WAIT: return "MEM_WAIT_VALUE";
    case ACL_MODEL_RI_TASK_DEFAULT: break;
    }
    return task->name;
}

/* How long a task is drawn, in microseconds, of which half a one is left free. */
static int drawn_length(const struct task *task)
{
    switch (task->type) {
    case ACL_MODEL_RI_TASK_EVENT_RECORD: return 5;
    case ACL_MODEL_RI_TASK_EVENT_WAIT:
    case ACL_MODEL_RI_TASK_VALUE_WAIT: return 15;
    default: return 10;
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

aclError aclmdlRIDebugPrintImpl(aclmdlRI modelRI)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    pthread_mutex_lock(&graph->lock);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const struct node *node = graph->nodes[i];
        char line[256];
        snprintf(line, sizeof line,
                 "device_id=%" PRId32 ", model_id=%" PRId32 ", stream_id=%" PRId32
                 ", task_id=%" PRIu32 ", task_type=%s, name=%s%s",
                 graph->child.device, graph->child.id, node->branch->stream_id, node->number,
                 type_name(node->task), node->task->name, node->is_disabled ? ", disabled" : "");
        log_always(LOG_STREAM, line);
    }
    pthread_mutex_unlock(&graph->lock);
    graph_release(graph);
    return ACL_SUCCESS;
}

/* ---- The file -------------------------------------------------------------------------------- */

static void grow(struct json_writer *json, size_t size)
{
    size_t room = 2 * json->size + size;
    char *text = realloc(json->text, room);
    if (text == NULL)
        return;
    json->text = text;
    json->size = room;
}

static void write_node(struct json_writer *json, const struct node *node, int64_t start)
{
    const struct graph *graph = node->branch->graph;
    char text[64];
    json_open(json, NULL, '{');
    json_string(json, "name", node->task->name);
    snprintf(text, sizeof text, "%d aclGraph", (int)getpid());
    json_string(json, "pid", text);
    snprintf(text, sizeof text, "stream%" PRId32, node->branch->stream_id);
    json_string(json, "tid", text);
    json_number(json, "ts", start);
    json_real(json, "dur", drawn_length(node->task) - 0.5);
    json_string(json, "ph", "X");
    json_open(json, "args", '{');
    json_number(json, "Model Id", graph->child.id);
    json_number(json, "Stream Id", node->branch->stream_id);
    json_number(json, "Task Id", node->number);
    json_string(json, "Task Type", type_name(node->task));
    if (node->said != NULL)
        json_string(json, "ExtendInfo", node->said);
    json_close(json, '}');
    json_close(json, '}');
}

/* Writes a branch's nodes one behind the other. */
static void write_branch(struct json_writer *json, const struct branch *branch)
{
    const struct graph *graph = branch->graph;
    int64_t start = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i]->branch != branch)
            continue;
        write_node(json, graph->nodes[i], start);
        start += drawn_length(graph->nodes[i]->task);
    }
}

static void write_graph(struct json_writer *json, struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    json_open(json, NULL, '[');
    for (const struct branch *branch = graph->branches; branch != NULL; branch = branch->next)
        write_branch(json, branch);
    json_close(json, ']');
    json_end_line(json);
    pthread_mutex_unlock(&graph->lock);
}

static aclError save(const struct json_writer *json, const char *path)
{
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fwrite(json->text, 1, json->length, file) == json->length;
    if (file != NULL && fclose(file) != 0)
        written = false;
    if (written)
        return ACL_SUCCESS;
    char why[128];
    return report(ACL_ERROR_RT_PARAM_INVALID, "path is \"%.400s\", which cannot be written: %s",
                  path, strerror_r(errno, why, sizeof why));
}

aclError aclmdlRIDebugJsonPrintImpl(aclmdlRI modelRI, const char *path, uint32_t flags)
{
    aclError status;
    struct graph *graph = graph_acquire(modelRI, &status);
    if (graph == NULL)
        return status;
    struct json_writer json = {.grow = grow};
    if (path == NULL) {
        status = REPORT_NULL("path");
    } else if (flags > ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE) {
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "flags is %u; ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY (0) or "
                        "ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE (1) is required",
                        flags);
    } else {
        write_graph(&json, graph);
        status = json.is_full ? report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                                       "no host memory for the text of a graph")
                              : save(&json, path);
        free(json.text);
    }
    graph_release(graph);
    return status;
}
