/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_HCCL_TRANSFERS_H
#define ACLNN_PY_HCCL_TRANSFERS_H

#include <stdint.h>

#include "acl/acl_rt.h"
#include "hccl/hccl_types.h"

/* The work of HcclBatchSendRecv: checks the items and queues them as one task. */
HcclResult transfers_submit(const HcclSendRecvItem *items, uint32_t count, HcclComm comm,
                            aclrtStream stream);

#endif
