/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An arena: memory that is taken piece by piece and given back all at once. What belongs to one
 * executor lies in one, so that phase one asks malloc once where the call is small.
 */
#ifndef ACLNN_PY_BASE_ARENA_H
#define ACLNN_PY_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    char *at; /* the free bytes of the newest block: [at, past) */
    char *past;
    struct arena_block *blocks; /* the blocks that malloc gave, newest first */
};

/* An empty arena whose first pieces come from the caller's memory, which is not given back. */
void arena_start(struct arena *arena, void *memory, size_t size);

/* So many bytes at once for the pieces of an arena; under AddressSanitizer hardly any, so that
   nearly every piece is an allocation of its own, which it watches and a test lets fail. */
#ifdef __SANITIZE_ADDRESS__
#define ARENA_BYTES(bytes) ((size_t)128)
#else
#define ARENA_BYTES(bytes) (bytes)
#endif

#define ARENA_ALIGNMENT ((size_t)16)

/* Takes a piece that does not fit into the newest block. */
void *arena_take_more(struct arena *arena, size_t size);

/* A piece of size bytes, aligned for every type, contents undefined; NULL when memory is short. */
static inline void *arena_take(struct arena *arena, size_t size)
{
    /* A piece of no bytes has an address of its own too. */
    size_t padded = (size / ARENA_ALIGNMENT + 1) * ARENA_ALIGNMENT;
    if (size > (size_t)(arena->past - arena->at) || padded > (size_t)(arena->past - arena->at))
        return arena_take_more(arena, size);
    void *piece = arena->at;
    arena->at += padded;
    return piece;
}

/* Returns a piece of size bytes whose first `used` bytes are copied from an older piece; NULL when
 * memory is short. */
void *arena_grow(struct arena *arena, const void *old, size_t used, size_t size);

/* The bytes of the arena's blocks, without the caller's memory. */
size_t arena_block_bytes(const struct arena *arena);

/* Gives back every block. */
void arena_end(struct arena *arena);

#endif
