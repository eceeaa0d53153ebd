/* SPDX-License-Identifier: Apache-2.0 */
/* GaussianBlur: weighted sums along one dimension of a dense float32 image. */
#include <stdint.h>

#include "base/number.h"
#include "declared/vision.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/vision/blur.h"

/* The place inside that a place stands for; -1: none. */
static int64_t place_inside(int64_t place, int64_t extent, enum blur_border border)
{
    int64_t repeated = border == BLUR_MIRROR ? 1 : 0;
    if (place >= 0 && place < extent)
        return place;
    if (border == BLUR_ZEROS)
        return -1;
    if (border == BLUR_NEAREST || extent == 1)
        return place < 0 ? 0 : extent - 1;
    while (place < 0 || place >= extent)
        place = place < 0 ? -place - repeated : 2 * extent - 2 - place + repeated;
    return place;
}

/* The sums at one place, for each of the `inner` numbers that lie there. */
static void blur_place(const struct blur *blur, const any_float *from, int64_t extent,
                       int64_t inner, int64_t place, any_float *to)
{
    const any_float *rows[BLUR_MOST];
    float weights[BLUR_MOST];
    int count = 0;
    for (int64_t i = 0; i < blur->size; i++) {
        int64_t inside = place_inside(place + i - blur->size / 2, extent, blur->border);
        if (inside < 0)
            continue;
        rows[count] = from + inside * inner;
        weights[count++] = blur->weights[i];
    }
    for (int64_t k = 0; k < inner; k++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += (double)weights[i] * (double)rows[i][k];
        to[k] = (float)with_positive_nan(sum);
    }
}

static void run_blur(const struct work *work, struct task_failure *failure)
{
    const struct blur *blur = work->attributes;
    const struct work_view *image = &work->inputs[0];
    const any_float *from = (const any_float *)(const void *)image->address;
    any_float *to = (any_float *)(void *)work->outputs[0].address;
    int64_t extent = image->dims[blur->dimension];
    int64_t outer = blur->dimension == 0 ? 1 : image->dims[0];
    int64_t inner = view_count(image) / (outer * extent);
    (void)failure;
    for (int64_t at = 0; at < outer; at++)
        for (int64_t place = 0; place < extent; place++)
            blur_place(blur, from + at * extent * inner, extent, inner, place,
                       to + (at * extent + place) * inner);
}
const struct l0_run vision_kernel_blur = {.run = run_blur};
