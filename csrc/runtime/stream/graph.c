/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/finding.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/trace.h"
#include "runtime/stream/context.h"
#include "runtime/stream/streams.h"
#include "runtime/watch/left_handles.h"

static struct children graphs = CHILDREN(HANDLE_GRAPH);

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void destroy_tasks(struct task *task)
{
    while (task != NULL) {
        struct task *next = task->next;
        task->destroy(task);
        task = next;
    }
}

static void free_waits(struct branch_wait *wait)
{
    while (wait != NULL) {
        struct branch_wait *next = wait->next;
        free(wait);
        wait = next;
    }
}

static void free_branches(struct branch *branch)
{
    while (branch != NULL) {
        struct branch *next = branch->next;
        free_waits(branch->waits);
        free(branch);
        branch = next;
    }
}

static void free_callbacks(struct graph_callback *callback)
{
    while (callback != NULL) {
        struct graph_callback *next = callback->next;
        free(callback);
        callback = next;
    }
}

static void free_members(struct graph_member *member)
{
    while (member != NULL) {
        struct graph_member *next = member->next;
        if (member->destroy != NULL)
            member->destroy(member->object);
        free(member);
        member = next;
    }
}

static void free_graph(void *object)
{
    struct graph *graph = object;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        graph->nodes[i]->task->destroy(graph->nodes[i]->task);
        free(graph->nodes[i]->said);
        free(graph->nodes[i]);
    }
    free((void *)graph->nodes);
    destroy_tasks(graph->retired);
    free_branches(graph->branches);
    free_callbacks(graph->callbacks);
    free_members(graph->members);
    pthread_mutex_destroy(&graph->lock);
    pthread_mutex_destroy(&graph->turn);
    free(graph);
}

struct graph *graph_new(const struct context *context, enum graph_state state)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph != NULL) {
        graph->child.context = context->handle;
        graph->child.device = context->device;
        graph->state = state;
        pthread_mutex_init(&graph->lock, NULL);
        pthread_mutex_init(&graph->turn, NULL);
        graph->child.handle = handle_create(HANDLE_GRAPH, graph, free_graph);
    }
    if (graph == NULL || graph->child.handle == NULL) {
        free(graph);
        report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a graph");
        return NULL;
    }
    handle_retain(graph->child.handle);
    children_add(&graphs, &graph->child);
    return graph;
}

struct graph *graph_acquire(aclmdlRI handle, aclError *status)
{
    char what[96];
    if (handle == NULL) {
        *status = REPORT_NULL("modelRI");
        return NULL;
    }
    struct graph *graph = handle_acquire(handle, HANDLE_GRAPH);
    *status = graph != NULL ? ACL_SUCCESS
                            : report(ACL_ERROR_RT_INVALID_HANDLE,
                                     "modelRI is %p, %s; a live aclmdlRI is required", handle,
                                     handle_describe(handle, what, sizeof what));
    return graph;
}

/* The graph of a number, pinned; NULL: there is none any more. */
static struct graph *find_graph(int32_t number)
{
    struct child *found = children_pick(&graphs, NULL, -1, number + 1);
    if (found != NULL && found->id != number) {
        handle_release(found->handle);
        found = NULL;
    }
    return (struct graph *)found;
}

bool graph_is_there(int32_t number)
{
    struct graph *found = find_graph(number);
    if (found != NULL)
        graph_release(found);
    return found != NULL;
}

void graph_retain(struct graph *graph)
{
    handle_retain(graph->child.handle);
}

void graph_release(struct graph *graph)
{
    handle_release(graph->child.handle);
}

static void release_member(void *object)
{
    graph_release(((struct graph_member *)object)->graph);
}

void *graph_add_member(struct graph *graph, enum handle_kind kind, void *object,
                       void (*destroy)(void *object), void (*prepare)(void *object))
{
    struct graph_member *member = calloc(1, sizeof *member);
    void *handle = member != NULL ? handle_create(kind, member, release_member) : NULL;
    if (handle == NULL) {
        free(member);
        report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a part of a graph");
        return NULL;
    }
    *member = (struct graph_member){NULL, graph, kind, handle, object, destroy, prepare};
    graph_retain(graph);
    pthread_mutex_lock(&graph->lock);
    member->next = graph->members;
    graph->members = member;
    pthread_mutex_unlock(&graph->lock);
    return handle;
}

void *graph_acquire_member(void *handle, enum handle_kind kind, const char *argument,
                           aclError *status)
{
    char what[96];
    if (handle == NULL) {
        *status = REPORT_NULL(argument);
        return NULL;
    }
    const struct graph_member *member = handle_acquire(handle, kind);
    *status = member != NULL
                  ? ACL_SUCCESS
                  : report(ACL_ERROR_RT_INVALID_HANDLE, "%s is %p, %s; a live %s is required",
                           argument, handle, handle_describe(handle, what, sizeof what),
                           handle_kind_name(kind));
    return member != NULL ? member->object : NULL;
}

/* Ends the handles of what belongs to the graph. */
static void close_members(struct graph *graph, const char *by)
{
    for (const struct graph_member *at = graph->members; at != NULL; at = at->next)
        (void)handle_close(at->handle, at->kind, by);
}

bool graph_end(struct graph *graph, const char *by)
{
    if (!handle_close(graph->child.handle, HANDLE_GRAPH, by))
        return false;
    graph_part(graph);
    close_members(graph, by);
    children_remove(&graphs, &graph->child);
    for (const struct graph_callback *at = graph->callbacks; at != NULL; at = at->next)
        at->function(at->data);
    return true;
}

void graph_destroy_all(const struct context *context, struct left_handles *left)
{
    struct graph *graph;
    while ((graph = (struct graph *)children_pick(&graphs, context->handle, -1, INT32_MAX)) !=
           NULL) {
        if (!graph->is_inner)
            left_handles_tell(left, graph->child.handle);
        graph_end(graph, entry_name());
        graph_release(graph);
    }
}

/* ---- Capture --------------------------------------------------------------------------------- */

/* Makes room for one more node. The caller holds the lock. */
static struct node *new_node(struct graph *graph)
{
    if (graph->node_count == graph->node_room) {
        uint32_t room = graph->node_room > 0 ? 2 * graph->node_room : 64;
        struct node **nodes = realloc((void *)graph->nodes, room * sizeof *nodes);
        if (nodes == NULL)
            return NULL;
        graph->nodes = nodes;
        graph->node_room = room;
    }
    struct node *node = calloc(1, sizeof *node);
    if (node != NULL) {
        node->number = graph->node_count;
        graph->nodes[graph->node_count++] = node;
    }
    return node;
}

/* Makes a node a member. The caller holds the lock; false when memory is short. */
static bool add_member(struct task_group *group, struct node *node)
{
    if (group->count == group->room) {
        uint32_t room = group->room > 0 ? 2 * group->room : 4;
        struct node **nodes = realloc((void *)group->nodes, room * sizeof *nodes);
        if (nodes == NULL)
            return false;
        group->nodes = nodes;
        group->room = room;
    }
    group->nodes[group->count++] = node;
    return true;
}

static bool takes_nodes(const struct graph *graph)
{
    return graph->state == GRAPH_CAPTURING || graph->state == GRAPH_BUILDING;
}

/* What this thread added last to a graph: their numbers. */
static _Thread_local int32_t last_graph = -1;
static _Thread_local uint32_t last_node;

struct graph *graph_of_last_task(uint32_t *node)
{
    struct graph *graph = last_graph < 0 ? NULL : find_graph(last_graph);
    *node = last_node;
    return graph;
}

/* The task becomes a node of the branch. The caller holds the lock; false when memory is short. */
static bool add_task(struct branch *branch, struct task *task)
{
    struct graph *graph = branch->graph;
    struct node *node = new_node(graph);
    if (node == NULL)
        return false;
    node->task = task;
    node->branch = branch;
    node->place = branch->submitted++;
    last_graph = graph->child.id;
    last_node = node->number;
    graph->lasts |= task->lasts;
    graph->is_held |= task->is_held;
    graph->is_urgent |= task->is_urgent;
    if (branch->group != NULL && !add_member(branch->group, node))
        graph->state = GRAPH_VOID;
    return true;
}

/* The stream's tasks become nodes. Those of a capture that is void are dropped; those of a stream
 * that is bound to a graph which was built are queued. */
static bool take_task(struct task_sink *sink, struct task *task)
{
    struct branch *branch = (struct branch *)sink;
    struct graph *graph = branch->graph;
    pthread_mutex_lock(&graph->lock);
    bool is_added = (takes_nodes(graph) || branch->is_open) && add_task(branch, task);
    bool is_built = graph->state == GRAPH_READY && !branch->is_open;
    if (!is_added && !is_built)
        graph->state = GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
    if (!is_added && !is_built)
        task->destroy(task);
    return !is_built;
}

aclError graph_add(struct branch *branch, struct task *task)
{
    struct graph *graph = branch->graph;
    task_note_caller(task);
    pthread_mutex_lock(&graph->lock);
    bool is_building = graph->state == GRAPH_BUILDING;
    bool is_added = is_building && add_task(branch, task);
    pthread_mutex_unlock(&graph->lock);
    if (is_added)
        return ACL_SUCCESS;
    task->destroy(task);
    if (is_building)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a graph");
    return report(ACL_ERROR_RT_STREAM_MODEL,
                  "stream %d is bound to a graph that another thread has built or ended meanwhile",
                  branch->stream_id);
}

aclError graph_join(struct graph *graph, struct stream *stream, enum branch_role role)
{
    struct branch *branch = calloc(1, sizeof *branch);
    if (branch == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a graph");
    branch->sink = (struct task_sink){.captures = true, .take = take_task};
    branch->graph = graph;
    branch->stream = stream;
    branch->stream_id = stream->child.id;
    branch->role = role;
    branch->end = BRANCH_NO_END;
    if (!stream_set_sink(stream, NULL, &branch->sink)) {
        free(branch);
        return report(ACL_ERROR_RT_STREAM_CAPTURED,
                      "stream %d is captured already, or its tasks are being updated, or it ends",
                      stream->child.id);
    }
    handle_retain(stream->child.handle);
    pthread_mutex_lock(&graph->lock);
    branch->next = graph->branches;
    graph->branches = branch;
    pthread_mutex_unlock(&graph->lock);
    return ACL_SUCCESS;
}

void graph_leave(struct branch *branch)
{
    pthread_mutex_lock(&branch->graph->lock);
    struct stream *stream = branch->stream;
    branch->stream = NULL;
    pthread_mutex_unlock(&branch->graph->lock);
    if (stream == NULL)
        return;
    (void)stream_set_sink(stream, &branch->sink, NULL);
    stream_release(stream);
}

void graph_part(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    struct branch *branch = graph->branches;
    pthread_mutex_unlock(&graph->lock);
    for (; branch != NULL; branch = branch->next)
        graph_leave(branch);
    capture_mode_leave(&graph->mode);
}

void graph_spoil(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    if (graph->state == GRAPH_CAPTURING)
        graph->state = GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
}

bool graph_is_capturing(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    bool capturing = graph->state == GRAPH_CAPTURING || graph->state == GRAPH_BUILDING ||
                     graph->state == GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
    return capturing;
}

bool graph_is_being_built(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    bool is_built = graph->state == GRAPH_BUILDING;
    pthread_mutex_unlock(&graph->lock);
    return is_built;
}

uint32_t graph_place_of(const struct branch *branch)
{
    pthread_mutex_lock(&branch->graph->lock);
    uint32_t place = branch->submitted;
    pthread_mutex_unlock(&branch->graph->lock);
    return place;
}

struct branch *graph_branch_of(struct stream *stream)
{
    struct branch *branch = NULL;
    pthread_mutex_lock(&stream->lock);
    if (stream->sink != NULL && stream->sink->captures) {
        branch = (struct branch *)stream->sink;
        graph_retain(branch->graph);
    }
    pthread_mutex_unlock(&stream->lock);
    return branch;
}

/* ---- How branches wait for each other -------------------------------------------------------- */

struct graph_point graph_point_here(struct branch *branch)
{
    return (struct graph_point){branch, graph_place_of(branch)};
}

/* A branch of a graph that is built may come to its wait before the other one has begun. The caller
 * holds the lock; false when memory is short. */
static bool add_wait(struct branch *by, const struct graph_point *point)
{
    struct branch_wait *wait = calloc(1, sizeof *wait);
    if (wait == NULL)
        return false;
    *wait = (struct branch_wait){by->waits, by->submitted, point->branch, point->place};
    by->waits = wait;
    return true;
}

void graph_wait_for(const struct graph_point *point, struct branch *by)
{
    struct branch *branch = point->branch;
    struct graph *graph = branch->graph;
    pthread_mutex_lock(&graph->lock);
    if (branch != by && point->place > branch->joined) {
        branch->joined = point->place;
        branch->joined_by = by;
    }
    if (branch != by && graph->state == GRAPH_BUILDING && !add_wait(by, point))
        graph->state = GRAPH_VOID;
    pthread_mutex_unlock(&graph->lock);
}

static aclError report_unjoined(const struct branch *branch, const char *why)
{
    return report(ACL_ERROR_RT_STREAM_UNJOINED,
                  "stream %d joined the capture, and %s; record an event on it behind its last "
                  "task, and wait for that on the stream where the capture began",
                  branch->stream_id, why);
}

aclError graph_check_joined(struct graph *graph)
{
    const struct branch *left = NULL;
    const struct branch *other = NULL;
    bool reaches = false;
    pthread_mutex_lock(&graph->lock);
    for (const struct branch *at = graph->branches; at != NULL; at = at->next) {
        if (at->role == BRANCH_ORIGIN)
            continue;
        other = at;
        if (at->joined < at->submitted)
            left = at;
        else if (at->joined_by->role == BRANCH_ORIGIN)
            reaches = true;
    }
    pthread_mutex_unlock(&graph->lock);
    if (left != NULL)
        return report_unjoined(left, "nothing waits for the end of its work");
    if (other != NULL && !reaches)
        return report_unjoined(other, "the stream where it began waits for none that did");
    return ACL_SUCCESS;
}

/* ---- Groups of tasks ------------------------------------------------------------------------- */

static void free_group(void *object)
{
    struct task_group *group = object;
    free((void *)group->nodes);
    free(group);
}

struct task_group *task_group_new(struct graph *graph)
{
    struct task_group *group = calloc(1, sizeof *group);
    if (group == NULL) {
        report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a part of a graph");
        return NULL;
    }
    group->graph = graph;
    group->handle = graph_add_member(graph, HANDLE_TASK_GROUP, group, free_group, NULL);
    if (group->handle != NULL)
        return group;
    free(group);
    return NULL;
}

void graph_replace(struct graph *graph, struct node *const *nodes, struct task *const *tasks,
                   uint32_t count)
{
    pthread_mutex_lock(&graph->lock);
    for (uint32_t i = 0; i < count; i++) {
        struct task *old = nodes[i]->task;
        nodes[i]->task = tasks[i];
        old->next = graph->retired;
        graph->retired = old;
    }
    pthread_mutex_unlock(&graph->lock);
}

/* ---- Running --------------------------------------------------------------------------------- */

void graph_prepare(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    for (const struct graph_member *at = graph->members; at != NULL; at = at->next)
        if (at->prepare != NULL)
            at->prepare(at->object);
    pthread_mutex_unlock(&graph->lock);
}

uint64_t *graph_draw(struct graph *graph, bool *good)
{
    pthread_mutex_lock(&graph->lock);
    bool wanted = graph->is_urgent;
    uint64_t *drawn = wanted ? calloc((size_t)graph->node_count + 1, sizeof *drawn) : NULL;
    for (uint32_t i = 0; drawn != NULL && i < graph->node_count; i++) {
        const struct task *task = graph->nodes[i]->task;
        if (task->draw != NULL && !graph->nodes[i]->is_disabled)
            drawn[1 + i] = task->draw(task);
    }
    if (drawn != NULL)
        drawn[0] = graph->node_count;
    pthread_mutex_unlock(&graph->lock);
    *good = drawn != NULL || !wanted;
    return drawn;
}

/* ---- Which node comes next ------------------------------------------------------------------- */

static void begin_branches(struct graph *graph)
{
    pthread_mutex_lock(&graph->lock);
    graph->cursor = 0;
    graph->has_jumped = false;
    for (struct branch *at = graph->branches; at != NULL; at = at->next) {
        at->at = 0;
        at->runs = at->role != BRANCH_CALLED;
    }
    pthread_mutex_unlock(&graph->lock);
}

/* The places of a branch end where the graph does, or with its nodes. */
static uint32_t last_place(const struct branch *branch)
{
    return branch->end < branch->submitted ? branch->end : branch->submitted;
}

bool branch_is_busy(const struct branch *branch)
{
    return branch->runs && branch->at < last_place(branch);
}

static bool is_blocked(const struct branch *branch)
{
    const struct branch_wait *wait = branch->waits;
    while (wait != NULL && (wait->before != branch->at || wait->awaited->at >= wait->place))
        wait = wait->next;
    return wait != NULL;
}

void branch_begin(struct branch *branch, uint32_t place)
{
    branch->at = place;
    branch->runs = true;
    branch->graph->cursor = 0;
    branch->graph->has_jumped = true;
}

void branch_stop(struct branch *branch)
{
    branch->runs = false;
}

/* The caller holds the lock. */
static void take_nodes_out(struct branch *branch)
{
    const struct graph *graph = branch->graph;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        struct node *node = graph->nodes[i];
        if (node->branch == branch) {
            node->place = NODE_GONE;
            node->is_disabled = node->is_to_be_disabled = true;
        }
    }
    free_waits(branch->waits);
    branch->waits = NULL;
    branch->submitted = 0;
    branch->end = BRANCH_NO_END;
    branch->is_open = true;
}

aclError branch_clean(struct branch *branch)
{
    struct graph *graph = branch->graph;
    if (pthread_mutex_trylock(&graph->turn) != 0)
        return report(ACL_ERROR_RT_INTERNAL_ERROR,
                      "stream %d is bound to a graph that runs; synchronize first",
                      branch->stream_id);
    pthread_mutex_lock(&graph->lock);
    bool is_whole = graph->state == GRAPH_READY;
    if (is_whole)
        take_nodes_out(branch);
    pthread_mutex_unlock(&graph->lock);
    pthread_mutex_unlock(&graph->turn);
    if (is_whole)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_INTERNAL_ERROR,
                  "stream %d is bound to a graph that is not whole; call aclmdlRIBuildEnd first",
                  branch->stream_id);
}

/* The node that comes next, and its task; NULL: the replay is over. A node that waits for another
 * branch is passed by: what begins that one goes back to the first node. */
static const struct node *next_node(struct graph *graph, struct task **task)
{
    const struct node *found = NULL;
    pthread_mutex_lock(&graph->lock);
    while (found == NULL && graph->cursor < graph->node_count) {
        const struct node *node = graph->nodes[graph->cursor++];
        const struct branch *branch = node->branch;
        if (node->place == branch->at && branch_is_busy(branch) && !is_blocked(branch))
            found = node;
    }
    if (found != NULL) {
        found->branch->at++;
        *task = found->is_disabled ? NULL : found->task;
    }
    pthread_mutex_unlock(&graph->lock);
    return found;
}

static bool has_come_to_its_end(const struct branch *branch)
{
    return branch->runs && branch->at >= branch->end && !is_blocked(branch);
}

/* A graph with an aclmdlRIEndTask is over when a stream has come to it; one without when all
 * streams that have begun are. On a device another one would wait for ever. */
static void check_end(const struct graph *graph, struct task_failure *failure)
{
    const struct branch *waiting = NULL;
    bool has_end = false;
    for (const struct branch *at = graph->branches; at != NULL; at = at->next) {
        if (has_come_to_its_end(at))
            return;
        has_end |= at->end != BRANCH_NO_END;
        if (branch_is_busy(at))
            waiting = at;
    }
    if (!has_end && waiting == NULL)
        return;
    failure->status = ACL_ERROR_RT_MODEL_EXECUTE;
    if (waiting != NULL)
        snprintf(failure->text, sizeof failure->text,
                 "graph %" PRId32 " has not come to its end: stream %" PRId32
                 " of it waits for an event of a stream that nothing has activated",
                 graph->child.id, waiting->stream_id);
    else
        snprintf(failure->text, sizeof failure->text,
                 "graph %" PRId32 " has not come to its end: no stream with aclmdlRIEndTask was "
                 "activated up to there",
                 graph->child.id);
}

/* ---- Running a graph ------------------------------------------------------------------------- */

/* The number that a node drew for this replay; one that was added since draws it now. */
static uint64_t drawn_by(const struct node *node, const struct task *own, const struct task *task)
{
    const uint64_t *drawn = task->nodes_drawn;
    return drawn != NULL && node->number < drawn[0] ? drawn[1 + node->number] : own->draw(own);
}

static void run_node(struct graph *graph, const struct node *node, struct task *own,
                     const struct task *task, struct stream *stream, struct task_failure *failure)
{
    own->sequence = task->sequence;
    own->given_up = task->given_up;
    if (own->draw != NULL)
        own->drawn = drawn_by(node, own, task);
    stream_run_node(own, stream, graph->child.id, trace_is_on() ? node->branch->stream_id : -1,
                    failure);
    if (failure->status != ACL_SUCCESS)
        finding_note(own->name, "captured it", own->queued_in);
}

/* Whether the replay has to end; streams are asked where work could jump for ever. */
static bool gives_up(struct graph *graph, const struct task *task, const struct stream *stream)
{
    bool has_jumped = graph->has_jumped;
    graph->has_jumped = false;
    return (task->given_up != NULL && atomic_load(task->given_up)) ||
           (has_jumped && stream_gives_up(stream, task));
}

static void run_nodes(struct graph *graph, const struct task *task, struct stream *stream,
                      struct task_failure *failure)
{
    const struct node *node;
    struct task *own = NULL;
    begin_branches(graph);
    while (failure->status == ACL_SUCCESS && (node = next_node(graph, &own)) != NULL) {
        if (gives_up(graph, task, stream))
            return;
        if (own != NULL)
            run_node(graph, node, own, task, stream, failure);
    }
    if (failure->status == ACL_SUCCESS)
        check_end(graph, failure);
}

/* The replay is over, or a callback of the program has ended its thread. */
static void end_turn(void *object)
{
    struct graph *graph = object;
    pthread_mutex_lock(&graph->lock);
    struct task *retired = graph->retired;
    graph->retired = NULL;
    pthread_mutex_unlock(&graph->lock);
    destroy_tasks(retired);
    atomic_store(&graph->runner, 0);
    pthread_mutex_unlock(&graph->turn);
}

void graph_run(struct graph *graph, struct task *task, struct stream *stream,
               struct task_failure *failure)
{
    uint64_t own = (uint64_t)pthread_self();
    if (atomic_load(&graph->runner) == own) {
        failure->status = ACL_ERROR_RT_MODEL_EXECUTE;
        snprintf(failure->text, sizeof failure->text,
                 "graph %" PRId32 " did not run: a callback of it has started it again, and waits "
                 "for that",
                 graph->child.id);
        return;
    }
    pthread_mutex_lock(&graph->turn);
    atomic_store(&graph->runner, own);
    pthread_cleanup_push(end_turn, graph);
    run_nodes(graph, task, stream, failure);
    pthread_cleanup_pop(true);
}

void graph_note(struct graph *graph, struct stream *stream, uint64_t sequence)
{
    pthread_mutex_lock(&graph->lock);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        struct task *task = graph->nodes[i]->task;
        if (task->note != NULL && !graph->nodes[i]->is_disabled)
            task->note(task, stream, sequence);
    }
    pthread_mutex_unlock(&graph->lock);
}
