/* SPDX-License-Identifier: Apache-2.0 */
#include "base/treap.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/number.h"

/* Nodes of one key are sorted by their addresses, so that each is found. */
static bool comes_before(const struct treap_node *a, const struct treap_node *b)
{
    return a->key != b->key ? a->key < b->key : (uintptr_t)a < (uintptr_t)b;
}

static void refresh(struct treap_node *node)
{
    node->largest = node->value;
    if (node->left != NULL && node->left->largest > node->largest)
        node->largest = node->left->largest;
    if (node->right != NULL && node->right->largest > node->largest)
        node->largest = node->right->largest;
}

/* Splits a tree into what is below a key and the rest. */
static void split_at(struct treap_node *tree, uintptr_t key, struct treap_node **below,
                     struct treap_node **rest)
{
    if (tree == NULL) {
        *below = *rest = NULL;
    } else if (tree->key < key) {
        *below = tree;
        split_at(tree->right, key, &tree->right, rest);
        refresh(tree);
    } else {
        *rest = tree;
        split_at(tree->left, key, below, &tree->left);
        refresh(tree);
    }
}

/* The same by a node that is not in the tree. */
static void split_by(struct treap_node *tree, const struct treap_node *node,
                     struct treap_node **below, struct treap_node **rest)
{
    if (tree == NULL) {
        *below = *rest = NULL;
    } else if (comes_before(tree, node)) {
        *below = tree;
        split_by(tree->right, node, &tree->right, rest);
        refresh(tree);
    } else {
        *rest = tree;
        split_by(tree->left, node, below, &tree->left);
        refresh(tree);
    }
}

/* Joins two trees; everything in the first comes before everything in the second. */
static struct treap_node *join(struct treap_node *below, struct treap_node *above)
{
    if (below == NULL || above == NULL)
        return below != NULL ? below : above;
    if (below->priority >= above->priority) {
        below->right = join(below->right, above);
        refresh(below);
        return below;
    }
    above->left = join(below, above->left);
    refresh(above);
    return above;
}

static struct treap_node *add(struct treap_node *tree, struct treap_node *node)
{
    if (tree == NULL || tree->priority < node->priority) {
        split_by(tree, node, &node->left, &node->right);
        refresh(node);
        return node;
    }
    if (comes_before(node, tree))
        tree->left = add(tree->left, node);
    else
        tree->right = add(tree->right, node);
    refresh(tree);
    return tree;
}

static struct treap_node *without(struct treap_node *tree, const struct treap_node *node)
{
    if (tree == node)
        return join(tree->left, tree->right);
    if (comes_before(node, tree))
        tree->left = without(tree->left, node);
    else
        tree->right = without(tree->right, node);
    refresh(tree);
    return tree;
}

/* Priorities are as good as random for the shape of the tree, and the same in every run. */
void treap_add(struct treap *treap, struct treap_node *node, uintptr_t key, uintptr_t value)
{
    node->left = NULL;
    node->right = NULL;
    node->key = key;
    node->value = value;
    node->priority = mix_bits(++treap->added);
    treap->root = add(treap->root, node);
}

void treap_remove(struct treap *treap, struct treap_node *node)
{
    treap->root = without(treap->root, node);
    node->left = NULL;
    node->right = NULL;
}

struct treap_node *treap_take(struct treap *treap, uintptr_t first, uintptr_t past)
{
    struct treap_node *below;
    struct treap_node *taken;
    struct treap_node *above;
    split_at(treap->root, first, &below, &taken);
    split_at(taken, past, &taken, &above);
    treap->root = join(below, above);
    return taken;
}

struct treap_node *treap_at_or_below(const struct treap *treap, uintptr_t key)
{
    struct treap_node *best = NULL;
    for (struct treap_node *node = treap->root; node != NULL;) {
        if (node->key <= key) {
            best = node;
            node = node->right;
        } else {
            node = node->left;
        }
    }
    return best;
}

struct treap_node *treap_at_or_above(const struct treap *treap, uintptr_t key)
{
    struct treap_node *best = NULL;
    for (struct treap_node *node = treap->root; node != NULL;) {
        if (node->key >= key) {
            best = node;
            node = node->left;
        } else {
            node = node->right;
        }
    }
    return best;
}

struct treap_node *treap_first_of(const struct treap *treap, uintptr_t value)
{
    struct treap_node *node = treap->root;
    while (node != NULL && node->largest >= value) {
        if (node->left != NULL && node->left->largest >= value)
            node = node->left;
        else if (node->value >= value)
            return node;
        else
            node = node->right;
    }
    return NULL;
}
