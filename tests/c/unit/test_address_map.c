/* SPDX-License-Identifier: Apache-2.0 */
/* The address map against a sorted array, under random operations with a fixed seed. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "runtime/memory/address_map.h"

#define SPACE 4096
#define MAX_RANGES SPACE

static struct address_range *model[MAX_RANGES];
static size_t model_count;
static uint64_t seed = 20260729;

static uint64_t draw(uint64_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % limit;
}

/* The number of ranges of the model that start below the address. */
static size_t model_below(uintptr_t address)
{
    size_t i = 0;
    while (i < model_count && model[i]->start < address)
        i++;
    return i;
}

static bool model_is_free(uintptr_t start, size_t extent)
{
    for (size_t i = 0; i < model_count; i++)
        if (start < model[i]->start + model[i]->extent && model[i]->start < start + extent)
            return false;
    return true;
}

static void add_random(struct address_map *map)
{
    uintptr_t start = draw(SPACE);
    size_t extent = 1 + draw(draw(4) == 0 ? 200 : 12);
    if (!model_is_free(start, extent))
        return;
    struct address_range *range = calloc(1, sizeof *range);
    CHECK(range != NULL);
    range->start = start;
    range->extent = extent;
    range->size = extent - draw(extent);
    size_t place = model_below(start);
    memmove(&model[place + 1], &model[place], (model_count - place) * sizeof model[0]);
    model[place] = range;
    model_count++;
    address_map_add(map, range);
}

static void remove_at(struct address_map *map, size_t place)
{
    struct address_range *range = model[place];
    address_map_remove(map, range);
    model_count--;
    memmove(&model[place], &model[place + 1], (model_count - place) * sizeof model[0]);
    free(range);
}

static void compare_lookups(const struct address_map *map, uintptr_t address)
{
    struct address_range *holder = NULL;
    struct address_range *below = NULL;
    struct address_range *above = NULL;
    for (size_t i = 0; i < model_count; i++) {
        if (model[i]->start <= address)
            below = model[i];
        if (model[i]->start <= address && address < model[i]->start + model[i]->extent)
            holder = model[i];
        if (above == NULL && model[i]->start >= address)
            above = model[i];
    }
    CHECK(address_map_find(map, address) == holder);
    CHECK(address_map_at_or_below(map, address) == below);
    CHECK(address_map_at_or_above(map, address) == above);
    for (size_t i = 0; i < model_count; i++)
        CHECK(address_map_near(map, model[i], address) == below);
}

static void compare_fit(const struct address_map *map, size_t extent)
{
    struct address_range *first = NULL;
    size_t largest = 0;
    for (size_t i = 0; i < model_count; i++) {
        if (first == NULL && model[i]->extent >= extent)
            first = model[i];
        if (model[i]->extent > largest)
            largest = model[i]->extent;
    }
    CHECK(address_map_first_fit(map, extent) == first);
    CHECK(address_map_largest(map) == largest);
}

static void compare_order(const struct address_map *map)
{
    struct address_range *range = address_map_at_or_above(map, 0);
    for (size_t i = 0; i < model_count; i++) {
        CHECK(range == model[i]);
        range = address_map_at_or_above(map, range->start + 1);
    }
    CHECK(range == NULL);
    CHECK(map->count == model_count);
}

/* Ascending insertion is what an allocator does. */
static void test_many(void)
{
    enum { COUNT = 200000 };
    struct address_map map = ADDRESS_MAP_EMPTY;
    struct address_range *ranges = calloc(COUNT, sizeof *ranges);
    CHECK(ranges != NULL);
    for (size_t i = 0; i < COUNT; i++) {
        ranges[i].start = (uintptr_t)0x7f0000000000 + i * 512;
        ranges[i].extent = 512;
        address_map_add(&map, &ranges[i]);
    }
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(address_map_find(&map, ranges[i].start + 511) == &ranges[i]);
        address_map_remove(&map, &ranges[i]);
    }
    CHECK(address_map_at_or_above(&map, 0) == NULL && map.count == 0);
    free(ranges);
}

static void test_edges(void)
{
    struct address_map map = ADDRESS_MAP_EMPTY;
    CHECK(address_map_find(&map, 0) == NULL);
    CHECK(address_map_first_fit(&map, 0) == NULL);
    CHECK(address_map_largest(&map) == 0);
    struct address_range last = {.start = UINTPTR_MAX - 1, .extent = 1};
    address_map_add(&map, &last);
    CHECK(address_map_find(&map, UINTPTR_MAX - 1) == &last);
    CHECK(address_map_find(&map, UINTPTR_MAX) == NULL);
    CHECK(address_map_first_fit(&map, 1) == &last);
    CHECK(address_map_first_fit(&map, 2) == NULL);
}

int main(void)
{
    struct address_map map = ADDRESS_MAP_EMPTY;
    test_edges();
    for (int step = 0; step < 40000; step++) {
        bool growing = step / 5000 % 2 == 0;
        if (draw(10) < (growing ? 8u : 3u))
            add_random(&map);
        else if (model_count > 0)
            remove_at(&map, draw(model_count));
        compare_lookups(&map, draw(SPACE + 300));
        compare_fit(&map, draw(220));
        if (step % 500 == 0)
            compare_order(&map);
    }
    while (model_count > 0)
        remove_at(&map, draw(model_count));
    compare_order(&map);
    test_many();
    puts("address map: ok");
    return 0;
}
