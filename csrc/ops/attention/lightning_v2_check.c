/* SPDX-License-Identifier: Apache-2.0 */
/* The second version of LightningIndexer: checks of what its tiling refuses. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_HEADS 64
#define MOST_RATIO 128
#define PAGE_UNIT 16
#define MOST_PAGE 1024
#define METADATA 1024

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
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *k = batches_tensor(call, "k");
    int32_t rank = rows_of(call) == BATCHES_ENDS ? 3 : 4;
    int32_t key_rank = keys_of(call) == BATCHES_ENDS ? 3 : 4;
    if (k->type != q->type)
        return report(BATCHES_TILED, "the data type of k is %s; that of q is required",
                      data_type_name(k->type));
    if (q->rank != rank || !is_between(q->dims[rank - 2], 1, MOST_HEADS) ||
        q->dims[rank - 1] != LIGHTNING_COLUMNS || tensor_is_empty(q))
        return batches_refuse_shape(call, "q", "rows of 1 to 64 heads of 128 columns are required");
    if (k->rank != key_rank || k->dims[key_rank - 2] != 1 ||
        k->dims[key_rank - 1] != LIGHTNING_COLUMNS || tensor_is_empty(k))
        return batches_refuse_shape(call, "k", "keys of one head of 128 columns are required");
    return keys_of(call) != BATCHES_PAGES ||
                   (k->dims[1] % PAGE_UNIT == 0 && k->dims[1] <= MOST_PAGE)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "k",
                                      "pages of a multiple of 16 rows up to 1024 are required");
}

/* Tensors of a number for each batch, and one before them where they are ends; those that nobody
 * reads may have any. */
static aclnnStatus check_lengths(const struct call *call)
{
    static const char *const names[] = {"cuSeqlensQOptional", "cuSeqlensKOptional",
                                        "sequsedQOptional", "sequsedKOptional",
                                        "cmpResidualKOptional"};
    bool has_ends = rows_of(call) == BATCHES_ENDS;
    bool is_950 = call_is_on_950(call);
    const bool are_read[] = {has_ends, keys_of(call) == BATCHES_ENDS, is_950,
                             is_950 || keys_of(call) != BATCHES_ENDS, true};
    const struct tensor *rows = batches_tensor(call, "cuSeqlensQOptional");
    const struct tensor *table = batches_tensor(call, "blockTableOptional");
    const struct tensor *k = batches_tensor(call, "k");
    int64_t batches = !has_ends         ? batches_tensor(call, "q")->dims[0]
                      : rows->rank == 1 ? rows->dims[0] - 1
                                        : 0;
    for (int i = 0; i < 5; i++) {
        const struct tensor *t = batches_tensor(call, names[i]);
        int64_t count = batches + (i < 2);
        if (t != NULL && are_read[i] && (batches < 1 || !attention_batches_has_shape(t, &count, 1)))
            return batches_refuse_shape(call, names[i],
                                        i < 2 ? "a number for each batch, and one before them, is "
                                                "required"
                                              : "a number for each batch is required");
    }
    if (table != NULL && (table->rank != 2 || table->dims[0] != batches || table->dims[1] < 1))
        return batches_refuse_shape(call, "blockTableOptional", "pages of each batch are required");
    return keys_of(call) != BATCHES_ROOMS || k->dims[0] == batches
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "k", "the batches of q are required");
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
