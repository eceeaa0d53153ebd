/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory that the library knows: from aclrtMallocHost or aclrtMemAllocManaged, or registered
 * by the program. Device and host share an address space here, so the device's address of such
 * memory is the host's. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_HOST_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/address_map.h"

enum host_memory_kind {
    HOST_ALLOCATED,  /* from aclrtMallocHost */
    HOST_MANAGED,    /* from aclrtMemAllocManaged: device memory too, from the start */
    HOST_REGISTERED, /* the program's own memory */
};

struct host_memory {
    char *start;
    size_t size; /* bytes that were asked for or registered */
    enum host_memory_kind kind;
    bool mapped; /* its address was given out as a device address */
};

/* A range of such memory. The address range comes first, so a pointer to it is a pointer to the
 * whole. */
struct host_range {
    struct address_range range;
    enum host_memory_kind kind;
    bool mapped;
    bool live;
    uintptr_t registered_in; /* where the program registered a part of memory of aclrtMallocHost */
    size_t holds;            /* one for the map while the range is live, and one for each queued
                              * task */
};

/* Allocates whole units, which begin at a multiple of one, and enters them; with a unit of 0 pages
 * of the machine. NULL when there is no memory. */
void *host_memory_allocate(size_t size, enum host_memory_kind kind, size_t unit);

/* Enters memory that the program registers. range comes from calloc, and belongs to this file
 * afterwards. Returns false and does nothing when it overlaps a known range. */
bool host_memory_enter(struct host_range *range);

/*
 * The program registers a part of memory of aclrtMallocHost, or all of it: that is reached by the
 * device already, and one registration of each is noted. False when it lies in no such memory.
 */
bool host_memory_register_within(const void *address, size_t size, bool mapped);

/* Ends the memory of a kind that starts at the address; false when there is none. */
bool host_memory_leave(const void *address, enum host_memory_kind kind);

/* Notes that the address is given out as a device address; false for memory that is not known. */
bool host_memory_map(const void *address);

/* What is known of the memory that an address lies in; false for memory that is not known. */
bool host_memory_locate(const void *address, struct host_memory *out);

/* Queued work that uses such memory holds it: memory of aclrtMallocHost is then released with the
 * last hold, and registered memory stays known to its holders. NULL when the address lies in
 * neither. Otherwise out, unless it is NULL, gets what is known of the memory. */
struct host_range *host_memory_hold(const void *address, struct host_memory *out);
void host_memory_drop(struct host_range *range);

/* Whether held memory has been neither freed nor unregistered. */
bool host_memory_is_live(const struct host_range *range);

/* Visits all memory that the library allocated. Nothing of this file may be called meanwhile. */
void host_memory_visit(void (*visit)(const struct address_range *range, void *closure),
                       void *closure);

#endif
