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

static const struct batches_rule rule = {.key_layout = "layoutKeyOptional",
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
    if (batches_tensor(call, "key")->type != type)
        return report(BATCHES_TILED, "the data type of key is %s; that of query is required",
                      data_type_name(batches_tensor(call, "key")->type));
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
