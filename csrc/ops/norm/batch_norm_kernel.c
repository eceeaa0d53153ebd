/* SPDX-License-Identifier: Apache-2.0 */
/* BNInfer of dense planes, each of one channel: the numbers of a channel are read once a plane. The
 * results equal those of BNInfer's formula. */
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
/* Elements that are converted at a time. */
#define STRIP 2048

enum { X, WEIGHT, BIAS, MEAN, ROOT };

struct planes {
    const struct work *work;
    const struct vector_level *level;
    int64_t channels;
    int64_t size; /* elements of a plane */
    int64_t count;
    bool streams;
};

/* A number of a channel, or the one that all channels have. */
static float number_of_channel(const struct planes *p, int input, int64_t channel)
{
    const struct work_view *view = &p->work->inputs[input];
    bool is_one = view->rank < 2 || view->dims[1] == 1;
    float number = 0;
    char *memory = view->address + (is_one ? 0 : channel * view->strides[1]) * view_width(view);
    return *numbers_at(p->level, memory, view->type, 1, &number);
}

static void do_plane(const struct planes *p, int64_t plane)
{
    const struct work_view *elements = &p->work->inputs[X];
    int64_t channel = plane % p->channels;
    float weight = number_of_channel(p, WEIGHT, channel);
    float bias = number_of_channel(p, BIAS, channel);
    float mean = number_of_channel(p, MEAN, channel);
    float root = number_of_channel(p, ROOT, channel);
    _Alignas(CACHE_LINE) float strips[2][STRIP];
    for (int64_t first = 0; first < p->size; first += STRIP) {
        int64_t count = least(STRIP, p->size - first);
        int64_t number = plane * p->size + first;
        const any_float *x = numbers_at(p->level, dense_element(elements, number), elements->type,
                                        count, strips[0]);
        struct row_output out = elements_output_of(&p->work->outputs[0], number, count, p->streams,
                                                   strips[1]);
        int64_t at = 0;
        for (; at + REGISTER <= count; at += REGISTER)
            put_register(&out, at, with_one_nan((floats_at(x + at) - mean) * root * weight + bias));
        for (; at < count; at++)
            out.numbers[at] = number_with_one_nan((x[at] - mean) * root * weight + bias);
        put_row(p->level, &out);
    }
}

static void do_planes(int64_t block, int64_t blocks, void *context)
{
    const struct planes *p = context;
    struct block_share share = share_of_block(p->count, block, blocks);
    for (int64_t plane = share.first; plane < share.past; plane++)
        do_plane(p, plane);
    memory_stream_end();
}

static void run_planes(const struct work *work, struct task_failure *failure)
{
    const struct work_view *out = &work->outputs[0];
    int64_t elements = view_count(out);
    struct planes p = {
        .work = work,
        .level = &vector_levels[ai_cores_level()],
        .channels = out->dims[1],
    };
    (void)failure;
    if (elements == 0)
        return;
    p.count = out->dims[0] * p.channels;
    p.size = elements / p.count;
    p.streams = elements * view_width(out) > memory_streamed_bytes();
    ai_cores_run_function("batch_norm", do_planes, blocks_for(elements, ELEMENTS_A_BLOCK, p.count),
                          &p);
}
const struct l0_run norm_kernel_infer_planes = {.in_place = true, .run = run_planes};
