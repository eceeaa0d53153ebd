/* SPDX-License-Identifier: Apache-2.0 */
/* acl/acl_platform.h: figures of the product. */
#include <string.h>

#include "acl/acl_platform.h"
#include "base/environment.h"
#include "base/report.h"
#include "base/soc_figures.h"
#include "impl/acl/acl_platform.h"
#include "runtime/stream/context.h"

/* Section and key of platform_config, by aclplatformDevInfo. */
static const struct {
    const char *section;
    const char *key;
} figures[] = {
    [ACL_PLATFORM_AICORE_CNT] = {"SoCInfo", "ai_core_cnt"},
    [ACL_PLATFORM_AICORE_UB_SIZE] = {"AICoreSpec", "ub_size"},
    [ACL_PLATFORM_CUBE_CORE_CNT] = {"SoCInfo", "cube_core_cnt"},
    [ACL_PLATFORM_VECTOR_CORE_CNT] = {"SoCInfo", "vector_core_cnt"},
    [ACL_PLATFORM_L2_SIZE] = {"SoCInfo", "l2_size"},
    [ACL_PLATFORM_MEMORY_SIZE] = {"SoCInfo", "memory_size"},
    [ACL_PLATFORM_CUBE_FREQ] = {"AICoreSpec", "cube_freq"},
    [ACL_PLATFORM_VEC_FREQ] = {"VectorCoreSpec", "vec_freq"},
    [ACL_PLATFORM_BT_SIZE] = {"AICoreSpec", "bt_size"},
    [ACL_PLATFORM_L0_A_SIZE] = {"AICoreSpec", "l0_a_size"},
    [ACL_PLATFORM_L0_B_SIZE] = {"AICoreSpec", "l0_b_size"},
    [ACL_PLATFORM_L0_C_SIZE] = {"AICoreSpec", "l0_c_size"},
    [ACL_PLATFORM_L1_SIZE] = {"AICoreSpec", "l1_size"},
    [ACL_PLATFORM_SOC_VERSION] = {"version", "SoC_version"},
    [ACL_PLATFORM_AIC_VERSION] = {"version", "AIC_version"},
    [ACL_PLATFORM_NPU_ARCH] = {"version", "NpuArch"},
    [ACL_PLATFORM_MEMORY_TYPE] = {"SoCInfo", "memory_type"},
};

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
    char text[SOC_FIGURE_BYTES];
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
    const char *figure = soc_figure(soc, figures[infoType].section, figures[infoType].key, text);
    if (figure == NULL)
        return report(ACL_ERROR_INVALID_PARAM,
                      "infoType is %d, a figure that CANN's table does not have for %s",
                      (int)infoType, soc->name);
    return answer(figure, value, maxLen);
}
