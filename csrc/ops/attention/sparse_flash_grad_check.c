/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of SparseFlashAttention: checks of what the tilings refuse, and V2's op_api. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define LAYOUT "layoutOptional"
#define MOST_HEADS 128

aclnnStatus attention_check_sink_gradient(struct call *call, int sinks, int gradient)
{
    return call_tensor(call, sinks) == NULL || call_tensor(call, gradient) != NULL
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "%s is NULL; with %s it is required",
                        call_name(call, gradient), call_name(call, sinks));
}

static bool is_of(int64_t number, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (number == numbers[i])
            return true;
    return false;
}

static bool has_ends(const struct call *call)
{
    return attention_batches_layout_of(call, LAYOUT) == BATCHES_ENDS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    static const int64_t blocks[] = {1, 8, 16, 32, 64};
    int64_t block = batches_number(call, "sparseBlockSize");
    int64_t mode = batches_number(call, "sparseMode");
    enum batches_layout layout = attention_batches_layout_of(call, LAYOUT);
    if (layout != BATCHES_ROOMS && layout != BATCHES_ENDS)
        return report(BATCHES_TILED, LAYOUT " is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[call_find(call, LAYOUT)].text);
    if (mode != 0 && mode != 3)
        return batches_refuse_number(call, "sparseMode", "0 or 3 is required");
    if (call_is_on_950(call) && block != 1)
        return batches_refuse_number(call, "sparseBlockSize", "1 is required on this product");
    if (!is_of(block, blocks, sizeof blocks / sizeof *blocks))
        return batches_refuse_number(call, "sparseBlockSize", "1, 8, 16, 32 or 64 is required");
    return ACLNN_SUCCESS;
}

/* Heads of queries: on 910B a power of two. */
static bool has_right_heads(const struct call *call, int64_t heads)
{
    static const int64_t others[] = {3, 6, 12, 24, 48};
    bool is_power = heads <= MOST_HEADS && shape_is_power_of_two(heads);
    return is_power ||
           (call_is_on_950(call) && is_of(heads, others, sizeof others / sizeof *others));
}

static aclnnStatus check_query(const struct call *call)
{
    const struct batches_rule rule = {.query = "query",
                                      .key = "key",
                                      .layout_of = attention_batches_layout_of,
                                      .row_layout = LAYOUT,
                                      .key_layout = LAYOUT,
                                      .row_lengths = "actualSeqLengthsQueryOptional",
                                      .key_lengths = "actualSeqLengthsKvOptional",
                                      .reads_ends_alone = true,
                                      .columns = call_is_on_950(call) ? SPARSE_FLASH_COLUMNS : 0,
                                      .most_heads = MOST_HEADS};
    const struct tensor *query = batches_tensor(call, "query");
    aclnnStatus status = attention_check_rows(call, &rule);
    if (status != ACLNN_SUCCESS || has_right_heads(call, query->dims[query->rank - 2]))
        return status;
    return batches_refuse_shape(
        call, "query",
        "1, 2, 4, 8, 16, 32, 64 or 128 heads are required, or 3, 6, 12, 24 or 48 on Ascend950");
}

static aclnnStatus check_indices(const struct call *call)
{
    static const int64_t counts[] = {1024, 2048, 2051, 3072, 4096, 5120, 6144, 7168, 8192};
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    int32_t last = query->rank - 1;
    if (indices->rank != query->rank || indices->dims[last] < 1 || indices->dims[last - 1] != 1 ||
        memcmp(indices->dims, query->dims, (size_t)(last - 1) * sizeof *query->dims) != 0)
        return batches_refuse_shape(call, "sparseIndices",
                                    "numbers for each row of query, behind a head, are required");
    if (call_is_on_950(call) && !is_of(indices->dims[last], counts, sizeof counts / sizeof *counts))
        return batches_refuse_shape(
            call, "sparseIndices",
            "a multiple of 1024 numbers up to 8192, or 2051, are required on this product");
    return ACLNN_SUCCESS;
}

/* The tilings look at these with "TND" alone; with "BSND" they are read in their sequence. */
static aclnnStatus check_statistic(const struct call *call, const char *name)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *t = batches_tensor(call, name);
    const int64_t dims[] = {1, query->dims[0], query->dims[1]};
    bool is_right = has_ends(call)
                        ? attention_batches_has_shape(t, dims, 3)
                        : shape_product(shape_elements(t), query->dims[query->rank - 1]) ==
                              shape_elements(query);
    return is_right ? ACLNN_SUCCESS
                    : batches_refuse_shape(
                          call, name,
                          "a number for each row and head of query, behind a head, is required");
}

/* Values have as many columns as keys, or fewer. */
static aclnnStatus check_values(const struct call *call)
{
    const struct tensor *value = batches_tensor(call, "value");
    const struct tensor *gradient = batches_tensor(call, "dValueOut");
    const struct tensor *key = batches_tensor(call, "key");
    bool has_gradient = gradient != NULL && shape_elements(gradient) > 0;
    if (has_gradient != (value != NULL))
        return report(BATCHES_TILED, "%s is given, and %s is not; both or neither are required",
                      has_gradient ? "dValueOut" : "value", has_gradient ? "value" : "dValueOut");
    if (value != NULL && (value->rank != key->rank || value->dims[value->rank - 1] < 1 ||
                          value->dims[value->rank - 1] > key->dims[key->rank - 1]))
        return batches_refuse_shape(call, "value", "at most the columns of key are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_ropes(const struct call *call)
{
    static const char *const results[] = {"dQueryRopeOutOptional", "dKeyRopeOutOptional"};
    const struct tensor *query = batches_tensor(call, "queryRopeOptional");
    const struct tensor *key = batches_tensor(call, "keyRopeOptional");
    if (query == NULL || key == NULL)
        return ACLNN_SUCCESS;
    if (query->rank < 1 || query->dims[query->rank - 1] < 1 ||
        (call_is_on_950(call) && query->dims[query->rank - 1] != SPARSE_FLASH_ROPE))
        return batches_refuse_shape(call, "queryRopeOptional",
                                    "that of query with 64 columns is required");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (batches_tensor(call, results[i]) == NULL)
            return report(BATCHES_TILED, "%s is NULL; with queryRopeOptional it is required",
                          results[i]);
    const int64_t columns = query->dims[query->rank - 1];
    const struct batches_operand operands[] = {
        {"queryRopeOptional", "query", columns, "that of query with other columns is required"},
        {"keyRopeOptional", "key", columns,
         "that of key with the columns of queryRopeOptional is "
         "required"},
        {"dQueryRopeOutOptional", "queryRopeOptional", 0, "that of queryRopeOptional is required"},
        {"dKeyRopeOutOptional", "keyRopeOptional", 0, "that of keyRopeOptional is required"},
    };
    return attention_check_operands(call, operands, sizeof operands / sizeof *operands);
}

static aclnnStatus check_operands(const struct call *call)
{
    const struct tensor *value = batches_tensor(call, "value");
    const int64_t columns = value == NULL ? 0 : value->dims[value->rank - 1];
    const struct batches_operand operands[] = {
        {"value", "key", columns, "that of key, or fewer columns, is required"},
        {"dOut", "query", columns, "that of query with the columns of value is required"},
        {"out", "query", columns, "that of query with the columns of value is required"},
        {"dQueryOut", "query", 0, "that of query is required"},
        {"dKeyOut", "key", 0, "that of key is required"},
        {"dValueOut", "value", 0, "that of value is required"},
    };
    return attention_check_operands(call, operands, sizeof operands / sizeof *operands);
}

static aclnnStatus check_sinks(const struct call *call)
{
    static const char *const names[] = {"sinksOptional", "dSinksOptional"};
    const struct tensor *query = batches_tensor(call, "query");
    const int64_t *heads = &query->dims[query->rank - 2];
    int at = call_find(call, names[0]);
    if (at < 0 || call_tensor(call, at) == NULL || shape_elements(call_tensor(call, at)) == 0)
        return ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]), heads, 1))
            return batches_refuse_shape(call, names[i],
                                        "a number for each head of query is required");
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_sparse_flash_grad(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers, check_query,    check_indices, check_values,
        check_ropes,   check_operands, check_sinks};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(call, "softmaxMax");
    return status == ACLNN_SUCCESS ? check_statistic(call, "softmaxSum") : status;
}
