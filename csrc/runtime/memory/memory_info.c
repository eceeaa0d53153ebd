/* SPDX-License-Identifier: Apache-2.0 */
/* What memory is, who can reach it, and how much of it is in use. */
#include <stdio.h>
#include <string.h>

#include "base/environment.h"
#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/used_memory.h"
#include "runtime/memory/virtual_memory.h"
#include "runtime/stream/context.h"

/* The kinds of memory that an address is of, as aclrtCheckMemType names them. Ascend950 has no
 * memory of DVPP's own, and takes the name for any. */
static uint32_t types_of(const void *address)
{
    struct memory_spot spot;
    if (virtual_memory_is_reserved(address))
        return ACL_RT_MEM_TYPE_RSVD;
    memory_locate(address, &spot);
    if (spot.place != MEMORY_DEVICE)
        return 0;
    bool is_newest = strcmp(environment()->soc.family, "Ascend950") == 0;
    return ACL_RT_MEM_TYPE_DEV | (is_newest ? ACL_RT_MEM_TYPE_DVPP : 0);
}

static aclError check_types(uint32_t size, uint32_t type, uint32_t reserve)
{
    const uint32_t known = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
    if (reserve != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "reserve is %u; it must be 0", reserve);
    if (size == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "size is 0; at least 1 address is required");
    if ((type & ~known) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "memType is 0x%x; one or more of ACL_RT_MEM_TYPE_DEV (0x2), _DVPP (0x8) and "
                      "_RSVD (0x10) are required",
                      type);
    return context_require();
}

aclError aclrtCheckMemTypeImpl(void **addrList, uint32_t size, uint32_t memType,
                               uint32_t *checkResult, uint32_t reserve)
{
    if (addrList == NULL)
        return REPORT_NULL("addrList");
    if (checkResult == NULL)
        return REPORT_NULL("checkResult");
    *checkResult = 0;
    aclError status = check_types(size, memType, reserve);
    if (status != ACL_SUCCESS)
        return status;
    uint32_t fits = 1;
    for (uint32_t i = 0; i < size; i++)
        fits &= (types_of(addrList[i]) & memType) != 0;
    *checkResult = fits;
    return ACL_SUCCESS;
}

aclError aclrtHostMemMapCapabilitiesImpl(uint32_t deviceId, aclrtHacType hacType,
                                         aclrtHostMemMapCapability *capabilities)
{
    if (capabilities == NULL)
        return REPORT_NULL("capabilities");
    aclError status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    if ((int)hacType < ACL_RT_HAC_TYPE_STARS || hacType > ACL_RT_HAC_TYPE_CCU)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "hacType is %d; ACL_RT_HAC_TYPE_STARS (0) to ACL_RT_HAC_TYPE_CCU (9) is "
                      "required",
                      (int)hacType);
    *capabilities = ACL_RT_HOST_MEM_MAP_SUPPORTED;
    return ACL_SUCCESS;
}

aclError aclrtMemP2PMapImpl(void *devPtr, size_t size, int32_t dstDevId, uint64_t flags)
{
    struct used_memory used = {.argument = "devPtr", .address = devPtr, .bytes = size};
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (flags != 0)
        return report(ACL_ERROR_INVALID_PARAM, "flags is %llu; it is reserved and must be 0",
                      (unsigned long long)flags);
    aclError status = device_check(dstDevId);
    return status == ACL_SUCCESS ? used_memory_check(&used) : status;
}

aclError aclrtGetMemUsageInfoImpl(int32_t deviceId, aclrtMemUsageInfo *memUsageInfo,
                                  size_t inputNum, size_t *outputNum)
{
    struct device_room room;
    if (memUsageInfo == NULL)
        return REPORT_NULL("memUsageInfo");
    if (outputNum == NULL)
        return REPORT_NULL("outputNum");
    *outputNum = 0;
    aclError status = product_require(PRODUCT_910 | PRODUCT_910B | PRODUCT_910_93,
                                      "figures of memory by component");
    if (status != ACL_SUCCESS)
        return status;
    if (inputNum == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "inputNum is 0; at least 1 is required");
    status = device_check(deviceId);
    if (status != ACL_SUCCESS)
        return status;
    device_memory_room(deviceId, &room);
    *memUsageInfo = (aclrtMemUsageInfo){.curMemSize = room.used, .memPeakSize = room.most_used};
    snprintf(memUsageInfo->name, sizeof memUsageInfo->name, "APP");
    *outputNum = 1;
    return ACL_SUCCESS;
}
