/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCacheWithKScale: what op_api refuses with 161002, and the tiling with 561103. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/attention/qkv_rows.h"
#include "ops/attention/qkv_scaled.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_TURNED 128 /* heads of queries and keys that the cores' buffers hold, */
#define MOST_HEADS 160  /* and of all */

static aclnnStatus check_shape(const struct call *call, const char *name, const int64_t *dims,
                               int32_t rank, const char *required)
{
    return attention_batches_has_shape(batches_tensor(call, name), dims, rank)
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, call_find(call, name), required);
}

static aclnnStatus check_heads(const struct call *call)
{
    const struct shape_numbers heads = shape_numbers(call, call_find(call, "headNums"));
    if (heads.count != 3)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "headNums has %" PRId64 " numbers; %" PRId64 " are required", heads.count,
                      (int64_t)3);
    for (int i = 0; i < 3; i++)
        if (heads.each[i] < 1)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "headNums[%d] is %" PRId64 "; 1 or more is required", i, heads.each[i]);
    return heads.each[1] == heads.each[2]
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "headNums is [%" PRId64 ", %" PRId64 ", %" PRId64
                        "]; as many heads of values as of keys are required",
                        heads.each[0], heads.each[1], heads.each[2]);
}

static aclnnStatus check_layouts(const struct call *call)
{
    static const char *const names[] = {"layoutQkv", "layoutQOut"};
    for (int i = 0; i < 2; i++) {
        const char *text = call->arguments[call_find(call, names[i])].text;
        if (text != NULL && *text != 0 && strcmp(text, "TND") != 0 && strcmp(text, "NTD") != 0)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"TND\" or \"NTD\" is required",
                          names[i], text);
    }
    const char *out = call->arguments[call_find(call, names[1])].text;
    return qkv_scaled_by_head(call->arguments[call_find(call, names[0])].text, "TND") &&
                   !qkv_scaled_by_head(out, "NTD")
               ? report(ACLNN_ERR_PARAM_INVALID,
                        "%s is \"%s\"; with \"NTD\" of %s \"NTD\" is "
                        "required",
                        names[1], out, names[0])
               : ACLNN_SUCCESS;
}

static aclnnStatus check_positions(const struct call *call, int64_t tokens)
{
    const struct tensor *angles = batches_tensor(call, "cosSin");
    const struct tensor *starts = batches_tensor(call, "queryStartLoc");
    if (angles->rank != 2 || angles->dims[1] != QKV_COLUMNS)
        return call_refuse_shape(call, call_find(call, "cosSin"), "[positions, 128] is required");
    aclnnStatus status = check_shape(call, "slotMapping", &tokens, 1,
                                     "a slot for each token is required");
    if (status != ACLNN_SUCCESS)
        return status;
    if (starts->rank != 1 || starts->dims[0] < 2)
        return call_refuse_shape(call, call_find(call, "queryStartLoc"),
                                 "[batches + 1] is required");
    return check_shape(call, "seqLens", (const int64_t[]){starts->dims[0] - 1}, 1,
                       "one number less than queryStartLoc has is required");
}

static aclnnStatus check_caches(const struct call *call, int64_t keys)
{
    static const char *const names[] = {"kCacheRef", "vCacheRef", "kScaleCacheRef"};
    const struct tensor *first = batches_tensor(call, names[0]);
    for (int i = 0; i < 3; i++) {
        const struct tensor *cache = batches_tensor(call, names[i]);
        if (cache->rank != 4 || cache->dims[1] != keys ||
            cache->dims[3] != (i == 2 ? 1 : QKV_COLUMNS))
            return call_refuse_shape(call, call_find(call, names[i]),
                                     "[pages, heads of keys, rows, 128] is required, of factors "
                                     "with 1 in place of 128");
    }
    for (int i = 2; i > 0; i--) {
        const struct tensor *cache = batches_tensor(call, names[i]);
        if (cache->dims[0] != first->dims[0] || cache->dims[2] != first->dims[2])
            return call_refuse_shape(call, call_find(call, names[i]),
                                     "pages and rows of kCacheRef are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_queries(const struct call *call, int64_t tokens, int64_t queries)
{
    bool by_head = qkv_scaled_by_head(call->arguments[call_find(call, "layoutQOut")].text, "NTD");
    const int64_t dims[] = {by_head ? queries : tokens, by_head ? tokens : queries, QKV_COLUMNS};
    aclnnStatus status = check_shape(call, "qOut", dims, 3,
                                     "tokens and heads of queries in layoutQOut are required");
    return status == ACLNN_SUCCESS
               ? check_shape(call, "qScale", dims, 2,
                             "tokens and heads of queries in layoutQOut are required")
               : status;
}

static aclnnStatus check_tensors(const struct call *call)
{
    const int64_t *heads = shape_numbers(call, call_find(call, "headNums")).each;
    const struct tensor *qkv = batches_tensor(call, "qkv");
    bool by_head = qkv_scaled_by_head(call->arguments[call_find(call, "layoutQkv")].text, "TND");
    const int64_t columns[] = {QKV_COLUMNS, QKV_COLUMNS};
    if (qkv->rank != 3 || qkv->dims[2] != QKV_COLUMNS ||
        qkv->dims[by_head ? 0 : 1] != shape_sum(heads[0], shape_sum(heads[1], heads[2])))
        return call_refuse_shape(call, call_find(call, "qkv"),
                                 "tokens and all heads of headNums in layoutQkv, of 128 columns, "
                                 "are required");
    int64_t tokens = qkv->dims[by_head ? 1 : 0];
    aclnnStatus status = check_shape(call, "qGamma", columns, 1, "[128] is required");
    if (status == ACLNN_SUCCESS)
        status = check_shape(call, "kGamma", columns, 1, "[128] is required");
    if (status == ACLNN_SUCCESS)
        status = check_positions(call, tokens);
    if (status == ACLNN_SUCCESS)
        status = check_shape(call, "rotationOptional", columns, 2, "[128, 128] is required");
    if (status == ACLNN_SUCCESS)
        status = check_shape(call, "vScaleOptional", &heads[2], 1,
                             "a number for each head of values is required");
    if (status == ACLNN_SUCCESS)
        status = check_caches(call, heads[1]);
    return status == ACLNN_SUCCESS ? check_queries(call, tokens, heads[0]) : status;
}

aclnnStatus attention_check_qkv_scaled(struct call *call)
{
    aclnnStatus status = check_heads(call);
    if (status == ACLNN_SUCCESS)
        status = check_layouts(call);
    return status == ACLNN_SUCCESS ? check_tensors(call) : status;
}

/* ---- The tiling ------------------------------------------------------------------------------ */

static bool fits_strides(const struct tensor *cache)
{
    return cache->strides[0] > 0 && cache->strides[1] > 0 && cache->strides[2] > 0 &&
           cache->strides[3] == 1;
}

static aclnnStatus refuse_strides(const struct call *call, const char *name, const char *required)
{
    char strides[160];
    const struct tensor *t = batches_tensor(call, name);
    return report(ACLNN_ERR_INNER_NULLPTR, "the strides of %s are %s; %s", name,
                  dims_describe(t->strides, t->rank, strides, sizeof strides), required);
}

aclnnStatus attention_check_qkv_scaled_tiled(struct call *call)
{
    static const char *const names[] = {"kCacheRef", "vCacheRef", "kScaleCacheRef"};
    const int64_t *heads = shape_numbers(call, call_find(call, "headNums")).each;
    const int64_t *strides = batches_tensor(call, names[0])->strides;
    for (int i = 0; i < 3; i++) {
        const struct tensor *cache = batches_tensor(call, names[i]);
        if (!fits_strides(cache))
            return refuse_strides(call, names[i], "all above 0, the last 1, are required");
        if (i == 1 && memcmp(cache->strides, strides, 3 * sizeof *strides) != 0)
            return refuse_strides(call, names[i], "those of kCacheRef are required");
    }
    int64_t turned = shape_sum(heads[0], heads[1]);
    return turned <= MOST_TURNED && shape_sum(turned, heads[2]) <= MOST_HEADS
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "headNums is [%" PRId64 ", %" PRId64 ", %" PRId64
                        "]; at most 128 of queries and keys, and 160 of all, are supported",
                        heads[0], heads[1], heads[2]);
}
