/* SPDX-License-Identifier: Apache-2.0 */
/* The collectives of hccl.h: their arguments are checked, and become an operation. */
#include <inttypes.h>

#include "base/report.h"
#include "hccl/group.h"
#include "hccl/task.h"
#include "hccl/type.h"
#include "impl/aclnnop/../hccl/hccl.h"

/* ---- What all of them do --------------------------------------------------------------------- */

/* A call that is being made. */
struct making {
    struct communicator *communicator;
    struct task_call *call;
    struct operation *operation;
    size_t width; /* bytes of an element */
};

/* Begins; on success `finish` must follow. */
static HcclResult begin(struct making *making, HcclComm comm, enum operation_kind kind,
                        HcclDataType type)
{
    HcclResult status;
    *making = (struct making){.width = type_bytes(type)};
    making->communicator = communicator_acquire(comm, &status);
    if (making->communicator == NULL)
        return status;
    status = group_enter(GROUP_COLLECTIVES);
    if (status == HCCL_SUCCESS) {
        making->call = task_new(making->communicator, kind);
        status = making->call != NULL ? HCCL_SUCCESS : HCCL_E_MEMORY;
    }
    if (status != HCCL_SUCCESS) {
        communicator_release(making->communicator);
        return status;
    }
    making->operation = task_operation(making->call);
    making->operation->terms.type = (uint32_t)type;
    return HCCL_SUCCESS;
}

/* Queues the call unless something was wrong, and ends. */
static HcclResult finish(const struct making *making, HcclResult status, aclrtStream stream)
{
    if (status == HCCL_SUCCESS)
        status = task_submit(making->call, stream);
    if (status != HCCL_SUCCESS)
        task_free(making->call);
    communicator_release(making->communicator);
    return status;
}

static HcclResult report_null(const char *argument)
{
    return (HcclResult)report(HCCL_E_PTR, "%s is NULL; a valid pointer is required", argument);
}

static HcclResult check_root(const struct making *making, uint32_t root)
{
    making->operation->terms.root = root;
    if (root < making->communicator->size)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA, "root is %u; communicator \"%s\" has the ranks 0 to %u",
                              root, making->communicator->name, making->communicator->size - 1);
}

static HcclResult check_differ(const char *a, const void *send, const char *b, const void *receive)
{
    if (send != receive || send == NULL)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA, "%s and %s are both %p; they must be different buffers",
                              a, b, send);
}

/* Bytes of so many elements; false when there are too many. */
static bool to_bytes(const struct making *making, uint64_t elements, uint64_t *bytes)
{
    return !__builtin_mul_overflow(elements, making->width, bytes) && *bytes <= INT64_MAX;
}

static HcclResult report_too_many(const char *argument, uint64_t count)
{
    return (HcclResult)report(HCCL_E_PARA,
                              "%s is %" PRIu64 "; that many elements exceed the address space",
                              argument, count);
}

static HcclResult use(const struct making *making, const char *argument, const void *address,
                      uint64_t bytes, bool is_written, char **place)
{
    const struct task_buffer buffer = {argument, -1, address, bytes, is_written};
    size_t alignment = operation_reduces(making->operation) ? making->width : 1;
    return task_use(making->call, &buffer, alignment, place);
}

static HcclResult use_send(const struct making *making, const char *argument, const void *address,
                           uint64_t bytes)
{
    char *place;
    HcclResult status = use(making, argument, address, bytes, false, &place);
    making->operation->send = place;
    return status;
}

static HcclResult use_receive(const struct making *making, const char *argument,
                              const void *address, uint64_t bytes)
{
    return use(making, argument, address, bytes, true, &making->operation->receive);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Parts by counts and displacements of the program, in elements. *past is the end of the last in
 * bytes. */
static HcclResult set_parts(const struct making *making, struct operation_part *parts,
                            const char *argument, const uint64_t *counts,
                            const uint64_t *displacements, uint64_t *past)
{
    *past = 0;
    for (uint32_t rank = 0; rank < making->communicator->size; rank++) {
        uint64_t end;
        if (!to_bytes(making, counts[rank], &parts[rank].bytes) ||
            !to_bytes(making, displacements[rank], &parts[rank].offset) ||
            __builtin_add_overflow(parts[rank].offset, parts[rank].bytes, &end))
            return report_too_many(argument, counts[rank]);
        if (parts[rank].bytes > 0 && end > *past)
            *past = end;
    }
    return HCCL_SUCCESS;
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* Bytes of `rows` times count elements. */
static HcclResult count_bytes(const struct making *making, const char *argument, uint64_t count,
                              uint64_t rows, uint64_t *bytes)
{
    uint64_t row;
    if (to_bytes(making, count, &row) && !__builtin_mul_overflow(row, rows, bytes) &&
        *bytes <= INT64_MAX)
        return HCCL_SUCCESS;
    return report_too_many(argument, count);
}

static HcclResult prepare_reduction(const struct making *making, uint64_t count, HcclReduceOp op)
{
    making->operation->terms.count = count;
    making->operation->terms.op = (uint32_t)op;
    return type_check("dataType", (HcclDataType)making->operation->terms.type, op, TYPE_REDUCED);
}

HcclResult HcclBarrierImpl(HcclComm comm, aclrtStream stream)
{
    struct making making;
    HcclResult status = begin(&making, comm, OPERATION_BARRIER, HCCL_DATA_TYPE_INT8);
    return status == HCCL_SUCCESS ? finish(&making, status, stream) : status;
}

HcclResult HcclAllReduceImpl(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType dataType,
                             HcclReduceOp op, HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t bytes = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_REDUCE, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    status = prepare_reduction(&making, count, op);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "count", count, 1, &bytes);
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, bytes);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, bytes);
    operation_set_blocks(making.operation->out, making.communicator->size, count, making.width);
    operation_set_blocks(making.operation->in, making.communicator->size, count, making.width);
    return finish(&making, status, stream);
}

HcclResult HcclReduceImpl(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType dataType,
                          HcclReduceOp op, uint32_t root, HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t bytes = 0;
    HcclResult status = begin(&making, comm, OPERATION_REDUCE, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    status = prepare_reduction(&making, count, op);
    if (status == HCCL_SUCCESS)
        status = check_root(&making, root);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "count", count, 1, &bytes);
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, bytes);
    if (status == HCCL_SUCCESS && root == making.communicator->rank)
        status = use_receive(&making, "recvBuf", recvBuf, bytes);
    operation_set_blocks(making.operation->out, making.communicator->size, count, making.width);
    operation_set_blocks(making.operation->in, making.communicator->size, count, making.width);
    return finish(&making, status, stream);
}

HcclResult HcclReduceScatterImpl(void *sendBuf, void *recvBuf, uint64_t recvCount,
                                 HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                 aclrtStream stream)
{
    struct making making;
    uint64_t all = 0;
    HcclResult status = begin(&making, comm, OPERATION_REDUCE_SCATTER, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    status = prepare_reduction(&making, recvCount, op);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "recvCount", recvCount, making.communicator->size, &all);
    uint64_t bytes = all / making.communicator->size;
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, all);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, bytes);
    operation_set_rows(making.operation->out, making.communicator->size, bytes);
    making.operation->in[making.communicator->rank].bytes = bytes;
    return finish(&making, status, stream);
}

/* The arrays of ReduceScatterV, and its own block. */
static HcclResult set_reduce_scatter(const struct making *making, const void *counts,
                                     const void *displacements, uint64_t own, uint64_t *past)
{
    struct operation *operation = making->operation;
    uint32_t rank = making->communicator->rank;
    HcclResult status = set_parts(making, operation->out, "sendCounts", counts, displacements,
                                  past);
    if (status != HCCL_SUCCESS)
        return status;
    operation->in[rank].bytes = operation->out[rank].bytes;
    if (((const uint64_t *)counts)[rank] == own)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA,
                              "recvCount is %" PRIu64 " and sendCounts[%u], of the own rank, is "
                              "%" PRIu64 "; they must be equal",
                              own, rank, ((const uint64_t *)counts)[rank]);
}

HcclResult HcclReduceScatterVImpl(void *sendBuf, const void *sendCounts, const void *sendDispls,
                                  void *recvBuf, uint64_t recvCount, HcclDataType dataType,
                                  HcclReduceOp op, HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t past = 0;
    HcclResult status = begin(&making, comm, OPERATION_REDUCE_SCATTER_V, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    making.operation->terms.op = (uint32_t)op;
    status = type_check_function();
    if (status == HCCL_SUCCESS)
        status = type_check("dataType", dataType, op, TYPE_REDUCED_V);
    if (status == HCCL_SUCCESS && (sendCounts == NULL || sendDispls == NULL))
        status = report_null(sendCounts == NULL ? "sendCounts" : "sendDispls");
    if (status == HCCL_SUCCESS)
        status = check_differ("sendBuf", sendBuf, "recvBuf", recvBuf);
    if (status == HCCL_SUCCESS)
        status = set_reduce_scatter(&making, sendCounts, sendDispls, recvCount, &past);
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, past);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf,
                             making.operation->in[making.communicator->rank].bytes);
    return finish(&making, status, stream);
}

/* ---- From all to all ------------------------------------------------------------------------- */

static HcclResult check_moved(const char *argument, HcclDataType type)
{
    return type_check(argument, type, HCCL_REDUCE_SUM, TYPE_MOVED);
}

/* The own part goes to all. */
static void set_all(const struct making *making, uint64_t bytes)
{
    for (uint32_t rank = 0; rank < making->communicator->size; rank++)
        making->operation->out[rank] = (struct operation_part){0, bytes};
}

HcclResult HcclAllGatherImpl(void *sendBuf, void *recvBuf, uint64_t sendCount,
                             HcclDataType dataType, HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t all = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_GATHER, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    making.operation->terms.count = sendCount;
    status = check_moved("dataType", dataType);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "sendCount", sendCount, making.communicator->size, &all);
    uint64_t bytes = all / making.communicator->size;
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, bytes);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, all);
    set_all(&making, bytes);
    operation_set_rows(making.operation->in, making.communicator->size, bytes);
    return finish(&making, status, stream);
}

/* The arrays of AllGatherV, and the own part. */
static HcclResult set_gather(const struct making *making, uint64_t own, const void *counts,
                             const void *displacements, uint64_t *past)
{
    uint32_t rank = making->communicator->rank;
    uint64_t bytes = 0;
    HcclResult status = set_parts(making, making->operation->in, "recvCounts", counts,
                                  displacements, past);
    if (status == HCCL_SUCCESS)
        status = count_bytes(making, "sendCount", own, 1, &bytes);
    if (status != HCCL_SUCCESS)
        return status;
    set_all(making, bytes);
    if (((const uint64_t *)counts)[rank] == own)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA,
                              "sendCount is %" PRIu64 " and recvCounts[%u], of the own rank, is "
                              "%" PRIu64 "; they must be equal",
                              own, rank, ((const uint64_t *)counts)[rank]);
}

HcclResult HcclAllGatherVImpl(void *sendBuf, uint64_t sendCount, void *recvBuf,
                              const void *recvCounts, const void *recvDispls, HcclDataType dataType,
                              HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t past = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_GATHER_V, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    status = type_check_function();
    if (status == HCCL_SUCCESS)
        status = check_moved("dataType", dataType);
    if (status == HCCL_SUCCESS && (recvCounts == NULL || recvDispls == NULL))
        status = report_null(recvCounts == NULL ? "recvCounts" : "recvDispls");
    if (status == HCCL_SUCCESS)
        status = check_differ("sendBuf", sendBuf, "recvBuf", recvBuf);
    if (status == HCCL_SUCCESS)
        status = set_gather(&making, sendCount, recvCounts, recvDispls, &past);
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, making.operation->out[0].bytes);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, past);
    return finish(&making, status, stream);
}

/* ---- From one to all ------------------------------------------------------------------------- */

HcclResult HcclBroadcastImpl(void *buf, uint64_t count, HcclDataType dataType, uint32_t root,
                             HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t bytes = 0;
    HcclResult status = begin(&making, comm, OPERATION_BROADCAST, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    bool is_root = root == making.communicator->rank;
    making.operation->terms.count = count;
    status = check_moved("dataType", dataType);
    if (status == HCCL_SUCCESS)
        status = check_root(&making, root);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "count", count, 1, &bytes);
    if (status == HCCL_SUCCESS)
        status = is_root ? use_send(&making, "buf", buf, bytes)
                         : use_receive(&making, "buf", buf, bytes);
    if (status == HCCL_SUCCESS && is_root)
        set_all(&making, bytes);
    else if (status == HCCL_SUCCESS)
        making.operation->in[root].bytes = bytes;
    return finish(&making, status, stream);
}

HcclResult HcclScatterImpl(void *sendBuf, void *recvBuf, uint64_t recvCount, HcclDataType dataType,
                           uint32_t root, HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t all = 0;
    HcclResult status = begin(&making, comm, OPERATION_SCATTER, dataType);
    if (status != HCCL_SUCCESS)
        return status;
    bool is_root = root == making.communicator->rank;
    making.operation->terms.count = recvCount;
    status = check_moved("dataType", dataType);
    if (status == HCCL_SUCCESS)
        status = check_root(&making, root);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "recvCount", recvCount, making.communicator->size, &all);
    uint64_t bytes = all / making.communicator->size;
    if (status == HCCL_SUCCESS && is_root)
        status = use_send(&making, "sendBuf", sendBuf, all);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, bytes);
    if (status == HCCL_SUCCESS)
        making.operation->in[root].bytes = bytes;
    if (status == HCCL_SUCCESS && is_root)
        operation_set_rows(making.operation->out, making.communicator->size, bytes);
    return finish(&making, status, stream);
}

/* ---- Each to each ---------------------------------------------------------------------------- */

static HcclResult check_types(HcclDataType send, HcclDataType receive)
{
    char a[32];
    char b[32];
    HcclResult status = check_moved("sendType", send);
    if (status != HCCL_SUCCESS || send == receive)
        return status;
    return (HcclResult)report(HCCL_E_PARA, "sendType is %s and recvType is %s; they must be equal",
                              type_name(send, a, sizeof a), type_name(receive, b, sizeof b));
}

HcclResult HcclAlltoAllImpl(const void *sendBuf, uint64_t sendCount, HcclDataType sendType,
                            const void *recvBuf, uint64_t recvCount, HcclDataType recvType,
                            HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t all = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_TO_ALL, sendType);
    if (status != HCCL_SUCCESS)
        return status;
    making.operation->terms.count = sendCount;
    status = check_types(sendType, recvType);
    if (status == HCCL_SUCCESS && sendCount != recvCount)
        status = (HcclResult)report(HCCL_E_PARA,
                                    "sendCount is %" PRIu64 " and recvCount is %" PRIu64
                                    "; they must be equal",
                                    sendCount, recvCount);
    if (status == HCCL_SUCCESS)
        status = check_differ("sendBuf", sendBuf, "recvBuf", recvBuf);
    if (status == HCCL_SUCCESS)
        status = count_bytes(&making, "sendCount", sendCount, making.communicator->size, &all);
    if (status == HCCL_SUCCESS)
        status = use_send(&making, "sendBuf", sendBuf, all);
    if (status == HCCL_SUCCESS)
        status = use_receive(&making, "recvBuf", recvBuf, all);
    operation_set_rows(making.operation->out, making.communicator->size,
                       all / making.communicator->size);
    operation_set_rows(making.operation->in, making.communicator->size,
                       all / making.communicator->size);
    return finish(&making, status, stream);
}

/* Both buffers of a V form, whose ends are known. */
static HcclResult use_both(const struct making *making, const void *send, uint64_t send_past,
                           const void *receive, uint64_t receive_past)
{
    HcclResult status = use_send(making, "sendBuf", send, send_past);
    return status == HCCL_SUCCESS ? use_receive(making, "recvBuf", receive, receive_past) : status;
}

static const char *find_null(const void *a, const char *a_name, const void *b, const char *b_name)
{
    return a == NULL ? a_name : b == NULL ? b_name : NULL;
}

/* What a rank sends to itself it receives. */
static HcclResult check_own(const struct making *making)
{
    uint32_t rank = making->communicator->rank;
    uint64_t sent = making->operation->out[rank].bytes / making->width;
    uint64_t received = making->operation->in[rank].bytes / making->width;
    if (sent == received)
        return HCCL_SUCCESS;
    return (HcclResult)report(HCCL_E_PARA,
                              "sendCounts[%u] is %" PRIu64 " and recvCounts[%u] is %" PRIu64
                              ", both of the own rank; they must be equal",
                              rank, sent, rank, received);
}

HcclResult HcclAlltoAllVImpl(const void *sendBuf, const void *sendCounts, const void *sdispls,
                             HcclDataType sendType, const void *recvBuf, const void *recvCounts,
                             const void *rdispls, HcclDataType recvType, HcclComm comm,
                             aclrtStream stream)
{
    struct making making;
    uint64_t sent = 0;
    uint64_t received = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_TO_ALL_V, sendType);
    if (status != HCCL_SUCCESS)
        return status;
    const char *missing = find_null(sendCounts, "sendCounts", sdispls, "sdispls");
    if (missing == NULL)
        missing = find_null(recvCounts, "recvCounts", rdispls, "rdispls");
    status = missing != NULL ? report_null(missing) : check_types(sendType, recvType);
    if (status == HCCL_SUCCESS)
        status = check_differ("sendBuf", sendBuf, "recvBuf", recvBuf);
    if (status == HCCL_SUCCESS)
        status = set_parts(&making, making.operation->out, "sendCounts", sendCounts, sdispls,
                           &sent);
    if (status == HCCL_SUCCESS)
        status = set_parts(&making, making.operation->in, "recvCounts", recvCounts, rdispls,
                           &received);
    if (status == HCCL_SUCCESS)
        status = check_own(&making);
    if (status == HCCL_SUCCESS)
        status = use_both(&making, sendBuf, sent, recvBuf, received);
    return finish(&making, status, stream);
}

/* The own row of the matrix is sent, the own column received, without gaps. */
static HcclResult set_matrix(const struct making *making, const uint64_t *matrix, uint64_t *sent,
                             uint64_t *received)
{
    uint32_t size = making->communicator->size;
    uint32_t own = making->communicator->rank;
    for (uint32_t rank = 0; rank < size; rank++) {
        struct operation_part *out = &making->operation->out[rank];
        struct operation_part *in = &making->operation->in[rank];
        out->offset = *sent;
        in->offset = *received;
        if (!to_bytes(making, matrix[(size_t)own * size + rank], &out->bytes) ||
            !to_bytes(making, matrix[(size_t)rank * size + own], &in->bytes) ||
            __builtin_add_overflow(*sent, out->bytes, sent) ||
            __builtin_add_overflow(*received, in->bytes, received))
            return report_too_many("sendCountMatrix", matrix[(size_t)own * size + rank]);
    }
    return HCCL_SUCCESS;
}

HcclResult HcclAlltoAllVCImpl(const void *sendBuf, const void *sendCountMatrix,
                              HcclDataType sendType, const void *recvBuf, HcclDataType recvType,
                              HcclComm comm, aclrtStream stream)
{
    struct making making;
    uint64_t sent = 0;
    uint64_t received = 0;
    HcclResult status = begin(&making, comm, OPERATION_ALL_TO_ALL_VC, sendType);
    if (status != HCCL_SUCCESS)
        return status;
    status = type_check_function();
    if (status == HCCL_SUCCESS)
        status = sendCountMatrix == NULL ? report_null("sendCountMatrix")
                                         : check_types(sendType, recvType);
    if (status == HCCL_SUCCESS)
        status = check_differ("sendBuf", sendBuf, "recvBuf", recvBuf);
    if (status == HCCL_SUCCESS)
        status = set_matrix(&making, sendCountMatrix, &sent, &received);
    if (status == HCCL_SUCCESS)
        status = use_both(&making, sendBuf, sent, recvBuf, received);
    return finish(&making, status, stream);
}
