/* SPDX-License-Identifier: Apache-2.0 */
/* Slice, SliceV2, StridedSlice: kernels. */
#include "ops/copy_layout/slice.h"

#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

static void add_slice(const struct work *work, struct copies *copies)
{
    const struct parts *parts = work->attributes;
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (int32_t i = 0; i < from.rank; i++)
        copy_view_step(&from, i, parts->first[i], parts->count[i], parts->step[i]);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_slice = {.add = add_slice};
