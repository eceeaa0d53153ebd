/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives within other work: a call of aclnn whose ranks exchange tensors between products.
 * Each is carried out as the function of hccl.h is, on memory in the kernels' view, by the thread
 * that does the work. All elements lie densely. Counts are in elements.
 */
#ifndef ACLNN_PY_HCCL_WITHIN_H
#define ACLNN_PY_HCCL_WITHIN_H

#include "hccl/operation.h"

struct within {
    struct communicator *communicator;
    const char *caller; /* the name of the call, which all ranks have to make */
    uint64_t number;    /* of the collective, drawn by within_draw */
    const struct task *task;
    struct stream *stream;
    struct task_failure *failure; /* says how it went */
};

/* So many numbers, one behind the other; gives the first. A task draws them when it is queued. */
uint64_t within_draw(struct communicator *communicator, uint32_t count);

/* Tells the other ranks that this one does not take part in the call, so that nobody waits. */
void within_leave(const struct communicator *communicator, const char *caller, const char *why);

/* Reports and returns HCCL_E_REMOTE when nothing more is carried out. */
HcclResult within_check(const struct communicator *communicator);

/* Whether a rank is still there, by what the connections say. */
bool within_sees(const struct within *within, uint32_t rank);

void within_barrier(const struct within *within);

/* Sums of `count` elements. */
void within_all_reduce(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count);

/* Sums; each rank gets `count` elements of `count` times the number of ranks. */
void within_reduce_scatter(const struct within *within, HcclDataType type, const char *send,
                           char *receive, uint64_t count);

/* Each rank gives `count` elements, and gets those of all. */
void within_all_gather(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count);

/* Each rank sends `count` elements to each. */
void within_all_to_all(const struct within *within, HcclDataType type, const char *send,
                       char *receive, uint64_t count);

/* The parts are in bytes; both arrays have one for each rank. */
void within_all_to_all_v(const struct within *within, HcclDataType type, const char *send,
                         struct operation_part *out, char *receive, struct operation_part *in);

#endif
