/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtTilize and aclnnExtUntilize: kernel. */
#include "declared/ext.h"
#include "executor/schedule.h"
#include "ops/ext/tile_tiling.h"
#include "runtime/cores/ai_cores.h"

static void run(const struct work *work, struct task_failure *failure)
{
    const struct ext_tiles *division = work->attributes;
    const struct work_view *matrix = division->makes_tiles ? work->inputs : work->outputs;
    const struct work_view *tiles = division->makes_tiles ? work->outputs : work->inputs;
    const int64_t arguments[TILES_ARGUMENT_COUNT] = {
        [TILES_ARGUMENT_MATRIX] = (int64_t)(intptr_t)matrix->address,
        [TILES_ARGUMENT_TILES] = (int64_t)(intptr_t)tiles->address,
    };
    (void)failure;
    ai_cores_run(division->kernel, division->blocks, division->tiling, arguments);
}

const struct l0_run ext_kernel_tiles = {.run = run};
