/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The planner: lays the tensors of an L0 list out in one workspace, as CANN's executor does.
 *
 * Time is the position in the list. A kernel's workspace lives while its operator runs; an output
 * lives from its operator to the last one that reads its storage, or to the one that writes it
 * again. Tensors are placed in the order in which they come to be, workspaces before outputs, each
 * into a slot:
 *
 *   - a slot is free for a tensor when its most recent tensor began at another time, was dead
 *     before this one begins, and is not read by the operator this one belongs to;
 *   - of the free slots the last one is taken, however large it is; without one, a new slot;
 *   - a slot is as large as its largest tensor, and a tensor takes its bytes plus 32, rounded up to
 *     512;
 *   - slots lie one behind the other. The end of the last is the size of the workspace.
 */
#ifndef ACLNN_PY_WORKSPACE_PLANNER_H
#define ACLNN_PY_WORKSPACE_PLANNER_H

#include "workspace/l0.h"

/* A tensor takes this many bytes beyond its own, rounded up to the multiple below. */
#define PLANNER_PADDING 32
#define PLANNER_ALIGNMENT 512

struct placement {
    int tensor;
    int operator;
    int start; /* the first and the last operator during which the tensor is alive */
    int end;
    int slot;
    uint64_t padded;
};

struct slot {
    int last; /* the placement that was put into it last */
    uint64_t offset;
    uint64_t bytes;
};

struct workspace_plan {
    int placement_count;
    int slot_count;
    struct placement *placements;
    struct slot *slots;
    uint64_t size; /* bytes of the workspace */
};

/* bytes + PLANNER_PADDING, rounded up to 512. */
uint64_t planner_padded(uint64_t bytes);

/* Lays the list out. The result lies in the list's arena. False when the size does not fit into 63
 * bits, or when memory is short, which the list's status says. */
bool planner_run(struct l0_list *list, struct workspace_plan *plan);

#endif
