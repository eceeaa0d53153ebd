/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/group.h"

#include <stdlib.h>

#include "base/report.h"

static _Thread_local struct group group;

static const char *const kind_names[] = {
    [GROUP_ANY] = "nothing",
    [GROUP_JOINS] = "functions that make communicators",
    [GROUP_COLLECTIVES] = "collectives",
    [GROUP_TRANSFERS] = "sends and receives",
};

struct group *group_here(void)
{
    return &group;
}

HcclResult group_enter(enum group_kind kind)
{
    if (group.depth == 0 || group.kind == kind)
        return HCCL_SUCCESS;
    if (group.kind != GROUP_ANY)
        return (HcclResult)report(HCCL_E_PARA,
                                  "the group that HcclGroupStart began consists of %s; %s need one "
                                  "of their own",
                                  kind_names[group.kind], kind_names[kind]);
    group.kind = kind;
    return HCCL_SUCCESS;
}

/* Makes room for one more element behind `count`. */
static void *grow(void *list, uint32_t count, size_t bytes)
{
    void *grown = realloc(list, (count + 1) * bytes);
    if (grown == NULL)
        report(HCCL_E_MEMORY, "no host memory for the calls of a group");
    return grown;
}

HcclResult group_keep_join(const struct join *join)
{
    struct join *grown = grow(group.joins, group.join_count, sizeof *grown);
    if (grown == NULL)
        return HCCL_E_MEMORY;
    group.joins = grown;
    group.joins[group.join_count++] = *join;
    return HCCL_SUCCESS;
}

HcclResult group_keep_transfer(const struct group_transfer *transfer)
{
    struct group_transfer *grown = grow(group.transfers, group.transfer_count, sizeof *grown);
    if (grown == NULL)
        return HCCL_E_MEMORY;
    group.transfers = grown;
    group.transfers[group.transfer_count++] = *transfer;
    return HCCL_SUCCESS;
}
