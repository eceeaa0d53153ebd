/* SPDX-License-Identifier: Apache-2.0 */
/* Rows whose class is elsewhere, as bits: where they lie, for aclnn_py/kernels/class_bits.py. */
#include <stdint.h>

#include "declared/loss.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ROWS_A_BLOCK ((int64_t)1 << 15)

static void run_bits(int kernel, const struct work_view *bytes, const struct work_view *flags,
                     const struct work_view *numbers, int64_t rows)
{
    const int64_t tiling[CLASS_BITS_TILING_SIZE] = {[CLASS_BITS_TILING_ROWS] = rows};
    const int64_t arguments[CLASS_BITS_ARGUMENT_COUNT] = {
        [CLASS_BITS_ARGUMENT_BYTES] = (int64_t)(intptr_t)bytes->address,
        [CLASS_BITS_ARGUMENT_FLAGS] = flags != NULL ? (int64_t)(intptr_t)flags->address : 0,
        [CLASS_BITS_ARGUMENT_NUMBERS] = numbers != NULL ? (int64_t)(intptr_t)numbers->address : 0,
    };
    if (rows > 0)
        ai_cores_run(kernel, blocks_for(rows, ROWS_A_BLOCK, (rows + 7) / 8), tiling, arguments);
}

static void run_pack(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_bits(KERNEL_CLASS_BITS_PACK, &work->outputs[0], &work->inputs[0], NULL,
             view_count(&work->inputs[0]));
}
const struct l0_run loss_kernel_class_bits_pack = {.run = run_pack};

static void run_unpack(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_bits(KERNEL_CLASS_BITS_UNPACK, &work->inputs[0], NULL, &work->outputs[0],
             view_count(&work->outputs[0]));
}
const struct l0_run loss_kernel_class_bits_unpack = {.run = run_unpack};
