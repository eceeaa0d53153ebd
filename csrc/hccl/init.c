/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that make communicators. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/number.h"
#include "base/report.h"
#include "hccl/config.h"
#include "hccl/group.h"
#include "hccl/join.h"
#include "hccl/meeting.h"
#include "hccl/rank_table.h"
#include "hccl/setting.h"
#include "impl/aclnnop/../hccl/hccl_comm.h"
#include "runtime/stream/context.h"

#define NO_RANK UINT32_MAX

static HcclResult report_null(const char *argument)
{
    return (HcclResult)report(HCCL_E_PTR, "%s is NULL; a valid pointer is required", argument);
}

/* The device of a communicator that this thread makes. */
static HcclResult own_device(int32_t *device)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return HCCL_E_RUNTIME;
    *device = context->device;
    context_release(context);
    return HCCL_SUCCESS;
}

/* ---- Root infos ------------------------------------------------------------------------------ */

static HcclResult open_meeting(struct wire_root *root)
{
    struct setting_values settings;
    HcclResult status = setting_read(&settings);
    *root = (struct wire_root){.magic = WIRE_MAGIC};
    if (status != HCCL_SUCCESS)
        return status;
    if (getrandom(root->secret, sizeof root->secret, 0) < 0)
        return (HcclResult)report(HCCL_E_SYSCALL, "the system gives no random number");
    host_address(root->host, sizeof root->host);
    return meeting_open(root, settings.connect_seconds);
}

HcclResult HcclGetRootInfoImpl(HcclRootInfo *rootInfo)
{
    struct wire_root root;
    if (rootInfo == NULL)
        return report_null("rootInfo");
    HcclResult status = open_meeting(&root);
    if (status != HCCL_SUCCESS)
        return status;
    memset(rootInfo, 0, sizeof *rootInfo);
    memcpy(rootInfo->internal, &root, sizeof root);
    return HCCL_SUCCESS;
}

HcclResult HcclGetRootInfoScalableImpl(HcclRootInfo *rootInfo)
{
    return HcclGetRootInfoImpl(rootInfo);
}

/* ---- One rank -------------------------------------------------------------------------------- */

static HcclResult check_ranks(uint32_t size, uint32_t rank)
{
    if (size == 0 || size > WIRE_MOST_RANKS)
        return (HcclResult)report(HCCL_E_PARA, "nRanks is %u; 1 to %d is required", size,
                                  WIRE_MOST_RANKS);
    if (rank >= size)
        return (HcclResult)report(HCCL_E_PARA, "rank is %u; 0 to nRanks - 1, %u, is required", rank,
                                  size - 1);
    return HCCL_SUCCESS;
}

/* Makes it now, or at the end of the thread's group. */
static HcclResult join_now(const struct join_order *order, HcclComm *out)
{
    struct join join;
    HcclResult status = group_enter(GROUP_JOINS);
    if (status == HCCL_SUCCESS)
        status = join_begin(&join, order, out);
    if (status != HCCL_SUCCESS)
        return status;
    if (group_here()->depth == 0)
        return join_end(&join);
    status = group_keep_join(&join);
    if (status != HCCL_SUCCESS)
        join_drop(&join);
    return status;
}

static HcclResult init(uint32_t size, const HcclRootInfo *info, uint32_t rank,
                       const HcclCommConfig *config, HcclComm *comm)
{
    struct join_order order = {.size = size, .rank = rank, .config = config};
    if (info == NULL || comm == NULL)
        return report_null(info == NULL ? "rootInfo" : "comm");
    HcclResult status = check_ranks(size, rank);
    if (status == HCCL_SUCCESS)
        status = own_device(&order.device);
    if (status != HCCL_SUCCESS)
        return status;
    memcpy(&order.root, info->internal, sizeof order.root);
    order.root.host[sizeof order.root.host - 1] = '\0';
    if (order.root.magic != WIRE_MAGIC)
        return (HcclResult)report(HCCL_E_PARA,
                                  "rootInfo is not what HcclGetRootInfo gave; hand its 4108 bytes "
                                  "to all ranks as they are");
    return join_now(&order, comm);
}

HcclResult HcclCommInitRootInfoImpl(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank,
                                    HcclComm *comm)
{
    return init(nRanks, rootInfo, rank, NULL, comm);
}

HcclResult HcclCommInitRootInfoConfigImpl(uint32_t nRanks, const HcclRootInfo *rootInfo,
                                          uint32_t rank, const HcclCommConfig *config,
                                          HcclComm *comm)
{
    if (config == NULL)
        return report_null("config");
    return init(nRanks, rootInfo, rank, config, comm);
}

HcclResult HcclCommInitRootInfoScalableImpl(uint32_t nRanks, uint32_t nRoot,
                                            const HcclRootInfo *rootInfos, uint32_t rank,
                                            uint32_t nExtRoot, const HcclCommConfig *config,
                                            HcclComm *comm)
{
    if (nRoot == 0 || nExtRoot != 0)
        return (HcclResult)report(HCCL_E_PARA,
                                  "nRoot is %u and nExtRoot is %u; at least 1 and 0 are required",
                                  nRoot, nExtRoot);
    return init(nRanks, rootInfos, rank, config, comm);
}

/* ---- All ranks of a process ------------------------------------------------------------------ */

static HcclResult check_devices(uint32_t count, const int32_t *devices)
{
    for (uint32_t i = 0; i < count; i++) {
        if (device_check(devices[i]) != ACL_SUCCESS)
            return HCCL_E_PARA;
        for (uint32_t j = 0; j < i; j++)
            if (devices[i] == devices[j])
                return (HcclResult)report(HCCL_E_PARA,
                                          "devices[%u] and devices[%u] are both %d; each rank has "
                                          "a device of its own",
                                          j, i, devices[i]);
    }
    return HCCL_SUCCESS;
}

/* Ends what has begun, well or, after a failure, without communicators. */
static HcclResult end_all(struct join *joins, uint32_t count, HcclResult status, HcclComm *comms)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (status != HCCL_SUCCESS) {
            join_drop(&joins[i]);
            continue;
        }
        status = join_end(&joins[i]);
        made += status == HCCL_SUCCESS;
    }
    for (uint32_t i = 0; status != HCCL_SUCCESS && i < made; i++)
        (void)HcclCommDestroyImpl(comms[i]);
    return status;
}

HcclResult HcclCommInitAllImpl(uint32_t ndev, int32_t *devices, HcclComm *comms)
{
    struct join_order order = {.size = ndev};
    if (devices == NULL || comms == NULL)
        return report_null(devices == NULL ? "devices" : "comms");
    HcclResult status = check_ranks(ndev, 0);
    if (status == HCCL_SUCCESS)
        status = check_devices(ndev, devices);
    if (status == HCCL_SUCCESS)
        status = group_enter(GROUP_JOINS);
    if (status == HCCL_SUCCESS)
        status = open_meeting(&order.root);
    if (status != HCCL_SUCCESS)
        return status;
    struct join *joins = calloc(ndev, sizeof *joins);
    if (joins == NULL)
        return (HcclResult)report(HCCL_E_MEMORY, "no host memory for communicators");
    uint32_t begun = 0;
    while (status == HCCL_SUCCESS && begun < ndev) {
        order.rank = begun;
        order.device = devices[begun];
        status = join_begin(&joins[begun], &order, &comms[begun]);
        begun += status == HCCL_SUCCESS;
    }
    status = end_all(joins, begun, status, comms);
    free(joins);
    return status;
}

/* ---- Rank tables ----------------------------------------------------------------------------- */

static HcclResult init_by_table(const char *path, uint32_t rank, const HcclCommConfig *config,
                                HcclComm *comm)
{
    struct rank_table table;
    struct setting_values settings;
    struct join_order order = {.rank = rank, .config = config, .waits = true};
    if (comm == NULL)
        return report_null("comm");
    HcclResult status = rank_table_read(path, &table);
    if (status == HCCL_SUCCESS)
        status = check_ranks(table.size, rank);
    if (status == HCCL_SUCCESS)
        status = own_device(&order.device);
    if (status == HCCL_SUCCESS)
        status = setting_read(&settings);
    if (status != HCCL_SUCCESS)
        return status;
    order.size = table.size;
    order.root = table.root;
    if (rank == 0)
        status = meeting_open(&order.root, settings.connect_seconds);
    return status == HCCL_SUCCESS ? join_now(&order, comm) : status;
}

HcclResult HcclCommInitClusterInfoImpl(const char *clusterInfo, uint32_t rank, HcclComm *comm)
{
    return init_by_table(clusterInfo, rank, NULL, comm);
}

HcclResult HcclCommInitClusterInfoConfigImpl(const char *clusterInfo, uint32_t rank,
                                             HcclCommConfig *config, HcclComm *comm)
{
    if (config == NULL)
        return report_null("config");
    return init_by_table(clusterInfo, rank, config, comm);
}

/* ---- Sub-communicators ----------------------------------------------------------------------- */

static HcclResult check_sub(const struct communicator *global, uint32_t count,
                            const uint32_t *ranks, uint32_t own)
{
    if (global->is_sub)
        return (HcclResult)report(HCCL_E_PARA,
                                  "comm \"%s\" is a sub-communicator; make one of the communicator "
                                  "that it was made of",
                                  global->name);
    if (count == 0 || count > global->size)
        return (HcclResult)report(HCCL_E_PARA, "rankNum is %u; 1 to %u is required", count,
                                  global->size);
    for (uint32_t i = 0; i < count; i++)
        if (ranks[i] >= global->size || (i > 0 && ranks[i] <= ranks[i - 1]))
            return (HcclResult)report(HCCL_E_PARA,
                                      "rankIds[%u] is %u; ranks below %u in ascending order are "
                                      "required",
                                      i, ranks[i], global->size);
    if (own >= count || ranks[own] != global->rank)
        return (HcclResult)report(HCCL_E_PARA,
                                  "subCommRankId is %u, and rankIds does not have rank %u, which "
                                  "calls, there",
                                  own, global->rank);
    return HCCL_SUCCESS;
}

/* All ranks come to the same number: they make their sub-communicators in the same sequence. */
static uint64_t number_of_sub(struct communicator *global, uint64_t id, uint32_t count,
                              const uint32_t *ranks)
{
    uint64_t number = mix_bits(global->number ^ mix_bits(id));
    for (uint32_t i = 0; i < count; i++)
        number = mix_bits(number ^ ranks[i]);
    return number;
}

static HcclResult make_sub(struct communicator *global, uint32_t count, const uint32_t *ranks,
                           uint64_t id, uint32_t own, const HcclCommConfig *config, HcclComm *out)
{
    struct communicator *sub = communicator_new(count);
    if (sub == NULL)
        return HCCL_E_MEMORY;
    sub->rank = own;
    sub->device = global->device;
    sub->is_sub = true;
    sub->execute_seconds = global->execute_seconds;
    sub->buffer_megabytes = global->buffer_megabytes;
    sub->number = number_of_sub(global, id, count, ranks);
    for (uint32_t i = 0; i < count; i++)
        sub->members[i] = global->members[ranks[i]];
    if (snprintf(sub->name, sizeof sub->name, "%.90s_sub_%" PRIu64, global->name, id) < 0)
        sub->name[0] = '\0';
    if (global->line != NULL && count > 1) {
        line_retain(global->line);
        sub->line = global->line;
    }
    HcclResult status = config_apply(config, sub);
    if (status == HCCL_SUCCESS)
        status = communicator_open(sub);
    if (status == HCCL_SUCCESS)
        *out = sub->handle;
    else
        communicator_free(sub);
    return status;
}

HcclResult HcclCreateSubCommConfigImpl(HcclComm *comm, uint32_t rankNum, uint32_t *rankIds,
                                       uint64_t subCommId, uint32_t subCommRankId,
                                       HcclCommConfig *config, HcclComm *subComm)
{
    if (comm == NULL || subComm == NULL)
        return report_null(comm == NULL ? "comm" : "subComm");
    if (rankIds == NULL && subCommId == NO_RANK) {
        *subComm = NULL;
        return HCCL_SUCCESS;
    }
    if (rankIds == NULL || config == NULL)
        return report_null(rankIds == NULL ? "rankIds" : "config");
    HcclResult status;
    struct communicator *global = communicator_acquire(*comm, &status);
    if (global == NULL)
        return status;
    status = check_sub(global, rankNum, rankIds, subCommRankId);
    if (status == HCCL_SUCCESS)
        status = make_sub(global, rankNum, rankIds, subCommId, subCommRankId, config, subComm);
    communicator_release(global);
    return status;
}
