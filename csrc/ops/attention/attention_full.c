/* SPDX-License-Identifier: Apache-2.0 */
/* Attention of quantised queries for inference. Three forms compute, by the public tilings of
 * IncreFlashAttention and PromptFlashAttention and the page of FusedInferAttentionScoreV5:
 *
 * latent     beside ropes: a scale for each row and head of query, one of key, and one of value.
 *            Scores of ropes get the first two too
 * products   int8 with a scale behind each product, and one of the exponentials between them
 * by head    float8_e4m3fn blocks: scales of each row and head of query and key, and of each head
 *            of value */
#include "ops/attention/attention_full.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/attention_call.h"

#define LATENT_DEPTH 512
#define LATENT_ROPE 64
#define MOST_LATENT_ROWS 16
#define MOST_LATENT_HEADS 128
#define HEAD_DEPTH 128
#define FULL_BLOCK 128
#define RIGHT_DOWN 3

/* queryQuantMode, keyAntiquantMode and valueAntiquantMode. */
enum full_mode { BY_TENSOR = 0, BY_HEAD = 2, BY_TOKEN_AND_HEAD = 3, BY_GROUP = 6 };

static bool is_given(const struct reading *r, enum attention_input which)
{
    return r->tensors[which] != NULL;
}

static int64_t mode_of(const struct reading *r, const char *name)
{
    return attention_call_integer_of(r->call, &(struct names){{name}}, BY_TENSOR);
}

static const char *name_of(const struct reading *r, enum attention_input which)
{
    int at = attention_call_find(r->call, &attention_call_names_of[which]);
    return at < 0 ? "a scale of query" : call_name(r->call, at);
}

static const struct tensor *out_of(const struct reading *r)
{
    return attention_call_tensor_of(r->call, &attention_call_out_names);
}

/* ---- What the forms have in common ----------------------------------------------------------- */

struct inputs {
    const enum attention_input *of;
    int count;
};

static const enum attention_input of_heads[] = {ATTENTION_QUERY_SCALE, ATTENTION_KEY_SCALE,
                                                ATTENTION_VALUE_SCALE};
static const enum attention_input of_products[] = {ATTENTION_SCORE_SCALE, ATTENTION_WEIGHT_SCALE,
                                                   ATTENTION_SUM_SCALE};

static aclnnStatus require(const struct reading *r, const struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        if (!is_given(r, inputs->of[i]))
            return attention_call_report(r, false,
                                         "%s is NULL; this form of quantised queries requires it",
                                         name_of(r, inputs->of[i]));
    return ACLNN_SUCCESS;
}

static aclnnStatus exclude(const struct reading *r, const struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        if (is_given(r, inputs->of[i]))
            return attention_call_report(r, false,
                                         "%s is given; this form of quantised queries takes none",
                                         name_of(r, inputs->of[i]));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_modes(const struct reading *r, int64_t query, int64_t key, int64_t value)
{
    int64_t found[] = {mode_of(r, "queryQuantMode"), mode_of(r, "keyAntiquantMode"),
                       mode_of(r, "valueAntiquantMode")};
    if (found[0] == query && found[1] == key && found[2] == value)
        return ACLNN_SUCCESS;
    return attention_call_report(r, false,
                                 "queryQuantMode is %" PRId64 ", keyAntiquantMode %" PRId64
                                 " and valueAntiquantMode "
                                 "%" PRId64 "; this form of quantised queries requires %" PRId64
                                 ", %" PRId64 " and %" PRId64,
                                 found[0], found[1], found[2], query, key, value);
}

/* float32 of these dims. */
static aclnnStatus check_scale(const struct reading *r, enum attention_input which,
                               const int64_t *dims, int32_t rank)
{
    const struct tensor *tensor = r->tensors[which];
    bool fits = tensor->type == ACL_FLOAT && tensor->rank == rank;
    for (int32_t i = 0; fits && i < rank; i++)
        fits = tensor->dims[i] == dims[i];
    char found[160];
    char wanted[160];
    return fits ? ACLNN_SUCCESS
                : attention_call_report(
                      r, false,
                      "%s is %s of the shape %s; DT_FLOAT of %s is required beside these queries",
                      name_of(r, which), data_type_name(tensor->type),
                      dims_describe(tensor->dims, tensor->rank, found, sizeof found),
                      dims_describe(dims, rank, wanted, sizeof wanted));
}

/* No mask, or that of the mode that ends in the last row. */
static aclnnStatus check_mask(const struct reading *r)
{
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    bool has_mask = attention_call_has_elements(
        attention_call_tensor_of(r->call, &attention_call_names_of[ATTENTION_MASK]));
    if (mode == (has_mask ? RIGHT_DOWN : 0))
        return ACLNN_SUCCESS;
    return attention_call_refuse(r, "sparseMode", mode,
                                 "quantised queries require 0 without a mask, or 3 with one");
}

static aclnnStatus check_result(const struct reading *r, bool fits, const char *required)
{
    return fits ? ACLNN_SUCCESS
                : attention_call_report(
                      r, true, "the data type of the result is %s; quantised queries require %s",
                      data_type_name(out_of(r)->type), required);
}

/* ---- Beside ropes ---------------------------------------------------------------------------- */

static aclnnStatus check_latent_sizes(const struct reading *r)
{
    const struct attention *a = r->a;
    int64_t rows = attention_call_longest(a, &a->rows);
    bool is_power = (a->heads & (a->heads - 1)) == 0;
    if (a->depth != LATENT_DEPTH || a->value_depth != LATENT_DEPTH || a->rope_depth != LATENT_ROPE)
        return attention_call_refuse(r, "the number of columns of a head", a->depth,
                                     "quantised queries beside ropes require 512, and 64 of ropes");
    if (a->key_heads != 1 || !is_power || a->heads > MOST_LATENT_HEADS)
        return attention_call_refuse(r, "the number of heads", a->heads,
                                     "quantised queries beside ropes require a power of two up to "
                                     "128, and one head of key");
    if (rows > MOST_LATENT_ROWS)
        return attention_call_refuse(r, "the number of rows of query", rows,
                                     "quantised queries beside ropes require at most 16");
    if (is_given(r, ATTENTION_TABLE) && a->block_size != FULL_BLOCK)
        return attention_call_refuse(r, "blockSize", a->block_size,
                                     "quantised queries require blocks of 128 rows");
    return ACLNN_SUCCESS;
}

/* int8 lies in blocks of fractals, and heads follow rows or lie in them. */
static aclnnStatus check_latent_int8(const struct reading *r)
{
    const struct attention *a = r->a;
    if (r->tensors[ATTENTION_QUERY]->type != ACL_INT8)
        return ACLNN_SUCCESS;
    if (a->query.n == 1 && a->query.s == 2)
        return attention_call_report(r, false,
                                     "inputLayout begins with \"BNSD\"; int8 queries beside ropes "
                                     "require \"BSH\", \"BSND\" or \"TND\"");
    if (a->query.t < 0 && (a->sparse_mode == RIGHT_DOWN) != (a->rows.whole > 1))
        return attention_call_refuse(r, "sparseMode", a->sparse_mode,
                                     "int8 queries beside ropes require 3 with its mask of several "
                                     "rows, and no mask of one");
    if (!is_given(r, ATTENTION_TABLE) || a->key.f < 0)
        return attention_call_report(r, false,
                                     "int8 queries beside ropes require a block table, and keys of "
                                     "five dimensions, [blocks, 1, 16, 128, 32]");
    return ACLNN_SUCCESS;
}

/* The dims of query without the columns of a head, and where they are. */
static int32_t rows_of_query(struct reading *r, int64_t *dims)
{
    const struct attention *a = r->a;
    bool has_h = a->query.h >= 0;
    struct attention_layout layout = a->query;
    if (has_h)
        layout.n = layout.h;
    layout.h = layout.d = -1;
    r->a->query_numbers = layout;
    if (layout.b >= 0)
        dims[layout.b] = a->batches;
    if (layout.s >= 0)
        dims[layout.s] = a->rows.whole;
    if (layout.t >= 0)
        dims[layout.t] = a->rows.whole;
    dims[layout.n] = a->heads;
    return attention_call_rank_of(&layout);
}

static aclnnStatus read_latent(struct reading *r)
{
    static const enum attention_input excluded[] = {
        ATTENTION_KEY_OFFSET,  ATTENTION_VALUE_OFFSET,  ATTENTION_BOTH_SCALE,
        ATTENTION_BOTH_OFFSET, ATTENTION_SCORE_SCALE,   ATTENTION_WEIGHT_SCALE,
        ATTENTION_SUM_SCALE,   ATTENTION_PSE,           ATTENTION_KEY_PREFIX,
        ATTENTION_KEY_PADDING, ATTENTION_QUERY_PADDING, ATTENTION_QUANT_SCALE};
    int64_t dims[TENSOR_MAX_DIMS];
    const int64_t one[] = {1};
    aclnnStatus status = check_latent_sizes(r);
    if (status == ACLNN_SUCCESS)
        status = check_latent_int8(r);
    if (status == ACLNN_SUCCESS)
        status = require(r, &(struct inputs){of_heads, 3});
    if (status == ACLNN_SUCCESS)
        status = exclude(r, &(struct inputs){excluded, sizeof excluded / sizeof *excluded});
    if (status == ACLNN_SUCCESS)
        status = check_modes(r, BY_TOKEN_AND_HEAD, BY_TENSOR, BY_TENSOR);
    int32_t rank = rows_of_query(r, dims);
    if (status == ACLNN_SUCCESS)
        status = check_scale(r, ATTENTION_QUERY_SCALE, dims, rank);
    for (int i = 1; i < 3 && status == ACLNN_SUCCESS; i++) {
        status = check_scale(r, of_heads[i], one, 1);
        attention_call_set_layout(&r->a->numbers[of_heads[i] - ATTENTION_KEY_SCALE], "", 0);
    }
    if (status == ACLNN_SUCCESS)
        status = check_mask(r);
    r->a->keys_scale_scores = true;
    return status == ACLNN_SUCCESS
               ? check_result(r, out_of(r)->type == ACL_BF16, "DT_BFLOAT16 beside ropes")
               : status;
}

/* ---- A scale behind each product ------------------------------------------------------------- */

static aclnnStatus check_product_types(const struct reading *r)
{
    static const enum attention_input behind[] = {ATTENTION_SCORE_SCALE, ATTENTION_SUM_SCALE};
    for (int i = 0; i < 2; i++) {
        aclDataType type = r->tensors[behind[i]]->type;
        if (type != ACL_FLOAT && type != ACL_UINT64)
            return attention_call_report(
                r, false, "the data type of %s is %s; DT_FLOAT or DT_UINT64 is required",
                name_of(r, behind[i]), data_type_name(type));
    }
    if (r->tensors[ATTENTION_WEIGHT_SCALE]->type != ACL_FLOAT)
        return attention_call_report(r, false, "the data type of %s is %s; DT_FLOAT is required",
                                     name_of(r, ATTENTION_WEIGHT_SCALE),
                                     data_type_name(r->tensors[ATTENTION_WEIGHT_SCALE]->type));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_product_neighbours(const struct reading *r)
{
    if (attention_call_is_single_row(r) || r->a->query.t >= 0 || is_given(r, ATTENTION_TABLE) ||
        is_given(r, ATTENTION_KEY_PREFIX))
        return attention_call_report(
            r, false,
            "int8 queries without ropes require several rows of each batch, and go with neither "
            "batches in one dimension (TND), a block table nor a prefix");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_products(struct reading *r)
{
    static const enum attention_input excluded[] = {ATTENTION_QUANT_SCALE, ATTENTION_QUANT_OFFSET};
    aclDataType out = out_of(r)->type;
    aclnnStatus status = check_result(r, out == ACL_FLOAT16 || out == ACL_INT8,
                                      "DT_FLOAT16 or DT_INT8 without ropes");
    if (status == ACLNN_SUCCESS)
        status = check_product_neighbours(r);
    if (status == ACLNN_SUCCESS)
        status = require(r, &(struct inputs){of_products, 3});
    if (status == ACLNN_SUCCESS)
        status = check_product_types(r);
    if (status == ACLNN_SUCCESS && out == ACL_FLOAT16)
        status = exclude(r, &(struct inputs){excluded, 2});
    for (int i = ATTENTION_KEY_SCALE; i < ATTENTION_KEY_SCALE + ATTENTION_NUMBERS; i++)
        r->tensors[i] = NULL;
    r->tensors[ATTENTION_QUERY_SCALE] = NULL;
    return status;
}

/* ---- float8 by rows and heads ---------------------------------------------------------------- */

static aclnnStatus check_head_sizes(const struct reading *r)
{
    const struct attention *a = r->a;
    if (a->query.t < 0 || a->query.n != 0 || a->out.t != 0 || !is_given(r, ATTENTION_TABLE) ||
        a->key.n < 0 || a->key.f >= 0)
        return attention_call_report(
            r, false,
            "float8 queries by row and head require inputLayout \"NTD_TND\" and blocks of keys "
            "[blocks, N, 128, 128]");
    if (a->depth != HEAD_DEPTH || a->value_depth != HEAD_DEPTH || a->block_size != FULL_BLOCK)
        return attention_call_refuse(r, "the number of columns of a head", a->depth,
                                     "float8 queries require 128, and blocks of 128 rows");
    return ACLNN_SUCCESS;
}

static aclnnStatus read_by_head(struct reading *r)
{
    static const enum attention_input required[] = {ATTENTION_QUERY_SCALE, ATTENTION_KEY_SCALE,
                                                    ATTENTION_VALUE_SCALE, ATTENTION_WEIGHT_SCALE};
    static const enum attention_input excluded[] = {
        ATTENTION_KEY_OFFSET,  ATTENTION_VALUE_OFFSET,  ATTENTION_BOTH_SCALE, ATTENTION_BOTH_OFFSET,
        ATTENTION_SCORE_SCALE, ATTENTION_SUM_SCALE,     ATTENTION_PSE,        ATTENTION_KEY_PREFIX,
        ATTENTION_KEY_PADDING, ATTENTION_QUERY_PADDING, ATTENTION_QUANT_SCALE};
    struct attention *a = r->a;
    int64_t dims[TENSOR_MAX_DIMS];
    const int64_t key[] = {r->tensors[ATTENTION_KEY]->dims[0], a->key_heads, a->block_size};
    const int64_t one[] = {1};
    aclDataType out = out_of(r)->type;
    aclnnStatus status = check_head_sizes(r);
    if (status == ACLNN_SUCCESS)
        status = require(r, &(struct inputs){required, 4});
    if (status == ACLNN_SUCCESS)
        status = exclude(r, &(struct inputs){excluded, sizeof excluded / sizeof *excluded});
    if (status != ACLNN_SUCCESS)
        return status;
    status = check_scale(r, ATTENTION_QUERY_SCALE, dims, rows_of_query(r, dims));
    if (status == ACLNN_SUCCESS)
        status = check_scale(r, ATTENTION_KEY_SCALE, key, 3);
    if (status == ACLNN_SUCCESS)
        status = check_scale(r, ATTENTION_VALUE_SCALE, &a->key_heads, 1);
    if (status == ACLNN_SUCCESS)
        status = check_scale(r, ATTENTION_WEIGHT_SCALE, one, 1);
    if (status == ACLNN_SUCCESS)
        status = check_mask(r);
    attention_call_set_layout(&a->numbers[0], "BNS", 3);
    attention_call_set_layout(&a->numbers[ATTENTION_VALUE_SCALE - ATTENTION_KEY_SCALE], "N", 1);
    a->numbers_in_blocks = true;
    r->tensors[ATTENTION_WEIGHT_SCALE] = NULL; /* exponentials stay float32 */
    return status == ACLNN_SUCCESS ? check_result(r, type_is_half(out), "DT_FLOAT16 or DT_BFLOAT16")
                                   : status;
}

/* ---- The whole reading ----------------------------------------------------------------------- */

static aclnnStatus read_float8(struct reading *r)
{
    int64_t mode = mode_of(r, "queryQuantMode");
    if (mode == BY_TOKEN_AND_HEAD && r->tensors[ATTENTION_QUERY]->type == ACL_FLOAT8_E4M3FN) {
        aclnnStatus status = check_modes(r, BY_TOKEN_AND_HEAD, BY_TOKEN_AND_HEAD, BY_HEAD);
        return status == ACLNN_SUCCESS ? read_by_head(r) : status;
    }
    if (mode != BY_GROUP && mode != BY_TENSOR)
        return attention_call_refuse(r, "queryQuantMode", mode,
                                     "of float8 queries 0, 3 or 6 is required");
    aclnnStatus status = require(r,
                                 &(struct inputs){mode == BY_TENSOR ? of_products : of_heads, 3});
    return status != ACLNN_SUCCESS
               ? status
               : report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                        "queryQuantMode is %" PRId64 "; float8 queries with one scale, or with one "
                        "for each group of columns, are not implemented by this library",
                        mode);
}

/* Queries of 16 bits: scales of products go with no int8 result, and are not read otherwise. */
static aclnnStatus forget_scales(struct reading *r)
{
    static const enum attention_input scales[] = {ATTENTION_SCORE_SCALE, ATTENTION_WEIGHT_SCALE,
                                                  ATTENTION_SUM_SCALE, ATTENTION_QUERY_SCALE};
    bool is_single = attention_call_is_single_row(r) || r->a->rope_depth > 0;
    for (int i = 0; i < 4; i++) {
        bool is_refused = scales[i] == ATTENTION_QUERY_SCALE
                              ? is_single
                              : out_of(r)->type == ACL_INT8 && !is_single;
        if (is_given(r, scales[i]) && is_refused)
            return attention_call_report(
                r, false,
                "%s is given, and the data type of query is %s; a quantised one is required",
                name_of(r, scales[i]), data_type_name(r->tensors[ATTENTION_QUERY]->type));
        r->tensors[scales[i]] = NULL;
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_full_read(struct reading *r)
{
    if (!attention_full_applies(r))
        return r->is_inferred ? forget_scales(r) : ACLNN_SUCCESS;
    if (is_given(r, ATTENTION_QUERY_ROPE))
        return read_latent(r);
    return r->tensors[ATTENTION_QUERY]->type == ACL_INT8 ? read_products(r) : read_float8(r);
}
