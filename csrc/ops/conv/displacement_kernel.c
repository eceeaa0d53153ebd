/* SPDX-License-Identifier: Apache-2.0 */
/* Displaced windows: where operands lie, for aclnn_py/kernels/displacement.py. All are dense. */
#include "ops/conv/displacement.h"

#include <stdint.h>

#include "declared/conv.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 12)

/* Images and displacements; columns, and windows side by side, which are not written where they are
 * not wanted. */
static void run_columns(const struct work *work, struct task_failure *failure)
{
    const struct displacement *d = work->attributes;
    const struct work_view *image = &work->inputs[0];
    const struct work_view *offsets = &work->inputs[1];
    const struct work_view *columns = &work->outputs[0];
    int64_t tiling[DISPLACEMENT_TILING_SIZE] = {
        [DISPLACEMENT_TILING_IMAGES] = image->dims[0],
        [DISPLACEMENT_TILING_CHANNELS] = image->dims[1],
        [DISPLACEMENT_TILING_HEIGHT] = image->dims[2],
        [DISPLACEMENT_TILING_WIDTH] = image->dims[3],
        [DISPLACEMENT_TILING_GROUPS] = d->groups,
        [DISPLACEMENT_TILING_WINDOW_HEIGHT] = d->window[0],
        [DISPLACEMENT_TILING_WINDOW_WIDTH] = d->window[1],
        [DISPLACEMENT_TILING_ROWS] = offsets->dims[2],
        [DISPLACEMENT_TILING_COLUMNS] = offsets->dims[3],
        [DISPLACEMENT_TILING_WANTED] = d->wants_windows,
    };
    for (int i = 0; i < 2; i++) {
        tiling[DISPLACEMENT_TILING_STEPS + i] = d->steps[i];
        tiling[DISPLACEMENT_TILING_MARGINS + i] = d->margins[i];
        tiling[DISPLACEMENT_TILING_SPREADS + i] = d->spreads[i];
    }
    const int64_t arguments[DISPLACEMENT_ARGUMENT_COUNT] = {
        [DISPLACEMENT_ARGUMENT_IMAGE] = (int64_t)(intptr_t)image->address,
        [DISPLACEMENT_ARGUMENT_OFFSETS] = (int64_t)(intptr_t)offsets->address,
        [DISPLACEMENT_ARGUMENT_COLUMNS] = (int64_t)(intptr_t)columns->address,
        [DISPLACEMENT_ARGUMENT_WINDOWS] = (int64_t)(intptr_t)work->outputs[1].address,
    };
    (void)failure;
    if (view_count(columns) > 0)
        ai_cores_run(KERNEL_DISPLACEMENT_COLUMNS,
                     blocks_for(view_count(columns), NUMBERS_A_BLOCK,
                                image->dims[0] * image->dims[1] * d->window[0] * d->window[1]),
                     tiling, arguments);
}
const struct l0_run conv_kernel_displaced_columns = {.run = run_columns};
