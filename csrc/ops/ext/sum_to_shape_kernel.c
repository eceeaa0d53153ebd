/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtSumToShape: kernel. */
#include "declared/ext.h"
#include "executor/schedule.h"
#include "ops/ext/sum_to_shape_tiling.h"
#include "runtime/cores/ai_cores.h"

static void run_kernel(int kernel, int64_t blocks, const int64_t *tiling, const char *self,
                       const char *out)
{
    const int64_t arguments[REDUCTION_ARGUMENT_COUNT] = {
        [REDUCTION_ARGUMENT_SELF] = (int64_t)(intptr_t)self,
        [REDUCTION_ARGUMENT_OUT] = (int64_t)(intptr_t)out,
    };
    ai_cores_run(kernel, blocks, tiling, arguments);
}

static uint64_t scratch_bytes(const struct work *work)
{
    return ((const struct ext_sums *)work->attributes)->scratch;
}

static void run(const struct work *work, struct task_failure *failure)
{
    const struct ext_sums *division = work->attributes;
    const char *out = work->outputs[0].address;
    const char *first = division->scratch > 0 ? work->scratch : out;
    (void)failure;
    run_kernel(division->kernel, division->blocks, division->tiling, work->inputs[0].address,
               first);
    if (division->scratch > 0)
        run_kernel(division->last_kernel,
                   ext_tiling_sum_blocks((int64_t)(division->scratch / sizeof(float))),
                   division->last_tiling, work->scratch, out);
}

const struct l0_run ext_kernel_sum_to_shape = {.scratch_bytes = scratch_bytes, .run = run};
