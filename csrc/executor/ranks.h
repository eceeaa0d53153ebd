/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches that other ranks take part in: calls with the name of a communicator. As a task such a
 * launch is what a collective of hccl.h is: it is numbered in the sequence of the calls, waits for
 * the others, and tells them when it cannot take part.
 */
#ifndef ACLNN_PY_EXECUTOR_RANKS_H
#define ACLNN_PY_EXECUTOR_RANKS_H

#include "executor/call.h"
#include "hccl/within.h"
#include "runtime/stream/stream.h"

/* Of a launch. */
struct ranks {
    const struct call_group *groups; /* the call's, CALL_MOST_GROUPS of them; NULL: it has none */
    struct stream *stream;           /* while it runs */
    uint32_t met[CALL_MOST_GROUPS];  /* how many collectives have begun */
    bool is_queued;
    bool has_run;
};

/* 561000, with a report, when a communicator of the call is broken or has ended. */
aclnnStatus ranks_check(const struct call *call);

/* Gives the call's communicators back. */
void ranks_drop(struct call *call);

/* Sets what a task is that waits for other ranks, but for `draw`, which is wanted when it gives
 * true. */
bool ranks_prepare(struct ranks *ranks, struct task *task);

/* The numbers of all collectives of a launch: those of each communicator begin in 32 bits. */
uint64_t ranks_draw(const struct ranks *ranks);

void ranks_begin(struct ranks *ranks, struct stream *stream);

/* The run is over, or the task dropped (failure is NULL): tells the other ranks where a collective
 * has not begun. */
void ranks_end(struct ranks *ranks, const struct task *task, const struct task_failure *failure);

/* The next collective of a run with a communicator of the call. */
struct within ranks_meet(struct ranks *ranks, const struct task *task, int group,
                         struct task_failure *failure);

#endif
