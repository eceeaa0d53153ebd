/* SPDX-License-Identifier: Apache-2.0 */
/* Permute, Flip, Roll, Flatten, ConfusionTranspose: kernels. */
#include "ops/copy_layout/permute.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

static void add_transpose(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    copy_view_permute(&from, work->attributes);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_transpose = {.add = add_transpose};

/* ---- Flip ------------------------------------------------------------------------------------ */

static void add_flip(const struct work *work, struct copies *copies)
{
    const struct array *dims = work->attributes;
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (uint64_t i = 0; from.rank > 0 && i < dims->size; i++) {
        int32_t at = (int32_t)copy_layout_permute_front_dim(dims, i, from.rank);
        copy_view_step(&from, at, from.dims[at] - 1, from.dims[at], -1);
    }
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_flip = {.add = add_flip};

/* Adds the copies of one dim and of those behind it: the part that keeps its sequence, and the part
 * that moves to the front. */
static void roll_from(const struct roll *roll, int32_t dim, const struct copy_view *from,
                      const struct copy_view *to, struct copies *copies)
{
    while (dim < from->rank && roll->shifts[dim] == 0)
        dim++;
    if (dim == from->rank) {
        copies_add(copies, 0, from, 0, to);
        return;
    }
    int64_t shift = roll->shifts[dim];
    int64_t rest = from->dims[dim] - shift;
    struct copy_view source = *from;
    struct copy_view target = *to;
    copy_view_cut(&source, dim, 0, rest);
    copy_view_cut(&target, dim, shift, rest);
    roll_from(roll, dim + 1, &source, &target, copies);
    source = *from;
    target = *to;
    copy_view_cut(&source, dim, rest, shift);
    copy_view_cut(&target, dim, 0, shift);
    roll_from(roll, dim + 1, &source, &target, copies);
}

static void add_roll(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    roll_from(work->attributes, 0, &from, &to, copies);
}
const struct l0_copy copy_layout_kernel_roll = {.add = add_roll};
