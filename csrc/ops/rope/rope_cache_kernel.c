/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnRopeWithSinCosCache and its V2: rotates heads of queries and keys by the angles that a cache
 * has for the positions of their tokens. The program may change positions meanwhile, so each is
 * read once for the queries and keys of a token, and one outside the cache ends the launch. */
#include "ops/rope/rope_cache.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_base.h"
#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "kernels.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* Elements of the heads that are turned at once, in buffers that stay in the nearest cache. */
#define ELEMENTS_TOGETHER 2048

/* ---- The work -------------------------------------------------------------------------------- */

struct turning {
    const struct work *work;
    const struct rope_cache *rope;
    _Atomic int64_t bad; /* the first token with a position outside the cache; the number of tokens:
                          * none */
};

enum { POSITIONS, QUERY, KEY, CACHE };

/* Loads columns [first, past) of both halves of a row of the cache. */
static void load_angles(const struct turning *t, int64_t position, int64_t first, int64_t past,
                        float *cosines, float *sines)
{
    const struct work_view *cache = &t->work->inputs[CACHE];
    int64_t width = data_type_bits(cache->type) / 8;
    const char *row = cache->address + position * cache->strides[0] * width;
    int64_t step = cache->strides[1];
    int64_t half = t->rope->turned / 2;
    if (past <= first)
        return;
    product_load(cache->type, row + first * step * width, 0, step, 1, past - first, cosines + first,
                 past - first);
    product_load(cache->type, row + (half + first) * step * width, 0, step, 1, past - first,
                 sines + first, past - first);
}

/* Loads every third column from one on, so many at most, of both halves of a row of the cache. */
static void load_thirds(const struct turning *t, int64_t position, int64_t first, int64_t most_one,
                        float *cosines, float *sines)
{
    float row[2][MOST_TURNED / 2];
    int64_t half = t->rope->turned / 2;
    load_angles(t, position, 0, half, row[0], row[1]);
    for (int64_t i = 0; i < most_one && first + 3 * i < half; i++) {
        cosines[first + 3 * i] = row[0][first + 3 * i];
        sines[first + 3 * i] = row[1][first + 3 * i];
    }
}

/* Finds the angles of a token; false when one of its positions is outside the cache. */
static bool find_angles(const struct turning *t, int64_t token, float *cosines, float *sines)
{
    const struct work_view *positions = &t->work->inputs[POSITIONS];
    int64_t most = t->work->inputs[CACHE].dims[0];
    bool is_wide = positions->type == ACL_INT64;
    int64_t half = t->rope->turned / 2;
    bool is_one = positions->rank == 1;
    int64_t first = 0;
    for (int i = 0; i < (is_one ? 1 : positions->dims[0]); i++) {
        int64_t offset = is_one ? token * positions->strides[0]
                                : i * positions->strides[0] + token * positions->strides[1];
        int64_t position = index_at(positions->address + offset * (is_wide ? 8 : 4), is_wide);
        int64_t past = is_one ? half : first + t->rope->sections[i];
        if (position < 0 || position >= most)
            return false;
        if (t->rope->alternates && i > 0)
            load_thirds(t, position, i, t->rope->sections[i], cosines, sines);
        else
            load_angles(t, position, first, t->rope->alternates ? half : past, cosines, sines);
        first = past;
    }
    return true;
}

/* Heads of a token beside each other: where the first begins, and how far the next is. */
struct heads {
    const struct work_view *view;
    char *address;
    int64_t step;   /* from a column to the next */
    int64_t stride; /* from a head to the next */
};

static struct heads heads_of(const struct turning *t, const struct work_view *view, int64_t token)
{
    int64_t width = data_type_bits(view->type) / 8;
    return (struct heads){view, view->address + token * view->strides[0] * width, view->strides[1],
                          view->strides[1] * t->rope->head};
}

static char *column_of(const struct heads *heads, int64_t column)
{
    return heads->address + column * heads->step * (data_type_bits(heads->view->type) / 8);
}

/* What of each head is turned, dense rows of float32: where they lie, or in a buffer. */
struct rows {
    float *at;
    int64_t stride;
};

static struct rows rows_of(const struct turning *t, const struct heads *heads, int64_t column,
                           float *buffer)
{
    bool is_in_place = heads->view->type == ACL_FLOAT && heads->step == 1;
    return is_in_place ? (struct rows){(float *)(void *)column_of(heads, column), heads->stride}
                       : (struct rows){buffer, t->rope->turned};
}

static void load_heads(const struct heads *heads, int64_t column, int64_t rows, int64_t count,
                       float *to)
{
    product_load(heads->view->type, column_of(heads, column), heads->stride, heads->step, rows,
                 count, to, count);
}

static void store_heads(const struct heads *heads, int64_t column, int64_t rows, int64_t count,
                        const float *from)
{
    product_store(heads->view->type, column_of(heads, column), heads->stride, heads->step, rows,
                  count, from, count);
}

static void run_kernel(const struct turning *t, int64_t count, const float *cosines,
                       const float *sines, struct rows x, struct rows y)
{
    const int64_t tiling[ROTATION_TILING_SIZE] = {
        [ROTATION_TILING_ROWS] = count,
        [ROTATION_TILING_PAIRS] = t->rope->turned / 2,
        [ROTATION_TILING_X_APART] = t->rope->turned / 2,
        [ROTATION_TILING_ANGLES_APART] = 0, /* both numbers of a pair have one angle */
        [ROTATION_TILING_Y_APART] = t->rope->turned / 2,
        [ROTATION_TILING_X_ROW] = x.stride,
        [ROTATION_TILING_Y_ROW] = y.stride,
    };
    const int64_t arguments[ROTATION_ARGUMENT_COUNT] = {
        [ROTATION_ARGUMENT_X] = (int64_t)(intptr_t)x.at,
        [ROTATION_ARGUMENT_COSINES] = (int64_t)(intptr_t)cosines,
        [ROTATION_ARGUMENT_SINES] = (int64_t)(intptr_t)sines,
        [ROTATION_ARGUMENT_Y] = (int64_t)(intptr_t)y.at,
    };
    int kernel = t->rope->is_by_halves ? KERNEL_ROTATION_TURN_APART_APART_APART
                                       : KERNEL_ROTATION_TURN_NEIGHBOURS_APART_NEIGHBOURS;
    ai_cores_kernel(kernel)(0, 1, (int64_t)(intptr_t)tiling, (int64_t)(intptr_t)arguments);
}

/* Turns so many heads from a column on. */
static void turn_heads(const struct turning *t, const struct heads *in, const struct heads *out,
                       int64_t column, int64_t count, const float *cosines, const float *sines)
{
    float buffers[2][ELEMENTS_TOGETHER];
    int64_t turned = t->rope->turned;
    struct rows x = rows_of(t, in, column, buffers[0]);
    struct rows y = rows_of(t, out, column, buffers[1]);
    if (x.at == buffers[0])
        load_heads(in, column, count, turned, x.at);
    run_kernel(t, count, cosines, sines, x, y);
    if (y.at == buffers[1])
        store_heads(out, column, count, turned, y.at);
}

/* Copies the columns of heads behind those that are turned. */
static void copy_rest(const struct turning *t, const struct heads *in, const struct heads *out,
                      int64_t column, int64_t heads)
{
    float buffer[ELEMENTS_TOGETHER];
    int64_t count = 0;
    for (int64_t at = t->rope->turned; at < t->rope->head; at += count) {
        count = least(t->rope->turned, t->rope->head - at);
        load_heads(in, column + at, heads, count, buffer);
        store_heads(out, column + at, heads, count, buffer);
    }
}

static void turn_token(const struct turning *t, int number, int64_t token, const float *cosines,
                       const float *sines)
{
    const struct work_view *given = &t->work->inputs[number];
    const struct heads in = heads_of(t, given, token);
    const struct heads out = heads_of(t, &t->work->outputs[number - QUERY], token);
    int64_t together = ELEMENTS_TOGETHER / t->rope->turned;
    int64_t columns = together * t->rope->head;
    for (int64_t at = 0; at < given->dims[1]; at += columns) {
        int64_t heads = least(together, (given->dims[1] - at) / t->rope->head);
        turn_heads(t, &in, &out, at, heads, cosines, sines);
        copy_rest(t, &in, &out, at, heads);
    }
}

static void turn_tokens(int64_t block, int64_t blocks, void *context)
{
    struct turning *t = context;
    float cosines[MOST_TURNED / 2];
    float sines[MOST_TURNED / 2];
    struct block_share share = share_of_block(t->rope->tokens, block, blocks);
    for (int64_t token = share.first; token < share.past; token++) {
        if (!find_angles(t, token, cosines, sines)) {
            int64_t known = atomic_load(&t->bad);
            while (token < known && !atomic_compare_exchange_weak(&t->bad, &known, token))
                continue;
            return;
        }
        turn_token(t, QUERY, token, cosines, sines);
        turn_token(t, KEY, token, cosines, sines);
    }
}

static void run_rope_cache_work(const struct work *work, struct task_failure *failure)
{
    const struct rope_cache *rope = work->attributes;
    struct turning t = {.work = work, .rope = rope};
    atomic_init(&t.bad, rope->tokens);
    int64_t columns = work->inputs[QUERY].dims[1] + work->inputs[KEY].dims[1];
    if (rope->tokens > 0)
        ai_cores_run_function("rope_cache", turn_tokens,
                              blocks_for(rope->tokens * columns, ELEMENTS_A_BLOCK, rope->tokens),
                              &t);
    if (atomic_load(&t.bad) == rope->tokens)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "positions of token %" PRId64 " has an entry outside cosSinCache, which has %" PRId64
             " rows",
             atomic_load(&t.bad), work->inputs[CACHE].dims[0]);
}
const struct l0_run rope_kernel_rope_cache = {.run = run_rope_cache_work};
