/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/address_map.h"

/*
 * Priorities are a hash of the address: as good as random for the shape of the tree, and the same
 * in every run. (The finalizer of splitmix64.)
 */
static uint64_t priority_of(uintptr_t start)
{
    uint64_t x = (uint64_t)start + 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static size_t largest_of(const struct address_range *range)
{
    return range != NULL ? range->largest : 0;
}

static void refresh(struct address_range *range)
{
    size_t largest = range->extent;
    if (largest_of(range->left) > largest)
        largest = range->left->largest;
    if (largest_of(range->right) > largest)
        largest = range->right->largest;
    range->largest = largest;
}

/* Splits a tree into what lies below the address and the rest. */
static void split(struct address_range *tree, uintptr_t address, struct address_range **below,
                  struct address_range **rest)
{
    if (tree == NULL) {
        *below = NULL;
        *rest = NULL;
        return;
    }
    if (tree->start < address) {
        split(tree->right, address, &tree->right, rest);
        *below = tree;
    } else {
        split(tree->left, address, below, &tree->left);
        *rest = tree;
    }
    refresh(tree);
}

/* Joins two trees; everything in the first lies below everything in the second. */
static struct address_range *join(struct address_range *below, struct address_range *above)
{
    if (below == NULL)
        return above;
    if (above == NULL)
        return below;
    struct address_range *top;
    if (below->priority >= above->priority) {
        top = below;
        top->right = join(below->right, above);
    } else {
        top = above;
        top->left = join(below, above->left);
    }
    refresh(top);
    return top;
}

static struct address_range *add(struct address_range *tree, struct address_range *range)
{
    if (tree == NULL || tree->priority < range->priority) {
        split(tree, range->start, &range->left, &range->right);
        refresh(range);
        return range;
    }
    if (range->start < tree->start)
        tree->left = add(tree->left, range);
    else
        tree->right = add(tree->right, range);
    refresh(tree);
    return tree;
}

static struct address_range *take(struct address_range *tree, struct address_range *range)
{
    if (tree == range)
        return join(range->left, range->right);
    if (range->start < tree->start)
        tree->left = take(tree->left, range);
    else
        tree->right = take(tree->right, range);
    refresh(tree);
    return tree;
}

void address_map_add(struct address_map *map, struct address_range *range)
{
    range->left = NULL;
    range->right = NULL;
    range->priority = priority_of(range->start);
    range->before = address_map_at_or_below(map, range->start);
    range->after = range->before != NULL ? range->before->after
                                         : address_map_at_or_above(map, range->start);
    if (range->before != NULL)
        range->before->after = range;
    if (range->after != NULL)
        range->after->before = range;
    map->root = add(map->root, range);
    map->count++;
}

void address_map_remove(struct address_map *map, struct address_range *range)
{
    map->root = take(map->root, range);
    map->count--;
    if (range->before != NULL)
        range->before->after = range->after;
    if (range->after != NULL)
        range->after->before = range->before;
    range->left = NULL;
    range->right = NULL;
}

struct address_range *address_map_at_or_below(const struct address_map *map, uintptr_t address)
{
    struct address_range *best = NULL;
    for (struct address_range *range = map->root; range != NULL;) {
        if (range->start <= address) {
            best = range;
            range = range->right;
        } else {
            range = range->left;
        }
    }
    return best;
}

/* Neighbours that are looked at before the whole map is. */
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
    struct address_range *best = NULL;
    for (struct address_range *range = map->root; range != NULL;) {
        if (range->start >= address) {
            best = range;
            range = range->left;
        } else {
            range = range->right;
        }
    }
    return best;
}

struct address_range *address_map_find(const struct address_map *map, uintptr_t address)
{
    struct address_range *range = address_map_at_or_below(map, address);
    return range != NULL && address - range->start < range->extent ? range : NULL;
}

struct address_range *address_map_first_fit(const struct address_map *map, size_t extent)
{
    struct address_range *range = map->root;
    if (largest_of(range) < extent)
        return NULL;
    while (range != NULL) {
        if (range->left != NULL && range->left->largest >= extent)
            range = range->left;
        else if (range->extent >= extent)
            return range;
        else
            range = range->right;
    }
    return NULL;
}

size_t address_map_largest(const struct address_map *map)
{
    return largest_of(map->root);
}
