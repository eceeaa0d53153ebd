/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers: the kernels of aclnn_py/kernels/random_numbers.py on tensors of any strides. */
#include "ops/random/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/random.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* How many elements are made before they are copied to out; of bits, each has 8. */
#define CHUNK 1024
#define MOST_BYTES 8

struct draw {
    int kernel;
    const struct work_view *out;
    int64_t width;
    int64_t count; /* elements of out */
    int64_t each;  /* numbers in an element: 8 bits, otherwise 1 */
    bool is_dense;
    int64_t tiling[RANDOM_TILING_SIZE];
    double numbers[3];
};

static int kernel_of(enum random_kind kind, aclDataType type, uint64_t range)
{
    bool is_wide = type == ACL_DOUBLE;
    switch (kind) {
    case RANDOM_UNIFORM:
        return is_wide ? KERNEL_RANDOM_UNIFORM_FLOAT64 : KERNEL_RANDOM_UNIFORM_FLOAT32;
    case RANDOM_NORMAL:
        return is_wide ? KERNEL_RANDOM_NORMAL_FLOAT64 : KERNEL_RANDOM_NORMAL_FLOAT32;
    case RANDOM_INTEGERS:
        return range != 0 && range <= 1 << 16 ? KERNEL_RANDOM_INTEGERS_32
                                              : KERNEL_RANDOM_INTEGERS_64;
    case RANDOM_TRUTHS: return KERNEL_RANDOM_TRUTHS;
    default: return KERNEL_RANDOM_MASK;
    }
}

static int64_t element_of(const struct work_view *view)
{
    int64_t value;
    memcpy(&value, view->address, sizeof value);
    return value;
}

static void prepare(struct draw *draw, const struct work *work)
{
    const struct random_attributes *a = work->attributes;
    const struct work_view *out = &work->outputs[0];
    uint64_t offset = a->offset;
    uint64_t seed = a->seed;
    if (a->from_tensors) {
        seed = (uint64_t)element_of(&work->inputs[0]);
        offset += (uint64_t)element_of(&work->inputs[1]);
    }
    *draw = (struct draw){
        .kernel = kernel_of(a->kind, out->type, a->range),
        .out = out,
        .width = data_type_bits(out->type) / 8,
        .count = 1,
        .each = a->kind == RANDOM_BITS ? 8 : 1,
        .tiling = {[RANDOM_TILING_SEED] = (int64_t)seed,
                   [RANDOM_TILING_OFFSET] = (int64_t)offset,
                   [RANDOM_TILING_LOW] = a->low,
                   [RANDOM_TILING_RANGE] = (int64_t)a->range,
                   [RANDOM_TILING_THRESHOLD] = (int64_t)(a->probability * 0x1p31 + 0.5)},
        .numbers = {a->factor, a->term, a->most},
    };
    for (int32_t i = 0; i < out->rank; i++)
        draw->count *= out->dims[i];
}

static bool lies_together(const struct work_view *out)
{
    int64_t step = 1;
    for (int32_t i = out->rank - 1; i >= 0; i--) {
        if (out->dims[i] != 1 && out->strides[i] != step)
            return false;
        step *= out->dims[i];
    }
    return true;
}

/* Copies dense elements to those of out from number `first` on. */
static void scatter(const struct draw *draw, const char *from, int64_t first, int64_t count)
{
    const struct work_view *out = draw->out;
    if (draw->is_dense) {
        memcpy(out->address + first * draw->width, from, (size_t)(count * draw->width));
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t place = 0;
        int64_t number = first + i;
        for (int32_t j = out->rank - 1; j >= 0; j--) {
            place += number % out->dims[j] * out->strides[j];
            number /= out->dims[j];
        }
        memcpy(out->address + place * draw->width, from + i * draw->width, (size_t)draw->width);
    }
}

static void draw_chunks(int64_t block, int64_t blocks, void *context)
{
    const struct draw *draw = context;
    _Alignas(64) char made[CHUNK * MOST_BYTES];
    int64_t tiling[RANDOM_TILING_SIZE];
    int64_t chunks = (draw->count + CHUNK - 1) / CHUNK;
    const int64_t arguments[RANDOM_ARGUMENT_COUNT] = {
        [RANDOM_ARGUMENT_OUT] = (int64_t)(intptr_t)made,
        [RANDOM_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)draw->numbers,
    };
    memcpy(tiling, draw->tiling, sizeof tiling);
    for (int64_t i = block; i < chunks; i += blocks) {
        int64_t first = i * CHUNK;
        int64_t count = draw->count - first < CHUNK ? draw->count - first : CHUNK;
        tiling[RANDOM_TILING_FIRST] = first * draw->each;
        tiling[RANDOM_TILING_COUNT] = count * draw->each;
        ai_cores_kernel(draw->kernel)(0, 1, (int64_t)(intptr_t)tiling,
                                      (int64_t)(intptr_t)arguments);
        scatter(draw, made, first, count);
    }
}

static void run_random_work(const struct work *work, struct task_failure *failure)
{
    struct draw draw;
    (void)failure;
    prepare(&draw, work);
    if (draw.count == 0)
        return;
    int64_t numbers = draw.count * draw.each;
    int64_t blocks = blocks_for(numbers, ELEMENTS_A_BLOCK, numbers);
    /* Bits are written 16 at a time, so blocks could share a word unless out is dense. */
    draw.is_dense = lies_together(draw.out);
    if (!draw.is_dense || draw.each > 1) {
        ai_cores_run_function("random", draw_chunks, blocks, &draw);
        return;
    }
    draw.tiling[RANDOM_TILING_COUNT] = draw.count * draw.each;
    const int64_t arguments[RANDOM_ARGUMENT_COUNT] = {
        [RANDOM_ARGUMENT_OUT] = (int64_t)(intptr_t)draw.out->address,
        [RANDOM_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)draw.numbers,
    };
    ai_cores_run(draw.kernel, blocks, draw.tiling, arguments);
}
const struct l0_run random_kernel_draw = {.run = run_random_work};
