/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/addresses.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

size_t addresses_round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Forked children and core dumps do not get what lies there. */
static char *take_range(char *start, size_t bytes, int protection, int where)
{
    char *range = mmap(start, bytes, protection,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | where, -1, 0);
    if (range == MAP_FAILED)
        return NULL;
    addresses_keep_here(range, bytes);
    return range;
}

void addresses_keep_here(char *start, size_t bytes)
{
    madvise(start, bytes, MADV_DONTFORK);
    madvise(start, bytes, MADV_DONTDUMP);
}

void addresses_prefer_large_pages(char *start, size_t bytes)
{
    madvise(start, bytes, MADV_HUGEPAGE);
}

void addresses_close(char *start, size_t bytes)
{
    take_range(start, bytes, PROT_NONE, MAP_FIXED);
}

void addresses_leave_open(char *start, size_t bytes)
{
    take_range(start, bytes, PROT_READ | PROT_WRITE, MAP_FIXED);
}

/* Addresses that are released stay for a while as long as they are few, and no more than these, but
 * for the newest. */
#define RELEASED_RANGES 64
#define RELEASED_BYTES ((size_t)1 << 42)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct released {
    char *start;
    size_t bytes;
} released[RELEASED_RANGES];
static size_t released_count; /* number of releases since the process began */
static size_t released_first; /* the oldest that may still be there */
static size_t released_bytes;

/* The caller holds the lock. */
static void give_back(struct released *range)
{
    if (range->start == NULL)
        return;
    munmap(range->start, range->bytes);
    released_bytes -= range->bytes;
    range->start = NULL;
}

/* The caller holds the lock. */
static void give_back_oldest(void)
{
    give_back(&released[released_first++ % RELEASED_RANGES]);
}

void addresses_release(char *start, size_t bytes)
{
    pthread_mutex_lock(&lock);
    while (released_first < released_count && (released_count - released_first == RELEASED_RANGES ||
                                               released_bytes + bytes > RELEASED_BYTES))
        give_back_oldest();
    released[released_count++ % RELEASED_RANGES] = (struct released){start, bytes};
    released_bytes += bytes;
    madvise(start, bytes, MADV_DONTNEED);
    pthread_mutex_unlock(&lock);
}

/* The address space is full without them. */
static void give_back_all(void)
{
    pthread_mutex_lock(&lock);
    while (released_first < released_count)
        give_back_oldest();
    pthread_mutex_unlock(&lock);
}

/* Gives addresses back now that a caller wants again. */
static void give_back_within(const char *start, size_t bytes)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < RELEASED_RANGES; i++)
        if (released[i].start != NULL && released[i].start < start + bytes &&
            start < released[i].start + released[i].bytes)
            give_back(&released[i]);
    pthread_mutex_unlock(&lock);
}

char *addresses_reserve(size_t bytes, size_t unit)
{
    if (bytes > SIZE_MAX - unit)
        return NULL;
    char *range = take_range(NULL, bytes + unit, PROT_NONE, 0);
    if (range == NULL) {
        give_back_all();
        range = take_range(NULL, bytes + unit, PROT_NONE, 0);
    }
    if (range == NULL)
        return NULL;
    char *start = (char *)addresses_round_up((size_t)range, unit);
    size_t before = (size_t)(start - range);
    if (before > 0)
        munmap(range, before);
    munmap(start + bytes, unit - before);
    return start;
}

char *addresses_reserve_at(char *expected, size_t bytes)
{
    give_back_within(expected, bytes);
    char *range = take_range(expected, bytes, PROT_NONE, MAP_FIXED_NOREPLACE);
    if (range != NULL && range != expected) {
        munmap(range, bytes); /* the kernel does not know the flag */
        range = NULL;
    }
    return range;
}
