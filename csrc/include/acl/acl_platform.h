/* SPDX-License-Identifier: Apache-2.0 */
/* acl/acl_platform.h: figures of the product that is emulated, as texts. */
#ifndef ACL_ACL_PLATFORM_H
#define ACL_ACL_PLATFORM_H

#include <stdint.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum aclplatformDevInfo {
    ACL_PLATFORM_AICORE_CNT = 0,
    ACL_PLATFORM_AICORE_UB_SIZE = 1,
    ACL_PLATFORM_CUBE_CORE_CNT = 2,
    ACL_PLATFORM_VECTOR_CORE_CNT = 3,
    ACL_PLATFORM_L2_SIZE = 4,
    ACL_PLATFORM_MEMORY_SIZE = 5,
    ACL_PLATFORM_CUBE_FREQ = 6,
    ACL_PLATFORM_VEC_FREQ = 7,
    ACL_PLATFORM_BT_SIZE = 8,
    ACL_PLATFORM_L0_A_SIZE = 9,
    ACL_PLATFORM_L0_B_SIZE = 10,
    ACL_PLATFORM_L0_C_SIZE = 11,
    ACL_PLATFORM_L1_SIZE = 12,
    ACL_PLATFORM_SOC_VERSION = 13,
    ACL_PLATFORM_AIC_VERSION = 14,
    ACL_PLATFORM_NPU_ARCH = 15,
    ACL_PLATFORM_MEMORY_TYPE = 16
} aclplatformDevInfo;

/*
 * aclplatformGetDeviceInfo: a figure of the product as a text: a number in decimal (sizes in bytes,
 * frequencies in MHz), or a name. Cores, the unified buffer and memory are those that are emulated
 * (ACLNN_SOC), the others what CANN's table of the product says.
 * value   gets the text
 * maxLen  its room in bytes, with the end of the text
 * Errors: infoType unknown, value NULL, maxLen too small, a figure that CANN's table does not have
 * for the product 100000; the environment is wrong 507008.
 */
ACL_FUNC_VISIBILITY aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char *value,
                                                      uint32_t maxLen);

#ifdef __cplusplus
}
#endif

#endif
