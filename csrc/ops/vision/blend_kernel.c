/* SPDX-License-Identifier: Apache-2.0 */
/* Rgb2yuv422: brightness of each place, and the two colours of every other one, in turn. Images are
 * dense float32. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "declared/vision.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"

struct colours {
    const any_float *image;
    int64_t step; /* from one colour of a place to the next */
    int64_t place;
};

static double mixed(const struct colours *c, int64_t at, const double factors[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += factors[i] * (double)c->image[at * c->place + i * c->step];
    return sum;
}

static float stored(double value, bool is_bytes)
{
    double whole = rint(value);
    if (!is_bytes)
        return (float)value;
    return (float)(whole < 0 ? 0 : whole > 255 ? 255 : whole);
}

static void run_yuv(const struct work *work, struct task_failure *failure)
{
    static const double brightness[] = {0.29900, 0.58700, 0.11400};
    static const double colour[2][3] = {{-0.16874, -0.33126, 0.50000},
                                        {0.50000, -0.41869, -0.08131}};
    const bool *flags = work->attributes;
    const struct work_view *out = &work->outputs[0];
    any_float *to = (any_float *)(void *)out->address;
    bool is_first = flags[0];
    int64_t width = out->dims[out->rank - (is_first ? 1 : 2)];
    int64_t area = width * out->dims[out->rank - (is_first ? 2 : 3)];
    int64_t images = view_count(out) / (2 * area);
    double middle = flags[1] ? 128 : 0;
    (void)failure;
    for (int64_t image = 0; image < images; image++)
        for (int64_t at = 0; at < area; at++) {
            const any_float *from = (const any_float *)(const void *)work->inputs[0].address;
            const struct colours c = {from + image * 3 * area, is_first ? area : 1,
                                      is_first ? 1 : 3};
            any_float *pair = to + image * 2 * area + at * (is_first ? 1 : 2);
            int64_t column = at % width;
            int64_t odd = column % 2;
            pair[0] = stored(mixed(&c, at, brightness), flags[1]);
            pair[is_first ? area : 1] = stored(mixed(&c, at - odd, colour[odd]) + middle, flags[1]);
        }
}
const struct l0_run vision_kernel_yuv = {.run = run_yuv};
