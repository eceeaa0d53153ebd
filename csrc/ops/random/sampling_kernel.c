/* SPDX-License-Identifier: Apache-2.0 */
/* Permutations and weighted samples, which draw their numbers while they work.
 * docs/reference/random.md defines them. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/random.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "ops/random/random.h"
#include "runtime/cores/ai_cores.h"

/* How many numbers are drawn at a time, in whole blocks. */
#define DRAWN 1024

/* The most rows that have scratch at the same time. */
#define MOST_BLOCKS 8

struct state {
    uint64_t seed;
    uint64_t offset;
};

static struct state state_of(const struct work *work)
{
    const struct random_attributes *a = work->attributes;
    struct state state = {a->seed, a->offset};
    uint64_t more;
    if (a->from_tensors) {
        memcpy(&state.seed, work->inputs[0].address, sizeof state.seed);
        memcpy(&more, work->inputs[1].address, sizeof more);
        state.offset += more;
    }
    return state;
}

/* A strip of random numbers of 64 bits, from the first one on. */
struct drawn {
    struct state state;
    int kernel;
    int64_t first;
    int64_t count;
    _Alignas(64) char numbers[DRAWN * 8];
};

static const char *number_at(struct drawn *drawn, int64_t at)
{
    if (at < drawn->first || at >= drawn->first + drawn->count) {
        /* Kernels begin at multiples of 8; words count twice as many. */
        bool is_words = drawn->kernel == KERNEL_RANDOM_WORDS;
        drawn->first = at & ~(int64_t)7;
        drawn->count = DRAWN;
        const double numbers[] = {1, 0, 1};
        const int64_t tiling[RANDOM_TILING_SIZE] = {
            [RANDOM_TILING_FIRST] = drawn->first * (is_words ? 2 : 1),
            [RANDOM_TILING_COUNT] = DRAWN * (is_words ? 2 : 1),
            [RANDOM_TILING_SEED] = (int64_t)drawn->state.seed,
            [RANDOM_TILING_OFFSET] = (int64_t)drawn->state.offset,
        };
        const int64_t arguments[RANDOM_ARGUMENT_COUNT] = {
            [RANDOM_ARGUMENT_OUT] = (int64_t)(intptr_t)drawn->numbers,
            [RANDOM_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)numbers,
        };
        ai_cores_kernel(drawn->kernel)(0, 1, (int64_t)(intptr_t)tiling,
                                       (int64_t)(intptr_t)arguments);
    }
    return drawn->numbers + (at - drawn->first) * 8;
}

static double real_at(struct drawn *drawn, int64_t at)
{
    double value;
    memcpy(&value, number_at(drawn, at), sizeof value);
    return value;
}

static uint64_t bits_at(struct drawn *drawn, int64_t at)
{
    uint64_t value;
    memcpy(&value, number_at(drawn, at), sizeof value);
    return value;
}

/* ---- Permutations ---------------------------------------------------------------------------- */

static uint64_t upper_product(uint64_t a, uint64_t b)
{
    uint64_t low_a = a & UINT32_MAX;
    uint64_t low_b = b & UINT32_MAX;
    uint64_t first = low_a * low_b;
    uint64_t second = (a >> 32) * low_b + (first >> 32);
    uint64_t third = low_a * (b >> 32) + (second & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (second >> 32) + (third >> 32);
}

/* Fisher and Yates: element i is exchanged with one of those from i on. */
static void permute_block(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    struct drawn drawn = {.state = state_of(work), .kernel = KERNEL_RANDOM_WORDS};
    const struct work_view *out = &work->outputs[0];
    int64_t stride = out->strides[0];
    any_int64 *to = (any_int64 *)(void *)out->address;
    int64_t n = out->dims[0];
    (void)block;
    (void)blocks;
    for (int64_t i = 0; i < n; i++)
        to[i * stride] = i;
    for (int64_t i = 0; i < n - 1; i++) {
        int64_t other = i + (int64_t)upper_product(bits_at(&drawn, i), (uint64_t)(n - i));
        int64_t value = to[i * stride];
        to[i * stride] = to[other * stride];
        to[other * stride] = value;
    }
}

static void run_permutation_work(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    ai_cores_run_function("randperm", permute_block, 1, (void *)(uintptr_t)work);
}
const struct l0_run random_kernel_permutation = {.run = run_permutation_work};

/* ---- Samples --------------------------------------------------------------------------------- */

struct sampling {
    const struct work *work;
    const struct work_view *weights;
    int64_t rows;
    int64_t categories;
    int64_t samples;
    bool replaces;
};

/* A category with the number it is drawn by. The least number is first; of equal ones the lower
 * category. */
struct drawing {
    double key;
    int64_t category;
};

static bool comes_before(const struct drawing *a, const struct drawing *b)
{
    return a->key < b->key || (a->key == b->key && a->category < b->category);
}

static void sink(struct drawing *heap, int64_t count, int64_t at)
{
    struct drawing moved = heap[at];
    for (;;) {
        int64_t child = 2 * at + 1;
        if (child + 1 < count && comes_before(&heap[child], &heap[child + 1]))
            child++;
        if (child >= count || !comes_before(&moved, &heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static double weight_at(const struct sampling *s, int64_t row, int64_t category)
{
    const struct work_view *view = s->weights;
    int32_t last = view->rank - 1;
    int64_t place = category * view->strides[last] + (last > 0 ? row * view->strides[0] : 0);
    double weight;
    memcpy(&weight, view->address + place * 8, sizeof weight);
    return weight > 0 ? weight : 0;
}

static void set_sample(const struct sampling *s, int64_t row, int64_t sample, int64_t category)
{
    const struct work_view *out = &s->work->outputs[0];
    int32_t last = out->rank - 1;
    int64_t place = sample * out->strides[last] + (last > 0 ? row * out->strides[0] : 0);
    memcpy(out->address + place * 8, &category, sizeof category);
}

static void draw_again(const struct sampling *s, int64_t row, double *sums, struct drawn *drawn)
{
    double sum = 0;
    for (int64_t i = 0; i < s->categories; i++)
        sums[i] = sum += weight_at(s, row, i);
    for (int64_t j = 0; j < s->samples; j++) {
        double wanted = real_at(drawn, row * s->samples + j) * sum;
        int64_t low = 0;
        int64_t high = s->categories - 1;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (sums[middle] > wanted)
                high = middle;
            else
                low = middle + 1;
        }
        set_sample(s, row, j, low);
    }
}

/* Each category waits for an exponentially distributed time whose rate is its weight; the first
 * ones are drawn. */
static void draw_once(const struct sampling *s, int64_t row, struct drawing *heap,
                      struct drawn *drawn)
{
    int64_t count = s->samples;
    for (int64_t i = 0; i < s->categories; i++) {
        double key = real_at(drawn, row * s->categories + i) / weight_at(s, row, i);
        struct drawing next = {key, i};
        if (i < count) {
            heap[i] = next;
            for (int64_t at = count / 2 - 1; i == count - 1 && at >= 0; at--)
                sink(heap, count, at);
        } else if (comes_before(&next, &heap[0])) {
            heap[0] = next;
            sink(heap, count, 0);
        }
    }
    for (int64_t left = count - 1; left >= 0; left--) {
        set_sample(s, row, left, heap[0].category);
        heap[0] = heap[left];
        sink(heap, left, 0);
    }
}

static int64_t blocks_of(int64_t rows)
{
    return rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
}

static void sample_block(int64_t block, int64_t blocks, void *context)
{
    const struct sampling *s = context;
    struct drawn drawn = {
        .state = state_of(s->work),
        .kernel = s->replaces ? KERNEL_RANDOM_UNIFORM_FLOAT64 : KERNEL_RANDOM_EXPONENTIAL_FLOAT64,
    };
    char *scratch = s->work->scratch + block * s->categories * (int64_t)sizeof(struct drawing);
    for (int64_t row = block; row < s->rows; row += blocks) {
        if (s->replaces)
            draw_again(s, row, (double *)(void *)scratch, &drawn);
        else
            draw_once(s, row, (struct drawing *)(void *)scratch, &drawn);
    }
}

static struct sampling sampling_of(const struct work *work)
{
    const struct random_attributes *a = work->attributes;
    const struct work_view *weights = &work->inputs[a->from_tensors ? 2 : 0];
    const struct work_view *out = &work->outputs[0];
    return (struct sampling){
        .work = work,
        .weights = weights,
        .rows = weights->rank > 1 ? weights->dims[0] : 1,
        .categories = weights->dims[weights->rank - 1],
        .samples = out->dims[out->rank - 1],
        .replaces = a->replaces,
    };
}

static uint64_t sample_scratch(const struct work *work)
{
    struct sampling s = sampling_of(work);
    return (uint64_t)(blocks_of(s.rows) * s.categories) * sizeof(struct drawing);
}

static void run_samples_work(const struct work *work, struct task_failure *failure)
{
    struct sampling s = sampling_of(work);
    (void)failure;
    ai_cores_run_function("multinomial", sample_block, blocks_of(s.rows), &s);
}
const struct l0_run random_kernel_samples = {
    .scratch_bytes = sample_scratch, .scratch_steers = true, .run = run_samples_work};
