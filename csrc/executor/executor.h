/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executors: what phase one makes and phase two runs. It owns copies of everything that the call
 * was given, so that handles may end in any order; the addresses of tensors stay shared with them.
 */
#ifndef ACLNN_PY_EXECUTOR_EXECUTOR_H
#define ACLNN_PY_EXECUTOR_EXECUTOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "executor/launch.h"
#include "executor/operator.h"
#include "executor/schedule.h"

/* A handle that phase one was given and that is no live object. */
struct refused_argument {
    struct argument_name name;
    enum argument_kind kind;
    const void *handle;
};

struct executor {
    aclOpExecutor *handle;
    struct call call;
    _Atomic bool repeatable;
    uint64_t workspace_size;
    struct l0_list list;       /* empty for operators that CANN does not have */
    struct schedule *schedule; /* NULL: the operator has work of its own, or there is none */
    int operand_count;         /* tensors that were given, those of lists one by one */
    struct operand *operands;
    int *first_operand;              /* by parameter: its first operand; -1 for none */
    struct refused_argument refused; /* while it is made */
    struct arena arena;              /* of all of this; the bytes behind the struct are its first */
};

/* ---- For operators with work of their own; parameters are by position ------------------------ */

/* Keeps a copy of the plan with the call; reports when memory is short. */
aclnnStatus call_keep_plan(struct call *call, const void *plan, size_t size);

static inline const struct call *launch_call(const struct launch *launch)
{
    return &((const struct executor *)launch->owner)->call;
}

/* The first element of a tensor, for kernels; NULL for one that was left out, or has none. */
static inline char *launch_tensor(const struct launch *launch, int parameter)
{
    return launch_address(launch,
                          ((const struct executor *)launch->owner)->first_operand[parameter]);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Appends to an empty list what the call becomes; its status says whether that went well. */
void executor_list(const struct executor *executor, struct l0_list *list);

/*
 * The list of a call that CANN does not have: the operator itself, with so much workspace, between
 * its inputs and its outputs.
 */
void executor_list_itself(const struct call *call, uint64_t scratch, struct l0_list *list);

#endif
