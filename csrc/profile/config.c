/* SPDX-License-Identifier: Apache-2.0 */
/* aclprofConfig, and what is done with it. Statuses and their sequence are those of CANN's runtime
 * (acl_prof.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/report.h"
#include "base/text.h"
#include "impl/acl/acl_prof.h"
#include "profile/profile.h"

#define PATH_LENGTH 4096
#define SETTING_LENGTH 256

/* ACL_PROF_AICORE_SHAPE of newer headers, which torch_npu sets: shapes are told in any case. */
#define SHAPES 0x800000000ULL

#define TYPES                                                                                   \
    (ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_AICORE_METRICS | ACL_PROF_AICPU |         \
     ACL_PROF_L2CACHE | ACL_PROF_HCCL_TRACE | ACL_PROF_TRAINING_TRACE | ACL_PROF_MSPROFTX |     \
     ACL_PROF_RUNTIME_API | ACL_PROF_GE_API_L0 | ACL_PROF_TASK_TIME_L0 | ACL_PROF_TASK_MEMORY | \
     ACL_PROF_TASK_TIME_L2 | ACL_PROF_OP_ATTR | ACL_PROF_TASK_TIME_L3 | ACL_PROF_GE_API_L1 |    \
     ACL_PROF_API_STATS | SHAPES)

/* ---- aclprofInit ----------------------------------------------------------------------------- */

aclError aclprofInitImpl(const char *profilerResultPath, size_t length)
{
    if (profilerResultPath == NULL)
        return REPORT_NULL("profilerResultPath");
    if (length == 0 || length >= PATH_LENGTH)
        return report(ACL_ERROR_INVALID_PARAM, "length is %zu; a path has 1 to %d bytes", length,
                      PATH_LENGTH - 1);
    if (strnlen(profilerResultPath, PATH_LENGTH) != length)
        return report(ACL_ERROR_INVALID_PARAM,
                      "length is %zu, and profilerResultPath has %zu bytes; they must agree",
                      length, strnlen(profilerResultPath, PATH_LENGTH));
    aclError status = profile_check_caller();
    return status == ACL_SUCCESS ? profile_init(profilerResultPath) : status;
}

aclError aclprofFinalizeImpl(void)
{
    aclError status = profile_check_caller();
    return status == ACL_SUCCESS ? profile_finalize() : status;
}

/* ---- Configurations -------------------------------------------------------------------------- */

static aclError check_devices(const uint32_t *devices, uint32_t count)
{
    uint64_t seen = 0;
    uint32_t known = environment()->device_count;
    if (count != 0 && devices == NULL)
        return REPORT_NULL("deviceIdList");
    if (count > PROFILE_DEVICES || count > known)
        return report(ACL_ERROR_INVALID_PARAM, "deviceNums is %u; this process has %u device(s)",
                      count, known);
    for (uint32_t i = 0; i < count; i++) {
        if (devices[i] >= known)
            return report(ACL_ERROR_INVALID_PARAM,
                          "deviceIdList[%u] is %u; this process has %u device(s), numbered from 0",
                          i, devices[i], known);
        if (seen >> devices[i] & 1)
            return report(ACL_ERROR_INVALID_PARAM, "deviceIdList[%u] is %u, which is there already",
                          i, devices[i]);
        seen |= (uint64_t)1 << devices[i];
    }
    return ACL_SUCCESS;
}

static aclError check_config(const uint32_t *devices, uint32_t count,
                             const aclprofAicoreEvents *events, uint64_t types)
{
    aclError status = check_devices(devices, count);
    if (status != ACL_SUCCESS)
        return status;
    if (events != NULL)
        return report(ACL_ERROR_INVALID_PARAM, "aicoreEvents is %p; only NULL is allowed",
                      (const void *)events);
    if (count == 0 && (types & ACL_PROF_MSPROFTX) == 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "deviceNums is 0, which dataTypeConfig allows with ACL_PROF_MSPROFTX alone");
    return ACL_SUCCESS;
}

aclprofConfig *aclprofCreateConfigImpl(uint32_t *deviceIdList, uint32_t deviceNums,
                                       aclprofAicoreMetrics aicoreMetrics,
                                       const aclprofAicoreEvents *aicoreEvents,
                                       uint64_t dataTypeConfig)
{
    if (check_config(deviceIdList, deviceNums, aicoreEvents, dataTypeConfig) != ACL_SUCCESS)
        return NULL;
    struct profile_config *config = calloc(1, sizeof *config);
    void *handle = NULL;
    if (config != NULL) {
        for (uint32_t i = 0; i < deviceNums; i++)
            config->devices |= (uint64_t)1 << deviceIdList[i];
        config->types = dataTypeConfig;
        config->metrics = aicoreMetrics;
        handle = handle_create(HANDLE_PROFILE_CONFIG, config, free);
    }
    if (handle == NULL) {
        free(config);
        report(ACL_ERROR_BAD_ALLOC, "no host memory for an aclprofConfig");
    }
    return handle;
}

static aclError refuse_config(const void *handle)
{
    char what[128];
    if (handle == NULL)
        return REPORT_NULL("profilerConfig");
    return report(ACL_ERROR_INVALID_PARAM,
                  "profilerConfig is %p, %s; a live aclprofConfig is required", handle,
                  handle_describe(handle, what, sizeof what));
}

aclError aclprofDestroyConfigImpl(const aclprofConfig *profilerConfig)
{
    if (!handle_close(profilerConfig, HANDLE_PROFILE_CONFIG, entry_name()))
        return refuse_config(profilerConfig);
    return ACL_SUCCESS;
}

static aclError check_types(const struct profile_config *config)
{
    if (config->types == 0)
        return report(ACL_ERROR_INVALID_PARAM,
                      "dataTypeConfig is 0; at least one of ACL_PROF_ACL_API and the like is "
                      "required");
    if ((config->types & ~(uint64_t)TYPES) != 0)
        return report(ACL_ERROR_PROF_MODULES_UNSUPPORTED,
                      "dataTypeConfig has the bits 0x%" PRIx64 ", which mean nothing",
                      config->types & ~(uint64_t)TYPES);
    bool is_metric = (unsigned)config->metrics <= ACL_AICORE_MEMORY_ACCESS ||
                     config->metrics == ACL_AICORE_NONE;
    if ((config->types & ACL_PROF_AICORE_METRICS) != 0 && !is_metric)
        return report(ACL_ERROR_INVALID_PARAM,
                      "aicoreMetrics is %d; ACL_AICORE_ARITHMETIC_UTILIZATION (0) to "
                      "ACL_AICORE_MEMORY_ACCESS (8) and ACL_AICORE_NONE (255) are allowed",
                      (int)config->metrics);
    return ACL_SUCCESS;
}

static aclError with_config(const aclprofConfig *handle,
                            aclError (*act)(const struct profile_config *config))
{
    const struct profile_config *config = handle_acquire(handle, HANDLE_PROFILE_CONFIG);
    if (config == NULL)
        return refuse_config(handle);
    aclError status = check_types(config);
    if (status == ACL_SUCCESS)
        status = profile_check_caller();
    if (status == ACL_SUCCESS)
        status = act(config);
    handle_release(handle);
    return status;
}

aclError aclprofWarmupImpl(const aclprofConfig *profilerConfig)
{
    return with_config(profilerConfig, profile_warm_up);
}

aclError aclprofStartImpl(const aclprofConfig *profilerConfig)
{
    return with_config(profilerConfig, profile_start);
}

aclError aclprofStopImpl(const aclprofConfig *profilerConfig)
{
    return with_config(profilerConfig, profile_stop);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static aclError refuse_setting(const char *name, const char *value, const char *allowed)
{
    return report(ACL_ERROR_INVALID_PROFILING_CONFIG, "%s is \"%.260s\"; %s", name, value, allowed);
}

static aclError set_limit(const char *value)
{
    char digits[32];
    uint64_t megabytes;
    size_t length = strlen(value);
    bool is_good = length > 2 && length - 2 < sizeof digits &&
                   strcmp(value + length - 2, "MB") == 0;
    if (is_good) {
        memcpy(digits, value, length - 2);
        digits[length - 2] = '\0';
        is_good = text_parse_number(digits, 200, UINT32_MAX, &megabytes);
    }
    if (!is_good)
        return refuse_setting("ACL_PROF_STORAGE_LIMIT", value,
                              "200MB to 4294967295MB are allowed, a number with MB behind it");
    return profile_set_limit(megabytes << 20);
}

static aclError check_rate(const char *name, const char *value, uint64_t most)
{
    uint64_t rate;
    char allowed[64];
    if (text_parse_number(value, 1, most, &rate))
        return ACL_SUCCESS;
    snprintf(allowed, sizeof allowed, "1 to %" PRIu64 " are allowed, in hertz", most);
    return refuse_setting(name, value, allowed);
}

static bool is_one_of(const char *piece, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(piece, *words) == 0)
            return true;
    return false;
}

/* A list with commas of these words. */
static aclError check_words(const char *name, const char *value, const char *const *words,
                            const char *allowed)
{
    char piece[SETTING_LENGTH + 1];
    const char *rest = value;
    bool is_good = *value != '\0';
    while (is_good && (rest = text_next_piece(rest, ',', piece, sizeof piece)) != NULL)
        is_good = is_one_of(piece, words);
    return is_good ? ACL_SUCCESS : refuse_setting(name, value, allowed);
}

/* What only a device measures, or the system's own tools do, is checked as CANN checks it, and
 * nothing follows from it. */
static aclError set(aclprofConfigType type, const char *value)
{
    static const char *const parts[] = {"cpu", "mem", "disk", "network", "osrt", "numa", NULL};
    static const char *const directions[] = {"read", "write", NULL};
    switch (type) {
    case ACL_PROF_PATH: return profile_set_path(value);
    case ACL_PROF_STORAGE_LIMIT: return set_limit(value);
    case ACL_PROF_SYS_HARDWARE_MEM_FREQ:
        return check_rate("ACL_PROF_SYS_HARDWARE_MEM_FREQ", value, 100);
    case ACL_PROF_SYS_IO_FREQ: return check_rate("ACL_PROF_SYS_IO_FREQ", value, 100);
    case ACL_PROF_SYS_INTERCONNECTION_FREQ:
        return check_rate("ACL_PROF_SYS_INTERCONNECTION_FREQ", value, 50);
    case ACL_PROF_DVPP_FREQ: return check_rate("ACL_PROF_DVPP_FREQ", value, 100);
    case ACL_PROF_HOST_SYS_USAGE_FREQ: return check_rate("ACL_PROF_HOST_SYS_USAGE_FREQ", value, 50);
    case ACL_PROF_LOW_POWER_FREQ: return check_rate("ACL_PROF_LOW_POWER_FREQ", value, 100);
    case ACL_PROF_SYS_CPU_FREQ: return check_rate("ACL_PROF_SYS_CPU_FREQ", value, 50);
    case ACL_PROF_HOST_SYS:
        return check_words("ACL_PROF_HOST_SYS", value, parts,
                           "cpu, mem, disk, network, osrt and numa are allowed, with commas");
    case ACL_PROF_HOST_SYS_USAGE:
        return check_words("ACL_PROF_HOST_SYS_USAGE", value, parts,
                           "cpu and mem are allowed, with commas");
    case ACL_PROF_LLC_MODE:
        return check_words("ACL_PROF_LLC_MODE", value, directions, "read or write is allowed");
    default: break;
    }
    return *value != '\0' ? ACL_SUCCESS
                          : refuse_setting("config", value, "at least one character is required");
}

aclError aclprofSetConfigImpl(aclprofConfigType configType, const char *config, size_t configLength)
{
    if (configType <= ACL_PROF_ARGS_MIN || configType >= ACL_PROF_ARGS_MAX)
        return report(ACL_ERROR_INVALID_PARAM,
                      "configType is %d; ACL_PROF_STORAGE_LIMIT (1) to ACL_PROF_PATH (16) are "
                      "allowed",
                      (int)configType);
    if (configLength > SETTING_LENGTH)
        return report(ACL_ERROR_INVALID_PARAM, "configLength is %zu; at most %d is allowed",
                      configLength, SETTING_LENGTH);
    if (config == NULL)
        return REPORT_NULL("config");
    if (strnlen(config, SETTING_LENGTH + 1) != configLength)
        return report(ACL_ERROR_INVALID_PARAM,
                      "configLength is %zu, and config has %zu bytes; they must agree",
                      configLength, strnlen(config, SETTING_LENGTH + 1));
    aclError status = profile_check_caller();
    return status == ACL_SUCCESS ? set(configType, config) : status;
}

/* ---- What torch_npu asks --------------------------------------------------------------------- */

/* A feature that only some versions of CANN have, as C++ lays it out there; nobody calls what the
 * pointers are of. */
struct feature {
    const void *none;
    char name[64];
    const void *of_info;
    char is_there[16]; /* "1" */
    char version[16];
    char component[16];
    char component_version[16];
    char text[128];
};

/* Shapes of operators are noted. The others that there are, attributes of operators and accesses to
 * memory, are counted by AI cores. */
static aclError get_features(size_t *size, void **data)
{
    static struct feature shapes = {.name = "AICORE_SHAPE",
                                    .is_there = "1",
                                    .version = "1",
                                    .component = "all",
                                    .component_version = "all",
                                    .text = "shapes of operators"};
    if (size == NULL)
        return REPORT_NULL("featuresSize");
    if (data == NULL)
        return REPORT_NULL("featuresData");
    *size = 1;
    *data = &shapes;
    return ACL_SUCCESS;
}

aclError aclprofGetSupportedFeaturesImpl(size_t *featuresSize, void **featuresData)
{
    return get_features(featuresSize, featuresData);
}

aclError aclprofGetSupportedFeaturesV2Impl(size_t *featuresSize, void **featuresData)
{
    return get_features(featuresSize, featuresData);
}

/* Devices that are set later are noted in any case. */
aclError aclprofRegisterDeviceCallbackImpl(void)
{
    return ACL_SUCCESS;
}
