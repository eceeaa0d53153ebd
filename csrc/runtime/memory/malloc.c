/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a device: aclrtMalloc, aclrtFree, and what a program may ask about an address. */
#include <unistd.h>

#include "base/environment.h"
#include "base/log.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/managed_memory.h"
#include "runtime/memory/mem_pool.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream.h"

/* Sizes of allocations are multiples of this. */
#define UNIT 32

static aclError report_full(int32_t device, size_t size)
{
    struct device_room room;
    device_memory_room(device, &room);
    if (room.reserved < room.capacity)
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %zu; device %d has %zu of its %zu bytes in use, the largest free "
                      "piece is %zu bytes, and this machine granted an address range of %zu bytes "
                      "only (ulimit, valgrind, ...)",
                      size, device, room.used, room.capacity, room.largest, room.reserved);
    return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                  "size is %zu; device %d has %zu of its %zu bytes in use, and the largest free "
                  "piece is %zu bytes",
                  size, device, room.used, room.capacity, room.largest);
}

/* padding is what the acl layer adds before it rounds up. */
static aclError allocate(void **out, size_t size, size_t padding)
{
    if (out == NULL)
        return REPORT_NULL("devPtr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (size > SIZE_MAX - padding - (UNIT - 1))
        return report(ACL_ERROR_INVALID_PARAM,
                      "size is %zu; with %zu bytes of padding, rounded up to %d, it exceeds %zu",
                      size, padding, UNIT, (size_t)SIZE_MAX);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    int32_t device = context->device;
    size_t padded = (size + padding + UNIT - 1) / UNIT * UNIT;
    void *address = device_memory_allocate(device, size, padded);
    if (address == NULL) {
        mem_pool_trim(device);
        address = device_memory_allocate(device, size, padded);
    }
    context_release(context);
    if (address == NULL)
        return report_full(device, size);
    *out = address;
    log_line(LOG_MEM, "device %d: %zu bytes (%zu padded) at 0x%zx", device, size, padded,
             (size_t)address);
    return ACL_SUCCESS;
}

/* Kernels may read past the last element of a tensor; memory in pages of 1 GiB has room for that
 * anyway. */
static size_t padding_for(aclrtMemMallocPolicy policy)
{
    switch ((unsigned)policy & 0xff) {
    case ACL_MEM_MALLOC_HUGE1G_ONLY:
    case ACL_MEM_MALLOC_HUGE1G_ONLY_P2P: return 0;
    default: return environment()->soc.padding_bytes;
    }
}

aclError aclrtMallocImpl(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    return allocate(devPtr, size, padding_for(policy));
}

aclError aclrtMallocCachedImpl(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    return allocate(devPtr, size, padding_for(policy));
}

aclError aclrtMallocAlign32Impl(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    return allocate(devPtr, size, 0);
}

aclError aclrtMallocWithCfgImpl(void **devPtr, size_t size, aclrtMemMallocPolicy policy,
                                aclrtMallocConfig *cfg)
{
    (void)policy;
    (void)cfg;
    return allocate(devPtr, size, 0);
}

aclError aclrtMallocForTaskSchedulerImpl(void **devPtr, size_t size, aclrtMemMallocPolicy policy,
                                         aclrtMallocConfig *cfg)
{
    return aclrtMallocWithCfgImpl(devPtr, size, policy, cfg);
}

static aclError report_not_freeable(const void *address)
{
    char what[MEMORY_TEXT];
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "devPtr is %p, %s; the address that aclrtMalloc gave, not freed since, is "
                  "required",
                  address, memory_describe(address, what, sizeof what));
}

static aclError release(void *address)
{
    if (!mem_pool_free_now(address) && !device_memory_free(address) &&
        !managed_memory_free(address))
        return report_not_freeable(address);
    log_line(LOG_MEM, "device: 0x%zx freed", (size_t)address);
    return ACL_SUCCESS;
}

aclError aclrtFreeImpl(void *devPtr)
{
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    return release(devPtr);
}

/* Returns a failure that the device's work left behind. The memory is freed all the same. */
aclError aclrtFreeWithDevSyncImpl(void *devPtr)
{
    struct device_allocation allocation;
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    if (!device_memory_find(devPtr, &allocation) || allocation.address != devPtr)
        return report_not_freeable(devPtr);
    aclError status = stream_refuse_inside_task();
    if (status == ACL_SUCCESS)
        status = device_await(allocation.device, -1);
    if (status != ACL_SUCCESS)
        return status;
    aclError pending = device_take_failure(allocation.device);
    status = release(devPtr);
    return status != ACL_SUCCESS ? status : pending;
}

/* The emulated products have HBM and no DDR. Attributes that name neither mean any memory. */
static bool is_ddr(aclrtMemAttr attr)
{
    return attr == ACL_DDR_MEM || attr == ACL_DDR_MEM_HUGE || attr == ACL_DDR_MEM_NORMAL ||
           attr == ACL_DDR_MEM_P2P_HUGE || attr == ACL_DDR_MEM_P2P_NORMAL;
}

aclError aclrtGetMemInfoImpl(aclrtMemAttr attr, size_t *free, size_t *total)
{
    if (free == NULL)
        return REPORT_NULL("free");
    if (total == NULL)
        return REPORT_NULL("total");
    if ((int)attr < ACL_DDR_MEM || attr > ACL_MEM_P2P_HUGE1G)
        return report(ACL_ERROR_RT_INVALID_MEMORY_TYPE,
                      "attr is %d; ACL_DDR_MEM (0) to ACL_MEM_P2P_HUGE1G (17) is required",
                      (int)attr);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    struct device_room room = {0};
    if (!is_ddr(attr))
        device_memory_room(context->device, &room);
    context_release(context);
    *free = room.available;
    *total = room.capacity;
    return ACL_SUCCESS;
}

aclError aclrtPointerGetAttributesImpl(const void *ptr, aclrtPtrAttributes *attributes)
{
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (attributes == NULL)
        return REPORT_NULL("attributes");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    context_release(context);
    struct memory_spot spot;
    memory_locate(ptr, &spot);
    *attributes = (aclrtPtrAttributes){
        .location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED,
        .pageSize = (uint32_t)sysconf(_SC_PAGESIZE),
    };
    if (spot.place == MEMORY_PINNED)
        attributes->location.type = spot.managed ? ACL_MEM_LOCATION_TYPE_MANAGED
                                                 : ACL_MEM_LOCATION_TYPE_HOST;
    if (spot.place == MEMORY_DEVICE) {
        attributes->location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        attributes->location.id = (uint32_t)spot.device;
        attributes->pageSize = (uint32_t)device_memory_page_size(spot.size);
    }
    return ACL_SUCCESS;
}

/* Host and device share their caches here, so nothing is done after the checks. */
static aclError check_cached(const void *address, size_t size)
{
    if (address == NULL)
        return REPORT_NULL("devPtr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    context_release(context);
    if (environment()->check_mode == CHECK_OFF)
        return ACL_SUCCESS;
    char what[MEMORY_TEXT];
    struct memory_spot spot;
    memory_locate(address, &spot);
    if (spot.place != MEMORY_DEVICE && !spot.mapped)
        return report(ACL_ERROR_RT_PARAM_INVALID, "devPtr is %p, %s; device memory is required",
                      address, memory_describe(address, what, sizeof what));
    if (!memory_may_use(&spot, "devPtr", address, size))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %zu; devPtr is %p, %s, which has fewer bytes left%s", size, address,
                      memory_describe(address, what, sizeof what),
                      memory_remedy(&spot, address, size));
    return ACL_SUCCESS;
}

aclError aclrtMemFlushImpl(void *devPtr, size_t size)
{
    return check_cached(devPtr, size);
}

aclError aclrtMemInvalidateImpl(void *devPtr, size_t size)
{
    return check_cached(devPtr, size);
}
