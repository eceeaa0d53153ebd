/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Single elements by one tensor of indices, many at a time: their indices are tested together, and
 * then the elements are moved by loops without tests. Any address and any step, of any sign.
 */
#ifndef ACLNN_PY_OPS_INDEX_INDEXED_ELEMENTS_H
#define ACLNN_PY_OPS_INDEX_INDEXED_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "vector/memory.h"

/* Most elements at a time. */
#define ELEMENTS_AT_ONCE 1024

/* Element i is places[i] * stride + i * step in what is indexed, and i * step in the other one;
   strides and steps are bytes. What lies ahead is asked for meanwhile. */
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

/*
 * The places of dense indices, int32 or int64; `limit` is at most INT32_MAX, negative indices count
 * from the end if `from_end`. False where one is out of range: then places are not to be used.
 */
bool index_kernel_elements_find(const char *indices, bool is_wide, int64_t count, int64_t limit,
                                bool from_end, int32_t *places);

/* Whether there are loops for elements of so many bytes, and for sums of a type. */
bool index_kernel_elements_can_move(int64_t width);
bool index_kernel_elements_can_add(aclDataType type);

/* other = self by index; self by index = other, or += other, in the order of the indices. */
void index_kernel_elements_gather(const struct elements *elements, int64_t width);
void index_kernel_elements_scatter(const struct elements *elements, int64_t width);
void index_kernel_elements_add(const struct elements *elements, aclDataType type);

#endif
