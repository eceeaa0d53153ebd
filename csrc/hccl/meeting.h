/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where ranks meet: a socket that listens in the process that made the root info. Each rank
 * connects and introduces itself; when all are there each gets the book, which says how to reach
 * them. The connections stay: they are the ranks' control lines. Over them a rank learns that
 * another has gone or has ended its communicator.
 */
#ifndef ACLNN_PY_HCCL_MEETING_H
#define ACLNN_PY_HCCL_MEETING_H

#include "hccl/wire.h"

/* Opens a meeting at root->host and root->port (0: a free one, which root then has). It ends when
 * nobody comes for so many seconds, and when all have left. Reports and returns HCCL_E_TCP_CONNECT,
 * HCCL_E_SYSCALL, HCCL_E_MEMORY. */
HcclResult meeting_open(struct wire_root *root, uint32_t seconds);

#endif
