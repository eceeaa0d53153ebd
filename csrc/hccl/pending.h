/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of one operation that are under way, and the wait for them. */
#ifndef ACLNN_PY_HCCL_PENDING_H
#define ACLNN_PY_HCCL_PENDING_H

#include "hccl/operation.h"

struct pending {
    struct communicator *communicator;
    const struct operation_run *run;
    const char *call; /* the name of the function */
    struct {
        struct engine_request *request;
        uint32_t rank;
        bool is_receive;
    } *list;
    uint32_t count; /* how many are under way */
    uint32_t room;
    unsigned looks;
    bool is_left;  /* some may still be under way, and use their memory */
    uint32_t lost; /* a rank that is out of reach, UINT32_MAX: none; pending_end fails the run */
};

void pending_begin(struct pending *pending, struct communicator *communicator,
                   const struct operation_run *run, const char *call);

/* Forgets what is still under way. The engine is not locked. */
void pending_end(struct pending *pending);

/* Sends to and receives from a rank. False when that cannot begin: the rank is lost, or the run has
 * failed. The engine is locked. */
bool pending_send(struct pending *pending, uint32_t rank, uint64_t tag, const void *bytes,
                  size_t count);
bool pending_receive(struct pending *pending, uint32_t rank, uint64_t tag, void *bytes,
                     size_t count);

/* Waits until at most so many are under way; false, with the failure of the run, when a rank has
 * gone, the time is over, or the stream gives up. */
bool pending_wait(struct pending *pending, uint32_t most);

/* A part of such a wait: what is to be done between two looks at the messages. `idle` counts looks
 * that found nothing. False as above; waits_for is the rank that is waited for, UINT32_MAX for
 * those of the list. */
bool pending_pause(struct pending *pending, unsigned idle, uint32_t waits_for);

#endif
