/* SPDX-License-Identifier: Apache-2.0 */
/* What an address is: device memory, host memory that the library knows, or other host memory. */
#ifndef ACLNN_PY_RUNTIME_MEMORY_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/device_memory.h"

enum memory_place {
    MEMORY_PLAIN,  /* host memory of the program: from malloc, on the stack, ... */
    MEMORY_PINNED, /* host memory from aclrtMallocHost, registered, or managed */
    MEMORY_DEVICE, /* in a live allocation of a device */
    MEMORY_DEAD    /* an address of a device where nothing is allocated, or not any more */
};

struct memory_spot {
    enum memory_place place;
    char *start;                         /* start of the allocation or range, where there is one */
    size_t size;                         /* bytes that were asked for */
    int32_t device;                      /* for MEMORY_DEVICE */
    struct device_allocation allocation; /* for MEMORY_DEVICE */
    bool registered;                     /* for MEMORY_PINNED: it is the program's own memory */
    bool managed;                        /* for MEMORY_PINNED: of aclrtMemAllocManaged */
    bool mapped;                         /* for MEMORY_PINNED: it serves as device memory too */
};

void memory_locate(const void *address, struct memory_spot *spot);

/* Whether a call may use so many bytes from an address of a known allocation or range on: by
 * device_memory_may_use, and not beyond the end of host memory. */
bool memory_may_use(const struct memory_spot *spot, const char *argument, const void *address,
                    size_t bytes);

/* The end of a message that refuses this, like device_memory_remedy. */
const char *memory_remedy(const struct memory_spot *spot, const void *address, size_t bytes);

/* Large enough for the text of memory_describe. */
#define MEMORY_TEXT 192

/* Describes an address, for messages: "a 4096-byte allocation on device 0", "host memory that no
 * aclrt function allocated or registered", ... Returns buffer. */
const char *memory_describe(const void *address, char *buffer, size_t size);

#endif
