/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of a convolution's weights by blocks of output channels: kernels. */
#include "ops/conv/convolution_weight.h"

#include <stdatomic.h>
#include <string.h>

#include "base/cpu.h"
#include "base/number.h"
#include "ops/conv/convolution_bands.h"
#include "ops/conv/convolution_blocks.h"
#include "ops/conv/convolution_views.h"
#include "runtime/cores/ai_cores.h"
#include "vector/memory.h"
#include "vector/registers.h"

/* The most positions of a chunk, the most blocks that take one band, and the bytes of the
 * second-level cache for bands. */
#define MOST_POSITIONS 1024
#define MOST_TOGETHER (128 / BLOCK_CHANNELS)
#define BAND_BYTES (128 << 10)
/* Gradients of the output that are packed together, at most, where a chunk has no more. */
#define PACKED_BYTES (4 << 20)
#define MOST_PLANES 18
#define ENOUGH_TASKS 8
#define FLOAT ((int64_t)sizeof(float))

/* ---- The division ---------------------------------------------------------------------------- */

/* Chooses as many planes of a band as leave few of the sums in registers empty. */
static void choose_planes(struct weight_blocks *b)
{
    struct bands *bands = &b->bands;
    int64_t bytes = b->slices * bands->lens.kernel[DEPTH] * b->slice * FLOAT;
    int64_t most_planes = clamp(BAND_BYTES / bytes, 1, least(MOST_PLANES, bands->planes));
    b->together = least(MOST_TOGETHER, b->blocks);
    for (;;) {
        int64_t pieces = divide_up(ENOUGH_TASKS, bands->groups * divide_up(b->blocks, b->together));
        if (b->together == 1 || pieces * 2 <= bands->planes)
            break;
        b->together = divide_up(b->together, 2);
    }
    int64_t pieces = divide_up(ENOUGH_TASKS, bands->groups * divide_up(b->blocks, b->together));
    most_planes = clamp(bands->planes / pieces, 1, most_planes);
    double least_waste = TAPS_TOGETHER + 1;
    for (int64_t planes = most_planes; planes > 0 && 2 * planes >= most_planes; planes--) {
        int64_t taps = planes * bands->kernel;
        double waste = (double)(divide_up(taps, TAPS_TOGETHER) * TAPS_TOGETHER) / (double)taps;
        if (waste < least_waste) {
            least_waste = waste;
            bands->block = planes;
        }
    }
    b->pieces = divide_up(bands->planes, bands->block);
}

bool conv_kernel_weight_divide(struct weight_blocks *b)
{
    struct bands *bands = &b->bands;
    const int64_t *dims = bands->output.dims;
    int64_t slices = bands->output.count * dims[DEPTH];
    b->blocks = divide_up(bands->outputs, BLOCK_CHANNELS);
    if (!conv_kernel_blocks_fit(bands) || slices * dims[HEIGHT] * dims[WIDTH] == 0 ||
        dims[WIDTH] > MOST_POSITIONS || volume(bands->lens.kernel) == 1)
        return false;
    bands->planes = bands->inputs;
    bands->height = clamp(MOST_POSITIONS / dims[WIDTH], 1, dims[HEIGHT]);
    bands->down = divide_up(dims[HEIGHT], bands->height);
    bands->height = divide_up(dims[HEIGHT], bands->down);
    b->slices = bands->down > 1 ? 1
                                : clamp(MOST_POSITIONS / (dims[HEIGHT] * dims[WIDTH]), 1, slices);
    b->chunks = divide_up(slices, b->slices) * bands->down;
    b->slice = conv_kernel_bands_measure(bands, bands->height, dims[WIDTH]);
    /* Windows that reach far have zeros and rows between in their bands. */
    if (bands->lens.kernel[DEPTH] * b->slice * FLOAT > 4 * BAND_BYTES)
        return false;
    choose_planes(b);
    int64_t band_words = b->slices * bands->block * bands->lens.kernel[DEPTH] * b->slice;
    b->tasks = bands->groups * b->pieces * divide_up(b->blocks, b->together);
    int64_t block_floats = bands->groups * b->blocks * BLOCK_CHANNELS;
    int64_t chunk_bytes = b->slices * bands->height * dims[WIDTH] * block_floats * FLOAT;
    b->packed = clamp(PACKED_BYTES / chunk_bytes, 1, b->chunks);
    b->packed_bytes = b->packed * chunk_bytes;
    b->sums_bytes = bands->planes * bands->kernel * block_floats * FLOAT;
    bands->band_bytes = round_up(band_words * FLOAT, CPU_CACHE_LINE);
    b->unit_bytes = bands->band_bytes +
                    round_up(bands->block * bands->kernel * (int64_t)sizeof(int32_t),
                             CPU_CACHE_LINE);
    return true;
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

struct run {
    const struct weight_blocks *blocks;
    float *packed; /* of each chunk the gradients of each block, for its positions */
    float *sums;   /* of each block, for each plane and element of the window */
    char *units;
    int64_t first; /* the chunks that are packed: [first, past) */
    int64_t past;
    _Atomic int64_t next;
};

struct chunk {
    int64_t first; /* slice */
    int64_t slices;
    int64_t y;
    int64_t rows;
};

static struct chunk find_chunk(const struct weight_blocks *b, int64_t index)
{
    const struct image *out = &b->bands.output;
    struct chunk chunk = {.first = index / b->bands.down * b->slices,
                          .y = index % b->bands.down * b->bands.height};
    chunk.slices = least(b->slices, out->count * out->dims[DEPTH] - chunk.first);
    chunk.rows = least(b->bands.height, out->dims[HEIGHT] - chunk.y);
    return chunk;
}

/* The packed gradients of a block, of a chunk. */
static float *packed_gradients(const struct run *run, int64_t chunk, int64_t block)
{
    const struct weight_blocks *b = run->blocks;
    int64_t positions = b->slices * b->bands.height * b->bands.width;
    int64_t place = (chunk - run->first) * b->bands.groups * b->blocks + block;
    return run->packed + place * positions * BLOCK_CHANNELS;
}

/* Packs the gradients of a block, with zeros for channels that there are not. */
static void pack_chunk(const struct run *run, int64_t index, int64_t block)
{
    const struct weight_blocks *b = run->blocks;
    const struct image *out = &b->bands.output;
    struct chunk chunk = find_chunk(b, index);
    int64_t first = block % b->blocks * BLOCK_CHANNELS;
    int64_t channel = block / b->blocks * b->bands.outputs + first;
    int64_t positions = chunk.rows * b->bands.width;
    struct box box = {positions, least(BLOCK_CHANNELS, b->bands.outputs - first), FLOAT,
                      out->channel * FLOAT, false};
    float *to = packed_gradients(run, index, block);
    if (box.columns < BLOCK_CHANNELS)
        memset(to, 0, (size_t)(chunk.slices * positions * BLOCK_CHANNELS * FLOAT));
    for (int64_t slice = chunk.first; slice < chunk.first + chunk.slices; slice++) {
        const any_float *from = out->data + slice / out->dims[DEPTH] * out->step +
                                channel * out->channel +
                                slice % out->dims[DEPTH] * out->strides[DEPTH] +
                                chunk.y * out->strides[HEIGHT];
        box_move(FLOAT, (char *)to, BLOCK_CHANNELS * FLOAT, (const char *)from, &box);
        to += positions * BLOCK_CHANNELS;
    }
}

static void pack_chunks(int64_t unit, int64_t units, void *context)
{
    struct run *run = context;
    int64_t blocks = run->blocks->bands.groups * run->blocks->blocks;
    (void)unit;
    (void)units;
    for (int64_t i = 0; (i = atomic_fetch_add(&run->next, 1)) < (run->past - run->first) * blocks;)
        pack_chunk(run, run->first + i / blocks, i % blocks);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The positions of a chunk, for some elements of windows. */
struct positions {
    const any_float *band;
    const int32_t *places; /* of the elements */
    int64_t slices;
    int64_t next_slice;
    int64_t rows;
    int64_t next_row;
    int64_t width;
    const float *gradients;
    float *sums;
    bool add;
};

/* Inlined where the number of elements is a constant. */
static inline __attribute__((always_inline)) void add_positions(const struct positions *p, int taps)
{
    floats sums[TAPS_TOGETHER][BLOCK_REGISTERS];
    EACH(w, taps)
    EACH(v, BLOCK_REGISTERS)
    sums[w][v] = p->add
                     ? floats_at((const any_float *)(p->sums + w * BLOCK_CHANNELS + v * REGISTER))
                     : (floats){0};
    const float *gradients = p->gradients;
    for (int64_t slice = 0; slice < p->slices; slice++)
        for (int64_t y = 0; y < p->rows; y++) {
            const any_float *row = p->band + slice * p->next_slice + y * p->next_row;
            const any_float *numbers[TAPS_TOGETHER];
            EACH(w, taps)
            numbers[w] = row + p->places[w];
            for (int64_t x = 0; x < p->width; x++, gradients += BLOCK_CHANNELS) {
                floats own[BLOCK_REGISTERS];
                EACH(v, BLOCK_REGISTERS)
                own[v] = floats_at((const any_float *)(gradients + v * REGISTER));
                EACH(w, taps)
                {
                    floats number = all_lanes(numbers[w] + x);
                    EACH(v, BLOCK_REGISTERS)
                    sums[w][v] = multiplied_added(own[v], number, sums[w][v]);
                }
            }
        }
    EACH(w, taps)
    EACH(v, BLOCK_REGISTERS)
    put_floats(p->sums + w * BLOCK_CHANNELS + v * REGISTER, sums[w][v]);
}

#define OF_TAPS(name, taps)                              \
    static void name##_##taps(const struct positions *p) \
    {                                                    \
        add_positions(p, taps);                          \
    }
FOR_TAPS(OF_TAPS, add_taps)

typedef void (*taps_function)(const struct positions *positions);

#define NAME(name, taps) name##_##taps,

/* By the number of elements less 1. */
static const taps_function of_taps[TAPS_TOGETHER] = {FOR_TAPS(NAME, add_taps)};

/* ---- Tasks ----------------------------------------------------------------------------------- */

static float *sums_of(const struct run *run, int64_t block, int64_t plane)
{
    const struct bands *bands = &run->blocks->bands;
    return run->sums + (block * bands->planes + plane) * bands->kernel * BLOCK_CHANNELS;
}

/* Adds the packed chunks to the sums of some planes and some blocks of a group. */
static void run_task(const struct run *run, int64_t index, char *scratch)
{
    const struct weight_blocks *b = run->blocks;
    const struct bands *bands = &b->bands;
    uint32_t *band = (uint32_t *)(void *)scratch;
    const int32_t *places = (const int32_t *)(const void *)(scratch + bands->band_bytes);
    int64_t plane = index % b->pieces * bands->block;
    int64_t planes = least(bands->block, bands->planes - plane);
    index /= b->pieces;
    int64_t parts = divide_up(b->blocks, b->together);
    int64_t group = index / parts;
    int64_t first = index % parts * b->together;
    int64_t past = least(first + b->together, b->blocks);
    struct positions positions = {.band = (const any_float *)(const void *)band,
                                  .next_slice = bands->block * bands->lens.kernel[DEPTH] * b->slice,
                                  .next_row = bands->band_width,
                                  .width = bands->width};
    for (int64_t i = run->first; i < run->past; i++) {
        struct chunk chunk = find_chunk(b, i);
        positions.slices = chunk.slices;
        positions.rows = chunk.rows;
        positions.add = i > 0;
        /* The zeros around a band differ from chunk to chunk. */
        if (b->chunks > 1 || i == run->first)
            memset(band, 0, (size_t)bands->band_bytes);
        for (int64_t slice = 0; slice < chunk.slices; slice++) {
            struct band_task task = {.image = (chunk.first + slice) / bands->output.dims[DEPTH],
                                     .group = group,
                                     .depth = (chunk.first + slice) % bands->output.dims[DEPTH],
                                     .y = chunk.y};
            conv_kernel_blocks_fill(bands, &task, plane, planes,
                                    band + slice * positions.next_slice);
        }
        for (int64_t block = first; block < past; block++) {
            positions.gradients = packed_gradients(run, i, group * b->blocks + block);
            positions.sums = sums_of(run, group * b->blocks + block, plane);
            for (int64_t tap = 0; tap < planes * bands->kernel; tap += TAPS_TOGETHER) {
                int64_t taps = least(TAPS_TOGETHER, planes * bands->kernel - tap);
                positions.places = places + tap;
                of_taps[taps - 1](&positions);
                positions.sums += taps * BLOCK_CHANNELS;
            }
        }
    }
}

static void run_tasks(int64_t unit, int64_t units, void *context)
{
    struct run *run = context;
    char *own = run->units + unit * run->blocks->unit_bytes;
    (void)units;
    conv_kernel_bands_place(&run->blocks->bands,
                            (int32_t *)(void *)(own + run->blocks->bands.band_bytes));
    for (int64_t task = 0; (task = atomic_fetch_add(&run->next, 1)) < run->blocks->tasks;)
        run_task(run, task, own);
}

/* Writes the sums of blocks to the weights' gradient. */
static void store_blocks(int64_t unit, int64_t units, void *context)
{
    struct run *run = context;
    const struct weight_blocks *b = run->blocks;
    const struct image *weight = &b->weight;
    (void)unit;
    (void)units;
    for (int64_t i = 0; (i = atomic_fetch_add(&run->next, 1)) < b->bands.groups * b->blocks;) {
        int64_t first = i % b->blocks * BLOCK_CHANNELS;
        any_float *to = weight->data + (i / b->blocks * b->bands.outputs + first) * weight->step;
        struct box box = {least(BLOCK_CHANNELS, b->bands.outputs - first),
                          b->bands.planes * b->bands.kernel, FLOAT, BLOCK_CHANNELS * FLOAT, false};
        box_move(FLOAT, (char *)to, weight->step * FLOAT, (const char *)sums_of(run, i, 0), &box);
    }
}

static void run_phase(struct run *run, block_function function, int64_t units)
{
    atomic_store(&run->next, 0);
    ai_cores_run_function("convolution: gradient of weights", function, units, run);
}

void conv_kernel_weight_run(const struct weight_blocks *b, int64_t units, char *scratch)
{
    struct run run = {.blocks = b,
                      .packed = (float *)(void *)scratch,
                      .sums = (float *)(void *)(scratch + b->packed_bytes),
                      .units = scratch + b->packed_bytes + b->sums_bytes};
    if (!HAS_BLOCKS)
        return;
    for (; run.first < b->chunks; run.first = run.past) {
        run.past = least(run.first + b->packed, b->chunks);
        run_phase(&run, pack_chunks, units);
        run_phase(&run, run_tasks, units);
    }
    run_phase(&run, store_blocks, units);
}
