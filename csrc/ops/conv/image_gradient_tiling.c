/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of gradients of images: its tiling, as far as it refuses. */
#include "ops/conv/image_gradient_tiling.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "ops/conv/convolution_layout.h"

enum { DEPTH, HEIGHT, WIDTH };

#define BLOCK 16 /* rows and columns of what the cube multiplies */

/* Of 910B and 910_93; Ascend950 counts in int32 alone. */
#define MOST_DISTANCE 255
#define MOST_STRIDE 63
#define MOST_WINDOW 511
#define MOST_WIDTH 4096
#define L1_BYTES 524288

#define MOST_GROUPS 65535

static bool is_within(const char *what, int64_t number, int64_t least, int64_t most)
{
    if (number >= least && number <= most)
        return true;
    report(ACLNN_ERR_INNER_NULLPTR, "%s is %" PRId64 "; the kernel takes %" PRId64 " to %" PRId64,
           what, number, least, most);
    return false;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The kernel reads the gradient with so many zeros around. */
static int64_t zeros_before(const struct conv_image_gradient *g, int i)
{
    return conv_layout_times(g->kernel[i] - 1, g->dilation[i]) - g->before[i];
}

static int64_t zeros_behind(const struct conv_image_gradient *g, int i)
{
    return g->to[i] - conv_layout_times(g->from[i], g->stride[i]) + g->before[i];
}

/* The numbers that a call gives for a dimension. A window of one place has no dilation. */
static bool are_numbers_taken(const struct conv_image_gradient *g, int i, bool is_3510)
{
    bool is_depth = i == DEPTH;
    int64_t far = is_3510 ? INT32_MAX : MOST_DISTANCE;
    int64_t stride = is_3510 ? INT32_MAX : is_depth ? MOST_DISTANCE : MOST_STRIDE;
    if (is_depth && !is_3510 && g->kernel[i] < stride)
        stride = g->kernel[i];
    return is_within("padding", g->before[i], 0, far) &&
           is_within("padding", g->behind[i], 0, far) &&
           is_within("stride", g->stride[i], 1, stride) &&
           is_within("dilation", g->kernel[i] == 1 ? 1 : g->dilation[i], 1, far) &&
           is_within("the size of a window", g->kernel[i], 1,
                     is_3510 || is_depth ? INT32_MAX : MOST_WINDOW);
}

static bool are_sizes_taken(const struct conv_image_gradient *g, int i)
{
    return is_within("the size of what is read", g->from[i], 1, INT32_MAX) &&
           is_within("the size of the result", g->to[i], 1, INT32_MAX) &&
           (i == DEPTH || is_within("the size of what is read, times stride,",
                                    conv_layout_times(g->from[i], g->stride[i]), 1, INT32_MAX));
}

static bool are_zeros_taken(const struct conv_image_gradient *g, int i)
{
    return is_within("dilation * (window - 1) - padding", larger(zeros_before(g, i), 0), 0,
                     MOST_DISTANCE) &&
           is_within("result - stride * size + padding", larger(zeros_behind(g, i), 0), 0,
                     MOST_DISTANCE);
}

/* The rows that the kernel needs for one block of results. */
static int64_t rows_at_once(const struct conv_image_gradient *g)
{
    int64_t window = (g->kernel[HEIGHT] - 1) * g->dilation[HEIGHT] + g->more[HEIGHT];
    int64_t width = g->to[WIDTH];
    int64_t rows = width > BLOCK        ? window + 2
                   : BLOCK % width == 0 ? window + BLOCK / width
                                        : window + BLOCK / width + 2;
    return smaller(rows, g->from[HEIGHT] * g->stride[HEIGHT]);
}

/* The planes that it needs for one plane of results. */
static int64_t planes_at_once(const struct conv_image_gradient *g, int64_t in_block)
{
    int64_t reach = (g->kernel[DEPTH] - 1) * g->dilation[DEPTH] + 1 + g->more[DEPTH];
    int64_t windows = g->channels <= in_block ? g->kernel[DEPTH] : 1;
    if (reach == g->stride[DEPTH])
        return 1;
    return smaller(conv_layout_blocks(windows - 1, g->stride[DEPTH]) + 1, g->from[DEPTH]);
}

/* Whether the least that the kernel works on fits into the L1 buffer. */
static bool fits_buffer(const struct conv_image_gradient *g)
{
    bool is_single = g->type == ACL_FLOAT;
    int64_t bytes = is_single ? 4 : 2;
    int64_t in_block = is_single ? BLOCK / 2 : BLOCK;
    int64_t width = conv_layout_times(g->from[WIDTH], g->stride[WIDTH]);
    int64_t rows = conv_layout_times(rows_at_once(g), planes_at_once(g, in_block));
    int64_t image = conv_layout_times(conv_layout_times(rows, width), in_block * bytes);
    int64_t window = conv_layout_times(g->kernel[HEIGHT], g->kernel[WIDTH]);
    int64_t zeros = is_single ? 0 : BLOCK * BLOCK * bytes;
    int64_t all = image + conv_layout_times(window, BLOCK * in_block * bytes) + zeros;
    return is_within("the width of the result", g->to[WIDTH], 1, MOST_WIDTH) &&
           is_within("the width of what is read, times stride,", width, 1, MOST_WIDTH) &&
           is_within("the number of bytes of rows and a window", all, 1, L1_BYTES);
}

aclnnStatus conv_tiling_image_gradient(const struct soc *soc, const struct conv_image_gradient *g)
{
    bool is_3510 = soc->architecture == ARCHITECTURE_3510;
    bool is_taken = is_within("groups", g->groups, 1, MOST_GROUPS);
    for (int i = DEPTH; i <= WIDTH && is_taken; i++)
        is_taken = are_numbers_taken(g, i, is_3510) && are_sizes_taken(g, i) &&
                   (is_3510 || i == DEPTH || are_zeros_taken(g, i));
    return is_taken && (is_3510 || fits_buffer(g)) ? ACLNN_SUCCESS : ACLNN_ERR_INNER_NULLPTR;
}
