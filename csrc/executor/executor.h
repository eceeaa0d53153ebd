/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executors: what phase one makes and phase two runs.
 *
 * An operator's file says what phase one checks, how much workspace it needs, and which kernels
 * run; everything that is the same for all operators is here: the handle and its states, the
 * checks of phase two in their order, and the way onto the stream.
 */
#ifndef ACLNN_PY_EXECUTOR_EXECUTOR_H
#define ACLNN_PY_EXECUTOR_EXECUTOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"
#include "executor/guard.h"
#include "executor/operand.h"
#include "runtime/pending.h"
#include "runtime/stream.h"
#include "tensor/tensor.h"
#include "workspace/l0.h"

#define EXECUTOR_MAX_TENSORS 4

struct executor;
struct launch;

/* One operator, by its vendor name: the name of phase two. */
struct operator {
    const char *name;
    int tensor_count;
    const char *tensor_names[EXECUTOR_MAX_TENSORS];
    unsigned optional;  /* bit i: tensor i may be NULL; its copy in the executor is all 0 then */
    unsigned exclusive; /* bit i: tensor i is written, and may share memory with no other */
    /*
     * What CANN turns the call into: appends it to list, for the size of the workspace. NULL, for
     * a call that CANN does not have: the operator itself, whose last tensor is its output, and
     * no workspace.
     */
    void (*list)(const struct executor *executor, struct l0_list *list);
    /* What only phase two refuses, before anything is queued; reports. May be NULL. */
    aclnnStatus (*admit)(const struct executor *executor);
    /* The work, on the stream's thread. */
    void (*run)(struct launch *launch, struct task_failure *failure);
};

/* The result of phase one. The plan is the operator's own, as many bytes as it asked for. */
struct executor {
    aclOpExecutor *handle;
    const struct operator *operator;
    const struct soc *soc; /* the product it was made for */
    bool deterministic;
    _Atomic bool repeatable;
    unsigned assumptions; /* of l0.h: what workspace_size rests on */
    uint64_t workspace_size;
    struct tensor tensors[EXECUTOR_MAX_TENSORS];
    _Alignas(16) unsigned char plan[];
};

/* One run of an executor, with the addresses as phase two found them. */
struct launch {
    struct task task;
    const struct executor *executor;
    /* First element of each view, for kernels; NULL for none and for a view without elements. */
    char *addresses[EXECUTOR_MAX_TENSORS];
    struct operand_memory memory[EXECUTOR_MAX_TENSORS]; /* what the tensors lie in */
    char *workspace; /* as kernels see it; NULL when phase one asked for none */
    struct guard guard;
    struct pending pending;
    void *pooled; /* scratch that the workspace had no room for */
};

/* Queues one run of an executor; reports what is wrong with the memory it is given. */
aclnnStatus launch_submit(const struct executor *executor, void *workspace, uint64_t workspaceSize,
                          struct stream *stream);

/*
 * Memory for the time of the run, once a launch, with any contents and aligned for every type: in
 * the workspace where it fits, else from the library's own pool. NULL, and failure says so, when
 * there is no host memory for it.
 */
void *launch_scratch(struct launch *launch, uint64_t bytes, struct task_failure *failure);

/*
 * The end of a phase one that went well: a new executor with copies of the tensors' metadata (NULL
 * for one that is left out) and of plan_size bytes of plan, sized for the product of the calling
 * thread, and both outputs. Reports 561101 without host memory, and whatever the operator's list
 * refuses.
 */
aclnnStatus executor_create(const struct operator *operator, const struct tensor *const *tensors,
                            const void *plan, size_t plan_size, uint64_t *workspaceSize,
                            aclOpExecutor **out);

/* The list of an executor's call, whether its operator has one of its own or not. */
void executor_list(const struct executor *executor, struct l0_list *list);

/* A list for calls that CANN does not have: the operator itself, with so much workspace. */
void executor_list_itself(const struct executor *executor, uint64_t scratch, struct l0_list *list);

/* The first check of every phase one: 161001 when an output pointer is NULL. */
aclnnStatus executor_check_outputs(const uint64_t *workspaceSize, aclOpExecutor *const *executor);

/*
 * The second check: every tensor handle is given unless it is optional (161001), and live (161002).
 * Pins those it finds; executor_release_tensors gives them back, also after a failure.
 */
aclnnStatus executor_acquire_tensors(const struct operator *operator,
                                     const aclTensor *const *handles,
                                     const struct tensor **tensors);
void executor_release_tensors(const struct operator *operator, const aclTensor *const *handles,
                              const struct tensor *const *tensors);

/* Phase two of an operator. */
aclnnStatus executor_run(const struct operator *operator, void *workspace, uint64_t workspaceSize,
                         aclOpExecutor *executor, aclrtStream stream);

#endif
