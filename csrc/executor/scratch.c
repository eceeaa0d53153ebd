/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/scratch.h"

#include <pthread.h>
#include <stdlib.h>

#define ALIGNMENT 512

/* In front of every block. */
struct header {
    struct header *next; /* given back before this one */
    size_t size;         /* of the block behind the header */
};

_Static_assert(sizeof(struct header) <= ALIGNMENT, "a header fits in front of an aligned block");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct header *kept; /* the one given back last comes first */

/* Takes the smallest block that is large enough out of those kept; NULL when none is. */
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

/* Cuts the list behind what may be kept, and gives what was cut off. */
static struct header *cut_off_excess(void)
{
    size_t total = 0;
    struct header **at = &kept;
    while (*at != NULL && total + (*at)->size <= SCRATCH_KEPT_BYTES) {
        total += (*at)->size;
        at = &(*at)->next;
    }
    struct header *excess = *at;
    *at = NULL;
    return excess;
}

static void *block_of(struct header *header)
{
    return (char *)header + ALIGNMENT;
}

void *scratch_take(size_t size)
{
    pthread_mutex_lock(&lock);
    struct header *header = take_kept(size);
    pthread_mutex_unlock(&lock);
    if (header != NULL)
        return block_of(header);
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (rounded < size || rounded + ALIGNMENT < rounded)
        return NULL;
    header = aligned_alloc(ALIGNMENT, rounded + ALIGNMENT);
    if (header == NULL)
        return NULL;
    header->size = rounded;
    return block_of(header);
}

void scratch_give(void *block)
{
    if (block == NULL)
        return;
    struct header *header = (struct header *)(void *)((char *)block - ALIGNMENT);
    pthread_mutex_lock(&lock);
    header->next = kept;
    kept = header;
    struct header *excess = cut_off_excess();
    pthread_mutex_unlock(&lock);
    while (excess != NULL) {
        struct header *next = excess->next;
        free(excess);
        excess = next;
    }
}
