/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host memory that the library knows: of aclrtMallocHost, or registered by the program. Device and
 * host share an address space here, so the device's address of such memory is the host's own.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_HOST_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/address_map.h"

struct host_memory {
    char *start;
    size_t size;     /* bytes that were asked for, or registered */
    bool registered; /* the program's own memory; false: of aclrtMallocHost */
    bool mapped;     /* its address was handed out as a device address */
};

/* A piece of such memory. The range comes first: a pointer to it is a pointer to the whole. */
struct host_range {
    struct address_range range;
    bool registered;
    bool mapped;
    bool live;
    uintptr_t registered_in; /* where the program registered a part of memory of aclrtMallocHost */
    size_t holds;            /* the map's own while live, and those of queued work */
};

/* Memory of whole pages, as memory that a device reaches is, entered. NULL: there is none. */
void *host_memory_allocate(size_t size);

/*
 * Enters memory that the program registers; the range is from calloc, and given away. False, and
 * nothing done, when it overlaps one that is there.
 */
bool host_memory_enter(struct host_range *range);

/*
 * The program registers a part of memory of aclrtMallocHost, or all of it: that is reached by the
 * device already, and one registration of each is noted. False when it lies in no such memory.
 */
bool host_memory_register_within(const void *address, size_t size, bool mapped);

/* Ends the memory of this kind that starts at the address; false when there is none. */
bool host_memory_leave(const void *address, bool registered);

/* Its address is handed out as a device address; false for any other host memory. */
bool host_memory_map(const void *address);

/* What is known of the memory that an address lies in; false for any other host memory. */
bool host_memory_locate(const void *address, struct host_memory *out);

/*
 * Queued work that uses such memory holds it: memory of aclrtMallocHost is then released with the
 * last hold, and what was registered stays known to its holders. NULL when the address lies in
 * neither; else out, unless it is NULL, says what is known of it.
 */
struct host_range *host_memory_hold(const void *address, struct host_memory *out);
void host_memory_drop(struct host_range *range);

/* Whether memory that is held was neither freed nor unregistered. */
bool host_memory_is_live(const struct host_range *range);

/* One after the other, all memory of aclrtMallocHost; nothing of this file may be called meanwhile.
 */
void host_memory_visit(void (*visit)(const struct address_range *range, void *closure),
                       void *closure);

#endif
