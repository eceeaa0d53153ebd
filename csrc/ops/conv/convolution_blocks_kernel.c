/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions by blocks of output channels: kernels. */
#include "ops/conv/convolution_blocks.h"

#include <stdatomic.h>
#include <string.h>

#include "base/cpu.h"
#include "base/number.h"
#include "ops/conv/convolution_bands.h"
#include "ops/conv/convolution_views.h"
#include "products/product.h"
#include "products/wide.h"
#include "runtime/cores/ai_cores.h"
#include "vector/memory.h"
#include "vector/registers.h"

#define HAS_PAIRS (REGISTER == 16 && WIDE_BY_AVX512)
/* Blocks are used when at least this share of the computed channels, in hundredths, is kept. */
#define ENOUGH_KEPT 75
/* The most positions of a task and the most blocks that it computes from one band, and the bytes of
 * the second-level cache for the weights of a block and for bands. */
#define MOST_POSITIONS 2048
#define MOST_TOGETHER (128 / BLOCK_CHANNELS)
#define WEIGHT_BYTES (64 << 10)
#define BAND_BYTES (256 << 10)
#define ENOUGH_TASKS 8
#define FEWEST_HEIGHT 4
#define FLOAT ((int64_t)sizeof(float))

/* ---- The division ---------------------------------------------------------------------------- */

/* Whether the rows of a slice follow each other. */
static bool has_dense_slices(const struct image *image)
{
    return (image->dims[WIDTH] == 1 || image->strides[WIDTH] == 1) &&
           (image->dims[HEIGHT] == 1 || image->strides[HEIGHT] == image->dims[WIDTH]);
}

bool conv_kernel_blocks_fit(const struct bands *bands)
{
    int64_t channels = divide_up(bands->outputs, BLOCK_CHANNELS) * BLOCK_CHANNELS;
    return HAS_BLOCKS && bands->inputs > 0 && has_dense_slices(&bands->output) &&
           bands->outputs * 100 >= channels * ENOUGH_KEPT;
}

static int64_t count_tasks(const struct channel_blocks *b)
{
    const struct bands *bands = &b->bands;
    return bands->groups * divide_up(b->blocks, b->together) *
           divide_up(bands->output.count, b->images) * bands->output.dims[DEPTH] *
           divide_up(bands->output.dims[HEIGHT], bands->height);
}

static void choose_positions(struct channel_blocks *b)
{
    struct bands *bands = &b->bands;
    const int64_t *dims = bands->output.dims;
    b->images = clamp(MOST_POSITIONS / (dims[HEIGHT] * dims[WIDTH]), 1, bands->output.count);
    bands->height = clamp(MOST_POSITIONS / dims[WIDTH], 1, dims[HEIGHT]);
    b->together = least(MOST_TOGETHER, b->blocks);
    while (b->images > 1 && count_tasks(b) < ENOUGH_TASKS)
        b->images = divide_up(b->images, 2);
    while (bands->height > FEWEST_HEIGHT && count_tasks(b) < ENOUGH_TASKS)
        bands->height = divide_up(bands->height, 2);
    while (b->together > 1 && count_tasks(b) < ENOUGH_TASKS)
        b->together = divide_up(b->together, 2);
    bands->down = divide_up(dims[HEIGHT], bands->height);
    bands->height = divide_up(dims[HEIGHT], bands->down);
    b->tasks = count_tasks(b);
}

/* The scratch of a unit for sums that are rounded. */
static int64_t turned_bytes(const struct bands *bands)
{
    return bands->output_type == ACL_FLOAT ? 0
                                           : bands->height * bands->width * BLOCK_CHANNELS * FLOAT;
}

bool conv_kernel_blocks_divide(struct channel_blocks *b)
{
    struct bands *bands = &b->bands;
    const int64_t *dims = bands->output.dims;
    b->blocks = divide_up(bands->outputs, BLOCK_CHANNELS);
    if (!conv_kernel_blocks_fit(bands) || dims[WIDTH] > MOST_POSITIONS ||
        (bands->is_pairs && !(HAS_PAIRS && wide_has_pairs())))
        return false;
    choose_positions(b);
    bands->planes = bands->is_pairs ? divide_up(bands->inputs, 2) : bands->inputs;
    b->slice = conv_kernel_bands_measure(bands, bands->height, dims[WIDTH]);
    int64_t plane = bands->lens.kernel[DEPTH] * b->slice;
    int64_t most_planes = least(WEIGHT_BYTES / (bands->kernel * BLOCK_CHANNELS * FLOAT),
                                BAND_BYTES / (b->images * plane * FLOAT));
    bands->block = clamp(most_planes, 1, bands->planes);
    bands->block = divide_up(bands->planes, divide_up(bands->planes, bands->block));
    /* Windows that reach far have zeros and rows between in their bands. */
    if (plane * FLOAT > 4 * BAND_BYTES)
        return false;
    bands->band_bytes = round_up(b->images * bands->block * plane * FLOAT, CPU_CACHE_LINE);
    bands->sums_bytes = b->together * b->images * bands->height * dims[WIDTH] * BLOCK_CHANNELS *
                        FLOAT;
    b->unit_bytes = bands->band_bytes + bands->sums_bytes +
                    round_up(bands->block * bands->kernel * (int64_t)sizeof(int32_t),
                             CPU_CACHE_LINE) +
                    turned_bytes(bands);
    b->weight_bytes = bands->groups * b->blocks * (1 + bands->planes * bands->kernel) *
                      BLOCK_CHANNELS * FLOAT;
    return true;
}

/* ---- Weights --------------------------------------------------------------------------------- */

struct run {
    const struct channel_blocks *blocks;
    float *biases; /* of all blocks; behind them the packed weights, and then the units' scratch */
    char *scratch;
    _Atomic int64_t next;
};

static const float *packed_weights(const struct run *run, int64_t group, int64_t block,
                                   int64_t plane)
{
    const struct channel_blocks *b = run->blocks;
    int64_t row = (group * b->blocks + block) * b->bands.planes + plane;
    const float *packed = run->biases + b->bands.groups * b->blocks * BLOCK_CHANNELS;
    return packed + row * b->bands.kernel * BLOCK_CHANNELS;
}

/* Packs the biases and the weights of a block of channels: for each plane and element of the window
 * those of the channels, with zeros for channels that there are not. */
static void pack_block(const struct run *run, int64_t group, int64_t block)
{
    const struct channel_blocks *b = run->blocks;
    const struct image *weight = &b->weight;
    int64_t kernel = b->bands.kernel;
    int64_t channel = block * BLOCK_CHANNELS;
    int64_t channels = least(BLOCK_CHANNELS, b->bands.outputs - channel);
    char *to = (char *)(uintptr_t)packed_weights(run, group, block, 0);
    const any_float *from = weight->data;
    struct box box = {.columns = channels};
    for (int64_t i = 0; i < BLOCK_CHANNELS; i++) {
        bool is_any = b->bands.bias != NULL && i < channels;
        int64_t place = group * b->bands.outputs + channel + i;
        run->biases[(group * b->blocks + block) * BLOCK_CHANNELS + i] =
            is_any ? b->bands.bias[place * b->bands.bias_stride] : 0;
    }
    if (channels < BLOCK_CHANNELS)
        memset(to, 0, (size_t)(b->bands.planes * kernel * BLOCK_CHANNELS * FLOAT));
    if (b->bands.is_pairs || !b->is_turned) {
        int64_t row = group * b->bands.outputs + channel;
        const char *rows = b->bands.weights + row * b->bands.weight_stride;
        box.rows = b->bands.planes * kernel;
        box.row_step = FLOAT;
        box.column_step = b->bands.weight_stride;
        box_move(FLOAT, to, BLOCK_CHANNELS * FLOAT, rows, &box);
        return;
    }
    from += group * b->bands.planes * weight->step + channel * kernel;
    box.rows = kernel;
    box.row_step = FLOAT;
    box.column_step = kernel * FLOAT;
    for (int64_t plane = 0; plane < b->bands.planes; plane++) {
        to += kernel * BLOCK_CHANNELS * FLOAT;
        box_move(FLOAT, to - BLOCK_CHANNELS * FLOAT, -BLOCK_CHANNELS * FLOAT, (const char *)from,
                 &box);
        from += weight->step;
    }
}

static void pack_weights(int64_t unit, int64_t units, void *context)
{
    struct run *run = context;
    const struct channel_blocks *b = run->blocks;
    (void)unit;
    (void)units;
    for (int64_t i = 0; (i = atomic_fetch_add(&run->next, 1)) < b->bands.groups * b->blocks;)
        pack_block(run, i / b->blocks, i % b->blocks);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Some positions of one row, or of two rows below each other. */
struct tile {
    const any_float *numbers; /* what the first position reads, with places: float32 or pairs */
    int64_t next_numbers;     /* from a row to the one below it */
    const int32_t *places;
    int64_t words;
    const float *weights; /* float32 or pairs */
    const float *start;   /* what the sums begin with */
    int64_t start_step;   /* from a position to the next; 0: the same for all */
    int64_t next_start;
    float *sums;
    int64_t next_sums;
};

/* GCC and Clang know the instruction that multiplies pairs of bfloat16 in functions that ask for
 * it. */
#if HAS_PAIRS
#define OF_PAIRS __attribute__((target("avx512bf16")))

static inline
    __attribute__((always_inline)) OF_PAIRS floats add_pair_product(floats weights, floats number,
                                                                    floats sum)
{
    return (floats)_mm512_dpbf16_ps((__m512)sum, (__m512bh)weights, (__m512bh)number);
}
#endif
#define OF_FLOATS
#define add_float_product multiplied_added

/* Inlined where the numbers of rows and of positions are constants. */
#define DEFINE_TILE(kind, TARGET)                                                                  \
    static inline __attribute__((always_inline)) TARGET void add_tile_of_##kind##s(                \
        const struct tile *t, int rows, int positions)                                             \
    {                                                                                              \
        floats sums[TILE_POSITIONS][BLOCK_REGISTERS];                                              \
        EACH(r, rows)                                                                              \
        EACH(p, positions)                                                                         \
        EACH(v, BLOCK_REGISTERS)                                                                   \
        sums[r * positions + p][v] = floats_at(                                                    \
            (const any_float *)(t->start + r * t->next_start + p * t->start_step + v * REGISTER)); \
        const float *weights = t->weights;                                                         \
        for (int64_t i = 0; i < t->words; i++, weights += BLOCK_CHANNELS) {                        \
            const any_float *numbers = t->numbers + t->places[i];                                  \
            floats own[BLOCK_REGISTERS];                                                           \
            EACH(v, BLOCK_REGISTERS)                                                               \
            own[v] = floats_at((const any_float *)(weights + v * REGISTER));                       \
            EACH(r, rows)                                                                          \
            EACH(p, positions)                                                                     \
            {                                                                                      \
                floats number = all_lanes(numbers + r * t->next_numbers + p);                      \
                EACH(v, BLOCK_REGISTERS)                                                           \
                sums[r * positions + p][v] = add_##kind##_product(own[v], number,                  \
                                                                  sums[r * positions + p][v]);     \
            }                                                                                      \
        }                                                                                          \
        EACH(r, rows)                                                                              \
        EACH(p, positions)                                                                         \
        EACH(v, BLOCK_REGISTERS)                                                                   \
        put_floats(t->sums + r * t->next_sums + p * BLOCK_CHANNELS + v * REGISTER,                 \
                   sums[r * positions + p][v]);                                                    \
    }

DEFINE_TILE(float, OF_FLOATS)
#if HAS_PAIRS
DEFINE_TILE(pair, OF_PAIRS)
#endif

#define OF_POSITIONS(kind, TARGET, rows, positions)                             \
    static TARGET void add_##kind##s_##rows##_##positions(const struct tile *t) \
    {                                                                           \
        add_tile_of_##kind##s(t, rows, positions);                              \
    }
#define OF_KIND(kind, TARGET)                    \
    FOR_POSITIONS(OF_POSITIONS, kind, TARGET, 1) \
    FOR_PAIRED(OF_POSITIONS, kind, TARGET, 2)
OF_KIND(float, OF_FLOATS)

typedef void (*tile_function)(const struct tile *tile);

#define NAME(kind, rows, positions) add_##kind##s_##rows##_##positions,
#define ONE_ROW(kind) {FOR_POSITIONS(NAME, kind, 1)}
#define TWO_ROWS(kind) {FOR_PAIRED(NAME, kind, 2)}

/* Of floats and, where the level multiplies them, of pairs, by the number of positions less 1. */
#if HAS_PAIRS
OF_KIND(pair, OF_PAIRS)
static const tile_function of_one_row[][TILE_POSITIONS] = {ONE_ROW(float), ONE_ROW(pair)};
static const tile_function of_two_rows[][TILE_POSITIONS / 2] = {TWO_ROWS(float), TWO_ROWS(pair)};
#else
static const tile_function of_one_row[][TILE_POSITIONS] = {ONE_ROW(float)};
static const tile_function of_two_rows[][TILE_POSITIONS / 2] = {TWO_ROWS(float)};
#endif

/* Adds the words of a tile to the sums of `rows` rows of positions. */
static void add_rows(bool is_pairs, struct tile tile, int64_t rows, int64_t width)
{
    int64_t tiles = divide_up(width, TILE_POSITIONS);
    int64_t y = 0;
    if (width <= TILE_POSITIONS / 2)
        for (; y + 2 <= rows; y += 2) {
            of_two_rows[is_pairs][width - 1](&tile);
            tile.numbers += 2 * tile.next_numbers;
            tile.start += 2 * tile.next_start;
            tile.sums += 2 * tile.next_sums;
        }
    for (; y < rows; y++) {
        struct tile part = tile;
        for (int64_t i = 0; i < tiles; i++) {
            int64_t positions = width / tiles + (i < width % tiles ? 1 : 0);
            of_one_row[is_pairs][positions - 1](&part);
            part.numbers += positions;
            part.start += positions * part.start_step;
            part.sums += positions * BLOCK_CHANNELS;
        }
        tile.numbers += tile.next_numbers;
        tile.start += tile.next_start;
        tile.sums += tile.next_sums;
    }
}

/* ---- Bands ----------------------------------------------------------------------------------- */

/* Copies `count` floats that lie `step` apart. */
static void copy_floats(const any_float *from, int64_t step, int64_t count, float *to)
{
    int64_t i = 0;
    if (step == 1 || step == 2)
        for (; i < count; i += REGISTER) {
            int some = (int)least(REGISTER, count - i);
            floats values = step == 1 ? first_floats(from + i, some)
                                      : first_even_floats(from + 2 * i, some);
            put_first_floats(to + i, values, some);
        }
    for (; i < count; i++)
        to[i] = from[i * step];
}

/* The rows of a band, and the columns, that the input has. */
struct span {
    int64_t first; /* in the band */
    int64_t past;
    int64_t from; /* in the input */
};

static struct span span_of(const struct lens *lens, int dim, int64_t position, int64_t phase,
                           int64_t length, int64_t size)
{
    int64_t stride = lens->stride[dim];
    int64_t begin = position * stride + phase - lens->before[dim];
    struct span span = {.first = begin >= 0 ? 0 : divide_up(-begin, stride)};
    span.from = begin + span.first * stride;
    span.past = span.from >= size ? 0 : span.first + (size - 1 - span.from) / stride + 1;
    span.past = least(span.past, length);
    return span;
}

/* Copies a row of a plane of a band: of float32 or, of two channels, pairs. `second` is NULL where
 * there is no further channel. */
static void copy_row(bool is_pairs, const char *first, const char *second, int64_t step,
                     int64_t count, uint32_t *to)
{
    const any_uint16 *lower = (const any_uint16 *)(const void *)first;
    const any_uint16 *upper = (const any_uint16 *)(const void *)second;
    if (!is_pairs)
        copy_floats((const any_float *)(const void *)first, step, count, (float *)(void *)to);
    else if (step == 1 && second != NULL)
        wide_join_pairs((const uint16_t *)lower, (const uint16_t *)upper, count, to);
    else
        for (int64_t i = 0; i < count; i++)
            to[i] = lower[i * step] | (second == NULL ? 0 : (uint32_t)upper[i * step] << 16);
}

void conv_kernel_blocks_fill(const struct bands *b, const struct band_task *task, int64_t first,
                             int64_t count, uint32_t *to)
{
    const struct lens *lens = &b->lens;
    const struct image *input = &b->input;
    int64_t size = b->is_pairs ? 2 : 4;
    int64_t in_word = 4 / size;
    int64_t step = lens->stride[WIDTH] * input->strides[WIDTH];
    for (int64_t i = 0; i < count * lens->kernel[DEPTH]; i++) {
        int64_t channel = (first + i / lens->kernel[DEPTH]) * in_word;
        int64_t depth = task->depth * lens->stride[DEPTH] - lens->before[DEPTH] +
                        i % lens->kernel[DEPTH] * lens->dilation[DEPTH];
        int64_t plane = task->image * input->step +
                        (task->group * b->inputs + channel) * input->channel +
                        depth * input->strides[DEPTH];
        bool is_depth = depth >= 0 && depth < input->dims[DEPTH];
        bool has_second = b->is_pairs && channel + 1 < b->inputs;
        for (int64_t phase = 0; phase < b->phases[0] * b->phases[1]; phase++) {
            struct span y = span_of(lens, HEIGHT, task->y, phase / b->phases[1], b->band_height,
                                    input->dims[HEIGHT]);
            struct span x = span_of(lens, WIDTH, task->x, phase % b->phases[1], b->band_width,
                                    input->dims[WIDTH]);
            for (int64_t row = y.first; is_depth && row < y.past; row++) {
                int64_t line = y.from + (row - y.first) * lens->stride[HEIGHT];
                int64_t place = plane + line * input->strides[HEIGHT] +
                                x.from * input->strides[WIDTH];
                const char *from = (const char *)input->data + place * size;
                const char *second = has_second ? from + input->channel * size : NULL;
                copy_row(b->is_pairs, from, second, step, most(x.past - x.first, 0),
                         to + row * b->band_width + x.first);
            }
            to += b->band_height * b->band_width;
        }
    }
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

/* Writes the sums of one image; those that are rounded lie in `turned` before, channel by
 * channel. */
static void store(const struct bands *bands, const struct band_task *task, const float *sums,
                  float *turned)
{
    const struct image *out = &bands->output;
    int64_t channel = task->group * bands->outputs + task->first;
    int64_t positions = least(bands->height, out->dims[HEIGHT] - task->y) * bands->width;
    int64_t place = task->image * out->step + channel * out->channel +
                    task->depth * out->strides[DEPTH] + task->y * out->strides[HEIGHT];
    struct box box = {task->rows, positions, FLOAT, BLOCK_CHANNELS * FLOAT, false};
    if (bands->output_type == ACL_FLOAT) {
        box_move(FLOAT, (char *)(out->data + place), out->channel * FLOAT, (const char *)sums,
                 &box);
        return;
    }
    box_move(FLOAT, (char *)turned, positions * FLOAT, (const char *)sums, &box);
    product_store(bands->output_type, (any_uint16 *)(void *)out->data + place, out->channel, 1,
                  task->rows, positions, turned, positions);
}

static void run_task(const struct run *run, int64_t index, char *scratch)
{
    const struct channel_blocks *b = run->blocks;
    const struct bands *bands = &b->bands;
    uint32_t *band = (uint32_t *)(void *)scratch;
    float *sums = (float *)(void *)(scratch + bands->band_bytes);
    const int32_t *places = (const int32_t *)(const void *)(scratch + bands->band_bytes +
                                                            bands->sums_bytes);
    float *turned = (float *)(void *)(scratch + b->unit_bytes - turned_bytes(bands));
    int64_t pieces = divide_up(b->blocks, b->together);
    int64_t first_block = index % pieces * b->together;
    int64_t past_block = least(first_block + b->together, b->blocks);
    index /= pieces;
    struct band_task task = {0};
    task.y = index % bands->down * bands->height;
    index /= bands->down;
    task.depth = index % bands->output.dims[DEPTH];
    index /= bands->output.dims[DEPTH];
    task.group = index % bands->groups;
    int64_t first = index / bands->groups * b->images;
    int64_t past = least(first + b->images, bands->output.count);
    int64_t rows = least(bands->height, bands->output.dims[HEIGHT] - task.y);
    int64_t image_sums = bands->height * bands->width * BLOCK_CHANNELS;
    int64_t image_band = bands->block * bands->lens.kernel[DEPTH] * b->slice;
    memset(band, 0, (size_t)bands->band_bytes);
    for (int64_t at = 0; at < bands->planes; at += bands->block) {
        int64_t planes = least(bands->block, bands->planes - at);
        for (task.image = first; task.image < past; task.image++)
            conv_kernel_blocks_fill(bands, &task, at, planes,
                                    band + (task.image - first) * image_band);
        for (int64_t block = first_block; block < past_block; block++)
            for (int64_t i = 0; i < past - first; i++) {
                int64_t place = (block - first_block) * b->images + i;
                struct tile tile = {
                    .numbers = (const any_float *)(const void *)(band + i * image_band),
                    .next_numbers = bands->band_width,
                    .places = places,
                    .words = planes * bands->kernel,
                    .weights = packed_weights(run, task.group, block, at),
                    .start = run->biases + (task.group * b->blocks + block) * BLOCK_CHANNELS,
                    .sums = sums + place * image_sums,
                    .next_sums = bands->width * BLOCK_CHANNELS};
                if (at > 0) {
                    tile.start = tile.sums;
                    tile.start_step = BLOCK_CHANNELS;
                    tile.next_start = tile.next_sums;
                }
                add_rows(bands->is_pairs, tile, rows, bands->width);
            }
    }
    for (int64_t block = first_block; block < past_block; block++) {
        task.first = block * BLOCK_CHANNELS;
        task.rows = least(BLOCK_CHANNELS, bands->outputs - task.first);
        for (task.image = first; task.image < past; task.image++) {
            int64_t place = (block - first_block) * b->images + task.image - first;
            store(bands, &task, sums + place * image_sums, turned);
        }
    }
}

static void run_tasks(int64_t unit, int64_t units, void *context)
{
    struct run *run = context;
    const struct channel_blocks *b = run->blocks;
    char *own = run->scratch + unit * b->unit_bytes;
    (void)units;
    conv_kernel_bands_place(&b->bands,
                            (int32_t *)(void *)(own + b->bands.band_bytes + b->bands.sums_bytes));
    for (int64_t task = 0; (task = atomic_fetch_add(&run->next, 1)) < b->tasks;)
        run_task(run, task, own);
}

void conv_kernel_blocks_run(const struct channel_blocks *b, int64_t units, char *scratch)
{
    struct run run = {
        .blocks = b, .biases = (float *)(void *)scratch, .scratch = scratch + b->weight_bytes};
    if (!HAS_BLOCKS)
        return;
    ai_cores_run_function("convolution: weights", pack_weights, units, &run);
    atomic_store(&run.next, 0);
    ai_cores_run_function("convolution", run_tasks, units, &run);
}
