/* SPDX-License-Identifier: Apache-2.0 */
/* Collective communication (hccl/hccl.h) is not implemented; here are only the names of its
 * results. */
#include <stddef.h>

#include "impl.h"

const char *HcclGetErrorStringImpl(HcclResult code)
{
    static const char *const names[] = {
        [HCCL_SUCCESS] = "no error",
        [HCCL_E_PARA] = "parameter error",
        [HCCL_E_PTR] = "empty pointer",
        [HCCL_E_MEMORY] = "memory error",
        [HCCL_E_INTERNAL] = "internal error",
        [HCCL_E_NOT_SUPPORT] = "not support feature",
        [HCCL_E_NOT_FOUND] = "not found specific resource",
        [HCCL_E_UNAVAIL] = "resource unavailable",
        [HCCL_E_SYSCALL] = "call system interface error",
        [HCCL_E_TIMEOUT] = "timeout",
        [HCCL_E_OPEN_FILE_FAILURE] = "open file fail",
        [HCCL_E_TCP_CONNECT] = "tcp connect fail",
        [HCCL_E_ROCE_CONNECT] = "roce connect fail",
        [HCCL_E_TCP_TRANSFER] = "tcp transfer fail",
        [HCCL_E_ROCE_TRANSFER] = "roce transfer fail",
        [HCCL_E_RUNTIME] = "call runtime api fail",
        [HCCL_E_DRV] = "call driver api fail",
        [HCCL_E_PROFILING] = "call profiling api fail",
        [HCCL_E_CCE] = "call cce api fail",
        [HCCL_E_NETWORK] = "call network api fail",
        [HCCL_E_AGAIN] = "try again",
        [HCCL_E_REMOTE] = "error cqe",
        [HCCL_E_SUSPENDING] = "error communicator suspending",
        [HCCL_E_OPRETRY_FAIL] = "retry constraint",
        [HCCL_E_OOM] = "out of memory",
    };
    size_t number = (size_t)code;
    return number < sizeof names / sizeof names[0] ? names[number] : "unknown error";
}

uint32_t HcclGetCommConfigCapabilityImpl(void)
{
    return 0;
}
