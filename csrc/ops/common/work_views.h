/* SPDX-License-Identifier: Apache-2.0 */
/* What work in C needs of its views: counts, addresses of elements, indices of two widths. */
#ifndef ACLNN_PY_OPS_COMMON_WORK_VIEWS_H
#define ACLNN_PY_OPS_COMMON_WORK_VIEWS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/half.h"
#include "base/unaligned.h"
#include "executor/schedule.h"

static inline int64_t view_width(const struct work_view *view)
{
    return data_type_bits(view->type) / 8;
}

static inline int64_t view_count(const struct work_view *view)
{
    int64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++)
        if (view->dims[i] == 0)
            return 0; /* the other dims may then be anything */
    for (int32_t i = 0; i < view->rank; i++)
        count *= view->dims[i];
    return count;
}

/* Whether the elements are dense, in row-major sequence. */
static inline bool view_is_ordered(const struct work_view *view)
{
    int64_t step = 1;
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        if (view->dims[i] != 1 && view->strides[i] != step)
            return false;
        step *= view->dims[i];
    }
    return true;
}

/* The address of an element by its number in row-major sequence. */
static inline char *view_element(const struct work_view *view, int64_t number)
{
    int64_t offset = 0;
    if (view->rank == 1)
        return view->address + number * view->strides[0] * view_width(view);
    for (int32_t i = view->rank - 1; i >= 0; i--) {
        offset += number % view->dims[i] * view->strides[i];
        number /= view->dims[i];
    }
    return view->address + offset * view_width(view);
}

/* The first element of matrix (or row, or number) `index` of a batch with these dims, to which the
 * operand broadcasts. The last `own` dims are those of the matrix. */
static inline char *view_matrix(const struct work_view *view, int32_t own,
                                const struct work_view *like, int32_t like_own, int64_t index)
{
    int64_t offset = 0;
    int32_t batches = like->rank - like_own;
    for (int32_t i = batches - 1; i >= 0; i--) {
        int32_t at = i - batches + view->rank - own;
        int64_t place = index % like->dims[i];
        if (at >= 0 && view->dims[at] != 1)
            offset += place * view->strides[at];
        index /= like->dims[i];
    }
    return view->address + offset * view_width(view);
}

/* Reads an index of int32 or int64. The program may write to indices meanwhile, so each is read
 * only once, and the value that was checked is the one that is used. */
static inline int64_t index_at(const char *address, bool is_wide)
{
    return is_wide ? *(const volatile any_int64 *)(const void *)address
                   : *(const volatile any_int32 *)(const void *)address;
}

static inline void put_index(char *address, bool is_wide, int64_t value)
{
    int32_t narrow = (int32_t)value;
    if (is_wide)
        memcpy(address, &value, sizeof value);
    else
        memcpy(address, &narrow, sizeof narrow);
}

#endif
