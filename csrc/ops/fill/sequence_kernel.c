/* SPDX-License-Identifier: Apache-2.0 */
/* Elements that follow from their positions: numbers at equal distances, diagonals, classes. */
#include "ops/fill/sequence.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/fill.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/memory.h"

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK ((int64_t)1 << 16)

/* Bytes of a dense output that are made in the first-level cache and then written. */
#define STRIP_BYTES 16384

/* ---- Every element of an output -------------------------------------------------------------- */

/* Writes elements that follow each other along the last dimension. The first one has the number
 * `first` and the index `at`, and is written to `to`; the next one is `stride` bytes further. */
typedef void (*row_function)(const struct work *work, int64_t first, const int64_t *at,
                             int64_t count, char *to, int64_t stride);

struct walk {
    const struct work *work;
    row_function write;
    int64_t elements;
};

static int64_t width_of(const struct work_view *view)
{
    return data_type_bits(view->type) / 8;
}

static void walk_block(int64_t block, int64_t blocks, void *context)
{
    const struct walk *walk = context;
    const struct work_view *out = &walk->work->outputs[0];
    int64_t at[TENSOR_MAX_DIMS];
    int64_t width = width_of(out);
    int32_t last = out->rank - 1;
    int64_t row = out->rank > 0 ? out->dims[last] : 1;
    struct block_share share = share_of_block(walk->elements, block, blocks);
    int64_t first = share.first;
    while (first < share.past) {
        int64_t offset = 0;
        int64_t number = first;
        for (int32_t i = last; i >= 0; i--) {
            at[i] = number % out->dims[i];
            number /= out->dims[i];
            offset += at[i] * out->strides[i];
        }
        int64_t count = row - (out->rank > 0 ? at[last] : 0);
        count = count < share.past - first ? count : share.past - first;
        walk->write(walk->work, first, at, count, out->address + offset * width,
                    out->rank > 0 ? out->strides[last] * width : width);
        first += count;
    }
}

static void write_all(const char *name, const struct work *work, row_function write)
{
    const struct work_view *out = &work->outputs[0];
    struct walk walk = {work, write, view_count(out)};
    int64_t blocks = blocks_for(walk.elements, ELEMENTS_A_BLOCK, walk.elements);
    ai_cores_run_function(name, walk_block, blocks, &walk);
}

/* ---- Numbers at equal distances: aclnn_py/kernels/sequence.py -------------------------------- */

static int kernel_of(aclDataType type, bool is_between)
{
    switch ((int)type) {
    case ACL_FLOAT: return KERNEL_SEQUENCE_FLOAT32;
    case ACL_DOUBLE: return KERNEL_SEQUENCE_FLOAT64;
    case ACL_FLOAT16: return KERNEL_SEQUENCE_FLOAT16;
    case ACL_BF16: return KERNEL_SEQUENCE_BFLOAT16;
    case ACL_INT8:
    case ACL_UINT8: return is_between ? KERNEL_SEQUENCE_BETWEEN_BITS8 : KERNEL_SEQUENCE_BITS8;
    case ACL_INT16: return is_between ? KERNEL_SEQUENCE_BETWEEN_BITS16 : KERNEL_SEQUENCE_BITS16;
    case ACL_INT32: return is_between ? KERNEL_SEQUENCE_BETWEEN_BITS32 : KERNEL_SEQUENCE_BITS32;
    default: return is_between ? KERNEL_SEQUENCE_BETWEEN_BITS64 : KERNEL_SEQUENCE_BITS64;
    }
}

static void write_sequence(const struct work *work, int64_t first, const int64_t *at, int64_t count,
                           char *to, int64_t stride)
{
    const struct sequence_attributes *s = work->attributes;
    const struct work_view *out = &work->outputs[0];
    const double numbers[] = {s->first, s->step, s->last};
    const int64_t tiling[SEQUENCE_TILING_SIZE] = {
        [SEQUENCE_TILING_AT] = first,
        [SEQUENCE_TILING_COUNT] = count,
        [SEQUENCE_TILING_STRIDE] = stride / width_of(out),
        [SEQUENCE_TILING_BETWEEN] = s->is_between ? s->count : 0,
        [SEQUENCE_TILING_FIRST] = s->whole_first,
        [SEQUENCE_TILING_STEP] = s->whole_step,
    };
    const int64_t arguments[SEQUENCE_ARGUMENT_COUNT] = {
        [SEQUENCE_ARGUMENT_NUMBERS] = (int64_t)(intptr_t)numbers,
        [SEQUENCE_ARGUMENT_OUT] = (int64_t)(intptr_t)to,
    };
    (void)at;
    ai_cores_kernel(kernel_of(out->type, s->is_between))(0, 1, (int64_t)(intptr_t)tiling,
                                                         (int64_t)(intptr_t)arguments);
}

static void run_sequence_work(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    write_all("sequence", work, write_sequence);
}
const struct l0_run fill_kernel_sequence = {.run = run_sequence_work};

/* ---- Diagonals ------------------------------------------------------------------------------- */

static void clear(char *to, int64_t count, int64_t stride, int64_t width)
{
    for (int64_t i = 0; i < count; i++)
        memset(to + i * stride, 0, (size_t)width);
}

/* The input is the value of the diagonal. */
static void write_eye(const struct work *work, int64_t first, const int64_t *at, int64_t count,
                      char *to, int64_t stride)
{
    int64_t width = width_of(&work->outputs[0]);
    int64_t diagonal = at[0] - at[1];
    (void)first;
    clear(to, count, stride, width);
    if (diagonal >= 0 && diagonal < count)
        memcpy(to + diagonal * stride, work->inputs[0].address, (size_t)width);
}

static void run_eye_work(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    write_all("eye", work, write_eye);
}
const struct l0_run fill_kernel_eye = {.run = run_eye_work};

static void run_diagonal_work(const struct work *work, struct task_failure *failure)
{
    const struct diagonal_attributes *diagonal = work->attributes;
    const struct work_view *out = &work->outputs[0];
    int64_t width = width_of(out);
    (void)failure;
    for (int64_t k = 0; k < diagonal->count; k++) {
        int64_t offset = 0;
        if (diagonal->is_flat) {
            int64_t number = k * (out->dims[1] + 1);
            offset = number / out->dims[1] * out->strides[0] +
                     number % out->dims[1] * out->strides[1];
        } else {
            for (int32_t i = 0; i < out->rank; i++)
                offset += k * out->strides[i];
        }
        memcpy(out->address + offset * width, work->inputs[0].address, (size_t)width);
    }
}
const struct l0_run fill_kernel_diagonal = {.run = run_diagonal_work};

/* ---- Classes --------------------------------------------------------------------------------- */

static int64_t read_class(const char *address, aclDataType type)
{
    int64_t wide = 0;
    if (type == ACL_UINT8)
        return *(const unsigned char *)address;
    if (type == ACL_INT32) {
        int32_t narrow;
        memcpy(&narrow, address, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, address, sizeof wide);
    return wide;
}

/* The class in self that belongs to an index of the output. */
static int64_t class_at(const struct work *work, const int64_t *at)
{
    const struct one_hot_attributes *attributes = work->attributes;
    const struct work_view *self = &work->inputs[0];
    const char *address = self->address;
    for (int32_t i = 0; i < self->rank; i++)
        address += at[i < attributes->axis ? i : i + 1] * self->strides[i] * width_of(self);
    return read_class(address, self->type);
}

static void write_classes(const struct work *work, int64_t first, const int64_t *at, int64_t count,
                          char *to, int64_t stride)
{
    const struct one_hot_attributes *attributes = work->attributes;
    const struct work_view *out = &work->outputs[0];
    size_t width = (size_t)width_of(out);
    const char *on = work->inputs[1].address;
    const char *off = work->inputs[2].address;
    int64_t position[TENSOR_MAX_DIMS];
    (void)first;
    memcpy(position, at, (size_t)out->rank * sizeof *position);
    bool is_last = attributes->axis == out->rank - 1;
    int64_t marked = is_last ? class_at(work, position) : 0;
    for (int64_t i = 0; i < count; i++) {
        if (!is_last)
            marked = class_at(work, position);
        memcpy(to + i * stride, marked == position[attributes->axis] ? on : off, width);
        position[out->rank - 1]++;
    }
}

/* Writes some elements of a dense output whose classes are last: a strip of off, in which each row
 * marks its class until the strip is written. */
static void write_strips(int64_t block, int64_t blocks, void *context)
{
    const struct walk *walk = context;
    const struct work *work = walk->work;
    const struct work_view *self = &work->inputs[0];
    const struct work_view *out = &work->outputs[0];
    const char *on = work->inputs[1].address;
    const char *off = work->inputs[2].address;
    int64_t width = width_of(out);
    int64_t classes = out->dims[out->rank - 1];
    int64_t most = STRIP_BYTES / width;
    struct block_share share = share_of_block(walk->elements, block, blocks);
    bool streams = walk->elements * width > STREAMED_BYTES;
    _Alignas(CACHE_LINE) char strip[STRIP_BYTES];
    uint16_t marks[STRIP_BYTES];
    strip_fill((int)width, strip, off,
               share.past - share.first < most ? share.past - share.first : most);
    for (int64_t first = share.first; first < share.past; first += most) {
        int64_t count = share.past - first < most ? share.past - first : most;
        int64_t marked = 0;
        int64_t row = first / classes;
        for (int64_t begin = row * classes - first; begin < count; begin += classes, row++) {
            int64_t class = read_class(view_element(self, row), self->type);
            int64_t at = begin + class;
            if (class < 0 || class >= classes || at < 0 || at >= count)
                continue;
            marks[marked++] = (uint16_t)at;
            memcpy(strip + at * width, on, (size_t)width);
        }
        char *to = out->address + first * width;
        if (streams)
            memory_stream(to, strip, count * width);
        else
            memcpy(to, strip, (size_t)(count * width));
        for (int64_t i = 0; i < marked; i++)
            memcpy(strip + marks[i] * width, off, (size_t)width);
    }
    memory_stream_end();
}

static void run_one_hot_work(const struct work *work, struct task_failure *failure)
{
    const struct one_hot_attributes *attributes = work->attributes;
    const struct work_view *out = &work->outputs[0];
    struct walk walk = {work, NULL, view_count(out)};
    (void)failure;
    if (walk.elements > 0 && attributes->axis == out->rank - 1 && view_is_ordered(out))
        ai_cores_run_function("one_hot", write_strips,
                              blocks_for(walk.elements, ELEMENTS_A_BLOCK, walk.elements), &walk);
    else
        write_all("one_hot", work, write_classes);
}
const struct l0_run fill_kernel_one_hot = {.run = run_one_hot_work};
