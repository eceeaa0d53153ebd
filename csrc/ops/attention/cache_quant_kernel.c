/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are quantised and put into slots of caches in pages. Numbers are float32, one operation
 * after the other. NaN counts for no scale. The program may write to slots meanwhile, so each is
 * read once and checked. */
#include "ops/attention/cache_quant.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/half.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/attention/blocks.h"
#include "ops/common/work_views.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/vector.h"

#define ELEMENTS_A_BLOCK ((int64_t)1 << 14)
#define LEAST_LARGEST 1e-4F
#define E4M3_MOST 448.0F
#define E5M2_MOST 57344.0F
#define E2M1_MOST 6.0F
#define E2M1_EXPONENT 2
#define POWER_NAN 255
#define HIFLOAT8_MOST 32768.0F
#define PAIRS 64 /* codes of float4 that are made together */

/* NaN that conversions make code 0x7F or 0x7E of float8, and 0 of float4. */
#define NAN_OF_FLOAT8 UINT32_C(0x7FC00000)
#define NAN_OF_FLOAT4 UINT32_C(0xFFC00000)

enum { X, SLOTS };

struct quantiser {
    const struct work *work;
    const struct cache_quant *q;
    const struct work_view *cache;
    const struct work_view *scales; /* NULL: in the cache itself */
    int64_t tokens;
    int64_t columns;
    _Atomic int64_t bad; /* a token whose slot is outside; -1: none */
};

/* What a row becomes before it goes to its slot. */
struct quantised {
    float *x;
    unsigned char *codes; /* of a row of the cache, CACHE_MOST * 2 bytes at most */
    unsigned char *scales;
};

static struct quantiser quantiser_of(const struct work *work)
{
    struct quantiser z = {.work = work, .q = work->attributes};
    const struct work_view *x = &work->inputs[X];
    z.columns = x->dims[x->rank - 1];
    z.tokens = view_count(x) / z.columns;
    z.cache = &work->outputs[0];
    z.scales = z.q->mode < CACHE_EPILOG_MODES ? NULL : &work->outputs[1];
    atomic_init(&z.bad, -1);
    return z;
}

/* ---- Scales ---------------------------------------------------------------------------------- */

static float largest_of(const float *x, int64_t count)
{
    float largest = 0;
    for (int64_t i = 0; i < count; i++)
        largest = fabsf(x[i]) > largest ? fabsf(x[i]) : largest;
    return largest;
}

/* The least power of two that is not below a number that is not below 0. */
static float power_above(float number)
{
    uint32_t bits = bits_of_float(number);
    return float_of_bits(((bits >> 23) + ((bits & 0x7FFFFF) != 0)) << 23);
}

static float scale_of(const float *x, int64_t count, float most, bool is_rounded)
{
    float largest = largest_of(x, count);
    float scale = (largest > LEAST_LARGEST ? largest : LEAST_LARGEST) * (1 / most);
    return is_rounded ? power_above(scale) : scale;
}

static void put_half(unsigned char *to, float number)
{
    uint16_t half = bfloat16_of_float(number);
    to[0] = (unsigned char)(half & 255);
    to[1] = (unsigned char)(half >> 8);
}

/* ---- Codes ----------------------------------------------------------------------------------- */

static void set_nan(float *x, int64_t count, uint32_t bits)
{
    float nan = float_of_bits(bits);
    for (int64_t i = 0; i < count; i++)
        x[i] = isnan(x[i]) ? nan : x[i];
}

static void convert(float *x, int64_t count, aclDataType type, unsigned char *codes)
{
    vector_levels[ai_cores_level()].casts[ACL_FLOAT][type](
        count, (char *const[]){(char *)x, (char *)codes});
}

/* Of float8; NaN has no sign. */
static void to_codes(float *x, int64_t count, aclDataType type, unsigned char *codes)
{
    set_nan(x, count, NAN_OF_FLOAT8);
    convert(x, count, type, codes);
}

/* Of float4, two in a byte; NaN is 0. */
static void to_pairs(float *x, int64_t count, aclDataType type, unsigned char *pairs)
{
    unsigned char codes[PAIRS];
    set_nan(x, count, NAN_OF_FLOAT4);
    for (int64_t at = 0; at < count; at += PAIRS) {
        int64_t some = least(PAIRS, count - at);
        convert(x + at, some, type, codes);
        for (int64_t i = 0; i < some; i += 2)
            pairs[(at + i) / 2] = (unsigned char)(codes[i] | codes[i + 1] << 4);
    }
}

/* What is too large becomes the largest number, NaN 0. */
static void to_hifloat8_codes(float *x, int64_t count, unsigned char *codes)
{
    for (int64_t i = 0; i < count; i++) {
        float bounded = x[i] > HIFLOAT8_MOST ? HIFLOAT8_MOST : x[i];
        bounded = bounded < -HIFLOAT8_MOST ? -HIFLOAT8_MOST : bounded;
        x[i] = isnan(bounded) ? 0 : bounded;
    }
    convert(x, count, ACL_HIFLOAT8, codes);
}

/* ---- KvCompressEpilog ------------------------------------------------------------------------ */

static void to_float8_groups(const struct quantiser *z, const struct quantised *row)
{
    int64_t columns = z->columns - CACHE_ROPE;
    unsigned char *codes = row->codes + CACHE_ROPE * 2;
    unsigned char *scales = codes + columns;
    for (int64_t i = 0; i < CACHE_ROPE; i++)
        put_half(row->codes + 2 * i, row->x[columns + i]);
    for (int64_t g = 0; g < columns / CACHE_GROUP; g++) {
        float *x = row->x + g * CACHE_GROUP;
        float scale = scale_of(x, CACHE_GROUP, E4M3_MOST, z->q->is_rounded);
        for (int64_t i = 0; i < CACHE_GROUP; i++)
            x[i] /= scale;
        if (z->q->mode == CACHE_EPILOG_HALVES)
            put_half(scales + 2 * g, scale);
        else
            scales[g] = (unsigned char)(bits_of_float(scale) >> 23);
    }
    to_codes(row->x, columns, ACL_FLOAT8_E4M3FN, codes);
}

/* What a row is multiplied by is a bfloat16, and so are the products. */
static void to_float4_groups(const struct quantiser *z, const struct quantised *row)
{
    int64_t columns = z->columns - CACHE_ROPE;
    int64_t group = z->q->group;
    unsigned char *codes = row->codes + CACHE_ROPE;
    unsigned char *scales = codes + columns / 2;
    for (int64_t i = 0; i < CACHE_ROPE; i++)
        row->x[columns + i] *= z->q->factor;
    to_hifloat8_codes(row->x + columns, CACHE_ROPE, row->codes);
    for (int64_t g = 0; g < columns / group; g++) {
        float *x = row->x + g * group;
        float largest = largest_of(x, group);
        float inverse = largest > 0 ? E2M1_MOST / largest : 0;
        inverse = float_of_bfloat16(bfloat16_of_float(inverse));
        put_half(scales + 2 * g, largest * (1 / E2M1_MOST));
        for (int64_t i = 0; i < group; i++)
            x[i] = float_of_bfloat16(bfloat16_of_float(x[i] * inverse));
    }
    to_pairs(row->x, columns, ACL_FLOAT4_E2M1, codes);
}

/* ---- IndexerQuantCache ----------------------------------------------------------------------- */

static float float8_most(const struct quantiser *z)
{
    return z->cache->type == ACL_FLOAT8_E5M2 ? E5M2_MOST : E4M3_MOST;
}

static void to_float8_blocks(const struct quantiser *z, const struct quantised *row)
{
    for (int64_t b = 0; b < z->columns / CACHE_BLOCK; b++) {
        float *x = row->x + b * CACHE_BLOCK;
        float scale = scale_of(x, CACHE_BLOCK, float8_most(z), true);
        for (int64_t i = 0; i < CACHE_BLOCK; i++)
            x[i] /= scale;
        row->scales[b] = (unsigned char)(bits_of_float(scale) >> 23);
    }
    to_codes(row->x, z->columns, z->cache->type, row->codes);
}

/* Infinities count for no scale either, and stay what they are, as do numbers that times the
 * inverse of the scale would be none. */
static void to_float8_row(const struct quantiser *z, const struct quantised *row)
{
    float largest = 0;
    for (int64_t i = 0; i < z->columns; i++)
        if (isfinite(row->x[i]))
            largest = fabsf(row->x[i]) > largest ? fabsf(row->x[i]) : largest;
    float scale = largest * (1 / float8_most(z));
    float inverse = 1 / scale;
    for (int64_t i = 0; i < z->columns; i++) {
        float scaled = row->x[i] * inverse;
        row->x[i] = isfinite(scaled) ? scaled : row->x[i];
    }
    to_codes(row->x, z->columns, z->cache->type, row->codes);
    memcpy(row->scales, &scale, sizeof scale);
}

static void to_hifloat8(const struct quantiser *z, const struct quantised *row)
{
    for (int64_t i = 0; i < z->columns; i++)
        row->x[i] *= z->q->factor;
    to_hifloat8_codes(row->x, z->columns, row->codes);
}

/* The exponent of a block is that of its largest magnitude, less that of the largest float4. With
 * NaN or infinity it is 255, and numbers are 0; with numbers below 2^-126 alone 0, and so are
 * they. */
static void to_float4_blocks(const struct quantiser *z, const struct quantised *row)
{
    bool is_e2m1 = z->cache->type == ACL_FLOAT4_E2M1;
    for (int64_t b = 0; b < z->columns / CACHE_BLOCK; b++) {
        float *x = row->x + b * CACHE_BLOCK;
        uint32_t found = 0;
        for (int64_t i = 0; i < CACHE_BLOCK; i++)
            found = (uint32_t)most(found, bits_of_float(x[i]) >> 23 & 255);
        int exponent = (int)most((int64_t)found - (is_e2m1 ? E2M1_EXPONENT : 0), 0);
        float inverse = found == 0 ? 0 : found == POWER_NAN ? NAN : ldexpf(1, 127 - exponent);
        for (int64_t i = 0; i < CACHE_BLOCK; i++)
            x[i] *= inverse;
        row->scales[b] = (unsigned char)(found == POWER_NAN ? POWER_NAN : exponent);
    }
    to_pairs(row->x, z->columns, is_e2m1 ? ACL_FLOAT4_E2M1 : ACL_FLOAT4_E1M2, row->codes);
}

/* ---- The work -------------------------------------------------------------------------------- */

/* Bytes go to a slot of a view, whose elements are of so many bytes; packed ones lie side by
 * side. */
static void put(const struct work_view *view, int64_t slot, const unsigned char *from,
                int64_t bytes)
{
    int64_t rows = view->dims[1];
    int64_t bits = data_type_bits(view->type);
    int64_t width = bits < 8 ? 1 : bits / 8;
    int64_t step = bits < 8 ? 1 : view->strides[3] * width;
    char *to = view->address +
               (slot / rows * view->strides[0] + slot % rows * view->strides[1]) * bits / 8;
    if (step == width) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i < bytes / width; i++)
        memcpy(to + i * step, from + i * width, (size_t)width);
}

static void put_row(const struct quantiser *z, const struct quantised *row, int64_t slot)
{
    const struct cache_quant *q = z->q;
    bool has_powers = q->mode == CACHE_INDEX_FLOAT8 || q->mode == CACHE_INDEX_FLOAT4;
    if (z->scales == NULL) {
        put(z->cache, slot, row->codes, cache_epilog_room(q, z->columns));
        return;
    }
    put(z->cache, slot, row->codes, z->columns / (q->mode == CACHE_INDEX_FLOAT4 ? 2 : 1));
    if (q->mode != CACHE_INDEX_HIFLOAT8)
        put(z->scales, slot, row->scales,
            has_powers ? z->columns / CACHE_BLOCK : (int64_t)sizeof(float));
}

static void quantise_row(const struct quantiser *z, int64_t token, const struct quantised *row)
{
    static void (*const forms[])(const struct quantiser *, const struct quantised *) = {
        [CACHE_EPILOG_HALVES] = to_float8_groups, [CACHE_EPILOG_POWERS] = to_float8_groups,
        [CACHE_EPILOG_FLOAT4] = to_float4_groups, [CACHE_INDEX_FLOAT8] = to_float8_blocks,
        [CACHE_INDEX_ROW] = to_float8_row,        [CACHE_INDEX_HIFLOAT8] = to_hifloat8,
        [CACHE_INDEX_FLOAT4] = to_float4_blocks,
    };
    const struct work_view *x = &z->work->inputs[X];
    product_load(x->type, view_element(x, token * z->columns), 0, x->strides[x->rank - 1], 1,
                 z->columns, row->x, z->columns);
    forms[z->q->mode](z, row);
}

static int64_t take(char *scratch, struct quantised *row)
{
    char *start = scratch;
    row->x = attention_take(&scratch, CACHE_MOST);
    row->codes = (unsigned char *)attention_take(&scratch, CACHE_MOST / 2);
    row->scales = (unsigned char *)attention_take(&scratch, CACHE_MOST / CACHE_BLOCK);
    return scratch - start;
}

static int64_t blocks_of(const struct quantiser *z)
{
    return blocks_for(z->tokens * z->columns, ELEMENTS_A_BLOCK, z->tokens);
}

static void put_rows(int64_t block, int64_t blocks, void *context)
{
    struct quantiser *z = context;
    struct quantised row;
    const struct work_view *slots = &z->work->inputs[SLOTS];
    int64_t past = z->cache->dims[0] * z->cache->dims[1];
    struct block_share share = share_of_block(z->tokens, block, blocks);
    take(z->work->scratch + block * take(NULL, &row), &row);
    memset(row.codes, 0, CACHE_MOST * 2);
    for (int64_t token = share.first; token < share.past; token++) {
        int64_t slot = index_at(view_element(slots, token), slots->type == ACL_INT64);
        if (slot == -1)
            continue;
        if (slot < 0 || slot >= past) {
            keep_least(&z->bad, token);
            continue;
        }
        quantise_row(z, token, &row);
        put_row(z, &row, slot);
    }
}

static uint64_t quantise_scratch(const struct work *work)
{
    const struct quantiser z = quantiser_of(work);
    struct quantised row;
    return (uint64_t)(blocks_of(&z) * take(NULL, &row));
}

static void run_quantise(const struct work *work, struct task_failure *failure)
{
    struct quantiser z = quantiser_of(work);
    ai_cores_run_function("cache_quantise", put_rows, blocks_of(&z), &z);
    int64_t bad = atomic_load(&z.bad);
    if (bad < 0)
        return;
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "slotMapping[%" PRId64 "] is outside of the caches, which have %" PRId64 " rows", bad,
             z.cache->dims[0] * z.cache->dims[1]);
}
const struct l0_run attention_kernel_cache_quantise = {.scratch_bytes = quantise_scratch,
                                                       .run = run_quantise};
