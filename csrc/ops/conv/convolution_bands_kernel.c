/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions by bands of the input: kernels. */
#include "ops/conv/convolution_bands.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "base/number.h"
#include "ops/common/work_views.h"
#include "ops/conv/convolution_views.h"
#include "products/product.h"
#include "products/wide.h"

/* Bytes of the first-level cache for the input that a panel of columns reads. */
#define PANEL_BYTES 32768
/* The most float32 sums of a task. */
#define SUMS 65536
#define FEWEST_POSITIONS 96
#define MOST_POSITIONS 1024
#define MOST_ROWS 512
#define FEWEST_ROWS 64
#define ENOUGH_TASKS 8
#define FEWEST_HEIGHT 4
/* Bands are used when at least this share of the computed sums, in hundredths, is kept. */
#define ENOUGH_KEPT 60
#define WORD ((int64_t)sizeof(uint32_t))

/* ---- The division ---------------------------------------------------------------------------- */

/* The distance from the first to the last element of a window, within a band of one remainder. */
static int64_t reach(const struct lens *lens, int dim)
{
    return lens->dilation[dim] * (lens->kernel[dim] - 1) / lens->stride[dim];
}

static int64_t phases_of(const struct lens *lens, int dim)
{
    return least(lens->stride[dim], lens->dilation[dim] * (lens->kernel[dim] - 1) + 1);
}

int64_t conv_kernel_bands_measure(struct bands *b, int64_t height, int64_t width)
{
    b->kernel = volume(b->lens.kernel);
    b->phases[0] = phases_of(&b->lens, HEIGHT);
    b->phases[1] = phases_of(&b->lens, WIDTH);
    b->height = height;
    b->width = width;
    b->band_height = height + reach(&b->lens, HEIGHT);
    b->band_width = width + reach(&b->lens, WIDTH);
    return b->phases[0] * b->phases[1] * b->band_height * b->band_width;
}

/* Chooses bands of about `positions` positions, all of the same size. */
static void choose_bands(struct bands *b, int64_t positions)
{
    int64_t rows = b->output.dims[HEIGHT];
    int64_t columns = b->output.dims[WIDTH];
    b->across = divide_up(columns, positions);
    b->width = divide_up(columns, b->across);
    b->across = divide_up(columns, b->width);
    b->band_width = b->width + reach(&b->lens, WIDTH);
    b->height = clamp(positions / b->band_width, 1, rows);
    int64_t others = b->output.count * b->groups * b->pieces * b->output.dims[DEPTH] * b->across;
    while (b->height > FEWEST_HEIGHT && others * divide_up(rows, b->height) < ENOUGH_TASKS)
        b->height = divide_up(b->height, 2);
    b->height = divide_up(rows, divide_up(rows, b->height));
    b->down = divide_up(rows, b->height);
    b->band_height = b->height + reach(&b->lens, HEIGHT);
    b->positions = (b->height - 1) * b->band_width + b->width;
    b->tasks = others * b->down;
}

bool conv_kernel_bands_divide(struct bands *b)
{
    int64_t groups = b->output.count * b->groups;
    const struct lens *lens = &b->lens;
    if (!(b->is_pairs ? wide_has_pairs() : wide_has_floats()) || b->inputs == 0)
        return false;
    b->planes = b->is_pairs ? divide_up(b->inputs, 2) : b->inputs;
    b->rows = least(b->outputs, MOST_ROWS);
    b->pieces = divide_up(b->outputs, b->rows);
    choose_bands(b, clamp(SUMS / b->rows, FEWEST_POSITIONS, MOST_POSITIONS));
    while (b->rows > FEWEST_ROWS && b->tasks < ENOUGH_TASKS) {
        b->rows = most(FEWEST_ROWS, divide_up(b->rows, 2));
        b->pieces = divide_up(b->outputs, b->rows);
        b->tasks = groups * b->pieces * b->output.dims[DEPTH] * b->down * b->across;
    }
    int64_t plane = conv_kernel_bands_measure(b, b->height, b->width);
    int64_t kept = b->height * b->width;
    int64_t made = divide_up(b->positions, WIDE_LANES) * WIDE_LANES;
    if (kept * 100 < made * ENOUGH_KEPT)
        return false;
    int64_t line = (WIDE_COLUMNS + reach(lens, WIDTH)) * WORD + CPU_CACHE_LINE;
    int64_t seen = lens->kernel[DEPTH] * lens->kernel[HEIGHT] *
                   least(lens->kernel[WIDTH], b->phases[1]) * line;
    b->block = clamp(PANEL_BYTES / seen, 1, b->planes);
    b->block = divide_up(b->planes, divide_up(b->planes, b->block));
    int64_t words = b->block * lens->kernel[DEPTH] * plane;
    /* Offsets are numbers of 32 bits. */
    if (plane > INT32_MAX / 2 || words > INT32_MAX / 2)
        return false;
    b->band_bytes = round_up((words + WIDE_LANES) * WORD, CPU_CACHE_LINE);
    b->sums_bytes = round_up(b->rows * made * (int64_t)sizeof(float), CPU_CACHE_LINE);
    b->unit_bytes = b->band_bytes + b->sums_bytes +
                    round_up(b->block * b->kernel * WORD, CPU_CACHE_LINE);
    return true;
}

/* ---- Bands of the input ---------------------------------------------------------------------- */

void conv_kernel_bands_place(const struct bands *b, int32_t *places)
{
    const struct lens *lens = &b->lens;
    int64_t plane = b->band_height * b->band_width;
    for (int64_t slice = 0; slice < b->block * lens->kernel[DEPTH]; slice++)
        for (int64_t i = 0; i < lens->kernel[HEIGHT]; i++)
            for (int64_t j = 0; j < lens->kernel[WIDTH]; j++) {
                int64_t y = i * lens->dilation[HEIGHT];
                int64_t x = j * lens->dilation[WIDTH];
                int64_t phase = y % lens->stride[HEIGHT] * b->phases[1] + x % lens->stride[WIDTH];
                *places++ = (int32_t)((slice * b->phases[0] * b->phases[1] + phase) * plane +
                                      y / lens->stride[HEIGHT] * b->band_width +
                                      x / lens->stride[WIDTH]);
            }
}

void conv_kernel_bands_begin(const struct bands *b, char *scratch)
{
    conv_kernel_bands_place(b, (int32_t *)(void *)(scratch + b->band_bytes + b->sums_bytes));
}

static struct band_task find_task(const struct bands *b, int64_t index)
{
    struct band_task task;
    task.first = index % b->pieces * b->rows;
    task.rows = least(b->rows, b->outputs - task.first);
    index /= b->pieces;
    task.x = index % b->across * b->width;
    index /= b->across;
    task.y = index % b->down * b->height;
    index /= b->down;
    task.depth = index % b->output.dims[DEPTH];
    index /= b->output.dims[DEPTH];
    task.group = index % b->groups;
    task.image = index / b->groups;
    return task;
}

/* Writes a line of a plane. Words [begin, end) are elements `step` apart, the others are 0. */
static void lay_floats(const any_float *from, int64_t step, int64_t begin, int64_t end,
                       uint32_t *to)
{
    if (step == 1)
        memcpy(to + begin, from, (size_t)(end - begin) * sizeof *to);
    else
        for (int64_t x = begin; x < end; x++, from += step)
            memcpy(to + x, from, sizeof *to);
}

/* Writes a line of pairs. `second` is NULL when there is no further channel. */
static void lay_pairs(const any_uint16 *first, const any_uint16 *second, int64_t step,
                      int64_t begin, int64_t end, uint32_t *to)
{
    if (step == 1 && second != NULL) {
        wide_join_pairs((const uint16_t *)first, (const uint16_t *)second, end - begin, to + begin);
        return;
    }
    for (int64_t x = begin; x < end; x++, first += step) {
        to[x] = *first;
        if (second != NULL) {
            to[x] |= (uint32_t)*second << 16;
            second += step;
        }
    }
}

/* Writes the lines of one remainder, from one slice of a plane of the input. */
static void lay_phase(const struct bands *b, const struct band_task *task, int64_t channel,
                      int64_t depth, int64_t phase_y, int64_t phase_x, uint32_t *to)
{
    const struct lens *lens = &b->lens;
    const struct image *input = &b->input;
    int64_t stride = lens->stride[WIDTH];
    int64_t left = task->x * stride + phase_x - lens->before[WIDTH];
    int64_t begin = left >= 0 ? 0 : least(divide_up(-left, stride), b->band_width);
    int64_t end = left >= input->dims[WIDTH] ? 0 : (input->dims[WIDTH] - 1 - left) / stride + 1;
    int64_t last = b->is_pairs ? 2 * channel + 1 : channel;
    bool is_depth = depth >= 0 && depth < input->dims[DEPTH];
    end = clamp(end, begin, b->band_width);
    for (int64_t y = 0; y < b->band_height; y++, to += b->band_width) {
        int64_t row = (task->y + y) * lens->stride[HEIGHT] + phase_y - lens->before[HEIGHT];
        if (!is_depth || row < 0 || row >= input->dims[HEIGHT] || begin == end) {
            memset(to, 0, (size_t)b->band_width * sizeof *to);
            continue;
        }
        int64_t offset = task->image * input->step + depth * input->strides[DEPTH] +
                         row * input->strides[HEIGHT] +
                         (left + begin * stride) * input->strides[WIDTH];
        int64_t step = stride * input->strides[WIDTH];
        for (int64_t x = 0; x < begin; x++)
            to[x] = 0;
        for (int64_t x = end; x < b->band_width; x++)
            to[x] = 0;
        if (b->is_pairs) {
            int64_t place = offset + (task->group * b->inputs + 2 * channel) * input->channel;
            const any_uint16 *first = (const any_uint16 *)(const void *)input->data + place;
            lay_pairs(first, last < b->inputs ? first + input->channel : NULL, step, begin, end,
                      to);
        } else {
            offset += (task->group * b->inputs + channel) * input->channel;
            lay_floats(input->data + offset, step, begin, end, to);
        }
    }
}

static void lay_block(const struct bands *b, const struct band_task *task, int64_t first,
                      int64_t count, uint32_t *to)
{
    const struct lens *lens = &b->lens;
    for (int64_t channel = first; channel < first + count; channel++)
        for (int64_t k = 0; k < lens->kernel[DEPTH]; k++) {
            int64_t depth = task->depth * lens->stride[DEPTH] - lens->before[DEPTH] +
                            k * lens->dilation[DEPTH];
            for (int64_t y = 0; y < b->phases[0]; y++)
                for (int64_t x = 0; x < b->phases[1]; x++) {
                    lay_phase(b, task, channel, depth, y, x, to);
                    to += b->band_height * b->band_width;
                }
        }
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static void store(const struct bands *b, const struct band_task *task, int64_t channel,
                  const float *sums, int64_t stride)
{
    const struct image *out = &b->output;
    int64_t rows = least(b->height, out->dims[HEIGHT] - task->y);
    int64_t columns = least(b->width, out->dims[WIDTH] - task->x);
    for (int64_t row = 0; row < task->rows; row++) {
        int64_t place = task->image * out->step + (channel + row) * out->channel +
                        task->depth * out->strides[DEPTH] + task->y * out->strides[HEIGHT] +
                        task->x * out->strides[WIDTH];
        void *to = b->output_type == ACL_FLOAT ? (void *)(out->data + place)
                                               : (void *)((any_uint16 *)(void *)out->data + place);
        product_store(b->output_type, to, out->strides[HEIGHT], out->strides[WIDTH], rows, columns,
                      sums + row * stride, b->band_width);
    }
}

void conv_kernel_bands_run(const struct bands *b, int64_t index, char *scratch)
{
    const struct band_task task = find_task(b, index);
    uint32_t *band = (uint32_t *)(void *)scratch;
    float *sums = (float *)(void *)(scratch + b->band_bytes);
    int64_t channel = task.group * b->outputs + task.first;
    int64_t stride = divide_up(b->positions, WIDE_LANES) * WIDE_LANES;
    struct wide_product part = {
        .rows = task.rows,
        .left_stride = b->weight_stride,
        .places = (const int32_t *)(const void *)(scratch + b->band_bytes + b->sums_bytes),
        .sums_stride = stride,
    };
    if (b->bias != NULL)
        for (int64_t row = 0; row < task.rows; row++) {
            float bias = b->bias[(channel + row) * b->bias_stride];
            for (int64_t i = 0; i < stride; i++)
                sums[row * stride + i] = bias;
        }
    for (int64_t at = 0; at < b->planes; at += b->block) {
        int64_t count = least(b->block, b->planes - at);
        lay_block(b, &task, at, count, band);
        part.words = count * b->kernel;
        part.left = b->weights + channel * b->weight_stride + at * b->kernel * WORD;
        part.add = b->bias != NULL || at > 0;
        for (int64_t column = 0; column < b->positions; column += WIDE_COLUMNS) {
            part.columns = least(WIDE_COLUMNS, b->positions - column);
            part.right = band + column;
            part.sums = sums + column;
            if (b->is_pairs)
                wide_multiply_pairs(&part);
            else
                wide_multiply_floats(&part);
        }
    }
    store(b, &task, channel, sums, stride);
}
