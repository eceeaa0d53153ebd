/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of devices, how they are connected, and limits that are remembered. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/product.h"
#include "base/report.h"
#include "base/soc.h"
#include "base/text.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

/* A program numbers the devices that ASCEND_RT_VISIBLE_DEVICES names from 0; a physical number is
 * the logical one, as outside of containers. */
static int32_t logical_of(int32_t user)
{
    return environment()->devices[user];
}

static aclError find_user(const char *argument, int32_t logical, int32_t *user)
{
    for (uint32_t i = 0; i < environment()->device_count; i++)
        if (environment()->devices[i] == logical) {
            *user = (int32_t)i;
            return ACL_SUCCESS;
        }
    return report(ACL_ERROR_RT_INVALID_DEVICEID, "%s is %d, which is no device of this process",
                  argument, logical);
}

static aclError find_logical(const char *argument, int32_t user, int32_t *logical)
{
    if (user < 0 || (uint32_t)user >= environment()->device_count)
        return report(ACL_ERROR_RT_INVALID_DEVICEID, "%s is %d, which is no device of this process",
                      argument, user);
    *logical = logical_of(user);
    return ACL_SUCCESS;
}

aclError aclrtGetLogicDevIdByUserDevIdImpl(const int32_t userDevid, int32_t *const logicDevId)
{
    return logicDevId == NULL ? REPORT_NULL("logicDevId")
                              : find_logical("userDevid", userDevid, logicDevId);
}

aclError aclrtGetUserDevIdByLogicDevIdImpl(const int32_t logicDevId, int32_t *const userDevid)
{
    return userDevid == NULL ? REPORT_NULL("userDevid")
                             : find_user("logicDevId", logicDevId, userDevid);
}

/* What CANN calls logical in the next two is the user's number. */
aclError aclrtGetLogicDevIdByPhyDevIdImpl(const int32_t phyDevId, int32_t *const logicDevId)
{
    return logicDevId == NULL ? REPORT_NULL("logicDevId")
                              : find_user("phyDevId", phyDevId, logicDevId);
}

aclError aclrtGetPhyDevIdByLogicDevIdImpl(const int32_t logicDevId, int32_t *const phyDevId)
{
    return phyDevId == NULL ? REPORT_NULL("phyDevId")
                            : find_logical("logicDevId", logicDevId, phyDevId);
}

aclError aclrtGetUserDevIdByPhyDevIdImpl(const int32_t phyDevId, int32_t *const userDevId)
{
    return userDevId == NULL ? REPORT_NULL("userDevId")
                             : find_user("phyDevId", phyDevId, userDevId);
}

aclError aclrtGetPhyDevIdByUserDevIdImpl(const int32_t userDevId, int32_t *const phyDevId)
{
    return phyDevId == NULL ? REPORT_NULL("phyDevId")
                            : find_logical("userDevId", userDevId, phyDevId);
}

/* The same in all processes of a machine, and another for each device: version 8 of RFC 9562. */
aclError aclrtDeviceGetUuidImpl(int32_t deviceId, aclrtUuid *uuid)
{
    char text[320];
    char host[256] = "";
    int32_t logical = 0;
    if (uuid == NULL)
        return REPORT_NULL("uuid");
    aclError status = product_require(PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950,
                                      "devices with a UUID");
    if (status == ACL_SUCCESS)
        status = find_logical("deviceId", deviceId, &logical);
    if (status != ACL_SUCCESS)
        return status;
    (void)gethostname(host, sizeof host - 1);
    for (int i = 0; i < 2; i++) {
        int length = snprintf(text, sizeof text, "%d %s %d", i, host, logical);
        uint64_t half = text_hash(text, (size_t)length);
        memcpy(uuid->bytes + 8 * i, &half, sizeof half);
    }
    uuid->bytes[6] = (char)((uuid->bytes[6] & 0x0f) | 0x80);
    uuid->bytes[8] = (char)((uuid->bytes[8] & 0x3f) | 0x80);
    return ACL_SUCCESS;
}

/* ---- What devices have ----------------------------------------------------------------------- */

aclError aclrtGetDevicesTopoImpl(uint32_t deviceId, uint32_t otherDeviceId, uint64_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = device_check_both(deviceId, otherDeviceId);
    if (status == ACL_SUCCESS)
        *value = ACL_RT_DEVS_TOPOLOGY_HCCS;
    return status;
}

aclError aclrtGetDeviceCapabilityImpl(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                      int32_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    if (devFeatureType != ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV &&
        devFeatureType != ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "devFeatureType is %d; ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV (1) or "
                      "ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV (21) is required",
                      (int)devFeatureType);
    *value = ACL_DEV_FEATURE_NOT_SUPPORT;
    return ACL_SUCCESS;
}

static bool operation_is_known(aclrtAtomicOperation operation)
{
    return ((int)operation >= ACL_RT_ATOMIC_OPERATION_INTEGER_ADD &&
            operation <= ACL_RT_ATOMIC_OPERATION_FLOAT_MAX) ||
           (operation >= ACL_RT_ATOMIC_OPERATION_DMA_ADD &&
            operation <= ACL_RT_ATOMIC_OPERATION_DMA_MAX) ||
           (operation >= ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD &&
            operation <= ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH);
}

static aclError check_operations(const uint32_t *capabilities,
                                 const aclrtAtomicOperation *operations, uint32_t count)
{
    if (capabilities == NULL || operations == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "%s is NULL; a valid pointer is required",
                      capabilities == NULL ? "capabilities" : "operations");
    if (count == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "count is 0; at least 1 operation is required");
    for (uint32_t i = 0; i < count; i++)
        if (!operation_is_known(operations[i]))
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "operations[%u] is %d, which is no aclrtAtomicOperation", i,
                          (int)operations[i]);
    return ACL_SUCCESS;
}

/* Code of a program's own, for which this would say something, does not run here. */
static void answer_none(uint32_t *capabilities, uint32_t count)
{
    memset(capabilities, 0, count * sizeof *capabilities);
}

aclError aclrtDeviceGetHostAtomicCapabilitiesImpl(uint32_t *capabilities,
                                                  const aclrtAtomicOperation *operations,
                                                  const uint32_t count, int32_t deviceId)
{
    aclError status = check_operations(capabilities, operations, count);
    if (status == ACL_SUCCESS)
        status = device_check(deviceId);
    if (status == ACL_SUCCESS)
        answer_none(capabilities, count);
    return status;
}

aclError aclrtDeviceGetP2PAtomicCapabilitiesImpl(uint32_t *capabilities,
                                                 const aclrtAtomicOperation *operations,
                                                 const uint32_t count, int32_t srcDeviceId,
                                                 int32_t dstDeviceId)
{
    aclError status = check_operations(capabilities, operations, count);
    if (status == ACL_SUCCESS && srcDeviceId == dstDeviceId)
        status = report(ACL_ERROR_RT_INVALID_DEVICEID, "srcDeviceId and dstDeviceId are both %d",
                        srcDeviceId);
    if (status == ACL_SUCCESS)
        status = device_check_both(srcDeviceId, dstDeviceId);
    if (status == ACL_SUCCESS)
        answer_none(capabilities, count);
    return status;
}

aclError aclrtCheckArchCompatibilityImpl(const char *socVersion, int32_t *canCompatible)
{
    struct soc other;
    if (socVersion == NULL || canCompatible == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "%s is NULL; a valid pointer is required",
                      socVersion == NULL ? "socVersion" : "canCompatible");
    if (strchr(socVersion, ':') != NULL || !soc_parse(socVersion, &other))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "socVersion is \"%s\"; a product is required, as in " SOC_DEFAULT,
                      socVersion);
    *canCompatible = other.architecture == environment()->soc.architecture;
    return ACL_SUCCESS;
}

aclError aclrtSetTsDeviceImpl(aclrtTsId tsId)
{
    if (tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR)
        return ACL_SUCCESS;
    return report(ACL_ERROR_INVALID_PARAM,
                  "tsId is %d; ACL_TS_ID_AICORE (0) or ACL_TS_ID_AIVECTOR (1) is required",
                  (int)tsId);
}

/* ---- Limits of a device's own code ----------------------------------------------------------- */

#define LIMITS 5
#define SMALLEST_STACK 32768
#define STACK_UNIT 16384
#define LARGEST_FIFO 67108864

/* As the calls give them back; what no program has set is 0, but for the stack. */
static _Atomic size_t limits[LIMITS] = {[ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE] = SMALLEST_STACK};

static aclError check_limit(aclrtDeviceLimit limit)
{
    bool is_simt = limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE ||
                   limit == ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE ||
                   limit == ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE;
    if ((int)limit < 0 || (int)limit >= LIMITS)
        return report(ACL_ERROR_INVALID_PARAM, "limit is %d; limits are numbered from 0 to %d",
                      (int)limit, LIMITS - 1);
    return product_require(PRODUCT_950 | (is_simt ? 0 : PRODUCT_910B | PRODUCT_910_93),
                           "such limit of device code");
}

static aclError set_fifo(aclrtDeviceLimit limit, size_t value)
{
    size_t least = limit == ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE ? 1048576 : 1024;
    if (value < least || value > LARGEST_FIFO)
        return report(ACL_ERROR_RT_PARAM_INVALID, "value is %zu; limit %d takes %zu to %d bytes",
                      value, (int)limit, least, LARGEST_FIFO);
    atomic_store(&limits[limit], (value + 7) / 8 * 8);
    return ACL_SUCCESS;
}

static aclError set_simt_stack(aclrtDeviceLimit limit, size_t value)
{
    aclrtDeviceLimit other = limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE
                                 ? ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE
                                 : ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE;
    size_t threads = limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE ? 32 : 1;
    if (value == 0 && atomic_load(&limits[other]) == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "value is 0; limits 0 and 1 cannot both be 0");
    atomic_store(&limits[limit], (value + 127) / 128 * 128 * threads);
    return ACL_SUCCESS;
}

aclError aclrtDeviceSetLimitImpl(aclrtDeviceLimit limit, size_t value)
{
    aclError status = check_limit(limit);
    if (status == ACL_SUCCESS && value > UINT32_MAX)
        status = report(ACL_ERROR_INVALID_PARAM, "value is %zu; at most %u bytes are possible",
                        value, UINT32_MAX);
    if (status != ACL_SUCCESS)
        return status;
    switch (limit) {
    case ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE:
        if (value > SMALLEST_STACK)
            atomic_store(&limits[limit], (value + STACK_UNIT - 1) / STACK_UNIT * STACK_UNIT);
        return ACL_SUCCESS;
    case ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE:
    case ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE: return set_fifo(limit, value);
    default: return set_simt_stack(limit, value);
    }
}

aclError aclrtDeviceGetLimitImpl(aclrtDeviceLimit limit, size_t *value)
{
    if (value == NULL)
        return REPORT_NULL("value");
    aclError status = check_limit(limit);
    if (status == ACL_SUCCESS)
        *value = atomic_load(&limits[limit]);
    return status;
}
