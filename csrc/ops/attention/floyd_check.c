/* SPDX-License-Identifier: Apache-2.0 */
/* FusedFloydAttention and its gradient: checks of what the tilings refuse. */
#include "ops/attention/floyd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/common/check.h"

#define STATISTIC_COPIES 8

static aclnnStatus shape_is(const struct call *call, const char *name, const int64_t *dims,
                            const char *required)
{
    const struct tensor *t = batches_tensor(call, name);
    return t == NULL || attention_batches_has_shape(t, dims, FLOYD_RANK)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, name, required);
}

/* The batches, heads and columns of a head of key1 are those of query. */
static aclnnStatus check_first(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *key = batches_tensor(call, "key1");
    if (query->rank != FLOYD_RANK)
        return batches_refuse_shape(call, "query", "[B, H, N, M, D] is required");
    return key->rank == FLOYD_RANK && key->dims[FLOYD_BATCHES] == query->dims[FLOYD_BATCHES] &&
                   key->dims[FLOYD_HEADS] == query->dims[FLOYD_HEADS] &&
                   key->dims[FLOYD_DEPTH] == query->dims[FLOYD_DEPTH]
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "key1",
                                      "[B, H, N, K, D] with B, H and D of query is required");
}

static aclnnStatus check_sizes(const struct call *call)
{
    const int64_t *query = batches_tensor(call, "query")->dims;
    int64_t keys = batches_tensor(call, "key1")->dims[FLOYD_KEYS];
    int64_t depth = query[FLOYD_DEPTH];
    if (query[FLOYD_BATCHES] < 1 || query[FLOYD_HEADS] < 1 || query[FLOYD_ROWS] < 1 ||
        query[FLOYD_COLUMNS] < 1 || query[FLOYD_ROWS] % FLOYD_ROWS_UNIT != 0 ||
        query[FLOYD_COLUMNS] % FLOYD_COLUMNS_UNIT != 0)
        return batches_refuse_shape(call, "query",
                                    "[B, H, N, M, D] without a 0, N a multiple of 16 and M of 128, "
                                    "is required");
    if (keys < 1 || keys % FLOYD_KEYS_UNIT != 0)
        return batches_refuse_shape(call, "key1", "a multiple of 128 keys is required");
    return depth == 32 || depth == 64 || depth == 128
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "query", "32, 64 or 128 columns are required");
}

/* Of key2 the tilings ask that value2 has its shape; keys of other columns would be read beyond. */
static aclnnStatus check_operands(const struct call *call)
{
    const int64_t *query = batches_tensor(call, "query")->dims;
    const int64_t batches = query[FLOYD_BATCHES];
    const int64_t heads = query[FLOYD_HEADS];
    const int64_t keys = batches_tensor(call, "key1")->dims[FLOYD_KEYS];
    const int64_t of_rows[] = {batches, heads, query[FLOYD_ROWS], keys, query[FLOYD_DEPTH]};
    const int64_t of_columns[] = {batches, heads, keys, query[FLOYD_COLUMNS], query[FLOYD_DEPTH]};
    const int64_t statistic[] = {batches, heads, query[FLOYD_ROWS], query[FLOYD_COLUMNS],
                                 STATISTIC_COPIES};
    const struct {
        const char *name;
        const int64_t *dims;
        const char *required;
    } operands[] = {
        {"key1", of_rows, "N of query is required"},
        {"value1", of_rows, "that of key1 is required"},
        {"key2", of_columns, "[B, H, K, M, D] is required"},
        {"value2", of_columns, "that of key2 is required"},
        {"dy", query, "that of query is required"},
        {"attentionIn", query, "that of query is required"},
        {"softmaxSum", statistic, "[B, H, N, M, 8] is required"},
        {"softmaxMax", statistic, "[B, H, N, M, 8] is required"},
        {"softmaxMaxOut", statistic, "[B, H, N, M, 8] is required"},
        {"softmaxSumOut", statistic, "[B, H, N, M, 8] is required"},
        {"attentionOutOut", query, "that of query is required"},
        {"dqOut", query, "that of query is required"},
        {"dk1Out", of_rows, "that of key1 is required"},
        {"dv1Out", of_rows, "that of key1 is required"},
        {"dk2Out", of_columns, "that of key2 is required"},
        {"dv2Out", of_columns, "that of key2 is required"},
    };
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof operands / sizeof *operands && status == ACLNN_SUCCESS; i++)
        status = shape_is(call, operands[i].name, operands[i].dims, operands[i].required);
    return status;
}

/* CANN's example of the forward call has a mask of each pair. Its kernel reads that, though the
 * tiling of July 2026 refuses it. */
static aclnnStatus check_mask(const struct call *call)
{
    const struct tensor *mask = batches_tensor(call, "attenMaskOptional");
    const int64_t *query = batches_tensor(call, "query")->dims;
    int64_t keys = batches_tensor(call, "key1")->dims[FLOYD_KEYS];
    const int64_t of_rows[] = {query[FLOYD_BATCHES], 1, query[FLOYD_ROWS], 1, keys};
    const int64_t of_pairs[] = {query[FLOYD_BATCHES], query[FLOYD_HEADS], query[FLOYD_ROWS],
                                query[FLOYD_COLUMNS], keys};
    bool is_forward = call_find(call, "attentionOutOut") >= 0;
    return mask == NULL || attention_batches_has_shape(mask, of_rows, FLOYD_RANK) ||
                   (is_forward && attention_batches_has_shape(mask, of_pairs, FLOYD_RANK))
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "attenMaskOptional", "[B, 1, N, 1, K] is required");
}

aclnnStatus attention_check_floyd(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {check_first, check_sizes,
                                                                 check_operands, check_mask};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
