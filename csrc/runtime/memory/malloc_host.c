/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory that a device can reach: aclrtMallocHost, aclrtHostRegister and related functions. */
#include <stdint.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"
#include "runtime/memory/host_pages.h"
#include "runtime/memory/memory.h"
#include "runtime/stream/context.h"
#include "runtime/stream/stream.h"

/* argument is the public function's name for the pointer that receives the address. */
static aclError allocate_for(const char *argument, void **out, size_t size)
{
    if (out == NULL)
        return REPORT_NULL(argument);
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    void *memory = host_memory_allocate(size, HOST_ALLOCATED, 0);
    if (memory == NULL)
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %zu; the host has no such amount of memory to give", size);
    *out = memory;
    log_line(LOG_MEM, "host: %zu bytes at 0x%zx", size, (size_t)memory);
    return ACL_SUCCESS;
}

aclError aclrtMallocHostImpl(void **hostPtr, size_t size)
{
    return allocate_for("hostPtr", hostPtr, size);
}

aclError aclrtMallocHostWithCfgImpl(void **ptr, uint64_t size, aclrtMallocConfig *cfg)
{
    (void)cfg;
    return allocate_for("ptr", ptr, size);
}

static aclError free_host(void *address)
{
    char what[MEMORY_TEXT];
    if (!host_memory_leave(address, HOST_ALLOCATED))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "hostPtr is %p, %s; the address that aclrtMallocHost gave, not freed since, "
                      "is required",
                      address, memory_describe(address, what, sizeof what));
    log_line(LOG_MEM, "host: 0x%zx freed", (size_t)address);
    return ACL_SUCCESS;
}

aclError aclrtFreeHostImpl(void *hostPtr)
{
    if (hostPtr == NULL)
        return REPORT_NULL("hostPtr");
    return free_host(hostPtr);
}

/* Returns a failure that the device's work left behind. The memory is freed all the same. */
aclError aclrtFreeHostWithDevSyncImpl(void *hostPtr)
{
    if (hostPtr == NULL)
        return REPORT_NULL("hostPtr");
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    int32_t device = context->device;
    context_release(context);
    aclError status = stream_refuse_inside_task();
    if (status == ACL_SUCCESS)
        status = device_await(device, -1);
    if (status != ACL_SUCCESS)
        return status;
    aclError pending = device_take_failure(device);
    status = free_host(hostPtr);
    return status != ACL_SUCCESS ? status : pending;
}

/* mapped: it serves as device memory at once. read_only: the device does not write to it. */
static aclError register_range(void *address, uint64_t size, bool mapped, bool read_only)
{
    char what[MEMORY_TEXT];
    if (size > UINTPTR_MAX - (uintptr_t)address)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %llu; ptr = %p has no such number of bytes behind it",
                      (unsigned long long)size, address);
    if (device_memory_overlaps(address, size))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "ptr is %p, %s; %llu bytes of host memory are required", address,
                      memory_describe(address, what, sizeof what), (unsigned long long)size);
    uintptr_t closed = host_pages_closed((uintptr_t)address, size, !read_only);
    if (closed != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "ptr is %p, size is %llu; the program has no memory at 0x%zx that it may %s",
                      address, (unsigned long long)size, (size_t)closed,
                      read_only ? "read" : "read and write");
    if (host_memory_register_within(address, size, mapped))
        return ACL_SUCCESS;
    struct host_range *range = calloc(1, sizeof *range);
    if (range == NULL)
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION, "no host memory to note the range");
    range->range.start = (uintptr_t)address;
    range->range.extent = size;
    range->range.size = size;
    range->kind = HOST_REGISTERED;
    range->mapped = mapped;
    if (!host_memory_enter(range)) {
        free(range);
        return report(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                      "ptr is %p, size is %llu; the range overlaps memory that is registered, or "
                      "goes beyond memory of aclrtMallocHost (ptr: %s)",
                      address, (unsigned long long)size,
                      memory_describe(address, what, sizeof what));
    }
    log_line(LOG_MEM, "host: %llu bytes at 0x%zx registered", (unsigned long long)size,
             (size_t)address);
    return ACL_SUCCESS;
}

aclError aclrtHostRegisterImpl(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr)
{
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (type != ACL_HOST_REGISTER_MAPPED && type != ACL_HOST_REGISTER_IOMEMORY &&
        type != ACL_HOST_REGISTER_READONLY)
        return report(ACL_ERROR_INVALID_PARAM,
                      "type is %d; ACL_HOST_REGISTER_MAPPED (0), ACL_HOST_REGISTER_IOMEMORY (4) or "
                      "ACL_HOST_REGISTER_READONLY (8) is required",
                      (int)type);
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        status = register_range(ptr, size, true, type == ACL_HOST_REGISTER_READONLY);
    if (status == ACL_SUCCESS)
        *devPtr = ptr;
    return status;
}

aclError aclrtHostRegisterV2Impl(void *ptr, uint64_t size, uint32_t flag)
{
    const uint32_t known = ACL_HOST_REG_MAPPED | ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY |
                           ACL_HOST_REG_PINNED;
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (flag == 0 || (flag & ~known) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flag is 0x%x; one or more of ACL_HOST_REG_MAPPED (0x2), "
                      "ACL_HOST_REG_IOMEMORY (0x4), ACL_HOST_REG_READONLY (0x8) and "
                      "ACL_HOST_REG_PINNED (0x10000000) are required",
                      flag);
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    return register_range(ptr, size, (flag & ACL_HOST_REG_MAPPED) != 0,
                          (flag & ACL_HOST_REG_READONLY) != 0);
}

aclError aclrtHostUnregisterImpl(void *ptr)
{
    char what[MEMORY_TEXT];
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    if (!host_memory_leave(ptr, HOST_REGISTERED))
        return report(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                      "ptr is %p, %s; the start of memory that aclrtHostRegister or "
                      "aclrtHostRegisterV2 registered is required",
                      ptr, memory_describe(ptr, what, sizeof what));
    log_line(LOG_MEM, "host: 0x%zx unregistered", (size_t)ptr);
    return ACL_SUCCESS;
}

aclError aclrtHostGetDevicePointerImpl(void *pHost, void **pDevice, uint32_t flag)
{
    (void)flag;
    char what[MEMORY_TEXT];
    if (pHost == NULL)
        return REPORT_NULL("pHost");
    if (pDevice == NULL)
        return REPORT_NULL("pDevice");
    aclError status = context_require();
    if (status != ACL_SUCCESS)
        return status;
    if (!host_memory_map(pHost))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "pHost is %p, %s; registered memory or memory of aclrtMallocHost is required",
                      pHost, memory_describe(pHost, what, sizeof what));
    *pDevice = pHost;
    return ACL_SUCCESS;
}
