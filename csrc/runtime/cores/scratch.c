/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cores/scratch.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define ALIGNMENT ((size_t)512)

/* Pieces of a block begin at multiples of a cache line. */
#define PIECE_ALIGNMENT 64

/* Blocks from this size on are asked for in large pages. */
#define LARGE_PAGE ((size_t)2 << 20)
#define LARGE_FROM (2 * LARGE_PAGE)

/* Stands in front of every block. */
struct header {
    struct header *next; /* the block that was given back before this one */
    size_t size;         /* bytes of the block behind the header */
};

_Static_assert(sizeof(struct header) <= ALIGNMENT, "a header fits in front of an aligned block");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct header *kept; /* kept blocks; the one given back last comes first */

/* Takes the smallest kept block that is large enough; NULL when none is. */
static struct header *take_kept(size_t size)
{
    struct header **best = NULL;
    for (struct header **at = &kept; *at != NULL; at = &(*at)->next)
        if ((*at)->size >= size && (best == NULL || (*at)->size < (*best)->size))
            best = at;
    if (best == NULL)
        return NULL;
    struct header *found = *best;
    *best = found->next;
    return found;
}

/* Cuts the list behind the blocks that may be kept, and returns those that were cut off. */
static struct header *cut_off_excess(void)
{
    size_t total = 0;
    struct header **at = &kept;
    while (*at != NULL && (*at)->size <= SCRATCH_KEPT_BYTES - total) {
        total += (*at)->size;
        at = &(*at)->next;
    }
    struct header *excess = *at;
    *at = NULL;
    return excess;
}

static void free_all(struct header *header)
{
    while (header != NULL) {
        struct header *next = header->next;
        free(header);
        header = next;
    }
}

static void *block_of(struct header *header)
{
    return (char *)header + ALIGNMENT;
}

static struct header *new_block(size_t size)
{
    size_t alignment = size < LARGE_FROM ? ALIGNMENT : LARGE_PAGE;
    if (size > PTRDIFF_MAX - ALIGNMENT - alignment)
        return NULL;
    size_t all = (size + ALIGNMENT + alignment - 1) / alignment * alignment;
    struct header *header = aligned_alloc(alignment, all);
    if (header == NULL)
        return NULL;
    /* The kernel refuses when it has no large pages; small ones serve as well. */
    if (alignment == LARGE_PAGE)
        madvise(header, all, MADV_HUGEPAGE);
    header->next = NULL;
    header->size = all - ALIGNMENT;
    return header;
}

void *scratch_take(size_t size)
{
    pthread_mutex_lock(&lock);
    struct header *header = take_kept(size);
    pthread_mutex_unlock(&lock);
    if (header == NULL)
        header = new_block(size);
    return header != NULL ? block_of(header) : NULL;
}

void scratch_give(void *block)
{
    if (block == NULL)
        return;
    struct header *header = (struct header *)(void *)((char *)block - ALIGNMENT);
    if (header->size > SCRATCH_KEPT_BYTES) {
        free(header);
        return;
    }
    pthread_mutex_lock(&lock);
    header->next = kept;
    kept = header;
    struct header *excess = cut_off_excess();
    pthread_mutex_unlock(&lock);
    free_all(excess);
}

bool scratch_lay_out(uint64_t *total, uint64_t *at, uint64_t count, uint64_t bytes)
{
    uint64_t size;
    *at = *total;
    return !__builtin_mul_overflow(count, bytes, &size) &&
           !__builtin_add_overflow(size, PIECE_ALIGNMENT - 1, &size) &&
           !__builtin_add_overflow(*total, size / PIECE_ALIGNMENT * PIECE_ALIGNMENT, total) &&
           *total <= INT64_MAX;
}
