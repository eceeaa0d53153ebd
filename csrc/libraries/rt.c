/* SPDX-License-Identifier: Apache-2.0 */
/* The layer below acl, libruntime.so: what acl has under another name. Statuses are acl's. */
#include <stdint.h>
#include <string.h>

#include "acl/acl.h"
#include "base/report.h"
#include "base/soc_current.h"
#include "libraries/rt.h"

int32_t rtSetDevice(int32_t device)
{
    return aclrtSetDevice(device);
}

int32_t rtGetDevice(int32_t *device)
{
    return aclrtGetDevice(device);
}

int32_t rtDeviceReset(int32_t device)
{
    return aclrtResetDevice(device);
}

int32_t rtGetDeviceCount(int32_t *count)
{
    return aclrtGetDeviceCount((uint32_t *)count);
}

/* As many numbers of devices as there is room for. */
int32_t rtGetDeviceIDs(uint32_t *devices, uint32_t room)
{
    uint32_t count;
    if (devices == NULL)
        return REPORT_NULL("devices");
    int32_t status = aclrtGetDeviceCount(&count);
    for (uint32_t i = 0; status == 0 && i < count && i < room; i++)
        devices[i] = i;
    return status;
}

int32_t rtGetSocVersion(char *name, uint32_t room)
{
    const char *product = soc_current()->name;
    if (name == NULL)
        return REPORT_NULL("name");
    if (strlen(product) >= room)
        return report(ACL_ERROR_RT_PARAM_INVALID, "room is %u; %s needs %zu", room, product,
                      strlen(product) + 1);
    memcpy(name, product, strlen(product) + 1);
    return 0;
}

int32_t rtGetAiCoreCount(uint32_t *count)
{
    if (count == NULL)
        return REPORT_NULL("count");
    *count = soc_current()->ai_cores;
    return 0;
}

int32_t rtMalloc(void **memory, uint64_t size, uint32_t type, uint16_t module)
{
    (void)type;
    (void)module;
    return aclrtMalloc(memory, size, ACL_MEM_MALLOC_HUGE_FIRST);
}

int32_t rtFree(void *memory)
{
    return aclrtFree(memory);
}

int32_t rtMallocHost(void **memory, uint64_t size, uint16_t module)
{
    (void)module;
    return aclrtMallocHost(memory, size);
}

int32_t rtFreeHost(void *memory)
{
    return aclrtFreeHost(memory);
}

/* Its kinds 0 to 3 are those of aclrtMemcpy. */
int32_t rtMemcpy(void *target, uint64_t room, const void *source, uint64_t count,
                 rtMemcpyKind_t kind)
{
    return aclrtMemcpy(target, room, source, count, (aclrtMemcpyKind)kind);
}

int32_t rtStreamCreate(void **stream, int32_t priority)
{
    (void)priority;
    return aclrtCreateStream((aclrtStream *)stream);
}

int32_t rtStreamDestroy(void *stream)
{
    return aclrtDestroyStream(stream);
}

int32_t rtStreamSynchronize(void *stream)
{
    return aclrtSynchronizeStream(stream);
}

int32_t rtGetStreamId(void *stream, int32_t *number)
{
    return aclrtStreamGetId(stream, number);
}
