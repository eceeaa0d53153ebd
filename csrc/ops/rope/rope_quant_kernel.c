/* SPDX-License-Identifier: Apache-2.0 */
/* DequantRopeQuantKvcache: kernel. Halves are rounded after each operation, as the device's are. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/half.h"
#include "ops/index/indexed.h"
#include "declared/rope.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/rope/rope_quant.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"

#define NUMBERS_A_BLOCK ((int64_t)16 << 10)

struct rope_quant_run {
    const struct work *work;
    const struct rope_quant *r;
    bool is_half; /* q and k are float16 while they are turned */
    int64_t bad;
};

static const struct work_view *operand(const struct rope_quant_run *run, int which)
{
    int at = run->r->at[which];
    return at < 0 ? NULL : &run->work->inputs[at];
}

/* An element of a dense operand. */
static float number_at(const struct work_view *view, int64_t at)
{
    uint16_t half;
    if (view->type == ACL_FLOAT)
        return ((const any_float *)view->address)[at];
    if (view->type == ACL_INT32)
        return (float)((const any_int32 *)view->address)[at];
    memcpy(&half, view->address + 2 * at, sizeof half);
    return view->type == ACL_FLOAT16 ? float_of_float16(half) : float_of_bfloat16(half);
}

static float as_half(const struct rope_quant_run *run, float number)
{
    return run->is_half ? float_of_float16(float16_of_float(number)) : number;
}

static void put_number(const struct work_view *view, int64_t at, float number)
{
    uint16_t half = view->type == ACL_FLOAT16 ? float16_of_float(number)
                                              : bfloat16_of_float(number);
    memcpy(view_element(view, at), &half, sizeof half);
}

/* What x has in a column, restored where it is whole numbers. */
static float restored(const struct rope_quant_run *run, int64_t token, int64_t column)
{
    const struct work_view *x = operand(run, RQ_X);
    const struct work_view *bias = operand(run, RQ_BIAS);
    const struct work_view *row_scale = operand(run, RQ_ACTIVATION_SCALE);
    int64_t at = token * x->dims[x->rank - 1] + column;
    if (x->type != ACL_INT32)
        return number_at(x, at);
    uint32_t sum = (uint32_t)((const any_int32 *)x->address)[at];
    bool is_whole = bias != NULL && bias->type == ACL_INT32;
    if (is_whole)
        sum += (uint32_t)((const any_int32 *)bias->address)[column];
    float number = (float)(int32_t)sum * number_at(operand(run, RQ_WEIGHT_SCALE), column);
    if (row_scale != NULL)
        number *= number_at(row_scale, token);
    return bias != NULL && !is_whole ? number + number_at(bias, column) : number;
}

/* A column of a head that begins at `first`: times its cosine, and its partner in the other half
 * times its sine. */
static float turned(const struct rope_quant_run *run, int64_t token, int64_t first, int64_t column)
{
    int64_t half = run->r->columns / 2;
    bool is_first = column < half;
    int64_t at = token * run->r->columns + column;
    float sine = number_at(operand(run, RQ_SIN), at);
    float other = as_half(run,
                          restored(run, token, first + (is_first ? column + half : column - half)));
    float own = as_half(run, restored(run, token, first + column));
    float product = as_half(run, other * (is_first ? -sine : sine));
    float rest = as_half(run, own * number_at(operand(run, RQ_COS), at));
    return as_half(run, product + rest);
}

static signed char quantised(float number, const struct work_view *scale,
                             const struct work_view *offset, int64_t at)
{
    float code = number / number_at(scale, at);
    if (offset != NULL)
        code += number_at(offset, at);
    return code == code ? (signed char)fmaxf(-128, fminf(127, rintf(code))) : 0;
}

/* The row of the caches of a token, counted through all of their first dimension; -1: none. Where
 * it should have one, bad becomes the number of its index, if none was found before. */
static int64_t row_of(const struct rope_quant_run *run, int64_t token, int64_t *bad)
{
    const struct rope_quant *r = run->r;
    const struct work_view *cache = &run->work->outputs[RQ_NEW_K_CACHE];
    const struct work_view *indices = operand(run, RQ_INDICES);
    int64_t rows = cache->dims[1];
    if (r->is_paged) {
        int64_t slot = index_at(view_element(indices, token), false);
        if (slot >= cache->dims[0] * rows)
            *bad = *bad < 0 ? token : *bad;
        return slot < cache->dims[0] * rows ? slot : -1;
    }
    int64_t batch = token / r->sequence;
    int64_t row = index_at(view_element(indices, batch), false) + token % r->sequence;
    if (row >= 0 && row < rows)
        return batch * rows + row;
    *bad = *bad < 0 ? batch : *bad;
    return -1;
}

/* Puts some columns of all heads of a token's key and value, one after the other. */
static void put_columns(const struct rope_quant_run *run, int64_t token, int64_t row,
                        struct block_share columns)
{
    const struct rope_quant *r = run->r;
    const struct work_view *outputs = run->work->outputs;
    bool has_offsets = r->at[RQ_OFFSET_K] >= 0 && r->at[RQ_OFFSET_V] >= 0;
    for (int64_t at = columns.first; at < columns.past; at++) {
        int64_t place = token * r->keys * r->columns + at;
        int64_t head = r->queries + at / r->columns;
        float key = turned(run, token, head * r->columns, at % r->columns);
        float value = restored(run, token, (r->queries + r->keys) * r->columns + at);
        if (r->has_kv) {
            put_number(&outputs[RQ_K], place, key);
            put_number(&outputs[RQ_V], place, value);
        }
        if (row < 0)
            continue;
        int64_t slot = row * r->keys * r->columns + at;
        *view_element(&outputs[RQ_NEW_K_CACHE], slot) = quantised(
            key, operand(run, RQ_SCALE_K), has_offsets ? operand(run, RQ_OFFSET_K) : NULL, at);
        *view_element(&outputs[RQ_NEW_V_CACHE], slot) = quantised(
            value, operand(run, RQ_SCALE_V), has_offsets ? operand(run, RQ_OFFSET_V) : NULL, at);
    }
}

static int64_t tokens_of(const struct rope_quant_run *run)
{
    const struct work_view *x = operand(run, RQ_X);
    return x->dims[0] * run->r->sequence;
}

static void turn_queries(int64_t block, int64_t blocks, void *context)
{
    const struct rope_quant_run *run = context;
    const struct rope_quant *r = run->r;
    struct block_share share = share_of_block(tokens_of(run), block, blocks);
    for (int64_t token = share.first; token < share.past; token++)
        for (int64_t i = 0; i < r->queries * r->columns; i++)
            put_number(&run->work->outputs[RQ_Q], token * r->queries * r->columns + i,
                       turned(run, token, i / r->columns * r->columns, i % r->columns));
}

/* Tokens may share a row of the caches, which the last one gets: each block takes all tokens. */
static void cache_columns(int64_t block, int64_t blocks, void *context)
{
    struct rope_quant_run *run = context;
    struct block_share columns = share_of_block(run->r->keys * run->r->columns, block, blocks);
    int64_t bad = -1;
    for (int64_t token = 0; token < tokens_of(run); token++)
        put_columns(run, token, row_of(run, token, &bad), columns);
    if (block == 0)
        run->bad = bad;
}

static void keep(const struct rope_quant_run *run, int from, int to, struct task_failure *failure)
{
    const struct work kept = {.inputs = operand(run, from), .outputs = &run->work->outputs[to]};
    index_kernel_copy_self(&kept, failure);
}

static void turn(const struct work *work, struct task_failure *failure)
{
    struct rope_quant_run run = {.work = work, .r = work->attributes};
    run.is_half = operand(&run, RQ_COS)->type == ACL_FLOAT16;
    run.bad = -1;
    keep(&run, RQ_K_CACHE, RQ_NEW_K_CACHE, failure);
    keep(&run, RQ_V_CACHE, RQ_NEW_V_CACHE, failure);
    int64_t count = view_count(operand(&run, RQ_X));
    if (count > 0) {
        ai_cores_run_function("rope_quant", turn_queries,
                              blocks_for(count, NUMBERS_A_BLOCK, tokens_of(&run)), &run);
        ai_cores_run_function("rope_quant_cache", cache_columns,
                              blocks_for(count, NUMBERS_A_BLOCK, run.r->keys * run.r->columns),
                              &run);
    }
    if (run.bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "indices[%" PRId64 "] is outside of the caches, which have [%" PRId64 ", %" PRId64
             "] rows",
             run.bad, work->outputs[RQ_NEW_K_CACHE].dims[0], work->outputs[RQ_NEW_K_CACHE].dims[1]);
}
const struct l0_run rope_kernel_rope_quant = {.itself_in_place = true, .run = turn};
