/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of calls of one thread (HcclGroupStart): what they keep for their ends. */
#ifndef ACLNN_PY_HCCL_GROUP_H
#define ACLNN_PY_HCCL_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_rt.h"
#include "hccl/join.h"

/* What a group consists of. */
enum group_kind { GROUP_ANY, GROUP_JOINS, GROUP_COLLECTIVES, GROUP_TRANSFERS };

/* A send or a receive that is kept. */
struct group_transfer {
    HcclComm communicator;
    aclrtStream stream;
    HcclSendRecvItem item;
};

struct group {
    unsigned depth; /* how many were started and have not ended */
    enum group_kind kind;
    struct join *joins;
    uint32_t join_count;
    struct group_transfer *transfers;
    uint32_t transfer_count;
};

/* This thread's. */
struct group *group_here(void);

/* A call of this kind is made. Reports and returns HCCL_E_PARA when this thread's group consists of
 * another kind. */
HcclResult group_enter(enum group_kind kind);

/* Keep one for the end of the group. Report and return HCCL_E_MEMORY. */
HcclResult group_keep_join(const struct join *join);
HcclResult group_keep_transfer(const struct group_transfer *transfer);

#endif
