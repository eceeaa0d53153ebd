/* SPDX-License-Identifier: Apache-2.0 */
/* The loss of LightningIndexer: checks of what the tilings refuse. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_INDEX_HEADS 64
#define MOST_HEADS 128
#define CHOSEN_UNIT 1024

static bool has_ends(const struct call *call)
{
    return attention_batches_layout_of(call, "layout") == BATCHES_ENDS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    enum batches_layout layout = attention_batches_layout_of(call, "layout");
    if (batches_number(call, "sparseMode") != 3)
        return batches_refuse_number(call, "sparseMode", "3 is required");
    return layout == BATCHES_ROOMS || layout == BATCHES_ENDS
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED, "layout is \"%s\"; \"BSND\" or \"TND\" is required",
                        call->arguments[call_find(call, "layout")].text);
}

static bool is_heads(int64_t heads, int64_t fewest, int64_t most_heads)
{
    return heads >= fewest && heads <= most_heads && shape_is_power_of_two(heads);
}

static aclnnStatus check_query(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    int32_t rank = has_ends(call) ? 3 : 4;
    if (query->rank != rank || !is_heads(query->dims[rank - 2], 32, MOST_HEADS) ||
        query->dims[rank - 1] != SPARSE_FLASH_COLUMNS || shape_elements(query) == 0)
        return batches_refuse_shape(call, "query",
                                    "rows of 32, 64 or 128 heads of 512 columns are required");
    const struct tensor *key = batches_tensor(call, "key");
    if (key->rank != rank || key->dims[rank - 2] != 1 ||
        key->dims[rank - 1] != SPARSE_FLASH_COLUMNS ||
        (rank == 4 && (key->dims[0] != query->dims[0] || key->dims[1] < query->dims[1])) ||
        (rank == 3 && key->dims[0] < query->dims[0]))
        return batches_refuse_shape(
            call, "key",
            "one head of the batches and columns of query, and its rows or more, are "
            "required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_index(const struct call *call)
{
    const struct tensor *index = batches_tensor(call, "queryIndex");
    const struct tensor *weights = batches_tensor(call, "weights");
    const struct tensor *query = batches_tensor(call, "query");
    int64_t heads = index->rank < 2 ? 0 : index->dims[index->rank - 2];
    if (!is_heads(heads, 8, MOST_INDEX_HEADS) ||
        !attention_batches_is_of_rows(index, query, (int64_t[]){heads, LIGHTNING_COLUMNS}, 2))
        return batches_refuse_shape(
            call, "queryIndex",
            "8, 16, 32 or 64 heads of 128 columns for each row of query are required");
    if (!attention_batches_is_of_rows(weights, query, &heads, 1))
        return batches_refuse_shape(call, "weights",
                                    "a number for each head of queryIndex is required");
    if (weights->type != ACL_FLOAT && weights->type != query->type)
        return report(BATCHES_TILED,
                      "the data type of weights is %s; DT_FLOAT or that of query is required",
                      data_type_name(weights->type));
    return ACLNN_SUCCESS;
}

static aclnnStatus check_chosen(const struct call *call)
{
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    const struct tensor *query = batches_tensor(call, "query");
    int64_t chosen = indices->rank == 0 ? 0 : indices->dims[indices->rank - 1];
    if (chosen < 1 || chosen > LIGHTNING_MOST_COUNT || chosen % CHOSEN_UNIT != 0 ||
        !attention_batches_is_of_rows(indices, query, (int64_t[]){1, chosen}, 2))
        return batches_refuse_shape(call, "sparseIndices",
                                    "a multiple of 1024 numbers up to 8192 for each row of query, "
                                    "behind a head, is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_statistics(const struct call *call)
{
    static const char *const names[] = {"softmaxMax", "softmaxSum"};
    const struct tensor *query = batches_tensor(call, "query");
    const int64_t of_rooms[] = {query->dims[0], 1, query->dims[1], query->dims[2]};
    const int64_t of_ends[] = {1, query->dims[0], query->dims[1]};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]),
                                         has_ends(call) ? of_ends : of_rooms, query->rank))
            return batches_refuse_shape(
                call, names[i],
                "a number for each row and head of query, behind a head, is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_results(const struct call *call)
{
    const struct tensor *weights = batches_tensor(call, "weights");
    const struct tensor *gradient = batches_tensor(call, "dWeights");
    if (gradient->type != weights->type ||
        !attention_batches_has_shape(gradient, weights->dims, weights->rank))
        return batches_refuse_shape(call, "dWeights",
                                    "that of weights, and its data type, are required");
    return shape_elements(batches_tensor(call, "loss")) == 1
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "loss", "one number is required");
}

static aclnnStatus check_operands(const struct call *call)
{
    static const struct batches_operand operands[] = {
        {"queryRope", "query", SPARSE_FLASH_ROPE, "that of query with 64 columns is required"},
        {"keyRope", "key", SPARSE_FLASH_ROPE, "that of key with 64 columns is required"},
        {.name = "queryIndex"},
        {.name = "key"},
        {"keyIndex", "key", LIGHTNING_COLUMNS, "that of key with 128 columns is required"},
        {"dQueryIndex", "queryIndex", 0, "that of queryIndex is required"},
        {"dKeyIndex", "keyIndex", 0, "that of keyIndex is required"},
    };
    static const char *const ropes[] = {"queryRope", "keyRope"};
    for (size_t i = 0; i < sizeof ropes / sizeof *ropes; i++)
        if (batches_tensor(call, ropes[i]) == NULL)
            return report(BATCHES_TILED, "%s is NULL; the rope of %s is required", ropes[i],
                          i == 0 ? "query" : "key");
    aclnnStatus status = check_results(call);
    return status == ACLNN_SUCCESS
               ? attention_check_operands(call, operands, sizeof operands / sizeof *operands)
               : status;
}

static aclnnStatus check_end(const struct call *call, const char *name, const char *rows, int64_t b)
{
    const struct shape_numbers ends = shape_numbers(call, call_find(call, name));
    int64_t before = b == 0 ? 0 : ends.each[b - 1];
    return ends.each[b] >= before && ends.each[b] <= batches_tensor(call, rows)->dims[0]
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED,
                        "%s[%" PRId64 "] is %" PRId64 "; where rows of a batch end, at most all of "
                        "%s, is required",
                        name, b, ends.each[b], rows);
}

/* With "TND" no batch has more rows than keys. */
static aclnnStatus check_ends(const struct call *call)
{
    if (!has_ends(call))
        return ACLNN_SUCCESS;
    const struct shape_numbers rows = shape_numbers(call, call_find(call, "actualSeqLengthsQuery"));
    const struct shape_numbers keys = shape_numbers(call, call_find(call, "actualSeqLengthsKey"));
    if (rows.count == 0 || rows.count != keys.count || rows.each[rows.count - 1] == 0)
        return report(BATCHES_TILED,
                      "actualSeqLengthsQuery and actualSeqLengthsKey have %" PRId64 " and %" PRId64
                      " numbers; an end of each batch, and a row, are required",
                      rows.count, keys.count);
    for (int64_t b = 0, ahead = 0; b < rows.count; b++) {
        aclnnStatus status = check_end(call, "actualSeqLengthsQuery", "query", b);
        if (status == ACLNN_SUCCESS)
            status = check_end(call, "actualSeqLengthsKey", "key", b);
        if (status != ACLNN_SUCCESS)
            return status;
        if (keys.each[b] - rows.each[b] < ahead)
            return report(BATCHES_TILED,
                          "batch %" PRId64
                          " has more rows of query than of key; at most as many are "
                          "required",
                          b);
        ahead = keys.each[b] - rows.each[b];
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_lightning_loss(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers,    check_query,    check_index, check_chosen,
        check_statistics, check_operands, check_ends};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}

/* ---- Of all keys ----------------------------------------------------------------------------- */

static aclnnStatus check_dense_query(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *key = batches_tensor(call, "key");
    int32_t rank = has_ends(call) ? 3 : 4;
    if (query->rank != rank || !is_heads(query->dims[rank - 2], 32, MOST_HEADS) ||
        query->dims[rank - 1] != LIGHTNING_COLUMNS || shape_elements(query) == 0)
        return batches_refuse_shape(call, "query",
                                    "rows of 32, 64 or 128 heads of 128 columns are required");
    if (key->rank != rank || key->dims[rank - 2] != query->dims[rank - 2] ||
        key->dims[rank - 1] != LIGHTNING_COLUMNS || (rank == 4 && key->dims[0] != query->dims[0]) ||
        key->dims[rank - 3] < query->dims[rank - 3])
        return batches_refuse_shape(call, "key",
                                    "the batches, heads and columns of query, and its rows or "
                                    "more, are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_dense_statistics(const struct call *call)
{
    static const char *const names[] = {"softmaxMax", "softmaxSum", "softmaxMaxIndex",
                                        "softmaxSumIndex"};
    const struct tensor *query = batches_tensor(call, "query");
    const int64_t of_rooms[] = {query->dims[0], query->dims[2], query->dims[1], 1};
    const int64_t of_ends[] = {query->dims[1], query->dims[0], 1};
    const int64_t index_of_rooms[] = {query->dims[0], 1, query->dims[1]};
    const int64_t index_of_ends[] = {1, query->dims[0]};
    for (int i = 0; i < 2; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]),
                                         has_ends(call) ? of_ends : of_rooms, query->rank))
            return batches_refuse_shape(call, names[i],
                                        "a number for each head and row of query, before a 1, is "
                                        "required");
    for (int i = 2; i < 4; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]),
                                         has_ends(call) ? index_of_ends : index_of_rooms,
                                         query->rank - 1))
            return batches_refuse_shape(call, names[i],
                                        "a number for each row of query, behind a head, is "
                                        "required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_dense_operands(const struct call *call)
{
    static const struct batches_operand operands[] = {
        {"queryRope", "query", SPARSE_FLASH_ROPE, "that of query with 64 columns is required"},
        {"keyRope", "key", SPARSE_FLASH_ROPE, "that of key with 64 columns is required"},
        {.name = "queryIndex"},
        {.name = "key"},
        {.name = "keyIndex"},
        {"dQueryIndex", "queryIndex", 0, "that of queryIndex is required"},
        {"dKeyIndex", "keyIndex", 0, "that of keyIndex is required"},
    };
    const struct tensor *key = batches_tensor(call, "key");
    const int64_t of_rooms[] = {key->dims[0], key->dims[1], 1, LIGHTNING_COLUMNS};
    const int64_t of_ends[] = {key->dims[0], 1, LIGHTNING_COLUMNS};
    if (!attention_batches_has_shape(batches_tensor(call, "keyIndex"),
                                     has_ends(call) ? of_ends : of_rooms, key->rank))
        return batches_refuse_shape(call, "keyIndex",
                                    "a head of 128 columns for each row of key is required");
    bool has_query = batches_tensor(call, "queryRope") != NULL;
    if (has_query != (batches_tensor(call, "keyRope") != NULL))
        return report(BATCHES_TILED, "%s is NULL; the rope of %s is required",
                      has_query ? "keyRope" : "queryRope", has_query ? "key" : "query");
    aclnnStatus status = check_results(call);
    return status == ACLNN_SUCCESS
               ? attention_check_operands(call, operands, sizeof operands / sizeof *operands)
               : status;
}

aclnnStatus attention_check_dense_lightning_loss(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers,          check_dense_query,    check_index,
        check_dense_statistics, check_dense_operands, check_ends};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
