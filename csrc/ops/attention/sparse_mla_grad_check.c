/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of SparseFlashMla: checks of what the tilings refuse, and of what their kernels
 * cannot do without. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/attention/sparse_mla.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define MOST_HEADS 128
#define MOST_RATIO 128

/* What products before Ascend950 take. */
#define OLD_LEFT 127
#define OLD_RIGHT 0

static const struct batches_rule rule = {.query = "query",
                                         .key = "oriKvOptional",
                                         .row_layout = "layoutQOptional",
                                         .key_layout = "layoutKvOptional",
                                         .layout_of = attention_batches_layout_of,
                                         .row_lengths = "cuSeqlensQOptional",
                                         .has_starts = true,
                                         .columns = SPARSE_MLA_COLUMNS,
                                         .most_heads = MOST_HEADS};

static bool has(const struct call *call, const char *name)
{
    return attention_sparse_mla_has(call, name);
}

static bool has_ends(const struct call *call)
{
    return attention_batches_layout_of(call, rule.row_layout) == BATCHES_ENDS;
}

static aclnnStatus check_layouts(const struct call *call)
{
    enum batches_layout rows = attention_batches_layout_of(call, rule.row_layout);
    if (rows != BATCHES_ROOMS && rows != BATCHES_ENDS)
        return report(BATCHES_TILED, "layoutQOptional is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[call_find(call, rule.row_layout)].text);
    return attention_batches_layout_of(call, rule.key_layout) == rows
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED, "layoutKvOptional is not what layoutQOptional is");
}

/* ---- What is given --------------------------------------------------------------------------- */

struct requirement {
    const char *name;
    bool is_required;
};

static aclnnStatus check_required(const struct call *call, const struct requirement *each,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (each[i].is_required && !has(call, each[i].name))
            return report(BATCHES_TILED,
                          "%s is NULL or empty; these operands, layouts and masks require it",
                          each[i].name);
    return ACLNN_SUCCESS;
}

/* On Ascend950 the residuals are required with cmpMaskMode 3 whether there are compressed keys or
 * not, on the others with these alone, whatever their ratio. */
static bool needs_rests(const struct call *call)
{
    if (!call_is_on_950(call))
        return has(call, "cmpKvOptional");
    return batches_number(call, "cmpMaskMode") == SPARSE_MLA_CAUSAL &&
           batches_number(call, "cmpRatio") != 1;
}

static aclnnStatus check_given(const struct call *call)
{
    bool is_950 = call_is_on_950(call);
    bool has_compressed = has(call, "cmpKvOptional");
    bool is_selected = has(call, "cmpSparseIndicesOptional");
    bool own_are_selected = has(call, "oriSparseIndicesOptional");
    const struct requirement each[] = {
        {"oriKvOptional", true},
        {"cmpKvOptional", is_selected},
        {"cuSeqlensQOptional", has_ends(call)},
        {"cuSeqlensOriKvOptional", has_ends(call)},
        {"cuSeqlensCmpKvOptional", has_ends(call) && has_compressed},
        {"cmpResidualKvOptional", needs_rests(call)},
        {"oriTopkLengthOptional",
         own_are_selected && batches_number(call, "oriMaskMode") == SPARSE_MLA_NONE},
        {"cmpTopkLengthOptional",
         is_selected && is_950 && batches_number(call, "cmpMaskMode") == SPARSE_MLA_NONE},
        {"sinksOptional", !is_950},
        {"metadataOptional", is_950},
        {"dOriKvOutOptional", true},
        {"dCmpKvOutOptional", has_compressed},
        {"dSinksOutOptional", has(call, "sinksOptional")},
        {"oriSoftmaxL1NormOptional", own_are_selected},
        {"cmpSoftmaxL1NormOptional", is_selected},
    };
    return check_required(call, each, sizeof each / sizeof *each);
}

/* What Ascend950 alone takes. */
static aclnnStatus check_product(const struct call *call)
{
    static const char *const names[] = {"oriSparseIndicesOptional", "sequsedQOptional",
                                        "sequsedOriKvOptional",     "sequsedCmpKvOptional",
                                        "oriTopkLengthOptional",    "cmpTopkLengthOptional"};
    if (call_is_on_950(call))
        return ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (batches_tensor(call, names[i]) != NULL)
            return report(BATCHES_TILED, "%s is given; %s requires NULL, Ascend950 takes it",
                          names[i], call->soc->name);
    return call->deterministic
               ? report(BATCHES_TILED,
                        "the device is deterministic, which %s does not take here; Ascend950 does",
                        call->soc->name)
               : ACLNN_SUCCESS;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

struct limit {
    const char *name;
    bool is_right;
    const char *required;
};

static aclnnStatus check_limits(const struct call *call, const struct limit *each, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!each[i].is_right)
            return batches_refuse_number(call, each[i].name, each[i].required);
    return ACLNN_SUCCESS;
}

static bool is_between(const struct call *call, const char *name, int64_t low, int64_t high)
{
    int64_t number = batches_number(call, name);
    return number >= low && number <= high;
}

static aclnnStatus check_old_numbers(const struct call *call)
{
    bool has_compressed = has(call, "cmpKvOptional");
    const struct limit each[] = {
        {"cmpRatio", is_between(call, "cmpRatio", 1, MOST_RATIO), "1 to 128 is required"},
        {"oriWinLeft", batches_number(call, "oriWinLeft") == OLD_LEFT,
         "on this product 127 is required"},
        {"oriWinRight", batches_number(call, "oriWinRight") == OLD_RIGHT,
         "on this product 0 is required"},
        {"oriMaskMode", batches_number(call, "oriMaskMode") == SPARSE_MLA_WINDOW,
         "on this product 4 is required"},
        {"cmpMaskMode", !has_compressed || batches_number(call, "cmpMaskMode") == SPARSE_MLA_CAUSAL,
         "on this product 3 is required"},
    };
    return check_limits(call, each, sizeof each / sizeof *each);
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t mask = batches_number(call, "oriMaskMode");
    int64_t compressed = batches_number(call, "cmpMaskMode");
    bool has_window = mask == SPARSE_MLA_WINDOW;
    if (!call_is_on_950(call))
        return check_old_numbers(call);
    const struct limit each[] = {
        {"oriMaskMode", mask == SPARSE_MLA_NONE || mask == SPARSE_MLA_CAUSAL || has_window,
         "0, 3 or 4 is required"},
        {"cmpMaskMode", compressed == SPARSE_MLA_NONE || compressed == SPARSE_MLA_CAUSAL,
         "0 or 3 is required"},
        {"oriWinLeft", !has_window || is_between(call, "oriWinLeft", SPARSE_MLA_ALL, INT32_MAX),
         "-1 to 2147483647 is required"},
        {"oriWinRight", !has_window || is_between(call, "oriWinRight", SPARSE_MLA_ALL, INT32_MAX),
         "-1 to 2147483647 is required"},
        {"cmpRatio", is_between(call, "cmpRatio", 1, MOST_RATIO), "1 to 128 is required"},
    };
    return check_limits(call, each, sizeof each / sizeof *each);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_keys(const struct call *call)
{
    bool ends = has_ends(call);
    bool has_compressed = has(call, "cmpKvOptional");
    const struct batches_length lengths[] = {
        {"cuSeqlensQOptional", ends, true},
        {"cuSeqlensOriKvOptional", ends, true},
        {"cuSeqlensCmpKvOptional", ends && has_compressed, true},
        {"sequsedQOptional", true, false},
        {"sequsedOriKvOptional", true, false},
        {"sequsedCmpKvOptional", has_compressed, false},
        {"cmpResidualKvOptional", has_compressed, false},
    };
    struct batches_rule compressed = rule;
    compressed.key = "cmpKvOptional";
    aclnnStatus status = attention_check_heads(call, &rule);
    if (status == ACLNN_SUCCESS)
        status = attention_check_lengths(call, &rule, lengths, sizeof lengths / sizeof *lengths);
    if (status != ACLNN_SUCCESS || !has_compressed)
        return status;
    status = attention_check_heads(call, &compressed);
    return status == ACLNN_SUCCESS ? attention_check_lengths(call, &compressed, NULL, 0) : status;
}

static aclnnStatus check_operands(const struct call *call)
{
    const struct batches_operand operands[] = {
        {"dOut", "query", 0, "that of query is required"},
        {"out", "query", 0, "that of query is required"},
        {"dQueryOut", "query", 0, "that of query is required"},
        {"dOriKvOutOptional", "oriKvOptional", 0, "that of oriKvOptional is required"},
        {"dCmpKvOutOptional", "cmpKvOptional", 0, "that of cmpKvOptional is required"},
    };
    size_t count = sizeof operands / sizeof *operands - !has(call, "cmpKvOptional");
    return attention_check_operands(call, operands, count);
}

static aclnnStatus check_statistics(const struct call *call)
{
    const struct tensor *query = batches_tensor(call, "query");
    const int64_t *q = query->dims;
    const int64_t of_rooms[] = {q[0], 1, q[1], q[2]};
    const int64_t of_ends[] = {1, q[0], q[1]};
    bool is_right = has_ends(call)
                        ? attention_batches_has_shape(batches_tensor(call, "lse"), of_ends, 3)
                        : attention_batches_has_shape(batches_tensor(call, "lse"), of_rooms, 4);
    return is_right ? ACLNN_SUCCESS
                    : batches_refuse_shape(
                          call, "lse",
                          "a number for each row and head of query, behind a head, is required");
}

static aclnnStatus check_sinks(const struct call *call)
{
    static const char *const names[] = {"sinksOptional", "dSinksOutOptional"};
    const struct tensor *query = batches_tensor(call, "query");
    if (!has(call, names[0]))
        return ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!attention_batches_has_shape(batches_tensor(call, names[i]),
                                         &query->dims[query->rank - 2], 1))
            return batches_refuse_shape(call, names[i],
                                        "a number for each head of query is required");
    return ACLNN_SUCCESS;
}

/* Indices that nobody reads may have any shape. */
static aclnnStatus check_own_selected(const struct call *call)
{
    const struct tensor *indices = batches_tensor(call, "oriSparseIndicesOptional");
    return !has(call, "oriSparseIndicesOptional") ||
                   attention_batches_has_shape(batches_tensor(call, "oriSoftmaxL1NormOptional"),
                                               indices->dims, indices->rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "oriSoftmaxL1NormOptional",
                                      "that of oriSparseIndicesOptional is required");
}

static aclnnStatus check_selected(const struct call *call)
{
    static const int64_t one[] = {1};
    const struct tensor *query = batches_tensor(call, "query");
    const struct tensor *indices = batches_tensor(call, "cmpSparseIndicesOptional");
    const struct tensor *counts = batches_tensor(call, "cmpTopkLengthOptional");
    if (!has(call, "cmpSparseIndicesOptional"))
        return ACLNN_SUCCESS;
    const int64_t dims[] = {1, indices->rank == query->rank ? indices->dims[query->rank - 1] : 0};
    if (!attention_batches_is_of_rows(indices, query, dims, 2))
        return batches_refuse_shape(call, "cmpSparseIndicesOptional",
                                    "numbers for each row of query, behind a head, are required");
    if (!attention_batches_is_of_rows(batches_tensor(call, "cmpSoftmaxL1NormOptional"), query, dims,
                                      2))
        return batches_refuse_shape(call, "cmpSoftmaxL1NormOptional",
                                    "that of cmpSparseIndicesOptional is required");
    return counts == NULL || attention_batches_is_of_rows(counts, query, one, 1)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "cmpTopkLengthOptional",
                                      "a number for each row of query is required");
}

aclnnStatus attention_check_sparse_mla_grad(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_layouts,  check_product,    check_given, check_numbers,      check_keys,
        check_operands, check_statistics, check_sinks, check_own_selected, check_selected};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
