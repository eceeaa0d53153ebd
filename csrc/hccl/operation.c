/* SPDX-License-Identifier: Apache-2.0 */
#include "hccl/operation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hccl/type.h"

const char *operation_name(uint32_t kind)
{
    static const char *const names[] = {
        [OPERATION_BARRIER] = "HcclBarrier",
        [OPERATION_ALL_REDUCE] = "HcclAllReduce",
        [OPERATION_REDUCE] = "HcclReduce",
        [OPERATION_REDUCE_SCATTER] = "HcclReduceScatter",
        [OPERATION_REDUCE_SCATTER_V] = "HcclReduceScatterV",
        [OPERATION_ALL_GATHER] = "HcclAllGather",
        [OPERATION_ALL_GATHER_V] = "HcclAllGatherV",
        [OPERATION_BROADCAST] = "HcclBroadcast",
        [OPERATION_SCATTER] = "HcclScatter",
        [OPERATION_ALL_TO_ALL] = "HcclAlltoAll",
        [OPERATION_ALL_TO_ALL_V] = "HcclAlltoAllV",
        [OPERATION_ALL_TO_ALL_VC] = "HcclAlltoAllVC",
        [OPERATION_SEND] = "HcclSend",
        [OPERATION_RECEIVE] = "HcclRecv",
    };
    return kind < sizeof names / sizeof names[0] ? names[kind] : "an unknown call";
}

void operation_describe(const struct operation_terms *terms, char *out, size_t size)
{
    char type[32];
    bool has_caller = terms->caller[0] != '\0';
    int length = snprintf(out, size, "%.*s%s%s", OPERATION_CALLER - 1, terms->caller,
                          has_caller ? ", " : "", operation_name(terms->kind));
    if (terms->kind == OPERATION_BARRIER)
        return;
    if (terms->count > 0)
        length += snprintf(out + length, size - (size_t)length, " of %" PRIu64 " elements",
                           terms->count);
    length += snprintf(out + length, size - (size_t)length, " of %s",
                       type_name((HcclDataType)terms->type, type, sizeof type));
    if (terms->op != UINT32_MAX)
        length += snprintf(out + length, size - (size_t)length, " with %s",
                           type_op_name((HcclReduceOp)terms->op));
    if (terms->root != UINT32_MAX)
        (void)snprintf(out + length, size - (size_t)length, ", root %u", terms->root);
}

bool operation_agrees(const struct operation_terms *a, const struct operation_terms *b)
{
    return a->communicator == b->communicator && a->number == b->number && a->kind == b->kind &&
           a->type == b->type && a->op == b->op && a->root == b->root && a->count == b->count &&
           strncmp(a->caller, b->caller, sizeof a->caller) == 0;
}

void operation_set_rows(struct operation_part *parts, uint32_t ranks, uint64_t bytes)
{
    for (uint32_t rank = 0; rank < ranks; rank++)
        parts[rank] = (struct operation_part){rank * bytes, bytes};
}

void operation_set_blocks(struct operation_part *parts, uint32_t ranks, uint64_t count,
                          uint64_t width)
{
    uint64_t least = count / ranks;
    uint64_t more = count % ranks;
    uint64_t offset = 0;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint64_t bytes = (least + (rank < more)) * width;
        parts[rank] = (struct operation_part){offset, bytes};
        offset += bytes;
    }
}
