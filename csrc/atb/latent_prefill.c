/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "atb/attend.h"
#include "atb/latent.h"

typedef struct atb_multi_latent_attention_param param_t;

enum { PLAIN = 128, MOST_HEADS = 128, COMPRESSED = 512 };
enum { QUERY, QUERY_ROPE, KEY, KEY_ROPE, VALUE, LENGTHS, KEY_LENGTHS, MASK };

static bool has_mask(const param_t *param)
{
    return param->mask_type == ATB_LATENT_FREE || param->mask_type == ATB_LATENT_SWA;
}

int32_t atb_latent_prefill_check(const param_t *param)
{
    bool is_causal = param->mask_type == ATB_LATENT_CAUSAL;
    int32_t status = atb_require(param->head_count >= 1 && param->head_count <= MOST_HEADS,
                                 "headNum is 1 to 128 in CALC_TYPE_PREFILL");
    if (status == ATB_NO_ERROR)
        status = is_causal ? atb_check_heads(param->head_count, param->kv_head_count)
                           : atb_require(param->head_count == param->kv_head_count,
                                         "kvHeadNum is headNum in CALC_TYPE_PREFILL, but with "
                                         "MASK_TYPE_CAUSAL_MASK");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_type != ATB_LATENT_SPEC,
                             "maskType is not MASK_TYPE_SPEC in CALC_TYPE_PREFILL");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->cache == ATB_LATENT_ND,
                             "cacheMode is KROPE_CTKV in CALC_TYPE_PREFILL");
    if (status == ATB_NO_ERROR && param->mask_type == ATB_LATENT_SWA)
        status = atb_require(param->window_size > 0,
                             "windowSize is above 0 with MASK_TYPE_SWA_NORM");
    return status;
}

int atb_latent_prefill_input_count(const param_t *param)
{
    return has_mask(param) ? MASK + 1 : MASK;
}

static int64_t kv_heads_of(const param_t *param)
{
    return param->kv_head_count > 0 ? param->kv_head_count : param->head_count;
}

/* [tokens, heads, size] or [tokens, heads * size] */
static int32_t check_queries(const param_t *param, const struct atb_desc *in)
{
    static const int64_t sizes[] = {[QUERY] = PLAIN, [QUERY_ROPE] = ATB_LATENT_ROPE};
    int32_t status = atb_check_rank("inTensors[0]", &in[QUERY], 2, 3);
    for (int i = QUERY; i <= QUERY_ROPE && status == ATB_NO_ERROR; i++) {
        uint64_t rank = in[QUERY].shape.count;
        status = atb_check_rank("inTensors[1]", &in[i], rank, rank);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the number of tokens of a part of the queries",
                                   in[i].shape.dims[0], in[QUERY].shape.dims[0]);
        if (status == ATB_NO_ERROR && rank == 3)
            status = atb_check_dim("the number of heads of a part of the queries",
                                   in[i].shape.dims[1], param->head_count);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the last size of a part of the queries", atb_dim(&in[i], -1),
                                   rank == 3 ? sizes[i] : sizes[i] * param->head_count);
    }
    return status;
}

/* Keys are [tokens, heads, size], or [sequences, tokens, heads * size]. */
static bool is_of_sequences(const param_t *param, const int64_t *dims)
{
    bool is_of_tokens = dims[1] == kv_heads_of(param) && dims[2] == PLAIN;
    return param->mask_type == ATB_LATENT_CAUSAL || !is_of_tokens;
}

static int32_t check_keys(const param_t *param, const struct atb_desc *in)
{
    int32_t status = ATB_NO_ERROR;
    for (int i = KEY; i <= VALUE && status == ATB_NO_ERROR; i++)
        status = atb_check_rank("keys or values", &in[i], 3, 3);
    if (status != ATB_NO_ERROR)
        return status;
    const int64_t *dims = in[KEY].shape.dims;
    if (is_of_sequences(param, dims)) {
        status = atb_check_dim("the number of sequences of inTensors[2]", dims[0],
                               in[LENGTHS].shape.dims[0]);
        if (status == ATB_NO_ERROR)
            status = atb_check_dim("the last size of inTensors[2]", dims[2],
                                   PLAIN * kv_heads_of(param));
    }
    if (status == ATB_NO_ERROR)
        status = atb_check_same("inTensors[4]", &in[VALUE], &in[KEY]);
    struct atb_desc rope = in[KEY];
    rope.shape.dims[2] = dims[2] / PLAIN * ATB_LATENT_ROPE;
    return status == ATB_NO_ERROR ? atb_check_same("inTensors[3]", &in[KEY_ROPE], &rope) : status;
}

static int32_t check_mask(const param_t *param, const struct atb_desc *mask)
{
    int32_t status = atb_check_rank("the mask", mask, 2, 3);
    if (status != ATB_NO_ERROR || param->mask_type != ATB_LATENT_FREE || mask->shape.count != 2)
        return status;
    status = atb_check_dim("the number of rows of the mask", mask->shape.dims[0], COMPRESSED);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the number of columns of the mask", mask->shape.dims[1], COMPRESSED)
               : status;
}

int32_t atb_latent_prefill_infer(const param_t *param, const struct atb_desc *in,
                                 struct atb_desc *out)
{
    int32_t status = atb_check_rank("qSeqLen", &in[LENGTHS], 1, 1);
    if (status == ATB_NO_ERROR)
        status = atb_check_same("kvSeqLen", &in[KEY_LENGTHS], &in[LENGTHS]);
    if (status == ATB_NO_ERROR)
        status = check_queries(param, in);
    if (status == ATB_NO_ERROR)
        status = check_keys(param, in);
    if (status == ATB_NO_ERROR && has_mask(param))
        status = check_mask(param, &in[MASK]);
    out[0] = in[QUERY];
    return status;
}

/* How many rows of keys lie from the first of a sequence to the first of the next one. */
static int64_t step_of(const param_t *param, atb_view keys, struct single_ints lengths, int64_t i)
{
    int64_t most = 0;
    if (is_of_sequences(param, keys->dims))
        return keys->dims[1];
    for (int64_t j = 0; j < lengths.count; j++)
        most = lengths.values[j] > most ? lengths.values[j] : most;
    return lengths.count * most == keys->dims[0] ? most : lengths.values[i];
}

static void check_lengths(struct single *s, const param_t *param, struct single_ints queries,
                          struct single_ints keys)
{
    const int64_t *dims = atb_in(s, KEY)->dims;
    bool are_apart = is_of_sequences(param, dims);
    atb_check_sum(s, "qSeqLen", queries, atb_in(s, QUERY)->dims[0]);
    atb_check_sum(s, "kvSeqLen", keys, are_apart ? dims[0] * dims[1] : dims[0]);
    for (int64_t i = 0; i < queries.count && s->status == ACL_SUCCESS; i++) {
        int64_t query = queries.values[i];
        int64_t key = keys.values[i];
        if (param->mask_type == ATB_LATENT_CAUSAL ? key < query : key != query)
            atb_fail(s, ATB_ERROR_INVALID_PARAM,
                     "qSeqLen[%" PRId64 "] is %" PRId64 " and kvSeqLen[%" PRId64 "] %" PRId64
                     "; as many are required, or with MASK_TYPE_CAUSAL_MASK as many or more keys",
                     i, query, i, key);
        if (are_apart && key > dims[1])
            atb_fail(s, ATB_ERROR_INVALID_TENSOR_DIM,
                     "kvSeqLen[%" PRId64 "] is %" PRId64 "; inTensors[2] has %" PRId64
                     " rows of each sequence",
                     i, key, dims[1]);
    }
}

static struct atb_mask mask_of(struct single *s, const param_t *param, int64_t queries,
                               int64_t keys)
{
    struct atb_mask mask = {.is_causal = param->mask_type == ATB_LATENT_FREE ||
                                         param->mask_type == ATB_LATENT_CAUSAL};
    if (param->mask_type != ATB_LATENT_SWA)
        return mask;
    atb_view given = atb_in(s, MASK);
    mask = atb_mask_of(s, given, false, param->head_count, 0, 0, queries, keys);
    /* A mask of bfloat16 says 1 for what does not count. */
    if (given->type == ACL_BF16)
        mask.factor = -3e38;
    return mask;
}

/* Dense rows of heads: [rows, heads, size] of any view of so many elements. */
static atb_view heads_of(struct single *s, int place, int64_t heads, int64_t size)
{
    atb_view view = atb_in(s, place);
    int64_t count = 1;
    for (int32_t i = 0; i < view->rank; i++)
        count *= view->dims[i];
    return ATB_SHAPED(s, view, count / (heads * size), heads, size);
}

void atb_latent_prefill_plan(struct single *s, const param_t *param)
{
    struct single_ints queries = atb_lengths(s, atb_in(s, LENGTHS), "qSeqLen");
    struct single_ints keys = atb_lengths(s, atb_in(s, KEY_LENGTHS), "kvSeqLen");
    if (s->status == ACL_SUCCESS)
        check_lengths(s, param, queries, keys);
    int64_t heads = param->head_count;
    int64_t kv_heads = kv_heads_of(param);
    const struct atb_attention attention = {heads, kv_heads, (double)param->qk_scale, false, 0, 0};
    atb_view q = atb_joined(s, heads_of(s, QUERY, heads, PLAIN),
                            heads_of(s, QUERY_ROPE, heads, ATB_LATENT_ROPE));
    atb_view k = atb_joined(s, heads_of(s, KEY, kv_heads, PLAIN),
                            heads_of(s, KEY_ROPE, kv_heads, ATB_LATENT_ROPE));
    atb_view v = heads_of(s, VALUE, kv_heads, PLAIN);
    atb_view all = s->status == ACL_SUCCESS ? ATB_SHAPED(s, atb_out(s, 0), q->dims[0], heads, PLAIN)
                                            : NULL;
    int64_t query = 0;
    int64_t key = 0;
    for (int64_t i = 0; i < queries.count && s->status == ACL_SUCCESS; i++) {
        int64_t count = queries.values[i];
        struct atb_mask mask = mask_of(s, param, count, keys.values[i]);
        atb_attend(s, &attention, atb_rows_of(q, heads, query), count,
                   atb_rows_of(k, kv_heads, key), atb_rows_of(v, kv_heads, key), keys.values[i],
                   &mask, atb_rows_of(all, heads, query), NULL);
        query += count;
        key += step_of(param, atb_in(s, KEY), keys, i);
    }
}
