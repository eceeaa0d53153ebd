/* SPDX-License-Identifier: Apache-2.0 */
/* DequantRopeQuantKvcache: checks, those of the tiling. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <strings.h>

#include "base/report.h"
#include "declared/common.h"
#include "declared/rope.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"
#include "tensor/arrays.h"

#define WIDTH_STEP 16 /* that columns of a head are a multiple of */

/* The parts of a row of x. */
struct quant_parts {
    int64_t q;
    int64_t k;
};

static bool read_parts(const struct call *call, int splits, struct quant_parts *parts)
{
    const struct array *given = call->arguments[splits].array;
    const int64_t *sizes = given == NULL || given->size != 3 ? NULL : array_integers(given);
    if (sizes == NULL || sizes[1] != sizes[2] || sizes[0] < 0 || sizes[1] < 0)
        return false;
    *parts = (struct quant_parts){sizes[0], sizes[1]};
    return true;
}

aclnnStatus rope_check_quant_splits(struct call *call, int splits)
{
    struct quant_parts parts;
    return read_parts(call, splits, &parts)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "%s has not the three sizes that are required, none below 0, of which the "
                        "last two are the same",
                        call_name(call, splits));
}

/* The caches, whose heads and columns are those of k. */
static aclnnStatus caches(struct call *call, const struct quant_parts *parts, int k_cache,
                          int v_cache)
{
    const struct tensor *cache = call_tensor(call, k_cache);
    aclnnStatus status = check_rank(call, k_cache, 4, 4);
    if (status != ACLNN_SUCCESS)
        return status;
    bool fits = shape_product(cache->dims[2], cache->dims[3]) == parts->k && cache->dims[3] > 0 &&
                cache->dims[3] % WIDTH_STEP == 0 && parts->q % cache->dims[3] == 0;
    if (!fits)
        return call_refuse_shape(call, k_cache,
                                 "four dimensions are required, the last two with the product of "
                                 "the second size, the last a multiple of 16 that divides the "
                                 "sizes");
    return call_shape_is(call, v_cache, cache->dims, 4, false, "that of kCacheRef");
}

/* Angles of all tokens. */
static aclnnStatus angles(struct call *call, int angle, const struct tensor *x, int64_t columns)
{
    const int64_t dims[] = {x->dims[0], x->dims[1], 1, columns};
    const int64_t rows[] = {x->dims[0], columns};
    bool is_flat = x->rank == 2;
    return call_shape_is(call, angle, is_flat ? rows : dims, is_flat ? 2 : 4, false,
                         "one for each token and column of a head");
}

static aclnnStatus as_many(struct call *call, int tensor, int64_t count, const char *words)
{
    return call_tensor(call, tensor) == NULL || shape_elements(call_tensor(call, tensor)) == count
               ? ACLNN_SUCCESS
               : call_refuse_shape(call, tensor, words);
}

aclnnStatus rope_check_quant_cache(struct call *call, int x, int cos, int sin, int k_cache,
                                   int v_cache, int indices, int splits, int mode)
{
    struct quant_parts parts = {0, 0};
    const struct tensor *t = call_tensor(call, x);
    const char *text = call->arguments[mode].text;
    bool is_paged = text != NULL && strcasecmp(text, "page") == 0;
    aclnnStatus status = check_rank(call, x, 2, 3);
    if (status != ACLNN_SUCCESS || !read_parts(call, splits, &parts))
        return status;
    if (t->dims[t->rank - 1] != shape_sum(parts.q, shape_product(parts.k, 2)))
        return call_refuse_shape(call, x, "the sum of all sizes is required as last dimension");
    status = caches(call, &parts, k_cache, v_cache);
    const struct tensor *cache = call_tensor(call, k_cache);
    if (status == ACLNN_SUCCESS)
        status = angles(call, cos, t, cache->dims[3]);
    if (status == ACLNN_SUCCESS)
        status = angles(call, sin, t, cache->dims[3]);
    int64_t count = is_paged && t->rank == 3 ? shape_product(t->dims[0], t->dims[1]) : t->dims[0];
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, indices, &count, 1, false,
                               "one for each batch, with pages for each token");
    if (status == ACLNN_SUCCESS && !is_paged && cache->dims[0] < t->dims[0])
        status = call_refuse_shape(call, v_cache, "at least the batches of x are required");
    return status;
}

aclnnStatus rope_check_quant_scales(struct call *call, int k_cache, int scale_k, int scale_v,
                                    int offset_k, int offset_v)
{
    const struct tensor *cache = call_tensor(call, k_cache);
    const int numbers[] = {scale_k, scale_v, offset_k, offset_v};
    bool has_offsets = call_tensor(call, offset_k) != NULL && call_tensor(call, offset_v) != NULL;
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < (has_offsets ? 4 : 2) && status == ACLNN_SUCCESS; i++)
        status = as_many(call, numbers[i], cache->dims[2] * cache->dims[3],
                         "a number for each column of the heads of a cache is required");
    return status;
}

/* What whole numbers are restored by: CANN reads as many as there are. */
aclnnStatus rope_check_quant_restored(struct call *call, int x, int weight, int activation,
                                      int bias)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t columns = t->dims[t->rank - 1];
    if (t->type != ACL_INT32)
        return ACLNN_SUCCESS;
    if (call_tensor(call, weight) == NULL)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is NULL; a scale for each column of int32 is "
                      "required",
                      call_name(call, weight));
    aclnnStatus status = as_many(call, weight, columns, "a number for each column is required");
    if (status == ACLNN_SUCCESS)
        status = as_many(call, bias, columns, "a number for each column is required");
    return status == ACLNN_SUCCESS
               ? as_many(call, activation, columns == 0 ? 0 : shape_elements(t) / columns,
                         "a number for each token is required")
               : status;
}

/* Halves are those of cos; int32 goes with both. */
aclnnStatus rope_check_quant_halves(struct call *call, int x, int cos)
{
    aclDataType type = call_type(call, x);
    return type == ACL_INT32 || type == call_type(call, cos)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data types of %s and %s are two halves; the same, or int32 of %s, "
                        "are required",
                        call_name(call, x), call_name(call, cos), call_name(call, x));
}

/* Results: q, and where they are wanted k and v. */
aclnnStatus rope_check_quant_heads(struct call *call, int x, int k_cache, int wanted, int q, int k,
                                   int v)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *cache = call_tensor(call, k_cache);
    int64_t heads = t->dims[t->rank - 1] / cache->dims[3] - 2 * cache->dims[2];
    int64_t tokens = t->rank == 3 ? shape_product(t->dims[0], t->dims[1]) : t->dims[0];
    int64_t kept = shape_product(tokens, cache->dims[2] * cache->dims[3]);
    aclnnStatus status = as_many(call, q, shape_product(tokens, heads * cache->dims[3]),
                                 "the tokens, the heads of q and their columns are required");
    if (status != ACLNN_SUCCESS || call->arguments[wanted].integer == 0)
        return status;
    status = as_many(call, k, kept, "the tokens, the heads of k and their columns are required");
    return status == ACLNN_SUCCESS
               ? as_many(call, v, kept, "the tokens, the heads of v and their columns are required")
               : status;
}
