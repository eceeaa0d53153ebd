/* SPDX-License-Identifier: Apache-2.0 */
/* AsStrided: kernel. */
#include "ops/copy_layout/view.h"

#include <stdint.h>
#include <string.h>

#include "declared/copy_layout.h"
#include "executor/copies.h"

static void add_as_strided(const struct work *work, struct copies *copies)
{
    const struct strided_view *view = work->attributes;
    struct copy_view to = copy_view_of(&work->outputs[0]);
    struct copy_view from = to;
    from.offset = view->offset;
    memcpy(from.strides, view->strides, (size_t)to.rank * sizeof *from.strides);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_as_strided = {.add = add_as_strided};
