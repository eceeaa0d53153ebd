/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT ((size_t)16)
#define LEAST_BLOCK ((size_t)16 << 10)

struct arena_block {
    _Alignas(ALIGNMENT) struct arena_block *next;
};

void arena_start(struct arena *arena, void *memory, size_t size)
{
    size_t skipped = (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    arena->blocks = NULL;
    arena->past = (char *)memory + size;
    arena->at = skipped <= size ? (char *)memory + skipped : arena->past;
}

static void *take_from_new_block(struct arena *arena, size_t size)
{
    size_t room = size < LEAST_BLOCK ? LEAST_BLOCK : size;
    struct arena_block *block = malloc(sizeof *block + room);
    if (block == NULL)
        return NULL;
    block->next = arena->blocks;
    arena->blocks = block;
    char *piece = (char *)(block + 1);
    /* What is left of an older block may be more than what is left of one made for this piece. */
    if (room - size >= (size_t)(arena->past - arena->at)) {
        arena->at = piece + size;
        arena->past = piece + room;
    }
    return piece;
}

void *arena_take(struct arena *arena, size_t size)
{
    if (size > PTRDIFF_MAX / 2)
        return NULL;
    /* A piece of no bytes is a place all the same. */
    size = (size / ALIGNMENT + 1) * ALIGNMENT;
    if (size > (size_t)(arena->past - arena->at))
        return take_from_new_block(arena, size);
    void *piece = arena->at;
    arena->at += size;
    return piece;
}

void *arena_grow(struct arena *arena, const void *old, size_t used, size_t size)
{
    void *piece = arena_take(arena, size);
    if (piece != NULL && used > 0)
        memcpy(piece, old, used);
    return piece;
}

void arena_end(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
