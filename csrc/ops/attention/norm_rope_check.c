/* SPDX-License-Identifier: Apache-2.0 */
/* KvRmsNormRopeCache: checks. CANN generates the calls from the definition of their operator: it
 * looks at data types, and the tiling at the rest. */
#include "ops/attention/norm_rope.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/attention.h"
#include "ops/attention/nsa_refuse.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define TILED ACLNN_ERR_INNER_TILING_ERROR
#define ROPE 64    /* columns that products before Ascend950 turn, */
#define NORMED 512 /* that they normalise, */
#define KEYS 192   /* and those of keys whose values come from a tensor, */
#define VALUES 128 /* which has so many */

/* What follows from the tensors that say the sizes. */
struct sizes {
    const struct call *call;
    enum norm_rope_mode mode;
    bool is_950;
    bool has_v;
    int64_t batches;
    int64_t heads;
    int64_t sequence;
    int64_t normed; /* columns of gamma */
    int64_t turned; /* columns of cos */
    int64_t keys;   /* columns of a row of the cache of keys, */
    int64_t values; /* and of values */
};

static aclnnStatus refuse(const struct sizes *s, enum norm_rope_input which, const char *required)
{
    return nsa_refuse_shape(s->call, TILED, attention_norm_rope_find(s->call, which), required);
}

static bool is_shape(const struct tensor *tensor, const int64_t *dims, int32_t rank)
{
    return tensor->rank == rank && memcmp(tensor->dims, dims, (size_t)rank * sizeof *dims) == 0;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* What one product or the other has no kernel for. */
static aclnnStatus check_columns(const struct sizes *s)
{
    int64_t width = attention_norm_rope_tensor(s->call, NORM_ROPE_KV)->dims[3];
    if (s->is_950)
        return s->turned > 0 && s->turned % 2 == 0
                   ? ACLNN_SUCCESS
                   : refuse(s, NORM_ROPE_COS, "an even number of columns is required");
    if (s->turned != ROPE)
        return refuse(s, NORM_ROPE_COS, "64 columns are required");
    if (s->normed != (s->has_v ? KEYS : NORMED))
        return refuse(s, NORM_ROPE_GAMMA,
                      s->has_v ? "192 columns are required, with vOptional"
                               : "512 columns are required");
    return width == (s->has_v ? KEYS : NORMED + ROPE)
               ? ACLNN_SUCCESS
               : refuse(s, NORM_ROPE_KV,
                        s->has_v ? "192 columns are required, with vOptional"
                                 : "576 columns are required");
}

static aclnnStatus check_heads(const struct sizes *s)
{
    if (!s->has_v)
        return s->heads == 1 ? ACLNN_SUCCESS : refuse(s, NORM_ROPE_KV, "one head is required");
    if (s->is_950)
        return refuse(s, NORM_ROPE_V, "NULL is required on this product");
    return s->heads == 1 || s->heads == 2 || s->heads == 4 || s->heads == 8
               ? ACLNN_SUCCESS
               : refuse(s, NORM_ROPE_KV, "1, 2, 4 or 8 heads are required");
}

static aclnnStatus check_values(const struct sizes *s)
{
    const int64_t dims[] = {s->batches, s->heads, s->sequence, VALUES};
    return !s->has_v || is_shape(attention_norm_rope_tensor(s->call, NORM_ROPE_V), dims, 4)
               ? ACLNN_SUCCESS
               : refuse(s, NORM_ROPE_V, "that of kv with 128 columns is required");
}

static aclnnStatus read_sizes(const struct call *call, struct sizes *s)
{
    const struct tensor *kv = attention_norm_rope_tensor(call, NORM_ROPE_KV);
    const struct tensor *gamma = attention_norm_rope_tensor(call, NORM_ROPE_GAMMA);
    const struct tensor *cosines = attention_norm_rope_tensor(call, NORM_ROPE_COS);
    const struct tensor *v = attention_norm_rope_tensor(call, NORM_ROPE_V);
    *s = (struct sizes){.call = call, .is_950 = call_is_on_950(call), .has_v = v != NULL};
    s->mode = attention_norm_rope_mode(call->arguments[call_find(call, "cacheModeOptional")].text);
    if (kv->rank != 4 || kv->dims[0] < 1 || kv->dims[2] < 1)
        return refuse(s, NORM_ROPE_KV, "[batches, heads, rows, columns], none 0, is required");
    if (gamma->rank != 1 || gamma->dims[0] < 1)
        return refuse(s, NORM_ROPE_GAMMA, "[columns] is required");
    if (cosines->rank != 4)
        return refuse(s, NORM_ROPE_COS, "[batches, 1, rows or 1, columns] is required");
    s->batches = kv->dims[0];
    s->heads = kv->dims[1];
    s->sequence = kv->dims[2];
    s->normed = gamma->dims[0];
    s->turned = cosines->dims[3];
    s->keys = s->has_v ? kv->dims[3] : s->turned;
    s->values = s->has_v ? VALUES : s->normed;
    if (!s->has_v && shape_sum(s->keys, s->values) != kv->dims[3])
        return refuse(s, NORM_ROPE_KV, "the columns of gamma and of cos are required");
    return ACLNN_SUCCESS;
}

/* ---- Tensors --------------------------------------------------------------------------------- */

static aclnnStatus check_angles(const struct sizes *s, enum norm_rope_input which)
{
    const struct tensor *given = attention_norm_rope_tensor(s->call, which);
    const struct tensor *cosines = attention_norm_rope_tensor(s->call, NORM_ROPE_COS);
    if (!is_shape(given, cosines->dims, cosines->rank))
        return refuse(s, which, "that of cos is required");
    return given->dims[0] == s->batches && (given->dims[1] == 1 || given->dims[1] == s->heads) &&
                   (given->dims[2] == 1 || given->dims[2] == s->sequence)
               ? ACLNN_SUCCESS
               : refuse(s, which, "[batches, 1, rows or 1, columns] is required");
}

/* The rows of a page, and of fractals the columns, fill 32 bytes. */
static aclnnStatus check_width(const struct sizes *s, enum norm_rope_input which)
{
    const struct tensor *cache = attention_norm_rope_tensor(s->call, which);
    int64_t width = cache->type == ACL_INT8 ? 32 : 16;
    if (s->mode == NORM_ROPE_BATCHES)
        return ACLNN_SUCCESS;
    if (cache->dims[1] < 1 || cache->dims[1] % width != 0)
        return refuse(s, which, "pages of a multiple of 16 rows are required, of 32 with int8");
    return norm_rope_in_blocks(s->mode) && cache->dims[3] % width != 0
               ? refuse(s, which, "a multiple of 16 columns is required, of 32 with int8")
               : ACLNN_SUCCESS;
}

static aclnnStatus check_cache(const struct sizes *s, enum norm_rope_input which, int64_t columns)
{
    const struct tensor *cache = attention_norm_rope_tensor(s->call, which);
    const struct tensor *keys = attention_norm_rope_tensor(s->call, NORM_ROPE_K_CACHE);
    bool by_batch = s->mode == NORM_ROPE_BATCHES;
    if (cache->rank != 4 || cache->dims[by_batch ? 1 : 2] != s->heads || cache->dims[3] != columns)
        return refuse(s, which,
                      by_batch ? "[batches, heads, rows, columns] of what is put there is required"
                               : "[pages, rows, heads, columns] of what is put there is required");
    if (by_batch && cache->dims[0] != s->batches)
        return refuse(s, which, "as many batches as kv has are required");
    if (memcmp(cache->dims, keys->dims, 3 * sizeof *keys->dims) != 0)
        return refuse(s, which, "that of kCacheRef is required, but for columns");
    return check_width(s, which);
}

static aclnnStatus check_index(const struct sizes *s)
{
    const struct tensor *index = attention_norm_rope_tensor(s->call, NORM_ROPE_INDEX);
    int64_t each = s->sequence;
    if (norm_rope_by_page(s->mode))
        each = shape_quotient_up(each,
                                 attention_norm_rope_tensor(s->call, NORM_ROPE_K_CACHE)->dims[1]);
    return shape_count(index->dims, index->rank) == shape_product(s->batches, each)
               ? ACLNN_SUCCESS
               : refuse(s, NORM_ROPE_INDEX,
                        norm_rope_by_page(s->mode)
                            ? "a number for each page of a batch is required"
                            : "a number for each row of a batch is required");
}

/* ---- Quantisation ---------------------------------------------------------------------------- */

/* A number for each column, or for all heads and columns; on Ascend950 one for all does too. */
static aclnnStatus check_factors(const struct sizes *s, enum norm_rope_input which, int64_t columns)
{
    const struct tensor *given = attention_norm_rope_tensor(s->call, which);
    if (given == NULL)
        return ACLNN_SUCCESS;
    int64_t heads = given->rank == 2 ? given->dims[0] : 1;
    bool fits = (given->rank == 1 || given->rank == 2) && given->dims[given->rank - 1] == columns &&
                heads == (given->rank == 2 ? s->heads : 1);
    bool is_one = s->is_950 && shape_count(given->dims, given->rank) == 1 && given->rank <= 2;
    return fits || is_one ? ACLNN_SUCCESS
                          : refuse(s, which, "[columns] or [heads, columns] is required");
}

static aclnnStatus check_quantised(const struct sizes *s, enum norm_rope_input cache,
                                   enum norm_rope_input scale, enum norm_rope_input offset,
                                   int64_t columns)
{
    aclDataType type = attention_norm_rope_tensor(s->call, cache)->type;
    const char *name = call_name(s->call, attention_norm_rope_find(s->call, cache));
    bool is_quantised = type == ACL_INT8;
    enum norm_rope_input given = attention_norm_rope_tensor(s->call, scale) != NULL ? scale
                                                                                    : offset;
    if (is_quantised && attention_norm_rope_tensor(s->call, scale) == NULL)
        return report(TILED, "%s is NULL where the data type of %s is %s",
                      call_name(s->call, attention_norm_rope_find(s->call, scale)), name,
                      data_type_name(type));
    if (!is_quantised && attention_norm_rope_tensor(s->call, given) != NULL)
        return report(TILED, "%s is given where the data type of %s is %s",
                      call_name(s->call, attention_norm_rope_find(s->call, given)), name,
                      data_type_name(type));
    if (is_quantised && !s->is_950 && !s->has_v && s->mode == NORM_ROPE_BATCHES)
        return report(TILED,
                      "the data type of %s is DT_INT8; on this product caches of batches are not "
                      "quantised without vOptional",
                      name);
    aclnnStatus status = check_factors(s, scale, columns);
    return status == ACLNN_SUCCESS ? check_factors(s, offset, columns) : status;
}

/* ---- The checks ------------------------------------------------------------------------------ */

static aclnnStatus check_out(const struct sizes *s, const char *name, int64_t columns)
{
    const int64_t dims[] = {s->batches, s->heads, s->sequence, columns};
    int out = call_find(s->call, name);
    return is_shape(call_tensor(s->call, out), dims, 4)
               ? ACLNN_SUCCESS
               : nsa_refuse_shape(s->call, TILED, out, "that of what is written is required");
}

static aclnnStatus check_outs(const struct sizes *s)
{
    if (!s->call->arguments[call_find(s->call, "isOutputKv")].integer)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_out(s, "kRopeOut", s->keys);
    return status == ACLNN_SUCCESS ? check_out(s, "cKvOut", s->values) : status;
}

static aclnnStatus check_tensors(const struct sizes *s)
{
    aclnnStatus status = check_heads(s);
    if (status == ACLNN_SUCCESS)
        status = check_columns(s);
    if (status == ACLNN_SUCCESS)
        status = check_values(s);
    if (status == ACLNN_SUCCESS)
        status = check_angles(s, NORM_ROPE_COS);
    if (status == ACLNN_SUCCESS)
        status = check_angles(s, NORM_ROPE_SIN);
    if (status == ACLNN_SUCCESS)
        status = check_cache(s, NORM_ROPE_K_CACHE, s->keys);
    if (status == ACLNN_SUCCESS)
        status = check_cache(s, NORM_ROPE_V_CACHE, s->values);
    return status == ACLNN_SUCCESS ? check_index(s) : status;
}

static bool is_float8(aclDataType type)
{
    return type == ACL_HIFLOAT8 || type == ACL_FLOAT8_E5M2 || type == ACL_FLOAT8_E4M3FN;
}

/* A cache has the type of kv, or is quantised: to int8, as floats of 8 bits are not implemented. */
aclnnStatus attention_check_cache_type(struct call *call, int cache, int kv)
{
    aclDataType type = call_tensor(call, cache)->type;
    aclDataType other = call_tensor(call, kv)->type;
    if (type == other || type == ACL_INT8)
        return ACLNN_SUCCESS;
    if (is_float8(type))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "%s is a cache of %s, which is not implemented; one of DT_INT8 is",
                      call_name(call, cache), data_type_name(type));
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the data type of %s is %s, and that of %s %s; the same or DT_INT8 is required",
                  call_name(call, cache), data_type_name(type), call_name(call, kv),
                  data_type_name(other));
}

aclnnStatus attention_check_norm_rope(struct call *call)
{
    struct sizes s;
    aclnnStatus status = read_sizes(call, &s);
    if (status == ACLNN_SUCCESS)
        status = check_tensors(&s);
    if (status == ACLNN_SUCCESS)
        status = check_quantised(&s, NORM_ROPE_K_CACHE, NORM_ROPE_K_SCALE, NORM_ROPE_K_OFFSET,
                                 s.keys);
    if (status == ACLNN_SUCCESS)
        status = check_quantised(&s, NORM_ROPE_V_CACHE, NORM_ROPE_V_SCALE, NORM_ROPE_V_OFFSET,
                                 s.values);
    return status == ACLNN_SUCCESS ? check_outs(&s) : status;
}
