/* SPDX-License-Identifier: Apache-2.0 */
/* Means of whole dense planes. Element i is added to lane i mod 32 in float64, and the lanes are
 * joined pairwise; a mean is rounded to float32, and to its type, once. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/pool.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/row_lanes.h"

#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
#define PLANES_TOGETHER 256 /* whose means are converted together */
#define STRIP 2048          /* elements that no instruction converts: whole lanes */

struct means {
    const struct vector_level *level;
    const struct work_view *x;
    const struct work_view *y;
    bool is_ordered; /* y */
    int64_t count;
    int64_t size; /* elements of a plane */
};

/* Adds lanes, of which only the first `count` are not 0. */
INLINE void add_lanes(const floats lanes[REGISTERS], int count, doubles sums[2 * REGISTERS])
{
    doubles parts[2 * REGISTERS];
    doubles_of_lanes(lanes, parts);
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++) if (i * REGISTER / 2 < count)
        sums[i] += parts[i];
}

/* Adds elements from a multiple of 32 on. */
INLINE void add_elements(enum type type, const char *x, int64_t count, doubles sums[2 * REGISTERS])
{
    int64_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        if (type == FLOAT32_ROW) {
            _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++)
                sums[i] += doubles_at((const any_float *)(const void *)x + at + i * REGISTER / 2);
        } else {
            floats lanes[REGISTERS];
            EACH_REGISTER(v) lanes[v] = elements_at(type, x, at + v * REGISTER);
            add_lanes(lanes, LANES, sums);
        }
    }
    if (at < count) {
        floats lanes[REGISTERS];
        some_lanes_of(type, x + at * width_of(type), 0, (int)(count - at), lanes);
        add_lanes(lanes, (int)(count - at), sums);
    }
}

/* The sum of a plane, joined until it fills one register. */
INLINE doubles sum_of(enum type type, const struct means *m, const char *x)
{
    doubles sums[2 * REGISTERS];
    _Pragma("GCC unroll 16") for (int i = 0; i < 2 * REGISTERS; i++) sums[i] = (doubles){0};
#if defined(HAS_HALVES)
    add_elements(type, x, m->size, sums);
#else
    float strip[STRIP];
    for (int64_t at = 0; at < m->size; at += STRIP) {
        int64_t count = m->size - at < STRIP ? m->size - at : STRIP;
        add_elements(
            type,
            strip_of(numbers_at(m->level, x + at * view_width(m->x), m->x->type, count, strip)),
            count, sums);
    }
#endif
    return joined_registers(SUM, sums);
}

/* The means of so many planes at most. */
INLINE void means_of(enum type type, const struct means *m, int64_t first, int64_t count,
                     float *means)
{
    for (int64_t at = 0; at < count; at += TOGETHER) {
        const int64_t some = count - at < TOGETHER ? count - at : TOGETHER;
        doubles parts[TOGETHER];
        float own[TOGETHER];
        _Pragma("GCC unroll 1") for (int i = 0; i < TOGETHER; i++)
        {
            const int64_t plane = first + at + (i < some ? i : some - 1);
            parts[i] = sum_of(type, m, dense_element(m->x, plane * m->size));
        }
        means_of_rows(parts, m->size, own);
        for (int64_t i = 0; i < some; i++)
            means[at + i] = number_with_one_nan(own[i]);
    }
}

static void put_means(const struct means *m, int64_t first, int64_t count, const float *means)
{
    if (!m->is_ordered)
        for (int64_t i = 0; i < count; i++)
            put_number_of_row(m->level, m->y, first + i, means[i]);
    else if (m->y->type == ACL_FLOAT)
        memcpy(dense_element(m->y, first), means, (size_t)count * sizeof *means);
    else
        m->level->casts[ACL_FLOAT][m->y->type](
            count, (char *const[]){strip_of(means), dense_element(m->y, first)});
}

static void do_planes(int64_t block, int64_t blocks, void *context)
{
    const struct means *m = context;
    struct block_share share = share_of_block(m->count, block, blocks);
    for (int64_t first = share.first; first < share.past; first += PLANES_TOGETHER) {
        int64_t left = share.past - first;
        int64_t count = left < PLANES_TOGETHER ? left : PLANES_TOGETHER;
        float means[PLANES_TOGETHER];
#if defined(HAS_HALVES)
        if (m->x->type == ACL_BF16)
            means_of(BFLOAT16_ROW, m, first, count, means);
        else if (m->x->type == ACL_FLOAT16)
            means_of(FLOAT16_ROW, m, first, count, means);
        else
#endif
            means_of(FLOAT32_ROW, m, first, count, means);
        put_means(m, first, count, means);
    }
}

static void run_means(const struct work *work, struct task_failure *failure)
{
    struct means m = {
        .level = &vector_levels[ai_cores_level()],
        .x = &work->inputs[0],
        .y = &work->outputs[0],
        .is_ordered = view_is_ordered(&work->outputs[0]),
        .count = view_count(&work->outputs[0]),
    };
    const int64_t elements = view_count(m.x);
    (void)failure;
    if (elements == 0)
        return;
    m.size = elements / m.count;
    ai_cores_run_function("plane means", do_planes,
                          blocks_for(elements, ELEMENTS_A_BLOCK, divide_up(m.count, TOGETHER)), &m);
}

const struct l0_run pool_kernel_plane_means = {.run = run_means};
