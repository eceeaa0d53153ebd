/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of groups of rows: where they lie, for aclnn_py/kernels/segments.py. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/reduce.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 14)

static void run_segments(const struct work *work, struct task_failure *failure)
{
    const struct work_view *values = &work->inputs[0];
    const struct work_view *result = &work->outputs[0];
    const bool *counts = work->attributes;
    const int64_t tiling[SEGMENTS_TILING_SIZE] = {
        [SEGMENTS_TILING_ROWS] = values->dims[0],
        [SEGMENTS_TILING_COLUMNS] = values->dims[1],
        [SEGMENTS_TILING_GROUPS] = result->dims[0],
        [SEGMENTS_TILING_COUNTS] = *counts,
    };
    const int64_t arguments[SEGMENTS_ARGUMENT_COUNT] = {
        [SEGMENTS_ARGUMENT_VALUES] = (int64_t)(intptr_t)values->address,
        [SEGMENTS_ARGUMENT_ENDS] = (int64_t)(intptr_t)work->inputs[1].address,
        [SEGMENTS_ARGUMENT_RESULT] = (int64_t)(intptr_t)result->address,
    };
    (void)failure;
    if (view_count(result) > 0)
        ai_cores_run(
            KERNEL_SEGMENTS_SUM,
            blocks_for(view_count(values) + view_count(result), NUMBERS_A_BLOCK, values->dims[1]),
            tiling, arguments);
}
const struct l0_run reduce_kernel_segments = {.run = run_segments};
