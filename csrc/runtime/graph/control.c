/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Work of a graph that was built begins its streams, ends its own, and jumps: aclrtActiveStream,
 * aclrtSwitchStream, aclrtSwitchLabelByIndex.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/graph/build.h"
#include "runtime/graph/label.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/graph.h"
#include "runtime/watch/races.h"

/* The vendor has the two that name streams on all products but one. */
#define PRODUCTS_WITH_BRANCHES (PRODUCT_910 | PRODUCT_910B | PRODUCT_950)

struct control_task {
    struct task task;
    struct branch *own;
    struct branch *target;    /* NULL: where a label lies */
    struct used_memory left;  /* of a condition, or the index of a label; no bytes: neither */
    struct used_memory right; /* of a condition */
    aclrtCondition condition;
    struct label_list *labels; /* its handle is pinned; or NULL */
    uint32_t label_count;
};

/* ---- Tasks ----------------------------------------------------------------------------------- */

static bool is_live(const struct control_task *self, struct task_failure *failure)
{
    return used_memory_is_live(&self->left, &self->task, failure) &&
           used_memory_is_live(&self->right, &self->task, failure);
}

static int64_t number_at(const struct used_memory *used)
{
    int32_t narrow;
    int64_t wide;
    if (used->bytes == sizeof narrow) {
        memcpy(&narrow, used_memory_view(used), sizeof narrow);
        return narrow;
    }
    memcpy(&wide, used_memory_view(used), sizeof wide);
    return wide;
}

static bool holds(const struct control_task *self)
{
    int64_t left = number_at(&self->left);
    int64_t right = number_at(&self->right);
    switch (self->condition) {
    case ACL_RT_EQUAL: return left == right;
    case ACL_RT_NOT_EQUAL: return left != right;
    case ACL_RT_GREATER: return left > right;
    case ACL_RT_GREATER_OR_EQUAL: return left >= right;
    case ACL_RT_LESS: return left < right;
    default: return left <= right;
    }
}

/* A stream that has begun and has work left goes on with it. */
static void call(struct branch *branch)
{
    if (!branch_is_busy(branch))
        branch_begin(branch, 0);
}

static void run_active(struct task *task, struct stream *stream, struct task_failure *failure)
{
    (void)stream;
    (void)failure;
    call(((struct control_task *)task)->target);
}

static void run_switch(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct control_task *self = (const struct control_task *)task;
    (void)stream;
    if (!is_live(self, failure) || !holds(self))
        return;
    branch_stop(self->own);
    call(self->target);
}

static void run_jump(struct task *task, struct stream *stream, struct task_failure *failure)
{
    const struct control_task *self = (const struct control_task *)task;
    uint32_t index;
    uint32_t place;
    (void)stream;
    if (!is_live(self, failure))
        return;
    memcpy(&index, used_memory_view(&self->left), sizeof index);
    if (index >= self->label_count)
        index = self->label_count - 1;
    struct branch *target = label_list_find(self->labels, index, self->own->graph, &place);
    if (target == NULL) {
        failure->status = ACL_ERROR_RT_MODEL_EXECUTE;
        snprintf(failure->text, sizeof failure->text,
                 "%s: label %u of labelList lies on no stream of the graph that runs; call "
                 "aclrtSetLabel before aclmdlRIBuildEnd",
                 task->name, index);
        return;
    }
    branch_stop(self->own);
    branch_begin(target, place);
}

static void destroy_control(struct task *task)
{
    struct control_task *self = (struct control_task *)task;
    used_memory_drop(&self->left);
    used_memory_drop(&self->right);
    if (self->labels != NULL)
        label_list_release(self->labels);
    free(self);
}

static void note_control(struct task *task, struct stream *stream, uint64_t sequence)
{
    const struct control_task *self = (const struct control_task *)task;
    struct races races;
    stream_begin_races(&races, task, stream, sequence);
    used_memory_note(&self->left, &races, RACES_READ);
    used_memory_note(&self->right, &races, RACES_READ);
    races_end(&races);
}

/* ---- Queueing -------------------------------------------------------------------------------- */

static aclError submit(const struct control_task *given)
{
    struct control_task *task = malloc(sizeof *task);
    if (task == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a task");
    *task = *given;
    task->task.name = entry_name();
    task->task.note = note_control;
    task->task.destroy = destroy_control;
    task->task.lasts = true; /* streams may begin each other again and again */
    if (task->labels != NULL)
        label_list_retain(task->labels);
    used_memory_hold(&task->left);
    used_memory_hold(&task->right);
    return graph_add(task->own, &task->task);
}

/* Queues a task of one bound stream that begins another one of the same graph. */
static aclError queue(struct control_task *task, aclrtStream target, const char *argument,
                      aclrtStream stream)
{
    aclError status;
    task->own = build_acquire_branch(stream, "stream", &status);
    if (task->own == NULL)
        return status;
    task->target = build_acquire_branch(target, argument, &status);
    if (task->target != NULL && task->target->graph != task->own->graph)
        status = report(ACL_ERROR_RT_STREAM_MODEL,
                        "%s is stream %d, and stream is stream %d of another graph; both must be "
                        "bound to one",
                        argument, task->target->stream_id, task->own->stream_id);
    if (status == ACL_SUCCESS)
        status = submit(task);
    if (task->target != NULL)
        graph_release(task->target->graph);
    graph_release(task->own->graph);
    return status;
}

/* ---- What programs call ---------------------------------------------------------------------- */

aclError aclrtActiveStreamImpl(aclrtStream activeStream, aclrtStream stream)
{
    struct control_task task = {.task = {.run = run_active}};
    if (activeStream == NULL)
        return REPORT_NULL("activeStream");
    if (stream == NULL)
        return REPORT_NULL("stream");
    aclError status = product_require(PRODUCTS_WITH_BRANCHES, "streams that activate each other");
    return status == ACL_SUCCESS ? queue(&task, activeStream, "activeStream", stream) : status;
}

static aclError check_switch(aclrtCondition condition, aclrtCompareDataType type)
{
    if ((int)condition < ACL_RT_EQUAL || condition > ACL_RT_LESS_OR_EQUAL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "cond is %d; ACL_RT_EQUAL (0) to ACL_RT_LESS_OR_EQUAL (5) is required",
                      (int)condition);
    if ((int)type < ACL_RT_SWITCH_INT32 || type > ACL_RT_SWITCH_INT64)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "dataType is %d; ACL_RT_SWITCH_INT32 (0) or ACL_RT_SWITCH_INT64 (1) is "
                      "required",
                      (int)type);
    return product_require(PRODUCTS_WITH_BRANCHES, "streams that switch to each other");
}

aclError aclrtSwitchStreamImpl(void *leftValue, aclrtCondition cond, void *rightValue,
                               aclrtCompareDataType dataType, aclrtStream trueStream,
                               aclrtStream falseStream, aclrtStream stream)
{
    const size_t bytes = dataType == ACL_RT_SWITCH_INT32 ? sizeof(int32_t) : sizeof(int64_t);
    struct control_task task = {
        .task = {.run = run_switch},
        .left = {.argument = "leftValue", .address = leftValue, .bytes = bytes},
        .right = {.argument = "rightValue", .address = rightValue, .bytes = bytes},
        .condition = cond,
    };
    if (leftValue == NULL)
        return REPORT_NULL("leftValue");
    if (rightValue == NULL)
        return REPORT_NULL("rightValue");
    if (trueStream == NULL)
        return REPORT_NULL("trueStream");
    if (stream == NULL)
        return REPORT_NULL("stream");
    if (falseStream != NULL)
        return report(ACL_ERROR_INVALID_PARAM, "falseStream is %p; it is reserved and must be NULL",
                      falseStream);
    aclError status = check_switch(cond, dataType);
    if (status == ACL_SUCCESS)
        status = used_memory_check(&task.left);
    if (status == ACL_SUCCESS)
        status = used_memory_check(&task.right);
    return status == ACL_SUCCESS ? queue(&task, trueStream, "trueStream", stream) : status;
}

static aclError check_count(const struct label_list *labels, uint32_t count)
{
    uint32_t most = label_list_count(labels);
    return count > 0 && count <= most
               ? ACL_SUCCESS
               : report(ACL_ERROR_RT_PARAM_INVALID,
                        "maxValue is %u; 1 to %u, the number of labels of labelList, is required",
                        count, most);
}

static aclError queue_jump(struct control_task *task, aclrtStream stream)
{
    aclError status = check_count(task->labels, task->label_count);
    if (status == ACL_SUCCESS)
        status = used_memory_check(&task->left);
    if (status != ACL_SUCCESS)
        return status;
    task->own = build_acquire_branch(stream, "stream", &status);
    if (task->own == NULL)
        return status;
    status = submit(task);
    graph_release(task->own->graph);
    return status;
}

aclError aclrtSwitchLabelByIndexImpl(void *ptr, uint32_t maxValue, aclrtLabelList labelList,
                                     aclrtStream stream)
{
    struct control_task task = {
        .task = {.run = run_jump},
        .left = {.argument = "ptr", .address = ptr, .bytes = sizeof(uint32_t)},
        .label_count = maxValue,
    };
    aclError status;
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (labelList == NULL)
        return REPORT_NULL("labelList");
    if (stream == NULL)
        return REPORT_NULL("stream");
    task.labels = label_list_acquire(labelList, &status);
    if (task.labels == NULL)
        return status;
    status = queue_jump(&task, stream);
    label_list_release(task.labels);
    return status;
}
