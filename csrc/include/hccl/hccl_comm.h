/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hccl/hccl_comm.h: communicators.
 *
 * A communicator is one rank's end of a group of ranks that call collectives together (hccl.h). A
 * rank may be a process or a thread; each has a device, which is the one that is current when its
 * communicator is made. All functions return 0 or an HcclResult, and aclGetRecentErrMsg has the
 * text. Functions that make a communicator wait until all ranks have called, HCCL_CONNECT_TIMEOUT
 * seconds at most (120); HCCL_E_TIMEOUT says which ranks did not come.
 *
 * One rank needs nothing but this library. More than one need UCX, which the library brings along
 * where its build had it; where it had not they answer HCCL_E_NOT_SUPPORT and say what to install.
 */
#ifndef HCCL_HCCL_COMM_H
#define HCCL_HCCL_COMM_H

#ifndef ACLNN_CDEF
#include <string.h>
#endif
#include <stdbool.h>
#include <stddef.h>

#include "../acl/acl.h"
#include "hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making one ------------------------------------------------------------------------------ */

/* HcclGetRootInfo: a place where ranks can meet, in this process, which has to stay until they have.
 * It is for one communicator; one rank calls, and hands the bytes to all others. */
ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);

/* HcclCommInitRootInfo: the communicator of rank `rank` among nRanks that hold the same root info.
 * Errors: HCCL_E_PTR, HCCL_E_PARA (rank, nRanks, what is no root info, or a rank that another has
 * taken), HCCL_E_RUNTIME (no device is set), HCCL_E_TCP_CONNECT, HCCL_E_TIMEOUT. */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo *rootInfo,
                                                    uint32_t rank, HcclComm *comm);

/* HcclCommInitRootInfoConfig: the same with settings, of which config->reserved says the size. */
ACL_FUNC_VISIBILITY HcclResult
HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank,
                           const HcclCommConfig *config, HcclComm *comm);

/* The same two for root infos of several roots; the ranks meet at the first in the list. nExtRoot
 * has to be 0. */
ACL_FUNC_VISIBILITY HcclResult HcclGetRootInfoScalable(HcclRootInfo *rootInfo);
ACL_FUNC_VISIBILITY HcclResult
HcclCommInitRootInfoScalable(uint32_t nRanks, uint32_t nRoot, const HcclRootInfo *rootInfos,
                             uint32_t rank, uint32_t nExtRoot, const HcclCommConfig *config,
                             HcclComm *comm);

/* HcclCommInitAll: ndev communicators in this process, rank i on device devices[i], no device
 * twice. comms has room for ndev. */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms);

/* HcclCommInitClusterInfo: the communicator of a rank in a rank table, a JSON file that names
 * servers, devices and ranks. The ranks meet at rank 0's device_ip and device_port, or at
 * 127.0.0.1. One communicator a process and rank is made in this way. Errors: those of
 * HcclCommInitRootInfo, HCCL_E_OPEN_FILE_FAILURE. */
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank,
                                                       HcclComm *comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo, uint32_t rank,
                                                             HcclCommConfig *config,
                                                             HcclComm *comm);

/* HcclCreateSubCommConfig: a communicator of some ranks of another one, rankIds in ascending order.
 * All ranks of *comm may call; one that is not among them passes rankIds NULL and subCommId
 * 0xFFFFFFFF and gets NULL. The name is "<name>_sub_<subCommId>" unless config has one. Nothing is
 * waited for. Errors: HCCL_E_PTR, HCCL_E_PARA. */
ACL_FUNC_VISIBILITY HcclResult HcclCreateSubCommConfig(HcclComm *comm, uint32_t rankNum,
                                                       uint32_t *rankIds, uint64_t subCommId,
                                                       uint32_t subCommRankId,
                                                       HcclCommConfig *config, HcclComm *subComm);

/* HcclCommDestroy: ends the handle. Work that is queued keeps what it needs, and ends as it would
 * have; nobody waits for other ranks. Errors: HCCL_E_PTR, HCCL_E_PARA (no live communicator),
 * HCCL_E_AGAIN (another thread is in a call with it). */
ACL_FUNC_VISIBILITY HcclResult HcclCommDestroy(HcclComm comm);

/* ---- What it is ------------------------------------------------------------------------------ */

ACL_FUNC_VISIBILITY HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize);
ACL_FUNC_VISIBILITY HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);

/* HcclGetCommName: the name, into at least 128 bytes. */
ACL_FUNC_VISIBILITY HcclResult HcclGetCommName(HcclComm comm, char *commName);

/* HcclCommGetHandleWithName: this process' communicator of a name; HCCL_E_NOT_FOUND. */
ACL_FUNC_VISIBILITY HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);

/* HcclGetCommAsyncError: 0, or HCCL_E_REMOTE since a rank has gone or something else has broken the
 * communicator, which then carries out nothing more. */
ACL_FUNC_VISIBILITY HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError);

/* HcclGetHcclBuffer: device memory of the communicator, for operators of communication that a
 * program writes itself: hcclBufferSize or HCCL_BUFFSIZE MB, 200 if neither is set. It ends with the
 * communicator. Errors: HCCL_E_PTR, HCCL_E_MEMORY. */
ACL_FUNC_VISIBILITY HcclResult HcclGetHcclBuffer(HcclComm comm, void **buffer, uint64_t *size);

/* HcclGetErrorString: what a result means, "unknown error" for a number that is none. Static. */
ACL_FUNC_VISIBILITY const char *HcclGetErrorString(HcclResult code);

/* HcclGetCommConfigCapability: the first member of HcclCommConfigCapability that is not known: 12,
 * as all before it are. */
ACL_FUNC_VISIBILITY uint32_t HcclGetCommConfigCapability(void);

/* HcclSetConfig: HCCL_DETERMINISTIC is 0, 1 or 2, and HcclGetConfig gives it back; sums are in the
 * order of the ranks whatever it is. HCCL_E_NOT_SUPPORT for other settings. */
ACL_FUNC_VISIBILITY HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);
ACL_FUNC_VISIBILITY HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue);

/* ---- Groups of calls ------------------------------------------------------------------------- */

/* HcclGroupStart, HcclGroupEnd: calls of this thread that do not wait for one another: functions
 * that make communicators (one thread can so make several ranks), or collectives, or HcclSend and
 * HcclRecv. Communicators are there when the group has ended. Groups nest; the outermost counts.
 * Errors of HcclGroupEnd: HCCL_E_PARA (no group), and what its calls have met. */
ACL_FUNC_VISIBILITY HcclResult HcclGroupStart(void);
ACL_FUNC_VISIBILITY HcclResult HcclGroupEnd(void);

/* ---- Only a network card has these: HCCL_E_NOT_SUPPORT ----------------------------------------- */

ACL_FUNC_VISIBILITY HcclResult HcclCommSuspend(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommResume(HcclComm comm);
ACL_FUNC_VISIBILITY HcclResult HcclCommSetMemoryRange(HcclComm comm, void *baseVirPtr, size_t size,
                                                      size_t alignment, uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void *baseVirPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommActivateCommMemory(HcclComm comm, void *virPtr, size_t size,
                                                          size_t offset, void *handle,
                                                          uint64_t flags);
ACL_FUNC_VISIBILITY HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void *virPtr);
ACL_FUNC_VISIBILITY HcclResult HcclCommWorkingDevNicSet(HcclComm comm, uint32_t *ranks,
                                                        bool *useBackup, uint32_t nRanks);
ACL_FUNC_VISIBILITY HcclResult HcclCommSymWinRegister(HcclComm comm, void *addr, uint64_t size,
                                                      HcclCommSymWindow *winHandle, uint32_t flag);
ACL_FUNC_VISIBILITY HcclResult HcclCommSymWinDeregister(HcclCommSymWindow winHandle);
ACL_FUNC_VISIBILITY HcclResult HcclCommSymWinGet(HcclComm comm, void *ptr, size_t size,
                                                 HcclCommSymWindow *winHandle, size_t *offset);

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
