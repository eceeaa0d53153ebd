/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An ordered map of address ranges that do not overlap: a treap (base/treap.h) by where they start,
 * so every operation takes logarithmic time, and the neighbours of each range. The ranges belong to
 * the caller; the map only links them, and therefore never needs memory and never fails. It has no
 * lock of its own.
 *
 *     struct address_map map = ADDRESS_MAP_EMPTY;
 *     range->start = ...; range->extent = ...; range->size = ...;
 *     address_map_add(&map, range);
 */
#ifndef ACLNN_PY_RUNTIME_MEMORY_ADDRESS_MAP_H
#define ACLNN_PY_RUNTIME_MEMORY_ADDRESS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/treap.h"

/*
 * The middle part is the owner's: it may read it at any time, and write start and extent only while
 * the range is in no map. size is the number of bytes that were asked for, for the owner to use;
 * so are age, number, who made it, where and when (nanoseconds of the monotonic clock), and what
 * device_memory.c says of memory of pools.
 */
struct call_stack;

struct address_range {
    struct treap_node node; /* the map's */

    uintptr_t start;
    size_t extent;
    size_t size;
    uint64_t age;
    uint64_t number;
    const char *made_by;
    const struct call_stack *made_in;
    int64_t made_at;
    bool pooled;
    uint64_t retired; /* the number of the free that retired it; 0: in use */
    bool ended;       /* that free has had its turn */

    struct address_range *before; /* the neighbours by address: the map's too */
    struct address_range *after;
};

struct address_map {
    struct treap treap; /* of the starts; values are the extents */
    size_t count;
};

#define ADDRESS_MAP_EMPTY {{NULL, 0}, 0}

/* Adds a range of at least one byte, which must not overlap any in the map. */
void address_map_add(struct address_map *map, struct address_range *range);

/* Removes a range that is in the map. */
void address_map_remove(struct address_map *map, struct address_range *range);

/* The range that holds the address, or NULL. */
struct address_range *address_map_find(const struct address_map *map, uintptr_t address);

/* The last range that starts at or below the address, or NULL. */
struct address_range *address_map_at_or_below(const struct address_map *map, uintptr_t address);

/* The same as address_map_at_or_below, searched from a range of the map that is probably near. */
struct address_range *address_map_near(const struct address_map *map, struct address_range *range,
                                       uintptr_t address);

/* The first range that starts at or above the address, or NULL. To walk all ranges by address begin
 * at 0 and go on at start + 1. */
struct address_range *address_map_at_or_above(const struct address_map *map, uintptr_t address);

/* The range with the lowest address that has at least this extent, or NULL. */
struct address_range *address_map_first_fit(const struct address_map *map, size_t extent);

/* The largest extent in the map; 0 when it is empty. */
size_t address_map_largest(const struct address_map *map);

#endif
