/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MultiLatentAttentionOperation, the attention of DeepSeek while it decodes: all heads share one
 * row of keys a token, whose first part are the values too. Both parts lie in blocks of a cache of
 * their own. The first parts of queries and of keys may be int8, with factors of heads.
 */
#include <inttypes.h>

#include "atb/attend.h"
#include "atb/latent.h"

typedef struct atb_multi_latent_attention_param param_t;

enum { LATENT = 512, ROPE = ATB_LATENT_ROPE, MOST_BLOCK = 128 };
enum { EVERY_MASK = 0, MASKS_OF_SEQUENCES }; /* maskUseStatusType */

static bool is_prefill(const param_t *param)
{
    return param->calc_type == ATB_LATENT_PREFILL;
}

static bool is_int8(const param_t *param)
{
    return param->cache == ATB_LATENT_NZ_INT8;
}

static bool is_nz(const param_t *param)
{
    return param->cache == ATB_LATENT_NZ || is_int8(param);
}

static bool has_lengths(const param_t *param)
{
    return param->calc_type == ATB_LATENT_OF_LENGTHS ||
           param->calc_type == ATB_LATENT_RING_OF_LENGTHS;
}

static bool gives_lse(const param_t *param)
{
    return param->calc_type == ATB_LATENT_RING || param->calc_type == ATB_LATENT_RING_OF_LENGTHS;
}

static bool has_mask(const param_t *param)
{
    return param->mask_type == ATB_LATENT_SPEC || param->mask_type == ATB_LATENT_FREE;
}

static int32_t check_masks(const param_t *param)
{
    int32_t status = atb_require(param->mask_type == ATB_LATENT_NONE || has_lengths(param),
                                 "there is a mask where calcType is CALC_TYPE_SPEC "
                                 "or CALC_TYPE_SPEC_AND_RING only");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_type != ATB_LATENT_SWA,
                             "maskType is MASK_TYPE_SWA_NORM in CALC_TYPE_PREFILL only");
    if (status == ATB_NO_ERROR)
        status = atb_require(!(is_int8(param) && gives_lse(param)) ||
                                 param->mask_type == ATB_LATENT_NONE,
                             "maskType is UNDEFINED where cacheMode is INT8_NZCACHE and calcType "
                             "CALC_TYPE_SPEC_AND_RING");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_use == EVERY_MASK ||
                                 (param->mask_use == MASKS_OF_SEQUENCES &&
                                  param->calc_type == ATB_LATENT_RING_OF_LENGTHS),
                             "maskUseStatusType is MASK_USE_STATUS_TYPE_UNDEFINED, or "
                             "MASK_USE_STATUS_TYPE_BATCH_MASK where calcType is "
                             "CALC_TYPE_SPEC_AND_RING");
    return status;
}

static int32_t check_heads(const param_t *param)
{
    int32_t heads = param->head_count;
    int32_t status = atb_require(heads == 8 || heads == 16 || heads == 32 || heads == 64 ||
                                     heads == 128,
                                 "headNum is 8, 16, 32, 64 or 128");
    return status == ATB_NO_ERROR ? atb_require(param->kv_head_count == 1, "kvHeadNum is 1")
                                  : status;
}

static int32_t check_decode(const param_t *param)
{
    int32_t status = check_heads(param);
    if (status == ATB_NO_ERROR)
        status = atb_require(param->cache != ATB_LATENT_ONE,
                             "cacheMode is KROPE_CTKV, INT8_NZCACHE or NZCACHE");
    if (status == ATB_NO_ERROR)
        status = check_masks(param);
    if (status == ATB_NO_ERROR)
        status = atb_only(param->mask_type != ATB_LATENT_CAUSAL,
                          "maskType is UNDEFINED, MASK_TYPE_SPEC or MASK_TYPE_MASK_FREE");
    if (status == ATB_NO_ERROR)
        status = atb_only(!is_int8(param) || param->mask_type == ATB_LATENT_NONE,
                          "maskType is UNDEFINED, or cacheMode KROPE_CTKV or NZCACHE");
    return status;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->calc_type >= 0 && param->calc_type <= ATB_LATENT_PREFILL,
                                 "calcType is one of MultiLatentAttentionParam::CalcType");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->qk_scale > 0 && param->qk_scale <= 1,
                             "qkScale is above 0 and at most 1");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_type >= 0 && param->mask_type <= ATB_LATENT_SWA,
                             "maskType is one of MultiLatentAttentionParam::MaskType");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->cache <= ATB_LATENT_NZ,
                             "cacheMode is one of MultiLatentAttentionParam::CacheMode");
    if (status != ATB_NO_ERROR)
        return status;
    return is_prefill(param) ? atb_latent_prefill_check(param) : check_decode(param);
}

/* Where the inputs stand behind the two parts of queries and of keys. */
struct places {
    int mask, queries, qk_factors, pv_factors, masks_used, count;
};

enum { TABLE = 4, LENGTHS };

static struct places places_of(const param_t *param)
{
    struct places places = {.count = LENGTHS + 1};
    if (has_mask(param))
        places.mask = places.count++;
    if (has_lengths(param))
        places.queries = places.count++;
    if (is_int8(param)) {
        places.qk_factors = places.count++;
        places.pv_factors = places.count++;
    }
    if (param->mask_use == MASKS_OF_SEQUENCES)
        places.masks_used = places.count++;
    return places;
}

static int input_count(const void *given)
{
    const param_t *param = given;
    return is_prefill(param) ? atb_latent_prefill_input_count(param) : places_of(param).count;
}

static int output_count(const void *given)
{
    return gives_lse(given) ? 2 : 1;
}

/* Elements of a row of NZ: 32 bytes. */
static int64_t nz_width(const struct atb_desc *cache)
{
    return cache->type == ACL_INT8 ? 32 : 16;
}

/* A cache is [blocks, tokens, 1, size], or in NZ [blocks, size / width, tokens, width]. */
static int32_t check_cache(const param_t *param, const char *what, const struct atb_desc *cache,
                           int64_t size)
{
    int64_t width = nz_width(cache);
    int32_t status = atb_check_rank(what, cache, 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads, or of columns of NZ, of a cache",
                               cache->shape.dims[is_nz(param) ? 1 : 2],
                               is_nz(param) ? size / width : 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of a cache", cache->shape.dims[3],
                               is_nz(param) ? width : size);
    return status == ATB_NO_ERROR
               ? atb_require(cache->shape.dims[is_nz(param) ? 2 : 1] <= MOST_BLOCK,
                             "a block of a cache has 128 tokens at most")
               : status;
}

static int32_t check_queries(const param_t *param, const char *what, const struct atb_desc *desc,
                             int64_t tokens, int64_t size)
{
    int32_t status = atb_check_rank(what, desc, 3, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of tokens of a part of the queries", desc->shape.dims[0],
                               tokens);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of a part of the queries", desc->shape.dims[1],
                               param->head_count);
    return status == ATB_NO_ERROR ? atb_check_dim("the size of the heads of a part of the queries",
                                                  desc->shape.dims[2], size)
                                  : status;
}

static int32_t check_blocks(const param_t *param, const struct atb_desc *in)
{
    int tokens_at = is_nz(param) ? 2 : 1;
    int32_t status = atb_check_dim("the number of blocks of inTensors[3]", in[3].shape.dims[0],
                                   in[2].shape.dims[0]);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the tokens of a block of inTensors[3]", in[3].shape.dims[tokens_at],
                               in[2].shape.dims[tokens_at])
               : status;
}

/* Queries and a cache of int8, and factors of heads. */
static int32_t check_factors(const param_t *param, const struct atb_desc *in)
{
    struct places places = places_of(param);
    int32_t status = atb_require(
        in[0].type == ACL_INT8 && in[2].type == ACL_INT8 && in[1].type != ACL_INT8 &&
            in[3].type != ACL_INT8,
        "inTensors[0] and [2] are int8 with INT8_NZCACHE, [1] and [3] not");
    for (int i = places.qk_factors; i <= places.pv_factors && status == ATB_NO_ERROR; i++) {
        status = atb_check_rank("qkDescale or pvDescale", &in[i], 1, 1);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the number of factors of qkDescale or pvDescale",
                                   in[i].shape.dims[0], param->head_count);
    }
    return status;
}

static int32_t infer_decode(const param_t *param, const struct atb_desc *in, struct atb_desc *out)
{
    int64_t tokens = in[0].shape.dims[0];
    int32_t status = check_queries(param, "inTensors[0]", &in[0], tokens, LATENT);
    if (status == ATB_NO_ERROR)
        status = check_queries(param, "inTensors[1]", &in[1], tokens, ROPE);
    if (status == ATB_NO_ERROR && is_int8(param))
        status = check_factors(param, in);
    if (status == ATB_NO_ERROR)
        status = check_cache(param, "inTensors[2]", &in[2], LATENT);
    if (status == ATB_NO_ERROR)
        status = check_cache(param, "inTensors[3]", &in[3], ROPE);
    if (status == ATB_NO_ERROR)
        status = check_blocks(param, in);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("the block table", &in[TABLE], 2, 2);
    out[0] = out[1] = in[0];
    out[0].type = out[1].type = in[1].type;
    if (is_int8(param))
        out[1].type = ACL_FLOAT;
    out[1].shape.dims[2] = 1;
    return status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    return is_prefill(param) ? atb_latent_prefill_infer(param, in, out)
                             : infer_decode(param, in, out);
}

/* The rows of a sequence in a cache: [tokens, 1, size]. Pieces of a row in NZ lie as heads do that
 * come before tokens. */
static atb_view rows_of(struct single *s, const param_t *param, int place, int64_t size,
                        int64_t sequence, int64_t tokens)
{
    struct atb_rows found = atb_rows_of_blocks(s, atb_in(s, place), is_nz(param), atb_in(s, TABLE),
                                               sequence, tokens);
    if (s->status != ACL_SUCCESS)
        return found.view;
    int64_t count = found.view->dims[0] * found.view->dims[1];
    atb_view rows = ATB_SHAPED(s, found.view, count, 1, size);
    return is_int8(param) ? atb_float(s, rows) : rows;
}

/* Whether the mask counts for a sequence. */
static bool is_masked(const param_t *param, struct single_ints used, int64_t sequence)
{
    return param->mask_use == EVERY_MASK || sequence >= used.count || used.values[sequence] != 0;
}

/* Without a mask every query sees every key. Of MASK_TYPE_MASK_FREE, and of several queries of
 * int8, none sees a key behind its own place. */
static struct atb_mask mask_of(struct single *s, const param_t *param, int64_t sequence,
                               int64_t first, int64_t queries, int64_t keys)
{
    struct atb_mask mask = {.is_causal = param->mask_type == ATB_LATENT_FREE ||
                                         (is_int8(param) && has_lengths(param))};
    if (param->mask_type == ATB_LATENT_SPEC)
        return atb_mask_of(s, atb_in(s, places_of(param).mask), false, param->head_count, sequence,
                           first, queries, keys);
    return mask;
}

/* a * factors, which are one a head: [heads] beside [tokens, heads, size]. */
static atb_view of_factors(struct single *s, const param_t *param, atb_view a, int place)
{
    return atb_product(s, a, ATB_SHAPED(s, atb_in(s, place), param->head_count, 1));
}

/* Both parts of all queries: [tokens, heads, 576]. */
static atb_view queries_of(struct single *s, const param_t *param)
{
    if (!is_int8(param))
        return atb_joined(s, atb_in(s, 0), atb_in(s, 1));
    atb_view first = of_factors(s, param, atb_float(s, atb_in(s, 0)), places_of(param).qk_factors);
    return atb_joined(s, first, atb_float(s, atb_in(s, 1)));
}

struct sequences {
    const param_t *param;
    struct atb_attention attention;
    struct single_ints lengths, counts, masks_used;
    atb_view query;
};

/* Those of one sequence, whose queries begin at `first`. */
static void attend(struct single *s, const struct sequences *all, int64_t i, int64_t first,
                   int64_t queries)
{
    const param_t *param = all->param;
    int64_t heads = param->head_count;
    int64_t keys = all->lengths.values[i];
    struct atb_mask mask = {.view = NULL};
    if (is_masked(param, all->masks_used, i))
        mask = mask_of(s, param, i, first, queries, keys);
    atb_view rope = rows_of(s, param, 3, ROPE, i, keys);
    atb_view both = atb_joined(s, rows_of(s, param, 2, LATENT, i, keys), rope);
    if (s->status != ACL_SUCCESS || queries == 0)
        return;
    struct atb_rows k = atb_rows_of(both, 1, 0);
    struct atb_rows v = k;
    v.size = LATENT;
    struct atb_rows lse = {0};
    if (gives_lse(param))
        lse = atb_rows_of(atb_out(s, 1), heads, first);
    atb_view out = single_part(s, atb_out(s, 0), 0, first, queries);
    atb_view found = is_int8(param) ? ATB_TEMPORARY(s, ACL_FLOAT, queries, heads, LATENT) : out;
    atb_attend(s, &all->attention, atb_rows_of(all->query, heads, first), queries, k, v, keys,
               &mask, atb_rows_of(found, heads, 0), gives_lse(param) ? &lse : NULL);
    if (is_int8(param))
        single_copy(s, out, of_factors(s, param, found, places_of(param).pv_factors));
}

/* Which sequences have a mask; all, where nothing says so. */
static struct single_ints masks_used_of(struct single *s, const param_t *param)
{
    atb_view given = param->mask_use == EVERY_MASK ? NULL : atb_in(s, places_of(param).masks_used);
    return given != NULL && given->host != NULL ? single_numbers(s, given)
                                                : (struct single_ints){0, NULL};
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    if (is_prefill(param)) {
        atb_latent_prefill_plan(s, param);
        return;
    }
    struct sequences all = {
        .param = param,
        .attention = {param->head_count, 1, (double)param->qk_scale, false, 0, 0},
        .lengths = atb_lengths(s, atb_in(s, LENGTHS), "contextLens"),
    };
    if (has_lengths(param))
        all.counts = atb_lengths(s, atb_in(s, places_of(param).queries), "qSeqLen");
    all.masks_used = masks_used_of(s, param);
    atb_check_lengths(s, all.lengths, all.counts, atb_in(s, 0)->dims[0]);
    all.query = s->status == ACL_SUCCESS ? queries_of(s, param) : NULL;
    int64_t first = 0;
    for (int64_t i = 0; i < all.lengths.count && s->status == ACL_SUCCESS; i++) {
        int64_t queries = all.counts.count > 0 ? all.counts.values[i] : 1;
        attend(s, &all, i, first, queries);
        first += queries;
    }
}

const struct atb_kind atb_kind_multi_latent_attention = {
    ATB_KIND(MultiLatentAttention, atb_multi_latent_attention_param),
    .check = check,
    .input_count = input_count,
    .output_count = output_count,
    .infer = infer,
    .plan = plan,
    .optional = 7U << 7}; /* where masks_used may stand */
