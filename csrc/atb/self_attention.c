/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SelfAttentionOperation of PA_ENCODER, whose sequences lie one behind the other, and of
 * PREFIX_ENCODER, whose keys and values lie in blocks of a cache.
 */
#include <inttypes.h>

#include "atb/alibi.h"

typedef struct atb_self_attention_param param_t;

static bool is_prefix(const param_t *param)
{
    return param->calc_type == ATB_PREFIX_ENCODER;
}

static bool has_mask(const param_t *param)
{
    return param->mask_type != ATB_MASK_NONE && param->mask_type != ATB_MASK_CAUSAL;
}

static int32_t check_types(const param_t *param)
{
    int32_t status = atb_only(param->calc_type == ATB_PA_ENCODER || is_prefix(param),
                              "calcType is PA_ENCODER or PREFIX_ENCODER");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->mask_type == ATB_MASK_NONE || param->mask_type == ATB_MASK_NORM ||
                              param->mask_type == ATB_MASK_ALIBI ||
                              param->mask_type == ATB_MASK_NORM_COMPRESS ||
                              atb_is_compressed_alibi(param) || param->mask_type == ATB_MASK_CAUSAL,
                          "maskType has no sliding window");
    if (status == ATB_NO_ERROR && is_prefix(param))
        status = atb_require(param->mask_type == ATB_MASK_NORM_COMPRESS ||
                                 atb_is_compressed_alibi(param) ||
                                 param->mask_type == ATB_MASK_CAUSAL,
                             "PREFIX_ENCODER has maskType MASK_TYPE_NORM_COMPRESS, "
                             "MASK_TYPE_ALIBI_COMPRESS, MASK_TYPE_ALIBI_COMPRESS_SQRT or "
                             "MASK_TYPE_CAUSAL_MASK");
    if (status == ATB_NO_ERROR && atb_is_compressed_alibi(param))
        status = atb_check_alibi(param);
    return status;
}

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_check_heads(param->head_count, param->kv_head_count);
    if (status == ATB_NO_ERROR)
        status = check_types(param);
    if (status == ATB_NO_ERROR)
        status = atb_only(param->quant_type == 0, "quantType is TYPE_QUANT_UNQUANT");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->layout == 0, "inputLayout is TYPE_BSND");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->scale_type == 0, "scaleType is SCALE_TYPE_TOR");
    if (status == ATB_NO_ERROR)
        status = atb_only(!param->chooses_batches, "batchRunStatusEnable is false");
    if (status == ATB_NO_ERROR)
        status = atb_only(param->window_size == 0, "windowSize is 0");
    return status;
}

static int64_t kv_heads_of(const param_t *param)
{
    return param->kv_head_count > 0 ? param->kv_head_count : param->head_count;
}

/* Where the inputs stand: q, k, v (none with mlaVHeadSize), the block table, the mask, the lengths
 * of queries and of keys, the slopes of a compressed ALiBi mask. */
struct places {
    int value, table, mask, lengths, kv_lengths, slopes, count;
};

static struct places places_of(const param_t *param)
{
    struct places places = {.value = 1, .count = 2};
    if (param->mla_v_head_size == 0)
        places.value = places.count++;
    if (is_prefix(param))
        places.table = places.count++;
    if (has_mask(param))
        places.mask = places.count++;
    places.lengths = places.kv_lengths = places.count++;
    if (is_prefix(param))
        places.kv_lengths = places.count++;
    if (atb_is_compressed_alibi(param))
        places.slopes = places.count++;
    return places;
}

static int input_count(const void *given)
{
    return places_of(given).count;
}

/* The elements of a head of keys or values. */
static int64_t head_size(const param_t *param, const struct atb_desc *desc)
{
    return desc->shape.count == 2 ? desc->shape.dims[1] / kv_heads_of(param) : atb_dim(desc, -1);
}

static int64_t value_size(const param_t *param, const struct atb_desc *in)
{
    return param->mla_v_head_size > 0 ? param->mla_v_head_size
                                      : head_size(param, &in[places_of(param).value]);
}

static int32_t check_rows(const param_t *param, const struct atb_desc *in)
{
    uint64_t most = is_prefix(param) ? 4 : 3;
    int64_t heads = in[0].shape.count == 2 ? param->head_count : in[0].shape.dims[1];
    int32_t status = atb_check_rank("inTensors[0]", &in[0], 2, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[1]", &in[1], is_prefix(param) ? 4 : 2, most);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("the values", &in[places_of(param).value], is_prefix(param) ? 4 : 2,
                                most);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of inTensors[0]", heads, param->head_count);
    int64_t width = in[0].shape.count == 2 ? in[0].shape.dims[1]
                                           : in[0].shape.dims[1] * in[0].shape.dims[2];
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the size of the heads of inTensors[1]", head_size(param, &in[1]),
                               width / param->head_count);
    struct places places = places_of(param);
    return status == ATB_NO_ERROR && atb_is_compressed_alibi(param)
               ? atb_check_alibi_shapes(param, width / param->head_count, &in[places.mask],
                                        &in[places.slopes])
               : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int32_t status = check_rows(param, in);
    if (status != ATB_NO_ERROR)
        return status;
    out[0] = in[0];
    if (in[0].shape.count == 2)
        out[0].shape.dims[1] = param->head_count * value_size(param, in);
    else
        out[0].shape.dims[2] = value_size(param, in);
    return ATB_NO_ERROR;
}

static struct atb_mask mask_of(struct single *s, const param_t *param, int64_t sequence,
                               int64_t queries, int64_t keys)
{
    struct atb_mask mask = {.view = NULL};
    if (param->mask_type == ATB_MASK_NORM_COMPRESS || param->mask_type == ATB_MASK_CAUSAL) {
        mask.is_causal = true;
    } else if (atb_is_compressed_alibi(param)) {
        struct places places = places_of(param);
        mask = atb_alibi_of(s, param, atb_in(s, places.mask), atb_in(s, places.slopes), queries,
                            keys);
    } else if (has_mask(param)) {
        atb_view given = atb_in(s, places_of(param).mask);
        bool of_heads = param->mask_type == ATB_MASK_ALIBI;
        mask = atb_mask_of(s, given, of_heads, param->head_count, sequence, 0, queries, keys);
        /* A mask of bfloat16 says 1 for what does not count. */
        if (given->type == ACL_BF16 && !of_heads)
            mask.factor = -3e38;
    }
    return mask;
}

/* The lengths of queries, then of keys: from two inputs, or from one of one or two rows. */
static struct single_ints key_lengths(struct single *s, const param_t *param,
                                      struct single_ints *queries)
{
    struct places places = places_of(param);
    atb_view given = atb_in(s, places.lengths);
    *queries = atb_lengths(s, given, "seqLen");
    if (is_prefix(param))
        return atb_lengths(s, atb_in(s, places.kv_lengths), "kvSeqLen");
    return atb_key_lengths(given, queries);
}

struct sequences {
    const param_t *param;
    struct atb_attention attention;
    struct single_ints queries, keys;
};

static struct atb_rows rows_at(struct single *s, const struct sequences *all, int place,
                               int64_t sequence, int64_t from)
{
    if (is_prefix(all->param))
        return atb_rows_of_blocks(s, atb_in(s, place), false,
                                  atb_in(s, places_of(all->param).table), sequence,
                                  all->keys.values[sequence]);
    return atb_rows_of(atb_in(s, place), all->attention.kv_heads, from);
}

static void attend(struct single *s, const struct sequences *all)
{
    const param_t *param = all->param;
    int64_t query = 0;
    int64_t key = 0;
    for (int64_t i = 0; i < all->queries.count && s->status == ACL_SUCCESS; i++) {
        int64_t queries = all->queries.values[i];
        int64_t keys = all->keys.values[i];
        struct atb_mask mask = mask_of(s, param, i, queries, keys);
        struct atb_rows k = rows_at(s, all, 1, i, key);
        struct atb_rows v = param->mla_v_head_size > 0
                                ? k
                                : rows_at(s, all, places_of(param).value, i, key);
        if (param->mla_v_head_size > 0)
            v.size = param->mla_v_head_size;
        atb_attend(s, &all->attention, atb_rows_of(atb_in(s, 0), param->head_count, query), queries,
                   k, v, keys, &mask, atb_rows_of(atb_out(s, 0), param->head_count, query), NULL);
        query += queries;
        key += keys;
    }
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    struct sequences all = {
        .param = param,
        .attention = {param->head_count, kv_heads_of(param),
                      (double)param->q_scale * (double)param->qk_scale, param->clamp_type != 0,
                      (double)param->clamp_min, (double)param->clamp_max},
    };
    all.keys = key_lengths(s, param, &all.queries);
    atb_check_sum(s, "seqLen", all.queries, atb_in(s, 0)->dims[0]);
    if (!is_prefix(param))
        atb_check_sum(s, "seqLen", all.keys, atb_in(s, 1)->dims[0]);
    if (all.keys.count != all.queries.count)
        atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                 "seqLen has %" PRId64 " lengths and kvSeqLen %" PRId64 "; as many are required",
                 all.queries.count, all.keys.count);
    attend(s, &all);
}

const struct atb_kind atb_kind_self_attention = {ATB_KIND(SelfAttention, atb_self_attention_param),
                                                 .check = check,
                                                 .input_count = input_count,
                                                 .output_count = atb_one,
                                                 .infer = infer,
                                                 .plan = plan};
