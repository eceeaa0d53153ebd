/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnRopeWithSinCosCache: heads of queries and keys are turned by the angles that a cache has for
 * the positions of their tokens. A position is the program's data: each is read once, for the
 * tokens of both, and what is outside the cache ends the launch.
 */
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
#include "declared/rope.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

/* ---- The work -------------------------------------------------------------------------------- */

struct turning {
    const struct work *work;
    const struct rope_cache *rope;
    _Atomic int64_t bad; /* the first token with a position outside the cache; tokens: none */
};

enum { POSITIONS, QUERY, KEY, CACHE };

/* Columns [first, past) of both halves of a row of the cache. */
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

/* The angles of a token; false where one of its positions is outside the cache. */
static bool find_angles(const struct turning *t, int64_t token, float *cosines, float *sines)
{
    const struct work_view *positions = &t->work->inputs[POSITIONS];
    int64_t most = t->work->inputs[CACHE].dims[0];
    bool is_wide = positions->type == ACL_INT64;
    int64_t half = t->rope->turned / 2;
    bool is_one = positions->rank == 1;
    int64_t first = 0;
    for (int i = 0; i < (is_one ? 1 : SECTIONS); i++) {
        int64_t offset = is_one ? token * positions->strides[0]
                                : i * positions->strides[0] + token * positions->strides[1];
        int64_t position = index_at(positions->address + offset * (is_wide ? 8 : 4), is_wide);
        int64_t past = is_one ? half : first + t->rope->sections[i];
        if (position < 0 || position >= most)
            return false;
        load_angles(t, position, first, past, cosines, sines);
        first = past;
    }
    return true;
}

static void turn_head(const struct rope_cache *rope, const float *cosines, const float *sines,
                      float *x)
{
    float y[MOST_TURNED];
    int64_t half = rope->turned / 2;
    for (int64_t i = 0; i < half; i++) {
        int64_t a = rope->is_by_halves ? i : 2 * i;
        int64_t b = rope->is_by_halves ? half + i : 2 * i + 1;
        y[a] = x[a] * cosines[i] - x[b] * sines[i];
        y[b] = x[b] * cosines[i] + x[a] * sines[i];
    }
    memcpy(x, y, (size_t)rope->turned * sizeof *y);
}

/* The heads of a row: columns behind those that are turned are copied. */
static void turn_row(const struct turning *t, const struct work_view *in,
                     const struct work_view *out, int64_t token, const float *cosines,
                     const float *sines)
{
    float x[MOST_TURNED];
    const struct rope_cache *rope = t->rope;
    int64_t width = data_type_bits(in->type) / 8;
    const char *from = in->address + token * in->strides[0] * width;
    char *to = out->address + token * out->strides[0] * width;
    for (int64_t first = 0; first < in->dims[1]; first += rope->head) {
        for (int64_t at = 0; at < rope->head;) {
            int64_t count = at == 0 ? rope->turned : rope->head - at;
            count = count > MOST_TURNED ? MOST_TURNED : count;
            product_load(in->type, from + (first + at) * in->strides[1] * width, 0, in->strides[1],
                         1, count, x, count);
            if (at == 0)
                turn_head(rope, cosines, sines, x);
            product_store(out->type, to + (first + at) * out->strides[1] * width, 0,
                          out->strides[1], 1, count, x, count);
            at += count;
        }
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
        turn_row(t, &t->work->inputs[QUERY], &t->work->outputs[0], token, cosines, sines);
        turn_row(t, &t->work->inputs[KEY], &t->work->outputs[1], token, cosines, sines);
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
