/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention: checks of what the tiling refuses, and V2's op_api. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/attention/sparse_flash.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_HEADS 128
#define MOST_BLOCK 128
#define ABSORBED 2 /* the attention mode whose values are keys without their rope */

static const struct batches_rule rule = {.query = "query",
                                         .key = "key",
                                         .layout_of = attention_batches_layout_of,
                                         .row_layout = "layoutQueryOptional",
                                         .key_layout = "layoutKvOptional",
                                         .row_lengths = "actualSeqLengthsQueryOptional",
                                         .key_lengths = "actualSeqLengthsKvOptional",
                                         .columns = SPARSE_FLASH_COLUMNS,
                                         .most_heads = MOST_HEADS};

static bool is_paged(const struct call *call)
{
    return attention_batches_layout_of(call, rule.key_layout) == BATCHES_PAGES;
}

aclnnStatus attention_check_sparse_sinks(struct call *call, int sinksOptional)
{
    if (call_tensor(call, sinksOptional) == NULL || call_is_on_950(call))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_RUNTIME_ERROR, "%s is given; %s requires NULL, Ascend950 takes it",
                  call_name(call, sinksOptional), call->soc->name);
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t block = batches_number(call, "sparseBlockSizeOptional");
    if (call_is_on_950(call) && block != 1)
        return batches_refuse_number(call, "sparseBlockSizeOptional",
                                     "1 is required on this product");
    if (!shape_is_power_of_two(block) || block > MOST_BLOCK)
        return batches_refuse_number(call, "sparseBlockSizeOptional",
                                     "a power of two up to 128 is required");
    if (is_paged(call) && batches_tensor(call, "key")->dims[1] % block != 0)
        return batches_refuse_number(call, "sparseBlockSizeOptional",
                                     "a divisor of the rows of a page of key is required");
    if (batches_number(call, "attentionMode") != ABSORBED)
        return batches_refuse_number(call, "attentionMode", "2 is required");
    if (is_paged(call) && batches_number(call, "returnSoftmaxLse") != 0)
        return batches_refuse_number(call, "returnSoftmaxLse",
                                     "with layoutKvOptional \"PA_BSND\" 0 is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_heads(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    if (call_is_on_950(call) || shape_is_power_of_two(query->dims[query->rank - 2]))
        return ACLNN_SUCCESS;
    return batches_refuse_shape(call, "query",
                                "a power of two of heads is required on this product");
}

static aclnnStatus check_inputs(const struct call *call)
{
    static const struct batches_operand operands[] = {
        {"queryRopeOptional", "query", SPARSE_FLASH_ROPE,
         "that of query with 64 columns is required"},
        {"keyRopeOptional", "key", SPARSE_FLASH_ROPE, "that of key with 64 columns is required"},
        {"value", "key", 0, "that of key is required"},
        {"attentionOut", "query", 0, "that of query is required"},
    };
    static const char *const ropes[][2] = {{"queryRopeOptional", "query"},
                                           {"keyRopeOptional", "key"}};
    for (size_t i = 0; i < sizeof ropes / sizeof *ropes; i++)
        if (batches_tensor(call, ropes[i][0]) == NULL)
            return report(BATCHES_TILED, "%s is NULL; the rope of %s is required", ropes[i][0],
                          ropes[i][1]);
    return attention_check_operands(call, operands, sizeof operands / sizeof *operands);
}

static aclnnStatus check_indices(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *indices = batches_tensor(call, "sparseIndices");
    int64_t dims[4];
    memcpy(dims, query->dims, (size_t)query->rank * sizeof *dims);
    dims[query->rank - 2] = 1;
    dims[query->rank - 1] = indices->rank == query->rank ? most(1, indices->dims[indices->rank - 1])
                                                         : 1;
    return attention_batches_has_shape(indices, dims, query->rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "sparseIndices",
                                      "numbers for each row of query, behind a head, are required");
}

static aclnnStatus check_statistic(const struct call *call, const char *name)
{
    struct shape shape;
    if (batches_number(call, "returnSoftmaxLse") == 0)
        return ACLNN_SUCCESS;
    attention_shape_row_statistics(call, call_find(call, "query"),
                                   call_find(call, "returnSoftmaxLse"), &shape);
    return attention_batches_has_shape(batches_tensor(call, name), shape.dims, shape.rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(
                     call, name,
                     "a number for each row and head of query, behind a head, is required");
}

static aclnnStatus check_sinks(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    int at = call_find(call, "sinksOptional");
    const struct tensor *sinks = at < 0 ? NULL : call_tensor(call, at);
    return sinks == NULL || attention_batches_has_shape(sinks, &query->dims[query->rank - 2], 1)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "sinksOptional",
                                      "a number for each head of query is required");
}

aclnnStatus attention_check_sparse_flash(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers, check_heads, check_inputs, check_indices, check_sinks};
    aclnnStatus status = attention_check_batches(call, &rule);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    if (status == ACLNN_SUCCESS)
        status = check_statistic(call, "softmaxMax");
    return status == ACLNN_SUCCESS ? check_statistic(call, "softmaxSum") : status;
}
