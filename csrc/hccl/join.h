/* SPDX-License-Identifier: Apache-2.0 */
/* How a rank comes to a communicator: it goes to where the ranks meet, and waits for the book. The
 * two parts are apart, so that one thread can make several ranks. */
#ifndef ACLNN_PY_HCCL_JOIN_H
#define ACLNN_PY_HCCL_JOIN_H

#include "hccl/communicator.h"
#include "hccl/wire.h"

struct join {
    struct communicator *communicator; /* not open yet */
    struct wire_root root;
    int file;
    int64_t deadline;
    uint32_t seconds;
    HcclComm *out;
};

/* Where the ranks meet. `waits`: that place may not be there yet. device: of the rank. */
struct join_order {
    struct wire_root root;
    bool waits;
    uint32_t size;
    uint32_t rank;
    int32_t device;
    const HcclCommConfig *config;
};

/* Goes there and introduces the rank. */
HcclResult join_begin(struct join *join, const struct join_order *order, HcclComm *out);

/* Waits for the others and makes the communicator. */
HcclResult join_end(struct join *join);

/* Ends one that has begun, without a communicator. */
void join_drop(struct join *join);

#endif
