/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules: the steps of a list as work. Neighbouring steps on elements of one shape become one
 * program of the vector unit, which reads the caller's tensors through their strides and writes
 * nothing in between; casts, copies and stores are part of it. Numbers are rounded where the list's
 * tensors have a type, as on the device. Work of its own (a gather, a matrix product) stands alone,
 * between programs, and sees its operands as views.
 *
 * What one part hands to another lies in scratch, whose size is known in phase one. An input that
 * shares memory with an output which is written before the input was read for the last time is
 * copied first, as Contiguous does on the device; that is only known when the launch runs.
 */
#ifndef ACLNN_PY_EXECUTOR_SCHEDULE_H
#define ACLNN_PY_EXECUTOR_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/launch.h"
#include "workspace/l0.h"

/* An operand of a work function. */
struct work_view {
    aclDataType type;
    int32_t rank;
    const int64_t *dims;
    const int64_t *strides; /* in elements */
    char *address;          /* address of the first element; for a host constant, of its value */
};

struct work {
    const struct work_view *inputs;
    const struct work_view *outputs;
    const void *attributes;
    char *scratch; /* the bytes that scratch_bytes asked for, aligned for every type */
    /* For work that finds the dims of its first outputs only when it runs: it writes them here, and
     * the caller's tensors get them when the run has succeeded. NULL in phase one. */
    struct found_dims *found;
    const struct task *task; /* for findings; NULL in phase one */
    struct ranks *ranks;     /* who takes part in the launch; NULL in phase one */
};

/* The most outputs whose dims a run may find. */
#define WORK_MOST_FOUND 2

struct found_dims {
    int32_t rank; /* -1: the dims of phase one stay */
    int64_t dims[TENSOR_MAX_DIMS];
};

/* Work of its own: what an L0 row names in "run". */
struct l0_run {
    /* Says in phase one whether the work can be done; reports 207000 when not. Addresses are
     * NULL. May be NULL: it always can. */
    aclnnStatus (*check)(const struct work *work);
    /* The bytes of scratch that the work takes. Addresses are NULL. May be NULL: none. */
    uint64_t (*scratch_bytes)(const struct work *work);
    /* Scratch holds indices or loop counts that steer the work. It then lies in the library's own
     * memory, since the program may overwrite a workspace while the work runs. */
    bool scratch_steers;
    /* An input may be the identical view of an output, because each element is written after it was
     * read. Otherwise inputs and outputs share no memory. */
    bool in_place;
    /* The same as in_place, but only for an operand that is both read and written as one
     * argument. */
    bool itself_in_place;
    /* Does the work. The text of a failure does not name the call. */
    void (*run)(const struct work *work, struct task_failure *failure);
    /* The number of first outputs whose dims the run finds. Until then the caller's tensors have
     * the largest dims possible. */
    int finds_dims;
};

struct schedule;

/* Makes the schedule of a list whose status is good, for a launch of so many operands. operand_of
 * gives the operand index of one of the caller's tensors. Returns NULL with the list's status set
 * and reported when something is not implemented or memory is short. It lies in the list's
 * arena. */
struct schedule *schedule_new(struct l0_list *list, int operand_count,
                              int (*operand_of)(const struct tensor *), aclnnStatus *status);

/* The bytes of launch->room that a run takes. */
size_t schedule_room(const struct schedule *schedule);

/* Resets the dims of outputs whose dims a run finds to those that the caller gave. */
void schedule_forget_found(const struct schedule *schedule, const struct launch *launch);

/* Runs the schedule on the operands of the launch. */
void schedule_run(const struct schedule *schedule, struct launch *launch,
                  struct task_failure *failure);

#endif
