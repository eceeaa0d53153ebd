/* SPDX-License-Identifier: Apache-2.0 */
/* SignBitsPack and SignBitsUnpack: the layout of numbers and bytes, for
 * aclnn_py/kernels/sign_bits.py. CANN documents packing on Ascend950 differently: negative_first.
 */
#include "ops/bitwise/sign_bits.h"

#include <stdint.h>

#include "base/data_type.h"
#include "declared/bitwise.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer bytes is not worth waking a thread for. */
#define BYTES_A_BLOCK ((int64_t)32 << 10)

/* The row has one dimension, the matrix one or two. */
static void launch(int kernel, const struct work_view *row, const struct work_view *matrix,
                   const struct work_view *numbers, const struct work_view *bytes, int64_t count,
                   int64_t negative_first)
{
    int32_t last = matrix->rank - 1;
    const int64_t tiling[SIGN_BITS_TILING_SIZE] = {
        [SIGN_BITS_TILING_BYTES] = count,
        [SIGN_BITS_TILING_NUMBERS] = row->dims[0],
        [SIGN_BITS_TILING_NEGATIVE_FIRST] = negative_first,
        [SIGN_BITS_TILING_STRIDE] = row->strides[0],
        [SIGN_BITS_TILING_COLUMNS] = matrix->dims[last],
        [SIGN_BITS_TILING_ROW_STRIDE] = last > 0 ? matrix->strides[0] : 0,
        [SIGN_BITS_TILING_COLUMN_STRIDE] = matrix->strides[last],
    };
    const int64_t arguments[SIGN_BITS_ARGUMENT_COUNT] = {
        [SIGN_BITS_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)numbers->address,
        [SIGN_BITS_ARGUMENT_BYTES] = (int64_t)(intptr_t)bytes->address,
    };
    if (count > 0)
        ai_cores_run(kernel, blocks_for(count, BYTES_A_BLOCK, count), tiling, arguments);
}

static void run_pack(const struct work *work, struct task_failure *failure)
{
    const struct sign_bits *attributes = work->attributes;
    const struct work_view *numbers = &work->inputs[0];
    const struct work_view *bytes = &work->outputs[0]; /* dims [size, bytes / size] */
    (void)failure;
    launch(numbers->type == ACL_FLOAT ? KERNEL_SIGN_BITS_PACK_FLOAT32
                                      : KERNEL_SIGN_BITS_PACK_FLOAT16,
           numbers, bytes, numbers, bytes, bytes->dims[0] * bytes->dims[1],
           attributes->negative_first);
}
const struct l0_run bitwise_kernel_sign_bits_pack = {.run = run_pack};

static void run_unpack(const struct work *work, struct task_failure *failure)
{
    const struct work_view *bytes = &work->inputs[0];
    const struct work_view *numbers = &work->outputs[0];
    (void)failure;
    launch(numbers->type == ACL_FLOAT ? KERNEL_SIGN_BITS_UNPACK_FLOAT32
                                      : KERNEL_SIGN_BITS_UNPACK_FLOAT16,
           bytes, numbers, numbers, bytes, bytes->dims[0], 0);
}
const struct l0_run bitwise_kernel_sign_bits_unpack = {.run = run_unpack};
