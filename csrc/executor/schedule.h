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

/* An operand of work of its own. */
struct work_view {
    aclDataType type;
    int32_t rank;
    const int64_t *dims;
    const int64_t *strides; /* elements */
    char *address;          /* the first element; of a host constant: its value */
};

struct work {
    const struct work_view *inputs;
    const struct work_view *outputs;
    const void *attributes;
    char *scratch; /* as many bytes as scratch_bytes said, aligned for every type */
    /* Where the dims of the first outputs are known only now: the run writes them here, and the
       caller's tensors get them when it has run well. NULL in phase one. */
    struct found_dims *found;
    const struct task *task; /* for findings; NULL in phase one */
};

/* Most outputs whose dims a run may find. */
#define WORK_MOST_FOUND 2

struct found_dims {
    int32_t rank; /* -1: those of phase one hold */
    int64_t dims[TENSOR_MAX_DIMS];
};

/* Work of its own: what a row of the L0 table with "run" names. */
struct l0_run {
    /* Whether it can be carried out, asked in phase one: reports 207000. Addresses are NULL. May be
       NULL: it can. */
    aclnnStatus (*check)(const struct work *work);
    /* Bytes of scratch; addresses are NULL then. May be NULL: none. */
    uint64_t (*scratch_bytes)(const struct work *work);
    /* Scratch holds what steers the work: places, or counts that loops follow. It then lies in the
       library's own memory, since others may overwrite a workspace while the work runs. */
    bool scratch_steers;
    /* An input may be the identical view that an output is: each element is written after it was
       read. Else inputs and outputs share no memory. */
    bool in_place;
    /* The same for the operand that is read and written by one name, and for no other. */
    bool itself_in_place;
    /* The text of a failure does not name the call. */
    void (*run)(const struct work *work, struct task_failure *failure);
    /* The run finds the dims of so many first outputs: until then the caller's tensors have the
       most. */
    int finds_dims;
};

struct schedule;

/*
 * The steps of a list whose status is good, for a launch of so many operands. operand_of gives the
 * operand that a tensor of the caller's is. NULL and a status, reported, when something is not
 * carried out or memory is short. It lies in the list's arena.
 */
struct schedule *schedule_new(struct l0_list *list, int operand_count,
                              int (*operand_of)(const struct tensor *), aclnnStatus *status);

/* Bytes of launch->room that a run takes. */
size_t schedule_room(const struct schedule *schedule);

/* What finds out the dims of its output starts with those that the caller gave. */
void schedule_forget_found(const struct schedule *schedule, const struct launch *launch);

/* Runs it on the operands of the launch. */
void schedule_run(const struct schedule *schedule, struct launch *launch,
                  struct task_failure *failure);

#endif
