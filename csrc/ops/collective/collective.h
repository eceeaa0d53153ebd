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

/* ---- Pieces of lists ------------------------------------------------------------------------- */

/* A tensor of the caller's: dense as a kernel takes it, and, the result, for the work here. */
int collective_list_dense(struct l0_list *list, int tensor, int *launched);

/* A matrix of the caller's, or each of several, with rows and columns swapped where a flag says so;
 * L0_NONE: it is NULL. */
int collective_list_matrix(struct l0_list *list, const struct call *call, const char *name,
                           bool turned);

/* The dims in another order; `dims` are those that the elements are seen in. */
int collective_list_turned(struct l0_list *list, int tensor, const int64_t *dims,
                           const int64_t *order, int32_t rank);

/* What an exchange of a dense tensor gives, in these dims. */
int collective_list_exchanged(struct l0_list *list, const struct l0_row *row,
                              enum collective_group group, int tensor, const int64_t *dims,
                              int32_t rank);

/* a + b in float32; b may be L0_NONE. */
int collective_list_sum(struct l0_list *list, int a, int b);

/* left @ right + bias + x3 in a type; the last two may be L0_NONE. */
int collective_list_product(struct l0_list *list, int left, int right, int bias, int x3,
                            aclDataType type);

/* A result of a kernel for one of the caller's tensors. */
int collective_list_result(struct l0_list *list, int out);

/* Writes what the work gives to a result of the kernel, and that to the caller's. */
void collective_list_store(struct l0_list *list, int numbers, int result, int out);

/* ---- Communicators --------------------------------------------------------------------------- */

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
