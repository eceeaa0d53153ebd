/* SPDX-License-Identifier: Apache-2.0 */
/* AffineGrid: where the places of an image lie in another, by a matrix for each image. */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/convert.h"

#define MOST_SPATIAL 3
#define PLACES_A_BLOCK ((int64_t)1 << 12)

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_affine_grid(struct call *call, int theta, int size, int out)
{
    const struct tensor *matrices = call_tensor(call, theta);
    const struct array *array = call->arguments[size].array;
    const int64_t *sizes = (const int64_t *)array->values;
    int32_t spatial = (int32_t)array->size - 2;
    int64_t dims[MOST_SPATIAL + 2];
    char shape[160];
    if (array->size != 4 && array->size != 5)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 4 or 5 are required",
                      call_name(call, size), array->size);
    if (matrices->rank != 3 || matrices->dims[0] != sizes[0] || matrices->dims[1] != spatial ||
        matrices->dims[2] != spatial + 1)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the shape of %s is %s; [%" PRId64 ", %d, %d] is required",
                      call_name(call, theta),
                      dims_describe(matrices->dims, matrices->rank, shape, sizeof shape), sizes[0],
                      spatial, spatial + 1);
    dims[0] = sizes[0];
    memcpy(dims + 1, sizes + 2, (size_t)spatial * sizeof *dims);
    dims[spatial + 1] = spatial;
    return call_shape_is(call, out, dims, spatial + 2, false,
                         "the batch and the places of size, and a number for each dimension");
}

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

extern const struct l0_run run_affine_grid;
const struct l0_run run_affine_grid = {.run = run_affine_grid_work};

/* ---- The list -------------------------------------------------------------------------------- */

void list_affine_grid(struct l0_list *list, const struct l0_row *row, int theta,
                      const struct array *size, int64_t corners, int out)
{
    int32_t spatial = (int32_t)size->size - 2;
    const int64_t *sizes = (const int64_t *)size->values + 2;
    int64_t *attributes = arena_take(list->arena, (size_t)(spatial + 1) * sizeof *attributes);
    int matrices = l0_contiguous(list, theta);
    int asked = l0_host_tensor(list, "size", ACL_INT32, (int64_t)size->size);
    if (attributes == NULL || matrices == L0_NONE || asked == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[out];
    int64_t dims[] = {result.dims[0], 1, spatial};
    attributes[0] = corners;
    for (int32_t d = 0; d < spatial; d++) {
        attributes[d + 1] = sizes[d];
        dims[1] *= sizes[d];
    }
    int grid = l0_new_shaped(list, "grid", result.type, dims, 3);
    if (grid == L0_NONE)
        return;
    l0_launch(list, row->name, L0_AI_CPU, (int[]){matrices, asked, L0_NONE},
              (int[]){grid, L0_NONE});
    int numbers = l0_convert(list, matrices, ACL_FLOAT);
    int values = result.type == ACL_FLOAT ? grid
                                          : l0_new_shaped(list, "values", ACL_FLOAT, dims, 3);
    if (numbers == L0_NONE || values == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, &numbers, 1, &values, 1, attributes);
    if (values != grid)
        l0_step(list, L0_STEP_CAST, NULL, &values, 1, &grid, 1, NULL);
    l0_view_copy(list, l0_reshape(list, grid, result.dims, result.rank), out);
}
