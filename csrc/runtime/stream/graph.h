/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs (aclmdlRI): tasks that streams keep instead of running them, and that run again and again.
 *
 * While a stream is captured what is submitted to it becomes a node of the graph. Other streams
 * join when they wait for an event that was recorded on one that is captured; each is a branch. The
 * nodes lie in the sequence in which they were submitted, in which each stands behind all that it
 * waits for: a replay is one task that runs them in that sequence.
 *
 * Work of a graph that was built may begin branches, end its own, and jump (graph/control.c). So a
 * branch has a place in each replay, and of the nodes that come next in theirs the first of the
 * sequence runs.
 *
 * Functions of folder graph are the public ones; this file is what streams and events know.
 */
#ifndef ACLNN_PY_RUNTIME_STREAM_GRAPH_H
#define ACLNN_PY_RUNTIME_STREAM_GRAPH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/handle.h"
#include "runtime/stream/capture_mode.h"
#include "runtime/stream/children.h"
#include "runtime/stream/stream_queue.h"

#define GRAPH_NAME 512 /* bytes of a name, with the end of the text */

enum graph_state {
    GRAPH_EMPTY,     /* of a condition; nothing was captured into it yet */
    GRAPH_CAPTURING, /* from a capture's begin to its end */
    GRAPH_VOID,      /* a capture that an error has spoiled */
    GRAPH_BUILDING,  /* from aclmdlRIBuildBegin to aclmdlRIBuildEnd */
    GRAPH_READY,
};

struct branch;

/* A task of a graph, which runs in each replay. */
struct node {
    struct task *task;
    struct branch *branch;
    uint32_t number;  /* in its graph, from 0 */
    uint32_t place;   /* in its branch, from 0; NODE_GONE: it was taken out */
    bool is_disabled; /* aclmdlRITaskDisable, in force since aclmdlRIUpdate */
    bool is_to_be_disabled;
    void *handle; /* HANDLE_GRAPH_TASK, once it was asked for */
    char *said;   /* the program's words about it, of the heap; or NULL */
};

/* Nodes of a graph whose tasks may be replaced: a member of the graph. */
struct task_group {
    struct graph *graph;
    void *handle;
    struct node **nodes;
    uint32_t count;
    uint32_t room;
    _Atomic bool is_updating; /* from aclmdlRICaptureTaskUpdateBegin to its end */
};

/* A branch waits, before its node of a place, until another one has come to a place. */
struct branch_wait {
    struct branch_wait *next;
    uint32_t before;
    const struct branch *awaited;
    uint32_t place;
};

#define BRANCH_NO_END UINT32_MAX
#define NODE_GONE UINT32_MAX

enum branch_role {
    BRANCH_ORIGIN, /* the capture began on its stream, or each replay begins it */
    BRANCH_JOINED, /* its stream has waited for another one of the capture */
    BRANCH_CALLED, /* other work of the graph begins it, not the replay */
};

/* The part of a stream's work that lies in a graph. */
struct branch {
    struct task_sink sink; /* the first member: stream_queue.c knows it as this */
    struct branch *next;
    struct graph *graph;
    struct stream *stream; /* pinned; NULL: it has left the graph */
    int32_t stream_id;
    uint32_t submitted; /* how many nodes it has */
    uint32_t joined;    /* the newest of them that another branch waits for; 0: none */
    const struct branch *joined_by;
    enum branch_role role;
    bool is_open;              /* it takes nodes again, since it was cleaned */
    uint32_t end;              /* the graph ends behind so many of its nodes (aclmdlRIEndTask) */
    struct branch_wait *waits; /* of graphs that are built */
    uint32_t at;               /* in the replay that runs: the place of the node that comes next */
    bool runs;                 /* in the replay that runs: it has begun, and nothing has ended it */
    struct task_group *group;  /* open: nodes become members too; or NULL */
    void *handle;              /* HANDLE_GRAPH_STREAM, once it was asked for */
};

/* A function of the program that is called when a graph is destroyed. */
struct graph_callback {
    struct graph_callback *next;
    void (*function)(void *data);
    void *data;
};

/* What has a handle of its own: the object of the handle, which pins the graph until it ends. */
struct graph_member {
    struct graph_member *next;
    struct graph *graph;
    enum handle_kind kind;
    void *handle;
    void *object;
    void (*destroy)(void *object); /* called when the graph is freed; or NULL */
    void (*prepare)(void *object); /* called before each replay; or NULL */
};

struct graph {
    struct child child; /* its id is the graph's number */
    pthread_mutex_t lock;
    enum graph_state state;
    bool is_inner;                /* of a condition: it runs and ends with the graph around it */
    bool lasts;                   /* a node lasts */
    bool is_held;                 /* a node waits for another call */
    bool is_urgent;               /* other processes wait for a node */
    struct branch *branches;      /* the newest first */
    struct graph_member *members; /* the newest first */
    struct node **nodes;
    uint32_t node_count;
    uint32_t node_room;
    uint32_t cursor;      /* of the replay that runs: no node before it comes next */
    bool has_jumped;      /* in the replay that runs, since it was looked at */
    struct task *retired; /* tasks that were replaced while a replay may have run them */
    struct capture_mode mode;
    struct graph_callback *callbacks;
    char name[GRAPH_NAME];

    pthread_mutex_t turn;    /* held by the replay that runs */
    _Atomic uint64_t runner; /* the thread that runs it; 0: none */
    _Atomic bool is_aborted; /* the replay that runs has to end */
};

/* Whether a graph with this number (aclmdlRIGetId) is there. */
bool graph_is_there(int32_t number);

/* The graph that this thread submitted a task to last, pinned, and the number of the node; NULL
 * where there is none, or no more. */
struct graph *graph_of_last_task(uint32_t *node);

/* A new graph of a context, its handle open and pinned; NULL, with a report, when memory is short.
 * graph_release gives the pin back. */
struct graph *graph_new(const struct context *context, enum graph_state state);
/* The graph of a handle, pinned; NULL, with a report and *status, when it is none. */
struct graph *graph_acquire(aclmdlRI handle, aclError *status);
void graph_retain(struct graph *graph);
void graph_release(struct graph *graph);

/* Makes the handle of an object that belongs to the graph from now on. NULL, with a report, when
 * memory is short: the object is then still the caller's. The functions are those of graph_member.
 */
void *graph_add_member(struct graph *graph, enum handle_kind kind, void *object,
                       void (*destroy)(void *object), void (*prepare)(void *object));

/* The object of a member's handle, pinned; NULL, with a report and *status, when the handle is none
 * of this kind. argument is its name. */
void *graph_acquire_member(void *handle, enum handle_kind kind, const char *argument,
                           aclError *status);

/* Ends the handle, and calls what was registered for that (graph->callbacks); false when another
 * thread has. What runs the graph goes on. */
bool graph_end(struct graph *graph, const char *by);

/* Has the graph take what is submitted to the stream. Reports and returns 107027 when something
 * takes it already, 207005 when memory is short. */
aclError graph_join(struct graph *graph, struct stream *stream, enum branch_role role);

/* Appends a task that only this graph may run to a branch of it, while it is being built. The task
 * belongs to the graph then; otherwise it is destroyed. Reports and returns 107005 when the graph
 * is built no more, 207005 when memory is short. */
aclError graph_add(struct branch *branch, struct task *task);

/* Takes the nodes out of the branch of a graph that is whole, and has it take others. Reports and
 * returns 507000 where the graph is not whole, or runs. */
aclError branch_clean(struct branch *branch);

/* For the work of a graph while it runs: begins a branch of it at a place, or ends it. */
void branch_begin(struct branch *branch, uint32_t place);
void branch_stop(struct branch *branch);

/* Whether the branch has begun in the replay that runs, and has nodes left. */
bool branch_is_busy(const struct branch *branch);

/* Lets a stream leave the graph: what is submitted to it is queued again. */
void graph_leave(struct branch *branch);

/* Lets all streams leave the graph, and ends its capture's mode. */
void graph_part(struct graph *graph);

/* Spoils a capture; nothing else is captured, and its end returns 507903. */
void graph_spoil(struct graph *graph);

bool graph_is_capturing(struct graph *graph);

/* The branch that takes the stream's tasks, its graph pinned; NULL when it is not captured. */
struct branch *graph_branch_of(struct stream *stream);

/* Whether the graph is between aclmdlRIBuildBegin and aclmdlRIBuildEnd. */
bool graph_is_being_built(struct graph *graph);

/* The place in the branch of the node that comes next. */
uint32_t graph_place_of(const struct branch *branch);

/* Where an event stands that was recorded on a captured stream. */
struct graph_point {
    struct branch *branch; /* its graph is pinned */
    uint32_t place;        /* the number of nodes of the branch up to there */
};

/* The place behind the newest node of the branch. The pin of its graph becomes the point's. */
struct graph_point graph_point_here(struct branch *branch);

/* Another branch waits for the point. */
void graph_wait_for(const struct graph_point *point, struct branch *by);

/* Reports and returns 107025 when a branch other than the origin has work that the origin does not
 * wait for, directly or through others. */
aclError graph_check_joined(struct graph *graph);

/* Prepares members for a replay. */
void graph_prepare(struct graph *graph);

/* The numbers of the nodes for one replay (struct task, nodes_drawn), for free, behind how many
 * these are; NULL where no node has one, and, with *good false, without host memory. */
uint64_t *graph_draw(struct graph *graph, bool *good);

/* Runs the nodes for a task of a stream. Stops at the first that fails. */
void graph_run(struct graph *graph, struct task *task, struct stream *stream,
               struct task_failure *failure);

/* Notes for races what the nodes access when the graph runs at a place of a stream. */
void graph_note(struct graph *graph, struct stream *stream, uint64_t sequence);

/* A new group without members; NULL, with a report, when memory is short. */
struct task_group *task_group_new(struct graph *graph);

/* Puts tasks in the place of those of some nodes, and retires these. */
void graph_replace(struct graph *graph, struct node *const *nodes, struct task *const *tasks,
                   uint32_t count);

/* Ends every graph of a context. */
struct left_handles;
void graph_destroy_all(const struct context *context, struct left_handles *left);

#endif
