/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PagedAttentionOperation: keys and values lie in blocks of a cache. Each sequence has one query,
 * or as many as qSeqLens says (CALC_TYPE_SPEC).
 */
#include "atb/attend.h"

typedef struct atb_paged_attention_param param_t;

enum { CALC_SPEC = 1 };

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_check_heads(param->head_count, param->kv_head_count);
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mla_v_head_size == 0 || param->kv_head_count == 1,
                             "kvHeadNum is 1 where mlaVHeadSize is above 0");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->mask_type != ATB_PAGED_FREE &&
                              param->mask_type <= ATB_PAGED_NORM_COMPRESS,
                          "maskType is UNDEFINED, MASK_TYPE_NORM, _ALIBI, _SPEC or "
                          "_NORM_COMPRESS");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->quant_type == 0, "quantType is TYPE_QUANT_UNQUANT");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->compress_type == 0, "compressType is COMPRESS_TYPE_UNDEFINED");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->scale_type == 0, "scaleType is SCALE_TYPE_TOR");
    if (status == ATB_NO_ERROR)
        status = atb_only(!param->chooses_batches, "batchRunStatusEnable is false");
    return status;
}

static int64_t kv_heads_of(const param_t *param)
{
    return param->kv_head_count > 0 ? param->kv_head_count : param->head_count;
}

/* Where the inputs stand: q, keys, values (none with mlaVHeadSize), the block table, the lengths of
 * keys, the mask, the lengths of queries. */
struct places {
    int value, table, lengths, mask, queries, count;
};

static struct places places_of(const param_t *param)
{
    struct places places = {.value = 1, .count = 2};
    if (param->mla_v_head_size == 0)
        places.value = places.count++;
    places.table = places.count++;
    places.lengths = places.count++;
    if (param->mask_type != ATB_PAGED_NONE)
        places.mask = places.count++;
    if (param->calc_type == CALC_SPEC)
        places.queries = places.count++;
    return places;
}

static int input_count(const void *given)
{
    return places_of(given).count;
}

static int32_t check_caches(const param_t *param, const struct atb_desc *in)
{
    int heads_at = param->layout == 1 ? 1 : 2;
    const struct atb_desc *value = &in[places_of(param).value];
    int32_t status = atb_check_rank("inTensors[1]", &in[1], 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("the cache of values", value, 4, 4);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of inTensors[1]", in[1].shape.dims[heads_at],
                               kv_heads_of(param));
    for (int i = 0; i < 3 && status == ATB_NO_ERROR; i++)
        status = atb_check_dim("a size of the cache of values", value->shape.dims[i],
                               in[1].shape.dims[i]);
    return status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    struct places places = places_of(param);
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 3, 3);
    if (status == ATB_NO_ERROR)
        status = check_caches(param, in);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("the block table", &in[places.table], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of inTensors[0]", in[0].shape.dims[1],
                               param->head_count);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of the heads of inTensors[1]", in[1].shape.dims[3],
                               in[0].shape.dims[2]);
    out[0] = in[0];
    out[0].shape.dims[2] = param->mla_v_head_size > 0 ? param->mla_v_head_size
                                                      : atb_dim(&in[places.value], -1);
    return status;
}

static struct atb_mask mask_of(struct single *s, const param_t *param, int64_t sequence,
                               int64_t row, int64_t queries, int64_t keys)
{
    struct atb_mask none = {.is_causal = param->mask_type == ATB_PAGED_NORM_COMPRESS};
    if (param->mask_type == ATB_PAGED_NONE || none.is_causal)
        return none;
    return atb_mask_of(s, atb_in(s, places_of(param).mask), param->mask_type == ATB_PAGED_ALIBI,
                       param->head_count, sequence, row, queries, keys);
}

static void attend(struct single *s, const param_t *param, struct single_ints lengths,
                   struct single_ints given_queries)
{
    const struct atb_attention attention = {
        param->head_count, kv_heads_of(param), (double)param->qk_scale, false, 0, 0};
    struct places places = places_of(param);
    atb_view table = atb_in(s, places.table);
    int64_t query = 0;
    for (int64_t i = 0; i < lengths.count && s->status == ACL_SUCCESS; i++) {
        int64_t keys = lengths.values[i];
        int64_t queries = given_queries.count > 0 ? given_queries.values[i] : 1;
        struct atb_mask mask = mask_of(s, param, i, query, queries, keys);
        bool heads_first = param->layout == 1;
        struct atb_rows k = atb_rows_of_blocks(s, atb_in(s, 1), heads_first, table, i, keys);
        struct atb_rows v = k;
        if (param->mla_v_head_size > 0)
            v.size = param->mla_v_head_size;
        else
            v = atb_rows_of_blocks(s, atb_in(s, places.value), heads_first, table, i, keys);
        atb_attend(s, &attention, atb_rows_of(atb_in(s, 0), param->head_count, query), queries, k,
                   v, keys, &mask, atb_rows_of(atb_out(s, 0), param->head_count, query), NULL);
        query += queries;
    }
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    struct places places = places_of(param);
    struct single_ints queries = {0, NULL};
    struct single_ints lengths = atb_lengths(s, atb_in(s, places.lengths), "contextLens");
    if (param->calc_type == CALC_SPEC)
        queries = atb_lengths(s, atb_in(s, places.queries), "qSeqLens");
    atb_check_lengths(s, lengths, queries, atb_in(s, 0)->dims[0]);
    attend(s, param, lengths, queries);
}

const struct atb_kind atb_kind_paged_attention = {
    ATB_KIND(PagedAttention, atb_paged_attention_param),
    .check = check,
    .input_count = input_count,
    .output_count = atb_one,
    .infer = infer,
    .plan = plan};
