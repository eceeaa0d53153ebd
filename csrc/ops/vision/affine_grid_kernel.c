/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: the layout of matrices and grids, for aclnn_py/kernels/affine_grid.py. */

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/vision.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define PLACES_A_BLOCK ((int64_t)1 << 14)

static void run_affine_grid_work(const struct work *work, struct task_failure *failure)
{
    const struct work_view *theta = &work->inputs[0]; /* dims [n, spatial, spatial + 1] */
    const struct work_view *out = &work->outputs[0];  /* dims [n, elements, spatial] */
    const int64_t *attributes = work->attributes;     /* align_corners, then the sizes */
    int64_t spatial = theta->dims[1];
    int64_t count = out->dims[0] * out->dims[1];
    int64_t tiling[AFFINE_GRID_TILING_SIZE] = {
        [AFFINE_GRID_TILING_IMAGES] = out->dims[0],
        [AFFINE_GRID_TILING_CORNERS] = attributes[0],
    };
    const int64_t arguments[AFFINE_GRID_ARGUMENT_COUNT] = {
        [AFFINE_GRID_ARGUMENT_THETA] = (int64_t)(intptr_t)theta->address,
        [AFFINE_GRID_ARGUMENT_OUT] = (int64_t)(intptr_t)out->address,
    };
    (void)failure;
    for (int64_t d = 0; d < spatial; d++)
        tiling[AFFINE_GRID_TILING_SIZES + d] = attributes[spatial - d];
    for (int d = 0; d < 3; d++) {
        tiling[AFFINE_GRID_TILING_THETA_STRIDES + d] = theta->strides[d];
        tiling[AFFINE_GRID_TILING_OUT_STRIDES + d] = out->strides[d];
    }
    if (count > 0)
        ai_cores_run(spatial == 3 ? KERNEL_AFFINE_GRID_3D : KERNEL_AFFINE_GRID_2D,
                     blocks_for(count, PLACES_A_BLOCK, count), tiling, arguments);
}
const struct l0_run vision_kernel_affine_grid = {.run = run_affine_grid_work};
