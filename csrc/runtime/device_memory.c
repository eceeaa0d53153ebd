/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device_memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/log.h"
#include "runtime/address_map.h"

#define MIB ((size_t)1 << 20)

/* The least that is worth reserving where the product's capacity cannot be had. */
#define LEAST_RESERVATION (64 * MIB)

/* Allocations from this size on give their pages back when they are freed. */
#define RETURNED_FROM (2 * MIB)

/* The readable part of a reservation grows by at least this much. */
#define OPENED_STEP (16 * MIB)

/* Freed allocations that are remembered, so that messages can tell freed from never allocated. */
#define FREED_KEPT 1024

struct freed {
    uintptr_t start;
    size_t size;
    size_t extent;
    bool by_reset;
};

/*
 * base, reserved and kernel_offset are written once, under the lock, and base is published last:
 * who reads a base that is not NULL may read the other two without the lock.
 */
struct device {
    pthread_mutex_t lock;
    _Atomic(char *) base;
    size_t reserved;
    ptrdiff_t kernel_offset;
    size_t opened; /* bytes from base on that can be accessed, in both views */
    size_t used;
    uint64_t age;
    uint64_t allocations; /* so far */
    struct address_map allocated;
    struct address_map vacant;
    struct freed freed[FREED_KEPT];
    size_t freed_count;
};

#define UNUSED_DEVICE {.lock = PTHREAD_MUTEX_INITIALIZER}
#define FOUR(item) item, item, item, item

static struct device devices[] = {FOUR(FOUR(UNUSED_DEVICE))};
_Static_assert(sizeof devices / sizeof devices[0] == MAX_DEVICES, "every device needs its lock");

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static uintptr_t round_up(uintptr_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* The device whose reserved range holds the address; found without a lock. */
static struct device *device_of(const void *address)
{
    uint32_t count = environment()->device_count;
    for (uint32_t i = 0; i < count; i++) {
        char *base = atomic_load_explicit(&devices[i].base, memory_order_acquire);
        if (base != NULL && (uintptr_t)address - (uintptr_t)base < devices[i].reserved)
            return &devices[i];
    }
    return NULL;
}

static int number_of(const struct device *device)
{
    return (int)(device - devices);
}

/*
 * One view of the memory file, closed to all access (open_up). A forked child does not get it: its
 * copy of the library is barred (entry.h), and it would share the pages with its parent.
 */
static char *map_view(int file, size_t bytes)
{
    void *view = mmap(NULL, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (view == MAP_FAILED)
        return NULL;
    madvise(view, bytes, MADV_DONTFORK);
    /* Refused where the kernel has no large pages for memory files; small ones do as well. */
    madvise(view, bytes, MADV_HUGEPAGE);
    return view;
}

/*
 * Both views, or false. The mappings keep the file alive, so its descriptor does not stay open: a
 * program may close every descriptor it does not know.
 */
static bool map_both(size_t bytes, char **base, char **kernel_view)
{
    int file = memfd_create("aclnn-device-memory", MFD_CLOEXEC);
    if (file < 0)
        return false;
    *base = NULL;
    *kernel_view = NULL;
    if (ftruncate(file, (off_t)bytes) == 0) {
        *base = map_view(file, bytes);
        if (*base != NULL)
            *kernel_view = map_view(file, bytes);
        if (*base != NULL && *kernel_view == NULL)
            munmap(*base, bytes);
    }
    close(file);
    return *kernel_view != NULL;
}

/*
 * The size to try first. A file larger than RLIMIT_FSIZE is not refused by a status: the process
 * gets a deadly signal.
 */
static size_t first_try(void)
{
    size_t bytes = environment()->soc.memory_bytes;
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes)
        bytes = (size_t)limit.rlim_cur;
    return bytes / page_size() * page_size();
}

/*
 * Reserves the address range of a device: addresses, not memory, which comes page by page at first
 * use. valgrind, ulimit -v and the like refuse ranges as large as a product's memory; then half is
 * tried, and half again. The lock is held.
 */
static bool reserve(struct device *device)
{
    if (atomic_load_explicit(&device->base, memory_order_relaxed) != NULL)
        return true;
    struct address_range *all = calloc(1, sizeof *all);
    if (all == NULL)
        return false;
    char *base = NULL;
    char *kernel_view = NULL;
    size_t bytes = first_try();
    while (bytes > 0 && !map_both(bytes, &base, &kernel_view)) {
        size_t half = bytes / 2 / page_size() * page_size();
        bytes = half >= LEAST_RESERVATION ? half : 0;
    }
    if (bytes == 0) {
        free(all);
        log_line(LOG_MEM, "device %d: no address range could be reserved", number_of(device));
        return false;
    }
    all->start = (uintptr_t)base;
    all->extent = bytes;
    address_map_add(&device->vacant, all);
    device->reserved = bytes;
    device->kernel_offset = kernel_view - base;
    atomic_store_explicit(&device->base, base, memory_order_release);
    log_line(LOG_MEM, "device %d: %zu bytes reserved at 0x%zx", number_of(device), bytes,
             (size_t)base);
    return true;
}

/*
 * Makes both views accessible up to an address. Allocations lie as low as they can, so this is
 * about what is in use, not the whole reservation: tools that look through all accessible memory
 * (the leak check of valgrind) would take hours for that, and touch all of it. The lock is held.
 */
static bool open_up(struct device *device, uintptr_t past)
{
    char *base = atomic_load_explicit(&device->base, memory_order_relaxed);
    size_t needed = past - (uintptr_t)base;
    if (needed <= device->opened)
        return true;
    size_t opened = round_up(needed, OPENED_STEP);
    if (opened > device->reserved)
        opened = device->reserved;
    char *first = base + device->opened;
    size_t bytes = opened - device->opened;
    if (mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0 ||
        mprotect(first + device->kernel_offset, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    device->opened = opened;
    return true;
}

/* Cuts extent bytes off the lowest vacant range that has them. The lock is held. */
static bool take_vacant(struct device *device, size_t extent, uintptr_t *start)
{
    struct address_range *vacant = address_map_first_fit(&device->vacant, extent);
    if (vacant == NULL || !open_up(device, vacant->start + extent))
        return false;
    *start = vacant->start;
    address_map_remove(&device->vacant, vacant);
    if (vacant->extent == extent) {
        free(vacant);
        return true;
    }
    vacant->start += extent;
    vacant->extent -= extent;
    address_map_add(&device->vacant, vacant);
    return true;
}

void *device_memory_allocate(int32_t number, size_t size, size_t padded_size)
{
    struct device *device = &devices[number];
    struct address_range *range = calloc(1, sizeof *range);
    if (range == NULL)
        return NULL;
    size_t wanted = padded_size > size ? padded_size : size;
    pthread_mutex_lock(&device->lock);
    bool taken = reserve(device) && wanted <= device->reserved;
    if (taken) {
        range->size = size;
        range->extent = round_up(wanted, DEVICE_MEMORY_ALIGNMENT);
        taken = take_vacant(device, range->extent, &range->start);
    }
    uintptr_t start = range->start;
    if (taken) {
        device->used += range->extent;
        range->age = device->age;
        range->number = ++device->allocations;
        address_map_add(&device->allocated, range);
    }
    pthread_mutex_unlock(&device->lock);
    if (!taken) {
        free(range);
        return NULL;
    }
    return (void *)start;
}

/*
 * The host's memory is often smaller than the device's, and a process may play several devices:
 * what large allocations used goes back to the host at once. Smaller ones keep their pages, since
 * the call would cost more than they hold and the next allocation takes the same place.
 */
static void return_pages(const struct address_range *range)
{
    if (range->extent < RETURNED_FROM)
        return;
    uintptr_t first = round_up(range->start, page_size());
    uintptr_t past = (range->start + range->extent) / page_size() * page_size();
    madvise((void *)first, past - first, MADV_REMOVE);
}

static void remember_freed(struct device *device, const struct address_range *range, bool by_reset)
{
    struct freed *freed = &device->freed[device->freed_count++ % FREED_KEPT];
    freed->start = range->start;
    freed->size = range->size;
    freed->extent = range->extent;
    freed->by_reset = by_reset;
}

/* Makes a range vacant, as one piece with the vacant ranges beside it. The lock is held. */
static void make_vacant(struct device *device, struct address_range *range)
{
    struct address_range *below = address_map_at_or_below(&device->vacant, range->start);
    if (below != NULL && below->start + below->extent == range->start) {
        address_map_remove(&device->vacant, below);
        range->start = below->start;
        range->extent += below->extent;
        free(below);
    }
    struct address_range *above = address_map_find(&device->vacant, range->start + range->extent);
    if (above != NULL) {
        address_map_remove(&device->vacant, above);
        range->extent += above->extent;
        free(above);
    }
    address_map_add(&device->vacant, range);
}

/* The pages are returned before the range can be allocated again. The lock is held. */
static void release(struct device *device, struct address_range *range, bool by_reset)
{
    address_map_remove(&device->allocated, range);
    device->used -= range->extent;
    remember_freed(device, range, by_reset);
    return_pages(range);
    make_vacant(device, range);
}

bool device_memory_free(void *address)
{
    struct device *device = device_of(address);
    if (device == NULL)
        return false;
    pthread_mutex_lock(&device->lock);
    struct address_range *range = address_map_find(&device->allocated, (uintptr_t)address);
    bool live = range != NULL && range->start == (uintptr_t)address;
    if (live)
        release(device, range, false);
    pthread_mutex_unlock(&device->lock);
    return live;
}

uint64_t device_memory_end_age(int32_t number)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    uint64_t age = device->age++;
    pthread_mutex_unlock(&device->lock);
    return age;
}

void device_memory_release_until(int32_t number, uint64_t age)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    struct address_range *range = address_map_at_or_above(&device->allocated, 0);
    while (range != NULL) {
        uintptr_t next = range->start + 1;
        if (range->age <= age)
            release(device, range, true);
        range = address_map_at_or_above(&device->allocated, next);
    }
    char *base = atomic_load_explicit(&device->base, memory_order_relaxed);
    if (base != NULL && device->allocated.root == NULL)
        madvise(base, device->opened, MADV_REMOVE);
    pthread_mutex_unlock(&device->lock);
}

void device_memory_release_all(int32_t number)
{
    device_memory_release_until(number, UINT64_MAX);
}

/*
 * The live range that the address lies in. One past the last byte that was asked for belongs to it
 * too; only where nothing was added to the size is that the end of the range. The lock is held.
 */
static const struct address_range *find_live(const struct device *device, uintptr_t address)
{
    const struct address_range *range = address_map_at_or_below(&device->allocated, address);
    if (range == NULL)
        return NULL;
    size_t offset = address - range->start;
    return offset < range->extent || offset == range->size ? range : NULL;
}

bool device_memory_find(const void *address, struct device_allocation *out)
{
    struct device *device = device_of(address);
    /* One past the last byte of the reservation belongs to the allocation before it. */
    if (device == NULL)
        device = device_of((const void *)((uintptr_t)address - 1));
    if (device == NULL)
        return false;
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = find_live(device, (uintptr_t)address);
    if (range != NULL) {
        out->device = number_of(device);
        out->address = (char *)range->start;
        out->size = range->size;
        out->number = range->number;
        out->kernel_offset = device->kernel_offset;
    }
    pthread_mutex_unlock(&device->lock);
    return range != NULL;
}

bool device_memory_is_device(const void *address)
{
    return device_of(address) != NULL;
}

bool device_memory_overlaps(const void *start, size_t size)
{
    uint32_t count = environment()->device_count;
    for (uint32_t i = 0; i < count; i++) {
        const char *base = atomic_load_explicit(&devices[i].base, memory_order_acquire);
        if (base != NULL && (uintptr_t)start - (uintptr_t)base < devices[i].reserved)
            return true;
        if (base != NULL && (uintptr_t)base - (uintptr_t)start < size)
            return true;
    }
    return false;
}

ptrdiff_t device_memory_kernel_offset(const void *address)
{
    const struct device *device = device_of(address);
    return device != NULL ? device->kernel_offset : 0;
}

void device_memory_room(int32_t number, struct device_room *room)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    room->capacity = environment()->soc.memory_bytes;
    room->reserved = device->reserved;
    room->used = device->used;
    room->largest = address_map_largest(&device->vacant);
    pthread_mutex_unlock(&device->lock);
}

/* The youngest freed allocation that held the address. The lock is held. */
static const struct freed *find_freed(const struct device *device, uintptr_t address)
{
    size_t kept = device->freed_count < FREED_KEPT ? device->freed_count : FREED_KEPT;
    for (size_t i = 1; i <= kept; i++) {
        const struct freed *freed = &device->freed[(device->freed_count - i) % FREED_KEPT];
        if (address - freed->start < freed->extent)
            return freed;
    }
    return NULL;
}

static void describe_dead(const struct device *device, uintptr_t address, char *buffer, size_t size)
{
    const struct freed *freed = find_freed(device, address);
    if (freed == NULL)
        snprintf(buffer, size, "an address of device %d where nothing is allocated",
                 number_of(device));
    else if (freed->by_reset)
        snprintf(buffer, size, "memory that a reset of device %d released (%zu bytes at 0x%zx)",
                 number_of(device), freed->size, (size_t)freed->start);
    else
        snprintf(buffer, size, "memory of device %d that was freed already (%zu bytes at 0x%zx)",
                 number_of(device), freed->size, (size_t)freed->start);
}

bool device_memory_describe(const void *address, char *buffer, size_t size)
{
    struct device *device = device_of(address);
    if (device == NULL)
        return false;
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = address_map_find(&device->allocated, (uintptr_t)address);
    if (range == NULL)
        describe_dead(device, (uintptr_t)address, buffer, size);
    else if (range->start == (uintptr_t)address)
        snprintf(buffer, size, "a %zu-byte allocation on device %d", range->size,
                 number_of(device));
    else
        snprintf(buffer, size, "byte %zu of the %zu-byte allocation at 0x%zx on device %d",
                 (size_t)((uintptr_t)address - range->start), range->size, (size_t)range->start,
                 number_of(device));
    pthread_mutex_unlock(&device->lock);
    return true;
}
