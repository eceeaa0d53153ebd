/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/device_memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/environment.h"
#include "base/finding.h"
#include "base/log.h"
#include "base/report.h"
#include "base/thread.h"
#include "base/trace.h"
#include "runtime/memory/address_map.h"
#include "runtime/memory/addresses.h"
#include "runtime/memory/sharing.h"
#include "runtime/watch/isolate.h"
#include "runtime/watch/races.h"

#define MIB ((size_t)1 << 20)

/* The smallest reservation to try when the product's capacity cannot be had. */
#define LEAST_RESERVATION (64 * MIB)

/* Allocations of at least this size give their pages back when they are freed. */
#define RETURNED_FROM (2 * MIB)

/* So much memory at the low end of a device keeps its pages in any case. The lowest vacant range is
 * allocated first, so that a program that frees its workspace after each call gets the same pages
 * again; a fresh large page costs the host 2 MiB of zeros. */
#define KEPT_PAGES (64 * MIB)

/* The accessible part of a reservation grows by at least this much. */
#define OPENED_STEP (16 * MIB)

/* Reservations start at multiples of this, so that the kernel can use its large pages. */
#define LARGE_PAGE (2 * MIB)

/* How many freed allocations are remembered, so that messages can tell freed from never
 * allocated. */
#define FREED_KEPT 1024

/* The quarantine holds at most one in so many bytes of the reservation. */
#define QUARANTINED_PART 4

/* The byte that fills the space between the size that was asked for and the end of an
 * allocation. */
#define RED_ZONE 0xA7

struct freed {
    uintptr_t start;
    size_t size;
    size_t extent;
    uint64_t number;
    const char *made_by;
    const struct call_stack *made_in;
    const char *freed_by;
    const struct call_stack *freed_in;
    int64_t freed_at;
    bool by_reset;
};

/* Freed ranges that nobody gets yet, linked by `after`; the oldest comes first. */
struct quarantine {
    struct address_range *first;
    struct address_range *last;
    size_t bytes;
};

/* base, reserved and kernel_offset are written once, under the lock, and base is published last. A
 * thread that reads a base other than NULL may read the other two without the lock. */
struct device {
    pthread_mutex_t lock;
    _Atomic(char *) base;
    size_t reserved;
    ptrdiff_t kernel_offset;
    size_t opened; /* bytes from base on that are accessible, in both views */
    size_t used;
    size_t most_used; /* at any time so far */
    uint64_t age;
    uint64_t allocations; /* number of allocations so far */
    _Atomic uint64_t releases;
    struct address_map allocated;
    struct address_map vacant;
    struct quarantine quarantine;
    struct sharing sharing;
    struct freed freed[FREED_KEPT];
    size_t freed_count;
};

#define UNUSED_DEVICE {.lock = PTHREAD_MUTEX_INITIALIZER}
#define FOUR(item) item, item, item, item

static struct device devices[] = {FOUR(FOUR(UNUSED_DEVICE))};
_Static_assert(sizeof devices / sizeof devices[0] == MAX_DEVICES, "every device needs its lock");

/* Files that keep memory elsewhere: reserved addresses, and memory of other processes. */
#define ELSEWHERES 2
static _Atomic(const struct device_memory_elsewhere *) elsewheres[ELSEWHERES];

void device_memory_ask_elsewhere(const struct device_memory_elsewhere *functions)
{
    for (size_t i = 0; i < ELSEWHERES; i++) {
        const struct device_memory_elsewhere *none = NULL;
        if (atomic_compare_exchange_strong(&elsewheres[i], &none, functions) || none == functions)
            return;
    }
}

/* What is in a place, and goes on to the next; NULL: no more. They are filled from the first on. */
static const struct device_memory_elsewhere *next_elsewhere(size_t *place)
{
    return *place < ELSEWHERES ? atomic_load_explicit(&elsewheres[(*place)++], memory_order_acquire)
                               : NULL;
}

/* Who keeps the address; NULL: nobody does. */
static const struct device_memory_elsewhere *keeper_of(const void *address)
{
    const struct device_memory_elsewhere *other;
    size_t place = 0;
    while ((other = next_elsewhere(&place)) != NULL)
        if (other->is_device(address))
            return other;
    return NULL;
}

/* Who keeps the allocation of this number. */
static const struct device_memory_elsewhere *keeper_of_number(uint64_t number)
{
    const struct device_memory_elsewhere *other;
    size_t place = 0;
    while ((other = next_elsewhere(&place)) != NULL)
        if ((number & DEVICE_MEMORY_ELSEWHERE) == other->numbers)
            return other;
    return NULL;
}

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The device whose reserved range holds the address. Takes no lock. */
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

static bool is_isolated(void)
{
    return environment()->check_mode == CHECK_ISOLATE;
}

static bool is_lenient(void)
{
    return environment()->check_mode == CHECK_LENIENT;
}

static bool has_red_zones(void)
{
    return environment()->check_mode == CHECK_ON || is_isolated();
}

static int number_of(const struct device *device)
{
    return (int)(device - devices);
}

/* Maps one view of the memory file, closed to all access (open_up). The page in front of it stays
 * closed: the C library's free looks at what is before the address that it gets. */
static char *map_view(int file, size_t bytes)
{
    size_t all = page_size() + bytes;
    char *range = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED)
        return NULL;
    void *view = mmap(range + page_size(), bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
                      file, 0);
    if (view == MAP_FAILED) {
        munmap(range, all);
        return NULL;
    }
    addresses_keep_here(view, bytes);
    addresses_prefer_large_pages(view, bytes);
    return view;
}

/* Maps both views, or returns false. The mappings keep the file alive, so its descriptor is closed:
 * a program may close every descriptor that it does not know. */
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
            munmap(*base - page_size(), page_size() + bytes);
    }
    close(file);
    return *kernel_view != NULL;
}

/* Maps one view for callers and kernels, closed to all access, without a file. Kernels give large
 * pages to memory files only where an administrator has asked for it, and with large pages rows are
 * read up to twice as fast in random sequence (docs/explanation/performance.md). */
static bool map_one(size_t bytes, char **base, char **kernel_view)
{
    *base = *kernel_view = addresses_reserve(bytes, LARGE_PAGE);
    if (*base == NULL)
        return false;
    addresses_prefer_large_pages(*base, bytes);
    return true;
}

static bool map(size_t bytes, char **base, char **kernel_view)
{
    return is_isolated() ? map_both(bytes, base, kernel_view) : map_one(bytes, base, kernel_view);
}

/* Gives pages back to the host. They read as 0 afterwards. */
static void drop_pages(const struct device *device, uintptr_t first, size_t bytes)
{
    /* madvise is called on the kernels' view, because it is refused on a closed one. */
    madvise((char *)first + device->kernel_offset, bytes,
            is_isolated() ? MADV_REMOVE : MADV_DONTNEED);
}

/* The size to try first. A file beyond RLIMIT_FSIZE gets no error: the process gets a deadly
 * signal. */
static size_t first_try(void)
{
    size_t bytes = environment()->soc.memory_bytes;
    struct rlimit limit;
    if (is_isolated() && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes)
        bytes = (size_t)limit.rlim_cur;
    return bytes / page_size() * page_size();
}

/* Reserves the address range of a device. Memory comes page by page at first use. valgrind, ulimit
 * -v and the like refuse ranges as large as a product's memory; then half is tried, and half again.
 * The caller holds the lock. */
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
    while (bytes > 0 && !map(bytes, &base, &kernel_view)) {
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
    if (is_isolated())
        device_memory_watch_host();
    log_line(LOG_MEM, "device %d: %zu bytes reserved at 0x%zx", number_of(device), bytes,
             (size_t)base);
    return true;
}

/* Makes the views accessible up to an address, in isolate mode only that of kernels. Allocations
 * are as low as possible, so only memory in use is opened and not the whole reservation: tools that
 * look through all accessible memory (the leak check of valgrind) would take hours for it, and
 * touch all of it. The caller holds the lock. */
static bool open_up(struct device *device, uintptr_t past)
{
    char *base = atomic_load_explicit(&device->base, memory_order_relaxed);
    size_t needed = past - (uintptr_t)base;
    if (needed <= device->opened)
        return true;
    size_t opened = addresses_round_up(needed, OPENED_STEP);
    if (opened > device->reserved)
        opened = device->reserved;
    char *first = base + device->opened;
    size_t bytes = opened - device->opened;
    if ((!is_isolated() && mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0) ||
        mprotect(first + device->kernel_offset, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    device->opened = opened;
    return true;
}

/* Takes `extent` bytes from the lowest vacant range that has them. The caller holds the lock. */
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

/* Makes a range vacant, joined with vacant ranges beside it. The caller holds the lock. */
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

/* Makes the range vacant that has been in quarantine longest; false when there is none. The caller
 * holds the lock. */
static bool end_quarantine(struct device *device)
{
    struct quarantine *quarantine = &device->quarantine;
    struct address_range *range = quarantine->first;
    if (range == NULL)
        return false;
    quarantine->first = range->after;
    quarantine->bytes -= range->extent;
    make_vacant(device, range);
    return true;
}

/* The caller holds the lock. */
static void begin_quarantine(struct device *device, struct address_range *range)
{
    struct quarantine *quarantine = &device->quarantine;
    range->after = NULL;
    if (quarantine->first == NULL)
        quarantine->first = range;
    else
        quarantine->last->after = range;
    quarantine->last = range;
    quarantine->bytes += range->extent;
    while (quarantine->bytes > device->reserved / QUARANTINED_PART)
        end_quarantine(device);
}

/* Takes the lowest vacant range. Ranges in quarantine are used only when nothing else is left. The
 * caller holds the lock. */
static bool take(struct device *device, size_t extent, uintptr_t *start)
{
    while (!take_vacant(device, extent, start))
        if (!end_quarantine(device))
            return false;
    return true;
}

static void note_live(const struct address_range *range)
{
    finding_note(range->made_by, "made it", range->made_in);
}

static void note_freed(const struct freed *freed)
{
    finding_note(freed->freed_by, "freed it", freed->freed_in);
    finding_note(freed->made_by, "made it", freed->made_in);
}

/* ---- Behind the end of an allocation --------------------------------------------------------- */

static unsigned char *red_zone(const struct device *device, const struct address_range *range)
{
    return (unsigned char *)range->start + device->kernel_offset + range->size;
}

/* Memory of a pool is given out again while work that was queued before still writes to all of it,
 * so it has no red zone. */
static bool has_red_zone(const struct address_range *range)
{
    return !range->pooled && has_red_zones();
}

static void paint_red_zone(const struct device *device, const struct address_range *range)
{
    if (has_red_zone(range))
        memset(red_zone(device, range), RED_ZONE, range->extent - range->size);
}

/* Looks for damage behind the end of an allocation. It is told once: what is found is filled again.
 * The caller holds the lock. */
static void look_at_red_zone(const struct device *device, const struct address_range *range)
{
    unsigned char *zone = red_zone(device, range);
    size_t bytes = range->extent - range->size;
    size_t first = 0;
    size_t past = bytes;
    if (!has_red_zone(range))
        return;
    while (first < bytes && zone[first] == RED_ZONE)
        first++;
    if (first == bytes)
        return;
    while (zone[past - 1] == RED_ZONE)
        past--;
    note_live(range);
    finding_damage(FINDING_OVERWRITE, call_stack_here(),
                   "bytes %zu to %zu behind the end of the %zu-byte allocation at 0x%zx on device "
                   "%d, which %s made, were overwritten: by the host, or through an address that "
                   "was computed wrong",
                   first, past, range->size, (size_t)range->start, number_of(device),
                   range->made_by);
    memset(zone, RED_ZONE, bytes);
}

size_t device_memory_page_size(size_t size)
{
    return size > MIB ? 2 * MIB : 4096;
}

/* The bytes of the pages that an allocation of so many bytes takes. */
static size_t in_pages(size_t bytes)
{
    return addresses_round_up(bytes, device_memory_page_size(bytes));
}

/* Begins an allocation, made by the call that runs. The caller holds the lock. */
static void begin_allocation(struct device *device, struct address_range *range)
{
    range->age = device->age;
    range->number = ++device->allocations;
    range->made_by = entry_name();
    range->made_in = call_stack_here();
    range->made_at = monotonic_nanoseconds();
}

/* So many bytes more are in use. The caller holds the lock. */
static void count_used(struct device *device, int64_t bytes)
{
    device->used += (size_t)bytes;
    if (device->used > device->most_used)
        device->most_used = device->used;
    if (trace_is_on())
        trace_memory((int32_t)(device - devices), device->used);
}

static void *allocate(int32_t number, size_t size, size_t padded_size, bool pooled)
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
        range->pooled = pooled;
        range->extent = is_lenient() ? in_pages(wanted)
                                     : addresses_round_up(wanted, DEVICE_MEMORY_ALIGNMENT);
        taken = range->extent <= device->reserved - device->used &&
                take(device, range->extent, &range->start);
    }
    uintptr_t start = range->start;
    if (taken) {
        count_used(device, (int64_t)range->extent);
        begin_allocation(device, range);
        paint_red_zone(device, range);
        address_map_add(&device->allocated, range);
    }
    pthread_mutex_unlock(&device->lock);
    if (!taken) {
        free(range);
        return NULL;
    }
    return (void *)start;
}

bool device_memory_take(int32_t number, size_t bytes)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    bool taken = reserve(device) && bytes <= device->reserved - device->used;
    if (taken)
        count_used(device, (int64_t)bytes);
    pthread_mutex_unlock(&device->lock);
    return taken;
}

void device_memory_give(int32_t number, size_t bytes)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    count_used(device, -(int64_t)bytes);
    pthread_mutex_unlock(&device->lock);
}

void device_memory_note_release(int32_t number)
{
    atomic_fetch_add_explicit(&devices[number].releases, 1, memory_order_release);
}

void *device_memory_allocate(int32_t number, size_t size, size_t padded_size)
{
    return allocate(number, size, padded_size, false);
}

/* Gives the pages of large allocations back to the host at once: its memory is often smaller than
 * the device's, and a process may emulate several devices. Smaller allocations keep their pages,
 * because the system call would cost more than they hold, and the next allocation takes the same
 * place. When a closed view is opened again (isolate), nothing old may be read there. */
static void return_pages(const struct device *device, const struct address_range *range)
{
    if (range->extent < RETURNED_FROM)
        return;
    uintptr_t first = addresses_round_up(range->start, page_size());
    uintptr_t past = (range->start + range->extent) / page_size() * page_size();
    uintptr_t kept_until = (uintptr_t)device->base + KEPT_PAGES;
    if (!is_isolated() && first < kept_until)
        first = kept_until;
    if (first < past)
        drop_pages(device, first, past - first);
}

static void remember_freed(struct device *device, const struct address_range *range, bool by_reset)
{
    struct freed *freed = &device->freed[device->freed_count++ % FREED_KEPT];
    freed->start = range->start;
    freed->size = range->size;
    freed->extent = range->extent;
    freed->number = range->number;
    freed->made_by = range->made_by;
    freed->made_in = range->made_in;
    freed->freed_by = entry_name();
    freed->freed_in = call_stack_here();
    freed->freed_at = monotonic_nanoseconds();
    freed->by_reset = by_reset;
}

/* Ends what is exported of an allocation that has ended, and makes the pages private that nothing
 * is allocated on any more. The caller holds the lock. */
static void end_sharing(struct device *device, const struct address_range *range)
{
    if (device->sharing.pages.count == 0)
        return;
    uintptr_t first = range->start / page_size() * page_size();
    uintptr_t past = addresses_round_up(range->start + range->extent, page_size());
    const struct address_range *below = address_map_at_or_below(&device->allocated, range->start);
    const struct address_range *above = address_map_at_or_above(&device->allocated, range->start);
    if (below != NULL && below->start + below->extent > first)
        first += page_size();
    if (above != NULL && above->start < past)
        past -= page_size();
    sharing_end_all(&device->sharing, range->number);
    sharing_give_back(&device->sharing, first, past, device->kernel_offset);
}

/* How an allocation ends: a call frees it, a task of a stream frees it, its device is reset, or it
 * was retired before, by a free that was noted then. */
enum release_by { RELEASE_BY_CALL, RELEASE_BY_TASK, RELEASE_BY_RESET, RELEASE_RETIRED };

/* Ends an allocation. Its pages are returned before the range can be allocated again. The caller
 * holds the lock. */
static void release(struct device *device, struct address_range *range, enum release_by by)
{
    look_at_red_zone(device, range);
    if (range->retired != 0)
        by = RELEASE_RETIRED;
    if (by == RELEASE_BY_TASK || range->ended)
        races_forget((void *)range->start, range->extent);
    else
        races_free((void *)range->start, range->size, RACES_FREED);
    address_map_remove(&device->allocated, range);
    count_used(device, -(int64_t)range->extent);
    atomic_fetch_add_explicit(&device->releases, 1, memory_order_release);
    if (by != RELEASE_RETIRED)
        remember_freed(device, range, by == RELEASE_BY_RESET);
    end_sharing(device, range);
    return_pages(device, range);
    if (is_isolated())
        begin_quarantine(device, range);
    else
        make_vacant(device, range);
}

/* Frees the allocation that starts at the address. number is that of the allocation, or 0 for
 * any. */
static bool free_at(void *address, uint64_t number)
{
    struct device *device = device_of(address);
    if (device == NULL)
        return false;
    pthread_mutex_lock(&device->lock);
    struct address_range *range = address_map_find(&device->allocated, (uintptr_t)address);
    bool live = range != NULL && range->start == (uintptr_t)address && range->retired == 0 &&
                (number == 0 || range->number == number);
    if (live)
        release(device, range, number == 0 ? RELEASE_BY_CALL : RELEASE_BY_TASK);
    pthread_mutex_unlock(&device->lock);
    return live;
}

bool device_memory_free(void *address)
{
    return free_at(address, 0);
}

bool device_memory_free_found(const struct device_allocation *allocation)
{
    return free_at(allocation->address, allocation->number);
}

/* ---- Other processes ------------------------------------------------------------------------- */

aclError device_memory_export(const struct device_allocation *allocation, const void *address,
                              size_t size, bool for_all, struct export_page **page)
{
    struct device *device = &devices[allocation->device];
    aclError status;
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = address_map_find(&device->allocated,
                                                         (uintptr_t)allocation->address);
    bool live = range != NULL && range->number == allocation->number && range->retired == 0;
    if (live && !range->pooled)
        status = sharing_export(&device->sharing,
                                &(struct sharing_place){
                                    .start = range->start,
                                    .extent = range->extent,
                                    .number = range->number,
                                    .address = (uintptr_t)address,
                                    .size = size,
                                    .kernel_offset = device->kernel_offset,
                                    .device = allocation->device,
                                },
                                for_all, page);
    else
        status = report(ACL_ERROR_RT_PARAM_INVALID,
                        "devPtr is %p, %s; memory of aclrtMalloc is required", address,
                        live ? "memory of a pool (aclrtMemPool), which stays with its process"
                             : "memory that another thread has freed");
    pthread_mutex_unlock(&device->lock);
    return status;
}

bool device_memory_end_export(int32_t number, const struct export_page *page)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    bool ended = sharing_end(&device->sharing, page);
    pthread_mutex_unlock(&device->lock);
    return ended;
}

/* ---- Memory of pools ------------------------------------------------------------------------- */

void *device_memory_allocate_pooled(int32_t device, size_t size)
{
    return allocate(device, size, addresses_round_up(size, POOL_UNIT), true);
}

/* Finds the memory of a pool that begins at an address, and locks its device; NULL: there is
 * none. */
static struct address_range *lock_pooled(const void *address, struct device **device)
{
    *device = device_of(address);
    if (*device == NULL)
        return NULL;
    pthread_mutex_lock(&(*device)->lock);
    struct address_range *range = address_map_find(&(*device)->allocated, (uintptr_t)address);
    if (range != NULL && range->start == (uintptr_t)address && range->pooled)
        return range;
    pthread_mutex_unlock(&(*device)->lock);
    return NULL;
}

bool device_memory_retire(void *address, uint64_t free)
{
    struct device *device;
    struct address_range *range = lock_pooled(address, &device);
    if (range == NULL)
        return false;
    bool live = range->retired == 0;
    if (live) {
        range->retired = free;
        remember_freed(device, range, false);
    }
    pthread_mutex_unlock(&device->lock);
    return live;
}

void device_memory_end_retired(void *address, size_t bytes, uint64_t free)
{
    struct device *device = device_of(address);
    uintptr_t past = (uintptr_t)address + bytes;
    pthread_mutex_lock(&device->lock);
    struct address_range *range = address_map_at_or_above(&device->allocated, (uintptr_t)address);
    for (; range != NULL && range->start < past;
         range = address_map_at_or_above(&device->allocated, range->start + 1))
        if (range->retired == free)
            range->ended = true;
    atomic_fetch_add_explicit(&device->releases, 1, memory_order_release);
    pthread_mutex_unlock(&device->lock);
}

void device_memory_renew(void *address, size_t size)
{
    struct device *device;
    struct address_range *range = lock_pooled(address, &device);
    if (range == NULL)
        return;
    uint64_t number = range->number;
    begin_allocation(device, range);
    /* Work that is queued before the free still knows the allocation by its number. */
    if (!range->ended)
        range->number = number;
    range->size = size;
    range->retired = 0;
    range->ended = false;
    pthread_mutex_unlock(&device->lock);
}

bool device_memory_split_retired(void *address, size_t bytes)
{
    struct device *device;
    struct address_range *rest = calloc(1, sizeof *rest);
    struct address_range *range = rest != NULL ? lock_pooled(address, &device) : NULL;
    if (range == NULL) {
        free(rest);
        return false;
    }
    address_map_remove(&device->allocated, range);
    *rest = *range;
    rest->start += bytes;
    rest->extent -= bytes;
    rest->size = rest->extent;
    rest->number = ++device->allocations;
    range->extent = bytes;
    range->size = bytes;
    address_map_add(&device->allocated, range);
    address_map_add(&device->allocated, rest);
    pthread_mutex_unlock(&device->lock);
    return true;
}

bool device_memory_has_ended(const void *address)
{
    struct device *device;
    const struct address_range *range = lock_pooled(address, &device);
    if (range == NULL)
        return false;
    bool ended = range->ended;
    pthread_mutex_unlock(&device->lock);
    return ended;
}

void device_memory_free_retired(void *address, bool force)
{
    struct device *device;
    struct address_range *range = lock_pooled(address, &device);
    if (range == NULL)
        return;
    if (range->ended || (force && range->retired != 0))
        release(device, range, RELEASE_RETIRED);
    pthread_mutex_unlock(&device->lock);
}

/* ---- Resets ---------------------------------------------------------------------------------- */

uint64_t device_memory_age(int32_t number)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    uint64_t age = device->age;
    pthread_mutex_unlock(&device->lock);
    return age;
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
            release(device, range, RELEASE_BY_RESET);
        range = address_map_at_or_above(&device->allocated, next);
    }
    char *base = atomic_load_explicit(&device->base, memory_order_relaxed);
    if (base != NULL && device->allocated.count == 0)
        drop_pages(device, (uintptr_t)base, device->opened);
    pthread_mutex_unlock(&device->lock);
}

/* Whether the address lies in the last range that begins at or below it. One past the last byte
 * that was asked for counts too; that is the end of the range only where nothing was added to the
 * size. */
static bool holds(const struct address_range *range, uintptr_t address)
{
    if (range == NULL || range->retired != 0)
        return false;
    size_t offset = address - range->start;
    return offset < range->extent || offset == range->size;
}

/* The caller holds the lock. */
static const struct address_range *find_live(const struct device *device, uintptr_t address)
{
    const struct address_range *range = address_map_at_or_below(&device->allocated, address);
    return holds(range, address) ? range : NULL;
}

/* The caller holds the lock. */
static void describe_found(const struct device *device, const struct address_range *range,
                           struct device_allocation *out)
{
    out->device = number_of(device);
    out->address = (char *)range->start;
    out->size = range->size;
    out->pages = in_pages(range->extent);
    out->number = range->number;
    out->releases = atomic_load_explicit(&device->releases, memory_order_relaxed);
    out->kernel_offset = device->kernel_offset;
}

/* One past the last byte belongs to the allocation before it, here too. */
static bool find_elsewhere(const void *address, struct device_allocation *out)
{
    struct device_allocation found;
    const struct device_memory_elsewhere *other;
    size_t place = 0;
    bool is_found = false;
    while ((other = next_elsewhere(&place)) != NULL) {
        if (!other->find(address, &found))
            continue;
        *out = found;
        is_found = true;
        if ((uintptr_t)address - (uintptr_t)found.address < found.size)
            break;
    }
    return is_found;
}

bool device_memory_find(const void *address, struct device_allocation *out)
{
    struct device *device = device_of(address);
    /* One past the last byte of the reservation belongs to the allocation before it. */
    if (device == NULL)
        device = device_of((const void *)((uintptr_t)address - 1));
    if (device == NULL)
        return find_elsewhere(address, out);
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = find_live(device, (uintptr_t)address);
    if (range != NULL)
        describe_found(device, range, out);
    pthread_mutex_unlock(&device->lock);
    return range != NULL;
}

void device_memory_search_begin(struct device_search *search, int32_t device)
{
    *search = (struct device_search){.device = device};
    pthread_mutex_lock(&devices[device].lock);
}

bool device_memory_search(struct device_search *search, const void *address,
                          struct device_allocation *out)
{
    const struct device *device = &devices[search->device];
    struct address_range *range = search->last != NULL
                                      ? address_map_near(&device->allocated, search->last,
                                                         (uintptr_t)address)
                                      : address_map_at_or_below(&device->allocated,
                                                                (uintptr_t)address);
    if (!holds(range, (uintptr_t)address))
        return false;
    search->last = range;
    describe_found(device, range, out);
    return true;
}

void device_memory_search_end(const struct device_search *search)
{
    pthread_mutex_unlock(&devices[search->device].lock);
}

uint64_t device_memory_releases(int32_t device)
{
    return atomic_load_explicit(&devices[device].releases, memory_order_acquire);
}

bool device_memory_is_live(const struct device_allocation *allocation)
{
    struct device *device = &devices[allocation->device];
    if (atomic_load_explicit(&device->releases, memory_order_acquire) == allocation->releases)
        return true;
    if (device_of(allocation->address) == NULL) {
        const struct device_memory_elsewhere *keeper = keeper_of_number(allocation->number);
        return keeper != NULL && keeper->is_live(allocation);
    }
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = address_map_find(&device->allocated,
                                                         (uintptr_t)allocation->address);
    bool live = range != NULL && range->number == allocation->number && !range->ended;
    pthread_mutex_unlock(&device->lock);
    return live;
}

bool device_memory_may_use(const struct device_allocation *allocation, const char *argument,
                           uint64_t past)
{
    if (past <= allocation->size)
        return true;
    if (!is_lenient() || past > allocation->pages)
        return false;
    finding(FINDING_BEYOND,
            "%s is used up to byte %" PRIu64 " of the allocation at 0x%zx, of which %zu were asked "
            "for; a device lets that pass, because it gives whole pages, and the bytes behind the "
            "size are those of anybody",
            argument, past, (size_t)allocation->address, allocation->size);
    return true;
}

const char *device_memory_remedy(const struct device_allocation *allocation, uint64_t past)
{
    return past <= allocation->pages && !is_lenient()
               ? "; a device gives whole pages, and ACLNN_CHECK=lenient does so too"
               : "";
}

void device_memory_describe_end(const struct device_allocation *allocation, char *buffer,
                                size_t size)
{
    struct device *device = &devices[allocation->device];
    if (device_of(allocation->address) == NULL) {
        const struct device_memory_elsewhere *keeper = keeper_of_number(allocation->number);
        snprintf(buffer, size, "%s", keeper != NULL ? keeper->ended_by : "a free long ago");
        return;
    }
    pthread_mutex_lock(&device->lock);
    size_t kept = device->freed_count < FREED_KEPT ? device->freed_count : FREED_KEPT;
    const struct freed *found = NULL;
    for (size_t i = 0; i < kept && found == NULL; i++)
        if (device->freed[i].number == allocation->number)
            found = &device->freed[i];
    bool again = find_live(device, (uintptr_t)allocation->address) != NULL;
    if (found == NULL) {
        snprintf(buffer, size, "a free long ago");
    } else {
        snprintf(buffer, size, "%s%s", found->freed_by, again ? ", and allocated again" : "");
        note_freed(found);
    }
    pthread_mutex_unlock(&device->lock);
}

bool device_memory_is_device(const void *address)
{
    return device_of(address) != NULL || keeper_of(address) != NULL;
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
    const struct device_memory_elsewhere *other;
    size_t place = 0;
    while ((other = next_elsewhere(&place)) != NULL)
        if (other->overlaps(start, size))
            return true;
    return false;
}

ptrdiff_t device_memory_kernel_offset(const void *address)
{
    const struct device *device = device_of(address);
    if (device != NULL)
        return device->kernel_offset;
    const struct device_memory_elsewhere *keeper = keeper_of(address);
    return keeper != NULL ? keeper->kernel_offset(address) : 0;
}

void device_memory_room(int32_t number, struct device_room *room)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    room->capacity = environment()->soc.memory_bytes;
    room->reserved = device->reserved;
    room->used = device->used;
    room->most_used = device->most_used;
    /* Before the first allocation it is not known whether the machine grants all of it. */
    room->available = (room->reserved != 0 ? room->reserved : room->capacity) - room->used;
    room->largest = address_map_largest(&device->vacant);
    if (room->reserved != 0 && room->largest > room->available)
        room->largest = room->available;
    pthread_mutex_unlock(&device->lock);
}

/* The allocation freed last that held the address. The caller holds the lock. */
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

bool device_memory_has_twins(void)
{
    const struct device_memory_elsewhere *other;
    size_t place = 0;
    while ((other = next_elsewhere(&place)) != NULL)
        if (other->has_twins())
            return true;
    return false;
}

bool device_memory_home_at(uintptr_t address, struct memory_home *out)
{
    const struct device_memory_elsewhere *keeper = keeper_of((const void *)address);
    return keeper != NULL && keeper->home_at(address, out);
}

static bool overlap(uintptr_t a, uintptr_t a_past, uintptr_t b, uintptr_t b_past)
{
    return a < b_past && b < a_past;
}

/* Whether the memory of a range that is in one piece lies in another range, at other addresses. */
static bool meets_home(const struct memory_home *piece, uintptr_t b, uintptr_t b_past)
{
    struct memory_home other;
    uintptr_t past = piece->home + (piece->past - piece->first);
    for (; b < b_past && device_memory_home_at(b, &other); b = other.past) {
        uintptr_t end = b_past < other.past ? b_past : other.past;
        uintptr_t home = other.home + (b - other.first);
        bool is_elsewhere = home - b != piece->home - piece->first;
        if (is_elsewhere && overlap(piece->home, past, home, home + (end - b)))
            return true;
    }
    return false;
}

bool device_memory_ranges_meet_elsewhere(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    struct memory_home piece;
    uintptr_t past = a + a_bytes;
    if (!device_memory_has_twins())
        return false;
    for (; a < past && device_memory_home_at(a, &piece); a = piece.past) {
        uintptr_t end = past < piece.past ? past : piece.past;
        const struct memory_home part = {a, end, piece.home + (a - piece.first)};
        if (meets_home(&part, b, b + b_bytes))
            return true;
    }
    return false;
}

bool device_memory_ranges_meet(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    return overlap(a, a + a_bytes, b, b + b_bytes) ||
           device_memory_ranges_meet_elsewhere(a, a_bytes, b, b_bytes);
}

static bool describe_elsewhere(const void *address, char *buffer, size_t size)
{
    const struct device_memory_elsewhere *keeper = keeper_of(address);
    return keeper != NULL && keeper->describe(address, buffer, size);
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
    if (freed != NULL)
        note_freed(freed);
}

/* The allocation that the address lies in, except retired ones. The caller holds the lock. */
static const struct address_range *find_taken(const struct device *device, uintptr_t address)
{
    const struct address_range *range = address_map_find(&device->allocated, address);
    return range != NULL && range->retired == 0 ? range : NULL;
}

bool device_memory_describe(const void *address, char *buffer, size_t size)
{
    struct device *device = device_of(address);
    if (device == NULL)
        return describe_elsewhere(address, buffer, size);
    pthread_mutex_lock(&device->lock);
    const struct address_range *range = find_taken(device, (uintptr_t)address);
    if (range == NULL)
        describe_dead(device, (uintptr_t)address, buffer, size);
    else if (range->start == (uintptr_t)address)
        snprintf(buffer, size, "a %zu-byte allocation on device %d", range->size,
                 number_of(device));
    else
        snprintf(buffer, size, "byte %zu of the %zu-byte allocation at 0x%zx on device %d",
                 (size_t)((uintptr_t)address - range->start), range->size, (size_t)range->start,
                 number_of(device));
    if (range != NULL)
        note_live(range);
    pthread_mutex_unlock(&device->lock);
    return true;
}

/* Takes the lock if that does not take long. The handler of a fault must not wait for ever for a
 * thread that may be stuck with the lock. */
static bool lock_soon(struct device *device)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < 200; i++) {
        if (pthread_mutex_trylock(&device->lock) == 0)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

static double seconds_since(int64_t then)
{
    return (double)(monotonic_nanoseconds() - then) / 1e9;
}

bool device_memory_describe_fault(const void *address, char *buffer, size_t size)
{
    struct device *device = device_of(address);
    if (device == NULL)
        return describe_elsewhere(address, buffer, size);
    if (!lock_soon(device)) {
        snprintf(buffer, size, "memory of device %d", number_of(device));
        return true;
    }
    uintptr_t at = (uintptr_t)address;
    const struct address_range *range = find_taken(device, at);
    const struct freed *freed = range == NULL ? find_freed(device, at) : NULL;
    if (range != NULL)
        note_live(range);
    else if (freed != NULL)
        note_freed(freed);
    if (range != NULL && at - range->start < range->size)
        snprintf(buffer, size,
                 "byte %zu of the %zu-byte allocation at 0x%zx on device %d, which %s made %.3f s "
                 "ago",
                 (size_t)(at - range->start), range->size, (size_t)range->start, number_of(device),
                 range->made_by, seconds_since(range->made_at));
    else if (range != NULL)
        snprintf(buffer, size,
                 "%zu byte(s) behind the end of the %zu-byte allocation at 0x%zx on device %d, "
                 "which %s made %.3f s ago",
                 (size_t)(at - range->start - range->size), range->size, (size_t)range->start,
                 number_of(device), range->made_by, seconds_since(range->made_at));
    else if (freed != NULL)
        snprintf(buffer, size,
                 "byte %zu of a %zu-byte allocation at 0x%zx on device %d, which %s made and %s "
                 "freed %.3f s ago",
                 (size_t)(at - freed->start), freed->size, (size_t)freed->start, number_of(device),
                 freed->made_by, freed->freed_by, seconds_since(freed->freed_at));
    else
        snprintf(buffer, size, "an address of device %d where nothing is allocated",
                 number_of(device));
    pthread_mutex_unlock(&device->lock);
    return true;
}

void device_memory_watch_host(void)
{
    static const struct isolate_memory memory = {device_memory_is_device,
                                                 device_memory_describe_fault};
    isolate_watch(&memory);
}

void device_memory_visit(int32_t number, uint64_t age,
                         void (*visit)(const struct address_range *range, void *closure),
                         void *closure)
{
    struct device *device = &devices[number];
    pthread_mutex_lock(&device->lock);
    for (struct address_range *range = address_map_at_or_above(&device->allocated, 0);
         range != NULL; range = address_map_at_or_above(&device->allocated, range->start + 1))
        if (range->age <= age && range->retired == 0)
            visit(range, closure);
    pthread_mutex_unlock(&device->lock);
}

void device_memory_look_at_ends(void)
{
    for (uint32_t i = 0; i < environment()->device_count; i++) {
        struct device *device = &devices[i];
        pthread_mutex_lock(&device->lock);
        for (struct address_range *range = address_map_at_or_above(&device->allocated, 0);
             range != NULL; range = address_map_at_or_above(&device->allocated, range->start + 1))
            look_at_red_zone(device, range);
        pthread_mutex_unlock(&device->lock);
    }
}
