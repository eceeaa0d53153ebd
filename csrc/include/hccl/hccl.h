/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hccl/hccl.h: collectives, and transfers between two ranks. hccl_comm.h makes communicators.
 *
 * Each function queues work on a stream and returns; the numbers are there when the stream has been
 * synchronized. All ranks of a communicator make the same calls in the same sequence, with the same
 * count, type, operation and root. Calls that do not match fail on the streams of all ranks, with
 * the arguments of both sides in the text (HCCL leaves this undefined, and mostly hangs). A rank
 * that has gone, or that does not come within HCCL_EXEC_TIMEOUT seconds (1836; 0: without limit),
 * fails the streams of the others.
 *
 * Buffers are memory of a device, of the communicator's own where it matters to CANN. Counts are in
 * elements. Sums are in the order of the ranks and equal to the serial sum; fp16 and bf16 are added
 * in fp32 and rounded once, integers wrap. Reductions take (Ascend910B, Ascend910_93) int8, int16,
 * int32, int64, fp16, fp32 and bf16, PROD not for int16 and bf16; on Ascend950 uint64 and fp64 too;
 * on Ascend910 int8, int32, int64, fp16 and fp32. Functions that only move take the integers of 8 to
 * 64 bits, fp16, fp32, fp64, bf16 (not on Ascend910), on Ascend950 hif8 and the types of fp8 too.
 *
 * Errors of all: HCCL_E_PTR for NULL, HCCL_E_PARA for a handle, root, rank or buffer that is none,
 * HCCL_E_NOT_SUPPORT for a type or operation that the product does not have, HCCL_E_RUNTIME for a
 * stream that is none, HCCL_E_REMOTE on a communicator that is broken (HcclGetCommAsyncError).
 */
#ifndef HCCL_HCCL_H
#define HCCL_HCCL_H

#include "../acl/acl.h"
#include "hccl_comm.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* HcclBarrier: work behind it begins when all ranks have come here. */
ACL_FUNC_VISIBILITY HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);

/* HcclAllReduce: count elements of all ranks become one each, for all ranks. The buffers may be the
 * same. */
ACL_FUNC_VISIBILITY HcclResult HcclAllReduce(void *sendBuf, void *recvBuf, uint64_t count,
                                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                             aclrtStream stream);

/* HcclReduce: the same, for rank `root` alone; recvBuf of the others is not used. */
ACL_FUNC_VISIBILITY HcclResult HcclReduce(void *sendBuf, void *recvBuf, uint64_t count,
                                          HcclDataType dataType, HcclReduceOp op, uint32_t root,
                                          HcclComm comm, aclrtStream stream);

/* HcclReduceScatter: of recvCount elements a rank in sendBuf, rank r gets block r, reduced. */
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatter(void *sendBuf, void *recvBuf, uint64_t recvCount,
                                                 HcclDataType dataType, HcclReduceOp op,
                                                 HcclComm comm, aclrtStream stream);

/* HcclReduceScatterV: the same with blocks of sendCounts[r] elements from element sendDispls[r] on:
 * uint64_t of the host, one a rank, which are read in the call. Not on Ascend910; PROD not on
 * Ascend910B and Ascend910_93, int64 not on Ascend910B. The buffers differ. */
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatterV(void *sendBuf, const void *sendCounts,
                                                  const void *sendDispls, void *recvBuf,
                                                  uint64_t recvCount, HcclDataType dataType,
                                                  HcclReduceOp op, HcclComm comm,
                                                  aclrtStream stream);

/* HcclAllGather: sendCount elements of each rank, one rank behind the other in recvBuf. */
ACL_FUNC_VISIBILITY HcclResult HcclAllGather(void *sendBuf, void *recvBuf, uint64_t sendCount,
                                             HcclDataType dataType, HcclComm comm,
                                             aclrtStream stream);

/* HcclAllGatherV: the same with recvCounts[r] elements of rank r to element recvDispls[r]. Not on
 * Ascend910. The buffers differ. */
ACL_FUNC_VISIBILITY HcclResult HcclAllGatherV(void *sendBuf, uint64_t sendCount, void *recvBuf,
                                              const void *recvCounts, const void *recvDispls,
                                              HcclDataType dataType, HcclComm comm,
                                              aclrtStream stream);

/* HcclBroadcast: count elements of rank `root` for all. */
ACL_FUNC_VISIBILITY HcclResult HcclBroadcast(void *buf, uint64_t count, HcclDataType dataType,
                                             uint32_t root, HcclComm comm, aclrtStream stream);

/* HcclScatter: of recvCount elements a rank in sendBuf of `root`, rank r gets block r. sendBuf of
 * the others may be NULL. */
ACL_FUNC_VISIBILITY HcclResult HcclScatter(void *sendBuf, void *recvBuf, uint64_t recvCount,
                                           HcclDataType dataType, uint32_t root, HcclComm comm,
                                           aclrtStream stream);

/* HcclAlltoAll: block q of rank r becomes block r of rank q; sendCount and recvCount are those of a
 * block, and are equal, as the types are. The buffers differ. */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAll(const void *sendBuf, uint64_t sendCount,
                                            HcclDataType sendType, const void *recvBuf,
                                            uint64_t recvCount, HcclDataType recvType,
                                            HcclComm comm, aclrtStream stream);

/* HcclAlltoAllV: the same with counts and displacements a rank: uint64_t of the host, read in the
 * call. */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllV(const void *sendBuf, const void *sendCounts,
                                             const void *sdispls, HcclDataType sendType,
                                             const void *recvBuf, const void *recvCounts,
                                             const void *rdispls, HcclDataType recvType,
                                             HcclComm comm, aclrtStream stream);

/* HcclAlltoAllVC: the same with one matrix for all: sendCountMatrix[r][q] elements go from rank r to
 * rank q, without gaps. Not on Ascend910. */
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllVC(const void *sendBuf, const void *sendCountMatrix,
                                              HcclDataType sendType, const void *recvBuf,
                                              HcclDataType recvType, HcclComm comm,
                                              aclrtStream stream);

/* HcclSend, HcclRecv: count elements to and from another rank. Sends and receives of two ranks match
 * in their sequence. More than 16 KiB wait for the other side. */
ACL_FUNC_VISIBILITY HcclResult HcclSend(void *sendBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t destRank, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclRecv(void *recvBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t srcRank, HcclComm comm, aclrtStream stream);

/* HcclBatchSendRecv: several of these, which do not wait for one another. A rank may send to itself
 * what it receives in the same batch. */
ACL_FUNC_VISIBILITY HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo, uint32_t itemNum,
                                                 HcclComm comm, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
