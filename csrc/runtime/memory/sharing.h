/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pages of a device that other processes can map. A device's memory belongs to its process alone
 * until an allocation is exported: then its pages move to a memory file, at the same addresses.
 * They come back when the allocation ends; who has them mapped keeps what they hold. The caller
 * holds the device's lock.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_SHARING_H
#define ACLNN_PY_RUNTIME_MEMORY_SHARING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/memory/address_map.h"
#include "runtime/share/export.h"

struct exported;

struct sharing {
    struct address_map pages; /* of shared_pages, by the caller's view */
    struct exported *exports;
};

/* Where the memory lies: addresses are the caller's view, which kernels see at an offset. */
struct sharing_place {
    uintptr_t start; /* of the allocation, all of which becomes shared */
    size_t extent;
    uint64_t number;
    uintptr_t address; /* of what is exported */
    size_t size;
    ptrdiff_t kernel_offset;
    int32_t device;
};

/* Exports bytes of an allocation; the same bytes are the same export. Reports and returns 507022
 * when the machine has no room for it. */
aclError sharing_export(struct sharing *sharing, const struct sharing_place *place, bool for_all,
                        struct export_page **page);

/* Ends an export, or all exports of an allocation. */
bool sharing_end(struct sharing *sharing, const struct export_page *page);
void sharing_end_all(struct sharing *sharing, uint64_t number);

/* Makes whole pages private again, which nothing is allocated on any more. What they hold is
 * lost. */
void sharing_give_back(struct sharing *sharing, uintptr_t first, uintptr_t past,
                       ptrdiff_t kernel_offset);

#endif
