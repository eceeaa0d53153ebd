/* SPDX-License-Identifier: Apache-2.0 */
/* Cat, Stack, SplitTensor, SplitWithSize: kernels. */
#include "ops/copy_layout/join.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

/* ---- Work ------------------------------------------------------------------------------------ */

/* Takes inputs until they fill the dimension of the output. */
static void add_concat(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    int64_t first = 0;
    for (int i = 0; first < work->outputs[0].dims[along->dim]; i++) {
        struct copy_view from = copy_view_of(&work->inputs[i]);
        struct copy_view to = copy_view_of(&work->outputs[0]);
        copy_view_cut(&to, along->dim, first, from.dims[along->dim]);
        copies_add(copies, i, &from, 0, &to);
        first += from.dims[along->dim];
    }
}

static void add_pack(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    for (int i = 0; i < work->outputs[0].dims[along->dim]; i++) {
        struct copy_view from = copy_view_of(&work->inputs[i]);
        struct copy_view to = copy_view_of(&work->outputs[0]);
        copy_view_cut(&to, along->dim, i, 1);
        copy_view_drop(&to, along->dim);
        copies_add(copies, i, &from, 0, &to);
    }
}

static void add_split(const struct work *work, struct copies *copies)
{
    const struct along *along = work->attributes;
    int64_t first = along->first;
    for (int i = 0; first < along->past; i++) {
        struct copy_view from = copy_view_of(&work->inputs[0]);
        struct copy_view to = copy_view_of(&work->outputs[i]);
        copy_view_cut(&from, along->dim, first, to.dims[along->dim]);
        copies_add(copies, 0, &from, i, &to);
        first += to.dims[along->dim];
    }
}
const struct l0_copy copy_layout_kernel_concat = {.add = add_concat};
const struct l0_copy copy_layout_kernel_pack = {.add = add_pack};
const struct l0_copy copy_layout_kernel_split = {.add = add_split};
