/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: checks of what the tiling refuses. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"

#define MOST_HEADS 64
#define COUNT_UNIT 1024 /* of more than MOST_FREE keys of a row */
#define MOST_FREE 2048

static const struct batches_rule rule = {.query = "query",
                                         .key = "key",
                                         .layout_of = attention_batches_layout_of,
                                         .row_layout = "layoutQueryOptional",
                                         .key_layout = "layoutKeyOptional",
                                         .row_lengths = "actualSeqLengthsQueryOptional",
                                         .key_lengths = "actualSeqLengthsKeyOptional",
                                         .columns = LIGHTNING_COLUMNS,
                                         .most_heads = MOST_HEADS};

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t count = batches_number(call, "sparseCount");
    bool is_paged = attention_batches_layout_of(call, rule.key_layout) == BATCHES_PAGES;
    if (count < 1 || count > LIGHTNING_MOST_COUNT || (count > MOST_FREE && count % COUNT_UNIT != 0))
        return batches_refuse_number(call, "sparseCount",
                                     "1 to 2048, or a multiple of 1024 up to 8192, is required");
    if (is_paged && batches_number(call, "returnValues") != 0)
        return batches_refuse_number(call, "returnValues",
                                     "with layoutKeyOptional \"PA_BSND\" 0 is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_types(const struct call *call)
{
    const struct tensor *weights = batches_tensor(call, "weights");
    const struct tensor *values = batches_tensor(call, "sparseValuesOut");
    aclDataType type = batches_tensor(call, "query")->type;
    if (weights->type != ACL_FLOAT && weights->type != type)
        return report(BATCHES_TILED,
                      "the data type of weights is %s; DT_FLOAT or that of query is required",
                      data_type_name(weights->type));
    if (values != NULL && values->type != type)
        return report(BATCHES_TILED,
                      "the data type of sparseValuesOut is %s; that of query is required",
                      data_type_name(values->type));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_results(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *values = batches_tensor(call, "sparseValuesOut");
    int64_t dims[4];
    int32_t rank = query->rank;
    memcpy(dims, query->dims, (size_t)rank * sizeof *dims);
    if (!attention_batches_has_shape(batches_tensor(call, "weights"), dims, rank - 1))
        return batches_refuse_shape(call, "weights", "a number for each head of query is required");
    dims[rank - 2] = 1;
    dims[rank - 1] = batches_number(call, "sparseCount");
    if (!attention_batches_has_shape(batches_tensor(call, "sparseIndicesOut"), dims, rank))
        return batches_refuse_shape(
            call, "sparseIndicesOut",
            "sparseCount numbers for each row of query, behind a head, are required");
    if (batches_number(call, "returnValues") == 0)
        return ACLNN_SUCCESS;
    if (values == NULL)
        return report(BATCHES_TILED, "sparseValuesOut is NULL; with returnValues it is required");
    return attention_batches_has_shape(values, dims, rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "sparseValuesOut",
                                      "that of sparseIndicesOut is required");
}

aclnnStatus attention_check_lightning(struct call *call)
{
    aclnnStatus status = attention_check_batches(call, &rule);
    if (status == ACLNN_SUCCESS)
        status = check_numbers(call);
    if (status == ACLNN_SUCCESS)
        status = check_types(call);
    return status == ACLNN_SUCCESS ? check_results(call) : status;
}

/* ---- Quantised queries and keys -------------------------------------------------------------- */

static bool is_heads_of_950(int64_t heads)
{
    return heads == 64 || (heads % 8 == 0 && heads <= 32);
}

static aclnnStatus check_quantised_numbers(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    int64_t count = batches_number(call, "sparseCount");
    bool is_950 = call_is_on_950(call);
    if (count < 1 || count > MOST_FREE)
        return batches_refuse_number(call, "sparseCount", "1 to 2048 is required");
    if (is_950 && query->type == ACL_HIFLOAT8 && count != MOST_FREE)
        return batches_refuse_number(call, "sparseCount", "with hifloat8 2048 is required");
    if (is_950 && !is_heads_of_950(query->dims[query->rank - 2]))
        return batches_refuse_shape(call, "query",
                                    "rows of 8, 16, 24, 32 or 64 heads of 128 columns are "
                                    "required");
    if (batches_number(call, "queryQuantMode") != 0)
        return batches_refuse_number(call, "queryQuantMode", "0 is required");
    return batches_number(call, "keyQuantMode") == 0
               ? ACLNN_SUCCESS
               : batches_refuse_number(call, "keyQuantMode", "0 is required");
}

/* Scales are float32 beside weights of bfloat16, and float16 beside those of float16, which int8
 * has, and float8 may have. */
static aclnnStatus check_quantised_types(const struct call *call)
{
    aclDataType type = batches_tensor(call, "query")->type;
    aclDataType weights = batches_tensor(call, "weights")->type;
    aclDataType scales = batches_tensor(call, "queryDequantScale")->type;
    aclDataType others = batches_tensor(call, "keyDequantScale")->type;
    bool are_halves = weights == ACL_FLOAT16 && scales == ACL_FLOAT16;
    bool are_wide = weights == ACL_BF16 && scales == ACL_FLOAT;
    bool fits = scales == others &&
                ((are_halves && type != ACL_HIFLOAT8) || (are_wide && type != ACL_INT8));
    return fits ? ACLNN_SUCCESS
                : report(BATCHES_TILED,
                         "the data types of weights, queryDequantScale and keyDequantScale are %s, "
                         "%s and %s; with query of %s others are required",
                         data_type_name(weights), data_type_name(scales), data_type_name(others),
                         data_type_name(type));
}

static aclnnStatus check_quantised_shapes(const struct call *call)
{
    static const char *const of_rows[] = {"weights", "queryDequantScale"};
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *key = batches_tensor(call, "key");
    const int64_t dims[] = {1, batches_number(call, "sparseCount")};
    for (int i = 0; i < 2; i++)
        if (!attention_batches_is_of_rows(batches_tensor(call, of_rows[i]), query,
                                          &query->dims[query->rank - 2], 1))
            return batches_refuse_shape(call, of_rows[i],
                                        "a number for each head of query is required");
    if (!attention_batches_has_shape(batches_tensor(call, "keyDequantScale"), key->dims,
                                     key->rank - 1))
        return batches_refuse_shape(call, "keyDequantScale", "a number for each key is required");
    return attention_batches_is_of_rows(batches_tensor(call, "out"), query, dims, 2)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "out",
                                      "sparseCount numbers for each row of query, behind a head, "
                                      "are required");
}

aclnnStatus attention_check_quant_lightning(struct call *call)
{
    bool are_pages = attention_batches_layout_of(call, rule.key_layout) == BATCHES_PAGES;
    aclnnStatus status = attention_check_batches(call, &rule);
    if (status == ACLNN_SUCCESS)
        status = check_quantised_numbers(call);
    if (status == ACLNN_SUCCESS)
        status = check_quantised_types(call);
    if (status == ACLNN_SUCCESS)
        status = check_quantised_shapes(call);
    if (status == ACLNN_SUCCESS && call_is_on_950(call))
        status = attention_lightning_check_dense(call, "key", are_pages);
    if (status == ACLNN_SUCCESS && call_is_on_950(call))
        status = attention_lightning_check_dense(call, "keyDequantScale", are_pages);
    return status;
}

/* ---- The gradient ---------------------------------------------------------------------------- */

static aclnnStatus check_gradient_numbers(const struct call *call)
{
    enum batches_layout layout = attention_batches_layout_of(call, "inputLayout");
    int64_t mode = batches_number(call, "sparseMode");
    if (layout != BATCHES_ROOMS && layout != BATCHES_ENDS)
        return report(BATCHES_TILED, "inputLayout is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[call_find(call, "inputLayout")].text);
    return mode == 0 || mode == 3 ? ACLNN_SUCCESS
                                  : batches_refuse_number(call, "sparseMode", "0 or 3 is required");
}

static aclnnStatus check_gradient_rows(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    int64_t count = indices->rank == 0 ? 0 : indices->dims[indices->rank - 1];
    if (count < 1 || count > MOST_FREE || !attention_batches_is_of_rows(indices, query, &count, 1))
        return batches_refuse_shape(call, "sparseIndices",
                                    "1 to 2048 numbers for each row of query are required");
    if (!attention_batches_is_of_rows(batches_tensor(call, "dy"), query, &count, 1))
        return batches_refuse_shape(call, "dy", "that of sparseIndices is required");
    if (!attention_batches_is_of_rows(batches_tensor(call, "weights"), query,
                                      &query->dims[query->rank - 2], 1))
        return batches_refuse_shape(call, "weights", "a number for each head of query is required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_lightning_grad(struct call *call)
{
    static const struct batches_rule of_gradient = {.query = "query",
                                                    .key = "key",
                                                    .layout_of = attention_batches_layout_of,
                                                    .row_layout = "inputLayout",
                                                    .key_layout = "inputLayout",
                                                    .row_lengths = "actualSeqQLenOptional",
                                                    .key_lengths = "actualSeqKvLenOptional",
                                                    .reads_ends_alone = true,
                                                    .columns = LIGHTNING_COLUMNS,
                                                    .most_heads = MOST_HEADS};
    static const struct batches_operand operands[] = {
        {"dqOut", "query", 0, "that of query is required"},
        {"dkOut", "key", 0, "that of key is required"},
        {"dweightsOut", "weights", 0, "that of weights is required"},
    };
    aclnnStatus status = check_gradient_numbers(call);
    if (status == ACLNN_SUCCESS)
        status = attention_check_rows(call, &of_gradient);
    if (status == ACLNN_SUCCESS)
        status = check_gradient_rows(call);
    return status == ACLNN_SUCCESS
               ? attention_check_operands(call, operands, sizeof operands / sizeof *operands)
               : status;
}
