/* SPDX-License-Identifier: Apache-2.0 */
/* ReshapeAndCacheOperation: writes a row of each token to its slot of a cache in blocks. */
#include "declared/attention.h"
#include "declared/compare.h"
#include "declared/index.h"
#include "declared/reduce.h"
#include "declared/ternary.h"
#include "atb/cache.h"
#include "base/data_type.h"
#include "workspace/l0.h"

typedef struct atb_reshape_and_cache_param param_t;

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->compress_type >= 0 && param->compress_type <= 2,
                                 "compressType is 0 to 2");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->cache >= ATB_CACHE_BOTH && param->cache <= ATB_CACHE_NZ,
                             "kvCacheCfg is 0 to 2");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->compress_type == 0, "compressType is COMPRESS_TYPE_UNDEFINED");
    return status;
}

/* How many caches there are: of keys, and of values. */
static int cache_count(const void *given)
{
    return ((const param_t *)given)->cache == ATB_CACHE_KEY ? 1 : 2;
}

static int input_count(const void *given)
{
    return 2 * cache_count(given) + 1;
}

/* In NZ a row lies in columns of 32 bytes each. */
static int32_t check_columns(const struct atb_desc *rows, const struct atb_desc *cache)
{
    int64_t width = rows->type == ACL_INT8 ? 32 : 16;
    int32_t status = atb_check_dim("the last size of a cache in NZ", cache->shape.dims[3], width);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the number of elements of a row of a cache in NZ",
                               cache->shape.dims[1] * width,
                               rows->shape.dims[1] * rows->shape.dims[2])
               : status;
}

static int32_t check_cache(const param_t *param, const char *rows_name, const struct atb_desc *rows,
                           const char *cache_name, const struct atb_desc *cache)
{
    bool is_nz = param->cache == ATB_CACHE_NZ;
    int32_t status = atb_check_rank(rows_name, rows, 3, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank(cache_name, cache, 4, 4);
    if (status == ATB_NO_ERROR && is_nz)
        status = check_columns(rows, cache);
    if (status == ATB_NO_ERROR && !is_nz)
        status = atb_check_dim("the number of heads of a cache", cache->shape.dims[2],
                               rows->shape.dims[1]);
    if (status == ATB_NO_ERROR && !is_nz)
        status = atb_check_dim("the size of the heads of a cache", cache->shape.dims[3],
                               rows->shape.dims[2]);
    return status == ATB_NO_ERROR
               ? atb_require(rows->type == cache->type, "rows and their cache have one data type")
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    static const char *const names[] = {"inTensors[0]", "inTensors[1]", "inTensors[2]",
                                        "inTensors[3]"};
    int count = cache_count(given);
    const struct atb_desc *slots = &in[2 * count];
    int32_t status = atb_check_rank("the slots", slots, 1, 1);
    for (int i = 0; i < count && status == ATB_NO_ERROR; i++) {
        status = check_cache(given, names[i], &in[i], names[count + i], &in[count + i]);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the number of slots", slots->shape.dims[0],
                                   in[i].shape.dims[0]);
        out[i] = in[count + i];
    }
    return status;
}

/* What stands for tokens whose slot is below 0, which are written nowhere: the token with the
 * highest slot once more, or, where all are below 0, row 0 of the cache as it is. */
struct stand_in {
    atb_view is_written; /* bool, one a token */
    atb_view any;        /* bool: whether one is written */
    atb_view token;      /* the number of the token with the highest slot */
    atb_view slot;       /* its slot, 0 where all are below 0 */
    atb_view slots;      /* where each token, or what stands for it, goes */
};

static struct stand_in find_stand_in(struct single *s, atb_view given)
{
    atb_view slots = single_like_of(s, given, ACL_INT64);
    single_copy(s, slots, given);
    if (s->status != ACL_SUCCESS)
        return (struct stand_in){0};
    struct stand_in found = {
        .is_written = single_like_of(s, slots, ACL_BOOL),
        .any = ATB_TEMPORARY(s, ACL_BOOL, 1),
        .token = ATB_TEMPORARY(s, ACL_INT64, 1),
        .slot = ATB_TEMPORARY(s, slots->type, 1),
        .slots = single_like(s, slots),
    };
    atb_view highest = ATB_TEMPORARY(s, slots->type, 1);
    const aclScalar *zero = single_scalar_integer(s, 0);
    ATB_CALL(GeScalar, ATB_TENSOR(slots), {.handle = zero}, ATB_TENSOR(found.is_written));
    ATB_CALL(MaxDim, ATB_TENSOR(slots), ATB_INTEGER(0), ATB_INTEGER(1), ATB_TENSOR(highest),
             ATB_TENSOR(found.token));
    ATB_CALL(GeScalar, ATB_TENSOR(highest), {.handle = zero}, ATB_TENSOR(found.any));
    ATB_CALL(ClampMin, ATB_TENSOR(highest), {.handle = zero}, ATB_TENSOR(found.slot));
    ATB_CALL(SWhere, ATB_TENSOR(found.is_written), ATB_TENSOR(slots), ATB_TENSOR(found.slot),
             ATB_TENSOR(found.slots));
    return found;
}

/* Elements as integers of their size, which are copied bit by bit. */
static atb_view bits_of(struct single *s, atb_view view)
{
    static const aclDataType types[] = {
        [1] = ACL_INT8, [2] = ACL_INT16, [4] = ACL_INT32, [8] = ACL_INT64};
    return single_typed(s, view, types[data_type_bits(view->type) / 8]);
}

static atb_view row_of(struct single *s, atb_view rows, atb_view number)
{
    atb_view row = ATB_TEMPORARY(s, rows->type, 1, rows->dims[1]);
    ATB_CALL(IndexSelect, ATB_TENSOR(rows), ATB_INTEGER(0), ATB_TENSOR(number), ATB_TENSOR(row));
    return row;
}

static void write(struct single *s, const struct stand_in *found, atb_view tokens, atb_view cache)
{
    int64_t width = tokens->dims[1] * tokens->dims[2];
    int64_t count = tokens->dims[0];
    atb_view rows = bits_of(s, ATB_SHAPED(s, tokens, count, width));
    atb_view places = bits_of(s, ATB_SHAPED(s, cache, cache->dims[0] * cache->dims[1], width));
    atb_view stand_in = ATB_TEMPORARY(s, rows->type, 1, width);
    atb_view written = single_like(s, rows);
    atb_view last = row_of(s, rows, found->token);
    atb_view first = row_of(s, places, found->slot);
    ATB_CALL(SWhere, ATB_TENSOR(ATB_SHAPED(s, found->any, 1, 1)), ATB_TENSOR(last),
             ATB_TENSOR(first), ATB_TENSOR(stand_in));
    ATB_CALL(SWhere, ATB_TENSOR(ATB_SHAPED(s, found->is_written, count, 1)), ATB_TENSOR(rows),
             ATB_TENSOR(stand_in), ATB_TENSOR(written));
    ATB_CALL(InplaceIndexCopy, ATB_TENSOR(places), ATB_INTEGER(0), ATB_TENSOR(found->slots),
             ATB_TENSOR(written));
}

void atb_scatter(struct single *s, atb_view rows, atb_view cache, atb_view slots, bool is_nz)
{
    static const char fractal[] = "PA_NZ";
    atb_view none = ATB_TEMPORARY(s, rows->type, 0);
    ATB_CALL(ScatterPaKvCache, ATB_TENSOR(rows), ATB_TENSOR(cache), ATB_TENSOR(slots),
             ATB_TENSOR(none), ATB_TENSOR(cache), ATB_NONE, ATB_NONE, ATB_NONE,
             {.handle = is_nz ? fractal : NULL}, ATB_NONE, ATB_NONE, ATB_NONE);
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    int count = cache_count(given);
    atb_view slots = atb_in(s, 2 * count);
    struct stand_in found = {0};
    if (param->cache != ATB_CACHE_NZ)
        found = find_stand_in(s, slots);
    for (int i = 0; i < count && s->status == ACL_SUCCESS; i++) {
        atb_view cache = single_into(s, atb_out(s, i), atb_in(s, count + i));
        if (param->cache == ATB_CACHE_NZ)
            atb_scatter(s, atb_in(s, i), cache, slots, true);
        else
            write(s, &found, atb_in(s, i), cache);
    }
}

const struct atb_kind atb_kind_reshape_and_cache = {
    ATB_KIND(ReshapeAndCache, atb_reshape_and_cache_param),
    .check = check,
    .input_count = input_count,
    .output_count = cache_count,
    .infer = infer,
    .plan = plan};
