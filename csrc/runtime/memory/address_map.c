/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/address_map.h"

/* The node of the treap is the first member of its range. */
static struct address_range *range_of(struct treap_node *node)
{
    return (struct address_range *)node;
}

void address_map_add(struct address_map *map, struct address_range *range)
{
    range->before = address_map_at_or_below(map, range->start);
    range->after = range->before != NULL ? range->before->after
                                         : address_map_at_or_above(map, range->start);
    if (range->before != NULL)
        range->before->after = range;
    if (range->after != NULL)
        range->after->before = range;
    treap_add(&map->treap, &range->node, range->start, range->extent);
    map->count++;
}

void address_map_remove(struct address_map *map, struct address_range *range)
{
    treap_remove(&map->treap, &range->node);
    map->count--;
    if (range->before != NULL)
        range->before->after = range->after;
    if (range->after != NULL)
        range->after->before = range->before;
}

struct address_range *address_map_at_or_below(const struct address_map *map, uintptr_t address)
{
    return range_of(treap_at_or_below(&map->treap, address));
}

/* How many neighbours are tried before the whole map is searched. */
#define NEAR 4

struct address_range *address_map_near(const struct address_map *map, struct address_range *range,
                                       uintptr_t address)
{
    for (int i = 0; i < NEAR && range->start <= address; i++) {
        if (range->after == NULL || range->after->start > address)
            return range;
        range = range->after;
    }
    return address_map_at_or_below(map, address);
}

struct address_range *address_map_at_or_above(const struct address_map *map, uintptr_t address)
{
    return range_of(treap_at_or_above(&map->treap, address));
}

struct address_range *address_map_find(const struct address_map *map, uintptr_t address)
{
    struct address_range *range = address_map_at_or_below(map, address);
    return range != NULL && address - range->start < range->extent ? range : NULL;
}

struct address_range *address_map_first_fit(const struct address_map *map, size_t extent)
{
    return range_of(treap_first_of(&map->treap, extent));
}

size_t address_map_largest(const struct address_map *map)
{
    return map->treap.root != NULL ? map->treap.root->largest : 0;
}
