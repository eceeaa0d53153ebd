/* SPDX-License-Identifier: Apache-2.0 */
/* Cat, Stack, SplitTensor, SplitWithSize: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_JOIN_H
#define ACLNN_PY_OPS_COPY_LAYOUT_JOIN_H

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "workspace/l0.h"

/* Joins dense tensors along a dimension by ConcatD. */
int copy_layout_list_joined(struct l0_list *list, const int *tensors, int count, int64_t dim);

/* Attributes: the dimension and, for a split, the part of it that is cut out. */
struct along {
    int32_t dim;
    int64_t first;
    int64_t past;
};

/* The sizes of the parts; the last may be smaller. */
struct part_sizes {
    uint64_t count;
    const int64_t *given; /* NULL: all parts have the same size */
    int64_t size;
    int64_t last;
};

static inline int64_t copy_layout_join_size_of(const struct part_sizes *sizes, uint64_t part)
{
    if (sizes->given != NULL)
        return sizes->given[part];
    return part + 1 == sizes->count ? sizes->last : sizes->size;
}

/* Parts of `section` elements along the dimension; a section of 0 gives one part of all. */
static inline struct part_sizes copy_layout_join_sizes_of_sections(int64_t places, uint64_t section)
{
    if (section == 0 || section >= (uint64_t)places)
        return (struct part_sizes){1, NULL, places, places};
    uint64_t count = ((uint64_t)places + section - 1) / section;
    return (struct part_sizes){count, NULL, (int64_t)section,
                               places - (int64_t)((count - 1) * section)};
}

#endif
