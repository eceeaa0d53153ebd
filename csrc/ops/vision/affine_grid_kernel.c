/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: where the places of an image lie in another, by a matrix for each image. */
#include "ops/vision/affine_grid.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/vision.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define PLACES_A_BLOCK ((int64_t)1 << 12)

/* ---- The work -------------------------------------------------------------------------------- */

struct run {
    const struct work_view *theta; /* [n, spatial, spatial + 1] */
    const struct work_view *out;   /* [n, places, spatial] */
    const int64_t *sizes;          /* of the spatial dimensions */
    int32_t spatial;
    bool corners; /* -1 and 1 are the centres of the outermost places, not their edges */
};

static double coordinate_of(const struct run *r, int64_t place, int64_t size)
{
    if (r->corners)
        return size > 1 ? 2 * (double)place / (double)(size - 1) - 1 : 0;
    return (2 * (double)place + 1) / (double)size - 1;
}

static float float_at(const struct work_view *view, int64_t offset)
{
    float value;
    memcpy(&value, view->address + offset * (int64_t)sizeof value, sizeof value);
    return value;
}

static void run_place(const struct run *r, int64_t image, int64_t place)
{
    double at[MOST_SPATIAL + 1]; /* x, y, z, 1 */
    int64_t rest = place;
    const struct work_view *theta = r->theta;
    const struct work_view *out = r->out;
    for (int32_t d = 0; d < r->spatial; d++) {
        int64_t size = r->sizes[r->spatial - 1 - d];
        at[d] = coordinate_of(r, rest % size, size);
        rest /= size;
    }
    at[r->spatial] = 1;
    for (int32_t d = 0; d < r->spatial; d++) {
        int64_t row = image * theta->strides[0] + d * theta->strides[1];
        double sum = 0;
        for (int32_t k = 0; k <= r->spatial; k++)
            sum += at[k] * (double)float_at(theta, row + k * theta->strides[2]);
        float rounded = (float)sum;
        memcpy(out->address +
                   (image * out->strides[0] + place * out->strides[1] + d * out->strides[2]) *
                       (int64_t)sizeof rounded,
               &rounded, sizeof rounded);
    }
}

static void run_places(int64_t block, int64_t blocks, void *context)
{
    const struct run *r = context;
    int64_t places = r->out->dims[1];
    const struct block_share share = share_of_block(r->out->dims[0] * places, block, blocks);
    for (int64_t i = share.first; i < share.past; i++)
        run_place(r, i / places, i % places);
}

static void run_affine_grid_work(const struct work *work, struct task_failure *failure)
{
    const int64_t *attributes = work->attributes; /* corners, and the sizes */
    struct run r = {.theta = &work->inputs[0],
                    .out = &work->outputs[0],
                    .sizes = attributes + 1,
                    .spatial = (int32_t)work->inputs[0].dims[1],
                    .corners = attributes[0] != 0};
    int64_t count = r.out->dims[0] * r.out->dims[1];
    (void)failure;
    if (count > 0)
        ai_cores_run_function("affine_grid", run_places, blocks_for(count, PLACES_A_BLOCK, count),
                              &r);
}
const struct l0_run vision_kernel_affine_grid = {.run = run_affine_grid_work};
