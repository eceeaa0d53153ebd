/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/virtual_memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/entry_current.h"
#include "base/environment.h"
#include "base/handle.h"
#include "base/log.h"
#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/addresses.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/share/export.h"
#include "runtime/share/memory_file.h"
#include "runtime/stream/context.h"
#include "runtime/watch/left_handles.h"
#include "runtime/watch/races.h"

#define HUGE_PAGE ((size_t)2 << 20)
#define GIGANTIC_PAGE ((size_t)1 << 30)

/* A caller may choose addresses of a range from here on. */
#define CHOSEN_FROM ((uintptr_t)16 << 40)
#define CHOSEN_UP_TO ((uintptr_t)24 << 40)

/* The bit of a piece that stands for the host, beside those of devices. */
#define HOST_ACCESS ((uint32_t)1 << MAX_DEVICES)

#define NUMBERS DEVICE_MEMORY_MAPPED

struct physical {
    struct physical *next;
    aclrtDrvMemHandle handle;
    aclrtPhysicalMemProp prop;
    int32_t device;
    uint64_t age;
    size_t size;  /* that was asked for */
    size_t bytes; /* that are taken */
    char *home;
    uint32_t owners; /* how many times the program has been given the handle */
    uint32_t maps;
    int file; /* the memory file that it is in, to be exported; -1: it is in none of its own */
    struct export_page *exported; /* or NULL */
    bool is_imported;             /* of another process, against whose device it counts */
    struct export_name name;      /* of what was imported */
};

/* A part of a range that has memory. Its first member is what a map links. */
struct piece {
    struct address_range range;
    struct physical *physical;
    uint32_t access;
    struct memory_home home;
    struct piece *next; /* of those that are unmapped, for end_pieces */
};

/* A reserved range of addresses. */
struct region {
    struct address_range range;
    ptrdiff_t kernel_offset;
    struct address_map pieces;
};

/* Guards all of this. A device's lock may be taken before it, never after it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct address_map regions = ADDRESS_MAP_EMPTY;
static struct physical *physicals;
static uint64_t maps_so_far;
static _Atomic size_t region_count; /* 0: no addresses are reserved */
static _Atomic size_t twin_count;   /* memory that is mapped at several addresses */

static bool is_isolated(void)
{
    return environment()->check_mode == CHECK_ISOLATE;
}

/* ---- What an address is ---------------------------------------------------------------------- */

/* The region of an address, locked. NULL, with nothing locked, when there is none. */
static struct region *lock_region(const void *address)
{
    if (atomic_load_explicit(&region_count, memory_order_acquire) == 0)
        return NULL;
    pthread_mutex_lock(&lock);
    struct region *region = (struct region *)address_map_find(&regions, (uintptr_t)address);
    if (region == NULL)
        pthread_mutex_unlock(&lock);
    return region;
}

static bool is_reserved(const void *address)
{
    const struct region *region = lock_region(address);
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    return region != NULL;
}

static bool overlaps_region(const void *start, size_t size)
{
    if (atomic_load_explicit(&region_count, memory_order_acquire) == 0)
        return false;
    pthread_mutex_lock(&lock);
    const struct address_range *above = address_map_at_or_above(&regions, (uintptr_t)start);
    bool overlaps = address_map_find(&regions, (uintptr_t)start) != NULL ||
                    (above != NULL && above->start - (uintptr_t)start < size);
    pthread_mutex_unlock(&lock);
    return overlaps;
}

static ptrdiff_t kernel_offset(const void *address)
{
    const struct region *region = lock_region(address);
    if (region == NULL)
        return 0;
    ptrdiff_t offset = region->kernel_offset;
    pthread_mutex_unlock(&lock);
    return offset;
}

static bool is_usable(const struct piece *piece)
{
    return (piece->access >> piece->physical->device & 1) != 0;
}

/* The piece that an address lies in, or that ends there; NULL: there is none for the device. */
static struct piece *find_piece(const struct region *region, uintptr_t address)
{
    struct address_range *range = address_map_at_or_below(&region->pieces, address);
    if (range != NULL && range->start == address && !is_usable((struct piece *)range))
        range = range->before;
    if (range == NULL || address - range->start > range->extent ||
        !is_usable((struct piece *)range))
        return NULL;
    return (struct piece *)range;
}

static bool find_mapped(const void *address, struct device_allocation *out)
{
    const struct region *region = lock_region(address);
    /* One past the last byte of a range belongs to what is in front of it. */
    if (region == NULL)
        region = lock_region((const void *)((uintptr_t)address - 1));
    if (region == NULL)
        return false;
    const struct piece *piece = find_piece(region, (uintptr_t)address);
    if (piece != NULL) {
        const struct address_range *first = &piece->range;
        const struct address_range *last = first;
        while (first->before != NULL &&
               first->before->start + first->before->extent == first->start &&
               is_usable((const struct piece *)first->before))
            first = first->before;
        while (last->after != NULL && last->start + last->extent == last->after->start &&
               is_usable((const struct piece *)last->after))
            last = last->after;
        out->device = piece->physical->device;
        out->address = (char *)first->start;
        out->size = last->start + last->extent - first->start;
        out->pages = out->size;
        out->number = NUMBERS | maps_so_far;
        out->releases = device_memory_releases(out->device);
        out->kernel_offset = region->kernel_offset;
    }
    pthread_mutex_unlock(&lock);
    return piece != NULL;
}

static bool is_live(const struct device_allocation *allocation)
{
    const struct region *region = lock_region(allocation->address);
    if (region == NULL)
        return false;
    uintptr_t at = (uintptr_t)allocation->address;
    uintptr_t past = at + allocation->size;
    const struct address_range *range = address_map_find(&region->pieces, at);
    while (range != NULL && range->start <= at && at < past &&
           (NUMBERS | range->number) <= allocation->number) {
        at = range->start + range->extent;
        range = range->after;
    }
    pthread_mutex_unlock(&lock);
    return at >= past;
}

static bool describe(const void *address, char *buffer, size_t size)
{
    struct device_allocation found;
    if (!is_reserved(address))
        return false;
    if (find_mapped(address, &found))
        snprintf(buffer, size, "byte %zu of the %zu bytes at 0x%zx that are mapped on device %d",
                 (size_t)((const char *)address - found.address), found.size, (size_t)found.address,
                 (int)found.device);
    else
        snprintf(buffer, size, "a reserved address, for which no memory is mapped");
    return true;
}

static bool has_twins(void)
{
    return atomic_load_explicit(&twin_count, memory_order_acquire) > 0;
}

static bool find_home(uintptr_t address, struct memory_home *out)
{
    const struct region *region = lock_region((const void *)address);
    if (region == NULL)
        return false;
    const struct address_range *range = address_map_find(&region->pieces, address);
    if (range != NULL)
        *out = ((const struct piece *)range)->home;
    pthread_mutex_unlock(&lock);
    return range != NULL;
}

static const struct device_memory_elsewhere as_device_memory = {
    .numbers = NUMBERS,
    .ended_by = "aclrtUnmapMem, of all or a part of it",
    .is_device = is_reserved,
    .overlaps = overlaps_region,
    .kernel_offset = kernel_offset,
    .find = find_mapped,
    .is_live = is_live,
    .describe = describe,
    .home_at = find_home,
    .has_twins = has_twins,
};

/* ---- Reserved addresses ---------------------------------------------------------------------- */

static size_t unit_for(size_t bytes)
{
    return bytes >= GIGANTIC_PAGE ? GIGANTIC_PAGE : HUGE_PAGE;
}

static aclError check_expected(const void *expected, size_t bytes)
{
    uintptr_t start = (uintptr_t)expected;
    if (expected == NULL)
        return ACL_SUCCESS;
    if (strcmp(environment()->soc.family, "Ascend950") == 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "expectPtr is %p; %s takes NULL only", expected,
                      environment()->soc.name);
    if (start < CHOSEN_FROM || start > CHOSEN_UP_TO || bytes > CHOSEN_UP_TO - start ||
        start % unit_for(bytes) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "expectPtr is %p; NULL is required, or %zu bytes from 16 TiB to 24 TiB that "
                      "begin at a multiple of %zu",
                      expected, bytes, unit_for(bytes));
    return ACL_SUCCESS;
}

static aclError reserve(void **out, size_t size, char *expected)
{
    size_t bytes = addresses_round_up(size, HUGE_PAGE);
    struct region *region = calloc(1, sizeof *region);
    char *start = NULL;
    char *kernels = NULL;
    if (region != NULL)
        start = expected != NULL ? addresses_reserve_at(expected, bytes)
                                 : addresses_reserve(bytes, unit_for(bytes));
    if (start != NULL)
        kernels = is_isolated() ? addresses_reserve(bytes, unit_for(bytes)) : start;
    if (kernels == NULL) {
        if (start != NULL)
            munmap(start, bytes);
        free(region);
        if (expected != NULL)
            return report(ACL_ERROR_RT_PARAM_INVALID, "expectPtr is %p; these addresses are taken",
                          (void *)expected);
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %zu; this machine grants no range of so many addresses (ulimit, "
                      "valgrind, ...)",
                      size);
    }
    region->range.start = (uintptr_t)start;
    region->range.extent = bytes;
    region->kernel_offset = kernels - start;
    if (is_isolated())
        device_memory_watch_host();
    device_memory_ask_elsewhere(&as_device_memory);
    races_ask_homes(find_home);
    pthread_mutex_lock(&lock);
    address_map_add(&regions, &region->range);
    atomic_fetch_add_explicit(&region_count, 1, memory_order_release);
    pthread_mutex_unlock(&lock);
    *out = start;
    log_line(LOG_MEM, "%zu bytes of addresses reserved at 0x%zx", bytes, (size_t)start);
    return ACL_SUCCESS;
}

/* The checks of both calls that reserve, in the vendor's sequence. */
static aclError check_reservation(void **out, size_t size, size_t alignment, uint64_t flags)
{
    if (out == NULL)
        return REPORT_NULL("virPtr");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (flags > 1)
        return report(ACL_ERROR_INVALID_PARAM, "flags is %" PRIu64 "; 0 is required", flags);
    if (alignment != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID, "alignment is %zu; it is reserved and must be 0",
                      alignment);
    if (size > SIZE_MAX - GIGANTIC_PAGE)
        return report(ACL_ERROR_RT_PARAM_INVALID, "size is %zu; it exceeds the address space",
                      size);
    return ACL_SUCCESS;
}

aclError aclrtReserveMemAddressImpl(void **virPtr, size_t size, size_t alignment, void *expectPtr,
                                    uint64_t flags)
{
    aclError status = check_reservation(virPtr, size, alignment, flags);
    if (status == ACL_SUCCESS)
        status = check_expected(expectPtr, addresses_round_up(size, HUGE_PAGE));
    return status == ACL_SUCCESS ? reserve(virPtr, size, expectPtr) : status;
}

/* Caches are shared here, so that these addresses are like others. */
aclError aclrtReserveMemAddressNoUCMemoryImpl(void **virPtr, size_t size, size_t alignment,
                                              void *expectPtr, uint64_t flags)
{
    uintptr_t start = (uintptr_t)expectPtr;
    aclError status = check_reservation(virPtr, size, alignment, flags);
    if (status == ACL_SUCCESS)
        status = product_require(PRODUCT_910_93, "addresses that stay out of uncached operators");
    if (status != ACL_SUCCESS)
        return status;
    if (expectPtr == NULL)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "expectPtr is NULL; the addresses are the program's to choose");
    if (size % GIGANTIC_PAGE != 0 || start % GIGANTIC_PAGE != 0 || start > UINTPTR_MAX - size)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %zu and expectPtr %p; multiples of 1 GiB are required", size,
                      expectPtr);
    return reserve(virPtr, size, expectPtr);
}

aclError aclrtReleaseMemAddressImpl(void *virPtr)
{
    char what[MEMORY_TEXT];
    if (virPtr == NULL)
        return REPORT_NULL("virPtr");
    struct region *region = lock_region(virPtr);
    bool starts = region != NULL && region->range.start == (uintptr_t)virPtr;
    size_t mapped = starts ? region->pieces.count : 0;
    bool ends = starts && mapped == 0;
    if (ends) {
        address_map_remove(&regions, &region->range);
        atomic_fetch_sub_explicit(&region_count, 1, memory_order_release);
        addresses_release((char *)virPtr + region->kernel_offset, region->range.extent);
    }
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    if (!starts)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtr is %p, %s; the address that aclrtReserveMemAddress gave, not "
                      "released since, is required",
                      virPtr, memory_describe(virPtr, what, sizeof what));
    if (!ends)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtr is %p; memory is mapped there, in %zu piece(s): call aclrtUnmapMem "
                      "first",
                      virPtr, mapped);
    if (region->kernel_offset != 0)
        munmap(virPtr, region->range.extent);
    free(region);
    return ACL_SUCCESS;
}

/* ---- Physical memory ------------------------------------------------------------------------- */

static bool is_of_ddr(aclrtMemAttr attr)
{
    return attr == ACL_DDR_MEM_HUGE || attr == ACL_DDR_MEM_NORMAL || attr == ACL_DDR_MEM_P2P_HUGE ||
           attr == ACL_DDR_MEM_P2P_NORMAL;
}

static bool is_gigantic(aclrtMemAttr attr)
{
    return attr == ACL_HBM_MEM_HUGE1G || attr == ACL_MEM_HUGE1G || attr == ACL_MEM_P2P_HUGE1G;
}

static bool attr_is_known(aclrtMemAttr attr)
{
    return is_of_ddr(attr) || is_gigantic(attr) || attr == ACL_HBM_MEM_HUGE ||
           attr == ACL_HBM_MEM_NORMAL || (attr >= ACL_MEM_NORMAL && attr <= ACL_MEM_P2P_HUGE);
}

static size_t granularity_of(aclrtMemAttr attr)
{
    return is_gigantic(attr) ? GIGANTIC_PAGE : HUGE_PAGE;
}

/* Checks properties, for the two calls that take them. */
static aclError check_prop(const aclrtPhysicalMemProp *prop)
{
    bool on_device = prop->location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    if (!attr_is_known(prop->memAttr) || (on_device && is_of_ddr(prop->memAttr)))
        return report(ACL_ERROR_INVALID_PARAM,
                      "prop->memAttr is %d; physical memory of a device is ACL_HBM_MEM_HUGE, "
                      "_NORMAL or _HUGE1G, or one of the ACL_MEM_* kinds",
                      (int)prop->memAttr);
    if (!on_device)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "prop->location.type is %d; physical memory of the host is not implemented "
                      "by this library, use aclrtMallocHost",
                      (int)prop->location.type);
    aclError status = device_check(prop->location.id);
    if (status == ACL_SUCCESS && is_gigantic(prop->memAttr) &&
        strcmp(environment()->soc.family, "Ascend910") == 0)
        status = report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "prop->memAttr is %d; %s has no pages of 1 GiB", (int)prop->memAttr,
                        environment()->soc.name);
    return status;
}

aclError aclrtMemGetAllocationGranularityImpl(aclrtPhysicalMemProp *prop,
                                              aclrtMemGranularityOptions option,
                                              size_t *granularity)
{
    if (prop == NULL)
        return REPORT_NULL("prop");
    if (granularity == NULL)
        return REPORT_NULL("granularity");
    aclError status = check_prop(prop);
    if (status != ACL_SUCCESS)
        return status;
    if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM &&
        option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "option is %d; ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM (0) or _RECOMMENDED (1) "
                      "is required",
                      (int)option);
    *granularity = granularity_of(prop->memAttr);
    return ACL_SUCCESS;
}

static aclError check_physical(size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags)
{
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (flags != 0)
        return report(ACL_ERROR_INVALID_PARAM, "flags is %" PRIu64 "; 0 is required", flags);
    if (prop->handleType != ACL_MEM_HANDLE_TYPE_NONE)
        return report(ACL_ERROR_INVALID_PARAM,
                      "prop->handleType is %d; ACL_MEM_HANDLE_TYPE_NONE (0) is required",
                      (int)prop->handleType);
    if (prop->allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED)
        return report(ACL_ERROR_INVALID_PARAM,
                      "prop->allocationType is %d; ACL_MEM_ALLOCATION_TYPE_PINNED (0) is required",
                      (int)prop->allocationType);
    if (prop->location.type == ACL_MEM_LOCATION_TYPE_UNREGISTERED ||
        prop->location.type == ACL_MEM_LOCATION_TYPE_MANAGED)
        return report(ACL_ERROR_INVALID_PARAM,
                      "prop->location.type is %d; ACL_MEM_LOCATION_TYPE_DEVICE (1) is required",
                      (int)prop->location.type);
    return check_prop(prop);
}

static void free_physical(void *object)
{
    free(object);
}

/* Gives memory back to the device and the host. It is in no list, and mapped nowhere. */
static void give_back(struct physical *physical)
{
    if (physical->exported != NULL)
        export_end(physical->exported);
    if (physical->file >= 0)
        close(physical->file);
    munmap(physical->home, physical->bytes);
    if (!physical->is_imported)
        device_memory_give(physical->device, physical->bytes);
}

/* The object exists as long as the caller has a pin of its handle. */
static void remove_physical(const struct physical *physical)
{
    struct physical **link = &physicals;
    while (*link != physical)
        link = &(*link)->next;
    *link = physical->next;
}

static aclError report_full(const struct physical *physical)
{
    struct device_room room;
    device_memory_room(physical->device, &room);
    return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                  "size is %zu; device %d has %zu of its %zu bytes in use", physical->size,
                  (int)physical->device, room.used, room.capacity);
}

/* Makes a handle of memory whose home is mapped; NULL without host memory: then the home is
 * unmapped. */
static aclrtDrvMemHandle add_physical(struct physical *made)
{
    struct physical *physical = malloc(sizeof *physical);
    if (physical != NULL)
        made->handle = handle_create(HANDLE_PHYSICAL, physical, free_physical);
    if (made->handle == NULL) {
        free(physical);
        munmap(made->home, made->bytes);
        return NULL;
    }
    addresses_keep_here(made->home, made->bytes);
    *physical = *made;
    pthread_mutex_lock(&lock);
    physical->next = physicals;
    physicals = physical;
    pthread_mutex_unlock(&lock);
    return made->handle;
}

aclError aclrtMallocPhysicalImpl(aclrtDrvMemHandle *handle, size_t size,
                                 const aclrtPhysicalMemProp *prop, uint64_t flags)
{
    if (handle == NULL)
        return REPORT_NULL("handle");
    if (prop == NULL)
        return REPORT_NULL("prop");
    aclError status = check_physical(size, prop, flags);
    if (status != ACL_SUCCESS)
        return status;
    struct physical made = {
        .prop = *prop,
        .device = (int32_t)prop->location.id,
        .size = size,
        .owners = 1,
        .file = -1,
    };
    made.bytes = size <= SIZE_MAX - GIGANTIC_PAGE
                     ? addresses_round_up(size, granularity_of(prop->memAttr))
                     : SIZE_MAX;
    made.age = device_memory_age(made.device);
    if (!device_memory_take(made.device, made.bytes))
        return report_full(&made);
    made.home = mmap(NULL, made.bytes, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                     0);
    *handle = made.home != MAP_FAILED ? add_physical(&made) : NULL;
    if (*handle == NULL) {
        device_memory_give(made.device, made.bytes);
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %zu; this machine has no room for that", size);
    }
    log_line(LOG_MEM, "device %d: %zu bytes of physical memory", (int)made.device, made.bytes);
    return ACL_SUCCESS;
}

/* The physical memory of a handle, pinned. */
static aclError acquire(aclrtDrvMemHandle handle, struct physical **physical)
{
    char what[96];
    *physical = handle_acquire(handle, HANDLE_PHYSICAL);
    if (*physical != NULL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_INVALID_HANDLE,
                  "handle is %p, %s; a live aclrtDrvMemHandle is required", handle,
                  handle_describe(handle, what, sizeof what));
}

aclError aclrtFreePhysicalImpl(aclrtDrvMemHandle handle)
{
    struct physical *physical;
    if (handle == NULL)
        return REPORT_NULL("handle");
    aclError status = acquire(handle, &physical);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    bool last = physical->owners == 1 && handle_close(handle, HANDLE_PHYSICAL, entry_name());
    if (physical->owners > 0)
        physical->owners--;
    bool ends = last && physical->maps == 0;
    /* What is mapped keeps the object alive. */
    if (last && !ends)
        handle_retain(handle);
    if (ends)
        remove_physical(physical);
    pthread_mutex_unlock(&lock);
    if (ends)
        give_back(physical);
    handle_release(handle);
    return ACL_SUCCESS;
}

/* ---- Mappings -------------------------------------------------------------------------------- */

/* Maps the same memory once more, at the kernels' addresses. */
static bool map_there(const struct physical *physical, char *address)
{
    if (mremap(physical->home, 0, physical->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, address) ==
        MAP_FAILED)
        return false;
    addresses_keep_here(address, physical->bytes);
    if (mprotect(address, physical->bytes, PROT_READ | PROT_WRITE) == 0)
        return true;
    addresses_close(address, physical->bytes);
    return false;
}

/* What a call to map memory asks for. */
struct request {
    void *address;
    size_t size;
    size_t offset;
    struct physical *physical;
    bool accessible;
};

/* Returns 0, or why the memory cannot be mapped there. The caller holds the lock. */
static aclError check_place(const struct region *region, const struct request *request)
{
    const struct physical *physical = request->physical;
    uintptr_t start = (uintptr_t)request->address;
    const struct address_range *at = address_map_at_or_below(&region->pieces, start);
    const struct address_range *above = address_map_at_or_above(&region->pieces, start);
    const struct piece *other = (const struct piece *)(at != NULL ? at : above);
    if (start % granularity_of(physical->prop.memAttr) != 0 ||
        request->size > region->range.start + region->range.extent - start)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtr is %p and size %zu; an address that is a multiple of %zu is "
                      "required, with so many bytes behind it, in the %zu reserved bytes at 0x%zx",
                      request->address, request->size, granularity_of(physical->prop.memAttr),
                      region->range.extent, (size_t)region->range.start);
    if ((at != NULL && start - at->start < at->extent) ||
        (above != NULL && above->start - start < request->size))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtr is %p and size %zu; memory is mapped there: call aclrtUnmapMem "
                      "first",
                      request->address, request->size);
    if (other != NULL && other->physical->device != physical->device)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "handle is memory of device %d; in the reserved range at 0x%zx that of "
                      "device %d is mapped, and a range takes that of one device",
                      (int)physical->device, (size_t)region->range.start,
                      (int)other->physical->device);
    return ACL_SUCCESS;
}

/* The lock is held. */
static aclError map_piece(struct region *region, const struct request *request)
{
    struct physical *physical = request->physical;
    aclError status = check_place(region, request);
    if (status != ACL_SUCCESS)
        return status;
    struct piece *piece = calloc(1, sizeof *piece);
    if (piece == NULL || !map_there(physical, (char *)request->address + region->kernel_offset)) {
        free(piece);
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "size is %zu; this machine does not map the memory (valgrind, "
                      "vm.max_map_count, ...)",
                      request->size);
    }
    piece->range.start = (uintptr_t)request->address;
    piece->range.extent = request->size;
    piece->range.number = ++maps_so_far;
    piece->physical = physical;
    piece->home = (struct memory_home){piece->range.start, piece->range.start + request->size,
                                       (uintptr_t)physical->home};
    piece->access = request->accessible ? (uint32_t)1 << physical->device : 0;
    if (++physical->maps == 2)
        atomic_fetch_add_explicit(&twin_count, 1, memory_order_release);
    address_map_add(&region->pieces, &piece->range);
    return ACL_SUCCESS;
}

static aclError report_not_reserved(const void *address)
{
    char what[MEMORY_TEXT];
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "virPtr is %p, %s; an address that aclrtReserveMemAddress reserved is required",
                  address, memory_describe(address, what, sizeof what));
}

static aclError map_request(struct request *request, aclrtDrvMemHandle handle)
{
    aclError status = acquire(handle, &request->physical);
    if (status != ACL_SUCCESS)
        return status;
    const struct physical *physical = request->physical;
    if (request->offset != 0 || request->size != physical->size ||
        request->size != physical->bytes) {
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "size is %zu and offset %zu; memory is mapped as a whole, %zu bytes from "
                        "offset 0, in multiples of %zu",
                        request->size, request->offset, physical->size,
                        granularity_of(physical->prop.memAttr));
    } else {
        struct region *region = lock_region(request->address);
        if (region == NULL)
            status = report_not_reserved(request->address);
        else if (physical->owners == 0)
            status = report(ACL_ERROR_RT_INVALID_HANDLE, "handle was freed by another thread");
        else
            status = map_piece(region, request);
        if (region != NULL)
            pthread_mutex_unlock(&lock);
    }
    handle_release(handle);
    return status;
}

static aclError map(void *address, size_t size, size_t offset, aclrtDrvMemHandle handle,
                    uint64_t flags, bool accessible)
{
    struct request request = {address, size, offset, NULL, accessible};
    if (address == NULL)
        return REPORT_NULL("virPtr");
    if (handle == NULL)
        return REPORT_NULL("handle");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (flags != 0)
        return report(ACL_ERROR_INVALID_PARAM, "flags is %" PRIu64 "; 0 is required", flags);
    return map_request(&request, handle);
}

aclError aclrtMapMemImpl(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                         uint64_t flags)
{
    return map(virPtr, size, offset, handle, flags, true);
}

aclError aclrtMemMapNoAccessImpl(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                                 uint64_t flags)
{
    return map(virPtr, size, offset, handle, flags, false);
}

/* The piece that begins at an address; NULL: there is none. The caller holds the lock. */
static struct piece *piece_at(const struct region *region, const void *address)
{
    struct address_range *range = address_map_find(&region->pieces, (uintptr_t)address);
    return range != NULL && range->start == (uintptr_t)address ? (struct piece *)range : NULL;
}

/*
 * Ends a mapping, and the memory with it where nobody has the handle any more: then it is returned,
 * and the caller gives it back with the pin that the mapping had. The lock is held; the piece is
 * for end_pieces when it is not.
 */
static struct physical *unmap_piece(struct region *region, struct piece *piece,
                                    struct piece **unmapped)
{
    struct physical *physical = piece->physical;
    addresses_leave_open((char *)piece->range.start + region->kernel_offset, piece->range.extent);
    address_map_remove(&region->pieces, &piece->range);
    device_memory_note_release(physical->device);
    piece->next = *unmapped;
    *unmapped = piece;
    if (--physical->maps == 1)
        atomic_fetch_sub_explicit(&twin_count, 1, memory_order_release);
    if (physical->maps > 0 || physical->owners > 0)
        return NULL;
    remove_physical(physical);
    return physical;
}

/* The watch over races asks for homes, with a lock of its own held: it is called without ours. */
static void end_pieces(struct piece *unmapped)
{
    while (unmapped != NULL) {
        struct piece *piece = unmapped;
        unmapped = piece->next;
        races_unmap(&piece->home);
        free(piece);
    }
}

/* Maps what lies in one range once more in another of the same size. The lock is held. */
static aclError map_pieces(struct region *target, const struct region *source,
                           struct piece **unmapped)
{
    aclError status = ACL_SUCCESS;
    struct address_range *at = address_map_at_or_above(&source->pieces, 0);
    for (; status == ACL_SUCCESS && at != NULL; at = at->after) {
        const struct piece *piece = (const struct piece *)at;
        struct request request = {
            .address = (void *)(target->range.start + (at->start - source->range.start)),
            .size = at->extent,
            .physical = piece->physical,
            .accessible = is_usable(piece),
        };
        status = map_piece(target, &request);
    }
    while (status != ACL_SUCCESS && target->pieces.count > 0)
        (void)unmap_piece(target, (struct piece *)address_map_at_or_above(&target->pieces, 0),
                          unmapped);
    return status;
}

/* Which of the links between chips is meant makes no difference here. */
static aclError link_regions(void *target_address, size_t size, void *source_address,
                             struct piece **unmapped)
{
    struct region *target = (struct region *)address_map_find(&regions, (uintptr_t)target_address);
    struct region *source = (struct region *)address_map_find(&regions, (uintptr_t)source_address);
    size_t bytes = size <= SIZE_MAX - HUGE_PAGE ? addresses_round_up(size, HUGE_PAGE) : 0;
    if (target == NULL || target->range.start != (uintptr_t)target_address ||
        target->pieces.count != 0 || target->range.extent != bytes)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtrDst is %p; the address that aclrtReserveMemAddress gave for %zu bytes "
                      "is required, where nothing is mapped",
                      target_address, size);
    if (source == NULL || source->range.start != (uintptr_t)source_address ||
        source->pieces.count == 0 || source->range.extent != bytes)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "virPtrSrc is %p; the address that aclrtReserveMemAddress gave for %zu bytes "
                      "is required, where memory is mapped",
                      source_address, size);
    return map_pieces(target, source, unmapped);
}

aclError aclrtMemMapSelectedLinkImpl(void *virPtrDst, size_t size, void *virPtrSrc,
                                     uint32_t linkIdx)
{
    struct piece *unmapped = NULL;
    if (virPtrDst == NULL)
        return REPORT_NULL("virPtrDst");
    if (virPtrSrc == NULL)
        return REPORT_NULL("virPtrSrc");
    if (size == 0)
        return report(ACL_ERROR_INVALID_PARAM, "size is 0; at least 1 byte is required");
    if (linkIdx > ACL_RT_MEM_LINK_IDX_1)
        return report(ACL_ERROR_INVALID_PARAM,
                      "linkIdx is %u; ACL_RT_MEM_LINK_IDX_0 (0) or _1 (1) is required", linkIdx);
    aclError status = product_require(PRODUCT_910_93, "links to choose between");
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = link_regions(virPtrDst, size, virPtrSrc, &unmapped);
    pthread_mutex_unlock(&lock);
    end_pieces(unmapped);
    return status;
}

bool virtual_memory_is_reserved(const void *address)
{
    return is_reserved(address);
}

static void end_physical(struct physical *physical)
{
    if (physical == NULL)
        return;
    give_back(physical);
    handle_release(physical->handle);
}

static aclError report_not_mapped(const void *address)
{
    char what[MEMORY_TEXT];
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "virPtr is %p, %s; the address that memory was mapped to is required", address,
                  memory_describe(address, what, sizeof what));
}

aclError aclrtUnmapMemImpl(void *virPtr)
{
    struct physical *ended = NULL;
    struct piece *unmapped = NULL;
    if (virPtr == NULL)
        return REPORT_NULL("virPtr");
    struct region *region = lock_region(virPtr);
    struct piece *piece = region != NULL ? piece_at(region, virPtr) : NULL;
    bool mapped = piece != NULL;
    if (mapped)
        ended = unmap_piece(region, piece, &unmapped);
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    end_pieces(unmapped);
    end_physical(ended);
    return mapped ? ACL_SUCCESS : report_not_mapped(virPtr);
}

/* Unmaps the memory from every range. The caller holds the lock. */
static void unmap_everywhere(const struct physical *physical, struct piece **unmapped)
{
    struct address_range *range = address_map_at_or_above(&regions, 0);
    for (; range != NULL; range = range->after) {
        struct region *region = (struct region *)range;
        struct address_range *at = address_map_at_or_above(&region->pieces, 0);
        while (at != NULL) {
            struct address_range *next = at->after;
            if (((struct piece *)at)->physical == physical)
                (void)unmap_piece(region, (struct piece *)at, unmapped);
            at = next;
        }
    }
}

/* Ends one memory of the device up to an age; false when there is none left. */
static bool end_one(int32_t device, uint64_t age, struct left_handles *left)
{
    struct piece *unmapped = NULL;
    pthread_mutex_lock(&lock);
    struct physical *physical = physicals;
    while (physical != NULL && (physical->device != device || physical->age > age))
        physical = physical->next;
    if (physical != NULL) {
        /* The pin of the handle, or of the mapping, is given back below. */
        if (physical->owners > 0) {
            left_handles_tell(left, physical->handle);
            handle_retain(physical->handle);
            handle_close(physical->handle, HANDLE_PHYSICAL, entry_name());
        }
        physical->owners = 1; /* unmapping must not end it */
        unmap_everywhere(physical, &unmapped);
        physical->owners = 0;
        remove_physical(physical);
    }
    pthread_mutex_unlock(&lock);
    end_pieces(unmapped);
    end_physical(physical);
    return physical != NULL;
}

void virtual_memory_end_until(int32_t device, uint64_t age)
{
    struct left_handles left = {.told = 0};
    while (end_one(device, age, &left))
        continue;
    left_handles_tell_more(&left);
}

/* ---- Who may access it ----------------------------------------------------------------------- */

/* The bit of a place that may be allowed to access memory; 0, reported, for other places. */
static uint32_t access_of(const aclrtMemLocation *location, aclError *status)
{
    *status = ACL_SUCCESS;
    if (location->type == ACL_MEM_LOCATION_TYPE_HOST)
        return HOST_ACCESS;
    if (location->type != ACL_MEM_LOCATION_TYPE_DEVICE)
        *status = report(ACL_ERROR_RT_PARAM_INVALID,
                         "location.type is %d; ACL_MEM_LOCATION_TYPE_HOST (0) or _DEVICE (1) is "
                         "required",
                         (int)location->type);
    else
        *status = device_check(location->id);
    return *status == ACL_SUCCESS ? (uint32_t)1 << location->id : 0;
}

aclError aclrtMemSetAccessImpl(void *virPtr, size_t size, aclrtMemAccessDesc *desc, size_t count)
{
    uint32_t access = 0;
    if (virPtr == NULL || desc == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID, "%s is NULL; a valid pointer is required",
                      virPtr == NULL ? "virPtr" : "desc");
    for (size_t i = 0; i < count; i++) {
        aclError status;
        if (desc[i].flags != ACL_RT_MEM_ACCESS_FLAGS_READWRITE)
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "desc[%zu].flags is %d; ACL_RT_MEM_ACCESS_FLAGS_READWRITE (3) is "
                          "required",
                          i, (int)desc[i].flags);
        access |= access_of(&desc[i].location, &status);
        if (status != ACL_SUCCESS)
            return status;
    }
    struct region *region = lock_region(virPtr);
    struct piece *piece = region != NULL ? piece_at(region, virPtr) : NULL;
    bool fits = piece != NULL && piece->range.extent == size;
    if (fits)
        piece->access |= access;
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    if (piece == NULL)
        return report_not_mapped(virPtr);
    return fits ? ACL_SUCCESS
                : report(ACL_ERROR_RT_PARAM_INVALID,
                         "size is %zu; virPtr is %p, where another number of bytes was mapped",
                         size, virPtr);
}

aclError aclrtMemGetAccessImpl(void *virPtr, aclrtMemLocation *location, uint64_t *flag)
{
    aclError status;
    if (virPtr == NULL)
        return REPORT_NULL("virPtr");
    if (location == NULL)
        return REPORT_NULL("location");
    if (flag == NULL)
        return REPORT_NULL("flag");
    uint32_t access = access_of(location, &status);
    if (status != ACL_SUCCESS)
        return status;
    const struct region *region = lock_region(virPtr);
    const struct piece *piece = region != NULL ? piece_at(region, virPtr) : NULL;
    if (piece != NULL)
        *flag = (piece->access & access) != 0 ? ACL_RT_MEM_ACCESS_FLAGS_READWRITE
                                              : ACL_RT_MEM_ACCESS_FLAGS_NONE;
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    return piece != NULL ? ACL_SUCCESS : report_not_mapped(virPtr);
}

/* ---- Other processes ------------------------------------------------------------------------- */

/* The views that the take-over of memory changes. */
struct views {
    char **at;
    size_t count;
    char *temporary; /* a view that was made for it; or NULL */
};

/* Where the memory is mapped, or a view that is mapped for the purpose. The lock is held; false
 * without host memory or mappings. */
static bool collect_views(const struct physical *physical, struct views *views)
{
    *views = (struct views){.at = calloc((size_t)physical->maps + 1, sizeof *views->at)};
    if (views->at == NULL)
        return false;
    for (struct address_range *range = address_map_at_or_above(&regions, 0); range != NULL;
         range = range->after) {
        const struct region *region = (const struct region *)range;
        for (struct address_range *at = address_map_at_or_above(&region->pieces, 0); at != NULL;
             at = at->after)
            if (((const struct piece *)at)->physical == physical)
                views->at[views->count++] = (char *)at->start + region->kernel_offset;
    }
    if (views->count > 0)
        return true;
    char *view = mremap(physical->home, 0, physical->bytes, MREMAP_MAYMOVE);
    if (view == MAP_FAILED)
        return false;
    mprotect(view, physical->bytes, PROT_READ | PROT_WRITE);
    views->temporary = view;
    views->at[views->count++] = view;
    return true;
}

/* Puts memory into a file of its own, which can be handed over. The lock is held. */
static bool put_into_file(struct physical *physical)
{
    struct views views;
    int file = memory_file_make("aclnn-shared-memory", physical->bytes);
    bool taken = file >= 0 && collect_views(physical, &views);
    if (taken) {
        taken = memory_file_take_over(file, views.at, views.count, physical->bytes) &&
                mremap(views.at[0], 0, physical->bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
                       physical->home) != MAP_FAILED;
        if (taken) {
            mprotect(physical->home, physical->bytes, PROT_NONE);
            addresses_keep_here(physical->home, physical->bytes);
        }
        if (views.temporary != NULL)
            munmap(views.temporary, physical->bytes);
        free(views.at);
    }
    if (taken)
        physical->file = file;
    else if (file >= 0)
        close(file);
    return taken;
}

static aclError report_not_shared(const struct physical *physical)
{
    return report(ACL_ERROR_RT_IPC_ERROR,
                  "%zu bytes of physical memory cannot be shared: this machine has no memory, "
                  "descriptor (ulimit -n) or mapping left, or limits files (ulimit -f)",
                  physical->size);
}

/* The lock is held. */
static aclError export_locked(struct physical *physical, bool for_all, struct export_page **page)
{
    if (physical->exported != NULL || physical->is_imported)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "handle is %p, which %s; memory is exported once, by the process that has "
                      "made it",
                      physical->handle,
                      physical->is_imported ? "was imported" : "was exported before");
    if (physical->file < 0 && !put_into_file(physical))
        return report_not_shared(physical);
    aclError status = export_begin(EXPORT_PHYSICAL, physical->device, for_all, page);
    if (status != ACL_SUCCESS)
        return status;
    (*page)->memory.size = physical->size;
    (*page)->memory.prop = physical->prop;
    (*page)->memory.count = 1;
    (*page)->memory.pieces[0] = (struct export_piece){
        .file = physical->file,
        .number = memory_file_number(physical->file),
        .bytes = physical->bytes,
    };
    export_publish(*page);
    physical->exported = *page;
    return ACL_SUCCESS;
}

aclError virtual_memory_export(aclrtDrvMemHandle handle, bool for_all, struct export_page **page)
{
    struct physical *physical;
    aclError status = acquire(handle, &physical);
    if (status != ACL_SUCCESS)
        return status;
    pthread_mutex_lock(&lock);
    status = export_locked(physical, for_all, page);
    pthread_mutex_unlock(&lock);
    handle_release(handle);
    return status;
}

/* Whether something was imported by this name, and is still here. */
static bool has_import(const struct export_name *name)
{
    pthread_mutex_lock(&lock);
    const struct physical *physical = physicals;
    while (physical != NULL &&
           (!physical->is_imported || physical->name.process != name->process ||
            physical->name.slot != name->slot || physical->name.secret != name->secret))
        physical = physical->next;
    pthread_mutex_unlock(&lock);
    return physical != NULL;
}

/* Maps a home for memory of another process; MAP_FAILED: it is not there as it should be. */
static char *map_home(const struct export_page *page, const struct export_memory *memory)
{
    struct stat status;
    const struct export_piece *piece = &memory->pieces[0];
    int file = export_open_piece(page, piece);
    bool is_whole = file >= 0 && fstat(file, &status) == 0 && piece->offset == 0 &&
                    piece->bytes > 0 && piece->bytes <= (uint64_t)status.st_size &&
                    memory->size <= piece->bytes;
    char *home = is_whole ? mmap(NULL, piece->bytes, PROT_NONE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (file >= 0)
        close(file);
    return home;
}

aclError virtual_memory_import(const struct export_name *name, int32_t device,
                               aclrtDrvMemHandle *handle)
{
    struct export_page *page;
    if (has_import(name))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "shareableHandle was imported before; each is imported once, until "
                      "aclrtFreePhysical");
    aclError status = export_open(name, EXPORT_PHYSICAL, "shareableHandle", &page);
    if (status != ACL_SUCCESS)
        return status;
    const struct export_memory memory = page->memory;
    struct physical made = {
        .prop = memory.prop,
        .device = device,
        .age = device_memory_age(device),
        .size = memory.size,
        .bytes = memory.pieces[0].bytes,
        .owners = 1,
        .file = -1,
        .is_imported = true,
        .name = *name,
    };
    made.prop.location.id = (uint32_t)device;
    made.home = map_home(page, &memory);
    export_close(page);
    if (made.home == MAP_FAILED)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "the %zu bytes that process %" PRId32 " exports cannot be mapped: it has "
                      "closed their descriptor, or this machine has no descriptor or mapping left",
                      made.size, name->process);
    *handle = add_physical(&made);
    return *handle != NULL ? ACL_SUCCESS
                           : report(ACL_ERROR_RT_MEMORY_ALLOCATION, "no host memory for an import");
}

/* ---- Questions ------------------------------------------------------------------------------- */

aclError aclrtMemRetainAllocationHandleImpl(void *virPtr, aclrtDrvMemHandle *handle)
{
    if (virPtr == NULL)
        return REPORT_NULL("virPtr");
    if (handle == NULL)
        return REPORT_NULL("handle");
    const struct region *region = lock_region(virPtr);
    const struct piece *piece = region != NULL ? piece_at(region, virPtr) : NULL;
    bool open = piece != NULL && piece->physical->owners > 0;
    if (open) {
        piece->physical->owners++;
        *handle = piece->physical->handle;
    }
    if (region != NULL)
        pthread_mutex_unlock(&lock);
    if (piece == NULL)
        return report_not_mapped(virPtr);
    return open ? ACL_SUCCESS
                : report(ACL_ERROR_RT_PARAM_INVALID,
                         "virPtr is %p; the handle of the memory that is mapped there was freed",
                         virPtr);
}

aclError aclrtMemGetAllocationPropertiesFromHandleImpl(aclrtDrvMemHandle handle,
                                                       aclrtPhysicalMemProp *prop)
{
    struct physical *physical;
    if (handle == NULL)
        return REPORT_NULL("handle");
    if (prop == NULL)
        return REPORT_NULL("prop");
    aclError status = acquire(handle, &physical);
    if (status != ACL_SUCCESS)
        return status;
    *prop = physical->prop;
    handle_release(handle);
    return ACL_SUCCESS;
}

/* The allocation, host memory or mapping that an address lies in. */
static bool find_range(void *address, struct memory_spot *spot)
{
    const struct region *region = lock_region(address);
    if (region == NULL) {
        memory_locate(address, spot);
        return spot->start != NULL;
    }
    const struct address_range *range = address_map_find(&region->pieces, (uintptr_t)address);
    if (range != NULL) {
        spot->start = (char *)range->start;
        spot->size = range->extent;
    }
    pthread_mutex_unlock(&lock);
    return range != NULL;
}

aclError aclrtMemGetAddressRangeImpl(void *ptr, void **pbase, size_t *psize)
{
    char what[MEMORY_TEXT];
    struct memory_spot spot;
    if (ptr == NULL)
        return REPORT_NULL("ptr");
    if (pbase == NULL && psize == NULL)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "pbase and psize are both NULL; at least one is required");
    if (!find_range(ptr, &spot))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "ptr is %p, %s; memory that the library knows is required", ptr,
                      memory_describe(ptr, what, sizeof what));
    if (pbase != NULL)
        *pbase = spot.start;
    if (psize != NULL)
        *psize = spot.size;
    return ACL_SUCCESS;
}
