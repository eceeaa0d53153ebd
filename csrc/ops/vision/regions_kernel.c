/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of images, points and deformed attention: where operands lie, for
 * aclnn_py/kernels/regions.py, points.py and deformation.py. All are dense. */
#include "ops/vision/regions.h"

#include <stdint.h>

#include "declared/vision.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)1 << 12)

static int64_t address_of(const struct work_view *view)
{
    return (int64_t)(intptr_t)view->address;
}

static void run_blocks(int kernel, int64_t numbers, int64_t most, const int64_t *tiling,
                       const int64_t *arguments)
{
    if (numbers > 0 && most > 0)
        ai_cores_run(kernel, blocks_for(numbers, NUMBERS_A_BLOCK, most), tiling, arguments);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Boxes are [regions, 5] with the number of an image before each, or [regions, 4] beside numbers.
 */
struct region_views {
    const struct work_view *image;
    const struct work_view *boxes;
    const struct work_view *numbers; /* NULL: boxes have them */
    const struct work_view *result;
    const struct work_view *indices; /* NULL: there are none */
};

static void run_regions(const struct work *work, const struct region_views *views, int kernel,
                        int64_t most)
{
    const struct regions *regions = work->attributes;
    int64_t wide = views->boxes->dims[1];
    int64_t boxes = address_of(views->boxes);
    bool has_numbers = views->numbers != NULL;
    const int64_t tiling[REGIONS_TILING_SIZE] = {
        [REGIONS_TILING_IMAGES] = views->image->dims[0],
        [REGIONS_TILING_CHANNELS] = views->image->dims[1],
        [REGIONS_TILING_HEIGHT] = views->image->dims[2],
        [REGIONS_TILING_WIDTH] = views->image->dims[3],
        [REGIONS_TILING_REGIONS] = views->boxes->dims[0],
        [REGIONS_TILING_POOLED_HEIGHT] = regions->pooled[0],
        [REGIONS_TILING_POOLED_WIDTH] = regions->pooled[1],
        [REGIONS_TILING_SAMPLES] = regions->samples,
        [REGIONS_TILING_ALIGNED] = regions->is_aligned,
        [REGIONS_TILING_LARGEST] = regions->is_largest,
        [REGIONS_TILING_BOX_STRIDE] = wide,
        [REGIONS_TILING_NUMBER_STRIDE] = has_numbers ? 1 : wide,
    };
    const int64_t arguments[REGIONS_ARGUMENT_COUNT] = {
        [REGIONS_ARGUMENT_IMAGE] = address_of(views->image),
        [REGIONS_ARGUMENT_BOXES] = has_numbers ? boxes : boxes + (int64_t)sizeof(double),
        [REGIONS_ARGUMENT_NUMBERS] = has_numbers ? address_of(views->numbers) : boxes,
        [REGIONS_ARGUMENT_RESULT] = address_of(views->result),
        [REGIONS_ARGUMENT_INDICES] = views->indices != NULL ? address_of(views->indices) : 0,
        [REGIONS_ARGUMENT_SCALES] = (int64_t)(intptr_t)regions->scales,
    };
    run_blocks(kernel, view_count(views->result) + view_count(views->image), most, tiling,
               arguments);
}

/* The image, boxes and perhaps numbers; the result. */
static void run_align(const struct work *work, struct task_failure *failure)
{
    const struct work_view *boxes = &work->inputs[1];
    const struct region_views views = {.image = &work->inputs[0],
                                       .boxes = boxes,
                                       .numbers = boxes->dims[1] == 4 ? &work->inputs[2] : NULL,
                                       .result = &work->outputs[0]};
    (void)failure;
    run_regions(work, &views, KERNEL_REGIONS_ALIGN, boxes->dims[0] * views.image->dims[1]);
}
const struct l0_run vision_kernel_region_align = {.run = run_align};

/* The gradient of the result and boxes; that of the image. */
static void run_align_gradient(const struct work *work, struct task_failure *failure)
{
    const struct region_views views = {
        .image = &work->outputs[0], .boxes = &work->inputs[1], .result = &work->inputs[0]};
    (void)failure;
    run_regions(work, &views, KERNEL_REGIONS_ALIGN_GRADIENT,
                views.image->dims[0] * views.image->dims[1]);
}
const struct l0_run vision_kernel_region_align_gradient = {.run = run_align_gradient};

/* The image and boxes; the result and the places of its elements. */
static void run_pool(const struct work *work, struct task_failure *failure)
{
    const struct region_views views = {.image = &work->inputs[0],
                                       .boxes = &work->inputs[1],
                                       .result = &work->outputs[0],
                                       .indices = &work->outputs[1]};
    (void)failure;
    run_regions(work, &views, KERNEL_REGIONS_POOL, views.boxes->dims[0] * views.image->dims[1]);
}
const struct l0_run vision_kernel_region_pool = {.run = run_pool};

/* The gradient of the result, boxes and places; the gradient of the image. */
static void run_pool_gradient(const struct work *work, struct task_failure *failure)
{
    const struct region_views views = {.image = &work->outputs[0],
                                       .boxes = &work->inputs[1],
                                       .result = &work->inputs[0],
                                       .indices = &work->inputs[2]};
    (void)failure;
    run_regions(work, &views, KERNEL_REGIONS_POOL_GRADIENT,
                views.image->dims[0] * views.image->dims[1]);
}
const struct l0_run vision_kernel_region_pool_gradient = {.run = run_pool_gradient};

/* ---- Points ---------------------------------------------------------------------------------- */

/* Gradients [batch, channels, count], indices and weights [batch, count, 3]; gradients [batch,
 * channels, sources]. */
static void run_interpolate_gradient(const struct work *work, struct task_failure *failure)
{
    const struct work_view *grad = &work->inputs[0];
    const struct work_view *result = &work->outputs[0];
    const int64_t tiling[POINTS_TILING_SIZE] = {
        [POINTS_TILING_BATCH] = grad->dims[0],
        [POINTS_TILING_CHANNELS] = grad->dims[1],
        [POINTS_TILING_COUNT] = grad->dims[2],
        [POINTS_TILING_SOURCES] = result->dims[2],
    };
    const int64_t arguments[POINTS_ARGUMENT_COUNT] = {
        [POINTS_ARGUMENT_GRAD] = address_of(grad),
        [POINTS_ARGUMENT_INDICES] = address_of(&work->inputs[1]),
        [POINTS_ARGUMENT_WEIGHTS] = address_of(&work->inputs[2]),
        [POINTS_ARGUMENT_RESULT] = address_of(result),
    };
    (void)failure;
    run_blocks(KERNEL_POINTS_INTERPOLATE_GRADIENT, view_count(grad) + view_count(result),
               grad->dims[0] * grad->dims[1], tiling, arguments);
}
const struct l0_run vision_kernel_interpolate_gradient = {.run = run_interpolate_gradient};

/* Two sets of points, for each the indices in the other and the gradients of distances; the
 * gradients of both sets. */
static void run_chamfer_gradient(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    for (int own = 0; own < 2; own++) {
        int other = 1 - own;
        const struct work_view *points = &work->inputs[own];
        const int64_t tiling[POINTS_TILING_SIZE] = {
            [POINTS_TILING_BATCH] = points->dims[0],
            [POINTS_TILING_COUNT] = points->dims[1],
            [POINTS_TILING_SOURCES] = work->inputs[other].dims[1],
        };
        const int64_t arguments[POINTS_ARGUMENT_COUNT] = {
            [POINTS_ARGUMENT_GRAD] = address_of(&work->inputs[4 + own]),
            [POINTS_ARGUMENT_INDICES] = address_of(&work->inputs[2 + own]),
            [POINTS_ARGUMENT_OTHER_GRAD] = address_of(&work->inputs[4 + other]),
            [POINTS_ARGUMENT_OTHER_INDICES] = address_of(&work->inputs[2 + other]),
            [POINTS_ARGUMENT_OWN] = address_of(points),
            [POINTS_ARGUMENT_OTHERS] = address_of(&work->inputs[other]),
            [POINTS_ARGUMENT_RESULT] = address_of(&work->outputs[own]),
        };
        run_blocks(KERNEL_POINTS_CHAMFER_GRADIENT, view_count(points), points->dims[0], tiling,
                   arguments);
    }
}
const struct l0_run vision_kernel_chamfer_gradient = {.run = run_chamfer_gradient};

/* ---- Attention to deformed images ------------------------------------------------------------ */

static void tile_deformation(const struct work *work, int64_t *tiling)
{
    const struct work_view *values = &work->inputs[0];
    const struct work_view *places = &work->inputs[3];
    tiling[DEFORMATION_TILING_BATCH] = values->dims[0];
    tiling[DEFORMATION_TILING_KEYS] = values->dims[1];
    tiling[DEFORMATION_TILING_HEADS] = values->dims[2];
    tiling[DEFORMATION_TILING_WIDTH] = values->dims[3];
    tiling[DEFORMATION_TILING_QUERIES] = places->dims[1];
    tiling[DEFORMATION_TILING_LEVELS] = places->dims[3];
    tiling[DEFORMATION_TILING_POINTS] = places->dims[4];
}

static void run_deformed_attention(const struct work *work, struct task_failure *failure)
{
    int64_t tiling[DEFORMATION_TILING_SIZE] = {0};
    const struct work_view *places = &work->inputs[3];
    const int64_t arguments[DEFORMATION_ARGUMENT_COUNT] = {
        [DEFORMATION_ARGUMENT_VALUES] = address_of(&work->inputs[0]),
        [DEFORMATION_ARGUMENT_SHAPES] = address_of(&work->inputs[1]),
        [DEFORMATION_ARGUMENT_STARTS] = address_of(&work->inputs[2]),
        [DEFORMATION_ARGUMENT_PLACES] = address_of(places),
        [DEFORMATION_ARGUMENT_WEIGHTS] = address_of(&work->inputs[4]),
        [DEFORMATION_ARGUMENT_RESULT] = address_of(&work->outputs[0]),
    };
    (void)failure;
    tile_deformation(work, tiling);
    run_blocks(KERNEL_DEFORMATION_ATTENTION, view_count(&work->outputs[0]) + view_count(places),
               places->dims[0] * places->dims[1] * places->dims[2], tiling, arguments);
}
const struct l0_run vision_kernel_deformed_attention = {.run = run_deformed_attention};

static void run_deformed_gradient(const struct work *work, struct task_failure *failure)
{
    int64_t tiling[DEFORMATION_TILING_SIZE] = {0};
    const struct work_view *values = &work->inputs[0];
    const int64_t arguments[DEFORMATION_ARGUMENT_COUNT] = {
        [DEFORMATION_ARGUMENT_VALUES] = address_of(values),
        [DEFORMATION_ARGUMENT_SHAPES] = address_of(&work->inputs[1]),
        [DEFORMATION_ARGUMENT_STARTS] = address_of(&work->inputs[2]),
        [DEFORMATION_ARGUMENT_PLACES] = address_of(&work->inputs[3]),
        [DEFORMATION_ARGUMENT_WEIGHTS] = address_of(&work->inputs[4]),
        [DEFORMATION_ARGUMENT_RESULT] = address_of(&work->inputs[5]),
        [DEFORMATION_ARGUMENT_VALUES_GRAD] = address_of(&work->outputs[0]),
        [DEFORMATION_ARGUMENT_PLACES_GRAD] = address_of(&work->outputs[1]),
        [DEFORMATION_ARGUMENT_WEIGHTS_GRAD] = address_of(&work->outputs[2]),
    };
    (void)failure;
    tile_deformation(work, tiling);
    run_blocks(KERNEL_DEFORMATION_ATTENTION_GRADIENT,
               view_count(values) + view_count(&work->inputs[3]), values->dims[0] * values->dims[2],
               tiling, arguments);
}
const struct l0_run vision_kernel_deformed_gradient = {.run = run_deformed_gradient};
