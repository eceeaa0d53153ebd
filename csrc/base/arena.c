/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Each block has this many bytes times a power of two; an arena's next block is larger than its
 * last. */
#define LEAST_BLOCK ARENA_BYTES((size_t)16 << 10)

/*
 * Blocks that were given back are kept for the next arena: calls on long lists come one after the
 * other, and the kernel would clear the pages of each anew.
 */
#define SIZES 8
#ifdef __SANITIZE_ADDRESS__
#define KEPT_OF_A_SIZE 0
#else
#define KEPT_OF_A_SIZE 4
#endif

struct arena_block {
    _Alignas(ARENA_ALIGNMENT) struct arena_block *next;
    int size; /* the block has LEAST_BLOCK << size bytes; SIZES: it has exactly what was asked
               * for */
    size_t bytes;
};

static struct {
    struct arena_block *first;
    int count;
} kept[SIZES];

static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static struct arena_block *take_kept(int size)
{
    pthread_mutex_lock(&kept_lock);
    struct arena_block *block = kept[size].first;
    if (block != NULL) {
        kept[size].first = block->next;
        kept[size].count--;
    }
    pthread_mutex_unlock(&kept_lock);
    return block;
}

/* Keeps a block for later arenas, or frees it where enough are kept. */
static void give_back(struct arena_block *block)
{
    int size = block->size;
    pthread_mutex_lock(&kept_lock);
    bool keep = size < SIZES && kept[size].count < KEPT_OF_A_SIZE;
    if (keep) {
        block->next = kept[size].first;
        kept[size].first = block;
        kept[size].count++;
    }
    pthread_mutex_unlock(&kept_lock);
    if (!keep)
        free(block);
}

/* Makes a block with room for at least that many bytes, and stores in *room how many it has. */
static struct arena_block *new_block(const struct arena *arena, size_t *room)
{
    int size = arena->blocks != NULL ? arena->blocks->size + 1 : 0;
    while (size < SIZES && LEAST_BLOCK << size < *room)
        size++;
    if (size > SIZES)
        size = SIZES;
    if (size == SIZES && *room < LEAST_BLOCK << SIZES)
        *room = LEAST_BLOCK << SIZES;
    if (size < SIZES)
        *room = LEAST_BLOCK << size;
    struct arena_block *block = size < SIZES ? take_kept(size) : NULL;
    if (block == NULL)
        block = malloc(sizeof *block + *room);
    if (block != NULL) {
        block->size = size;
        block->bytes = *room;
    }
    return block;
}

void arena_start(struct arena *arena, void *memory, size_t size)
{
    size_t skipped = (ARENA_ALIGNMENT - (uintptr_t)memory % ARENA_ALIGNMENT) % ARENA_ALIGNMENT;
    arena->blocks = NULL;
    arena->past = (char *)memory + size;
    arena->at = skipped <= size ? (char *)memory + skipped : arena->past;
}

void *arena_take_more(struct arena *arena, size_t size)
{
    if (size > PTRDIFF_MAX / 2)
        return NULL;
    size = (size / ARENA_ALIGNMENT + 1) * ARENA_ALIGNMENT;
    size_t room = size;
    struct arena_block *block = new_block(arena, &room);
    if (block == NULL)
        return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    char *piece = (char *)(block + 1);
    /* The arena continues with whichever block has more free bytes: this one or the older one. */
    if (room - size >= (size_t)(arena->past - arena->at)) {
        arena->at = piece + size;
        arena->past = piece + room;
    }
    return piece;
}

void *arena_grow(struct arena *arena, const void *old, size_t used, size_t size)
{
    void *piece = arena_take(arena, size);
    if (piece != NULL && used > 0)
        memcpy(piece, old, used);
    return piece;
}

size_t arena_block_bytes(const struct arena *arena)
{
    size_t bytes = 0;
    for (const struct arena_block *block = arena->blocks; block != NULL; block = block->next)
        bytes += block->bytes;
    return bytes;
}

void arena_end(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        give_back(arena->blocks);
        arena->blocks = next;
    }
}
