/* SPDX-License-Identifier: Apache-2.0 */
/* What the softmax of LightningIndexer's scores has of all keys: checks of what the tiling
 * refuses. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/lightning.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define FEWEST_HEADS 8
#define MOST_HEADS 64
#define MOST_LENGTH (1024 * 1024) /* rows of a batch, and keys */

static const char *const lengths_names[] = {"actualSeqLengthsQueryOptional",
                                            "actualSeqLengthsKeyOptional"};
static const char *const rows_names[] = {"queryIndex", "keyIndex"};

static bool has_ends(const struct call *call)
{
    return attention_batches_layout_of(call, "layoutOptional") == BATCHES_ENDS;
}

static aclnnStatus check_numbers(const struct call *call)
{
    static const char *const windows[] = {"preTokens", "nextTokens"};
    enum batches_layout layout = attention_batches_layout_of(call, "layoutOptional");
    if (batches_number(call, "sparseMode") != 3)
        return batches_refuse_number(call, "sparseMode", "3 is required");
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        if (batches_number(call, windows[i]) != INT64_MAX)
            return batches_refuse_number(call, windows[i], "9223372036854775807 is required");
    return layout == BATCHES_ROOMS || layout == BATCHES_ENDS
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED, "layoutOptional is \"%s\"; \"BSND\" or \"TND\" is required",
                        call->arguments[call_find(call, "layoutOptional")].text);
}

static aclnnStatus check_types(const struct call *call)
{
    aclDataType type = batches_tensor(call, "queryIndex")->type;
    aclDataType weight = batches_tensor(call, "weight")->type;
    if (batches_tensor(call, "keyIndex")->type != type)
        return report(BATCHES_TILED,
                      "the data type of keyIndex is %s; that of queryIndex is required",
                      data_type_name(batches_tensor(call, "keyIndex")->type));
    return weight == ACL_FLOAT || weight == type
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED,
                        "the data type of weight is %s; DT_FLOAT or that of queryIndex is required",
                        data_type_name(weight));
}

static aclnnStatus check_rows(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "queryIndex");
    const struct tensor *key = batches_tensor(call, "keyIndex");
    int32_t rank = has_ends(call) ? 3 : 4;
    int64_t heads = query->rank == rank ? query->dims[rank - 2] : 0;
    if (heads < FEWEST_HEADS || heads > MOST_HEADS || !shape_is_power_of_two(heads) ||
        query->dims[rank - 1] != LIGHTNING_COLUMNS)
        return batches_refuse_shape(call, "queryIndex",
                                    "rows of 8, 16, 32 or 64 heads of 128 columns are required");
    if (key->rank != rank || key->dims[rank - 2] != 1 || key->dims[rank - 1] != LIGHTNING_COLUMNS ||
        (rank == 4 && key->dims[0] != query->dims[0]))
        return batches_refuse_shape(
            call, "keyIndex",
            "one head of 128 columns for each key, and the batches of queryIndex, are required");
    return attention_batches_is_of_rows(batches_tensor(call, "weight"), query, &heads, 1)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "weight",
                                      "a number for each head of queryIndex is required");
}

static aclnnStatus check_results(const struct call *call)
{
    static const char *const names[] = {"softmaxMaxOut", "softmaxSumOut"};
    const struct tensor *query = batches_tensor(call, "queryIndex");
    const int64_t of_rooms[] = {query->dims[0], 1, query->dims[1]};
    const int64_t of_ends[] = {1, query->dims[0]};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]),
                                         has_ends(call) ? of_ends : of_rooms, query->rank - 1))
            return batches_refuse_shape(
                call, names[i], "a number for each row of queryIndex, behind a head, is required");
    return ACLNN_SUCCESS;
}

/* Finds how many rows, or keys, a batch has. */
static aclnnStatus find_length(const struct call *call, int which, int64_t batch, int64_t *length)
{
    const struct tensor *rows = batches_tensor(call, rows_names[which]);
    struct shape_numbers numbers = shape_numbers(call, call_find(call, lengths_names[which]));
    bool is_end = has_ends(call);
    int64_t room = rows->dims[is_end ? 0 : 1];
    int64_t before = is_end && batch > 0 ? numbers.each[batch - 1] : 0;
    int64_t number = numbers.count == 0 ? room : numbers.each[batch];
    *length = number - before;
    if (number < before || number > room)
        return report(BATCHES_TILED,
                      "%s[%" PRId64 "] is %" PRId64 "; %" PRId64 " to %" PRId64 " is required",
                      lengths_names[which], batch, number, before, room);
    return *length <= MOST_LENGTH ? ACLNN_SUCCESS
                                  : report(BATCHES_TILED,
                                           "batch %" PRId64 " of %s has %" PRId64
                                           " rows; at most 1048576 are required",
                                           batch, rows_names[which], *length);
}

/* No batch has more rows than keys. */
static aclnnStatus check_lengths(const struct call *call)
{
    int64_t batches = has_ends(call) ? shape_numbers(call, call_find(call, lengths_names[0])).count
                                     : batches_tensor(call, "queryIndex")->dims[0];
    for (int which = 0; which < 2; which++) {
        int64_t count = shape_numbers(call, call_find(call, lengths_names[which])).count;
        if ((has_ends(call) || count != 0) && (count == 0 || count != batches))
            return report(BATCHES_TILED,
                          "%s has %" PRId64 " numbers; one of each batch, of which there are "
                          "%" PRId64 ", is required",
                          lengths_names[which], count, batches);
    }
    for (int64_t b = 0; b < batches; b++) {
        int64_t rows = 0;
        int64_t keys = 0;
        aclnnStatus status = find_length(call, 0, b, &rows);
        if (status == ACLNN_SUCCESS)
            status = find_length(call, 1, b, &keys);
        if (status != ACLNN_SUCCESS)
            return status;
        if (rows > keys)
            return report(BATCHES_TILED,
                          "batch %" PRId64 " has %" PRId64 " rows of queryIndex and %" PRId64
                          " of keyIndex; at least as many keys are required",
                          b, rows, keys);
    }
    return ACLNN_SUCCESS;
}

aclnnStatus attention_check_lightning_statistics(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_numbers, check_types, check_rows, check_results, check_lengths};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
