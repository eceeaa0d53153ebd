/* SPDX-License-Identifier: Apache-2.0 */
/* Rotary position embedding: what its checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ROPE_ROPE_H
#define ACLNN_PY_OPS_ROPE_ROPE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "executor/schedule.h"
#include "ops/common/shape.h"

#define MOST_COLUMNS 1024

enum rotary_mode { HALVES, NEIGHBOURS, QUARTERS, NEIGHBOURS_TO_HALVES, ROTARY_MODES };

struct rotary {
    enum rotary_mode mode;
    bool is_backward;  /* computes the gradient of x; inputs are dy, cos and sin */
    bool is_of_angles; /* computes the gradients of cos and sin; inputs are dy and x */
};

/* Row `index` of a tensor that is broadcast to the dims of `like`. */
static inline char *rope_row_of(const struct work_view *view, const struct work_view *like,
                                int64_t index)
{
    int64_t offset = 0;
    for (int32_t i = like->rank - 2; i >= 0; i--) {
        if (view->dims[i] != 1)
            offset += index % like->dims[i] * view->strides[i];
        index /= like->dims[i];
    }
    return view->address + offset * (data_type_bits(view->type) / 8);
}

/* The columns that are turned; without an array those up to `columns`. */
struct rope_part {
    int64_t first;
    int64_t past;
};

static inline struct rope_part rope_part_of(const struct array *array, int64_t columns)
{
    const struct shape_numbers numbers = shape_numbers_of(array);
    return numbers.count < 2 ? (struct rope_part){0, columns}
                             : (struct rope_part){numbers.each[0], numbers.each[1]};
}

static inline int rope_mode_named(const char *text)
{
    static const char *const names[] = {"half", "interleave", "quarter"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

#endif
