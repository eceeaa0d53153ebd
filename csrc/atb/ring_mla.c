/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RingMLAOperation: the attention of a part of the keys, joined with that of the parts before. The
 * heads of queries and keys are in two tensors, without and with their rotation.
 */
#include "declared/binary.h"
#include "declared/fill.h"
#include "declared/unary.h"
#include "atb/attend.h"
#include "workspace/l0.h"

typedef struct atb_ring_mla_param param_t;

enum { PLAIN = 128, ROTATED = 64 };
enum { VALUE = 4, MASK, LENGTHS, BEFORE, BEFORE_LSE };
enum { NO_MASK, UPPER_TRIANGLE };

static int32_t check(const void *given)
{
    const param_t *param = given;
    int32_t status = atb_require(param->is_first == 0 || param->is_first == 1,
                                 "calcType is CALC_TYPE_DEFAULT or CALC_TYPE_FIRST_RING");
    if (status == ATB_NO_ERROR)
        status = atb_check_heads(param->head_count, param->kv_head_count);
    if (status == ATB_NO_ERROR)
        status = atb_require(param->mask_type == NO_MASK || param->mask_type == UPPER_TRIANGLE,
                             "maskType is NO_MASK or MASK_TYPE_TRIU");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->layout == 0, "inputLayout is TYPE_BSND");
    if (status == ATB_NO_ERROR)
        status = atb_require(param->kernel_type == 1, "kernelType is KERNELTYPE_HIGH_PRECISION");
    return status;
}

static int64_t kv_heads_of(const param_t *param)
{
    return param->kv_head_count > 0 ? param->kv_head_count : param->head_count;
}

static int input_count(const void *given)
{
    return ((const param_t *)given)->is_first ? BEFORE : BEFORE_LSE + 1;
}

static int32_t check_rows(const char *what, const struct atb_desc *desc, int64_t tokens,
                          int64_t heads, int64_t size)
{
    int32_t status = atb_check_rank(what, desc, 3, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of tokens of a tensor", desc->shape.dims[0], tokens);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of a tensor", desc->shape.dims[1], heads);
    return status == ATB_NO_ERROR
               ? atb_check_dim("the size of the heads of a tensor", desc->shape.dims[2], size)
               : status;
}

static int32_t check_before(const param_t *param, const struct atb_desc *in)
{
    int64_t tokens = in[0].shape.dims[0];
    int32_t status = check_rows("inTensors[7]", &in[BEFORE], tokens, param->head_count, PLAIN);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("inTensors[8]", &in[BEFORE_LSE], 2, 2);
    if (status == ATB_NO_ERROR)
        status = atb_check_dim("the number of heads of inTensors[8]", in[BEFORE_LSE].shape.dims[0],
                               param->head_count);
    return status == ATB_NO_ERROR ? atb_check_dim("the number of tokens of inTensors[8]",
                                                  in[BEFORE_LSE].shape.dims[1], tokens)
                                  : status;
}

static int32_t infer(const void *given, const struct atb_desc *in, struct atb_desc *out)
{
    const param_t *param = given;
    int64_t queries = in[0].shape.dims[0];
    int64_t keys = in[2].shape.dims[0];
    int32_t status = check_rows("inTensors[0]", &in[0], queries, param->head_count, PLAIN);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[1]", &in[1], queries, param->head_count, ROTATED);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[2]", &in[2], keys, kv_heads_of(param), PLAIN);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[3]", &in[3], keys, kv_heads_of(param), ROTATED);
    if (status == ATB_NO_ERROR)
        status = check_rows("inTensors[4]", &in[VALUE], keys, kv_heads_of(param), PLAIN);
    if (status == ATB_NO_ERROR && param->mask_type != NO_MASK)
        status = atb_check_rank("the mask", &in[MASK], 2, 3);
    if (status == ATB_NO_ERROR)
        status = atb_check_rank("seqLen", &in[LENGTHS], 1, 2);
    if (status == ATB_NO_ERROR && !param->is_first)
        status = check_before(param, in);
    out[0] = out[1] = in[0];
    out[1].type = ACL_FLOAT;
    out[1].shape.count = 2;
    out[1].shape.dims[0] = param->head_count;
    out[1].shape.dims[1] = queries;
    return status;
}

/* Columns `from` on of [heads, tokens] as [tokens, heads, 1], which go with rows of heads. */
static atb_view factors_of(struct single *s, atb_view of_heads, int64_t from, int64_t count)
{
    const int64_t perm[] = {1, 0};
    atb_view part = single_permuted(s, single_part(s, of_heads, 1, from, count),
                                    (struct single_ints){2, perm});
    const int64_t dims[] = {part->dims[0], part->dims[1], 1};
    const int64_t strides[] = {part->strides[0], part->strides[1], 1};
    return s->status == ACL_SUCCESS ? ATB_VIEW(s, part, 0, dims, strides) : part;
}

/* rows * exp(of_heads - joined), all of float32. */
static atb_view weighted(struct single *s, atb_view rows, atb_view of_heads, atb_view joined)
{
    atb_view difference = single_like(s, joined);
    atb_view weight = single_like(s, joined);
    atb_view result = single_like(s, rows);
    ATB_CALL(Sub, ATB_TENSOR(of_heads), ATB_TENSOR(joined), ATB_SCALAR(1.0),
             ATB_TENSOR(difference));
    ATB_CALL(Exp, ATB_TENSOR(difference), ATB_TENSOR(weight));
    ATB_CALL(Mul, ATB_TENSOR(rows), ATB_TENSOR(factors_of(s, weight, 0, weight->dims[1])),
             ATB_TENSOR(result));
    return result;
}

/* Joins what was found of `count` queries with what was there before. found and lse are float32. */
static void join(struct single *s, int64_t from, int64_t count, atb_view found, atb_view lse)
{
    atb_view before = atb_float(s, single_part(s, atb_in(s, BEFORE), 0, from, count));
    atb_view before_lse = atb_float(s, single_part(s, atb_in(s, BEFORE_LSE), 1, from, count));
    atb_view joined = single_like(s, lse);
    ATB_CALL(LogAddExp, ATB_TENSOR(before_lse), ATB_TENSOR(lse), ATB_TENSOR(joined));
    atb_view sum = weighted(s, before, before_lse, joined);
    ATB_CALL(InplaceAdd, ATB_TENSOR(sum), ATB_TENSOR(weighted(s, found, lse, joined)),
             ATB_SCALAR(1.0));
    single_copy(s, single_part(s, atb_out(s, 0), 0, from, count), sum);
    single_copy(s, single_part(s, atb_out(s, 1), 1, from, count), joined);
}

/* Queries without keys have the results of before, or none. */
static void pass_on(struct single *s, const param_t *param, int64_t from, int64_t count)
{
    atb_view out = single_part(s, atb_out(s, 0), 0, from, count);
    atb_view lse = single_part(s, atb_out(s, 1), 1, from, count);
    if (param->is_first) {
        ATB_CALL(InplaceZero, ATB_TENSOR(out));
        ATB_CALL(InplaceFillScalar, ATB_TENSOR(lse), ATB_SCALAR(-__builtin_inf()));
        return;
    }
    single_copy(s, out, single_part(s, atb_in(s, BEFORE), 0, from, count));
    single_copy(s, lse, single_part(s, atb_in(s, BEFORE_LSE), 1, from, count));
}

struct part {
    atb_view q, k;
    int64_t query, queries, key, keys;
};

static void attend(struct single *s, const param_t *param, const struct part *part)
{
    const struct atb_attention attention = {
        param->head_count, kv_heads_of(param), (double)param->qk_scale, false, 0, 0};
    int64_t heads = param->head_count;
    if (part->keys == 0) {
        pass_on(s, param, part->query, part->queries);
        return;
    }
    /* MASK_TYPE_TRIU: query i sees the keys up to i. Its elements are not looked at. */
    struct atb_mask mask = {.is_causal = param->mask_type == UPPER_TRIANGLE,
                            .starts_together = true};
    atb_view found = ATB_TEMPORARY(s, ACL_FLOAT, part->queries, heads, PLAIN);
    atb_view lse = ATB_TEMPORARY(s, ACL_FLOAT, heads, part->queries);
    struct atb_rows of_lse = {lse, 0, 1, part->queries, 1};
    if (s->status != ACL_SUCCESS)
        return;
    atb_attend(s, &attention, atb_rows_of(part->q, heads, part->query), part->queries,
               atb_rows_of(part->k, kv_heads_of(param), part->key),
               atb_rows_of(atb_in(s, VALUE), kv_heads_of(param), part->key), part->keys, &mask,
               atb_rows_of(found, heads, 0), &of_lse);
    if (!param->is_first) {
        join(s, part->query, part->queries, found, lse);
        return;
    }
    single_copy(s, single_part(s, atb_out(s, 0), 0, part->query, part->queries), found);
    single_copy(s, single_part(s, atb_out(s, 1), 1, part->query, part->queries), lse);
}

/* seqLen has the lengths of queries, or in two rows those of queries and of keys. */
static void plan(struct single *s, const void *given)
{
    const param_t *param = given;
    struct single_ints queries = atb_lengths(s, atb_in(s, LENGTHS), "seqLen");
    struct single_ints keys = atb_key_lengths(atb_in(s, LENGTHS), &queries);
    atb_check_sum(s, "seqLen", queries, atb_in(s, 0)->dims[0]);
    atb_check_sum(s, "seqLen", keys, atb_in(s, 2)->dims[0]);
    struct part part = {.q = atb_joined(s, atb_in(s, 0), atb_in(s, 1)),
                        .k = atb_joined(s, atb_in(s, 2), atb_in(s, 3))};
    for (int64_t i = 0; i < queries.count && s->status == ACL_SUCCESS; i++) {
        part.queries = queries.values[i];
        part.keys = keys.values[i];
        if (part.queries > 0)
            attend(s, param, &part);
        part.query += part.queries;
        part.key += part.keys;
    }
}

const struct atb_kind atb_kind_ring_mla = {ATB_KIND(RingMLA, atb_ring_mla_param),
                                           .check = check,
                                           .input_count = input_count,
                                           .output_count = atb_two,
                                           .infer = infer,
                                           .plan = plan,
                                           .optional = 1u << MASK};
