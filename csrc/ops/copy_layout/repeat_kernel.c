/* SPDX-License-Identifier: Apache-2.0 */
/* Expand, Repeat, Cast and Copy: kernels. */
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/copy_layout.h"
#include "executor/copies.h"

static void add_tile(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (int32_t i = from.rank - 1; i >= 0; i--) {
        int64_t repeats = from.dims[i] > 0 ? to.dims[i] / from.dims[i] : 0;
        copy_view_split(&to, i, from.dims[i]);
        copy_view_insert(&from, i, repeats, 0);
    }
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_tile = {.add = add_tile};
