/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions as products of matrices. The positions of the output are cut into strips. For a
 * strip, a column holds the window of each position; a strip of columns fits into the second-level
 * cache. Where the CPU has registers of 512 bits there are no columns (convolution_bands.h). With
 * one channel a group, sums are computed directly. */
#include "ops/conv/convolution.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "base/number.h"
#include "declared/conv.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/conv/convolution_bands.h"
#include "ops/conv/convolution_blocks.h"
#include "ops/conv/convolution_views.h"
#include "ops/conv/convolution_weight.h"
#include "ops/conv/depthwise.h"
#include "products/blas.h"
#include "runtime/cores/ai_cores.h"
#include "vector/registers.h"

/* Columns of a strip, and the most rows of columns that are copied at a time. */
#define STRIP 384
#define COLUMN_ROWS 352
/* Floats in a strip of columns. */
#define COLUMN_FLOATS ((int64_t)STRIP * COLUMN_ROWS)
/* Images of fewer positions than this share strips. */
#define FEW_POSITIONS 128
#define MOST_ROWS 512 /* the most rows of a task's product */
#define ENOUGH_TASKS 8
#define FEWEST_ROWS 64
/* With one input channel a group, up to this many output channels are computed directly, without a
 * product. */
#define DIRECT_CHANNELS 4
/* Of windows with fewer elements, packing the weights and writing the sums takes too large a part.
 */
#define DEPTH_OF_BLOCKS 192
/* Fewer multiplications are not worth waking a thread for. */
#define WORTH_SHARING ((double)(1 << 19))
/* Positions whose planes are worth a task, where sums are direct. */
#define POSITIONS_A_TASK 4096

/* ---- Operands -------------------------------------------------------------------------------- */

static struct image image_of(const struct work_view *view, enum convolution_layout layout)
{
    /* For each layout: the dims of count, of channels, and the first spatial dim. */
    static const int places[][3] = {[CHANNELS_SECOND] = {0, 1, 2},
                                    [CHANNELS_LAST] = {0, -1, 1},
                                    [TIME_FIRST] = {1, 2, 0},
                                    [REVERSED] = {2, 1, 0}};
    struct image image = {.data = (any_float *)(void *)view->address, .dims = {1, 1, 1}};
    int32_t spatial = view->rank - 2;
    int32_t count = places[layout][0];
    int32_t channel = places[layout][1] < 0 ? view->rank - 1 : places[layout][1];
    image.count = view->dims[count];
    image.step = view->strides[count];
    image.channels = view->dims[channel];
    image.channel = view->strides[channel];
    for (int32_t i = 0; i < spatial; i++) {
        int32_t to = CONVOLUTION_DIMS - spatial + i;
        int32_t from = places[layout][2] + i;
        image.dims[to] = view->dims[from];
        image.strides[to] = view->strides[from];
    }
    return image;
}

/* Whether the positions are neighbours in memory throughout. */
static bool is_flat(const struct image *image)
{
    int64_t step = 1;
    for (int i = WIDTH; i >= DEPTH; i--) {
        if (image->dims[i] != 1 && image->strides[i] != step)
            return false;
        step *= image->dims[i];
    }
    return true;
}

/* The positions [first, past) in which element i of the window lies inside the input. */
static void positions_within(const struct lens *lens, int dim, int64_t i, int64_t size,
                             int64_t *first, int64_t *past)
{
    int64_t offset = i * lens->dilation[dim] - lens->before[dim];
    int64_t stride = lens->stride[dim];
    int64_t begin = offset >= 0 ? 0 : divide_up(-offset, stride);
    int64_t end = offset >= size ? 0 : (size - 1 - offset) / stride + 1;
    *first = most(*first, begin);
    *past = most(*first, least(*past, end));
}

/* ---- Strips ---------------------------------------------------------------------------------- */

/* Positions of a strip that lie in one row of one image. */
struct segment {
    int64_t image;
    int64_t depth;
    int64_t height;
    int64_t width;
    int64_t length;
};

/* Positions [first, past), counted over all images. */
struct strip {
    int64_t first;
    int64_t past;
    int count;
    struct segment segments[STRIP];
};

/* How the positions of all images are cut into strips. */
struct cut {
    int64_t positions;       /* positions of one image */
    int64_t strips_of_image; /* 0: images share strips */
    int64_t length;
    int64_t count;
};

static struct cut cut_positions(int64_t images, const int64_t *dims, int64_t longest)
{
    struct cut cut = {.positions = volume(dims)};
    if (cut.positions >= least(FEW_POSITIONS, longest)) {
        cut.strips_of_image = divide_up(cut.positions, longest);
        cut.length = divide_up(divide_up(cut.positions, cut.strips_of_image), 16) * 16;
        cut.length = least(cut.length, longest);
        cut.strips_of_image = divide_up(cut.positions, cut.length);
        cut.count = images * cut.strips_of_image;
    } else {
        cut.length = longest;
        cut.count = divide_up(images * cut.positions, longest);
    }
    return cut;
}

static void find_strip(const struct cut *cut, int64_t images, const int64_t *dims, int64_t index,
                       struct strip *strip)
{
    if (cut->strips_of_image > 0) {
        int64_t image = index / cut->strips_of_image;
        strip->first = image * cut->positions + index % cut->strips_of_image * cut->length;
        strip->past = least(strip->first + cut->length, (image + 1) * cut->positions);
    } else {
        strip->first = index * cut->length;
        strip->past = least(strip->first + cut->length, images * cut->positions);
    }
    strip->count = 0;
    for (int64_t at = strip->first; at < strip->past;) {
        int64_t within = at % cut->positions;
        struct segment *s = &strip->segments[strip->count++];
        s->image = at / cut->positions;
        s->width = within % dims[WIDTH];
        s->height = within / dims[WIDTH] % dims[HEIGHT];
        s->depth = within / dims[WIDTH] / dims[HEIGHT];
        s->length = least(dims[WIDTH] - s->width, strip->past - at);
        at += s->length;
    }
}

/* What an element of the windows reads for a segment: part of a row of the input. */
struct reach {
    int64_t offset; /* the element for position `first`, counted from the input's start */
    int64_t first;
    int64_t past; /* the positions of the segment that read an element; the others read 0 */
};

struct element {
    int64_t channel;
    int64_t at[CONVOLUTION_DIMS];
};

static struct element element_of(const struct lens *lens, int64_t row)
{
    struct element e;
    e.at[WIDTH] = row % lens->kernel[WIDTH];
    row /= lens->kernel[WIDTH];
    e.at[HEIGHT] = row % lens->kernel[HEIGHT];
    row /= lens->kernel[HEIGHT];
    e.at[DEPTH] = row % lens->kernel[DEPTH];
    e.channel = row / lens->kernel[DEPTH];
    return e;
}

/* Computes the reach for one element of the windows, with first and past for the whole row of
 * positions. */
static struct reach reach_of(const struct lens *lens, const struct image *input,
                             const struct element *e, const struct segment *s, int64_t first,
                             int64_t past)
{
    int64_t depth = s->depth * lens->stride[DEPTH] - lens->before[DEPTH] +
                    e->at[DEPTH] * lens->dilation[DEPTH];
    int64_t height = s->height * lens->stride[HEIGHT] - lens->before[HEIGHT] +
                     e->at[HEIGHT] * lens->dilation[HEIGHT];
    struct reach reach = {0, 0, 0};
    if (depth < 0 || depth >= input->dims[DEPTH] || height < 0 || height >= input->dims[HEIGHT])
        return reach;
    reach.first = most(first - s->width, 0);
    reach.past = least(past - s->width, s->length);
    if (reach.first >= reach.past) {
        reach.first = reach.past = 0;
        return reach;
    }
    int64_t width = (s->width + reach.first) * lens->stride[WIDTH] - lens->before[WIDTH] +
                    e->at[WIDTH] * lens->dilation[WIDTH];
    reach.offset = s->image * input->step + depth * input->strides[DEPTH] +
                   height * input->strides[HEIGHT] + width * input->strides[WIDTH];
    return reach;
}

/* Writes rows [first, past) of a strip's columns. A row has one element of all windows. */
static void lay_columns(const struct lens *lens, const struct image *input, int64_t channel,
                        const struct strip *strip, int64_t width, int64_t first, int64_t past,
                        any_float *columns, int64_t stride)
{
    int64_t step = lens->stride[WIDTH] * input->strides[WIDTH];
    for (int64_t row = first; row < past; row++) {
        struct element e = element_of(lens, row);
        const any_float *from = input->data + (channel + e.channel) * input->channel;
        any_float *to = columns + (row - first) * stride;
        int64_t begin = 0;
        int64_t end = width;
        positions_within(lens, WIDTH, e.at[WIDTH], input->dims[WIDTH], &begin, &end);
        for (int i = 0; i < strip->count; i++) {
            const struct segment *s = &strip->segments[i];
            struct reach r = reach_of(lens, input, &e, s, begin, end);
            const any_float *source = from + r.offset;
            for (int64_t x = 0; x < r.first; x++)
                to[x] = 0;
            if (step == 1)
                memcpy(to + r.first, source, (size_t)(r.past - r.first) * sizeof *to);
            else
                for (int64_t x = r.first; x < r.past; x++, source += step)
                    to[x] = *source;
            for (int64_t x = r.past; x < s->length; x++)
                to[x] = 0;
            to += s->length;
        }
    }
}

/* The reverse of lay_columns: adds rows of columns to the elements of the input that they stand
 * for. */
static void add_columns(const struct lens *lens, const struct image *input, int64_t channel,
                        const struct strip *strip, int64_t width, int64_t rows,
                        const any_float *columns, int64_t stride)
{
    int64_t step = lens->stride[WIDTH] * input->strides[WIDTH];
    for (int64_t row = 0; row < rows; row++) {
        struct element e = element_of(lens, row);
        any_float *to = input->data + (channel + e.channel) * input->channel;
        const any_float *from = columns + row * stride;
        int64_t begin = 0;
        int64_t end = width;
        positions_within(lens, WIDTH, e.at[WIDTH], input->dims[WIDTH], &begin, &end);
        for (int i = 0; i < strip->count; i++) {
            const struct segment *s = &strip->segments[i];
            struct reach r = reach_of(lens, input, &e, s, begin, end);
            any_float *target = to + r.offset;
            for (int64_t x = r.first; x < r.past; x++, target += step)
                *target += from[x];
            from += s->length;
        }
    }
}

/* gather_rows copies `count` channels of an image, at the positions of a strip, to rows;
 * scatter_rows copies them back. */
static void gather_rows(const struct image *image, int64_t channel, int64_t rows,
                        const struct strip *strip, any_float *panel, int64_t stride)
{
    for (int64_t row = 0; row < rows; row++) {
        any_float *to = panel + row * stride;
        for (int i = 0; i < strip->count; i++) {
            const struct segment *s = &strip->segments[i];
            const any_float *from = image->data + s->image * image->step +
                                    (channel + row) * image->channel +
                                    s->depth * image->strides[DEPTH] +
                                    s->height * image->strides[HEIGHT] +
                                    s->width * image->strides[WIDTH];
            for (int64_t x = 0; x < s->length; x++)
                *to++ = from[x * image->strides[WIDTH]];
        }
    }
}

static void scatter_rows(const struct image *image, int64_t channel, int64_t rows,
                         const struct strip *strip, const any_float *panel, int64_t stride)
{
    for (int64_t row = 0; row < rows; row++) {
        const any_float *from = panel + row * stride;
        for (int i = 0; i < strip->count; i++) {
            const struct segment *s = &strip->segments[i];
            any_float *to = image->data + s->image * image->step +
                            (channel + row) * image->channel + s->depth * image->strides[DEPTH] +
                            s->height * image->strides[HEIGHT] + s->width * image->strides[WIDTH];
            for (int64_t x = 0; x < s->length; x++)
                to[x * image->strides[WIDTH]] = *from++;
        }
    }
}

/* The rows of an image at the positions of a strip, in place or copied to a panel. */
static struct blas_matrix rows_of(const struct image *image, const struct cut *cut, bool in_place,
                                  int64_t channel, int64_t rows, const struct strip *strip,
                                  any_float *panel)
{
    int64_t length = strip->past - strip->first;
    if (in_place)
        return (struct blas_matrix){image->data + strip->segments[0].image * image->step +
                                        channel * image->channel + strip->first % cut->positions,
                                    rows > 1 ? image->channel : length, false};
    gather_rows(image, channel, rows, strip, panel, length);
    return (struct blas_matrix){panel, length, false};
}

/* Whether BLAS can take the rows of every strip in place. */
static bool strips_in_place(const struct image *image, const struct cut *cut)
{
    return cut->strips_of_image > 0 && is_flat(image) &&
           (image->channels == 1 ||
            (image->channel >= cut->positions && image->channel <= INT32_MAX));
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* The rows of a weight as one matrix, in place or in the scratch. */
struct weights {
    const any_float *rows;
    int64_t stride;
};

static bool rows_are_dense(const struct image *weight)
{
    int64_t size = volume(weight->dims);
    return is_flat(weight) && (weight->channels == 1 || weight->channel == size) &&
           (weight->count == 1 ||
            (weight->step >= weight->channels * size && weight->step <= INT32_MAX));
}

static void copy_weight(const struct image *weight, any_float *to)
{
    for (int64_t n = 0; n < weight->count; n++)
        for (int64_t c = 0; c < weight->channels; c++)
            for (int64_t i = 0; i < weight->dims[DEPTH]; i++)
                for (int64_t j = 0; j < weight->dims[HEIGHT]; j++)
                    for (int64_t k = 0; k < weight->dims[WIDTH]; k++)
                        *to++ =
                            weight->data[n * weight->step + c * weight->channel +
                                         i * weight->strides[DEPTH] + j * weight->strides[HEIGHT] +
                                         k * weight->strides[WIDTH]];
}

static void store_weight(const struct image *weight, const any_float *from)
{
    for (int64_t n = 0; n < weight->count; n++)
        for (int64_t c = 0; c < weight->channels; c++)
            for (int64_t i = 0; i < weight->dims[DEPTH]; i++)
                for (int64_t j = 0; j < weight->dims[HEIGHT]; j++)
                    for (int64_t k = 0; k < weight->dims[WIDTH]; k++)
                        weight->data[n * weight->step + c * weight->channel +
                                     i * weight->strides[DEPTH] + j * weight->strides[HEIGHT] +
                                     k * weight->strides[WIDTH]] = *from++;
}

/* Transposes a weight for the gradient of the input, where no stride leaves gaps: input and output
 * channels of each group are exchanged, and every spatial dim is reversed. */
static void turn_weight(const struct image *weight, int64_t groups, any_float *to)
{
    int64_t size = volume(weight->dims);
    int64_t outputs = weight->count / groups;
    for (int64_t g = 0; g < groups; g++)
        for (int64_t c = 0; c < weight->channels; c++)
            for (int64_t m = 0; m < outputs; m++) {
                const any_float *from = weight->data + (g * outputs + m) * weight->step +
                                        c * weight->channel;
                for (int64_t i = 0; i < weight->dims[DEPTH]; i++)
                    for (int64_t j = 0; j < weight->dims[HEIGHT]; j++)
                        for (int64_t k = 0; k < weight->dims[WIDTH]; k++) {
                            int64_t at = (i * weight->dims[HEIGHT] + j) * weight->dims[WIDTH] + k;
                            to[size - 1 - at] =
                                from[i * weight->strides[DEPTH] + j * weight->strides[HEIGHT] +
                                     k * weight->strides[WIDTH]];
                        }
                to += size;
            }
}

/* ---- Plans ----------------------------------------------------------------------------------- */

enum way {
    WAY_COLUMNS,       /* output = weights columns(input) */
    WAY_BANDS,         /* the same in registers: convolution_bands.h */
    WAY_BLOCKS,        /* the same in registers of channels: convolution_blocks.h */
    WAY_DIRECT,        /* the same by direct sums */
    WAY_ADDED,         /* columns = weights^T grad, added to the gradient of the input */
    WAY_WEIGHT,        /* gradient of the weights = grad columns(input)^T */
    WAY_WEIGHT_BLOCKS, /* the same in registers of channels: convolution_weight.h */
};

struct division {
    enum way way;
    struct bands bands;
    struct channel_blocks blocks;
    struct weight_blocks weight_blocks;
    struct depthwise depthwise;
    bool is_near; /* WAY_DIRECT by depthwise.h */
    struct lens lens;
    struct image input;  /* the image that windows read; WAY_ADDED writes it */
    struct image output; /* the image with a position for each window */
    struct image weight;
    bool is_turned;
    bool copies_weight;
    const any_float *bias;
    int64_t bias_stride;
    int64_t groups;
    int64_t inputs;  /* input channels of a group */
    int64_t outputs; /* output channels of a group */
    int64_t depth;   /* elements of a window, over all input channels of a group */
    struct cut cut;
    bool input_in_place; /* the input itself serves as columns */
    bool output_in_place;
    bool weight_in_place; /* for WAY_WEIGHT: sums are written directly to the result */
    int64_t rows;         /* rows of a task's product, or its channels */
    int64_t pieces;       /* how many such pieces a group has */
    int64_t parts;        /* into how many parts the strips are divided; each part has sums of its
                           * own */
    int64_t tasks;
    int64_t weight_bytes;
    int64_t columns_bytes; /* of each unit */
    int64_t panel_bytes;
    int64_t units;
};

struct run {
    struct division division;
    struct weights weights;
    char *scratch;
    _Atomic int64_t next;
};

static bool all_are(const int64_t *numbers, int64_t number)
{
    return numbers[0] == number && numbers[1] == number && numbers[2] == number;
}

static void divide_lens(const struct convolution *c, const struct image *weight,
                        struct division *division)
{
    memcpy(division->lens.kernel, weight->dims, sizeof weight->dims);
    memcpy(division->lens.stride, c->stride, sizeof c->stride);
    memcpy(division->lens.dilation, c->dilation, sizeof c->dilation);
    memcpy(division->lens.before, c->before, sizeof c->before);
}

/* Turns a convolution's windows around: each element of the input looks at the gradients of the
 * outputs. */
static void turn_lens(struct lens *lens)
{
    for (int i = 0; i < CONVOLUTION_DIMS; i++)
        lens->before[i] = lens->dilation[i] * (lens->kernel[i] - 1) - lens->before[i];
}

/* Halves the rows of a task while there are few tasks. */
static int64_t choose_rows(int64_t rows, int64_t largest, int64_t smallest, int64_t others)
{
    int64_t piece = least(rows, largest);
    while (piece > smallest && others * divide_up(rows, piece) < ENOUGH_TASKS)
        piece = most(smallest, divide_up(piece, 2));
    return most(piece, 1);
}

static void divide_columns(struct division *division)
{
    division->cut = cut_positions(division->output.count, division->output.dims, STRIP);
    division->output_in_place = strips_in_place(&division->output, &division->cut);
    division->input_in_place = division->depth == division->inputs &&
                               all_are(division->lens.stride, 1) &&
                               all_are(division->lens.before, 0) &&
                               memcmp(division->input.dims, division->output.dims,
                                      sizeof division->input.dims) == 0 &&
                               strips_in_place(&division->input, &division->cut);
    division->rows = choose_rows(division->outputs, MOST_ROWS, FEWEST_ROWS,
                                 division->groups * division->cut.count);
    division->pieces = divide_up(division->outputs, division->rows);
    division->tasks = division->groups * division->pieces * division->cut.count;
    division->columns_bytes = division->input_in_place
                                  ? 0
                                  : least(COLUMN_ROWS, division->depth) * division->cut.length *
                                        (int64_t)sizeof(float);
    division->panel_bytes = division->output_in_place
                                ? 0
                                : division->rows * division->cut.length * (int64_t)sizeof(float);
}

static void divide_added(struct division *division)
{
    int64_t size = volume(division->lens.kernel);
    int64_t others = division->input.count * division->groups;
    int64_t longest = least(STRIP, most(16, COLUMN_FLOATS / most(size, 1)));
    division->cut = cut_positions(1, division->output.dims, longest);
    division->output_in_place = strips_in_place(&division->output, &division->cut);
    division->rows = choose_rows(division->inputs, most(1, COLUMN_ROWS / most(size, 1)), 1, others);
    division->pieces = divide_up(division->inputs, division->rows);
    division->tasks = others * division->pieces;
    division->columns_bytes = division->rows * size * division->cut.length * (int64_t)sizeof(float);
    division->panel_bytes = division->output_in_place
                                ? 0
                                : division->outputs * division->cut.length * (int64_t)sizeof(float);
}

static void divide_weight(struct division *division)
{
    division->cut = cut_positions(division->output.count, division->output.dims, STRIP);
    division->output_in_place = strips_in_place(&division->output, &division->cut);
    division->rows = choose_rows(division->depth, COLUMN_ROWS, FEWEST_ROWS, division->groups);
    division->pieces = divide_up(division->depth, division->rows);
    int64_t tasks = division->groups * division->pieces;
    division->parts = tasks >= ENOUGH_TASKS
                          ? 1
                          : most(1, least(division->cut.count,
                                          divide_up(ENOUGH_TASKS, most(tasks, 1))));
    division->tasks = tasks * division->parts;
    division->weight_in_place = division->parts == 1 && rows_are_dense(&division->weight);
    division->columns_bytes = division->rows * division->cut.length * (int64_t)sizeof(float);
    division->panel_bytes = division->output_in_place
                                ? 0
                                : division->outputs * division->cut.length * (int64_t)sizeof(float);
    if (!division->weight_in_place)
        division->weight_bytes = division->parts * division->weight.count * division->depth *
                                 (int64_t)sizeof(float);
}

static void divide_direct(struct division *division)
{
    struct depthwise *plan = &division->depthwise;
    plan->lens = division->lens;
    plan->input = division->input;
    plan->output = division->output;
    division->is_near = conv_kernel_depthwise_plan(plan);
    division->rows = clamp(POSITIONS_A_TASK / volume(division->output.dims), 1, MOST_ROWS);
    division->tasks = divide_up(division->output.count * division->output.channels, division->rows);
    if (division->is_near)
        division->columns_bytes = DEPTHWISE_BAND * (int64_t)sizeof(float);
}

/* What bands of the input are cut for, but for weights and bias. */
static struct bands describe_bands(const struct division *division)
{
    return (struct bands){.input = division->input,
                          .output = division->output,
                          .lens = division->lens,
                          .groups = division->groups,
                          .inputs = division->inputs,
                          .outputs = division->outputs};
}

static bool takes_bands(const struct work *work, struct division *division)
{
    division->bands = describe_bands(division);
    division->bands.is_pairs = work->inputs[0].type == ACL_BF16;
    division->bands.output_type = work->outputs[0].type;
    return conv_kernel_bands_divide(&division->bands);
}

static bool takes_blocks(const struct work *work, struct division *division)
{
    bool is_pairs = work->inputs[0].type == ACL_BF16;
    if (!is_pairs && !rows_are_dense(&division->weight))
        return false;
    division->blocks.bands = describe_bands(division);
    division->blocks.bands.is_pairs = is_pairs;
    division->blocks.bands.output_type = work->outputs[0].type;
    division->blocks.weight = division->weight;
    division->blocks.is_turned = division->is_turned;
    if (!conv_kernel_blocks_divide(&division->blocks))
        return false;
    division->bands = division->blocks.bands;
    return true;
}

static bool takes_weight_blocks(struct division *division)
{
    if (!rows_are_dense(&division->weight))
        return false;
    division->weight_blocks.bands = describe_bands(division);
    division->weight_blocks.weight = division->weight;
    return conv_kernel_weight_divide(&division->weight_blocks);
}

/* The fastest way of those that take windows of an input. */
static enum way choose_windows(const struct work *work, struct division *division)
{
    if (division->inputs == 1 && division->outputs <= DIRECT_CHANNELS)
        return WAY_DIRECT;
    /* The input itself may serve as columns, where the weights serve as they are. */
    bool is_product = work->inputs[0].type != ACL_BF16 && division->depth == division->inputs &&
                      all_are(division->lens.stride, 1);
    if (is_product && !division->is_turned)
        return WAY_COLUMNS;
    if (division->depth >= DEPTH_OF_BLOCKS && takes_blocks(work, division))
        return WAY_BLOCKS;
    return !is_product && takes_bands(work, division) ? WAY_BANDS : WAY_COLUMNS;
}

static void choose_way(const struct convolution *c, const struct work *work,
                       struct division *division)
{
    if (c->kind == CONVOLUTION_WEIGHT) {
        division->way = takes_weight_blocks(division) ? WAY_WEIGHT_BLOCKS : WAY_WEIGHT;
        return;
    }
    if (c->kind == CONVOLUTION_INPUT && !all_are(c->stride, 1)) {
        division->way = WAY_ADDED;
        division->copies_weight = !rows_are_dense(&division->weight);
        return;
    }
    if (c->kind == CONVOLUTION_INPUT) {
        /* Windows now read the gradient, and the gradient of the input has the positions. */
        struct image grad = division->output;
        int64_t outputs = division->outputs;
        division->output = division->input;
        division->input = grad;
        division->outputs = division->inputs;
        division->inputs = outputs;
        division->is_turned = true;
        turn_lens(&division->lens);
    }
    division->depth = division->inputs * volume(division->lens.kernel);
    division->copies_weight = division->is_turned || !rows_are_dense(&division->weight);
    division->way = choose_windows(work, division);
    if (division->way == WAY_BLOCKS)
        division->copies_weight = false;
}

/* The scratch for rows of packed pairs. */
static int64_t row_bytes(const struct division *division)
{
    return division->bands.is_pairs
               ? division->groups * division->outputs * division->bands.planes *
                     division->bands.kernel * (int64_t)sizeof(uint32_t)
               : 0;
}

/* Makes the division; false when nothing is written. */
static bool make_division(const struct work *work, struct division *division)
{
    const struct convolution *c = work->attributes;
    struct image first = image_of(&work->inputs[0], c->layouts[0]);
    struct image second = image_of(&work->inputs[1], c->layouts[1]);
    struct image out = image_of(&work->outputs[0], c->layouts[2]);
    memset(division, 0, sizeof *division);
    division->input = c->kind == CONVOLUTION_FORWARD ? first
                      : c->kind == CONVOLUTION_INPUT ? out
                                                     : second;
    division->output = c->kind == CONVOLUTION_FORWARD ? out : first;
    division->weight = c->kind == CONVOLUTION_WEIGHT ? out : second;
    if (out.count * out.channels * volume(out.dims) == 0)
        return false;
    division->groups = c->groups;
    division->parts = 1;
    division->inputs = division->input.channels / c->groups;
    division->outputs = division->output.channels / c->groups;
    divide_lens(c, &division->weight, division);
    division->depth = division->inputs * volume(division->lens.kernel);
    choose_way(c, work, division);
    if (c->kind != CONVOLUTION_WEIGHT && division->copies_weight)
        division->weight_bytes = division->weight.count * division->weight.channels *
                                 volume(division->weight.dims) * (int64_t)sizeof(float);
    switch (division->way) {
    case WAY_COLUMNS: divide_columns(division); break;
    case WAY_BANDS:
        division->tasks = division->bands.tasks;
        division->columns_bytes = division->bands.unit_bytes;
        division->weight_bytes += row_bytes(division);
        break;
    case WAY_BLOCKS:
        division->tasks = division->blocks.tasks;
        division->columns_bytes = division->blocks.unit_bytes;
        division->weight_bytes = round_up(row_bytes(division), CPU_CACHE_LINE) +
                                 division->blocks.weight_bytes;
        break;
    case WAY_DIRECT: divide_direct(division); break;
    case WAY_ADDED: divide_added(division); break;
    case WAY_WEIGHT: divide_weight(division); break;
    case WAY_WEIGHT_BLOCKS:
        division->tasks = division->weight_blocks.tasks;
        division->columns_bytes = division->weight_blocks.unit_bytes;
        division->weight_bytes = division->weight_blocks.packed_bytes +
                                 division->weight_blocks.sums_bytes;
        break;
    }
    double worth = (double)division->output.count * (double)volume(division->output.dims) *
                   (double)division->groups * (double)division->outputs * (double)division->depth;
    division->units = worth < WORTH_SHARING ? 1 : least(division->tasks, ai_cores_count());
    division->units = most(division->units, 1);
    return true;
}

static int64_t unit_bytes(const struct division *division)
{
    return round_up(division->columns_bytes, CPU_CACHE_LINE) +
           round_up(division->panel_bytes, CPU_CACHE_LINE);
}

static bool takes_pairs(const struct work *work)
{
    struct division division;
    for (int i = 0; i < 2; i++)
        if (work->inputs[i].type != ACL_BF16)
            return false;
    return make_division(work, &division) &&
           (division.way == WAY_BANDS || division.way == WAY_BLOCKS);
}

static uint64_t scratch_bytes(const struct work *work)
{
    struct division division;
    if (!make_division(work, &division))
        return 0;
    return (uint64_t)(round_up(division.weight_bytes, CPU_CACHE_LINE) +
                      division.units * unit_bytes(&division));
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static float bias_of(const struct division *division, int64_t channel)
{
    return division->bias != NULL ? division->bias[channel * division->bias_stride] : 0;
}

/* Computes some output channels of one group, at the positions of a strip. */
static void run_columns(const struct run *run, int64_t task, any_float *columns, any_float *panel)
{
    const struct division *division = &run->division;
    struct strip strip;
    int64_t piece = task % division->pieces;
    int64_t group = task / division->pieces % division->groups;
    int64_t first = piece * division->rows;
    int64_t rows = least(division->rows, division->outputs - first);
    int64_t channel = group * division->outputs + first;
    find_strip(&division->cut, division->output.count, division->output.dims,
               task / division->pieces / division->groups, &strip);
    int64_t length = strip.past - strip.first;
    struct blas_matrix out = {panel, length, false};
    if (division->output_in_place)
        out = rows_of(&division->output, &division->cut, true, channel, rows, &strip, NULL);
    bool adds = division->bias != NULL || division->depth == 0;
    if (adds)
        for (int64_t row = 0; row < rows; row++) {
            any_float *to = (any_float *)(uintptr_t)out.address + row * out.stride;
            float bias = bias_of(division, channel + row);
            for (int64_t i = 0; i < length; i++)
                to[i] = bias;
        }
    int64_t step = division->input_in_place ? most(division->depth, 1) : COLUMN_ROWS;
    for (int64_t at = 0; at < division->depth; at += step) {
        int64_t depth = least(step, division->depth - at);
        struct blas_matrix left = {run->weights.rows + channel * run->weights.stride + at,
                                   run->weights.stride, false};
        struct blas_matrix right = {columns, length, false};
        if (division->input_in_place)
            right = rows_of(&division->input, &division->cut, true, group * division->inputs,
                            division->inputs, &strip, NULL);
        else
            lay_columns(&division->lens, &division->input, group * division->inputs, &strip,
                        division->output.dims[WIDTH], at, at + depth, columns, length);
        blas_gemm(false, rows, length, depth, &left, &right, adds || at > 0, &out);
    }
    if (!division->output_in_place)
        scatter_rows(&division->output, channel, rows, &strip, panel, length);
}

static void add_row(const any_float *from, int64_t step, float weight, any_float *to,
                    int64_t to_step, int64_t count)
{
    int64_t i = 0;
    if (step == 1 && to_step == 1)
        for (; i + REGISTER <= count; i += REGISTER)
            *(floats *)(void *)(to + i) += floats_at(from + i) * weight;
    for (; i < count; i++)
        to[i * to_step] += weight * from[i * step];
}

/* Computes one output channel of one image, where a group has one input channel. */
static void run_direct(const struct run *run, int64_t number, any_float *band)
{
    const struct division *division = &run->division;
    const struct image *out = &division->output;
    const struct lens *lens = &division->lens;
    int64_t channel = number % out->channels;
    const any_float *weights = run->weights.rows + channel * run->weights.stride;
    int64_t step = lens->stride[WIDTH] * division->input.strides[WIDTH];
    struct segment s = {.image = number / out->channels, .length = out->dims[WIDTH]};
    any_float *plane = out->data + s.image * out->step + channel * out->channel;
    const any_float *source = division->input.data +
                              channel / division->outputs * division->input.channel;
    float bias = bias_of(division, channel);
    if (division->is_near) {
        const struct depthwise_plane work = {source + s.image * division->input.step, weights, bias,
                                             plane};
        conv_kernel_depthwise_run(&division->depthwise, &work, (float *)(void *)band);
        return;
    }
    for (s.depth = 0; s.depth < out->dims[DEPTH]; s.depth++)
        for (s.height = 0; s.height < out->dims[HEIGHT]; s.height++) {
            any_float *to = plane + s.depth * out->strides[DEPTH] + s.height * out->strides[HEIGHT];
            for (int64_t x = 0; x < s.length; x++)
                to[x * out->strides[WIDTH]] = bias;
            for (int64_t k = 0; k < division->depth; k++) {
                struct element e = element_of(lens, k);
                int64_t begin = 0;
                int64_t end = s.length;
                positions_within(lens, WIDTH, e.at[WIDTH], division->input.dims[WIDTH], &begin,
                                 &end);
                struct reach r = reach_of(lens, &division->input, &e, &s, begin, end);
                add_row(source + r.offset, step, weights[k], to + r.first * out->strides[WIDTH],
                        out->strides[WIDTH], r.past - r.first);
            }
        }
}

static void run_planes(const struct run *run, int64_t task, any_float *band)
{
    const struct division *division = &run->division;
    int64_t first = task * division->rows;
    int64_t planes = division->output.count * division->output.channels;
    for (int64_t i = first; i < least(first + division->rows, planes); i++)
        run_direct(run, i, band);
}

/* Computes some channels of the input's gradient, for one image. */
static void run_added(const struct run *run, int64_t task, any_float *columns, any_float *panel)
{
    const struct division *division = &run->division;
    struct strip strip;
    int64_t size = volume(division->lens.kernel);
    int64_t first = task % division->pieces * division->rows;
    int64_t channels = least(division->rows, division->inputs - first);
    int64_t group = task / division->pieces % division->groups;
    int64_t image = task / division->pieces / division->groups;
    int64_t channel = group * division->inputs + first;
    struct image input = division->input;
    struct image grad = division->output;
    input.data += image * input.step;
    grad.data += image * grad.step;
    for (int64_t c = channel; c < channel + channels; c++)
        for (int64_t i = 0; i < input.dims[DEPTH]; i++)
            for (int64_t j = 0; j < input.dims[HEIGHT]; j++) {
                any_float *to = input.data + c * input.channel + i * input.strides[DEPTH] +
                                j * input.strides[HEIGHT];
                for (int64_t k = 0; k < input.dims[WIDTH]; k++)
                    to[k * input.strides[WIDTH]] = bias_of(division, c);
            }
    if (division->outputs == 0)
        return;
    for (int64_t i = 0; i < division->cut.count; i++) {
        find_strip(&division->cut, 1, grad.dims, i, &strip);
        int64_t length = strip.past - strip.first;
        /* The weight's rows belong to channels of the gradient; its transpose gives the elements of
         * windows. */
        struct blas_matrix left = {
            run->weights.rows + group * division->outputs * run->weights.stride + first * size,
            run->weights.stride, true};
        struct blas_matrix right = rows_of(&grad, &division->cut, division->output_in_place,
                                           group * division->outputs, division->outputs, &strip,
                                           panel);
        struct blas_matrix out = {columns, length, false};
        blas_gemm(false, channels * size, length, division->outputs, &left, &right, false, &out);
        add_columns(&division->lens, &input, channel, &strip, grad.dims[WIDTH], channels * size,
                    columns, length);
    }
}

/* Computes some columns of the weight's gradient, for one group and one part of the strips. */
static void run_weight(const struct run *run, int64_t task, any_float *columns, any_float *panel)
{
    const struct division *division = &run->division;
    struct strip strip;
    int64_t first = task % division->pieces * division->rows;
    int64_t rows = least(division->rows, division->depth - first);
    int64_t group = task / division->pieces % division->groups;
    int64_t part = task / division->pieces / division->groups;
    int64_t stride = division->weight_in_place && division->weight.count > 1 ? division->weight.step
                                                                             : division->depth;
    any_float *sums = division->weight_in_place
                          ? division->weight.data
                          : (any_float *)(void *)run->scratch +
                                part * division->weight.count * division->depth;
    sums += group * division->outputs * stride + first;
    int64_t begin = division->cut.count / division->parts * part +
                    least(part, division->cut.count % division->parts);
    int64_t end = division->cut.count / division->parts * (part + 1) +
                  least(part + 1, division->cut.count % division->parts);
    struct blas_matrix out = {sums, stride, false};
    if (begin == end)
        for (int64_t m = 0; m < division->outputs; m++)
            memset(sums + m * stride, 0, (size_t)rows * sizeof *sums);
    for (int64_t i = begin; i < end; i++) {
        find_strip(&division->cut, division->output.count, division->output.dims, i, &strip);
        int64_t length = strip.past - strip.first;
        struct blas_matrix left = rows_of(&division->output, &division->cut,
                                          division->output_in_place, group * division->outputs,
                                          division->outputs, &strip, panel);
        struct blas_matrix right = {columns, length, true};
        lay_columns(&division->lens, &division->input, group * division->inputs, &strip,
                    division->output.dims[WIDTH], first, first + rows, columns, length);
        blas_gemm(false, division->outputs, rows, length, &left, &right, i > begin, &out);
    }
}

static void run_tasks(int64_t block, int64_t blocks, void *context)
{
    struct run *run = context;
    const struct division *division = &run->division;
    char *own = run->scratch + round_up(division->weight_bytes, CPU_CACHE_LINE) +
                block * unit_bytes(division);
    any_float *columns = (any_float *)(void *)own;
    any_float *panel = (any_float *)(void *)(own +
                                             round_up(division->columns_bytes, CPU_CACHE_LINE));
    (void)blocks;
    if (division->way == WAY_BANDS)
        conv_kernel_bands_begin(&division->bands, own);
    if (division->way == WAY_DIRECT)
        memset(columns, 0, (size_t)division->columns_bytes);
    for (int64_t task = 0; (task = atomic_fetch_add(&run->next, 1)) < division->tasks;)
        switch (division->way) {
        case WAY_BANDS: conv_kernel_bands_run(&division->bands, task, own); break;
        case WAY_COLUMNS: run_columns(run, task, columns, panel); break;
        case WAY_DIRECT: run_planes(run, task, columns); break;
        case WAY_ADDED: run_added(run, task, columns, panel); break;
        case WAY_WEIGHT: run_weight(run, task, columns, panel); break;
        case WAY_BLOCKS:
        case WAY_WEIGHT_BLOCKS: break;
        }
}

/* ---- The run --------------------------------------------------------------------------------- */

/* Packs an output channel's row for pairs: the weights of two input channels side by side, or of
 * the last one alone. */
static void pack_pairs(const struct division *division, int64_t row, uint32_t *to)
{
    const struct image *weight = &division->weight;
    int64_t group = row / division->outputs;
    int64_t channel = division->is_turned ? weight->step : weight->channel;
    const any_uint16 *from = (const any_uint16 *)(const void *)weight->data;
    int64_t strides[CONVOLUTION_DIMS];
    from += division->is_turned ? group * division->inputs * weight->step +
                                      row % division->outputs * weight->channel
                                : row * weight->step;
    for (int i = 0; i < CONVOLUTION_DIMS; i++) {
        strides[i] = division->is_turned ? -weight->strides[i] : weight->strides[i];
        from += division->is_turned ? (weight->dims[i] - 1) * weight->strides[i] : 0;
    }
    for (int64_t c = 0; c < division->inputs; c += 2, from += 2 * channel) {
        bool is_pair = c + 1 < division->inputs;
        for (int64_t i = 0; i < weight->dims[DEPTH]; i++)
            for (int64_t j = 0; j < weight->dims[HEIGHT]; j++) {
                const any_uint16 *at = from + i * strides[DEPTH] + j * strides[HEIGHT];
                for (int64_t k = 0; k < weight->dims[WIDTH]; k++, at += strides[WIDTH])
                    *to++ = *at | (is_pair ? (uint32_t)at[channel] << 16 : 0);
            }
    }
}

static void pack_rows(int64_t block, int64_t blocks, void *context)
{
    struct run *run = context;
    const struct division *division = &run->division;
    int64_t rows = division->groups * division->outputs;
    int64_t row_words = division->bands.planes * division->bands.kernel;
    (void)blocks;
    (void)block;
    for (int64_t row = 0; (row = atomic_fetch_add(&run->next, 1)) < rows;)
        pack_pairs(division, row, (uint32_t *)(void *)run->scratch + row * row_words);
}

static void bring_weights(struct run *run)
{
    struct division *division = &run->division;
    any_float *copy = (any_float *)(void *)run->scratch;
    if (division->way == WAY_WEIGHT)
        return;
    if (division->bands.is_pairs) {
        ai_cores_run_function("convolution: weights", pack_rows, division->units, run);
        atomic_store(&run->next, 0);
        division->bands.weights = run->scratch;
        division->bands.weight_stride = division->bands.planes * division->bands.kernel *
                                        (int64_t)sizeof(uint32_t);
        return;
    }
    if (division->way == WAY_BLOCKS && division->is_turned)
        return;
    run->weights.rows = copy;
    run->weights.stride = division->way == WAY_ADDED
                              ? division->weight.channels * volume(division->weight.dims)
                              : most(division->depth, 1);
    if (division->is_turned) {
        turn_weight(&division->weight, division->groups, copy);
    } else if (division->copies_weight) {
        copy_weight(&division->weight, copy);
    } else {
        run->weights.rows = division->weight.data;
        if (division->weight.count > 1)
            run->weights.stride = division->weight.step;
    }
    division->bands.weights = (const char *)run->weights.rows;
    division->bands.weight_stride = run->weights.stride * (int64_t)sizeof(float);
}

static void add_parts(const struct division *division, any_float *sums)
{
    int64_t count = division->weight.count * division->depth;
    for (int64_t part = 1; part < division->parts; part++)
        for (int64_t i = 0; i < count; i++)
            sums[i] += sums[part * count + i];
    store_weight(&division->weight, sums);
}

static void run_convolution_work(const struct work *work, struct task_failure *failure)
{
    const struct convolution *c = work->attributes;
    struct run run = {.scratch = work->scratch};
    (void)failure;
    if (!make_division(work, &run.division))
        return;
    const struct work_view *bias = &work->inputs[2];
    if (c->kind != CONVOLUTION_WEIGHT && c->has_bias) {
        run.division.bias = (const any_float *)(const void *)bias->address;
        run.division.bias_stride = bias->dims[0] > 1 ? bias->strides[0] : 0;
        run.division.bands.bias = run.division.bias;
        run.division.bands.bias_stride = run.division.bias_stride;
    }
    if (run.division.way == WAY_WEIGHT_BLOCKS) {
        conv_kernel_weight_run(&run.division.weight_blocks, run.division.units, run.scratch);
        return;
    }
    bring_weights(&run);
    if (run.division.way == WAY_BLOCKS) {
        run.division.blocks.bands = run.division.bands;
        conv_kernel_blocks_run(&run.division.blocks, run.division.units,
                               run.scratch + round_up(row_bytes(&run.division), CPU_CACHE_LINE));
        return;
    }
    ai_cores_run_function("convolution", run_tasks, run.division.units, &run);
    if (run.division.way == WAY_WEIGHT && !run.division.weight_in_place)
        add_parts(&run.division, (any_float *)(void *)run.scratch);
}
const struct l0_run conv_kernel_convolution = {
    .check = blas_check_work, .scratch_bytes = scratch_bytes, .run = run_convolution_work};
const struct convolution_answers conv_kernel_answers = {.takes_pairs = takes_pairs};
