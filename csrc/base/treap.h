/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A treap: a tree that is sorted by a key and stays flat, so every operation takes logarithmic
 * time. Several nodes may have one key. Each node has a value too, and knows the largest one below
 * it: who looks for values of at least some size leaves out whole branches.
 *
 * The nodes lie in objects of the caller, as their first member. A treap only links them, and
 * therefore never needs memory and never fails. It has no lock of its own.
 */
#ifndef ACLNN_PY_BASE_TREAP_H
#define ACLNN_PY_BASE_TREAP_H

#include <stdint.h>

struct treap_node {
    struct treap_node *left; /* keys that are not larger */
    struct treap_node *right;
    uint64_t priority; /* no node has a larger one than the node above it */
    uintptr_t key;
    uintptr_t value;
    uintptr_t largest; /* value, of this node and all below it */
};

/* An empty one is all zeros. */
struct treap {
    struct treap_node *root;
    uint64_t added; /* so many nodes since it was empty for the first time */
};

/* Puts a node in that is in no treap. */
void treap_add(struct treap *treap, struct treap_node *node, uintptr_t key, uintptr_t value);

/* Takes out a node that is in the treap. */
void treap_remove(struct treap *treap, struct treap_node *node);

/* Takes out all nodes with first <= key < past. Returns their tree, which is sorted; NULL: none. */
struct treap_node *treap_take(struct treap *treap, uintptr_t first, uintptr_t past);

/* A node with the largest key of at most this, or NULL. */
struct treap_node *treap_at_or_below(const struct treap *treap, uintptr_t key);

/* A node with the smallest key of at least this, or NULL. */
struct treap_node *treap_at_or_above(const struct treap *treap, uintptr_t key);

/* The node with the smallest key whose value is at least this, or NULL. */
struct treap_node *treap_first_of(const struct treap *treap, uintptr_t value);

#endif
