/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/host_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "runtime/memory/address_map.h"
#include "runtime/watch/races.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct address_map ranges = ADDRESS_MAP_EMPTY;

/* The caller holds the lock. */
static struct host_range *find(const void *address)
{
    return (struct host_range *)address_map_find(&ranges, (uintptr_t)address);
}

/* The caller holds the lock. */
static void describe(const struct host_range *range, struct host_memory *out)
{
    out->start = (char *)range->range.start;
    out->size = range->range.size;
    out->kind = range->kind;
    out->mapped = range->mapped;
}

bool host_memory_locate(const void *address, struct host_memory *out)
{
    pthread_mutex_lock(&lock);
    const struct host_range *range = find(address);
    if (range != NULL)
        describe(range, out);
    pthread_mutex_unlock(&lock);
    return range != NULL;
}

bool host_memory_map(const void *address)
{
    pthread_mutex_lock(&lock);
    struct host_range *range = find(address);
    if (range != NULL)
        range->mapped = true;
    pthread_mutex_unlock(&lock);
    return range != NULL;
}

struct host_range *host_memory_hold(const void *address, struct host_memory *out)
{
    pthread_mutex_lock(&lock);
    struct host_range *range = find(address);
    if (range != NULL)
        range->holds++;
    if (range != NULL && out != NULL)
        describe(range, out);
    pthread_mutex_unlock(&lock);
    return range;
}

void host_memory_drop(struct host_range *range)
{
    pthread_mutex_lock(&lock);
    bool last = --range->holds == 0;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    if (range->kind != HOST_REGISTERED)
        free((void *)range->range.start);
    free(range);
}

bool host_memory_is_live(const struct host_range *range)
{
    pthread_mutex_lock(&lock);
    bool live = range->live;
    pthread_mutex_unlock(&lock);
    return live;
}

/* The first known range between start and start + extent, or NULL. The caller holds the lock. */
static struct host_range *overlapping(uintptr_t start, size_t extent)
{
    struct address_range *range = address_map_find(&ranges, start);
    if (range == NULL)
        range = address_map_at_or_above(&ranges, start);
    if (range != NULL && range->start > start && range->start - start >= extent)
        range = NULL;
    return (struct host_range *)range;
}

bool host_memory_enter(struct host_range *range)
{
    range->live = true;
    range->holds = 1;
    pthread_mutex_lock(&lock);
    bool clear = overlapping(range->range.start, range->range.extent) == NULL;
    if (clear)
        address_map_add(&ranges, &range->range);
    pthread_mutex_unlock(&lock);
    if (clear)
        races_forget((void *)range->range.start, range->range.extent);
    return clear;
}

/* Forgets ranges in memory that the C library has just given out: their owner released them without
 * telling (registered memory, or memory of aclrtMallocHost that was passed to free). */
static void forget(uintptr_t start, size_t extent)
{
    struct host_range *stale;
    do {
        pthread_mutex_lock(&lock);
        stale = overlapping(start, extent);
        if (stale != NULL) {
            address_map_remove(&ranges, &stale->range);
            stale->live = false;
            stale->kind = HOST_REGISTERED;
        }
        pthread_mutex_unlock(&lock);
        if (stale != NULL)
            host_memory_drop(stale);
    } while (stale != NULL);
}

bool host_memory_register_within(const void *address, size_t size, bool mapped)
{
    pthread_mutex_lock(&lock);
    struct host_range *range = find(address);
    bool is_within = range != NULL && range->kind == HOST_ALLOCATED && range->registered_in == 0 &&
                     size <= range->range.size - ((uintptr_t)address - range->range.start);
    if (is_within) {
        range->registered_in = (uintptr_t)address;
        range->mapped = range->mapped || mapped;
    }
    pthread_mutex_unlock(&lock);
    return is_within;
}

/* Ends a registration inside of memory that stays. The lock is held. */
static bool leave_within(const void *address)
{
    struct host_range *range = find(address);
    bool is_there = range != NULL && range->registered_in == (uintptr_t)address;
    if (is_there)
        range->registered_in = 0;
    return is_there;
}

bool host_memory_leave(const void *address, enum host_memory_kind kind)
{
    pthread_mutex_lock(&lock);
    if (kind == HOST_REGISTERED && leave_within(address)) {
        pthread_mutex_unlock(&lock);
        return true;
    }
    struct host_range *range = find(address);
    if (range != NULL && (range->kind != kind || range->range.start != (uintptr_t)address))
        range = NULL;
    if (range != NULL) {
        address_map_remove(&ranges, &range->range);
        range->live = false;
    }
    pthread_mutex_unlock(&lock);
    if (range != NULL) {
        races_free((void *)range->range.start, range->range.extent,
                   kind == HOST_REGISTERED ? RACES_UNREGISTERED : RACES_FREED);
        host_memory_drop(range);
    }
    return range != NULL;
}

void host_memory_visit(void (*visit)(const struct address_range *range, void *closure),
                       void *closure)
{
    pthread_mutex_lock(&lock);
    for (struct address_range *range = address_map_at_or_above(&ranges, 0); range != NULL;
         range = address_map_at_or_above(&ranges, range->start + 1))
        if (((const struct host_range *)range)->kind != HOST_REGISTERED)
            visit(range, closure);
    pthread_mutex_unlock(&lock);
}

void *host_memory_allocate(size_t size, enum host_memory_kind kind, size_t unit)
{
    if (unit == 0)
        unit = (size_t)sysconf(_SC_PAGESIZE);
    if (size > SIZE_MAX - unit)
        return NULL;
    size_t extent = (size + unit - 1) / unit * unit;
    void *memory = aligned_alloc(unit, extent);
    struct host_range *range = calloc(1, sizeof *range);
    if (memory != NULL && range != NULL) {
        forget((uintptr_t)memory, extent);
        range->range.start = (uintptr_t)memory;
        range->range.extent = extent;
        range->range.size = kind == HOST_MANAGED ? extent : size;
        range->range.made_by = entry_name();
        range->range.made_in = call_stack_here();
        range->kind = kind;
        range->mapped = kind == HOST_MANAGED;
        if (host_memory_enter(range))
            return memory;
    }
    free(range);
    free(memory);
    return NULL;
}
