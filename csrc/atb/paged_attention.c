/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PagedAttentionOperation: keys and values lie in blocks of a cache. Each sequence has one query,
 * or as many as qSeqLens says (CALC_TYPE_SPEC). Caches may be int8 (TYPE_DEQUANT_FUSION, with
 * factors and offsets of each element of a row), or queries too (with factors of heads).
 */
#include "declared/binary.h"
#include "atb/attend.h"
#include "workspace/l0.h"

typedef struct atb_paged_attention_param param_t;

enum { CALC_SPEC = 1 };

enum { PLAIN, CACHES_OF_INT8, ALL_OFFLINE, ALL_ONLINE }; /* quantType */

static bool is_all_int8(const param_t *param)
{
    return param->quant_type == ALL_OFFLINE || param->quant_type == ALL_ONLINE;
}

static int32_t check_quantisation(const param_t *param)
{
    bool is_plain = param->quant_type == PLAIN;
    int32_t status = atb_require(param->quant_type >= PLAIN && param->quant_type <= ALL_ONLINE,
                                 "quantType is one of PagedAttentionParam::QuantType");
    if (status == ATB_NO_ERROR)
        status = atb_require(is_plain || param->calc_type != CALC_SPEC,
                             "calcType is CALC_TYPE_UNDEFINED where quantType is not 0");
    if (status == ATB_NO_ERROR)
        status = atb_require(is_plain || param->mask_type != ATB_PAGED_NORM_COMPRESS,
                             "quantType is 0 with MASK_TYPE_NORM_COMPRESS");
    if (status == ATB_NO_ERROR)
        status = atb_require(is_plain || param->layout == 0,
                             "quantType is 0 where inputLayout is TYPE_BNSD");
    if (status == ATB_NO_ERROR)
        status = atb_require(!is_all_int8(param) || param->out_data_type == ACL_FLOAT16 ||
                                 param->out_data_type == ACL_BF16,
                             "outDataType is ACL_FLOAT16 or ACL_BF16 where quantType is "
                             "TYPE_QUANT_QKV_OFFLINE or TYPE_QUANT_QKV_ONLINE");
    if (status == ATB_NO_ERROR)
        status = atb_require(!is_all_int8(param) || !param->has_quant_offset,
                             "hasQuantOffset is false but with TYPE_DEQUANT_FUSION");
    if (status == ATB_NO_ERROR)
        status = atb_only(is_plain || param->mla_v_head_size == 0,
                          "mlaVHeadSize is 0, or quantType");
    return status;
}

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
        status = check_quantisation(param);
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
 * keys, the mask, the lengths of queries, factors and offsets of keys and of values; scales of
 * weights of TYPE_QUANT_QKV_OFFLINE are not looked at. */
struct places {
    int value, table, lengths, mask, queries;
    int k_factors, k_offsets, v_factors, v_offsets, count;
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
    if (param->quant_type != PLAIN)
        places.k_factors = places.count++;
    if (param->quant_type == CACHES_OF_INT8 && param->has_quant_offset)
        places.k_offsets = places.count++;
    if (param->quant_type != PLAIN)
        places.v_factors = places.count++;
    if (param->quant_type == CACHES_OF_INT8 && param->has_quant_offset)
        places.v_offsets = places.count++;
    if (param->quant_type == ALL_OFFLINE)
        places.count++;
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

static int32_t check_row(const char *what, const struct atb_desc *desc, int64_t size)
{
    int32_t status = atb_check_rank(what, desc, 1, 1);
    return status == ATB_NO_ERROR ? atb_check_dim(what, desc->shape.dims[0], size) : status;
}

/* Factors and offsets are one for each element of the row of a token, or one a head. */
static int32_t check_factors(const param_t *param, const struct atb_desc *in)
{
    struct places places = places_of(param);
    const struct atb_desc *value = &in[places.value];
    bool are_all = is_all_int8(param);
    int64_t heads = kv_heads_of(param);
    int64_t of_keys = are_all ? param->head_count : heads * atb_dim(&in[1], -1);
    int64_t of_values = are_all ? param->head_count : heads * atb_dim(value, -1);
    int32_t status = check_row("the number of factors of keys", &in[places.k_factors], of_keys);
    if (status == ATB_NO_ERROR)
        status = check_row("the number of factors of values", &in[places.v_factors], of_values);
    if (status == ATB_NO_ERROR && places.k_offsets > 0)
        status = check_row("the number of offsets of keys", &in[places.k_offsets], of_keys);
    if (status == ATB_NO_ERROR && places.v_offsets > 0)
        status = check_row("the number of offsets of values", &in[places.v_offsets], of_values);
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
    if (status == ATB_NO_ERROR && param->quant_type != PLAIN)
        status = check_factors(param, in);
    out[0] = in[0];
    if (is_all_int8(param))
        out[0].type = param->out_data_type;
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

/* Rows of a cache: (codes + offsets) * factors where it is quantised. */
static struct atb_rows rows_of(struct single *s, const param_t *param, int place, int64_t sequence,
                               int64_t keys, int factors, int offsets)
{
    atb_view table = atb_in(s, places_of(param).table);
    struct atb_rows found = atb_rows_of_blocks(s, atb_in(s, place), param->layout == 1, table,
                                               sequence, keys);
    if (param->quant_type == PLAIN || s->status != ACL_SUCCESS)
        return found;
    int64_t heads = kv_heads_of(param);
    int64_t count = found.view->dims[0] * found.view->dims[1];
    atb_view rows = atb_float(s, ATB_SHAPED(s, found.view, count, heads * found.size));
    if (offsets > 0)
        ATB_CALL(InplaceAdd, ATB_TENSOR(rows), ATB_TENSOR(atb_float(s, atb_in(s, offsets))),
                 ATB_SCALAR(1.0));
    if (param->quant_type == CACHES_OF_INT8)
        rows = atb_product(s, rows, atb_factors(s, atb_in(s, factors)));
    return atb_rows_of(ATB_SHAPED(s, rows, count, heads, found.size), heads, 0);
}

/* [tokens, heads, size] times one a head. */
static atb_view of_heads(struct single *s, const param_t *param, atb_view a, int factors)
{
    return atb_product(s, a,
                       ATB_SHAPED(s, atb_factors(s, atb_in(s, factors)), param->head_count, 1));
}

struct sequences {
    const param_t *param;
    struct atb_attention attention;
    struct single_ints lengths, queries;
    atb_view query;
};

/* Those of one sequence, whose queries begin at `first`. */
static void attend(struct single *s, const struct sequences *all, int64_t i, int64_t first,
                   int64_t queries)
{
    const param_t *param = all->param;
    struct places places = places_of(param);
    int64_t keys = all->lengths.values[i];
    struct atb_mask mask = mask_of(s, param, i, first, queries, keys);
    struct atb_rows k = rows_of(s, param, 1, i, keys, places.k_factors, places.k_offsets);
    struct atb_rows v = k;
    if (param->mla_v_head_size > 0)
        v.size = param->mla_v_head_size;
    else
        v = rows_of(s, param, places.value, i, keys, places.v_factors, places.v_offsets);
    if (s->status != ACL_SUCCESS || queries == 0)
        return;
    atb_view out = single_part(s, atb_out(s, 0), 0, first, queries);
    atb_view found = is_all_int8(param) ? single_like_of(s, out, ACL_FLOAT) : out;
    atb_attend(s, &all->attention, atb_rows_of(all->query, param->head_count, first), queries, k, v,
               keys, &mask, atb_rows_of(found, param->head_count, 0), NULL);
    if (is_all_int8(param))
        single_copy(s, out, of_heads(s, param, found, places.v_factors));
}

static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    struct places places = places_of(param);
    struct sequences all = {
        .param = param,
        .attention = {param->head_count, kv_heads_of(param), (double)param->qk_scale, false, 0, 0},
        .lengths = atb_lengths(s, atb_in(s, places.lengths), "contextLens"),
        .query = atb_in(s, 0),
    };
    if (param->calc_type == CALC_SPEC)
        all.queries = atb_lengths(s, atb_in(s, places.queries), "qSeqLens");
    atb_check_lengths(s, all.lengths, all.queries, atb_in(s, 0)->dims[0]);
    if (is_all_int8(param))
        all.query = of_heads(s, param, atb_float(s, all.query), places.k_factors);
    int64_t first = 0;
    for (int64_t i = 0; i < all.lengths.count && s->status == ACL_SUCCESS; i++) {
        int64_t queries = all.queries.count > 0 ? all.queries.values[i] : 1;
        attend(s, &all, i, first, queries);
        first += queries;
    }
}

const struct atb_kind atb_kind_paged_attention = {
    ATB_KIND(PagedAttention, atb_paged_attention_param),
    .check = check,
    .input_count = input_count,
    .output_count = atb_one,
    .infer = infer,
    .plan = plan};
