/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hccl/hccl.h: collective communication, which is not implemented.
 *
 * There is no communication between devices. The functions are here so that programs compile, link
 * and load, and can fall back: each answers HCCL_E_NOT_SUPPORT, writes nothing and reads nothing of
 * what it is given, and aclGetRecentErrMsg says so. Only the names of results and empty settings
 * are what they are elsewhere.
 */
#ifndef HCCL_HCCL_H
#define HCCL_HCCL_H

#ifndef ACLNN_CDEF
#include <string.h>
#endif

#include "../acl/acl.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Not implemented ------------------------------------------------------------------------- */

ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo *rootInfo,
                                                    uint32_t rank, HcclComm *comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo
                                                          *rootInfo, uint32_t rank, const
                                                          HcclCommConfig *config, HcclComm *comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank,
                                                       HcclComm *comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo, uint32_t rank,
                                                             HcclCommConfig *config, HcclComm
                                                             *comm);
ACL_FUNC_VISIBILITY HcclResult HcclCreateSubCommConfig(HcclComm *comm, uint32_t rankNum, uint32_t
                                                       *rankIds, uint64_t subCommId, uint32_t
                                                       subCommRankId, HcclCommConfig *config,
                                                       HcclComm *subComm);
ACL_FUNC_VISIBILITY HcclResult HcclCommDestroy(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);
ACL_FUNC_VISIBILITY HcclResult HcclGetCommName(HcclComm comm, char *commName);
ACL_FUNC_VISIBILITY HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError);
ACL_FUNC_VISIBILITY HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAllReduce(void *sendBuf, void *recvBuf, uint64_t count,
                                             HcclDataType dataType, HcclReduceOp op, HcclComm comm,
                                             aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclReduce(void *sendBuf, void *recvBuf, uint64_t count, HcclDataType
                                          dataType, HcclReduceOp op, uint32_t root, HcclComm comm,
                                          aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclReduceScatter(void *sendBuf, void *recvBuf, uint64_t recvCount,
                                                 HcclDataType dataType, HcclReduceOp op, HcclComm
                                                 comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAllGather(void *sendBuf, void *recvBuf, uint64_t sendCount,
                                             HcclDataType dataType, HcclComm comm, aclrtStream
                                             stream);
ACL_FUNC_VISIBILITY HcclResult HcclBroadcast(void *buf, uint64_t count, HcclDataType dataType,
                                             uint32_t root, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclScatter(void *sendBuf, void *recvBuf, uint64_t recvCount,
                                           HcclDataType dataType, uint32_t root, HcclComm comm,
                                           aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAll(const void *sendBuf, uint64_t sendCount, HcclDataType
                                            sendType, const void *recvBuf, uint64_t recvCount,
                                            HcclDataType recvType, HcclComm comm, aclrtStream
                                            stream);
ACL_FUNC_VISIBILITY HcclResult HcclAlltoAllV(const void *sendBuf, const void *sendCounts, const void
                                             *sdispls, HcclDataType sendType, const void *recvBuf,
                                             const void *recvCounts, const void *rdispls,
                                             HcclDataType recvType, HcclComm comm, aclrtStream
                                             stream);
ACL_FUNC_VISIBILITY HcclResult HcclSend(void *sendBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t destRank, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclRecv(void *recvBuf, uint64_t count, HcclDataType dataType,
                                        uint32_t srcRank, HcclComm comm, aclrtStream stream);
ACL_FUNC_VISIBILITY HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo, uint32_t itemNum,
                                                 HcclComm comm, aclrtStream stream);

/* ---- Implemented ---------------------------------------------------------------------------- */

/* HcclGetErrorString: what a result means, "unknown error" for a number that is none. Static. */
ACL_FUNC_VISIBILITY const char *HcclGetErrorString(HcclResult code);

/* HcclGetCommConfigCapability: the first setting of HcclCommConfig that nobody reads here: 0. */
ACL_FUNC_VISIBILITY uint32_t HcclGetCommConfigCapability(void);

#ifndef ACLNN_CDEF
/* HcclCommConfigInit: settings that say nothing, with their size and version. */
static inline void HcclCommConfigInit(HcclCommConfig *config)
{
    const size_t size = sizeof *config;
    const uint32_t words[] = {HCCL_COMM_CONFIG_MAGIC_WORD, HCCL_COMM_CONFIG_VERSION};
    const uint32_t none = HCCL_COMM_CONFIG_NOT_SET;
    memset(config, 0, sizeof *config);
    memcpy(config->reserved, &size, sizeof size);
    memcpy(config->reserved + sizeof size, words, sizeof words);
    config->hcclBufferSize = none;
    config->hcclDeterministic = none;
    config->hcclOpExpansionMode = 0;
    config->hcclRdmaTrafficClass = none;
    config->hcclRdmaServiceLevel = none;
    config->hcclWorldRankID = 0;
    memcpy(&config->hcclExecTimeOut, &none, sizeof none);
    config->hcclQos = none;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
