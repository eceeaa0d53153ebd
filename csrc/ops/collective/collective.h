/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that the ranks of a communicator make together: what their checks, lists and work share. */
#ifndef ACLNN_PY_OPS_COLLECTIVE_COLLECTIVE_H
#define ACLNN_PY_OPS_COLLECTIVE_COLLECTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/call.h"
#include "workspace/l0.h"

/* The communicators of a call: of all ranks or of experts, and of tensors. */
enum collective_group { COLLECTIVE_FIRST, COLLECTIVE_SECOND };

/* Attributes of the rows that exchange tensors between ranks. */
struct collective_work {
    enum collective_group group;
};

/* Appends the work of a row with a communicator of the call. */
void collective_step(struct l0_list *list, const struct l0_row *row, enum collective_group group,
                     const int *inputs, int input_count, const int *outputs, int output_count);

/* The number of ranks of a communicator of the call; 1 before check_group has found it. */
int64_t collective_size(const struct call *call, enum collective_group group);

/* The rank of this end of it; 0 before that. */
int64_t collective_rank(const struct call *call, enum collective_group group);

/* The number of ranks of the communicator of a name; 1 where there is none, for whoever only asks
 * for a workspace. */
int64_t collective_size_by_name(const char *name);

/* Finds the communicator that a text names, for so many collectives of the call. 161001 for NULL,
 * with a report. Where the process has none of the name phase two refuses with 361001: CANN's own
 * tests of phase one name groups that do not exist. */
aclnnStatus collective_find(struct call *call, int text, enum collective_group group,
                            uint32_t numbers);

/* As above; phase two also refuses, with 561002, where `size` is not the number of its ranks. */
aclnnStatus collective_find_sized(struct call *call, int text, int size,
                                  enum collective_group group, uint32_t numbers);

/* An integer of the call by its name; 0 where the call has none: versions differ. */
int64_t collective_integer(const struct call *call, const char *name);

/* Lets phase two refuse the call, for the first reason. Gives 0. */
aclnnStatus collective_refuse_late(struct call *call, aclnnStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether it holds; where it does not, phase two refuses as above. */
bool collective_require(struct call *call, aclnnStatus status, bool holds, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
