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
    struct l0_list list;
    struct schedule *schedule; /* NULL: there is nothing to do */
    int operand_count;         /* tensors that were given, those of lists one by one */
    struct operand *operands;
    const void **arrays;             /* the handle of each parameter that is an array, else NULL */
    struct refused_argument refused; /* while it is made */
    struct arena arena;              /* of all of this; the bytes behind the struct are its first */
};

/* Appends to an empty list what the call becomes; its status says whether that went well. */
void executor_list(const struct executor *executor, struct l0_list *list);

#endif
