/* SPDX-License-Identifier: Apache-2.0 */
/* The treap against an array, under random operations with a fixed seed; keys come several times.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/treap.h"
#include "check.h"

#define KEYS 400
#define VALUES 1000
#define MOST 1500

struct item {
    struct treap_node node;
    uintptr_t key;
    uintptr_t value;
    bool is_in;
};

static struct item items[MOST];
static uint64_t seed = 20261127;

static uint64_t draw(uint64_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % limit;
}

static uintptr_t greater(uintptr_t a, uintptr_t b)
{
    return a > b ? a : b;
}

static uintptr_t largest_of(const struct treap_node *node)
{
    return node != NULL ? node->largest : 0;
}

/* Counts the nodes of a tree, whose keys rise from *last on; what each knows of those below. */
static size_t walk(const struct treap_node *node, uintptr_t *last)
{
    if (node == NULL)
        return 0;
    const struct item *item = (const struct item *)node;
    size_t below = walk(node->left, last);
    CHECK(item->is_in && node->key == item->key && node->value == item->value);
    CHECK(node->key >= *last);
    *last = node->key;
    below += walk(node->right, last);
    CHECK(node->largest ==
          greater(node->value, greater(largest_of(node->left), largest_of(node->right))));
    CHECK(node->left == NULL || node->left->priority <= node->priority);
    CHECK(node->right == NULL || node->right->priority <= node->priority);
    return below + 1;
}

static void compare_all(const struct treap *treap)
{
    uintptr_t last = 0;
    size_t count = 0;
    for (size_t i = 0; i < MOST; i++)
        count += items[i].is_in;
    CHECK(walk(treap->root, &last) == count);
}

static void compare_keys(const struct treap *treap, uintptr_t key)
{
    const struct item *below = NULL;
    const struct item *above = NULL;
    for (const struct item *item = items; item < items + MOST; item++) {
        if (item->is_in && item->key <= key && (below == NULL || item->key > below->key))
            below = item;
        if (item->is_in && item->key >= key && (above == NULL || item->key < above->key))
            above = item;
    }
    const struct treap_node *found = treap_at_or_below(treap, key);
    CHECK((found == NULL) == (below == NULL));
    CHECK(found == NULL || found->key == below->key);
    found = treap_at_or_above(treap, key);
    CHECK((found == NULL) == (above == NULL));
    CHECK(found == NULL || found->key == above->key);
}

static void compare_values(const struct treap *treap, uintptr_t value)
{
    const struct item *first = NULL;
    for (const struct item *item = items; item < items + MOST; item++)
        if (item->is_in && item->value >= value && (first == NULL || item->key < first->key))
            first = item;
    const struct treap_node *found = treap_first_of(treap, value);
    CHECK((found == NULL) == (first == NULL));
    CHECK(found == NULL || (found->key == first->key && found->value >= value));
}

/* Takes a range out: all of it and nothing else. */
static void take(struct treap *treap, uintptr_t first, uintptr_t past)
{
    uintptr_t last = first;
    size_t count = 0;
    struct treap_node *taken = treap_take(treap, first, past);
    for (struct item *item = items; item < items + MOST; item++)
        count += item->is_in && item->key >= first && item->key < past;
    CHECK(walk(taken, &last) == count);
    CHECK(last < past || taken == NULL);
    for (struct item *item = items; item < items + MOST; item++)
        if (item->key >= first && item->key < past)
            item->is_in = false;
}

static void change(struct treap *treap, bool growing)
{
    struct item *item = &items[draw(MOST)];
    if (item->is_in && !growing) {
        treap_remove(treap, &item->node);
        item->is_in = false;
    } else if (!item->is_in) {
        item->key = draw(KEYS);
        item->value = draw(VALUES);
        item->is_in = true;
        treap_add(treap, &item->node, item->key, item->value);
    }
}

static unsigned depth(const struct treap_node *node)
{
    if (node == NULL)
        return 0;
    unsigned left = depth(node->left);
    unsigned right = depth(node->right);
    return 1 + (left > right ? left : right);
}

/* Keys that rise, and keys that are all the same: the tree stays flat. */
static void test_depth(uintptr_t step)
{
    enum { COUNT = 200000 };
    struct treap treap = {NULL, 0};
    struct treap_node *nodes = calloc(COUNT, sizeof *nodes);
    CHECK(nodes != NULL);
    for (size_t i = 0; i < COUNT; i++)
        treap_add(&treap, &nodes[i], i * step, 1);
    CHECK(depth(treap.root) < 64);
    for (size_t i = 0; i < COUNT; i++)
        treap_remove(&treap, &nodes[i]);
    CHECK(treap.root == NULL);
    free(nodes);
}

static void test_empty(void)
{
    struct treap treap = {NULL, 0};
    CHECK(treap_at_or_below(&treap, UINTPTR_MAX) == NULL);
    CHECK(treap_at_or_above(&treap, 0) == NULL);
    CHECK(treap_first_of(&treap, 0) == NULL);
    CHECK(treap_take(&treap, 0, UINTPTR_MAX) == NULL);
}

int main(void)
{
    struct treap treap = {NULL, 0};
    test_empty();
    for (int step = 0; step < 30000; step++) {
        change(&treap, step / 3000 % 2 == 0);
        compare_keys(&treap, draw(KEYS + 50));
        compare_values(&treap, draw(VALUES + 50));
        if (step % 100 == 0)
            compare_all(&treap);
        if (step % 400 == 0) {
            uintptr_t first = draw(KEYS);
            take(&treap, first, first + draw(40));
        }
    }
    take(&treap, 0, KEYS);
    CHECK(treap.root == NULL);
    test_depth(512);
    test_depth(0);
    puts("treap: ok");
    return 0;
}
