/* SPDX-License-Identifier: Apache-2.0 */
/* HcclSend, HcclRecv and HcclBatchSendRecv. */
#include "hccl/transfers.h"

#include <inttypes.h>

#include "base/report.h"
#include "hccl/group.h"
#include "hccl/task.h"
#include "hccl/type.h"
#include "impl/aclnnop/../hccl/hccl.h"

/* The names of a list's arguments, or of a single call's. */
static const char *const batch_names[] = {"buf", "count", "dataType", "remoteRank"};
static const char *const send_names[] = {"sendBuf", "count", "dataType", "destRank"};
static const char *const receive_names[] = {"recvBuf", "count", "dataType", "srcRank"};

static HcclResult check_item(const struct communicator *communicator, const HcclSendRecvItem *item,
                             const char *const names[4], bool is_batch)
{
    if (item->sendRecvType != HCCL_SEND && item->sendRecvType != HCCL_RECV)
        return (HcclResult)report(HCCL_E_PARA,
                                  "sendRecvType is %d; HCCL_SEND (0) or HCCL_RECV (1) is required",
                                  (int)item->sendRecvType);
    if (item->remoteRank >= communicator->size)
        return (HcclResult)report(HCCL_E_PARA,
                                  "%s is %u; communicator \"%s\" has the ranks 0 to %u", names[3],
                                  item->remoteRank, communicator->name, communicator->size - 1);
    if (item->remoteRank == communicator->rank && !is_batch)
        return (HcclResult)report(HCCL_E_PARA,
                                  "%s is %u, the own rank; a rank sends to itself in "
                                  "HcclBatchSendRecv or a group, where it receives too",
                                  names[3], item->remoteRank);
    HcclResult status = type_check(names[2], item->dataType, HCCL_REDUCE_SUM, TYPE_MOVED);
    if (status == HCCL_SUCCESS && item->count > INT64_MAX / type_bytes(item->dataType))
        status = (HcclResult)report(
            HCCL_E_PARA, "%s is %" PRIu64 "; that many elements exceed the address space", names[1],
            item->count);
    return status;
}

static HcclResult set_transfer(struct task_call *call, uint32_t number,
                               const HcclSendRecvItem *item, const char *const names[4],
                               bool is_list)
{
    struct transfer *transfer = &task_transfers(call)[number];
    bool receives = item->sendRecvType == HCCL_RECV;
    *transfer = (struct transfer){.kind = receives ? OPERATION_RECEIVE : OPERATION_SEND,
                                  .peer = item->remoteRank,
                                  .type = item->dataType,
                                  .count = item->count,
                                  .bytes = item->count * type_bytes(item->dataType)};
    const struct task_buffer buffer = {names[0], is_list ? (int64_t)number : -1, item->buf,
                                       transfer->bytes, receives};
    return task_use(call, &buffer, 1, &transfer->address);
}

static HcclResult fill(struct task_call *call, struct communicator *communicator,
                       const HcclSendRecvItem *items, uint32_t count, const char *const names[4],
                       bool is_batch)
{
    HcclResult status = HCCL_SUCCESS;
    for (uint32_t i = 0; status == HCCL_SUCCESS && i < count; i++) {
        status = check_item(communicator, &items[i], names, is_batch);
        if (status == HCCL_SUCCESS)
            status = set_transfer(call, i, &items[i], names, is_batch);
    }
    if (status == HCCL_SUCCESS)
        status = transfer_check_own(communicator, task_transfers(call), count);
    return status;
}

static HcclResult submit(const HcclSendRecvItem *items, uint32_t count, const char *const names[4],
                         bool is_batch, HcclComm comm, aclrtStream stream)
{
    HcclResult status;
    struct communicator *communicator = communicator_acquire(comm, &status);
    if (communicator == NULL)
        return status;
    struct task_call *call = task_new_batch(communicator, count);
    status = call != NULL ? fill(call, communicator, items, count, names, is_batch) : HCCL_E_MEMORY;
    if (status == HCCL_SUCCESS)
        status = task_submit(call, stream);
    if (status != HCCL_SUCCESS && call != NULL)
        task_free(call);
    communicator_release(communicator);
    return status;
}

HcclResult transfers_submit(const HcclSendRecvItem *items, uint32_t count, HcclComm comm,
                            aclrtStream stream)
{
    return submit(items, count, batch_names, true, comm, stream);
}

static HcclResult transfer_one(const HcclSendRecvItem *item, HcclComm comm, aclrtStream stream)
{
    HcclResult status = group_enter(GROUP_TRANSFERS);
    if (status != HCCL_SUCCESS)
        return status;
    if (group_here()->depth > 0) {
        const struct group_transfer kept = {comm, stream, *item};
        return group_keep_transfer(&kept);
    }
    return submit(item, 1, item->sendRecvType == HCCL_SEND ? send_names : receive_names, false,
                  comm, stream);
}

HcclResult HcclSendImpl(void *sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank,
                        HcclComm comm, aclrtStream stream)
{
    const HcclSendRecvItem item = {HCCL_SEND, sendBuf, count, dataType, destRank};
    return transfer_one(&item, comm, stream);
}

HcclResult HcclRecvImpl(void *recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank,
                        HcclComm comm, aclrtStream stream)
{
    const HcclSendRecvItem item = {HCCL_RECV, recvBuf, count, dataType, srcRank};
    return transfer_one(&item, comm, stream);
}

HcclResult HcclBatchSendRecvImpl(HcclSendRecvItem *sendRecvInfo, uint32_t itemNum, HcclComm comm,
                                 aclrtStream stream)
{
    if (sendRecvInfo == NULL)
        return (HcclResult)report(HCCL_E_PTR, "sendRecvInfo is NULL; a valid pointer is required");
    if (itemNum == 0)
        return (HcclResult)report(HCCL_E_PARA, "itemNum is 0; at least 1 item is required");
    HcclResult status = group_enter(GROUP_TRANSFERS);
    return status == HCCL_SUCCESS ? transfers_submit(sendRecvInfo, itemNum, comm, stream) : status;
}
