/* SPDX-License-Identifier: Apache-2.0 */
/* Rasterizer: the nearest triangle at each pixel of a screen, and where in it the pixel lies. Each
 * block does some rows of the screen for all triangles. All operands are dense. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/vision.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "runtime/stream/stream.h"

#define PIXELS_A_BLOCK ((int64_t)1 << 12)
#define DEPTHS 262144.0 /* steps of depth between 0 and 1 */

struct screen {
    const any_float *vertices; /* [vertices, 4] */
    int64_t face_count;
    int64_t height;
    int64_t width;
    /* In scratch, which nobody else writes. */
    double *depths;
    int32_t *nearest; /* a face's number and 1; 0: none */
    int32_t *faces;   /* [faces, 3] */
    any_int32 *nearest_out;
    any_float *shares;
};

struct corner {
    double x;
    double y;
    double z;
    double w;
};

static struct corner corner_of(const struct screen *s, int64_t face, int number)
{
    const any_float *v = s->vertices + (int64_t)s->faces[3 * face + number] * 4;
    double w = (double)v[3];
    return (struct corner){((double)v[0] / w * 0.5 + 0.5) * (double)(s->width - 1) + 0.5,
                           (0.5 + 0.5 * (double)v[1] / w) * (double)(s->height - 1) + 0.5,
                           (double)v[2] / w * 0.49999 + 0.5, w};
}

static double area_of(double x0, double y0, double x1, double y1, double x2, double y2)
{
    return (x2 - x0) * (y1 - y0) - (x1 - x0) * (y2 - y0);
}

/* Where a point lies in a triangle; false outside, and where the triangle has no area. */
static bool find_shares(const struct corner c[3], double x, double y, double shares[3])
{
    double area = area_of(c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y);
    if (area == 0 || area != area)
        return false;
    shares[1] = area_of(c[0].x, c[0].y, x, y, c[2].x, c[2].y) / area;
    shares[2] = area_of(c[0].x, c[0].y, c[1].x, c[1].y, x, y) / area;
    shares[0] = 1 - shares[1] - shares[2];
    for (int i = 0; i < 3; i++)
        if (!(shares[i] >= 0 && shares[i] <= 1))
            return false;
    return true;
}

/* The first and the last pixel that three numbers reach, of those from `first` on. */
static bool find_reach(double a, double b, double c, int64_t first, int64_t past, int64_t reach[2])
{
    double least = fmin(fmin(a, b), c);
    double most = fmax(fmax(a, b), c);
    if (!(most >= (double)first && least < (double)past))
        return false;
    reach[0] = least > (double)first ? (int64_t)least : first;
    reach[1] = most < (double)(past - 1) ? (int64_t)most : past - 1;
    return true;
}

static void draw_face(const struct screen *s, int64_t face, struct block_share rows)
{
    double shares[3];
    int64_t across[2];
    int64_t down[2];
    struct corner c[3];
    for (int i = 0; i < 3; i++)
        c[i] = corner_of(s, face, i);
    if (!find_reach(c[0].x, c[1].x, c[2].x, 0, s->width, across) ||
        !find_reach(c[0].y, c[1].y, c[2].y, rows.first, rows.past, down))
        return;
    for (int64_t row = down[0]; row <= down[1]; row++)
        for (int64_t column = across[0]; column <= across[1]; column++) {
            int64_t at = row * s->width + column;
            if (!find_shares(c, (double)column + 0.5, (double)row + 0.5, shares))
                continue;
            double depth = trunc((shares[0] * c[0].z + shares[1] * c[1].z + shares[2] * c[2].z) *
                                 DEPTHS);
            if (!(depth < s->depths[at]))
                continue;
            s->depths[at] = depth;
            s->nearest[at] = (int32_t)(face + 1);
        }
}

static void put_shares(const struct screen *s, int64_t at)
{
    double shares[3];
    struct corner c[3];
    any_float *to = s->shares + 3 * at;
    int64_t face = (int64_t)s->nearest[at] - 1;
    double sum = 0;
    memset(to, 0, 3 * sizeof *to);
    if (face < 0)
        return;
    for (int i = 0; i < 3; i++)
        c[i] = corner_of(s, face, i);
    if (!find_shares(c, (double)(at % s->width) + 0.5, (double)(at / s->width) + 0.5, shares))
        return;
    for (int i = 0; i < 3; i++) {
        shares[i] /= c[i].w;
        sum += shares[i];
    }
    for (int i = 0; i < 3; i++)
        to[i] = (float)(shares[i] / sum);
}

static void draw_rows(int64_t block, int64_t blocks, void *context)
{
    const struct screen *s = context;
    struct block_share rows = share_of_block(s->height, block, blocks);
    for (int64_t at = rows.first * s->width; at < rows.past * s->width; at++) {
        s->depths[at] = INFINITY;
        s->nearest[at] = 0;
    }
    for (int64_t face = 0; face < s->face_count; face++)
        draw_face(s, face, rows);
    for (int64_t at = rows.first * s->width; at < rows.past * s->width; at++) {
        put_shares(s, at);
        s->nearest_out[at] = s->nearest[at];
    }
}

static uint64_t rasterizer_bytes(const struct work *work)
{
    uint64_t pixels = (uint64_t)view_count(&work->outputs[0]);
    uint64_t faces = (uint64_t)view_count(&work->inputs[1]);
    return pixels * (sizeof(double) + sizeof(int32_t)) + faces * sizeof(int32_t);
}

static void run_rasterizer(const struct work *work, struct task_failure *failure)
{
    const struct work_view *out = &work->outputs[0];
    const struct work_view *faces = &work->inputs[1];
    int64_t pixels = view_count(out);
    struct screen s = {
        .vertices = (const any_float *)(const void *)work->inputs[0].address,
        .face_count = faces->dims[0],
        .height = out->dims[0],
        .width = out->dims[1],
        .depths = (double *)(void *)work->scratch,
        .nearest_out = (any_int32 *)(void *)out->address,
        .shares = (any_float *)(void *)work->outputs[1].address,
    };
    s.nearest = (int32_t *)(void *)(s.depths + pixels);
    s.faces = s.nearest + pixels;
    int64_t vertices = work->inputs[0].dims[0];
    for (int64_t i = 0; i < 3 * s.face_count; i++) {
        int64_t vertex = index_at(faces->address + i * (int64_t)sizeof(int32_t), false);
        if (vertex < 0 || vertex >= vertices) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "f[%" PRId64 ", %" PRId64 "] is %" PRId64
                     "; every index must be in [0, %" PRId64 ")",
                     i / 3, i % 3, vertex, vertices);
            return;
        }
        s.faces[i] = (int32_t)vertex;
    }
    ai_cores_run_function("rasterizer", draw_rows, blocks_for(pixels, PIXELS_A_BLOCK, s.height),
                          &s);
}
const struct l0_run vision_kernel_rasterizer = {
    .run = run_rasterizer, .scratch_bytes = rasterizer_bytes, .scratch_steers = true};
