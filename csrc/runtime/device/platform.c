/* SPDX-License-Identifier: Apache-2.0 */
/* acl/acl_platform.h: figures of the product. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_platform.h"
#include "base/environment.h"
#include "base/report.h"
#include "base/soc.h"
#include "impl.h"
#include "runtime/stream/context.h"

/* Of an architecture; 0, NULL: the vendor's table has no such figure. */
struct core {
    const char *version;
    int32_t l0_c_bytes;
    int32_t l1_bytes;
    int32_t bias_bytes;
    int32_t vector_megahertz;
};

#define L0_A_AND_B_BYTES 65536 /* of all architectures */

static const struct core cores[ARCHITECTURES] = {
    [ARCHITECTURE_1001] = {"AIC-C-100", 262144, 1048576, 0, 0},
    [ARCHITECTURE_2201] = {"AIC-C-220", 131072, 524288, 1024, 0},
    [ARCHITECTURE_3510] = {"AIC-C-310", 262144, 524288, 4096, 1650},
};

/* Of a product. */
struct chip {
    const char *name;
    int32_t megahertz;
    int32_t l2_mebibytes;
};

static const struct chip chips[] = {
    {"Ascend910A", 1000, 32},      {"Ascend910ProB", 1150, 32},   {"Ascend910B1", 1850, 192},
    {"Ascend910B2", 1800, 192},    {"Ascend910B3", 1800, 192},    {"Ascend910B4", 1500, 96},
    {"Ascend910_9362", 1500, 168}, {"Ascend910_9372", 1800, 192}, {"Ascend910_9381", 1800, 192},
    {"Ascend910_9382", 1800, 192}, {"Ascend910_9391", 1850, 192}, {"Ascend910_9392", 1850, 192},
    {"Ascend950", 1650, 128},
};

static const struct chip *chip_of(const struct soc *soc)
{
    const struct chip *at = chips;
    while (strcmp(at->name, soc->name) != 0)
        at++;
    return at;
}

/* A figure that is a number; 0: the table has none. */
static int64_t number_of(const struct soc *soc, aclplatformDevInfo type)
{
    const struct core *core = &cores[soc->architecture];
    const struct chip *chip = chip_of(soc);
    switch (type) {
    case ACL_PLATFORM_AICORE_CNT:
    case ACL_PLATFORM_CUBE_CORE_CNT: return soc->ai_cores;
    case ACL_PLATFORM_AICORE_UB_SIZE: return (int64_t)soc->unified_buffer_bytes;
    case ACL_PLATFORM_VECTOR_CORE_CNT: return soc->vector_cores;
    case ACL_PLATFORM_L2_SIZE: return (int64_t)chip->l2_mebibytes << 20;
    case ACL_PLATFORM_MEMORY_SIZE: return (int64_t)soc->memory_bytes;
    case ACL_PLATFORM_CUBE_FREQ: return chip->megahertz;
    case ACL_PLATFORM_VEC_FREQ: return core->vector_megahertz;
    case ACL_PLATFORM_BT_SIZE: return core->bias_bytes;
    case ACL_PLATFORM_L0_A_SIZE:
    case ACL_PLATFORM_L0_B_SIZE: return L0_A_AND_B_BYTES;
    case ACL_PLATFORM_L0_C_SIZE: return core->l0_c_bytes;
    case ACL_PLATFORM_L1_SIZE: return core->l1_bytes;
    case ACL_PLATFORM_NPU_ARCH: return soc_architecture_number(soc->architecture);
    default: return 0;
    }
}

static aclError answer(const char *text, char *value, uint32_t room)
{
    size_t bytes = strlen(text) + 1;
    if (bytes > room)
        return report(ACL_ERROR_INVALID_PARAM, "maxLen is %u; \"%s\" takes %zu bytes", room, text,
                      bytes);
    memcpy(value, text, bytes);
    return ACL_SUCCESS;
}

aclError aclplatformGetDeviceInfoImpl(aclplatformDevInfo infoType, char *value, uint32_t maxLen)
{
    const struct soc *soc = &environment()->soc;
    char text[32];
    if ((unsigned)infoType > ACL_PLATFORM_MEMORY_TYPE)
        return report(
            ACL_ERROR_INVALID_PARAM,
            "infoType is %d; ACL_PLATFORM_AICORE_CNT (0) to ACL_PLATFORM_MEMORY_TYPE (16) "
            "is required",
            (int)infoType);
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = device_check(0);
    if (status != ACL_SUCCESS)
        return status;
    if (infoType == ACL_PLATFORM_SOC_VERSION)
        return answer(soc->name, value, maxLen);
    if (infoType == ACL_PLATFORM_AIC_VERSION)
        return answer(cores[soc->architecture].version, value, maxLen);
    int64_t number = number_of(soc, infoType);
    if (number == 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "infoType is %d, a figure that CANN's table does not have for %s",
                      (int)infoType, soc->name);
    snprintf(text, sizeof text, "%" PRId64, number);
    return answer(text, value, maxLen);
}
