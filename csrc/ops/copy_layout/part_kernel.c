/* SPDX-License-Identifier: Apache-2.0 */
/* DiagPart, DataFormatDimMap, StridedSliceAssignV2: kernels. */
#include "ops/copy_layout/part.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/copy_layout.h"
#include "executor/copies.h"
#include "ops/common/work_views.h"
#include "ops/copy_layout/slice.h"

static void add_diag_part(const struct work *work, struct copies *copies)
{
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    from.strides[0] += from.strides[1];
    from.rank = 1;
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_diag_part = {.add = add_diag_part};

static void add_assigned(const struct work *work, struct copies *copies)
{
    const struct parts *parts = work->attributes;
    struct copy_view from = copy_view_of(&work->inputs[0]);
    struct copy_view to = copy_view_of(&work->outputs[0]);
    for (int32_t i = 0; i < to.rank; i++)
        copy_view_step(&to, i, parts->first[i], parts->count[i], parts->step[i]);
    copies_add(copies, 0, &from, 0, &to);
}
const struct l0_copy copy_layout_kernel_assign_part = {.add = add_assigned};

static void run_dim_map(const struct work *work, struct task_failure *failure)
{
    const struct format_places *map = work->attributes;
    int64_t width = view_width(&work->inputs[0]);
    int64_t count = view_count(&work->inputs[0]);
    bool is_wide = width == (int64_t)sizeof(int64_t);
    (void)failure;
    for (int64_t i = 0; i < count; i++) {
        int64_t dim = index_at(view_element(&work->inputs[0], i), is_wide) % map->count;
        put_index(view_element(&work->outputs[0], i), is_wide,
                  map->places[dim < 0 ? dim + map->count : dim]);
    }
}
const struct l0_run copy_layout_kernel_dim_map = {.run = run_dim_map, .in_place = true};
