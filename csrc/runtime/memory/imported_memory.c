/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/imported_memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/log.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/addresses.h"
#include "runtime/memory/device_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/share/export.h"
#include "runtime/stream/context.h"
#include "runtime/watch/races.h"

#define HUGE_PAGE ((size_t)2 << 20)

/* What was imported by one key. Memory of this process itself is not mapped again: bytes is 0. */
struct imported {
    struct address_range range; /* what the exporter exports, at the caller's address */
    struct imported *next;
    struct export_name name;
    uint32_t imports; /* that were not closed */
    int32_t device;
    char *start; /* the caller's view of all pages */
    size_t bytes;
    ptrdiff_t kernel_offset;
};

/* Guards all of this. No lock is taken after it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct imported *imports;
static struct address_map mapped = ADDRESS_MAP_EMPTY;
static _Atomic size_t mapped_count; /* 0: nothing is mapped */
static uint64_t imports_so_far;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- What an address is ---------------------------------------------------------------------- */

/* The import that an address lies in, or ends at, locked. NULL, with nothing locked, when there is
 * none. */
static const struct imported *lock_import(const void *address)
{
    if (atomic_load_explicit(&mapped_count, memory_order_acquire) == 0)
        return NULL;
    pthread_mutex_lock(&lock);
    const struct address_range *range = address_map_at_or_below(&mapped, (uintptr_t)address);
    if (range != NULL && (uintptr_t)address - range->start <= range->extent)
        return (const struct imported *)range;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static bool is_imported(const void *address)
{
    const struct imported *imported = lock_import(address);
    if (imported == NULL)
        return false;
    bool within = (uintptr_t)address - imported->range.start < imported->range.extent;
    pthread_mutex_unlock(&lock);
    return within;
}

static bool overlaps(const void *start, size_t size)
{
    if (atomic_load_explicit(&mapped_count, memory_order_acquire) == 0)
        return false;
    pthread_mutex_lock(&lock);
    const struct address_range *above = address_map_at_or_above(&mapped, (uintptr_t)start);
    bool found = address_map_find(&mapped, (uintptr_t)start) != NULL ||
                 (above != NULL && above->start - (uintptr_t)start < size);
    pthread_mutex_unlock(&lock);
    return found;
}

static ptrdiff_t kernel_offset(const void *address)
{
    const struct imported *imported = lock_import(address);
    if (imported == NULL)
        return 0;
    ptrdiff_t offset = imported->kernel_offset;
    pthread_mutex_unlock(&lock);
    return offset;
}

static bool find(const void *address, struct device_allocation *out)
{
    const struct imported *imported = lock_import(address);
    if (imported == NULL)
        return false;
    *out = (struct device_allocation){
        .device = imported->device,
        .address = (char *)imported->range.start,
        .size = imported->range.size,
        .pages = imported->range.size,
        .number = imported->range.number,
        .releases = device_memory_releases(imported->device),
        .kernel_offset = imported->kernel_offset,
    };
    pthread_mutex_unlock(&lock);
    return true;
}

static bool is_live(const struct device_allocation *allocation)
{
    const struct imported *imported = lock_import(allocation->address);
    if (imported == NULL)
        return false;
    bool live = imported->range.number == allocation->number;
    pthread_mutex_unlock(&lock);
    return live;
}

static bool describe(const void *address, char *buffer, size_t size)
{
    const struct imported *imported = lock_import(address);
    if (imported == NULL)
        return false;
    snprintf(buffer, size,
             "byte %zu of the %zu bytes at 0x%zx that process %" PRId32
             " shares, on device %" PRId32,
             (size_t)((uintptr_t)address - imported->range.start), imported->range.size,
             (size_t)imported->range.start, imported->name.process, imported->device);
    pthread_mutex_unlock(&lock);
    return true;
}

/* What other processes do with it is not known here; in this one it is at one address. */
static bool home_at(uintptr_t address, struct memory_home *out)
{
    (void)address;
    (void)out;
    return false;
}

static bool has_twins(void)
{
    return false;
}

static const struct device_memory_elsewhere as_device_memory = {
    .numbers = DEVICE_MEMORY_IMPORTED,
    .ended_by = "aclrtIpcMemClose",
    .is_device = is_imported,
    .overlaps = overlaps,
    .kernel_offset = kernel_offset,
    .find = find,
    .is_live = is_live,
    .describe = describe,
    .home_at = home_at,
    .has_twins = has_twins,
};

/* ---- Mapping --------------------------------------------------------------------------------- */

/* Maps a piece at an address. What lies behind the end of a file would be a fault later. */
static bool map_piece(const struct export_page *page, const struct export_piece *piece, char *at)
{
    struct stat status;
    int file = export_open_piece(page, piece);
    if (file < 0)
        return false;
    bool is_whole = piece->offset % page_size() == 0 && fstat(file, &status) == 0 &&
                    piece->bytes <= (uint64_t)status.st_size &&
                    piece->offset <= (uint64_t)status.st_size - piece->bytes;
    bool done = is_whole && mmap(at, piece->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                 file, (off_t)piece->offset) != MAP_FAILED;
    close(file);
    if (done)
        addresses_keep_here(at, piece->bytes);
    return done;
}

static bool map_pieces(const struct export_page *page, const struct export_memory *memory, char *at)
{
    for (uint32_t i = 0; i < memory->count; i++) {
        if (!map_piece(page, &memory->pieces[i], at))
            return false;
        at += memory->pieces[i].bytes;
    }
    return true;
}

/* The bytes of all pieces; 0 where they do not fit what is exported. */
static size_t bytes_of(const struct export_memory *memory)
{
    uint64_t bytes = 0;
    if (memory->count > EXPORT_PIECES || memory->offset >= page_size())
        return 0;
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->pieces[i].bytes % page_size() != 0 ||
            memory->pieces[i].bytes > SIZE_MAX / 2 - bytes)
            return 0;
        bytes += memory->pieces[i].bytes;
    }
    bool fits = memory->offset + memory->size >= memory->size &&
                memory->offset + memory->size <= bytes;
    return fits ? (size_t)bytes : 0;
}

/* Reserves addresses for the caller, and for kernels where they have others. */
static bool reserve(struct imported *imported)
{
    bool is_isolated = environment()->check_mode == CHECK_ISOLATE;
    imported->start = addresses_reserve(imported->bytes, HUGE_PAGE);
    char *kernels = imported->start;
    if (imported->start != NULL && is_isolated)
        kernels = addresses_reserve(imported->bytes, HUGE_PAGE);
    if (kernels == NULL) {
        if (imported->start != NULL)
            munmap(imported->start, imported->bytes);
        return false;
    }
    imported->kernel_offset = kernels - imported->start;
    if (is_isolated)
        device_memory_watch_host();
    return true;
}

/* Gives the addresses back: those of kernels a while later, because work may still use them. */
static void release(const struct imported *imported)
{
    char *kernels = imported->start + imported->kernel_offset;
    addresses_leave_open(kernels, imported->bytes);
    addresses_release(kernels, imported->bytes);
    if (imported->kernel_offset != 0)
        munmap(imported->start, imported->bytes);
}

static aclError report_unmapped(const struct export_page *page, size_t size)
{
    return report(ACL_ERROR_RT_IPC_ERROR,
                  "the %zu bytes that process %" PRId32 " exports cannot be mapped: it has closed "
                  "their descriptor, or this machine has no descriptor, address or mapping left",
                  size, page->process);
}

static aclError map(struct imported *imported, const struct export_page *page, int32_t device)
{
    const struct export_memory memory = page->memory;
    imported->bytes = bytes_of(&memory);
    if (imported->bytes == 0 || !reserve(imported))
        return report_unmapped(page, memory.size);
    if (!map_pieces(page, &memory, imported->start + imported->kernel_offset)) {
        release(imported);
        return report_unmapped(page, memory.size);
    }
    bool is_here = page->device >= 0 && (uint32_t)page->device < environment()->device_count;
    imported->device = is_here ? page->device : device;
    imported->range.start = (uintptr_t)imported->start + memory.offset;
    imported->range.size = memory.size;
    imported->range.extent = memory.size;
    imported->range.age = device_memory_age(imported->device);
    return ACL_SUCCESS;
}

/* ---- Imports --------------------------------------------------------------------------------- */

static bool is_same(const struct export_name *a, const struct export_name *b)
{
    return a->process == b->process && a->slot == b->slot && a->secret == b->secret;
}

/* The caller holds the lock. */
static struct imported **find_import(const struct export_name *name)
{
    struct imported **link = &imports;
    while (*link != NULL && !is_same(&(*link)->name, name))
        link = &(*link)->next;
    return link;
}

/* Imports once more what is imported; false: it is not. */
static bool import_again(const struct export_name *name, void **address)
{
    pthread_mutex_lock(&lock);
    struct imported *imported = *find_import(name);
    if (imported != NULL) {
        imported->imports++;
        *address = (void *)imported->range.start;
    }
    pthread_mutex_unlock(&lock);
    return imported != NULL;
}

/* Adds an import, unless another thread has just done so. */
static void add(struct imported *imported, void **address)
{
    pthread_mutex_lock(&lock);
    struct imported *other = *find_import(&imported->name);
    struct imported *kept = other != NULL ? other : imported;
    kept->imports++;
    *address = (void *)kept->range.start;
    if (other == NULL) {
        imported->range.number = DEVICE_MEMORY_IMPORTED | ++imports_so_far;
        imported->next = imports;
        imports = imported;
    }
    if (other == NULL && imported->bytes > 0) {
        address_map_add(&mapped, &imported->range);
        atomic_fetch_add_explicit(&mapped_count, 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    if (other == NULL)
        return;
    if (imported->bytes > 0)
        release(imported);
    free(imported);
}

/* Takes an import out of all lists. The caller holds the lock. */
static void take_out(struct imported **link)
{
    struct imported *imported = *link;
    *link = imported->next;
    if (imported->bytes == 0)
        return;
    address_map_remove(&mapped, &imported->range);
    atomic_fetch_sub_explicit(&mapped_count, 1, memory_order_release);
}

static void end_import(struct imported *imported)
{
    if (imported->bytes > 0) {
        races_free((void *)imported->range.start, imported->range.size, RACES_FREED);
        device_memory_note_release(imported->device);
        release(imported);
    }
    free(imported);
}

void imported_memory_end_until(int32_t device, uint64_t age)
{
    struct imported *ended;
    do {
        pthread_mutex_lock(&lock);
        struct imported **link = &imports;
        while (*link != NULL && ((*link)->device != device || (*link)->range.age > age))
            link = &(*link)->next;
        ended = *link;
        if (ended != NULL)
            take_out(link);
        pthread_mutex_unlock(&lock);
        if (ended != NULL)
            end_import(ended);
    } while (ended != NULL);
}

/* Imports what this process exports itself: it has the memory at an address already. */
static aclError import_own(struct imported *imported)
{
    const struct export_page *page = export_own(&imported->name, EXPORT_ALLOCATION);
    if (page == NULL)
        return report(ACL_ERROR_RT_IPC_ERROR,
                      "key is none that this process has exported, or what it names was closed or "
                      "freed");
    imported->device = page->device;
    imported->range.start = (uintptr_t)page->memory.address;
    imported->range.age = device_memory_age(page->device);
    return ACL_SUCCESS;
}

static aclError import_from(struct imported *imported, int32_t device)
{
    struct export_page *page;
    aclError status = export_open(&imported->name, EXPORT_ALLOCATION, "key", &page);
    if (status != ACL_SUCCESS)
        return status;
    status = map(imported, page, device);
    export_close(page);
    return status;
}

static aclError import(const struct export_name *name, int32_t device, void **address)
{
    if (import_again(name, address))
        return ACL_SUCCESS;
    struct imported *imported = calloc(1, sizeof *imported);
    if (imported == NULL)
        return report(ACL_ERROR_RT_MEMORY_ALLOCATION, "no host memory for an import");
    device_memory_ask_elsewhere(&as_device_memory);
    imported->name = *name;
    aclError status = name->process == (int32_t)getpid() ? import_own(imported)
                                                         : import_from(imported, device);
    if (status != ACL_SUCCESS) {
        free(imported);
        return status;
    }
    log_line(LOG_MEM, "device %d: memory of process %d imported", (int)imported->device,
             (int)name->process);
    add(imported, address);
    return ACL_SUCCESS;
}

/* ---- Public functions ------------------------------------------------------------------------ */

/* Reads a key, which may have no end. */
static aclError read_key(const char *key, struct export_name *name)
{
    if (key == NULL)
        return REPORT_NULL("key");
    if (export_read_key(key, EXPORT_ALLOCATION, name))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "key is \"%.64s\"; one that aclrtIpcMemGetExportKey wrote is required", key);
}

static aclError find_exportable(const void *address, size_t size,
                                struct device_allocation *allocation)
{
    char what[MEMORY_TEXT];
    struct memory_spot spot;
    memory_locate(address, &spot);
    *allocation = spot.allocation;
    bool is_own = spot.place == MEMORY_DEVICE &&
                  (allocation->number & DEVICE_MEMORY_ELSEWHERE) == 0;
    if (!is_own)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "devPtr is %p, %s; memory of aclrtMalloc is required. For memory of "
                      "aclrtMallocPhysical there is aclrtMemExportToShareableHandle",
                      address, memory_describe(address, what, sizeof what));
    if (size == 0 || !memory_may_use(&spot, "devPtr", address, size))
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "size is %zu, and devPtr is %p, %s; 1 byte to all behind devPtr can be "
                      "exported",
                      size, address, memory_describe(address, what, sizeof what));
    return ACL_SUCCESS;
}

aclError aclrtIpcMemGetExportKeyImpl(void *devPtr, size_t size, char *key, size_t len,
                                     uint64_t flags)
{
    struct device_allocation allocation;
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    if (key == NULL)
        return REPORT_NULL("key");
    if (len < EXPORT_KEY)
        return report(ACL_ERROR_RT_PARAM_INVALID, "len is %zu; %d is required", len, EXPORT_KEY);
    if ((flags & ~ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flags is %" PRIu64 "; ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT (0) or "
                      "ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION (1) is required",
                      flags);
    aclError status = find_exportable(devPtr, size, &allocation);
    if (status != ACL_SUCCESS)
        return status;
    struct export_page *page;
    status = device_memory_export(&allocation, devPtr, size, flags != 0, &page);
    if (status != ACL_SUCCESS)
        return status;
    memset(key, 0, EXPORT_KEY);
    export_key(page, key);
    return ACL_SUCCESS;
}

/* The export of this process that a key names. */
static aclError find_own(const char *key, struct export_page **page)
{
    struct export_name name;
    aclError status = read_key(key, &name);
    if (status != ACL_SUCCESS)
        return status;
    *page = export_own(&name, EXPORT_ALLOCATION);
    if (*page != NULL)
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "key is of process %" PRId32 "; one that this process has exported, and neither "
                  "closed nor freed since, is required",
                  name.process);
}

aclError aclrtIpcMemSetImportPidImpl(const char *key, int32_t *pid, size_t num)
{
    struct export_page *page;
    aclError status = find_own(key, &page);
    return status == ACL_SUCCESS ? export_allow(page, pid, num, "num") : status;
}

aclError aclrtIpcMemImportPidInterServerImpl(const char *key, aclrtServerPid *serverPids,
                                             size_t num)
{
    struct export_page *page;
    aclError status = find_own(key, &page);
    return status == ACL_SUCCESS ? export_allow_servers(page, serverPids, num) : status;
}

aclError aclrtIpcMemImportByKeyImpl(void **devPtr, const char *key, uint64_t flags)
{
    struct export_name name;
    if (devPtr == NULL)
        return REPORT_NULL("devPtr");
    aclError status = read_key(key, &name);
    if (status != ACL_SUCCESS)
        return status;
    if ((flags & ~ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS) != 0)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "flags is %" PRIu64 "; ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT (0) or "
                      "ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS (1) is required",
                      flags);
    struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    status = import(&name, context->device, devPtr);
    context_release(context);
    return status;
}

aclError aclrtIpcMemSetAttrImpl(const char *key, aclrtIpcMemAttrType type, uint64_t attr)
{
    struct export_page *page;
    aclError status = find_own(key, &page);
    if (status != ACL_SUCCESS)
        return status;
    if (type != ACL_RT_IPC_MEM_ATTR_ACCESS_LINK)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "type is %d; ACL_RT_IPC_MEM_ATTR_ACCESS_LINK (0) is required", (int)type);
    if (attr > ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "attr is %" PRIu64 "; ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO (0) or "
                      "ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS (1) is required",
                      attr);
    return ACL_SUCCESS;
}

/* Closes one import by a key; false: there is none. */
static bool close_import(const struct export_name *name)
{
    struct imported *ended = NULL;
    pthread_mutex_lock(&lock);
    struct imported **link = find_import(name);
    bool found = *link != NULL;
    if (found && --(*link)->imports == 0) {
        ended = *link;
        take_out(link);
    }
    pthread_mutex_unlock(&lock);
    if (ended != NULL)
        end_import(ended);
    return found;
}

aclError aclrtIpcMemCloseImpl(const char *key)
{
    struct export_name name;
    aclError status = read_key(key, &name);
    if (status != ACL_SUCCESS || close_import(&name))
        return status;
    const struct export_page *page = export_own(&name, EXPORT_ALLOCATION);
    if (page != NULL && device_memory_end_export(page->device, page))
        return ACL_SUCCESS;
    return report(ACL_ERROR_RT_PARAM_INVALID,
                  "key is of process %" PRId32 "; one that this process has exported or imported, "
                  "and not closed since, is required",
                  name.process);
}

aclError aclrtDeviceGetBareTgidImpl(int32_t *pid)
{
    if (pid == NULL)
        return REPORT_NULL("pid");
    *pid = (int32_t)getpid();
    return ACL_SUCCESS;
}
