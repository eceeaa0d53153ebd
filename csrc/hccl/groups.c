/* SPDX-License-Identifier: Apache-2.0 */
/* HcclGroupStart and HcclGroupEnd. */
#include <stdlib.h>

#include "base/report.h"
#include "hccl/group.h"
#include "hccl/transfers.h"
#include "impl/aclnnop/../hccl/hccl_comm.h"

HcclResult HcclGroupStartImpl(void)
{
    group_here()->depth++;
    return HCCL_SUCCESS;
}

/* Waits for the communicators; the first failure counts. */
static HcclResult end_joins(struct group *group)
{
    HcclResult first = HCCL_SUCCESS;
    for (uint32_t i = 0; i < group->join_count; i++) {
        HcclResult status = join_end(&group->joins[i]);
        if (first == HCCL_SUCCESS)
            first = status;
    }
    return first;
}

/* Moves the transfers of the first one's communicator and stream to a list, and returns how many
 * those are. */
static uint32_t take_alike(struct group *group, HcclSendRecvItem *items)
{
    const struct group_transfer first = group->transfers[0];
    uint32_t taken = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < group->transfer_count; i++) {
        const struct group_transfer *each = &group->transfers[i];
        if (each->communicator == first.communicator && each->stream == first.stream)
            items[taken++] = each->item;
        else
            group->transfers[left++] = *each;
    }
    group->transfer_count = left;
    return taken;
}

static HcclResult end_transfers(struct group *group)
{
    HcclResult first = HCCL_SUCCESS;
    if (group->transfer_count == 0)
        return HCCL_SUCCESS;
    HcclSendRecvItem *items = calloc(group->transfer_count, sizeof *items);
    if (items == NULL)
        return (HcclResult)report(HCCL_E_MEMORY, "no host memory for the calls of a group");
    while (group->transfer_count > 0) {
        const HcclComm communicator = group->transfers[0].communicator;
        const aclrtStream stream = group->transfers[0].stream;
        uint32_t count = take_alike(group, items);
        HcclResult status = transfers_submit(items, count, communicator, stream);
        if (first == HCCL_SUCCESS)
            first = status;
    }
    free(items);
    return first;
}

HcclResult HcclGroupEndImpl(void)
{
    struct group *group = group_here();
    if (group->depth == 0)
        return (HcclResult)report(HCCL_E_PARA,
                                  "this thread has no group; call HcclGroupStart before");
    if (--group->depth > 0)
        return HCCL_SUCCESS;
    HcclResult status = end_joins(group);
    HcclResult other = end_transfers(group);
    free(group->joins);
    free(group->transfers);
    *group = (struct group){.depth = 0};
    return status != HCCL_SUCCESS ? status : other;
}
