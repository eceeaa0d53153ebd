/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of the emulated product, versions, and limits to its cores. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/environment.h"
#include "base/report.h"
#include "impl/acl/acl_base_rt.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"

#define TEXT_OF(x) #x
#define VERSION_TEXT(x) TEXT_OF(x)
#define CANN_VERSION                       \
    VERSION_TEXT(ACLNN_CANN_MAJOR_VERSION) \
    "." VERSION_TEXT(ACLNN_CANN_MINOR_VERSION) "." VERSION_TEXT(ACLNN_CANN_RELEASE_VERSION)

const char *aclrtGetSocNameImpl(void)
{
    const struct environment *settings = environment();
    if (settings->problem[0] != '\0') {
        report_as("EE1011", ACL_ERROR_RT_SOC_VERSION, "the environment is wrong: %s",
                  settings->problem);
        return NULL;
    }
    return settings->soc.name;
}

aclError aclrtGetRunModeImpl(aclrtRunMode *runMode)
{
    if (runMode == NULL)
        return REPORT_NULL("runMode");
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
}

aclError aclrtGetVersionImpl(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion)
{
    if (majorVersion == NULL || minorVersion == NULL || patchVersion == NULL)
        return REPORT_NULL(majorVersion == NULL   ? "majorVersion"
                           : minorVersion == NULL ? "minorVersion"
                                                  : "patchVersion");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}

aclError aclsysGetCANNVersionImpl(aclCANNPackageName name, aclCANNPackageVersion *version)
{
    if (version == NULL)
        return REPORT_NULL("version");
    if ((int)name < ACL_PKG_NAME_CANN || (int)name > ACL_PKG_NAME_DRIVER)
        return report(ACL_ERROR_INVALID_PARAM, "name is %d; packages are numbered from 0 to %d",
                      (int)name, (int)ACL_PKG_NAME_DRIVER);
    memset(version, 0, sizeof *version);
    snprintf(version->version, sizeof version->version, "%s", CANN_VERSION);
    snprintf(version->majorVersion, sizeof version->majorVersion, "%s",
             VERSION_TEXT(ACLNN_CANN_MAJOR_VERSION));
    snprintf(version->minorVersion, sizeof version->minorVersion, "%s",
             VERSION_TEXT(ACLNN_CANN_MINOR_VERSION));
    snprintf(version->releaseVersion, sizeof version->releaseVersion, "%s",
             VERSION_TEXT(ACLNN_CANN_RELEASE_VERSION));
    snprintf(version->patchVersion, sizeof version->patchVersion, "0");
    return ACL_SUCCESS;
}

aclError aclsysGetVersionStrImpl(char *pkgName, char *versionStr)
{
    if (pkgName == NULL || versionStr == NULL)
        return REPORT_NULL(pkgName == NULL ? "pkgName" : "versionStr");
    snprintf(versionStr, ACL_PKG_VERSION_MAX_SIZE, "%s", CANN_VERSION);
    return ACL_SUCCESS;
}

/* The weights are the vendor's: a later release has the larger number. */
aclError aclsysGetVersionNumImpl(char *pkgName, int32_t *versionNum)
{
    if (versionNum == NULL || pkgName == NULL)
        return REPORT_NULL(versionNum == NULL ? "versionNum" : "pkgName");
    *versionNum = ACLNN_CANN_MAJOR_VERSION * 10000000 + ACLNN_CANN_MINOR_VERSION * 100000 +
                  ACLNN_CANN_RELEASE_VERSION * 1000;
    return ACL_SUCCESS;
}

aclError aclrtQueryDeviceStatusImpl(int32_t deviceId, aclrtDeviceStatus *deviceStatus)
{
    if (deviceStatus == NULL)
        return REPORT_NULL("deviceStatus");
    aclError status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
    return status;
}

static bool device_figure(const struct soc *soc, aclrtDevAttr attr, uint32_t deviceId,
                          int64_t *value)
{
    switch (attr) {
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM: *value = soc->ai_cores; return true;
    case ACL_DEV_ATTR_VECTOR_CORE_NUM: *value = soc->vector_cores; return true;
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
        *value = (int64_t)soc->unified_buffer_bytes;
        return true;
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: *value = (int64_t)soc->memory_bytes; return true;
    case ACL_DEV_ATTR_PHY_CHIP_ID: *value = deviceId; return true;
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
    case ACL_DEV_ATTR_IS_VIRTUAL:
    case ACL_DEV_ATTR_NPU_ARCH: *value = 0; return true;
    }
    return false;
}

aclError aclrtGetDeviceInfoImpl(uint32_t deviceId, aclrtDevAttr attr, int64_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    if (!device_figure(&environment()->soc, attr, deviceId, value))
        return report(ACL_ERROR_RT_PARAM_INVALID, "attr is %d, which is no aclrtDevAttr",
                      (int)attr);
    return ACL_SUCCESS;
}

aclError aclGetDeviceCapabilityImpl(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    const struct soc *soc = &environment()->soc;
    int64_t figure;
    switch (deviceInfo) {
    case ACL_DEVICE_INFO_AI_CORE_NUM: figure = soc->ai_cores; break;
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM: figure = soc->vector_cores; break;
    case ACL_DEVICE_INFO_L2_SIZE: figure = 0; break;
    default:
        return report(ACL_ERROR_INVALID_PARAM, "deviceInfo is %d; 0 to 2 is required",
                      (int)deviceInfo);
    }
    aclError status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        *value = figure;
    return status;
}

static const aclCannAttr attributes[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16};

aclError aclGetCannAttributeListImpl(const aclCannAttr **cannAttrList, size_t *num)
{
    if (cannAttrList == NULL || num == NULL)
        return REPORT_NULL(cannAttrList == NULL ? "cannAttrList" : "num");
    *cannAttrList = attributes;
    *num = environment()->soc.has_bfloat16 ? 2 : 1;
    return ACL_SUCCESS;
}

aclError aclGetCannAttributeImpl(aclCannAttr cannAttr, int32_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    switch (cannAttr) {
    case ACL_CANN_ATTR_INF_NAN: *value = 1; return ACL_SUCCESS;
    case ACL_CANN_ATTR_BF16: *value = environment()->soc.has_bfloat16; return ACL_SUCCESS;
    case ACL_CANN_ATTR_JIT_COMPILE: *value = 0; return ACL_SUCCESS;
    default:
        return report(ACL_ERROR_INVALID_PARAM, "cannAttr is %d; 0 to 2 is required", (int)cannAttr);
    }
}

aclError aclrtDeviceCanAccessPeerImpl(int32_t *canAccessPeer, int32_t deviceId,
                                      int32_t peerDeviceId)
{
    if (canAccessPeer == NULL)
        return REPORT_NULL("canAccessPeer");
    if (deviceId == peerDeviceId)
        return report(ACL_ERROR_INVALID_PARAM, "deviceId and peerDeviceId are both %d", deviceId);
    aclError status = device_check_both(deviceId, peerDeviceId);
    if (status == ACL_SUCCESS)
        *canAccessPeer = 1;
    return status;
}

aclError aclrtDevicePeerAccessStatusImpl(int32_t deviceId, int32_t peerDeviceId, int32_t *status)
{
    if (status == NULL)
        return REPORT_NULL("status");
    aclError checked = device_check_both(deviceId, peerDeviceId);
    if (checked == ACL_SUCCESS)
        *status = 1;
    return checked;
}

static aclError check_peer(int32_t peerDeviceId)
{
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    int32_t device = context->device;
    context_release(context);
    if (device == peerDeviceId)
        return report(ACL_ERROR_INVALID_PARAM, "peerDeviceId is %d, the current device itself",
                      peerDeviceId);
    return device_check(peerDeviceId);
}

aclError aclrtDeviceEnablePeerAccessImpl(int32_t peerDeviceId, uint32_t flags)
{
    if (flags != 0)
        return report(ACL_ERROR_FEATURE_UNSUPPORTED, "flags is %u; it is reserved and must be 0",
                      flags);
    return check_peer(peerDeviceId);
}

aclError aclrtDeviceDisablePeerAccessImpl(int32_t peerDeviceId)
{
    return check_peer(peerDeviceId);
}

/* Limits to the cores that operators are planned for. 0: none is set, the product's number
 * counts. */
static _Atomic uint32_t device_limits[MAX_DEVICES][RESOURCE_TYPES];

/* What aclrtUseStreamResInCurrentThread chose for this thread; 0: the device's limits. */
static _Thread_local uint32_t thread_limits[RESOURCE_TYPES];

static uint32_t product_cores(aclrtDevResLimitType type)
{
    const struct soc *soc = &environment()->soc;
    return type == ACL_RT_DEV_RES_CUBE_CORE ? soc->ai_cores : soc->vector_cores;
}

static uint32_t device_cores(int32_t device, aclrtDevResLimitType type)
{
    uint32_t limit = atomic_load(&device_limits[device][type]);
    return limit != 0 ? limit : product_cores(type);
}

static aclError check_type(aclrtDevResLimitType type)
{
    if (type == ACL_RT_DEV_RES_CUBE_CORE || type == ACL_RT_DEV_RES_VECTOR_CORE)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "type is %d; ACL_RT_DEV_RES_CUBE_CORE (0) or ACL_RT_DEV_RES_VECTOR_CORE (1) is "
                  "required",
                  (int)type);
}

static aclError check_limit(aclrtDevResLimitType type, uint32_t value)
{
    aclError status = check_type(type);
    if (status == ACL_SUCCESS && (value == 0 || value > product_cores(type)))
        status = report(ACL_ERROR_RT_PARAM_INVALID, "value is %u; %s has 1 to %u such cores", value,
                        environment()->soc.name, product_cores(type));
    return status;
}

aclError aclrtGetDeviceResLimitImpl(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value)
{
    aclError status = check_type(type);
    if (status != ACL_SUCCESS)
        return status;
    if (value == NULL)
        return REPORT_NULL("value");
    status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        *value = device_cores(deviceId, type);
    return status;
}

aclError aclrtSetDeviceResLimitImpl(int32_t deviceId, aclrtDevResLimitType type, uint32_t value)
{
    aclError status = check_limit(type, value);
    if (status == ACL_SUCCESS)
        status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        atomic_store(&device_limits[deviceId][type], value);
    return status;
}

static uint32_t stream_cores(struct stream *stream, aclrtDevResLimitType type)
{
    uint32_t limit = atomic_load(&stream->core_limits[type]);
    return limit != 0 ? limit : device_cores(stream->child.device, type);
}

aclError aclrtGetStreamResLimitImpl(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value)
{
    aclError status = check_type(type);
    if (status != ACL_SUCCESS)
        return status;
    if (value == NULL)
        return REPORT_NULL("value");
    struct stream *object = NULL;
    status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    *value = stream_cores(object, type);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtSetStreamResLimitImpl(aclrtStream stream, aclrtDevResLimitType type, uint32_t value)
{
    aclError status = check_limit(type, value);
    if (status != ACL_SUCCESS)
        return status;
    struct stream *object = NULL;
    status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    atomic_store(&object->core_limits[type], value);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtResetDeviceResLimitImpl(int32_t deviceId)
{
    aclError status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        for (int type = 0; type < RESOURCE_TYPES; type++)
            atomic_store(&device_limits[deviceId][type], 0);
    return status;
}

aclError aclrtResetStreamResLimitImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    for (int type = 0; type < RESOURCE_TYPES; type++)
        atomic_store(&object->core_limits[type], 0);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtUseStreamResInCurrentThreadImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    for (int type = 0; type < RESOURCE_TYPES; type++)
        thread_limits[type] = stream_cores(object, (aclrtDevResLimitType)type);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtUnuseStreamResInCurrentThreadImpl(aclrtStream stream)
{
    struct stream *object = NULL;
    aclError status = stream_acquire(stream, &object);
    if (status != ACL_SUCCESS)
        return status;
    memset(thread_limits, 0, sizeof thread_limits);
    stream_release(object);
    return ACL_SUCCESS;
}

aclError aclrtGetResInCurrentThreadImpl(aclrtDevResLimitType type, uint32_t *value)
{
    aclError status = check_type(type);
    if (status != ACL_SUCCESS)
        return status;
    if (value == NULL)
        return REPORT_NULL("value");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    *value = thread_limits[type] != 0 ? thread_limits[type] : device_cores(context->device, type);
    context_release(context);
    return ACL_SUCCESS;
}
