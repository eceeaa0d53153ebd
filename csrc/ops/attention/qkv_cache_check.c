/* SPDX-License-Identifier: Apache-2.0 */
/* QkvRmsNormRopeCache: what the tiling refuses. op_api does not ask the launch whether it went
 * well, so phase two answers. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/batches.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/attention/qkv_rows.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/layout.h"

#define PAGE_STEP 32

struct sizes {
    struct call *call;
    int64_t batches;
    int64_t sequence;
    int64_t tokens;
    int64_t heads;
    int64_t queries; /* heads of queries, */
    int64_t keys;    /* and of keys and values */
};

static bool leave_shape(const struct sizes *s, const char *name, const char *required)
{
    return call_refuse_shape_late(s->call, ACLNN_ERR_INNER_NULLPTR, call_find(s->call, name),
                                  required);
}

static bool has_shape(const struct sizes *s, const char *name, const int64_t *dims, int32_t rank,
                      const char *required)
{
    return attention_batches_has_shape(batches_tensor(s->call, name), dims, rank) ||
           leave_shape(s, name, required);
}

/* So many numbers, all above 0. */
static bool read_numbers(struct call *call, const char *name, int64_t count, int64_t *numbers)
{
    const struct shape_numbers given = shape_numbers(call, call_find(call, name));
    if (given.count != count)
        return call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                "%s has %" PRId64 " numbers; %" PRId64 " are required", name,
                                given.count, count);
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = given.each[i];
        if (numbers[i] < 1)
            return call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                                    "%s[%" PRId64 "] is %" PRId64 "; 1 or more is required", name,
                                    i, numbers[i]);
    }
    return true;
}

static bool read_sizes(struct sizes *s)
{
    int64_t dims[4];
    int64_t heads[3];
    if (!read_numbers(s->call, "qkvSize", 4, dims))
        return false;
    if (dims[3] != QKV_COLUMNS)
        return call_refuse_late(s->call, ACLNN_ERR_INNER_NULLPTR,
                                "qkvSize[3] is %" PRId64 "; 128 is required", dims[3]);
    if (!read_numbers(s->call, "headNums", 3, heads))
        return false;
    *s = (struct sizes){.call = s->call,
                        .batches = dims[0],
                        .sequence = dims[1],
                        .tokens = shape_product(dims[0], dims[1]),
                        .heads = dims[2],
                        .queries = heads[0],
                        .keys = heads[1]};
    if (shape_sum(heads[0], shape_sum(heads[1], heads[2])) != s->heads || heads[1] != heads[2] ||
        s->queries % s->keys != 0)
        return call_refuse_late(
            s->call, ACLNN_ERR_INNER_NULLPTR,
            "headNums is [%" PRId64 ", %" PRId64 ", %" PRId64
            "]; heads of queries, a multiple of those of keys, and as many of values as "
            "of keys, together qkvSize[2], are required",
            heads[0], heads[1], heads[2]);
    return true;
}

static bool fits_mode(struct call *call)
{
    const char *mode = call->arguments[call_find(call, "cacheModeOptional")].text;
    return mode == NULL || strcmp(mode, "PA_NZ") == 0 ||
           call_refuse_late(call, ACLNN_ERR_INNER_NULLPTR,
                            "cacheModeOptional is \"%s\"; \"PA_NZ\" is required", mode);
}

/* A page is [heads * columns / width, rows, width], with blocks of 32 bytes. */
static bool fits_cache(const struct sizes *s, const char *name)
{
    const struct tensor *cache = batches_tensor(s->call, name);
    const struct tensor *keys = batches_tensor(s->call, "kCache");
    int64_t width = cache->type == ACL_INT8 ? 32 : 16;
    int64_t blocks = shape_product(s->keys, QKV_COLUMNS / width);
    if (cache->rank != 4 || cache->dims[1] != blocks || cache->dims[3] != width)
        return leave_shape(s, name,
                           "[pages, heads of keys times columns by 16, rows, 16] is required, of "
                           "int8 by 32");
    if (cache->dims[0] != keys->dims[0] || cache->dims[2] != keys->dims[2])
        return leave_shape(s, name, "pages and rows of kCache are required");
    if (cache->dims[2] < 1 || cache->dims[2] % PAGE_STEP != 0)
        return leave_shape(s, name, "pages of a multiple of 32 rows are required");
    return cache->dims[0] >=
               shape_product(shape_quotient_up(s->sequence, cache->dims[2]), s->batches) ||
           leave_shape(s, name, "pages for the rows of each batch are required");
}

static bool fits_quantised(const struct sizes *s, const char *cache, const char *scale,
                           const char *offset)
{
    const int64_t dims[] = {s->keys, QKV_COLUMNS};
    const char *const names[] = {scale, offset};
    const struct tensor *to = batches_tensor(s->call, cache);
    for (int i = 0; i < 2; i++) {
        const struct tensor *given = batches_tensor(s->call, names[i]);
        if (given == NULL && i == 0 && to->type == ACL_INT8)
            return call_refuse_late(s->call, ACLNN_ERR_INNER_NULLPTR,
                                    "%s is NULL where the data type of %s is %s", scale, cache,
                                    data_type_name(to->type));
        if (given != NULL && to->type != ACL_INT8)
            return call_refuse_late(s->call, ACLNN_ERR_INNER_NULLPTR,
                                    "%s is given where the data type of %s is %s", names[i], cache,
                                    data_type_name(to->type));
        if (given != NULL && !has_shape(s, names[i], dims, 2, "[heads of keys, 128] is required"))
            return false;
    }
    return true;
}

static bool fits(struct sizes *s)
{
    if (!read_sizes(s) || !fits_mode(s->call))
        return false;
    const int64_t columns = QKV_COLUMNS;
    const int64_t rows[] = {s->tokens, shape_product(s->heads, columns)};
    const int64_t angles[] = {s->tokens, columns};
    const int64_t queries[] = {s->tokens, shape_product(s->queries, columns)};
    return has_shape(s, "qkv", rows, 2, "the rows and columns of qkvSize are required") &&
           has_shape(s, "qGamma", &columns, 1, "[128] is required") &&
           has_shape(s, "kGamma", &columns, 1, "[128] is required") &&
           has_shape(s, "cos", angles, 2, "128 columns for each row of qkv are required") &&
           has_shape(s, "sin", angles, 2, "128 columns for each row of qkv are required") &&
           has_shape(s, "index", angles, 1, "a number for each row of qkv is required") &&
           has_shape(s, "qOut", queries, 2, "the rows and heads of queries are required") &&
           fits_cache(s, "kCache") && fits_cache(s, "vCache") &&
           fits_quantised(s, "kCache", "kScaleOptional", "kOffsetOptional") &&
           fits_quantised(s, "vCache", "vScaleOptional", "vOffsetOptional");
}

/* What was there before quantisation is copied to its place: that op_api looks at. */
static aclnnStatus check_before(const struct sizes *s, const char *name, int64_t heads)
{
    const int64_t dims[] = {s->tokens, heads * QKV_COLUMNS};
    const struct tensor *qkv = batches_tensor(s->call, "qkv");
    const struct tensor *before = batches_tensor(s->call, name);
    if (before == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR, "%s is NULL; with qOutBeforeQuant it is required",
                      name);
    if (before->type != qkv->type)
        return report(ACLNN_ERR_INNER_NULLPTR, "the data type of %s is %s; that of qkv is required",
                      name, data_type_name(before->type));
    return attention_batches_has_shape(before, dims, 2)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(s->call, ACLNN_ERR_INNER_NULLPTR, call_find(s->call, name),
                                  "that of what is written is required");
}

aclnnStatus attention_check_qkv_cache(struct call *call)
{
    struct sizes s = {.call = call};
    if (!fits(&s) || batches_tensor(call, "qOutBeforeQuant") == NULL)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_before(&s, "qOutBeforeQuant", s.queries);
    if (status == ACLNN_SUCCESS)
        status = check_before(&s, "kOutBeforeQuant", s.keys);
    return status == ACLNN_SUCCESS ? check_before(&s, "vOutBeforeQuant", s.keys) : status;
}
