/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives and transfers as tasks of a stream. */
#ifndef ACLNN_PY_HCCL_TASK_H
#define ACLNN_PY_HCCL_TASK_H

#include "hccl/operation.h"
#include "hccl/transfer.h"

/* Memory that a call uses. */
struct task_buffer {
    const char *argument;
    int64_t member; /* of a list; -1 */
    const void *address;
    uint64_t bytes;
    bool is_written;
};

/* A collective with parts for all ranks, set to 0; NULL, with a report. The communicator is pinned.
 * Its task runs once it is submitted. */
struct task_call;
struct task_call *task_new(struct communicator *communicator, enum operation_kind kind);
struct operation *task_operation(struct task_call *call);

/* A batch of transfers; their list is to be filled in. */
struct task_call *task_new_batch(struct communicator *communicator, uint32_t count);
struct transfer *task_transfers(struct task_call *call);

/* Checks a buffer and adds it, and gives its address in the kernels' view; *address is NULL for a
 * buffer of no bytes. alignment: of its elements, 1 where it does not matter. Reports and returns
 * HCCL_E_PTR, HCCL_E_PARA. */
HcclResult task_use(struct task_call *call, const struct task_buffer *buffer, size_t alignment,
                    char **address);

/* Queues it; the call belongs to the stream. Reports and returns HCCL_E_PTR, HCCL_E_PARA,
 * HCCL_E_REMOTE; then it is still the caller's. */
HcclResult task_submit(struct task_call *call, aclrtStream stream);

void task_free(struct task_call *call);

#endif
