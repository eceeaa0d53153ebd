/* SPDX-License-Identifier: Apache-2.0 */
/* Operators: what both phases are told about one, as the build makes it from its declaration. */
#ifndef ACLNN_PY_EXECUTOR_OPERATOR_H
#define ACLNN_PY_EXECUTOR_OPERATOR_H

#include "aclnn_ext/aclnn_outputs.h"
#include "executor/call.h"
#include "executor/outputs.h"
#include "workspace/l0.h"

struct operator {
    const char *name; /* the vendor's name of phase two */
    const struct parameter *parameters;
    int parameter_count;
    /* CANN generates the call from the operator's definition. Its phase two then checks in another
     * sequence. */
    bool is_individual;
    /* An output that shares memory with another operand is refused with 161002. Otherwise inputs
     * are copied. */
    bool outputs_apart;
    /* Gives the shapes and data types of results from the other arguments, before any check has
     * run; reports when the arguments do not fit. NULL: the call has no results but those written
     * in place. */
    aclnnStatus (*outputs)(struct call *call, struct call_outputs *outputs);
    /* Runs phase one's checks in the vendor's sequence, beginning with arguments that may not be
     * NULL; reports. */
    aclnnStatus (*check)(struct call *call);
    /* Appends what the call becomes: operators for the size, steps for the work. */
    void (*list)(const struct call *call, struct l0_list *list);
    /* Checks what only phase two refuses, before anything is queued; reports. May be NULL. */
    aclnnStatus (*admit)(const struct call *call);
};

/* Phase one: checks the call, makes its list, sizes the workspace and makes the executor. given has
 * one value for each parameter. When it fails both outputs keep their values. */
aclnnStatus operator_size(const struct operator *operator, const union given *given,
                          uint64_t *workspaceSize, aclOpExecutor **executor);

/* The same for a call of GetMaxWorkspaceSize: the workspace suffices for every length of the
 * sequences that the other arguments leave room for. The executor runs the call as it is given. */
aclnnStatus operator_size_longest(const struct operator *operator, const union given *given,
                                  uint64_t *workspaceSize, aclOpExecutor **executor);

/* Writes the shapes and data types of the results to the caller's memory, at most room of them, and
 * their number. arguments has one entry for each parameter; those of results are not read. */
aclnnStatus operator_outputs(const struct operator *operator, const aclnnExtArgument *arguments,
                             aclnnExtOutput *answer, uint64_t room, uint64_t *count);

/* Phase two: queues the executor on a stream. */
aclnnStatus operator_run(const struct operator *operator, void *workspace, uint64_t workspaceSize,
                         aclOpExecutor *executor, aclrtStream stream);

/* Phase two of a call that takes the arguments of phase one again: they are checked once more, and
 * what phase one was given runs. An executor that was refused so stays the program's. */
aclnnStatus operator_run_again(const struct operator *operator, const union given *given,
                               void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

/* Queues an executor that runs once without a workspace of the program's: all scratch is the
 * library's own. `name` is what the launch goes by. */
struct stream;
aclnnStatus operator_run_alone(aclOpExecutor *executor, const char *name, struct stream *stream);

#endif
