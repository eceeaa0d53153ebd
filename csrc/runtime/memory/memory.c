/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/memory.h"

#include <stdio.h>

#include "runtime/memory/device_memory.h"
#include "runtime/memory/host_memory.h"

static void locate_host(const void *address, struct memory_spot *spot)
{
    struct host_memory memory;
    if (!host_memory_locate(address, &memory))
        return;
    spot->place = MEMORY_PINNED;
    spot->start = memory.start;
    spot->size = memory.size;
    spot->registered = memory.kind == HOST_REGISTERED;
    spot->managed = memory.kind == HOST_MANAGED;
    spot->mapped = memory.mapped;
}

void memory_locate(const void *address, struct memory_spot *spot)
{
    struct device_allocation allocation;
    *spot = (struct memory_spot){.place = MEMORY_PLAIN};
    if (!device_memory_is_device(address)) {
        locate_host(address, spot);
    } else if (device_memory_find(address, &allocation)) {
        spot->place = MEMORY_DEVICE;
        spot->start = allocation.address;
        spot->size = allocation.size;
        spot->device = allocation.device;
        spot->allocation = allocation;
    } else {
        spot->place = MEMORY_DEAD;
    }
}

static uint64_t past_of(const struct memory_spot *spot, const void *address, size_t bytes)
{
    uint64_t offset = (uint64_t)((const char *)address - spot->start);
    return bytes <= UINT64_MAX - offset ? offset + bytes : UINT64_MAX;
}

bool memory_may_use(const struct memory_spot *spot, const char *argument, const void *address,
                    size_t bytes)
{
    uint64_t past = past_of(spot, address, bytes);
    return spot->place == MEMORY_DEVICE ? device_memory_may_use(&spot->allocation, argument, past)
                                        : past <= spot->size;
}

const char *memory_remedy(const struct memory_spot *spot, const void *address, size_t bytes)
{
    return spot->place == MEMORY_DEVICE
               ? device_memory_remedy(&spot->allocation, past_of(spot, address, bytes))
               : "";
}

static const char *origin_of(enum host_memory_kind kind)
{
    switch (kind) {
    case HOST_ALLOCATED: return "of aclrtMallocHost";
    case HOST_MANAGED: return "of aclrtMemAllocManaged";
    default: return "that the program registered";
    }
}

const char *memory_describe(const void *address, char *buffer, size_t size)
{
    struct host_memory memory;
    if (address == NULL)
        snprintf(buffer, size, "NULL");
    else if (device_memory_describe(address, buffer, size))
        return buffer;
    else if (!host_memory_locate(address, &memory))
        snprintf(buffer, size, "host memory that no aclrt function allocated or registered");
    else if (memory.start == address)
        snprintf(buffer, size, "%zu bytes of host memory %s", memory.size, origin_of(memory.kind));
    else
        snprintf(buffer, size, "byte %zu of the %zu bytes of host memory at 0x%zx %s",
                 (size_t)((const char *)address - memory.start), memory.size, (size_t)memory.start,
                 origin_of(memory.kind));
    return buffer;
}
