/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hints to the caches of a device. Host and device share their caches here, so that after its
 * checks a call does nothing, and a captured stream gets no node.
 */
#include <stdint.h>

#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/used_memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream_queue.h"

#define PRODUCTS (PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950)

/* A descriptor, in device memory. Nothing reads it, and its size is a guess: CANN's is not public.
 */
struct cmo_desc {
    uint64_t address;
    uint64_t bytes;
    uint64_t unused[6];
};

static aclError check_type(aclrtCmoType type)
{
    if ((int)type >= ACL_RT_CMO_TYPE_PREFETCH && type <= ACL_RT_CMO_TYPE_FLUSH)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  "cmoType is %d; ACL_RT_CMO_TYPE_PREFETCH (0) to ACL_RT_CMO_TYPE_FLUSH (3) is "
                  "required",
                  (int)type);
}

static aclError check_memory(void *address, size_t bytes, aclrtStream handle)
{
    struct used_memory used = {.argument = "src", .address = address, .bytes = bytes};
    aclError status = stream_check(handle);
    return status == ACL_SUCCESS ? used_memory_check(&used) : status;
}

static aclError check_size(size_t size)
{
    return size > 0 ? ACL_SUCCESS
                    : report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
}

aclError aclrtCmoAsyncImpl(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream)
{
    if (src == NULL)
        return REPORT_NULL("src");
    aclError status = check_size(size);
    if (status == ACL_SUCCESS)
        status = product_require(PRODUCTS, "hints to caches");
    if (status == ACL_SUCCESS)
        status = check_type(cmoType);
    return status == ACL_SUCCESS ? check_memory(src, size, stream) : status;
}

static aclError check_barrier(aclrtCmoType type, uint32_t barrier)
{
    if ((type == ACL_RT_CMO_TYPE_INVALID) == (barrier != 0))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "barrierId is %u and cmoType %d; ACL_RT_CMO_TYPE_INVALID (2) has a number above "
                  "0, and other types 0",
                  barrier, (int)type);
}

aclError aclrtCmoAsyncWithBarrierImpl(void *src, size_t size, aclrtCmoType cmoType,
                                      uint32_t barrierId, aclrtStream stream)
{
    if (src == NULL)
        return REPORT_NULL("src");
    if (size == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "size is 0; at least 1 byte is required");
    aclError status = check_type(cmoType);
    if (status == ACL_SUCCESS)
        status = check_barrier(cmoType, barrierId);
    return status == ACL_SUCCESS ? check_memory(src, size, stream) : status;
}

static aclError check_tasks(const aclrtBarrierTaskInfo *info)
{
    if (info->barrierNum == 0 || info->barrierNum > ACL_RT_CMO_MAX_BARRIER_NUM)
        return report(ACL_ERROR_INVALID_PARAM, "taskInfo->barrierNum is %zu; 1 to %u is required",
                      info->barrierNum, ACL_RT_CMO_MAX_BARRIER_NUM);
    for (size_t i = 0; i < info->barrierNum; i++)
        if (info->cmoInfo[i].cmoType != ACL_RT_CMO_TYPE_INVALID || info->cmoInfo[i].barrierId == 0)
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "taskInfo->cmoInfo[%zu] has cmoType %d and barrierId %u; "
                          "ACL_RT_CMO_TYPE_INVALID (2) and a number above 0 are required",
                          i, (int)info->cmoInfo[i].cmoType, info->cmoInfo[i].barrierId);
    return ACL_SUCCESS;
}

aclError aclrtCmoWaitBarrierImpl(aclrtBarrierTaskInfo *taskInfo, aclrtStream stream, uint32_t flag)
{
    if (taskInfo == NULL)
        return REPORT_NULL("taskInfo");
    aclError status = check_tasks(taskInfo);
    if (status == ACL_SUCCESS && flag != 0)
        status = report(ACL_ERROR_RT_PARAM_INVALID, "flag is %u; it is reserved and must be 0",
                        flag);
    return status == ACL_SUCCESS ? stream_check(stream) : status;
}

aclError aclrtCmoGetDescSizeImpl(size_t *size)
{
    if (size == NULL)
        return REPORT_NULL("size");
    aclError status = product_require(PRODUCTS, "hints to caches");
    if (status == ACL_SUCCESS)
        *size = sizeof(struct cmo_desc);
    return status;
}

aclError aclrtCmoSetDescImpl(void *cmoDesc, void *src, size_t size)
{
    const struct cmo_desc made = {.address = (uint64_t)(uintptr_t)src, .bytes = size};
    struct used_memory used = {.argument = "src", .address = src, .bytes = size};
    if (cmoDesc == NULL)
        return REPORT_NULL("cmoDesc");
    if (src == NULL)
        return REPORT_NULL("src");
    aclError status = check_size(size);
    if (status == ACL_SUCCESS)
        status = product_require(PRODUCTS, "hints to caches");
    if (status == ACL_SUCCESS)
        status = used_memory_check(&used);
    return status == ACL_SUCCESS ? aclrtMemcpyImpl(cmoDesc, sizeof made, &made, sizeof made,
                                                   ACL_MEMCPY_HOST_TO_DEVICE)
                                 : status;
}

aclError aclrtCmoAsyncWithDescImpl(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream,
                                   const void *reserve)
{
    struct used_memory used = {
        .argument = "cmoDesc", .address = cmoDesc, .bytes = sizeof(struct cmo_desc)};
    if (cmoDesc == NULL)
        return REPORT_NULL("cmoDesc");
    if (reserve != NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "reserve is %p; NULL is required", reserve);
    aclError status = product_require(PRODUCTS, "hints to caches");
    if (status == ACL_SUCCESS)
        status = check_type(cmoType);
    if (status == ACL_SUCCESS)
        status = stream_check(stream);
    return status == ACL_SUCCESS ? used_memory_check(&used) : status;
}

aclError aclrtDeviceL2CacheFlushImpl(void *rsv)
{
    if (rsv != NULL)
        return report(ACL_ERROR_INVALID_PARAM, "rsv is %p; NULL is required", rsv);
    return context_require();
}
