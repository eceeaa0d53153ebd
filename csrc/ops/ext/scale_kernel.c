/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ext/scale_kernel.h"

#include "declared/ext.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"

static void run(const struct work *work, struct task_failure *failure)
{
    const struct ext_scaling *division = work->attributes;
    const int64_t arguments[SCALING_ARGUMENT_COUNT] = {
        [SCALING_ARGUMENT_SELF] = (int64_t)(intptr_t)work->inputs[0].address,
        [SCALING_ARGUMENT_OUT] = (int64_t)(intptr_t)work->outputs[0].address,
        [SCALING_ARGUMENT_ALPHA] = (int64_t)(intptr_t)&division->alpha,
    };
    (void)failure;
    ai_cores_run(division->kernel, division->blocks, division->tiling, arguments);
}

const struct l0_run ext_kernel_scale = {.run = run, .in_place = true};
