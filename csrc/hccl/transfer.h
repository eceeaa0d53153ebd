/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends and receives between two ranks. The sender sends its arguments, with the elements behind
 * them if they are few; otherwise it waits for the answer of the receive, and sends them then. The
 * transfers of a batch do not wait for one another.
 */
#ifndef ACLNN_PY_HCCL_TRANSFER_H
#define ACLNN_PY_HCCL_TRANSFER_H

#include "hccl/operation.h"

/* One send or receive. */
struct transfer {
    uint32_t kind; /* OPERATION_SEND or OPERATION_RECEIVE */
    uint32_t peer;
    HcclDataType type;
    uint64_t count;
    uint64_t bytes;
    char *address; /* in the kernels' view */
};

/* Carries out a batch; failure->status of the run says how it went. What a rank sends to itself it
 * receives in the same batch, in the same sequence (transfer_check_own). */
void transfer_run(struct communicator *communicator, const struct transfer *list, uint32_t count,
                  const struct operation_run *run);

/* Reports and returns HCCL_E_PARA unless the rank receives what it sends to itself. */
HcclResult transfer_check_own(const struct communicator *communicator, const struct transfer *list,
                              uint32_t count);

#endif
