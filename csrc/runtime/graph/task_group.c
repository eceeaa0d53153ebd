/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of a graph's tasks, and their replacement by tasks with other arguments. */
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/graph.h"

/* ---- Marking them in a capture --------------------------------------------------------------- */

/* The branch of a captured stream, its graph pinned; NULL, with a report and *status. */
static struct branch *acquire_branch(aclrtStream handle, aclError *status)
{
    struct stream *stream = NULL;
    if (handle == NULL) {
        *status = REPORT_NULL("stream");
        return NULL;
    }
    *status = stream_acquire(handle, &stream);
    if (*status != ACL_SUCCESS)
        return NULL;
    struct branch *branch = graph_branch_of(stream);
    if (branch == NULL)
        *status = report(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                         "stream %d is not captured; call aclmdlRICaptureBegin first",
                         stream->child.id);
    stream_release(stream);
    return branch;
}

aclError aclmdlRICaptureTaskGrpBeginImpl(aclrtStream stream)
{
    aclError status;
    struct branch *branch = acquire_branch(stream, &status);
    if (branch == NULL)
        return status;
    struct task_group *group = branch->group == NULL ? task_group_new(branch->graph) : NULL;
    if (branch->group != NULL)
        status = report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                        "a group of tasks is open on stream %d already; end it with "
                        "aclmdlRICaptureTaskGrpEnd first",
                        branch->stream_id);
    else if (group == NULL)
        status = ACL_ERROR_RT_RESOURCE_ALLOC_FAIL;
    pthread_mutex_lock(&branch->graph->lock);
    if (group != NULL)
        branch->group = group;
    pthread_mutex_unlock(&branch->graph->lock);
    graph_release(branch->graph);
    return status;
}

aclError aclmdlRICaptureTaskGrpEndImpl(aclrtStream stream, aclrtTaskGrp *handle)
{
    aclError status;
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (handle == NULL)
        return REPORT_NULL("handle");
    *handle = NULL;
    struct branch *branch = acquire_branch(stream, &status);
    if (branch == NULL)
        return status;
    pthread_mutex_lock(&branch->graph->lock);
    const struct task_group *group = branch->group;
    bool is_void = branch->graph->state == GRAPH_VOID;
    branch->group = NULL;
    pthread_mutex_unlock(&branch->graph->lock);
    if (group == NULL)
        status = report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                        "no group of tasks is open on stream %d; call "
                        "aclmdlRICaptureTaskGrpBegin first",
                        branch->stream_id);
    else if (is_void)
        status = report(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                        "the capture is void: a call before failed that belonged to it");
    else
        *handle = group->handle;
    graph_release(branch->graph);
    return status;
}

/* ---- Replacing them -------------------------------------------------------------------------- */

/* Tasks that a stream collects for a group. It is queued as a task when they are complete. */
struct update {
    struct task_sink sink; /* the first member: stream_queue.c knows it as this */
    struct task task;
    struct task_group *group; /* pinned */
    struct task **tasks;      /* as many as the group has */
    uint32_t count;           /* how many came, also beyond those */
};

static struct update *update_of(struct task *task)
{
    return (struct update *)(void *)((char *)task - offsetof(struct update, task));
}

/* Tasks of operators are collected; others run, as the vendor's do. */
static bool collect(struct task_sink *sink, struct task *task)
{
    struct update *update = (struct update *)sink;
    if (task->type != ACL_MODEL_RI_TASK_KERNEL)
        return false;
    if (update->count < update->group->count)
        update->tasks[update->count] = task;
    else
        task->destroy(task);
    update->count++;
    return true;
}

static void end_update(struct update *update)
{
    uint32_t kept = update->count < update->group->count ? update->count : update->group->count;
    for (uint32_t i = 0; update->tasks != NULL && i < kept; i++)
        update->tasks[i]->destroy(update->tasks[i]);
    free((void *)update->tasks);
    atomic_store(&update->group->is_updating, false);
    handle_release(update->group->handle);
    free(update);
}

static void drop_update(struct task_sink *sink)
{
    end_update((struct update *)sink);
}

static void run_update(struct task *task, struct stream *stream, struct task_failure *failure)
{
    struct update *update = update_of(task);
    (void)stream;
    (void)failure;
    graph_replace(update->group->graph, update->group->nodes, update->tasks, update->count);
    update->count = 0; /* they belong to the graph now */
}

static void destroy_update(struct task *task)
{
    end_update(update_of(task));
}

static struct update *new_update(struct task_group *group)
{
    struct update *update = calloc(1, sizeof *update);
    struct task **tasks = calloc(group->count + 1, sizeof *tasks);
    if (update == NULL || tasks == NULL) {
        free(update);
        free((void *)tasks);
        return NULL;
    }
    update->sink.take = collect;
    update->sink.ended = drop_update;
    update->task.name = entry_name();
    update->task.run = run_update;
    update->task.destroy = destroy_update;
    update->group = group;
    update->tasks = tasks;
    handle_retain(group->handle);
    return update;
}

static aclError begin_update(struct task_group *group, struct stream *stream)
{
    bool updating = false;
    aclError status = stream_refuse_captured(stream, "would update a graph");
    if (status != ACL_SUCCESS)
        return status;
    if (!atomic_compare_exchange_strong(&group->is_updating, &updating, true))
        return report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                      "the tasks of handle are being updated already");
    struct update *update = new_update(group);
    if (update == NULL) {
        atomic_store(&group->is_updating, false);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    }
    if (stream_set_sink(stream, NULL, &update->sink))
        return ACL_SUCCESS;
    end_update(update);
    return report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                  "stream %d updates the tasks of a group already; end that with "
                  "aclmdlRICaptureTaskUpdateEnd first",
                  stream->child.id);
}

aclError aclmdlRICaptureTaskUpdateBeginImpl(aclrtStream stream, aclrtTaskGrp handle)
{
    struct stream *object = NULL;
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (handle == NULL)
        return REPORT_NULL("handle");
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    struct task_group *group = graph_acquire_member(handle, HANDLE_TASK_GROUP, "handle", &status);
    if (group != NULL) {
        status = begin_update(group, object);
        handle_release(handle);
    }
    stream_release(object);
    return status;
}

/* What the stream collects, which it leaves; NULL: it updates nothing. */
static struct update *leave_update(struct stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    struct task_sink *sink = stream->sink;
    bool updates = sink != NULL && sink->take == collect;
    if (updates)
        stream->sink = NULL;
    pthread_mutex_unlock(&stream->lock);
    return updates ? (struct update *)sink : NULL;
}

static aclError submit_update(struct update *update, struct stream *stream)
{
    uint32_t needed = update->group->count;
    if (update->count == needed) {
        stream_submit(stream, &update->task);
        return ACL_SUCCESS;
    }
    aclError status = report(ACL_ERROR_RT_MODEL_UPDATE_FAILED,
                             "%u task(s) came for a group of %u; as many are required, in the "
                             "sequence in which they were captured",
                             update->count, needed);
    end_update(update);
    return status;
}

aclError aclmdlRICaptureTaskUpdateEndImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    if (stream == NULL)
        return REPORT_NULL("stream");
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    status = stream_refuse_captured(object, "would end an update");
    struct update *update = status == ACL_SUCCESS ? leave_update(object) : NULL;
    if (update != NULL)
        status = submit_update(update, object);
    else if (status == ACL_SUCCESS)
        status = report(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                        "stream %d updates no group of tasks; call "
                        "aclmdlRICaptureTaskUpdateBegin first",
                        object->child.id);
    stream_release(object);
    return status;
}
