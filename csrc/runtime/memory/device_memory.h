/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Device memory: one reserved address range a device. Every allocation is in a table, so that any
 * address can be looked up together with the size that was asked for.
 *
 * With ACLNN_CHECK=isolate it is mapped twice. Callers get addresses of a view that stays closed,
 * and kernels and copies use the other: a host that touches device memory faults (isolate.h), and
 * what was freed is not handed out again for as long as there is other room.
 * With ACLNN_CHECK=lenient an allocation takes whole pages, as on a device, and all of them may be
 * used. With on and isolate the bytes between the size that was asked for and the end of an
 * allocation hold a pattern, which is looked at when it ends.
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_DEVICE_MEMORY_H
#define ACLNN_PY_RUNTIME_MEMORY_DEVICE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base_rt.h"
#include "runtime/watch/memory_home.h"

/* Start addresses are multiples of this. */
#define DEVICE_MEMORY_ALIGNMENT 512

/* What the table knows of the allocation that an address lies in. */
struct device_allocation {
    int32_t device;
    char *address;           /* first byte, in the caller's view */
    size_t size;             /* bytes that were asked for */
    size_t pages;            /* bytes of the pages that a device gives for them */
    uint64_t number;         /* its number; no other allocation of the device ever has it */
    uint64_t releases;       /* the device's count of ended allocations when it was found */
    ptrdiff_t kernel_offset; /* the distance from a caller's address to the kernels' */
};

/* How full a device is. */
struct device_room {
    size_t capacity;  /* of the product */
    size_t reserved;  /* what this machine has granted of it; 0 before the first allocation */
    size_t used;      /* with padding and alignment */
    size_t most_used; /* at any time so far */
    size_t available; /* granted and not used, as far as that is known */
    size_t largest;   /* the largest free piece */
};

/* The vendor's rule for ACL_MEM_MALLOC_HUGE_FIRST, which nearly all programs use: requests above 1
 * MiB get pages of 2 MiB, smaller ones pages of 4 KiB. */
size_t device_memory_page_size(size_t size);

/* Allocates size bytes and padding on the device; NULL when the device is full. */
void *device_memory_allocate(int32_t device, size_t size, size_t padded_size);

/* For memory that is kept elsewhere (virtual_memory.h) and counts as the device's.
 * device_memory_take counts so many bytes as used, and returns false when the device is full; the
 * functions after it give them back, and count the end of an allocation. */
bool device_memory_take(int32_t device, size_t bytes);
void device_memory_give(int32_t device, size_t bytes);
void device_memory_note_release(int32_t device);

/* The numbers of allocations that are kept elsewhere have one of these bits, by who keeps them. */
#define DEVICE_MEMORY_MAPPED ((uint64_t)1 << 63)
#define DEVICE_MEMORY_IMPORTED ((uint64_t)1 << 62)
#define DEVICE_MEMORY_ELSEWHERE (DEVICE_MEMORY_MAPPED | DEVICE_MEMORY_IMPORTED)

/* Functions for addresses that are in no reserved range of a device. Each corresponds to the
 * function of the same name in this file. A file that keeps memory elsewhere registers them before
 * it gives out the first address. */
struct device_allocation;
struct device_memory_elsewhere {
    uint64_t numbers;     /* the bit that its numbers have */
    const char *ended_by; /* what ends an allocation */
    bool (*is_device)(const void *address);
    bool (*overlaps)(const void *start, size_t size);
    ptrdiff_t (*kernel_offset)(const void *address);
    bool (*find)(const void *address, struct device_allocation *out);
    bool (*is_live)(const struct device_allocation *allocation);
    bool (*describe)(const void *address, char *buffer, size_t size);
    bool (*home_at)(uintptr_t address, struct memory_home *out);
    bool (*has_twins)(void);
};

void device_memory_ask_elsewhere(const struct device_memory_elsewhere *functions);

/* With ACLNN_CHECK=isolate: tells, from now on, when the host touches device memory (isolate.h). */
void device_memory_watch_host(void);

/*
 * Lets other processes map bytes of an allocation (sharing.h), until it ends or the export does.
 * Reports and returns 107000 for memory of a pool or that was freed, 507022 when the machine has no
 * room for it. The page is the library's. device_memory_end_export ends an export; false: it has
 * ended.
 */
struct export_page;
aclError device_memory_export(const struct device_allocation *allocation, const void *address,
                              size_t size, bool for_all, struct export_page **page);
bool device_memory_end_export(int32_t device, const struct export_page *page);

/* Memory of a pool (mem_pool.h): whole pages of 2 MiB, with nothing behind the end that is checked.
 * It is an allocation like others until a stream gets the task to free it. Then it is retired:
 * calls do not find it any more, work that was queued before may still use it, and it ends when
 * that task has had its turn. Retired memory stays taken. It can be renewed to an allocation, at
 * once for work of the stream that freed it, or when it has ended. */
#define POOL_UNIT ((size_t)2 << 20)

/* Allocates size bytes, rounded up to whole units; NULL when the device is full. */
void *device_memory_allocate_pooled(int32_t device, size_t size);

/* Retires the memory of a pool; false when address is not the start of a live one. `free` is the
 * free's own number, not 0. */
bool device_memory_retire(void *address, uint64_t free);

/* Called when the free with this number has had its turn: ends what it retired of the bytes from
 * address on. */
void device_memory_end_retired(void *address, size_t bytes, uint64_t free);

/* Makes retired memory one allocation of size bytes. */
void device_memory_renew(void *address, size_t size);

/* Splits retired memory into two pieces, the first of so many bytes, which are whole units. */
bool device_memory_split_retired(void *address, size_t bytes);

bool device_memory_has_ended(const void *address);

/* Gives back memory that has ended or, with force, that is only retired. */
void device_memory_free_retired(void *address, bool force);

/* Frees an allocation; false when address is not the start of a live one. */
bool device_memory_free(void *address);

/* The same as device_memory_free, by a task of a stream that found the allocation before; false
 * when it is not there any more. */
bool device_memory_free_found(const struct device_allocation *allocation);

/* Finds the live allocation that address lies in, padding included. One past its last byte counts
 * too, unless another allocation starts there. */
bool device_memory_find(const void *address, struct device_allocation *out);

/* For several such searches on one device under one lock; they are fastest when addresses follow
 * each other in memory. Between begin and end no other function of this file may be called. */
struct device_search {
    int32_t device;
    struct address_range *last; /* the range that was found last */
};

void device_memory_search_begin(struct device_search *search, int32_t device);
bool device_memory_search(struct device_search *search, const void *address,
                          struct device_allocation *out);
void device_memory_search_end(const struct device_search *search);

/* How many allocations of the device have ended. While the number stays the same, all that were
 * found are still there. */
uint64_t device_memory_releases(int32_t device);

/* Whether an allocation that was found before is still there. */
bool device_memory_is_live(const struct device_allocation *allocation);

/* Whether a call may use an allocation up to a byte. With ACLNN_CHECK=lenient it may go beyond the
 * size that was asked for, up to the end of the pages, and that is a finding about the argument. */
bool device_memory_may_use(const struct device_allocation *allocation, const char *argument,
                           uint64_t past);

/* The end of a message that refuses such a use: names the variable where that would help, otherwise
 * "". */
const char *device_memory_remedy(const struct device_allocation *allocation, uint64_t past);

/* How an allocation ended, for messages: "aclrtFree", or "aclrtFree, and allocated again"; "a free
 * long ago" when too many others have ended since. */
void device_memory_describe_end(const struct device_allocation *allocation, char *buffer,
                                size_t size);

/* Whether the address lies in the reserved range of a device, or in one that is kept elsewhere,
 * allocated or not. */
bool device_memory_is_device(const void *address);

/* Whether any byte of the range lies in the reserved range of a device. The range does not wrap
 * around. */
bool device_memory_overlaps(const void *start, size_t size);

/* The distance from a caller's address in a reserved range to the kernels', allocated or not; 0 for
 * other addresses. */
ptrdiff_t device_memory_kernel_offset(const void *address);

/* Whether any memory is mapped at two addresses. */
bool device_memory_has_twins(void);

/* The home of the mapped memory that an address lies in; false for memory that is nowhere else. */
bool device_memory_home_at(uintptr_t address, struct memory_home *out);

/* Whether two ranges have bytes in common, at the same addresses or at others. */
bool device_memory_ranges_meet(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes);

/* Whether a byte of one range lies in the other at another address. A range may meet itself so. */
bool device_memory_ranges_meet_elsewhere(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes);

void device_memory_room(int32_t device, struct device_room *room);

/* A reset frees what was allocated before it began, not what others allocate while it waits for
 * streams to end. device_memory_age is the age of what is allocated now. device_memory_end_age
 * begins the next age and returns the one before, which device_memory_release_until frees together
 * with all older ones. */
uint64_t device_memory_age(int32_t device);
uint64_t device_memory_end_age(int32_t device);
void device_memory_release_until(int32_t device, uint64_t age);

/* Visits every live allocation of the device up to an age, UINT64_MAX for all. Nothing of this file
 * may be called meanwhile, and ranges are invalid afterwards. */
struct address_range;
void device_memory_visit(int32_t device, uint64_t age,
                         void (*visit)(const struct address_range *range, void *closure),
                         void *closure);

/* Checks the bytes behind the end of every live allocation, as device_memory_free does. */
void device_memory_look_at_ends(void);

/* Describes what lies at an address of a device, for messages: "byte 16 of the 4096-byte allocation
 * at 0x7f... on device 0", "device memory that was freed", ... False when the address is no
 * device's. */
bool device_memory_describe(const void *address, char *buffer, size_t size);

/* The same as device_memory_describe in more words, with ages and the calls that made and freed the
 * allocation. For the handler of a fault: it does not wait long for a lock. */
bool device_memory_describe_fault(const void *address, char *buffer, size_t size);

#endif
