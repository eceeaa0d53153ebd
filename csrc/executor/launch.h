/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches: work on operands that is queued on a stream, for aclnn's executors and infiniop's
 * descriptors alike. What is the same for both is here: the memory that operands lie in and that
 * has to stay, what may not share memory, the workspace and its guard, scratch, and what is
 * told of races.
 */
#ifndef ACLNN_PY_EXECUTOR_LAUNCH_H
#define ACLNN_PY_EXECUTOR_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "executor/guard.h"
#include "executor/operand.h"
#include "runtime/stream/stream.h"

struct launch;

/* A tensor in memory that a launch reads or writes. */
struct operand {
    struct argument_name name;
    enum argument_role role;
    const struct tensor *tensor; /* its view; the address is looked at when work is submitted */
};

/* Where an operand lies, as phase two finds it. All 0 for one without elements. */
struct place {
    char *address;                /* the first element, for kernels */
    uintptr_t first;              /* the bytes that the view covers, as the caller sees them: */
    uintptr_t past;               /* [first, past) */
    struct operand_memory memory; /* that has to stay */
    /* What is written and shares memory with it: nothing, one identical view, or more than that. */
    int twin; /* the operand, counted from 1; 0: none */
    bool meets;
    bool finds_dims; /* the run has found its dims: what lies behind is not written */
};

/* What a launch does; one for each kind of owner. */
struct launch_kind {
    /* The work, on the stream's thread. The text of a failure does not name the launch. */
    void (*run)(struct launch *launch, struct task_failure *failure);
    /* Takes and gives back the launch's hold on its owner. */
    void (*retain)(const void *owner);
    void (*release)(const void *owner);
};

struct launch {
    struct task task;
    const struct launch_kind *kind;
    const void *owner;
    int operand_count;
    const struct operand *operands;
    struct place *places; /* one an operand */
    int32_t device;
    uint64_t releases; /* of the device, before an operand was looked for */
    bool holds_host;   /* an operand lies in mapped host memory */
    char *workspace;   /* as kernels see it; NULL when none was asked for */
    uint64_t workspace_size;
    struct guard guard;
    void *pooled;              /* scratch that the workspace had no room for */
    void *room;                /* the kind's own, as many bytes as it asked for */
    struct arena arena;        /* of places and room */
    bool operands_meet;        /* what is written shares memory with another operand */
    bool outputs_meet;         /* ... that is written too: then the order counts */
    bool leaves_workspace;     /* an output lies in it: scratch and guard go without */
    unsigned given_not_finite; /* among the numbers of the call (not_finite.h) */
};

/* What a launch is made of. */
struct launch_order {
    const char *name; /* of the call */
    const struct launch_kind *kind;
    const void *owner;
    int operand_count;
    const struct operand *operands;
    const void *const
        *addresses; /* of the operands' first elements; NULL: their tensors have them */
    /* Work on host memory, at once: what it asks of an address; NULL: device memory. */
    aclnnStatus (*check_host)(struct argument_name name, const void *address);
    void *workspace;
    uint64_t workspace_size;   /* what the caller has */
    uint64_t workspace_needed; /* what the work was promised */
    /* What is written shares memory with no other operand, but for one that is added to
       (ROLE_IN_OUT) with an earlier one that is written. */
    bool outputs_apart;
    unsigned given_not_finite; /* among the numbers of the call (not_finite.h) */
    size_t room;
};

/*
 * Finds the memory of all operands and of the workspace, on the device of the launch. Reports what
 * is wrong with it and answers NULL with *status. A launch that was made is given away by one of
 * the two below: to a stream, or to be run by this thread, without the name of the call in failure.
 */
struct launch *launch_new(const struct launch_order *order, int32_t device, aclnnStatus *status);
void launch_submit(struct launch *launch, struct stream *stream);
void launch_run_here(struct launch *launch, struct task_failure *failure);

/*
 * Memory for the time of the run, once a launch, with any contents and aligned for every type: in
 * the workspace where it fits, else from the library's own pool. NULL, and failure says so, when
 * there is no host memory for it.
 */
void *launch_scratch(struct launch *launch, uint64_t bytes, struct task_failure *failure);

/* The same from the pool at once, where nothing but this launch writes. */
void *launch_scratch_apart(struct launch *launch, uint64_t bytes, struct task_failure *failure);

/* The first element of an operand, for kernels; NULL for none. */
static inline char *launch_address(const struct launch *launch, int operand)
{
    return operand >= 0 ? launch->places[operand].address : NULL;
}

/* Whether two operands share memory; not when they are one view, or identical ones, and may be. */
bool launch_operands_meet(const struct launch *launch, int a, int b, bool identical_may);

#endif
