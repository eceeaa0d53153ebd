/* SPDX-License-Identifier: Apache-2.0 */
/* Single elements by one tensor of indices, many at a time: their indices are tested together, and
 * then loops without tests move the elements. Addresses need no alignment, and steps may have any
 * sign. */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_ELEMENTS_H
#define ACLNN_PY_OPS_INDEX_INDEXED_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "vector/memory.h"

/* The most elements at a time. */
#define ELEMENTS_AT_ONCE 1024

/* Element i is at places[i] * stride + i * step in the indexed tensor, and at i * step in the other
 * one; strides and steps are in bytes. Memory ahead is prefetched meanwhile. */
struct elements {
    int64_t count;
    const int32_t *places;
    char *self;
    int64_t self_step;
    int64_t stride;
    char *other;
    int64_t other_step;
    struct ahead ahead[2];
};

/* Converts dense indices, int32 or int64, to places. `limit` is at most INT32_MAX; with from_end,
 * negative indices count from the end. Returns false when one is out of range; the places are then
 * invalid. */
bool index_kernel_elements_find(const char *indices, bool is_wide, int64_t count, int64_t limit,
                                bool from_end, int32_t *places);

/* Whether there are loops for elements of this width, and for sums of a type. */
bool index_kernel_elements_can_move(int64_t width);
bool index_kernel_elements_can_add(aclDataType type);

/* Gathers (other = self by index), scatters (self by index = other), or adds (self by index +=
 * other), in the sequence of the indices. */
void index_kernel_elements_gather(const struct elements *elements, int64_t width);
void index_kernel_elements_scatter(const struct elements *elements, int64_t width);
void index_kernel_elements_add(const struct elements *elements, aclDataType type);

#endif
