/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MultiLatentAttentionOperation, the attention of DeepSeek while it decodes: all heads share one
 * row of keys a token, whose first part are the values too. Both parts lie in blocks of a cache of
 * their own.
 */
#include <inttypes.h>

#include "atb/attend.h"

typedef struct atb_multi_latent_attention_param param_t;

enum { LATENT = 512, ROPE = 64, NZ_WIDTH = 16, MOST_BLOCK = 128 };

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

static int32_t check_values(const param_t *param)
{
    int32_t heads = param->head_count;
    int32_t status = atb_require(param->qk_scale > 0 && param->qk_scale <= 1,
                                 "qkScale is above 0 and at most 1");
    if (status == ATB_NO_ERROR)
        status = atb_require(heads == 8 || heads == 16 || heads == 32 || heads == 64 ||
                                 heads == 128,
                             "headNum is 8, 16, 32, 64 or 128");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->kv_head_count == 1, "kvHeadNum is 1");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->cache != ATB_LATENT_ONE && param->cache <= ATB_LATENT_NZ,
                             "cacheMode is KROPE_CTKV, INT8_NZCACHE or NZCACHE");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_type >= 0 && param->mask_type <= ATB_LATENT_SWA,
                             "maskType is one of MultiLatentAttentionParam::MaskType");
    return status == ATB_NO_ERROR
               ? atb_require(param->mask_type == ATB_LATENT_NONE || has_lengths(param),
                             "there is a mask where calcType is CALC_TYPE_SPEC "
                             "or CALC_TYPE_SPEC_AND_RING only")
               : status;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->calc_type >= 0 && param->calc_type <= ATB_LATENT_PREFILL,
                                 "calcType is one of MultiLatentAttentionParam::CalcType");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->calc_type != ATB_LATENT_PREFILL,
                          "calcType is not CALC_TYPE_PREFILL");
    if (status == ATB_NO_ERROR)
        status = check_values(param);
    if (status == ATB_NO_ERROR)
        status = atb_only(param->cache != ATB_LATENT_NZ_INT8, "cacheMode is KROPE_CTKV or NZCACHE");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->mask_type == ATB_LATENT_NONE || has_mask(param),
                          "maskType is UNDEFINED, MASK_TYPE_SPEC or MASK_TYPE_MASK_FREE");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->mask_use == 0,
                          "maskUseStatusType is MASK_USE_STATUS_TYPE_UNDEFINED");
    return status;
}

/* Where the inputs stand behind the two parts of queries and of keys. */
struct places {
    int mask, queries, count;
};

enum { TABLE = 4, LENGTHS };

static struct places places_of(const param_t *param)
{
    struct places places = {.count = LENGTHS + 1};
    if (has_mask(param))
        places.mask = places.count++;
    if (has_lengths(param))
        places.queries = places.count++;
    return places;
}

static int input_count(const void *given)
{
    return places_of(given).count;
}

static int output_count(const void *given)
{
    return gives_lse(given) ? 2 : 1;
}

/* A cache is [blocks, tokens, 1, size], or in NZ [blocks, size / 16, tokens, 16]. */
static int32_t check_cache(const param_t *param, const char *what, const struct atb_desc *cache,
                           int64_t size)
{
    bool is_nz = param->cache == ATB_LATENT_NZ;
    int32_t status = atb_check_rank(what, cache, 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads, or of columns of NZ, of a cache",
                               cache->shape.dims[is_nz ? 1 : 2], is_nz ? size / NZ_WIDTH : 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the last size of a cache", cache->shape.dims[3],
                               is_nz ? NZ_WIDTH : size);
    return status == ATB_NO_ERROR ? atb_require(cache->shape.dims[is_nz ? 2 : 1] <= MOST_BLOCK,
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
    int tokens_at = param->cache == ATB_LATENT_NZ ? 2 : 1;
    int32_t status = atb_check_dim("the number of blocks of inTensors[3]", in[3].shape.dims[0],
                                   in[2].shape.dims[0]);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the tokens of a block of inTensors[3]", in[3].shape.dims[tokens_at],
                               in[2].shape.dims[tokens_at])
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int64_t tokens = in[0].shape.dims[0];
    int32_t status = check_queries(param, "inTensors[0]", &in[0], tokens, LATENT);
    if (status == ATB_NO_ERROR)
        status = check_queries(param, "inTensors[1]", &in[1], tokens, ROPE);
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
    out[1].shape.dims[2] = 1;
    return status;
}

/* The rows of a sequence in a cache: [tokens, 1, size]. */
static atb_view rows_of(struct single *s, const param_t *param, int place, int64_t size,
                        int64_t sequence, int64_t tokens)
{
    atb_view cache = atb_in(s, place);
    int64_t block = cache->dims[param->cache == ATB_LATENT_NZ ? 2 : 1];
    if (param->cache == ATB_LATENT_NZ) {
        const int64_t dims[] = {cache->dims[0], block, 1, size / NZ_WIDTH, NZ_WIDTH};
        const int64_t strides[] = {size * block, NZ_WIDTH, size * block, block * NZ_WIDTH, 1};
        atb_view dense = ATB_TEMPORARY(s, cache->type, dims[0], block, 1, dims[3], NZ_WIDTH);
        single_copy(s, dense, ATB_VIEW(s, cache, 0, dims, strides));
        cache = ATB_SHAPED(s, dense, dims[0], block, 1, size);
    }
    struct atb_rows found = atb_rows_of_blocks(s, cache, false, atb_in(s, TABLE), sequence, tokens);
    if (s->status != ACL_SUCCESS)
        return cache;
    int64_t count = found.view->dims[0] * found.view->dims[1];
    return ATB_SHAPED(s, found.view, count, 1, size);
}

static struct atb_mask mask_of(struct single *s, const param_t *param, int64_t sequence,
                               int64_t first, int64_t queries, int64_t keys)
{
    /* Without a mask every query sees every key; of MASK_TYPE_MASK_FREE none behind its place. */
    struct atb_mask mask = {.is_causal = param->mask_type == ATB_LATENT_FREE};
    if (param->mask_type == ATB_LATENT_SPEC)
        return atb_mask_of(s, atb_in(s, places_of(param).mask), false, param->head_count, sequence,
                           first, queries, keys);
    return mask;
}

static void attend(struct single *s, const param_t *param, struct single_ints lengths,
                   struct single_ints counts)
{
    const struct atb_attention attention = {
        param->head_count, 1, (double)param->qk_scale, false, 0, 0};
    atb_view query = atb_joined(s, atb_in(s, 0), atb_in(s, 1));
    int64_t first = 0;
    for (int64_t i = 0; i < lengths.count && s->status == ACL_SUCCESS; i++) {
        int64_t queries = counts.count > 0 ? counts.values[i] : 1;
        int64_t keys = lengths.values[i];
        struct atb_mask mask = mask_of(s, param, i, first, queries, keys);
        atb_view both = atb_joined(s, rows_of(s, param, 2, LATENT, i, keys),
                                   rows_of(s, param, 3, ROPE, i, keys));
        if (s->status != ACL_SUCCESS)
            return;
        struct atb_rows k = atb_rows_of(both, 1, 0);
        struct atb_rows v = k;
        v.size = LATENT;
        struct atb_rows lse = {0};
        if (gives_lse(param))
            lse = atb_rows_of(atb_out(s, 1), param->head_count, first);
        atb_attend(s, &attention, atb_rows_of(query, param->head_count, first), queries, k, v, keys,
                   &mask, atb_rows_of(atb_out(s, 0), param->head_count, first),
                   gives_lse(param) ? &lse : NULL);
        first += queries;
    }
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    struct single_ints queries = {0, NULL};
    struct single_ints lengths = atb_lengths(s, atb_in(s, LENGTHS), "contextLens");
    if (has_lengths(param))
        queries = atb_lengths(s, atb_in(s, places_of(param).queries), "qSeqLen");
    atb_check_lengths(s, lengths, queries, atb_in(s, 0)->dims[0]);
    attend(s, param, lengths, queries);
}

const struct atb_kind atb_kind_multi_latent_attention = {
    ATB_KIND(MultiLatentAttention, atb_multi_latent_attention_param),
    .check = check,
    .input_count = input_count,
    .output_count = output_count,
    .infer = infer,
    .plan = plan};
