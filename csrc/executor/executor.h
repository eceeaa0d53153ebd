/* SPDX-License-Identifier: Apache-2.0 */
/* Executors, which phase one makes and phase two runs. An executor owns copies of everything that
 * the call was given, so that handles may end in any sequence. It shares the addresses of tensors
 * with them. */
#ifndef ACLNN_PY_EXECUTOR_EXECUTOR_H
#define ACLNN_PY_EXECUTOR_EXECUTOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "executor/launch.h"
#include "executor/operator.h"
#include "executor/schedule.h"

/* An argument of phase one that is no live object. */
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
    struct schedule *schedule; /* NULL: the call has nothing to do */
    int operand_count;         /* number of tensors, with the members of lists counted one by one */
    struct operand *operands;
    const void **arrays;             /* the handle of each parameter that is an array, else NULL */
    struct refused_argument refused; /* while it is made */
    struct arena arena;              /* of all of this; the bytes behind the struct are its first */
};

/* Appends to an empty list what the call becomes. The list's status says whether that succeeded. */
void executor_list(const struct executor *executor, struct l0_list *list);

#endif
