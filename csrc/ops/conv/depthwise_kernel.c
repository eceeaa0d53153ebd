/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions with one input channel a group: kernels. */
#include "ops/conv/depthwise.h"

#include <string.h>

#include "base/number.h"
#include "vector/registers.h"

/* The most columns of positions of a band. */
#define COLUMNS 128
/* Rows of positions whose registers are summed together. */
#define ROWS 4

/* Which lanes of a register count. */
#if defined(__AVX512F__)
typedef __mmask16 lanes_mask;
#else
typedef words lanes_mask;
#endif

/* Where a band lies in the output. */
struct band {
    int64_t depth;
    int64_t y;
    int64_t x;
    int64_t height;
    int64_t width;
    float *floats;
};

/* Elements of the window that a row of positions reads. */
struct taps {
    int64_t count;
    int64_t offsets[DEPTHWISE_TAPS];
    int64_t columns[DEPTHWISE_TAPS]; /* of the window */
    float weights[DEPTHWISE_TAPS];
};

/* The distance from the first to the last element of a window. */
static int64_t reach(const struct lens *lens, int dim)
{
    return lens->dilation[dim] * (lens->kernel[dim] - 1);
}

bool conv_kernel_depthwise_plan(struct depthwise *plan)
{
    const struct lens *lens = &plan->lens;
    const int64_t *dims = plan->output.dims;
    int64_t stride = lens->stride[WIDTH];
    if (plan->output.strides[WIDTH] != 1 || volume(lens->kernel) > DEPTHWISE_TAPS ||
        reach(lens, WIDTH) >= DEPTHWISE_BAND || reach(lens, HEIGHT) >= DEPTHWISE_BAND ||
        plan->input.dims[WIDTH] > INT32_MAX / 4 || stride > DEPTHWISE_BAND)
        return false;
    plan->phases = least(stride, reach(lens, WIDTH) + 1);
    plan->line = divide_up(least(dims[WIDTH], COLUMNS), REGISTER) * REGISTER +
                 reach(lens, WIDTH) / stride;
    int64_t rows = DEPTHWISE_BAND / (lens->kernel[DEPTH] * plan->phases * plan->line);
    if (rows <= reach(lens, HEIGHT))
        return false;
    plan->rows = (rows - reach(lens, HEIGHT) - 1) / lens->stride[HEIGHT] + 1;
    plan->slice = rows * plan->phases * plan->line;
    int64_t *offset = plan->offsets;
    for (int64_t k = 0; k < lens->kernel[DEPTH]; k++)
        for (int64_t i = 0; i < lens->kernel[HEIGHT]; i++)
            for (int64_t j = 0; j < lens->kernel[WIDTH]; j++) {
                int64_t x = j * lens->dilation[WIDTH];
                int64_t line = i * lens->dilation[HEIGHT] * plan->phases + x % stride;
                *offset++ = k * plan->slice + line * plan->line + x / stride;
            }
    return true;
}

/* The first element that a position reads, in the input. */
static int64_t first_of(const struct lens *lens, int dim, int64_t position)
{
    return position * lens->stride[dim] - lens->before[dim];
}

/* Copies what the positions of the band read from one depth. Elements outside of the input are left
 * as they are: nothing counts them. */
static void lay_slice(const struct depthwise *plan, const struct band *b, const any_float *from,
                      float *to)
{
    const struct lens *lens = &plan->lens;
    const struct image *input = &plan->input;
    int64_t stride = lens->stride[WIDTH];
    int64_t step = stride * input->strides[WIDTH];
    int64_t y = first_of(lens, HEIGHT, b->y);
    int64_t rows = (b->height - 1) * lens->stride[HEIGHT] + reach(lens, HEIGHT) + 1;
    int64_t first = most(0, -y);
    int64_t past = least(rows, input->dims[HEIGHT] - y);
    for (int64_t phase = 0; phase < plan->phases; phase++) {
        int64_t x = first_of(lens, WIDTH, b->x) + phase;
        int64_t begin = x < 0 ? divide_up(-x, stride) : 0;
        int64_t end = input->dims[WIDTH] > x ? divide_up(input->dims[WIDTH] - x, stride) : 0;
        int64_t count = least(end, plan->line) - begin;
        for (int64_t row = first; row < past && count > 0; row++) {
            const any_float *source = from + (y + row) * input->strides[HEIGHT] +
                                      (x + begin * stride) * input->strides[WIDTH];
            float *line = to + (row * plan->phases + phase) * plan->line + begin;
            if (step == 1)
                memcpy(line, source, (size_t)count * sizeof *line);
            else if (step == 2)
                for (int64_t i = 0; i < count; i++)
                    line[i] = source[2 * i];
            else
                for (int64_t i = 0; i < count; i++)
                    line[i] = source[step * i];
        }
    }
}

static int64_t depth_of(const struct depthwise *plan, const struct band *b, int64_t k)
{
    return first_of(&plan->lens, DEPTH, b->depth) + k * plan->lens.dilation[DEPTH];
}

static bool has_depth(const struct depthwise *plan, const struct band *b, int64_t k)
{
    int64_t depth = depth_of(plan, b, k);
    return depth >= 0 && depth < plan->input.dims[DEPTH];
}

/* The elements of the window that row `row` of the band reads. */
static void find_taps(const struct depthwise *plan, const any_float *weights, const struct band *b,
                      int64_t row, struct taps *taps)
{
    const struct lens *lens = &plan->lens;
    int64_t number = 0;
    taps->count = 0;
    for (int64_t k = 0; k < lens->kernel[DEPTH]; k++)
        for (int64_t i = 0; i < lens->kernel[HEIGHT]; i++, number += lens->kernel[WIDTH]) {
            int64_t y = first_of(lens, HEIGHT, b->y + row) + i * lens->dilation[HEIGHT];
            if (y < 0 || y >= plan->input.dims[HEIGHT] || !has_depth(plan, b, k))
                continue;
            for (int64_t j = 0; j < lens->kernel[WIDTH]; j++) {
                taps->offsets[taps->count] = plan->offsets[number + j];
                taps->columns[taps->count] = j;
                taps->weights[taps->count++] = weights[number + j];
            }
        }
}

/* Finds which positions of a register read an element, for each column of the window; false: all
 * do, of all columns. */
static bool find_masks(const struct depthwise *plan, const struct band *b, int64_t column,
                       lanes_mask *masks)
{
    const struct lens *lens = &plan->lens;
    int64_t first = first_of(lens, WIDTH, b->x + column);
    int64_t last = first_of(lens, WIDTH, b->x + least(column + REGISTER, b->width) - 1);
    int32_t size = (int32_t)plan->input.dims[WIDTH];
    words lane = {0};
    _Pragma("GCC unroll 16") for (int i = 0; i < REGISTER; i++) lane[i] = i;
    if (first >= 0 && last + reach(lens, WIDTH) < size)
        return false;
    for (int64_t j = 0; j < lens->kernel[WIDTH]; j++) {
        words x = lane * (int32_t)lens->stride[WIDTH] +
                  (int32_t)(first + j * lens->dilation[WIDTH]);
#if defined(__AVX512F__)
        masks[j] = _mm512_movepi32_mask((__m512i)((x >= 0) & (x < size)));
#else
        masks[j] = (x >= 0) & (x < size);
#endif
    }
    return true;
}

static inline floats added_where(lanes_mask mask, floats sum, floats more)
{
#if defined(__AVX512F__)
    return (floats)_mm512_mask_add_ps((__m512)sum, mask, (__m512)sum, (__m512)more);
#else
    return (floats)(((words)(sum + more) & mask) | ((words)sum & ~mask));
#endif
}

/* Sums the first `count` elements of windows in registers that lie `step` apart. */
__attribute__((always_inline)) static inline void add_taps(const struct taps *taps, int64_t count,
                                                           const float *from, int64_t step,
                                                           int rows, const lanes_mask *masks,
                                                           float bias, floats *results)
{
    floats sums[ROWS];
    _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++) sums[r] = bias - (floats){0};
    for (int64_t k = 0; k < count; k++) {
        const any_float *at = (const any_float *)(const void *)(from + taps->offsets[k]);
        _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++)
        {
            floats more = floats_at(at + r * step) * taps->weights[k];
            if (masks == NULL)
                sums[r] += more;
            else
                sums[r] = added_where(masks[taps->columns[k]], sums[r], more);
        }
    }
    _Pragma("GCC unroll 4") for (int r = 0; r < rows; r++) results[r] = sums[r];
}

/* Computes some rows of positions that read the same taps, in one register of columns. masks: NULL
 * where all positions read all of them. */
static void run_rows(const struct depthwise *plan, const struct taps *taps, const lanes_mask *masks,
                     float bias, const float *from, int64_t count, any_float *to, int64_t columns)
{
    int64_t step = plan->lens.stride[HEIGHT] * plan->phases * plan->line;
    for (int64_t row = 0; row < count;) {
        floats sums[ROWS];
        int rows = count - row >= ROWS ? ROWS : 1;
        const float *first = from + row * step;
        if (rows == 1)
            add_taps(taps, taps->count, first, step, 1, masks, bias, sums);
        else if (masks == NULL && taps->count == 9)
            add_taps(taps, 9, first, step, ROWS, NULL, bias, sums);
        else if (taps->count == 9)
            add_taps(taps, 9, first, step, ROWS, masks, bias, sums);
        else if (masks == NULL)
            add_taps(taps, taps->count, first, step, ROWS, NULL, bias, sums);
        else
            add_taps(taps, taps->count, first, step, ROWS, masks, bias, sums);
        for (int r = 0; r < rows; r++, row++) {
            float *place = (float *)(void *)(to + row * plan->output.strides[HEIGHT]);
            if (columns >= REGISTER)
                put_floats(place, sums[r]);
            else
                put_first_floats(place, sums[r], (int)columns);
        }
    }
}

static void run_band(const struct depthwise *plan, const struct depthwise_plane *p,
                     const struct band *b)
{
    const struct lens *lens = &plan->lens;
    const int64_t *strides = plan->output.strides;
    int64_t stride = lens->stride[HEIGHT];
    /* The rows between these read all rows of the window. */
    int64_t y = first_of(lens, HEIGHT, b->y);
    int64_t limit = plan->input.dims[HEIGHT] - reach(lens, HEIGHT) - y;
    int64_t begin = y < 0 ? divide_up(-y, stride) : 0;
    int64_t end = least(limit > 0 ? divide_up(limit, stride) : 0, b->height);
    any_float *to = p->to + b->depth * strides[DEPTH] + b->y * strides[HEIGHT] + b->x;
    struct taps taps;
    lanes_mask masks[DEPTHWISE_TAPS];
    for (int64_t row = 0, rows; row < b->height; row += rows) {
        rows = row == begin && begin < end ? end - begin : 1;
        find_taps(plan, p->weights, b, row, &taps);
        for (int64_t column = 0; column < b->width; column += REGISTER) {
            const float *from = b->floats + row * stride * plan->phases * plan->line + column;
            bool is_edge = find_masks(plan, b, column, masks);
            run_rows(plan, &taps, is_edge ? masks : NULL, p->bias, from, rows,
                     to + row * strides[HEIGHT] + column, b->width - column);
        }
    }
}

void conv_kernel_depthwise_run(const struct depthwise *plan, const struct depthwise_plane *p,
                               float *band)
{
    const int64_t *dims = plan->output.dims;
    struct band b = {.floats = band};
    for (b.depth = 0; b.depth < dims[DEPTH]; b.depth++)
        for (b.y = 0; b.y < dims[HEIGHT]; b.y += plan->rows)
            for (b.x = 0; b.x < dims[WIDTH]; b.x += COLUMNS) {
                b.height = least(plan->rows, dims[HEIGHT] - b.y);
                b.width = least(COLUMNS, dims[WIDTH] - b.x);
                for (int64_t k = 0; k < plan->lens.kernel[DEPTH]; k++)
                    if (has_depth(plan, &b, k))
                        lay_slice(plan, &b,
                                  p->from + depth_of(plan, &b, k) * plan->input.strides[DEPTH],
                                  band + k * plan->slice);
                run_band(plan, p, &b);
            }
}
