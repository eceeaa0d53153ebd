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
#include "executor/ranks.h"
#include "runtime/stream/stream.h"

struct launch;

/* A tensor that a launch reads or writes. */
struct operand {
    struct argument_name name;
    enum argument_role role;
    const struct tensor *tensor; /* its view; its address is read when work is submitted */
};

/* Where phase two found an operand. All 0 when it has no elements. */
struct place {
    char *address;   /* address of the first element, for kernels */
    uintptr_t first; /* the bytes [first, past) that the view covers, by the caller's
                      * addresses */
    uintptr_t past;
    struct operand_memory memory; /* the memory, which must not end before the launch */
    /* Which written operand shares memory with this one. */
    int twin; /* the operand that is the identical view, counted from 1; 0: none */
    bool meets;
    bool finds_dims; /* the run has found its dims: what lies behind is not written */
};

/* What a launch does; each kind of owner has its own. */
struct launch_kind {
    /* Does the work, on the stream's thread. The text of a failure does not name the launch. */
    void (*run)(struct launch *launch, struct task_failure *failure);
    /* retain keeps the owner alive for the launch; release ends that. */
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
    uint64_t releases; /* the device's count of freed allocations, read before the operands were
                        * looked up */
    bool holds_host;   /* an operand lies in mapped host memory */
    char *workspace;   /* its address for kernels; NULL when none was asked for */
    uint64_t workspace_size;
    struct guard guard;
    void *pooled;              /* scratch that the workspace had no room for */
    void *room;                /* the kind's own, as many bytes as it asked for */
    struct arena arena;        /* of places and room */
    bool operands_meet;        /* what is written shares memory with another operand */
    bool outputs_meet;         /* ... that is written too: then the order counts */
    bool leaves_workspace;     /* an output lies in it: scratch and guard go without */
    unsigned given_not_finite; /* among the numbers of the call (not_finite.h) */
    struct ranks ranks;        /* who takes part in it */
};

/* The arguments of launch_new. */
struct launch_order {
    const char *name; /* the name of the call */
    const struct launch_kind *kind;
    const void *owner;
    int operand_count;
    const struct operand *operands;
    const void *const
        *addresses; /* addresses of the operands' first elements; NULL: those of their tensors */
    /* For work on host memory, which is done at once: checks an address. NULL: operands are in
     * device memory. */
    aclnnStatus (*check_host)(struct argument_name name, const void *address);
    void *workspace;
    uint64_t workspace_size;   /* bytes that the caller gave */
    uint64_t workspace_needed; /* bytes that phase one returned */
    /* An operand that is written may not share memory with any other, except that one that is added
     * to (ROLE_IN_OUT) may share it with an earlier one that is written. */
    bool outputs_apart;
    unsigned given_not_finite;       /* among the numbers of the call (not_finite.h) */
    const struct call_group *groups; /* with which other ranks take part; NULL: nobody does */
    size_t room;
};

/* Finds the memory of all operands and of the workspace on the launch's device. When something is
 * wrong it reports that and returns NULL, with *status set. A launch that was made is handed on by
 * one of the two functions below: launch_submit queues it on a stream, launch_run_here runs it on
 * this thread, and failure does not name the call. */
struct launch *launch_new(const struct launch_order *order, int32_t device, aclnnStatus *status);
void launch_submit(struct launch *launch, struct stream *stream);
void launch_run_here(struct launch *launch, struct task_failure *failure);

/* Memory for the time of the run, once a launch, uninitialized and aligned for every type. It lies
 * in the workspace where it fits, and otherwise comes from the library's own pool. NULL, with
 * failure set, when host memory is short. */
void *launch_scratch(struct launch *launch, uint64_t bytes, struct task_failure *failure);

/* The same as launch_scratch, but always from the pool, where nothing else writes. */
void *launch_scratch_apart(struct launch *launch, uint64_t bytes, struct task_failure *failure);

/* The address of an operand's first element, for kernels; NULL when it has none. */
static inline char *launch_address(const struct launch *launch, int operand)
{
    return operand >= 0 ? launch->places[operand].address : NULL;
}

/* Whether two operands share memory in a way that matters: not when they are the same view, or
 * identical views and those are allowed. */
bool launch_operands_meet(const struct launch *launch, int a, int b, bool identical_may);

#endif
