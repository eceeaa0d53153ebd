/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla: checks of what its tiling refuses. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/attention/lightning.h"
#include "ops/attention/sparse_mla.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define MOST_HEADS 128
#define MOST_RATIO 128
#define METADATA 1024

/* What products before Ascend950 take. */
#define OLD_LEFT 127
#define OLD_RIGHT 0
#define OLD_SELECTED_RATIO 4
#define OLD_RATIO 128

static const struct batches_rule rule = {.query = "q",
                                         .key = "oriKvOptional",
                                         .row_layout = "layoutQOptional",
                                         .key_layout = "layoutKvOptional",
                                         .layout_of = attention_sparse_mla_layout,
                                         .row_lengths = "cuSeqlensQOptional",
                                         .table = "oriBlockTableOptional",
                                         .has_starts = true,
                                         .columns = SPARSE_MLA_COLUMNS,
                                         .most_heads = MOST_HEADS};

static enum batches_layout rows_of(const struct call *call)
{
    return attention_sparse_mla_layout(call, rule.row_layout);
}

static enum batches_layout keys_of(const struct call *call)
{
    return attention_sparse_mla_layout(call, rule.key_layout);
}

static bool is_given(const struct call *call, const char *name)
{
    return batches_tensor(call, name) != NULL;
}

static aclnnStatus check_layouts(const struct call *call)
{
    enum batches_layout rows = rows_of(call);
    if (rows != BATCHES_ROOMS && rows != BATCHES_ENDS)
        return report(BATCHES_TILED, "layoutQOptional is \"%s\"; \"BSND\" or \"TND\" is required",
                      call->arguments[call_find(call, rule.row_layout)].text);
    return keys_of(call) == BATCHES_PAGES || keys_of(call) == rows
               ? ACLNN_SUCCESS
               : report(BATCHES_TILED,
                        "layoutKvOptional is neither \"PA_BBND\" nor what layoutQOptional is");
}

/* ---- What is given --------------------------------------------------------------------------- */

static aclnnStatus check_given(const struct call *call)
{
    bool has_compressed = is_given(call, "cmpKvOptional");
    bool has_pages = keys_of(call) == BATCHES_PAGES;
    bool has_ends = keys_of(call) == BATCHES_ENDS;
    bool has_rests = has_compressed && batches_number(call, "cmpMaskMode") == SPARSE_MLA_CAUSAL &&
                     batches_number(call, "cmpRatio") != 1;
    const struct {
        const char *name;
        bool is_required;
    } each[] = {
        {"oriKvOptional", true},
        {"oriBlockTableOptional", has_pages},
        {"cmpKvOptional", is_given(call, "cmpSparseIndicesOptional")},
        {"cuSeqlensCmpKvOptional", has_ends && has_compressed},
        {"cuSeqlensQOptional", rows_of(call) == BATCHES_ENDS},
        {"sinksOptional", true},
        {"sequsedOriKvOptional", has_pages},
        {"cmpResidualKvOptional", has_rests},
        {"cmpBlockTableOptional", has_pages && has_compressed},
        {"metadataOptional", true},
        {"cuSeqlensOriKvOptional", has_ends},
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (each[i].is_required && !is_given(call, each[i].name))
            return report(BATCHES_TILED, "%s is NULL; these layouts, masks and keys require it",
                          each[i].name);
    if (rows_of(call) == BATCHES_ROOMS && is_given(call, "cuSeqlensQOptional"))
        return report(BATCHES_TILED, "cuSeqlensQOptional is given; with \"BSND\" it must be NULL");
    return ACLNN_SUCCESS;
}

/* Inputs of the vendor's that are reserved; Ascend950 takes them, and reads them as little. */
static aclnnStatus check_reserved(const struct call *call)
{
    static const char *const names[] = {"oriTopkLengthOptional", "cmpTopkLengthOptional"};
    const struct tensor *indices = batches_tensor(call, "oriSparseIndicesOptional");
    bool is_950 = call_is_on_950(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct tensor *t = batches_tensor(call, names[i]);
        if (t != NULL && (is_950 ? t->rank != 1 : !tensor_is_empty(t)))
            return batches_refuse_shape(call, names[i],
                                        is_950 ? "one dimension is required"
                                               : "NULL, or no element, is required");
    }
    if (indices == NULL)
        return ACLNN_SUCCESS;
    if (!is_950)
        return report(BATCHES_TILED,
                      "oriSparseIndicesOptional is given; %s requires NULL, Ascend950 takes it",
                      call->soc->name);
    return indices->rank == batches_tensor(call, "q")->rank && !tensor_is_empty(indices)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "oriSparseIndicesOptional",
                                      "as many dimensions as q has, and elements, are required");
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_between(int64_t number, int64_t low, int64_t high)
{
    return number >= low && number <= high;
}

static aclnnStatus check_number(const struct call *call, const char *name, bool is_right,
                                const char *required)
{
    return is_right ? ACLNN_SUCCESS : batches_refuse_number(call, name, required);
}

static aclnnStatus check_old_numbers(const struct call *call)
{
    bool has_compressed = is_given(call, "cmpKvOptional");
    bool has_indices = is_given(call, "cmpSparseIndicesOptional");
    int64_t ratio = !has_compressed ? 1 : has_indices ? OLD_SELECTED_RATIO : OLD_RATIO;
    const struct {
        const char *name;
        int64_t required;
        const char *words;
    } each[] = {
        {"cmpRatio", ratio,
         "on this product 1 without cmpKvOptional, 4 with cmpSparseIndicesOptional, else 128, is "
         "required"},
        {"oriMaskMode", SPARSE_MLA_WINDOW, "on this product 4 is required"},
        {"cmpMaskMode", SPARSE_MLA_CAUSAL, "on this product 3 is required"},
        {"oriWinLeft", OLD_LEFT, "on this product 127 is required"},
        {"oriWinRight", OLD_RIGHT, "on this product 0 is required"},
    };
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof each / sizeof *each && status == ACLNN_SUCCESS; i++)
        status = check_number(call, each[i].name,
                              batches_number(call, each[i].name) == each[i].required,
                              each[i].words);
    return status;
}

static aclnnStatus check_numbers(const struct call *call)
{
    int64_t mask = batches_number(call, "oriMaskMode");
    int64_t compressed = batches_number(call, "cmpMaskMode");
    if (!call_is_on_950(call))
        return check_old_numbers(call);
    aclnnStatus status = check_number(
        call, "cmpRatio",
        !is_given(call, "cmpKvOptional") ||
            is_between(batches_number(call, "cmpRatio"), 1, MOST_RATIO),
        "1 to 128 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "oriMaskMode",
                              mask == SPARSE_MLA_NONE || mask == SPARSE_MLA_CAUSAL ||
                                  mask == SPARSE_MLA_WINDOW,
                              "0, 3 or 4 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "cmpMaskMode",
                              compressed == SPARSE_MLA_NONE || compressed == SPARSE_MLA_CAUSAL,
                              "0 or 3 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "topkValueMode", batches_number(call, "topkValueMode") == 1,
                              "1 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "oriWinLeft",
                              is_between(batches_number(call, "oriWinLeft"), -1, INT32_MAX),
                              "-1 to 2147483647 is required");
    if (status == ACLNN_SUCCESS)
        status = check_number(call, "oriWinRight",
                              is_between(batches_number(call, "oriWinRight"), -1, INT32_MAX),
                              "-1 to 2147483647 is required");
    return status;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static aclnnStatus check_keys(const struct call *call, const struct batches_rule *of)
{
    bool is_paged = keys_of(call) == BATCHES_PAGES;
    const struct batches_length lengths[] = {
        {"cuSeqlensQOptional", true, true},     {"cuSeqlensOriKvOptional", true, true},
        {"cuSeqlensCmpKvOptional", true, true}, {"sequsedQOptional", true, false},
        {"sequsedOriKvOptional", true, false},  {"sequsedCmpKvOptional", true, false},
        {"cmpResidualKvOptional", true, false},
    };
    aclnnStatus status = attention_check_heads(call, of);
    if (status == ACLNN_SUCCESS)
        status = attention_check_lengths(call, of, lengths, sizeof lengths / sizeof *lengths);
    return status == ACLNN_SUCCESS ? attention_lightning_check_dense(call, of->key, is_paged)
                                   : status;
}

static aclnnStatus check_all_keys(const struct call *call)
{
    struct batches_rule own = rule;
    own.are_pages_free = call_is_on_950(call);
    struct batches_rule compressed = own;
    compressed.key = "cmpKvOptional";
    compressed.table = "cmpBlockTableOptional";
    const struct tensor *q = batches_tensor(call, "q");
    aclnnStatus status = check_keys(call, &own);
    if (status == ACLNN_SUCCESS && is_given(call, "cmpKvOptional"))
        status = check_keys(call, &compressed);
    if (status == ACLNN_SUCCESS && !call_is_on_950(call) &&
        !shape_is_power_of_two(q->dims[q->rank - 2]))
        status = batches_refuse_shape(call, "q",
                                      "a power of two of heads is required on this product");
    return status;
}

static aclnnStatus check_others(const struct call *call)
{
    static const int64_t metadata[] = {METADATA};
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *indices = batches_tensor(call, "cmpSparseIndicesOptional");
    if (!attention_batches_has_shape(batches_tensor(call, "sinksOptional"), &q->dims[q->rank - 2],
                                     1))
        return batches_refuse_shape(call, "sinksOptional",
                                    "a number for each head of q is required");
    if (!attention_batches_has_shape(batches_tensor(call, "metadataOptional"), metadata, 1))
        return batches_refuse_shape(call, "metadataOptional", "1024 numbers are required");
    if (indices == NULL)
        return ACLNN_SUCCESS;
    const int64_t dims[] = {1, indices->rank == q->rank ? indices->dims[indices->rank - 1] : 0};
    return dims[1] > 0 && attention_batches_is_of_rows(indices, q, dims, 2)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(call, "cmpSparseIndicesOptional",
                                      "numbers for each row of q, behind a head, are required");
}

static aclnnStatus check_results(const struct call *call)
{
    const struct tensor *q = batches_tensor(call, "q");
    const struct tensor *out = batches_tensor(call, "attnOutOut");
    struct shape shape;
    if (out->type != q->type)
        return report(BATCHES_TILED, "the data type of attnOutOut is %s; that of q is required",
                      data_type_name(out->type));
    if (!attention_batches_has_shape(out, q->dims, q->rank))
        return batches_refuse_shape(call, "attnOutOut", "that of q is required");
    if (batches_number(call, "returnSoftmaxLse") == 0)
        return ACLNN_SUCCESS;
    attention_shape_row_statistics(call, call_find(call, "q"), call_find(call, "returnSoftmaxLse"),
                                   &shape);
    return attention_batches_has_shape(batches_tensor(call, "softmaxLseOutOptional"), shape.dims,
                                       shape.rank)
               ? ACLNN_SUCCESS
               : batches_refuse_shape(
                     call, "softmaxLseOutOptional",
                     "a number for each row and head of q, behind a head, is required");
}

aclnnStatus attention_check_sparse_mla(struct call *call)
{
    static aclnnStatus (*const checks[])(const struct call *) = {
        check_layouts,  check_given,  check_reserved, check_numbers,
        check_all_keys, check_others, check_results};
    aclnnStatus status = ACLNN_SUCCESS;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ACLNN_SUCCESS; i++)
        status = checks[i](call);
    return status;
}
