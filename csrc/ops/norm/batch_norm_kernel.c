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
#include "vector/row_lanes.h"

#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
/* The most elements that are converted, or written past the caches, at a time. */
#define STRIP 2048

enum { X, WEIGHT, BIAS, MEAN, ROOT, INPUTS };

struct planes {
    const struct work *work;
    const struct vector_level *level;
    int64_t steps[INPUTS]; /* bytes from a channel's number to the next one's; 0: all have one */
    int64_t channels;
    int64_t size; /* elements of a plane, at least 32 */
    int64_t count;
    bool streams;
};

struct channel {
    float weight;
    float bias;
    float mean;
    float root;
};

static inline float number_of_channel(const struct planes *p, int input, int64_t channel)
{
    const struct work_view *view = &p->work->inputs[input];
    float number = 0;
    return *numbers_at(p->level, view->address + channel * p->steps[input], view->type, 1, &number);
}

INLINE floats inferred(floats x, const struct channel *c)
{
    return with_one_nan((x - c->mean) * c->root * c->weight + c->bias);
}

/* Infers elements of a channel, as many as a register holds or more. */
INLINE void infer(enum type type, const char *x, int64_t count, const struct channel c, char *y)
{
    /* They are read before their place is written, which may be the same. */
    const floats last = elements_at(type, x, count - REGISTER);
    int64_t at = 0;
    for (; at + 2 * REGISTER < count; at += 2 * REGISTER)
        put_two_registers(type, y, at, inferred(elements_at(type, x, at), &c),
                          inferred(elements_at(type, x, at + REGISTER), &c));
    if (at + REGISTER < count)
        put_elements(type, y, at, inferred(elements_at(type, x, at), &c));
    put_elements(type, y, count - REGISTER, inferred(last, &c));
}

/* The elements from number `first` on. */
static void do_elements(const struct planes *p, int64_t first, int64_t count,
                        const struct channel *c)
{
    _Alignas(CACHE_LINE) float strips[2][STRIP];
    const struct work_view *y = &p->work->outputs[0];
    const char *from = dense_element(&p->work->inputs[X], first);
    char *to = dense_element(y, first);
    char *memory = p->streams ? strip_of(strips[0]) : to;
    if (y->type == ACL_FLOAT) {
        infer(FLOAT32_ROW, from, count, *c, memory);
    } else {
#if defined(HAS_HALVES)
        if (y->type == ACL_BF16)
            infer(BFLOAT16_ROW, from, count, *c, memory);
        else
            infer(FLOAT16_ROW, from, count, *c, memory);
#else
        const any_float *x = numbers_at(p->level, from, y->type, count, strips[1]);
        infer(FLOAT32_ROW, strip_of(x), count, *c, strip_of(strips[1]));
        p->level->casts[ACL_FLOAT][y->type](count, (char *const[]){strip_of(strips[1]), memory});
#endif
    }
    if (p->streams)
        memory_stream(to, memory, count * view_width(y));
}

static void do_planes(int64_t block, int64_t blocks, void *context)
{
    const struct planes *p = context;
    struct block_share share = share_of_block(p->count, block, blocks);
    int64_t strips = divide_up(p->size, STRIP);
    for (int64_t plane = share.first; plane < share.past; plane++) {
        int64_t channel = plane % p->channels;
        const struct channel c = {
            .weight = number_of_channel(p, WEIGHT, channel),
            .bias = number_of_channel(p, BIAS, channel),
            .mean = number_of_channel(p, MEAN, channel),
            .root = number_of_channel(p, ROOT, channel),
        };
        for (int64_t i = 0; i < strips; i++) {
            struct block_share strip = share_of_block(p->size, i, strips);
            do_elements(p, plane * p->size + strip.first, strip.past - strip.first, &c);
        }
    }
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
    for (int i = WEIGHT; i < INPUTS; i++) {
        const struct work_view *view = &work->inputs[i];
        bool is_one = view->rank < 2 || view->dims[1] == 1;
        p.steps[i] = is_one ? 0 : view->strides[1] * view_width(view);
    }
    p.count = out->dims[0] * p.channels;
    p.size = elements / p.count;
    p.streams = elements * view_width(out) > memory_streamed_bytes();
    ai_cores_run_function("batch_norm", do_planes, blocks_for(elements, ELEMENTS_A_BLOCK, p.count),
                          &p);
}
const struct l0_run norm_kernel_infer_planes = {.in_place = true, .run = run_planes};
