/* SPDX-License-Identifier: Apache-2.0 */
/* LightningIndexer: checks of what the tiling refuses. */
#include <inttypes.h>
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

#define TILED ACLNN_ERR_INNER_TILING_ERROR
#define PAGE_UNIT 16
#define MOST_PAGE 1024
#define MOST_HEADS 64
#define COUNT_UNIT 1024 /* of more than MOST_FREE keys of a row */
#define MOST_FREE 2048

static int find(const struct call *call, const char *name)
{
    return call_find(call, name);
}

static const struct tensor *given(const struct call *call, const char *name)
{
    return call_tensor(call, find(call, name));
}

static enum lightning_layout layout(const struct call *call, const char *name)
{
    return attention_lightning_layout(call->arguments[find(call, name)].text);
}

static aclnnStatus refuse(const struct call *call, const char *name, const char *required)
{
    return nsa_refuse_shape(call, TILED, find(call, name), required);
}

static aclnnStatus refuse_number(const struct call *call, const char *name, const char *required)
{
    return nsa_refuse(call, TILED, find(call, name), required);
}

static int64_t number(const struct call *call, const char *name)
{
    return call->arguments[find(call, name)].integer;
}

static aclnnStatus check_layouts(const struct call *call)
{
    enum lightning_layout rows = layout(call, "layoutQueryOptional");
    enum lightning_layout keys = layout(call, "layoutKeyOptional");
    if (rows != LIGHTNING_BATCHES && rows != LIGHTNING_ENDS)
        return report(TILED, "layoutQueryOptional is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[find(call, "layoutQueryOptional")].text);
    if (keys != LIGHTNING_PAGES && keys != rows)
        return report(
            TILED, "layoutKeyOptional is \"%s\"; that of query, or \"PA_BSND\", is required",
            keys == LIGHTNING_BATCHES ? "BSND"
                                      : call->arguments[find(call, "layoutKeyOptional")].text);
    return ACLNN_SUCCESS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t count = number(call, "sparseCount");
    int64_t mode = number(call, "sparseMode");
    bool is_paged = layout(call, "layoutKeyOptional") == LIGHTNING_PAGES;
    if (count < 1 || count > LIGHTNING_MOST_COUNT || (count > MOST_FREE && count % COUNT_UNIT != 0))
        return refuse_number(call, "sparseCount",
                             "1 to 2048, or a multiple of 1024 up to 8192, is required");
    if (mode != 0 && mode != 3)
        return refuse_number(call, "sparseMode", "0 or 3 is required");
    if (number(call, "preTokens") != INT64_MAX)
        return refuse_number(call, "preTokens", "9223372036854775807 is required");
    if (number(call, "nextTokens") != INT64_MAX)
        return refuse_number(call, "nextTokens", "9223372036854775807 is required");
    if (is_paged && number(call, "returnValues") != 0)
        return refuse_number(call, "returnValues",
                             "with layoutKeyOptional \"PA_BSND\" 0 is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_types(const struct call *call)
{
    const struct tensor *weights = given(call, "weights");
    const struct tensor *values = given(call, "sparseValuesOut");
    aclDataType type = given(call, "query")->type;
    if (given(call, "key")->type != type)
        return report(TILED, "the data type of key is %s; that of query is required",
                      data_type_name(given(call, "key")->type));
    if (weights->type != ACL_FLOAT && weights->type != type)
        return report(TILED,
                      "the data type of weights is %s; DT_FLOAT or that of query is required",
                      data_type_name(weights->type));
    if (values != NULL && values->type != type)
        return report(TILED, "the data type of sparseValuesOut is %s; that of query is required",
                      data_type_name(values->type));
    return ACLNN_SUCCESS;
}

/* Lengths and pages are there where the layouts need them, and there alone. */
static aclnnStatus check_presence(const struct call *call)
{
    enum lightning_layout rows = layout(call, "layoutQueryOptional");
    enum lightning_layout keys = layout(call, "layoutKeyOptional");
    const char *const missing = rows == LIGHTNING_ENDS &&
                                        given(call, "actualSeqLengthsQueryOptional") == NULL
                                    ? "actualSeqLengthsQueryOptional"
                                : keys != LIGHTNING_BATCHES &&
                                        given(call, "actualSeqLengthsKeyOptional") == NULL
                                    ? "actualSeqLengthsKeyOptional"
                                : keys == LIGHTNING_PAGES &&
                                        given(call, "blockTableOptional") == NULL
                                    ? "blockTableOptional"
                                    : NULL;
    if (missing != NULL)
        return report(TILED, "%s is NULL; these layouts require it", missing);
    if (keys != LIGHTNING_PAGES && given(call, "blockTableOptional") != NULL)
        return report(TILED, "blockTableOptional is given; without \"PA_BSND\" it must be NULL");
    return ACLNN_SUCCESS;
}

static bool has_shape(const struct tensor *t, const int64_t *dims, int32_t rank)
{
    return t->rank == rank && memcmp(t->dims, dims, (size_t)rank * sizeof *dims) == 0;
}

/* Keys have one head, and the columns of queries. */
static aclnnStatus check_heads(const struct call *call)
{
    const struct tensor *query = given(call, "query");
    const struct tensor *key = given(call, "key");
    int32_t rank = layout(call, "layoutQueryOptional") == LIGHTNING_ENDS ? 3 : 4;
    int32_t key_rank = layout(call, "layoutKeyOptional") == LIGHTNING_ENDS ? 3 : 4;
    if (query->rank != rank || query->dims[rank - 1] != LIGHTNING_COLUMNS ||
        query->dims[rank - 2] < 1 || query->dims[rank - 2] > MOST_HEADS || query->dims[0] < 1 ||
        (rank == 4 && query->dims[1] < 1))
        return refuse(call, "query", "rows of 1 to 64 heads of 128 columns are required");
    if (key->rank != key_rank || key->dims[key_rank - 1] != LIGHTNING_COLUMNS ||
        key->dims[key_rank - 2] != 1 || key->dims[0] < 1 || (key_rank == 4 && key->dims[1] < 1))
        return refuse(call, "key", "rows of one head of 128 columns are required");
    if (layout(call, "layoutKeyOptional") == LIGHTNING_PAGES &&
        (key->dims[1] % PAGE_UNIT != 0 || key->dims[1] > MOST_PAGE))
        return refuse(call, "key", "pages of a multiple of 16 rows up to 1024 are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_lengths(const struct call *call)
{
    const struct tensor *query = given(call, "query");
    const struct tensor *rows = given(call, "actualSeqLengthsQueryOptional");
    const struct tensor *keys = given(call, "actualSeqLengthsKeyOptional");
    const struct tensor *table = given(call, "blockTableOptional");
    const struct tensor *key = given(call, "key");
    bool has_ends = layout(call, "layoutQueryOptional") == LIGHTNING_ENDS;
    int64_t batches = has_ends ? (rows->rank == 1 ? rows->dims[0] : 0) : query->dims[0];
    if (batches < 1 || (rows != NULL && !has_shape(rows, &batches, 1)))
        return refuse(call, "actualSeqLengthsQueryOptional", "a number for each batch is required");
    if (keys != NULL && !has_shape(keys, &batches, 1))
        return refuse(call, "actualSeqLengthsKeyOptional", "a number for each batch is required");
    if (table != NULL && (table->rank != 2 || table->dims[0] != batches || table->dims[1] < 1))
        return refuse(call, "blockTableOptional", "pages of each batch are required");
    if (layout(call, "layoutKeyOptional") == LIGHTNING_BATCHES && key->dims[0] != batches)
        return refuse(call, "key", "the batches of query are required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_results(const struct call *call)
{
    const struct tensor *query = given(call, "query");
    const struct tensor *values = given(call, "sparseValuesOut");
    int64_t dims[4];
    int32_t rank = query->rank;
    memcpy(dims, query->dims, (size_t)rank * sizeof *dims);
    if (!has_shape(given(call, "weights"), dims, rank - 1))
        return refuse(call, "weights", "a number for each head of query is required");
    dims[rank - 2] = 1;
    dims[rank - 1] = number(call, "sparseCount");
    if (!has_shape(given(call, "sparseIndicesOut"), dims, rank))
        return refuse(call, "sparseIndicesOut",
                      "sparseCount numbers for each row of query, behind a head, are required");
    if (number(call, "returnValues") == 0)
        return ACLNN_SUCCESS;
    if (values == NULL)
        return report(TILED, "sparseValuesOut is NULL; with returnValues it is required");
    return has_shape(values, dims, rank)
               ? ACLNN_SUCCESS
               : refuse(call, "sparseValuesOut", "that of sparseIndicesOut is required");
}

aclnnStatus attention_check_lightning(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_layouts, check_numbers, check_types,  check_presence,
        check_heads,   check_lengths, check_results};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
