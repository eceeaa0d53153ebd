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

#include "runtime/watch/memory_home.h"

/* Start addresses are multiples of this. */
#define DEVICE_MEMORY_ALIGNMENT 512

/* What the table knows of the allocation that an address lies in. */
struct device_allocation {
    int32_t device;
    char *address;           /* first byte, caller's view */
    size_t size;             /* bytes that were asked for */
    size_t pages;            /* bytes of the pages that a device gives for them */
    uint64_t number;         /* no other allocation of the device ever has it */
    uint64_t releases;       /* of the device, when it was found */
    ptrdiff_t kernel_offset; /* add to a caller's address to get the kernels' */
};

/* How full a device is. */
struct device_room {
    size_t capacity;  /* of the product */
    size_t reserved;  /* what this machine granted of it: 0 before the first allocation */
    size_t used;      /* padding and alignment included */
    size_t available; /* what is not used of what was granted, as far as that is known */
    size_t largest;   /* the largest piece that is free */
};

/*
 * The vendor's rule for ACL_MEM_MALLOC_HUGE_FIRST, which nearly all programs ask for: requests
 * above 1 MiB lie in pages of 2 MiB, smaller ones in pages of 4 KiB.
 */
size_t device_memory_page_size(size_t size);

/* Takes size bytes plus padding on the device; NULL when the device is full. */
void *device_memory_allocate(int32_t device, size_t size, size_t padded_size);

/*
 * For memory that is kept elsewhere (virtual_memory.h) and counts as the device's: takes so many
 * bytes, false when the device is full; gives them back; counts the end of an allocation.
 */
bool device_memory_take(int32_t device, size_t bytes);
void device_memory_give(int32_t device, size_t bytes);
void device_memory_note_release(int32_t device);

/*
 * What is asked about addresses that lie in no reserved range of a device: each function is as the
 * one of this file. Who keeps memory elsewhere says so before the first address of it is given out.
 */
struct device_allocation;
struct device_memory_elsewhere {
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

/* ACLNN_CHECK=isolate: faults of the host in device memory are told from now on (isolate.h). */
void device_memory_watch_host(void);

/*
 * Memory of a pool (mem_pool.h): whole pages of 2 MiB, without anything behind the end that is
 * looked at. It is an allocation as others until a stream gets the task to free it: then it is
 * retired, calls find it no more, and work that was queued before may use it until that task has
 * had its turn, which ends it. Retired memory stays taken, and can be renewed: an allocation again,
 * at once for work of the stream that freed it, or when it has ended.
 */
#define POOL_UNIT ((size_t)2 << 20)

/* size bytes in as many units; NULL when the device is full. */
void *device_memory_allocate_pooled(int32_t device, size_t size);

/* False when address is not the start of a live one of a pool; free is a number of its own, not 0.
 */
bool device_memory_retire(void *address, uint64_t free);

/* The free with the number has had its turn: ends what it retired of the bytes from address on. */
void device_memory_end_retired(void *address, size_t bytes, uint64_t free);

/* Retired memory is one allocation of size bytes. */
void device_memory_renew(void *address, size_t size);

/* Retired memory is two pieces; the first has so many bytes, whole units. */
bool device_memory_split_retired(void *address, size_t bytes);

bool device_memory_has_ended(const void *address);

/* Gives memory back that has ended, or, with force, that is retired only. */
void device_memory_free_retired(void *address, bool force);

/* Gives an allocation back; false when address is not the start of a live one. */
bool device_memory_free(void *address);

/* The same by a task of a stream, which found it before; false when it is not there any more. */
bool device_memory_free_found(const struct device_allocation *allocation);

/*
 * The live allocation that address lies in, padding included. One past the last byte counts too,
 * unless another allocation starts there.
 */
bool device_memory_find(const void *address, struct device_allocation *out);

/*
 * Several such searches on one device, under one lock, fastest where addresses follow each other in
 * memory. Between begin and end nothing else of this file may be called.
 */
struct device_search {
    int32_t device;
    struct address_range *last; /* the range found last */
};

void device_memory_search_begin(struct device_search *search, int32_t device);
bool device_memory_search(struct device_search *search, const void *address,
                          struct device_allocation *out);
void device_memory_search_end(const struct device_search *search);

/* How many allocations of the device have ended: while it stays, all that were found are there. */
uint64_t device_memory_releases(int32_t device);

/* Whether an allocation that was found before is still there. */
bool device_memory_is_live(const struct device_allocation *allocation);

/*
 * Whether a call may use an allocation up to a byte. Beyond the size that was asked for it may with
 * ACLNN_CHECK=lenient, up to the end of its pages, and that is a finding about the argument.
 */
bool device_memory_may_use(const struct device_allocation *allocation, const char *argument,
                           uint64_t past);

/* The end of a message that refuses such a use: names the variable where that would help, or "". */
const char *device_memory_remedy(const struct device_allocation *allocation, uint64_t past);

/*
 * How an allocation ended, for messages: "aclrtFree", or "aclrtFree, and allocated again";
 * "a free long ago" when too many others ended since.
 */
void device_memory_describe_end(const struct device_allocation *allocation, char *buffer,
                                size_t size);

/*
 * Whether the address lies in the reserved range of any device, or in one that is kept elsewhere,
 * allocated or not.
 */
bool device_memory_is_device(const void *address);

/* Whether any byte of the range lies in the reserved range of a device. It does not wrap around. */
bool device_memory_overlaps(const void *start, size_t size);

/* kernel_offset of any address in a reserved range, allocated or not; 0 for all others. */
ptrdiff_t device_memory_kernel_offset(const void *address);

/* Whether any memory is mapped at two addresses. */
bool device_memory_has_twins(void);

/* The home of the mapped memory that an address lies in; false for memory that is nowhere else. */
bool device_memory_home_at(uintptr_t address, struct memory_home *out);

/* Whether two ranges have bytes in common, at the same addresses or at others. */
bool device_memory_ranges_meet(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes);

void device_memory_room(int32_t device, struct device_room *room);

/*
 * A reset frees what was allocated before it began, not what others allocate while it waits for
 * streams to end. device_memory_age is the age of what is made now. device_memory_end_age begins it
 * and returns the age of the allocations so far, which device_memory_release_until frees together
 * with all older ones.
 */
uint64_t device_memory_age(int32_t device);
uint64_t device_memory_end_age(int32_t device);
void device_memory_release_until(int32_t device, uint64_t age);

/*
 * One after the other, every live allocation of the device up to an age, UINT64_MAX for all of
 * them; nothing of this file may be called meanwhile, and no range is looked at afterwards.
 */
struct address_range;
void device_memory_visit(int32_t device, uint64_t age,
                         void (*visit)(const struct address_range *range, void *closure),
                         void *closure);

/* Looks at what lies behind the end of every live allocation, as device_memory_free does. */
void device_memory_look_at_ends(void);

/*
 * Says what lies at an address of a device, for messages: "byte 16 of the 4096-byte allocation at
 * 0x7f... on device 0", "device memory that was freed", ... False for addresses of no device.
 */
bool device_memory_describe(const void *address, char *buffer, size_t size);

/*
 * The same in more words, with ages and the calls that made and freed it, for the handler of a
 * fault: waits for no lock for long.
 */
bool device_memory_describe_fault(const void *address, char *buffer, size_t size);

#endif
