/* SPDX-License-Identifier: Apache-2.0 */
/* The second version of LightningIndexer: checks of what its tiling refuses. */
#include <stdbool.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_HEADS 64
#define MOST_RATIO 128
#define METADATA 1024

static const struct batches_rule rule = {.query = "q",
                                         .key = "k",
                                         .row_layout = "layoutQ",
                                         .key_layout = "layoutK",
                                         .layout_of = attention_lightning_layout,
                                         .row_lengths = "cuSeqlensQOptional",
                                         .has_starts = true,
                                         .columns = LIGHTNING_COLUMNS,
                                         .most_heads = MOST_HEADS};

static enum batches_layout rows_of(const struct call *call)
{
    return attention_lightning_layout(call, "layoutQ");
}

static enum batches_layout keys_of(const struct call *call)
{
    return attention_lightning_layout(call, "layoutK");
}

static bool is_between(int64_t number, int64_t low, int64_t high)
{
    return number >= low && number <= high;
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t mode = batches_number(call, "maskMode");
    bool is_950 = call_is_on_950(call);
    if (keys_of(call) != BATCHES_PAGES && keys_of(call) != rows_of(call))
        return report(BATCHES_TILED, "layoutK is neither \"PA_BBND\" nor what layoutQ is");
    if (rows_of(call) != BATCHES_ROOMS && rows_of(call) != BATCHES_ENDS)
        return report(BATCHES_TILED, "layoutQ is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[call_find(call, "layoutQ")].text);
    if (is_950 && batches_number(call, "maxSeqlenQ") < -1)
        return batches_refuse_number(call, "maxSeqlenQ", "-1 or more is required");
    if (is_950 && !is_between(batches_number(call, "returnValue"), 0, 1))
        return batches_refuse_number(call, "returnValue", "0 or 1 is required");
    if (!is_between(batches_number(call, "topk"), 1, LIGHTNING_MOST_COUNT))
        return batches_refuse_number(call, "topk", "1 to 8192 is required");
    if (mode != 0 && mode != 3)
        return batches_refuse_number(call, "maskMode", "0 or 3 is required");
    return is_between(batches_number(call, "cmpRatio"), 1, MOST_RATIO)
               ? ACLNN_SUCCESS
               : batches_refuse_number(call, "cmpRatio", "1 to 128 is required");
}

/* ---- What is given --------------------------------------------------------------------------- */

/* A tensor that has to be given, or must not be. */
struct presence {
    const char *name;
    bool is_required;
    bool is_refused;
};

static aclnnStatus check_given(const struct call *call)
{
    bool is_950 = call_is_on_950(call);
    enum batches_layout rows = rows_of(call);
    enum batches_layout keys = keys_of(call);
    bool has_rests = batches_number(call, "cmpRatio") != 1 && batches_number(call, "maskMode") != 0;
    const struct presence each[] = {
        {"blockTableOptional", keys == BATCHES_PAGES, keys != BATCHES_PAGES},
        {"sequsedKOptional", keys == BATCHES_PAGES, false},
        {"cuSeqlensKOptional", keys == BATCHES_ENDS,
         keys == BATCHES_ROOMS || (keys == BATCHES_PAGES && is_950)},
        {"cmpResidualKOptional", is_950 && has_rests, is_950 && !has_rests},
        {"cuSeqlensQOptional", rows == BATCHES_ENDS, is_950 && rows == BATCHES_ROOMS},
        {"metadataOptional", is_950, false},
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        bool is_there = batches_tensor(call, each[i].name) != NULL;
        if (each[i].is_required && !is_there)
            return report(BATCHES_TILED, "%s is NULL; these layouts and numbers require it",
                          each[i].name);
        if (each[i].is_refused && is_there)
            return report(BATCHES_TILED,
                          "%s is given; with these layouts and numbers it must be "
                          "NULL",
                          each[i].name);
    }
    return ACLNN_SUCCESS;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_heads(const struct call *call)
{
    return attention_check_heads(call, &rule);
}

static aclnnStatus check_lengths(const struct call *call)
{
    bool is_950 = call_is_on_950(call);
    bool has_key_ends = keys_of(call) == BATCHES_ENDS;
    const struct batches_length lengths[] = {
        {"cuSeqlensQOptional", rows_of(call) == BATCHES_ENDS, true},
        {"cuSeqlensKOptional", has_key_ends, true},
        {"sequsedQOptional", is_950, false},
        {"sequsedKOptional", is_950 || !has_key_ends, false},
        {"cmpResidualKOptional", true, false},
    };
    return attention_check_lengths(call, &rule, lengths, sizeof lengths / sizeof *lengths);
}

static aclnnStatus check_results(const struct call *call)
{
    static const char *const results[] = {"sparseIndices", "sparseValues"};
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *offsets = batches_tensor(call, "outputIdxOffsetOptional");
    const struct tensor *metadata = batches_tensor(call, "metadataOptional");
    const int64_t dims[] = {1, batches_number(call, "topk")};
    int count = batches_number(call, "returnValue") != 0 ? 2 : 1;
    if (!attention_batches_is_of_rows(batches_tensor(call, "w"), q, &q->dims[q->rank - 2], 1))
        return batches_refuse_shape(call, "w", "a number for each head of q is required");
    if (offsets != NULL && call_is_on_950(call) &&
        !attention_batches_is_of_rows(offsets, q, dims, 1))
        return batches_refuse_shape(call, "outputIdxOffsetOptional",
                                    "a number for each row of q, behind a head, is required");
    for (int i = 0; i < count; i++)
        if (!attention_batches_is_of_rows(batches_tensor(call, results[i]), q, dims, 2))
            return batches_refuse_shape(call, results[i],
                                        "topk numbers for each row of q, behind a head, are "
                                        "required");
    return metadata == NULL || shape_elements(metadata) == METADATA
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "metadataOptional", "1024 numbers are required");
}

aclnnStatus attention_check_lightning_v2(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers, check_given, check_heads, check_lengths, check_results};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status == ACLNN_SUCCESS && call_is_on_950(call)
               ? attention_lightning_check_dense(call, "k", keys_of(call) == BATCHES_PAGES)
               : status;
}
